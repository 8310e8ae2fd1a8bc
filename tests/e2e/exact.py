#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rate 1 without a budget is exact, whatever the number and size of executions (exact.c), in a log of less than
10 MB; what was cut is not, and a killed process's is no more than it says.

    tests/e2e/exact.py
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import TESTS, TOOL, Failure, compile_to, execute, run_cases  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/exact.c")
MOST = 10000000
CASES = {"windows": 1000000, "random": 1000000, "lists": 12000, "columns": 20000, "threads": 200000, "runs": 100000,
         "calls": 300000, "cut": 50000, "killed": 100000}


def point(log, *options):
    report = json.loads(execute([TOOL, "report", "--json", *options, log])[1])
    target, = report["targets"]
    return target


def same(what, found, wanted):
    if found != wanted:
        raise Failure(f"{what} {found}, not {wanted}")


def check_loop(shape, n, truth, log):
    points = point(log)["points"]
    same("runs", len(points), 4 if shape == "runs" else 1)
    if shape == "killed":       # a log as of some moment before
        p, = points
        same("not more than there was", [p["size"] <= truth, .8 * n < p["instances"] <= n], [True, True])
        return
    for p in points:
        same("exact", p["exact"], shape != "cut")
        same("instances", p["instances"], n + (shape == "cut"))
        if p["exact"]:
            same("size", [p["size"], p["size_low"], p["size_high"]], 3 * [truth])
        if shape != "cut":
            same("sampled", p["sampled"], n)
    if shape == "lists":
        same("size in words of 4 bytes", point(log, "--cell", "4")["points"][0]["size"], truth / 4)


def check_advice(program, folder):
    """What is named would help: not the rate where each execution is traced already.  Rate 100 keeps fewer
    than ten pairs, rate 5 more."""
    for shape, n, budget, rate, wanted, unwanted in (
            ("windows", "30000", "0.01", "1", "next", "RATE"),
            ("cut", "5", "0", "1", "executions that end", "ALGOPROF"),
            ("windows", "300", "0", "100", "ALGOPROF_RATE=1", "BUDGET"),
            ("windows", "300", "0", "5", "ALGOPROF_RATE=1", "BUDGET")):
        log = os.path.join(folder, f"{shape}-{n}-{rate}.aplog")
        execute([program, shape, n], {"ALGOPROF_BUDGET": budget, "ALGOPROF_RATE": rate, "ALGOPROF_LOG": log})
        text = execute([TOOL, "report", "-v", log])[1].decode()
        next_line = [line for line in text.splitlines() if line.lstrip().startswith("next:")]
        if not next_line or wanted not in next_line[0] or unwanted in next_line[0]:
            raise Failure(f"{shape} at rate {rate} and budget {budget}: {text}")


def check_dump(program, folder):
    """Strides stand as such, and sets of many ranges with --cells only."""
    for shape, wanted, cells in (("columns", "+4 x 1000 every 3000", "+4 x 1000 every 3000"),
                                 ("lists", "20 ranges of 240 bytes (--cells lists them)", "+12 ")):
        log = os.path.join(folder, f"{shape}.aplog")
        execute([program, shape, "20"], {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "1", "ALGOPROF_LOG": log})
        for options, text in ((), wanted), (("--cells",), cells):
            out = execute([TOOL, "dump", *options, log])[1].decode()
            if text not in out or ("--cells" in out and options):
                raise Failure(f"dump {options} of {shape}: no {text} in {out[-1000:]}")
        check_items(log, shape == "columns")


def check_items(log, has_strides):
    """With --json and --cells a set is there by its ranges and as the log has it: the same cells."""
    strides = 0
    for instance in json.loads(execute([TOOL, "dump", "--json", "--cells", log])[1])["instances"]:
        items = [item if len(item) == 5 else [*item, 1, 0] for item in instance["items"]]
        cells = {(region, at + k * step + i) for region, at, size, count, step in items
                 for k in range(count) for i in range(size)}
        strides += sum(item[3] > 1 for item in items)
        if cells != {(region, at + i) for region, at, size in instance["set"] for i in range(size)}:
            raise Failure(f"dump --json --cells: {items} is not {instance['set']}")
    if (strides > 0) != has_strides:
        raise Failure(f"dump --json --cells: {strides} strides")
    if "items" in json.loads(execute([TOOL, "dump", "--json", log])[1])["instances"][0]:
        raise Failure("dump --json: items without --cells")


def check_tiny(program, folder):
    """A tiny instance takes tens of bytes, where each is sampled by itself."""
    log = os.path.join(folder, "tiny.aplog")
    execute([program, "windows", "3000"], {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "2", "ALGOPROF_LOG": log})
    text = execute([TOOL, "dump", log])[1].decode()
    used, free = (int(text.split(word)[0].split()[-1]) for word in (" bytes used", " of them free"))
    each = (used - free - 4096) / text.count("\ninstance")
    if not 20 < each < 90:
        raise Failure(f"{each:.0f} bytes an instance")


def check(case, folder):
    shape = case[1]
    if shape in OTHERS:
        program = os.path.join(folder, "profiled")
        compile_to(program, SOURCE, ["-O2", "-pthread", "-I" + os.path.join(TESTS, "../include")])
        OTHERS[shape](program, folder)
        return
    n, program, log = CASES[shape], os.path.join(folder, "profiled"), os.path.join(folder, "log.aplog")
    compile_to(program, SOURCE, ["-O2", "-pthread", "-I" + os.path.join(TESTS, "../include")])
    status, out = execute([program, shape, str(n)],
                          {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "1", "ALGOPROF_LOG": log}, cwd=folder)
    same("status", status, -9 if shape == "killed" else 0)
    if shape != "killed" and os.path.getsize(log) >= MOST:
        raise Failure(f"a log of {os.path.getsize(log)} bytes")
    if shape == "calls":
        p, = point(log)["points"]
        same("exact, chain, outermost calls", [p["exact"], p["size"], p["instances"]], [True, 21, n])
    else:
        check_loop(shape, n, int(out.split()[0]), log)


OTHERS = {"advice": check_advice, "dump": check_dump, "tiny": check_tiny}
run_cases(check, [(f"exact {shape}", shape) for shape in [*CASES, *OTHERS]])
