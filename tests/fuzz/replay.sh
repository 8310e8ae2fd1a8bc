#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the fuzzer found, and its seeds, under the sanitizers: no crash, no leak,
# no hang.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${O:-build}" && pwd) || exit 1
unset ASAN_OPTIONS
for corpus in "$here"/corpus/*/; do
    name=$(basename "$corpus")
    if out=$(timeout 60 "$build/fuzz/replay/fuzz_$name" "$corpus"* 2>&1); then
        echo "ok fuzz/$name"
        echo "# fuzz/$name: $out"
    else
        echo "not ok fuzz/$name"
        echo "$out" | head -40 | sed 's/^/    /'
    fi
done
