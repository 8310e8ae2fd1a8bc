#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Recursions in full: every program of tests/judged/recursion at every setting and
# compiler, and 100 repetitions of the innocent ones.
#   tests/torture/recursions.sh
cd "$(dirname "$0")/../.." || exit 2
status=0
tests/judged/recursion/run.py --all || status=$?
tests/e2e/innocents.py 100 || status=$?
exit $status
