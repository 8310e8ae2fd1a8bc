#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Samples left at random moments, in all programs of some suites.
exec "$(dirname "$0")/../judged/early-exits/run.sh" more
