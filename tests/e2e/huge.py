#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An execution that reads more than 4 GiB (huge.c) has its size, and leaves a log that can be read.

    tests/e2e/huge.py [GIB...]
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import TESTS, TOOL, Failure, compile_to, execute, run_cases, run_profiled  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/huge.c")
MOST = 64                       # GiB of which the cells are kept


def check(case, folder):
    program, logs = os.path.join(folder, "profiled"), os.path.join(folder, "log")
    compile_to(program, SOURCE, ["-O2"])
    status, output, log = run_profiled(program, logs, {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "1"}, [str(case[1])],
                                       timeout=300)
    if (status, output) != (0, b"0\n"):
        raise Failure(f"status {status}, output {output!r}")
    instance, = log["instances"]
    if instance["rms"] != case[1] << 30 or (instance["thin"] == 0) != (case[1] < MOST):
        raise Failure(f"{instance['rms']} bytes, thinned {instance['thin']}")
    status, output = execute([TOOL, "report", "--json", logs])
    size = case[1] << 30 if case[1] < MOST else None
    if status or json.loads(output)["targets"][0]["points"][0]["size"] != size:
        raise Failure(f"report: status {status}, {output[:2000]!r}")


run_cases(check, [(f"huge {gib} GiB", gib) for gib in map(int, sys.argv[1:] or ["5"])])
