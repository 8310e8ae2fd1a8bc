#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of runs over what grows, and of runs of two phases (growing/), as they are sampled by default: of all
runs that take 20 ms of CPU time and more nine in ten within a quarter of the truth, and 95 % of the intervals hold it.  The
truth is told at rate 1 without a budget: by the run itself, or, where its cost is quadratic and its size linear in n, by two small runs.
Those of growing/held*.c are held out: no rule comes from them.

    tests/tool/accuracy/growing.py [--seeds N] [-v] [KIND...]
"""
import argparse
import itertools
import json
import multiprocessing
import os
import re
import resource
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import EXACT, O, RUNTIME, TOOL, Failure, build, compiler, execute, plugin  # noqa: E402

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "growing")
FOLDER = os.path.join(O, "tests/tool/accuracy/growing")
PARTS = ("growing", "further", "structures", "algorithms", "software-grows", "software-phases", "everyday-grows", "everyday-phases", "applications-grows",
         "applications-phases", "searches", "held", "held-office", "held-systems", "held-engines")
STEPS = 4               # sizes of a kind
LEAST_SECONDS, NEAR = 0.02, 1.25
LEAST_RIGHT, LEAST_HELD = 90, 95
MOVES = "in_place"      # in a kind's name: what is read moves while it grows


def kinds():
    """[(name, exe, kind, least n, n, growth of its cost)]"""
    os.makedirs(FOLDER, exist_ok=True)
    found = []
    for part, variant in itertools.product(PARTS, (0, 1)):
        source, exe = os.path.join(SOURCES, f"{part}.c"), os.path.join(FOLDER, f"{part}-{variant}")
        build([*compiler(source), "-O2", "-g", "-w", f"-DVARIANT={variant}", "-fplugin=" + plugin(), source, "-o", exe, RUNTIME,
               "-lpthread"])
        for line in execute([exe, "list"], {"ALGOPROF_LOG": "off"})[1].decode().split("\n"):
            word = line.split()
            for step in range(STEPS if word else 0):
                low, high = int(word[3]), int(word[4])
                n = round(low * (high / low) ** (step / (STEPS - 1)))
                found.append((f"{'held/' * part.startswith('held')}{word[0]}/{variant}", exe, word[0], low, n, float(word[1])))
    return found


def point_of(run, n, env, seed, folder):
    name, exe, kind, *_ = run
    log = os.path.join(folder, "log.aplog")
    status, output = execute([exe, kind, str(n), "1"], {"ALGOPROF_LOG": log, "ALGOPROF_SEED": str(seed), **env}, timeout=600)
    if status:
        raise Failure(f"{name} {n}: exit status {status}\n{output!r}")
    targets = json.loads(execute([TOOL, "report", "--json", log], merge=False)[1])["targets"]
    os.remove(log)
    point, = [t["points"][0] for t in targets if t["instances"]]
    return point


def truth_of(run, folder):
    if MOVES in run[0] or run[5] < 2:
        return point_of(run, run[4], EXACT, 0, folder)["size"]
    small, large = run[3] // 2, run[3]
    low, high = (point_of(run, n, EXACT, 0, folder)["size"] for n in (small, large))
    return low + (high - low) * (run[4] - small) / (large - small)


def judge(job):
    """(name, n, size by truth, does the interval hold, pairs, seconds)"""
    run, seed = job
    with tempfile.TemporaryDirectory(prefix="growing-") as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        execute([run[1], run[2], str(run[4]), "1"], {"ALGOPROF_LOG": "off"}, timeout=600)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if seconds < LEAST_SECONDS:
            return None
        truth = truth_of(run, folder)
        point = point_of(run, run[4], {}, seed, folder)
    size, low, high = (point[key] or 0 for key in ("size", "size_low", "size_high"))
    return run[0], run[4], size / truth, low * 0.999 <= truth <= high * 1.001, point["pairs"], seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("-v", action="store_true")
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    runs = [r for r in kinds() if not options.kinds or any(re.search(k, r[0]) for k in options.kinds)]
    jobs = [(run, seed + 1) for run in runs for seed in range(options.seeds)]
    with multiprocessing.Pool(int(os.environ.get("JOBS", "2"))) as pool:
        found = [f for f in pool.map(judge, jobs, chunksize=1) if f]
    for name, n, ratio, held, pairs, seconds in found:
        if options.v or not 1 / NEAR <= ratio <= NEAR or not held:
            print(f"    {name} {n}, {seconds:.2f} s: {ratio:.2f} of the truth{'' if held else ', outside of its interval'}; {pairs} pairs")
    return 0 if all([passes(part, [f for f in found if f[0].startswith("held/") == (part == "held out")])
                     for part in ("growing", "held out")]) else 1


def passes(part, found):
    if not found:
        return True
    right = 100 * sum(1 / NEAR <= f[2] <= NEAR for f in found) / len(found)
    held = 100 * sum(f[3] for f in found) / len(found)
    good = right >= LEAST_RIGHT and held >= LEAST_HELD
    print(f"{'ok' if good else 'not ok'} accuracy/growing, {part}: {len(found)} runs, {right:.1f} % within a quarter "
          f"(at least {LEAST_RIGHT}), {held:.1f} % of the intervals hold (at least {LEAST_HELD})")
    return good


sys.exit(main())
