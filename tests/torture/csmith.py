#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random programs of csmith (package csmith and libcsmith-dev), every loop a
target.  TORTURE_COUNT programs with seeds from 1 up, or the seeds named.

    tests/torture/csmith.py [SEED...]
"""
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import same  # noqa: E402
from harness import Failure, execute  # noqa: E402

LEVELS = ("-O0", "-O1", "-O2", "-O3")


def check(case, folder):
    seed, level = case
    source = os.path.join(folder, "random.c")
    status, output = execute(["csmith", "--seed", seed, "--max-funcs", "6", "-o", source], cwd=folder)
    if status:
        raise Failure(output.decode())
    return same.compare(source, [level, "-I/usr/include/csmith"], folder, seconds=2)


def main():
    if not shutil.which("csmith") or not os.path.exists("/usr/include/csmith/csmith.h"):
        print("# SKIP csmith is not installed")
        sys.exit(77)
    seeds = sys.argv[1:] or [str(n) for n in range(1, same.COUNT + 1)]
    # A few at every level, the others at one in turn.
    cases = [(seed, level) for n, seed in enumerate(seeds) for k, level in enumerate(LEVELS)
             if n < 10 or n % len(LEVELS) == k]
    same.run("csmith", check, cases)


main()
