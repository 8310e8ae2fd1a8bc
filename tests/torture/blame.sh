#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Callers to blame, and innocent ones, of many fleets: tests/contexts/blame.py.
exec "$(dirname "$0")/../contexts/blame.py" 50 guilty innocent sizes
