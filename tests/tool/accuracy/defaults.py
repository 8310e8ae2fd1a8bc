#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the kept pairs stand for the whole run, as it is sampled by default?  Six shapes of runs (defaults/shapes.c), cheap
and dear to trace, so many seeds each.  A pair's position is the share of the run's cost that came before its middle;
it stands for the cost that is nearer to it than to other pairs, which is how the report weighs pairs.  Of all runs
together the weight below each twentieth is that twentieth (MOST_OFF at most off, or three standard errors), and each run
has LEAST pairs.

    tests/tool/accuracy/defaults.py [--seeds N] [--dear] [-v] [SHAPE...]

--dear: those, too.  Without it the runs are few, and only what is far off is found; how many pairs 64 threads get
depends on how the machine runs them side by side, so these are looked at with it only.
"""
import argparse
import json
import os
import statistics
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import O, RUNTIME, SANFLAGS, TOOL, Failure, build, execute, plugin  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SHAPES = ("growing", "shrinking", "phases", "bursts", "one-huge", "threads")
LEAST, MOST_OFF = 8, 0.05
STEPS = [step / 20 for step in range(1, 20)]


def positions(log):
    """Of the whole pairs, ascending.  Threads come one after the other."""
    begin, cost = {}, 0
    for counter in sorted(log["counters"], key=lambda counter: counter["thread"]):
        begin[counter["thread"]] = cost
        cost += counter["cost"]
    return sorted((begin[i["thread"]] + i["total_cost"] - i["cost"] / 2) / cost for i in log["instances"]
                  if i["place"] == 0 and "cut" not in i["flags"])


def off(at):
    """The weight below each step, less the step."""
    ends = [0, *((a + b) / 2 for a, b in zip(at, at[1:])), 1]
    return [sum(high - low for low, high, p in zip(ends, ends[1:], at) if p <= step) - step for step in STEPS]


def sample(program, shape, seed, folder):
    log = os.path.join(folder, "log.aplog")
    if os.path.exists(log):
        os.remove(log)
    status, output = execute([program, *shape.split()], {"ALGOPROF_LOG": log, "ALGOPROF_SEED": str(seed)})
    if status:
        raise Failure(f"{shape}: status {status}\n{output!r}")
    return positions(json.loads(execute([TOOL, "dump", "--json", log])[1]))


def judge(shape, runs, verbose):
    """Is the shape sampled as it must be?"""
    pairs = [len(at) for at in runs]
    by_step = list(zip(*(off(at) for at in runs if at)))
    worst = max(by_step, key=lambda step: abs(statistics.mean(step)))
    error = statistics.stdev(worst) / len(worst) ** 0.5
    mean, step = statistics.mean(worst), STEPS[by_step.index(worst)]
    good = min(pairs) >= LEAST and abs(mean) <= max(MOST_OFF, 3 * error)
    text = (f"{min(pairs)} to {max(pairs)} pairs, median {statistics.median(pairs):g}; weight below {step:.2f} is off by "
            f"{mean:+.3f} (standard error {error:.3f})")
    print(f"{'ok' if good else 'not ok'} accuracy/defaults {shape}")
    if verbose or not good:
        print(f"    {text}; at least {LEAST} pairs, off by {MOST_OFF} at most")
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--dear", action="store_true")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("shapes", nargs="*")
    options = parser.parse_args()
    if SANFLAGS:
        print("the runtime is sanitised: what it takes is another")
        return 77
    good = True
    with tempfile.TemporaryDirectory(prefix="defaults-") as folder:
        program = os.path.join(folder, "shapes")
        source = os.path.join(HERE, "defaults/shapes.c")
        build([os.environ.get("CC", "gcc"), "-O2", "-g", "-w", "-fplugin=" + plugin(), source, "-o", program, RUNTIME,
               "-lpthread"])
        shapes = SHAPES if options.dear else SHAPES[:-1]
        for shape in [f"{shape} {price}" for shape in options.shapes or shapes
                      for price in ("cheap", "dear")[:1 + options.dear]]:
            runs = [sample(program, shape, seed, folder) for seed in range(1, options.seeds + 1)]
            good &= judge(shape, runs, options.v)
            sys.stdout.flush()
    return 0 if good else 1


sys.exit(main())
