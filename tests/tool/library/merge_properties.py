#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""merge_properties.py ALGOPROF LOG...: merging is associative, idempotent and free of
order, to the byte, and nothing gets lost: random trees of merges over random orders and
repetitions of the logs, which may have several states of one run, all give one file,
of which a report says the same as of the logs."""
import json
import os
import random
import subprocess
import sys

TOOL, LOGS = sys.argv[1], sys.argv[2:]
ROUNDS = 25


def run(*arguments):
    return subprocess.run([TOOL, *arguments], stdout=subprocess.PIPE, check=True,
                          stderr=subprocess.DEVNULL).stdout


def merge(draw, inputs, name):
    """Merges the inputs in a tree of a random shape."""
    draw.shuffle(inputs)
    if len(inputs) > 2 and draw.random() < 0.7:
        cut = draw.randint(1, len(inputs) - 1)
        inputs = [merge(draw, inputs[:cut], name + "l"), merge(draw, inputs[cut:], name + "r")]
    run("merge", "-o", name + ".aplog", *inputs)
    return name + ".aplog"


def said(*logs):
    report = json.loads(run("report", "--json", *logs))
    del report["skipped"]
    for target in report["targets"]:
        for point in target["points"]:
            del point["log"]
        target["points"].sort(key=json.dumps)
    return report


def main():
    run("merge", "-o", "once.aplog", *LOGS)
    with open("once.aplog", "rb") as file:
        expected = file.read()
    for seed in range(ROUNDS):
        draw = random.Random(seed)
        inputs = LOGS + draw.choices(LOGS, k=draw.randint(0, 4))
        if draw.random() < 0.3:
            inputs.append("once.aplog")
        with open(merge(draw, inputs, f"tree{seed}"), "rb") as file:
            if file.read() != expected:
                sys.exit(f"seed {seed}: another file")
        for name in os.listdir("."):
            if name.startswith("tree"):
                os.unlink(name)
    if said("once.aplog") != said(*LOGS):
        sys.exit("the report of the merged file is another one")
    print("one file")


main()
