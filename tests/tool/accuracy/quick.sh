#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The quick simulation of `make check': random loops under the runtime's own
# sampler, with fixed seeds.  `make accuracy' is the full one.
folder=${O:-build}/tests/tool/accuracy
if "$folder/accuracy" "$folder/simulate" "$folder" mixtures 80 5001 >"$folder/quick.out" 2>&1; then
    echo "ok accuracy/mixtures"
else
    echo "not ok accuracy/mixtures"
    sed 's/^/    /' "$folder/quick.out"
    exit 1
fi
