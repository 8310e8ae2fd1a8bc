#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every loop of a program is a target (tests/tool/accuracy/several/graph.c), default budget: the loop that takes nearly
all of the time comes last, and gets its part of the budget, with those of short runs too. A run whose thread had to wait for
long may have less: of some runs one has to do.

    tests/e2e/late-costly-loop.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import SANFLAGS, TESTS, Failure, compile_to, run_cases, run_profiled  # noqa: E402

SOURCE = os.path.join(TESTS, "tool/accuracy/several/graph.c")
RUNS = 5
LEAST = 8               # pairs


def pairs_of(log, function):
    """How many pairs both of whose executions were traced to their end."""
    site, = (s["site"] for s in log["sites"] if s["function"] == function)
    places = {}
    for i in log["instances"]:
        if i["site"] == site and "cut" not in i["flags"]:
            places.setdefault(i["pair"], set()).add(i["place"])
    return sum(len(p) == 2 for p in places.values())


def check(case, folder):
    _, n = case
    program, found = os.path.join(folder, "profiled"), []
    compile_to(program, SOURCE, ["-O2", "-fplugin-arg-algoprof-target=*"])
    for _ in range(RUNS):
        status, _, log = run_profiled(program, os.path.join(folder, "log"), {}, [str(n)])
        if status:
            raise Failure(f"status {status}")
        found.append(pairs_of(log, "seen"))
        if found[-1] >= LEAST:
            return
    raise Failure(f"{found} pairs")


if SANFLAGS:
    print("the runtime is sanitised: what it takes is another")
    sys.exit(77)
run_cases(check, [(f"late-costly-loop {n}", n) for n in (5000, 20000)])
