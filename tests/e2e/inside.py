#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is inside an instance that outgrew the budget, and is the whole run, is
sampled: loops in the same function and in called ones (inside.c).

    tests/e2e/inside.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from harness import SANFLAGS, TESTS, Failure, compile_to, execute, run_cases, run_profiled, totals  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/inside.c")
ROUNDS = 1200000


def work_of_rows(rounds):
    """Iterations of `row' in so many rounds."""
    return sum(16 << (r * 2654435761 >> 13 & 7) for r in range(rounds))


def check_pairs(log, behind):
    """There are whole pairs of an inner target, and some began behind instance `behind'."""
    sites = {s["site"] for s in log["sites"] if s["name"] != "outer"}
    found = [i for i in log["instances"] if i["site"] in sites and "cut" not in i["flags"]]
    halves = {(i["site"], i["pair"], i["place"]) for i in found}
    pairs = [i for i in found if i["place"] == 1 and (i["site"], i["pair"], 0) in halves]
    if not any(i["index"] > behind for i in pairs):
        raise Failure(f"{len(pairs)} pairs, none behind instance {behind}")


def check_loops(case, folder):
    _, program, level = case
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    compile_to(plain, SOURCE, [level], profiled=False)
    compile_to(profiled, SOURCE, [level])
    arguments = [program, str(ROUNDS)]
    truth = execute([plain, *arguments], cwd=folder)
    status, output, log = run_profiled(profiled, os.path.join(folder, "log"),
                                       {"ALGOPROF_BUDGET": "1", "ALGOPROF_SEED": "5"}, arguments)
    if (status, output) != truth:
        raise Failure(f"status {status}, output {output!r}; plain {truth}")
    counts = totals(log)
    iterations = work_of_rows(ROUNDS) if program == "loops" else work_of_rows(1) + work_of_rows(ROUNDS - 1)
    if counts["row"] != (ROUNDS, iterations):
        raise Failure(f"row: instances and cost {counts['row']}, not {(ROUNDS, iterations)}")
    outer = {s["site"] for s in log["sites"] if s["name"] == "outer"}
    cut = [i for i in log["instances"] if i["site"] in outer]
    if [i["flags"] for i in cut] != [["cut", "first-pair"]]:
        raise Failure(f"outer: {[i['flags'] for i in cut]}")
    # The callee's rounds are not counted by the loop that was left.
    check_pairs(log, cut[0]["cost"] + 1 if program == "loops" else ROUNDS // 10)


def main():
    levels = ["-O2"] if SANFLAGS else ["-O2", "-O0"]
    run_cases(check_loops, [(f"inside {program} {level}", program, level)
                            for program in ("loops", "callee") for level in levels])


main()
