#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs of tests/inhouse at all levels.
exec "$(dirname "$0")/../inhouse/run.py" all
