#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Contexts in little memory, of twenty seeds: tests/contexts/run.py.
SEEDS=20 exec "$(dirname "$0")/../contexts/run.py" bounds
