#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What enters a program, or goes with it, is under MIT: every file says so.
other=$(grep -L 'SPDX-License-Identifier: MIT' $(find librt-sample -name "*.[chS]") include/algoprof/*.h upload/*.[ch])
if [ -z "$other" ]; then
    echo "ok rt/licence"
else
    echo "not ok rt/licence"
    printf '%s\n' "$other" | sed 's/$/: not under MIT/; s/^/    /'
    exit 1
fi
