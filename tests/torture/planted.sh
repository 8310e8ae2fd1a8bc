#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The gate in full: 50 repetitions with a planted change and without.
#   tests/torture/planted.sh
cd "$(dirname "$0")/../.." || exit 2
exec tests/e2e/planted.py 50
