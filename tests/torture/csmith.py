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
import same  # noqa: E402
from harness import Failure, execute  # noqa: E402

LEVELS = ("-O0", "-O1", "-O2", "-O3")


def check(case, folder):
    seed, level = case
    source = os.path.join(folder, "random.c")
    status, output = execute(["csmith", "--seed", seed, "--max-funcs", "6", "-o", source], cwd=folder)
    if status:
        raise Failure(output.decode())
    return same.compare([source], [level, "-w", "-I/usr/include/csmith"], folder, seconds=2,
                        slow=same.LeftOut("does not end in 2 s without the plugin"))


def main():
    if not shutil.which("csmith") or not os.path.exists("/usr/include/csmith/csmith.h"):
        print("# SKIP csmith is not installed")
        sys.exit(77)
    seeds = sys.argv[1:] or [str(n) for n in range(1, same.COUNT * 3 // 2 + 1)]
    same.run("csmith", check, [(seed, level) for seed in seeds for level in LEVELS])


main()
