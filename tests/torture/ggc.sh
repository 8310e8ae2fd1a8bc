#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# GCC's garbage collector at every chance, in all programs of the plugin's tests.
exec "$(dirname "$0")/../compile/collector/run.py" all
