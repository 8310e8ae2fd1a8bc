#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random programs of csmith (package csmith and libcsmith-dev), every loop a
target, at -O0 to -O3.  TORTURE_COUNT programs with seeds from 1 up, or the
seeds named.  A seed whose program is endless, or nearly so, is left out; half
as many seeds more are there to stand in for these.

    tests/torture/csmith.py [SEED...]
"""
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import modes  # noqa: E402
import long_suites  # noqa: E402

LEVELS = ("-O0", "-O1", "-O2", "-O3")


def check(case, folder):
    seed, level = case
    sources, flags = modes.random_program(seed, folder)
    return long_suites.compare(sources, [level, *flags], folder, seconds=2,
                               slow=long_suites.LeftOut("does not end in 2 s without the plugin"))


def main():
    if not shutil.which("csmith") or not os.path.exists("/usr/include/csmith/csmith.h"):
        print("# SKIP csmith is not installed")
        sys.exit(77)
    seeds = sys.argv[1:] or [str(n) for n in range(1, long_suites.COUNT * 3 // 2 + 1)]
    long_suites.run("csmith", check, [(seed, level) for seed in seeds for level in LEVELS])


main()
