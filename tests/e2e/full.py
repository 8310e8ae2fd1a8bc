#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counters have their room first: whatever size a log may have, each execution of 64 threads is counted; and where not
even a sum for each of many loops has room, the report says so.  tests/e2e/full.c.

    tests/e2e/full.py
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure, O, SANFLAGS, TOOL, build, execute, plugin, run_cases  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "full.c")
LEAST = 64 << 10
SIZES = {"1": LEAST, "64K": LEAST, "100K": 100 << 10, "128K": 128 << 10, "256K": 256 << 10, "1M": 1 << 20}


def run(exe, folder, loops, size, budget, *step):
    """What was executed, and the targets of the report."""
    log = os.path.join(folder, "log.aplog")
    if os.path.exists(log):
        os.remove(log)
    status, out = execute([exe, "64", str(loops), "4000", *step], {"ALGOPROF_LOG": log, "ALGOPROF_RATE": "1", "ALGOPROF_MAX_LOG": size,
                                                           "ALGOPROF_BUDGET": budget})
    if status:
        raise Failure(f"exit status {status}")
    if os.path.getsize(log) > SIZES[size]:
        raise Failure(f"a log of {os.path.getsize(log)} bytes, where {size} is its limit")
    return [int(n) for n in out.split()], json.loads(execute([TOOL, "report", "--json", log])[1])["targets"]


def counted(exe, folder, loops, size, budget, *step):
    wanted, targets = run(exe, folder, loops, size, budget, *step)
    found = [sum(t["instances"] for t in targets), sum(t["cost"] for t in targets)]
    if found != wanted or len(targets) != loops:
        raise Failure(f"{loops} loops in {size}, budget {budget}: {found} in {len(targets)} targets, not {wanted}")


def check(case, folder):
    exe = os.path.join(folder, "full")
    build([os.environ.get("CC", "gcc"), "-O2", "-w", *SANFLAGS, SOURCE, "-o", exe, "-pthread", "-fplugin=" + plugin(),
           "-L" + O, "-Wl,-rpath," + os.path.abspath(O), "-lrt-sample"])
    if case[1] == "counted":
        for size in SIZES:
            for budget in "0", "1":
                counted(exe, folder, 8, size, budget)
        for size in "128K", "256K", "1M":
            for budget in "0", "1":
                counted(exe, folder, 110, size, budget)
                counted(exe, folder, 110, size, budget, "step")
        return
    if case[1] == "read":               # whatever found no room, and when
        for _ in range(40):
            run(exe, folder, 100, "100K", "1")
        return
    _, targets = run(exe, folder, 100, "64K", "0")
    for t in targets:
        point, = t["points"]
        if not {"partial", "space-limited"} <= set(point["warnings"]):
            raise Failure(f"{t['name']}: {point['warnings']}")


run_cases(check, [("full counted", "counted"), ("full read", "read"), ("full told", "told")])
