#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that a budget must hold for (bench/adversaries.c): whatever is left
of their samples, output and counts are those of the plain program, and what
outgrew the budget is cut.

    tests/e2e/budget.py
"""
import os
import resource
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import (Failure, ROOT, SANFLAGS, compile_to, execute, run_cases, run_profiled, totals)  # noqa: E402

SOURCE = os.path.join(ROOT, "bench/adversaries.c")
# program: scale, its target, instances and cost, must it be cut?
PROGRAMS = {"one": ("0.1", "walk", (1, 100000000), True), "nest": ("0.04", "nest", (1, 40), True),
            "tiny": ("0.01", "search", (10000000, 15000000), False), "deep": ("0.03", "deep", (3, 3000003), True),
            "threads": ("0.005", "walk", (640, 12800000), False),
            "alternate": ("0.03", "walk", (6, 30000003), True), "short": ("0.01", "walk", (1, 200000), False),
            "column": ("0.05", "column", (1, 838860), False), "shared": ("0.1", "shared", (1, 10000000), False),
            "entered": ("0.2", "entered", (1, 4), True),
            "texts": ("0.1", "texts", (1, 20), True), "sorted": ("0.1", "sorted", (1, 1), True),
            "mutual": ("0.1", "mutual", (1, 1), True)}
STACK = 128 << 20


def check(case, folder):
    name, level = case[1:]
    scale, target, expected, cut = PROGRAMS[name]
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    compile_to(plain, SOURCE, [level], profiled=False)
    compile_to(profiled, SOURCE, [level])
    truth = execute([plain, name, scale], cwd=folder)
    for budget in ("0.1", "1", "5"):
        status, output, log = run_profiled(profiled, os.path.join(folder, "log"),
                                           {"ALGOPROF_BUDGET": budget, "ALGOPROF_SEED": "3"}, [name, scale])
        if (status, output) != truth:
            raise Failure(f"budget {budget}: status {status}, output {output!r}; plain {truth}")
        if totals(log).get(target) != expected:
            raise Failure(f"budget {budget}: instances and cost {totals(log).get(target)}, not {expected}")
        found = [i for i in log["instances"] if "cut" in i["flags"]]
        if cut and not found:
            raise Failure(f"budget {budget}: no instance was cut")
        for i in found:
            if "lost" in i["flags"]:
                raise Failure(f"budget {budget}: {i['flags']}")
            if not i["cost"] <= expected[1]:
                raise Failure(f"budget {budget}: cut at {i['cost']} of {expected[1]}")


def main():
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))
    levels = ["-O2"] if SANFLAGS else ["-O2", "-O0"]
    run_cases(check, [(f"budget {name} {level}", name, level) for name in PROGRAMS for level in levels])


main()
