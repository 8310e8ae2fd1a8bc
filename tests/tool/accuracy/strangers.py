#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of runs at the defaults, of programs that an engineer wrote who had read the documents only (strangers/): loops over what
grows, and of two phases, as he has met them in products.  Nothing is tuned on them, and no rule comes from them: what they say is what a
new user gets.  strangers/sizes.json has what each run reads in truth, of rate 1 without a budget; --truth tells it again.

    tests/tool/accuracy/strangers.py [--seeds N] [--truth] [-v] [PROGRAM...]
"""
import argparse
import json
import multiprocessing
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import EXACT, JOBS, O, RUNTIME, TOOL, Failure, build, compiler, execute, plugin  # noqa: E402

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "strangers")
SIZES = os.path.join(SOURCES, "sizes.json")
FOLDER = os.path.join(O, "tests/tool/accuracy/strangers")
NEAR, FAR = 1.25, 2
LEAST_NEAR, LEAST_NOT_FAR, LEAST_HELD = 30, 60, 88      # % of the runs, two thirds and more of which are noise and the programs' own


def make(name):
    source, = [os.path.join(SOURCES, name + end) for end in (".c", ".cc") if os.path.exists(os.path.join(SOURCES, name + end))]
    exe = os.path.join(FOLDER, name)
    build([*compiler(source), "-O2", "-g", "-w", *(["-std=c++20"] if source.endswith("cc") else []), "-fplugin=" + plugin(), source, "-o", exe,
           RUNTIME, "-lpthread", "-lm"])


def point_of(name, n, env):
    with tempfile.TemporaryDirectory(prefix="strangers-") as folder:
        log = os.path.join(folder, "log.aplog")
        status, output = execute([os.path.join(FOLDER, name), n, "1"], {"ALGOPROF_LOG": log, "ALGOPROF_MAX_LOG": "4G", **env}, timeout=600)
        if status:
            raise Failure(f"{name} {n}: exit status {status}\n{output!r}")
        target, = json.loads(execute([TOOL, "report", "--json", log], merge=False)[1])["targets"]
        return target["points"][0]


def judge(job):
    """(program, n, size by truth or None, does the interval hold, pairs)"""
    name, n, truth, seed = job
    point = point_of(name, n, {"ALGOPROF_SEED": str(seed)})
    size = point["size"]
    low, high = (point[end] if point[end] is not None else size for end in ("size_low", "size_high"))
    return name, n, size and size / truth, size is not None and low <= truth <= high, point["pairs"]


def within(results, factor):
    return 100 * sum(bool(by) and 1 / factor <= by <= factor for _, _, by, _, _ in results) / len(results)


def tell_truth(sizes):
    for name in sizes:
        for n in sizes[name]:
            sizes[name][n] = point_of(name, n, EXACT)["size"]
    with open(SIZES, "w") as out:
        out.write("{\n" + ",\n".join(f' "{name}": {json.dumps(sizes[name])}' for name in sorted(sizes)) + "\n}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--truth", action="store_true")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    os.makedirs(FOLDER, exist_ok=True)
    with open(SIZES) as known:
        sizes = json.load(known)
    with multiprocessing.Pool(JOBS) as pool:
        pool.map(make, options.programs or sizes, 1)
        if options.truth:
            tell_truth(sizes)
            return 0
        results = pool.map(judge, [(name, n, sizes[name][n], seed) for name in options.programs or sizes for n in sizes[name]
                                   for seed in range(1, options.seeds + 1)], 1)
    for name, n, by, held, pairs in results if options.v else []:
        print(f"    {name} {n}: {'none' if by is None else format(by, '.2f')} of the truth, {'held' if held else 'NOT HELD'}, {pairs} pairs")
    near, not_far, held = within(results, NEAR), within(results, FAR), 100 * sum(held for *_, held, _ in results) / len(results)
    good = near >= LEAST_NEAR and not_far >= LEAST_NOT_FAR and held >= LEAST_HELD
    print(f"{'ok' if good or options.programs else 'not ok'} accuracy/strangers: of {len(results)} sizes {near:.1f} % are within a quarter of the truth, "
          f"{not_far:.1f} % within a factor of two; {held:.1f} % of the intervals hold it")
    return 0 if good or options.programs else 1


sys.exit(main())
