#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is inside an instance that outgrew the budget, and is the whole run, is
sampled: loops in the same function and in called ones, and calls inside a
recursion (inside-outgrown.c).

    tests/e2e/inside-outgrown.py          a program at -O2, the next at -O0
    tests/e2e/inside-outgrown.py --all    each at both
"""
import glob
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import SANFLAGS, TESTS, TOOL, Failure, compile_to, execute, run_cases, run_profiled, totals  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/inside-outgrown.c")
ROUNDS = 1200000
# Runs of a recursion.  How many inner starts a budget of CPU time buys on a busy
# machine varies a lot: of 8 sizes, all that one run had once, no class can be told.
SEEDS = "5", "6", "7", "8", "9", "10"
LEAST_STARTS = 24       # of all these runs


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
                                       {"ALGOPROF_BUDGET": "5", "ALGOPROF_SEED": "5"}, arguments)
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
    # How many of its iterations had passed by then nobody told.
    check_pairs(log, ROUNDS // 10)


def expected_calls(program, n, plain):
    """The plain program counts those of its sort itself."""
    return int(execute([plain, "calls of sort", str(n)])[1]) if program == "sort" else 2 * n + 1


def size_of(program, calls):
    """Bytes that so many calls of a tree's walk read: nodes, and the pointer."""
    return calls // 2 * 24 + (8 if program == "pointer" and calls > 1 else 0)


def check_report(logs, name):
    """The fit of instances is told by inner starts alone, and is right."""
    status, output = execute([TOOL, "report", "--json", *logs])
    if status:
        raise Failure(output.decode())
    target = next(t for t in json.loads(output)["targets"] if t["name"] == name)
    fit = target["instances_fit"]
    for point in target["points"]:
        if point["size"] is not None or (point["sampled"], point["cut"]) != (1, 1):
            raise Failure(f"size {point['size']}, {point['sampled']} instances, {point['cut']} cut")
    starts = [point.get("inner", 0) for point in target["points"]]
    if sum(starts) < LEAST_STARTS:
        raise Failure(f"{starts} inner starts")
    if target["fit"]["class"] is not None:
        raise Failure(f"a cost function of runs of which no instance is whole: {target['fit']['class']}")
    # A sort's pivots are drawn, so that its calls lie about a straight line.
    linear = fit["class"] == "n" or (name == "quick" and "n" in fit["alternatives"])
    if not linear or "balanced" not in fit["warnings"] or fit["rows"] < 5:
        raise Failure(f"fit of instances: {fit}")


def check_recursion_log(log, program, target, expected):
    if totals(log)[target] != expected:
        raise Failure(f"instances and calls {totals(log)[target]}, not {expected}")
    if sum(i["cost"] for i in log["instances"]) > expected[1]:
        raise Failure("more calls are told than there were")
    for i in log["instances"]:
        if ("inner" in i["flags"]) == ("first-pair" in i["flags"]) or i["index"] != 0:
            raise Failure(f"instance {i['index']} with flags {i['flags']}")
        if program != "sort" and "cut" not in i["flags"] and i["rms"] != size_of(program, i["cost"]):
            raise Failure(f"{i['cost']} calls read {i['rms']} bytes")


def check_recursion(case, folder):
    _, program, level, target, n = case
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    compile_to(plain, SOURCE, [level], profiled=False)
    compile_to(profiled, SOURCE, [level])
    truth = execute([plain, program, str(n)], cwd=folder)
    expected = (1, expected_calls(program, n, plain))
    logs = []
    for seed in SEEDS:
        place = os.path.join(folder, "log" + seed)
        status, output, log = run_profiled(profiled, place, {"ALGOPROF_BUDGET": "1", "ALGOPROF_SEED": seed},
                                           [program, str(n)])
        if (status, output) != truth:
            raise Failure(f"status {status}, output {output!r}; plain {truth}")
        check_recursion_log(log, program, target, expected)
        logs += glob.glob(place + "/*.aplog")
    check_report(logs, target)


def with_stack(kib, command):
    return ["sh", "-c", 'ulimit -s "$0" && exec "$@"', str(kib), *command]


def stack_of(command, folder):
    """KiB that a program needs, to a thirtieth."""
    low, high = 0, 1 << 18
    while high - low > high // 30:
        middle = (low + high) // 2
        if execute(with_stack(middle, command), cwd=folder)[0]:
            low = middle
        else:
            high = middle
    return high


def check_stack(case, folder):
    """What goes on untraced in a deep recursion takes little more stack than the program's own."""
    _, program, level, n = case
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    compile_to(plain, SOURCE, [level], profiled=False)
    compile_to(profiled, SOURCE, [level])
    command = [plain, program, str(n)]
    most = stack_of(command, folder) * 4 // 3
    truth = execute(with_stack(most, command), cwd=folder)
    status, output, log = run_profiled("sh", os.path.join(folder, "log"), {"ALGOPROF_BUDGET": "0.1"},
                                       with_stack(most, [profiled, program, str(n)])[1:])
    if (status, output) != truth:
        raise Failure(f"status {status}, output {output!r} with {most} KiB of stack; plain {truth}")
    flags = [i["flags"] for i in log["instances"] if "inner" not in i["flags"]]
    if flags != [["cut", "first-pair"]]:
        raise Failure(f"instances {flags}")


def check(case, folder):
    {3: check_loops, 4: check_stack, 5: check_recursion}[len(case)](case, folder)


def main():
    programs = [("loops",), ("callee",), ("tree", "sum", 5000000), ("pointer", "indirect", 5000000),
                ("sort", "quick", 6000000), *(() if SANFLAGS else [("chain", 1000000)])]
    levels = ["-O2"] if SANFLAGS else ["-O2", "-O0"]
    cases = []
    for number, (program, *more) in enumerate(programs):
        taken = levels if sys.argv[1:] == ["--all"] else [levels[number % len(levels)]]
        cases += [(f"inside-outgrown {program} {level}", program, level, *more) for level in taken]
    run_cases(check, cases)


main()
