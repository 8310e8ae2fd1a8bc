#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loops that the budget left go on in the original: what begins after their end is not in them.

    tests/e2e/left-loops.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import SANFLAGS, TESTS, Failure, compile_to, run_cases, run_profiled  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/left-loops.c")
RUNS = 5


def check(_, folder):
    program, cut, inside = os.path.join(folder, "profiled"), 0, 0
    compile_to(program, SOURCE, ["-O2", "-fplugin-arg-algoprof-target=*"])
    for _ in range(RUNS):
        status, _, log = run_profiled(program, os.path.join(folder, "log"), {}, ["1000000"])
        if status:
            raise Failure(f"status {status}")
        functions = {s["site"]: s["function"] for s in log["sites"]}
        for i in log["instances"]:
            within = i["parent"] is not None
            cut += functions[i["site"]] == "main" and "cut" in i["flags"]
            inside += within
            if within and (functions[i["site"]], functions[i["parent"]]) != ("inner", "main"):
                raise Failure(f"site {i['site']} of {functions[i['site']]} is in site {i['parent']}")
    if not cut or not inside:
        raise Failure(f"{cut} of main are cut, {inside} have others around them")


if SANFLAGS:
    print("the runtime is sanitised: what it takes is another")
    sys.exit(77)
run_cases(check, [("left loops", None)])
