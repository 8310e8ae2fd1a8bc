#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Input that streams through a program (streams.c): the memory that a look-up reads grows more slowly than the input.
Cost that goes with the input is no alarm, and a limit on the exponent is not exceeded; cost that grows faster is, where
the memory that was read tells no size, too.

    tests/e2e/streams.py
"""
import glob
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import EXACT, TESTS, TOOL, Failure, compile_to, execute, run_cases  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/streams.c")
RUNS = [round(1000 * 1.8 ** k) for k in range(9)]


def text(n):
    """n words of three to five digits, of about 3 root (n) different ones."""
    rng = random.Random(n)
    return " ".join(str(100 + rng.randrange(round(3 * n ** .5))) for _ in range(n)).encode() + b" "


def play(program, way, logs):
    for run, n in enumerate(RUNS):
        done = subprocess.run([program, way], input=text(n), env={**os.environ, **EXACT, "ALGOPROF_LOG": f"{logs}/{run}.aplog"},
                              check=False)
        if done.returncode:
            raise Failure(f"status {done.returncode}")


def check_fork(program, folder):
    """Child and parent each have an account of their own; a parent's has its children, too."""
    data = text(5000)
    subprocess.run([program, "fork"], input=data, env={**os.environ, **EXACT, "ALGOPROF_LOG": f"{folder}/%p.aplog"}, check=True)
    told = [json.loads(execute([TOOL, "dump", "--json", log])[1]) for log in glob.glob(f"{folder}/*.aplog")]
    child, = [log["profiling"]["input_bytes"] for log in told if "forked" in log["header"]["flags"]]
    if child != len(data) - 4096:
        raise Failure(f"the child read {child} bytes, not {len(data) - 4096}")


def outgrown(logs):
    """Nothing is read: what the process read stands in, and all say so."""
    target, = [t for t in json.loads(execute([TOOL, "report", "--json", logs], merge=False)[1])["targets"] if t["instances"]]
    fit = target["user_fit"]
    if (target["verdict"], target["decides"], target["user_size_by"], fit["class"]) != ("alarm", "user_fit", "input", "n^2"):
        raise Failure(f"{target['verdict']} by {target['decides']}, {target['user_size_by']}: {fit['formula']}")
    said = execute([TOOL, "report", "--target=" + target["name"], logs], merge=False)[1].decode()
    for part in "n is how many bytes the process read from files and pipes", "by input read", " input read\n":
        if part not in said:
            raise Failure(f"no {part!r} in\n{said}")
    status, told = execute([TOOL, "check", "--max-exponent=1.3", logs])
    if status != 1 or b"by input read: " not in told:
        raise Failure(f"check: {status}\n{told.decode()}")
    told = execute([TOOL, "diff", logs, "--", logs])[1].decode()
    if " by input read" not in told:
        raise Failure(f"diff:\n{told}")


def check(case, folder):
    _, way, alarm = case
    program, logs = os.path.join(folder, "program"), os.path.join(folder, "logs")
    os.makedirs(logs)
    compile_to(program, SOURCE, ["-O2"])
    if way == "fork":
        check_fork(program, folder)
        return
    play(program, way, logs)
    if way == "clear":
        outgrown(logs)
        return
    target, = [t for t in json.loads(execute([TOOL, "report", "--json", logs], merge=False)[1])["targets"] if t["instances"]]
    if [p["input_bytes"] for p in sorted(target["points"], key=lambda p: p["input_bytes"])] != [len(text(n)) for n in RUNS]:
        raise Failure(f"input: {[p.get('input_bytes') for p in target['points']]}")
    if target["alarm"] != alarm:
        raise Failure(f"{target['verdict']}: {target['fit']['formula']}")
    said = "as what the process read" in execute([TOOL, "report", "--target=" + target["name"], logs], merge=False)[1].decode()
    if said == alarm:
        raise Failure("the report says that the input explains it" if said else "the report does not say why it is none")
    status, told = execute([TOOL, "check", "--max-exponent", "1.3", logs])
    if (status == 1) != alarm:
        raise Failure(f"check: {status}\n{told.decode()}")


run_cases(check, [("streams table", "table", False), ("streams list", "list", True), ("streams fork", "fork", None),
                  ("streams clear", "clear", True)])
