#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sort that is too long for the budget is left before it begins: what it calls
back is the original then, not its mirror, which would ask at each comparison (left-sort.c).

    tests/e2e/left-sort.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import TESTS, Failure, compile_to, run_cases, run_profiled  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/left-sort.c")


def check(case, folder):
    _, level, budget, numbers, traced = case
    program = os.path.join(folder, "profiled")
    compile_to(program, SOURCE, [level, "-Wl,--wrap=qsort"])
    status, output, log = run_profiled(program, os.path.join(folder, "log"),
                                       {"ALGOPROF_BUDGET": budget, "ALGOPROF_RATE": "auto"}, [str(numbers)])
    if status:
        raise Failure(f"status {status}")
    flags = [i["flags"] for i in log["instances"]]
    if (output == b"1\n") != traced:
        raise Failure(f"the sort was given {'the original' if traced else 'a mirror'}: {flags}")
    if any("cut" in f for f in flags) == traced:
        raise Failure(f"instances: {flags}")


run_cases(check, [(f"left-sort {what} {level}", level, budget, numbers, traced) for level in ("-O2", "-O0")
                  for what, budget, numbers, traced in (("whole", "0", 20000, True), ("left", "1", 1000000, False))])
