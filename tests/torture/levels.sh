#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs of which make check takes some settings in turn: each at all of them.
#   tests/torture/levels.sh
cd "$(dirname "$0")/../.." || exit 2
status=0
for suite in tests/plugin/run.sh tests/judged/counts/run.py tests/judged/exact/run.py tests/compile/original/run.py tests/e2e/inside-outgrown.py; do
    "$suite" --all || status=$?
done
exit $status
