#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A log is read again and again while its program writes it (live.c): no reading fails, or has
anything to say, closed runs have all their counts, the open one those of some moment.

    tests/e2e/live.py [READINGS]
"""
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure, ROOT, TOOL, compile_to, execute, run_cases  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "live.c")


def check_dump(dump):
    """The runs that it has: none as long as the file is there and its first run is not."""
    last = max((r["run"] for r in dump["runs"]), default=0)
    counts = {t["run"]: (t["instances"], t["cost"]) for t in dump["totals"]}
    # Between two of algoprof_run_begin's runs one without instances may lie.
    closed = {counts[run] for run in counts if run < last}
    if closed - {(200, 600)}:
        raise Failure(f"closed runs have (instances, iterations) {closed}, not (200, 600)")
    instances, cost = counts.get(last, (0, 0))
    if not 3 * instances - 6 <= cost <= 3 * instances:
        raise Failure(f"run {last}: {instances} instances have cost {cost}")
    for i in dump["instances"]:
        if (i["cost"], i["rms"]) != (3, 12):
            raise Failure(f"an instance has cost {i['cost']}, size {i['rms']}")
    return len(closed) and last


def check(case, folder):
    _, readings = case
    exe, log, runs = os.path.join(folder, "live"), os.path.join(folder, "live.aplog"), 0
    compile_to(exe, SOURCE, ["-O2", "-pthread", "-I" + os.path.join(ROOT, "include")])
    env = {**os.environ, "ALGOPROF_LOG": log, "ALGOPROF_PAIRS": "4", "ALGOPROF_BUDGET": "0",
           "ALGOPROF_MAX_LOG": "4M"}
    with subprocess.Popen([exe], env=env) as process:
        try:
            while not os.path.exists(log):
                time.sleep(0.001)
            for _ in range(readings):
                status, output = execute([TOOL, "dump", "--json", log])
                if status:
                    raise Failure(f"exit status {status}: {output[-500:]}")
                runs = check_dump(json.loads(output))
        finally:
            process.kill()
    if runs < 10:
        raise Failure(f"{runs} runs: too few to tell")
    return f"ok {case[0]}: {readings} readings, {runs} runs"


run_cases(check, [("e2e/live", int(sys.argv[1]) if len(sys.argv) > 1 else 40)])
