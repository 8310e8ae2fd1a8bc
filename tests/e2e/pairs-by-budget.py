#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A larger budget buys more pairs of executions however short (pairs-by-budget.c), and what was bought is mostly
whole: judged by numbers of executions in one run beside another. And no more are refused than there are,
about. A run whose thread had to wait for long may have few: of some one has to do.

    tests/e2e/pairs-by-budget.py
"""
import glob
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import SANFLAGS, TESTS, TOOL, Failure, compile_to, execute, run_cases, run_profiled  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/pairs-by-budget.c")
RUNS = 5
TIMES = {"tiny": 100000000, "list": 100000}


def sample(program, folder, loop, budget, times):
    """(executions sampled, share of them that was cut, refused for each that there was)"""
    logs = os.path.join(folder, "log")
    status, _, log = run_profiled(program, logs, {"ALGOPROF_BUDGET": budget, "ALGOPROF_RATE": "1"}, [loop, str(times)])
    if status:
        raise Failure(f"status {status}")
    cut = sum("cut" in i["flags"] for i in log["instances"])
    sampler, = json.loads(execute([TOOL, "dump", "--json", *glob.glob(logs + "/*")])[1])["samplers"]
    return len(log["instances"]), cut / len(log["instances"]), sampler["refused_budget"] / times


def judge(few, many, short):
    """What is wrong; None: nothing."""
    if many[0] < 2.5 * few[0]:
        return f"{many[0]} executions with 5 %, {few[0]} with 0.1 %"
    if many[1] > 0.1:
        return f"{100 * many[1]:.0f} % cut"
    if short[2] > 1.4:
        return f"{short[2]:.1f} times as many refused as there were"
    return None


def check(case, folder):
    loop, program = case[1], os.path.join(folder, "profiled")
    compile_to(program, SOURCE, ["-O2"])
    wrong, times = None, TIMES[loop]
    for _ in range(RUNS):
        wrong = judge(*[sample(program, folder, loop, budget, n)
                        for budget, n in (("0.1", times), ("5", times), ("0.1", times // 50))])
        if not wrong:
            return
    raise Failure(wrong)


if SANFLAGS:
    print("the runtime is sanitised: what it takes is another")
    sys.exit(77)
run_cases(check, [(f"pairs-by-budget {loop}", loop) for loop in TIMES])
