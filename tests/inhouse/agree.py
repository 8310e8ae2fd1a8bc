#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same executions of the examples' targets by both modes, in one run of one binary: production mode with every execution traced, in-house
mode with cells of a byte.

  recursions   the activations of the function are the recursion's calls; each outermost call has the same size in both
  loops        the function's size is that of its loop, and what it reads besides: BESIDES has these bytes, an activation
"""
import collections
import json
import os
import subprocess
import sys

from suite import CC, CXX, O, TOOL, check, summed_up

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
WORK = os.path.join(O, "tests", "inhouse-agree")
# The element where a search begins; three bytes of each of 10,000 keys, of which the machine code tests the lowest byte only.
BESIDES = {"count_siblings": {8}, "linear_stream": {30000}}


def ask(*arguments):
    return json.loads(subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=True).stdout)


def record(example, size, options):
    folder = os.path.join(ROOT, "examples", example)
    source = next(os.path.join(folder, f) for f in ("main.c", "main.cc") if os.path.exists(os.path.join(folder, f)))
    program = os.path.join(WORK, example)
    log = program + ".aplog"
    subprocess.run([CXX if source.endswith("cc") else CC, "-O1", "-w", "-fno-inline", "-fplugin=" + os.path.join(O, "algoprof.so"),
                    "-fplugin-arg-algoprof-inhouse", "-fplugin-arg-algoprof-cell=1", *options, source,
                    os.path.join(O, "librt-sample.a"), "-o", program], check=True)
    if os.path.exists(log):
        os.unlink(log)
    subprocess.run([program, size, "1"], check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, ALGOPROF_LOG=log, ALGOPROF_RATE="1", ALGOPROF_BUDGET="0"))
    return log


def compare(site, instances, function):
    """Sizes of one target's executions, with those of its function's activations."""
    name, traced = site["name"], sorted(i["rms"] for i in instances)
    profiled = sorted(row["size"] for row in function["tuples"] for _ in range(row["count"]))
    if site["kind"] == "recursion":
        calls = sum(i["cost"] for i in instances)
        missing = collections.Counter(traced) - collections.Counter(profiled)
        if calls != function["activations"]:
            return "%s: %d calls, %d activations" % (name, calls, function["activations"])
        return "%s: no activation of the sizes %s" % (name, sorted(missing)[:5]) if missing else ""
    if len(traced) != len(profiled):
        return "%s: %d executions, %d activations" % (name, len(traced), len(profiled))
    found = collections.Counter(b - a for a, b in zip(traced, profiled))
    return "" if set(found) <= BESIDES.get(name, {0}) else "%s: besides the loop %s bytes were read" % (name, dict(found))


def main():
    os.makedirs(WORK, exist_ok=True)
    with open(os.path.join(ROOT, "examples", "fleet.txt"), encoding="ascii") as file:
        fleet = [line.split() for line in file if line.strip() and not line.startswith("#")]
    for example, size, _, *options in fleet:
        log = record(example, size, options)
        dump = ask("dump", "--json", log)
        functions = {t["name"]: t for t in ask("report", "--json", log)["targets"] if t["kind"] == "function"}
        faults = []
        for site in dump["sites"]:
            own = [i for i in dump["instances"] if i["site"] == site["site"]]
            function = next((f for n, f in functions.items() if n == site["function"] or site["function"].endswith("::" + n)), None)
            faults.append(compare(site, own, function) if function and own else "%s: nothing of it" % site["name"])
        check(example, "; ".join(f for f in faults if f) if dump["sites"] else "no target")
    return summed_up()


sys.exit(main())
