#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Contexts of real programs, and in little memory of twenty seeds: tests/contexts/real.py, bounds.py.
folder="$(dirname "$0")/../contexts"
"$folder/real.py" all
real=$?
SEEDS=20 "$folder/bounds.py" bounds && exit $real
