#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recursions in which nothing is wrong raise no alarm: the fleet of merge-sort,
tree-walk and list-walk is played again and again, with other seeds of data and
sampler each time, at default sampling.  The class of each target must be none
that is worse than n log n, by runs and by single instances.

    tests/e2e/innocents.py [REPETITIONS [FIRST]]
"""
import json
import math
import os
import shlex
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import ROOT, SANFLAGS, TOOL, Failure, compile_to, execute, run_cases  # noqa: E402

INNOCENTS = ["merge-sort", "tree-walk", "list-walk"]
HARMLESS = ["1", "log n", "sqrt n", "n", "n log n", None]
RUNS = 10
REPETITIONS = 4


def fleet():
    """{folder: sizes of the runs, growing by equal factors}."""
    result = {}
    with open(os.path.join(ROOT, "examples", "fleet.txt"), encoding="utf-8") as file:
        for line in file:
            word = shlex.split(line, comments=True)
            if word and word[0] in INNOCENTS:
                low, high = float(word[1]), float(word[2])
                result[word[0]] = [str(round(low * (high / low) ** (run / (RUNS - 1)))) for run in range(RUNS)]
    return result


def check(case, folder):
    _, example, sizes, numbers = case
    exe, logs = os.path.join(folder, example), os.path.join(folder, "logs")
    compile_to(exe, os.path.join(ROOT, "examples", example, "main.c"), ["-O2", "-g"])
    for number in numbers:
        os.mkdir(logs)
        for run, size in enumerate(sizes):
            seed = str(number * 1000 + run)
            status, output = execute([exe, size, seed], {
                "ALGOPROF_BUDGET": "0", "ALGOPROF_SEED": seed, "ALGOPROF_LOG": logs + "/%p.aplog"})
            if status:
                raise Failure(f"seed {seed}: exit status {status}\n{output!r}")
        status, output = execute([TOOL, "report", "--json", logs], merge=False)
        if status:
            raise Failure(f"repetition {number}: report: exit status {status}")
        for target in json.loads(output)["targets"]:
            for fit in ("fit", "instances_fit"):
                found = target[fit]
                if found["class"] not in HARMLESS or (found["exponent"] or 0) > 1.4:
                    raise Failure(f"repetition {number}: {target['name']}: {fit}: {found}")
        for name in os.listdir(logs):
            os.unlink(os.path.join(logs, name))
        os.rmdir(logs)


def main():
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if SANFLAGS:
        print("# SKIP a sanitised program is another program")
        sys.exit(77)
    part = max(1, math.ceil(repetitions / 10))
    run_cases(check, [(f"e2e/innocents {example} {begin}-{min(begin + part, first + repetitions) - 1}", example, sizes,
                       range(begin, min(begin + part, first + repetitions)))
                      for example, sizes in fleet().items() for begin in range(first, first + repetitions, part)])


main()
