#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random loops (loops.py).  Each execution sampled: the iterations of all must be those that
tests/judged/exact/judge.c finds, which the same source at -O0 tells of each access, and the sizes those
that valgrind's trace of the same executable has (tests/judged/exact/valgrind_trace.py), without optimisation
the judge's, too.  Some or none sampled: the executions and iterations counted must be the judge's.
TORTURE_COUNT programs with seeds from 1 up, or the seeds named.

    tests/torture/exact.py [SEED...]
"""
import collections
import importlib.util
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(sys.path[0], "../lib"))
import harness  # noqa: E402
import loops  # noqa: E402
import long_suites  # noqa: E402

EXACT = os.path.join(long_suites.HERE, "..", "judged", "exact")
SPEC = importlib.util.spec_from_file_location("exact_run", os.path.join(EXACT, "run.py"))
exact = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(exact)
RATES = ("7", "1000000000")
# Valgrind knows no AVX-512.
FLAGS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 " + exact.NO_RANGES, "-O3 -march=x86-64-v3", "-O2 -flto"]
VARIABLES = re.compile(r"(a_(u8|u16|u32|u64|float|double)|table|order|nodes|tights|eithers|total|called_help\d+)")


def machine(expected, sizes):
    """The judge's iterations with these sizes.  A loop of no iterations may read nothing, and be gone."""
    result = {}
    for name, (instances, _) in expected.items():
        each, together = sizes.get(name, ([0] * len(instances), 0))
        if len(each) != len(instances):
            raise long_suites.Failure(f"{name}: valgrind's trace has {len(each)} instances, the judge {len(instances)}")
        result[name] = [(n, size) for (n, _), size in zip(instances, each)], together
    return result


def check(case, folder):
    seed, flags = case
    source = os.path.join(folder, "random.c")
    with open(source, "w", encoding="ascii") as file:
        file.write(loops.write(int(seed)))
    include = " -w -I" + EXACT
    exe = exact.build(folder, source, flags + include + " -DLACKEY -no-pie", None)
    found, output = exact.found_by_log(exe, folder)
    expected, judged = exact.found_by_judge(folder, source, "-O0" + include, None)
    sizes, traced = exact.valgrind_trace.sizes(exe, source, VARIABLES.fullmatch, folder)
    if output != judged or output != traced:
        raise long_suites.Failure(f"output {output!r}, judged {judged!r}, under valgrind {traced!r}")
    exact.compare(found, machine(expected, sizes))
    if flags == "-O0":
        exact.compare(found, expected)
    counts = {name: (len(all), sum(n for n, _ in all)) for name, (all, _) in expected.items()}
    for rate in RATES:
        told, env = os.path.join(folder, "told"), {"ALGOPROF_RATE": rate, "ALGOPROF_BUDGET": "0"}
        status, output, log = harness.run_profiled(os.path.join(folder, "profiled"), told, env)
        if status or output != judged or log is None:
            raise long_suites.Failure(f"at rate {rate}: exit status {status}, output {output!r}, judged {judged!r}")
        counted = {name: total for name, total in harness.totals(log).items() if total[0]}
        if counted != counts:
            raise long_suites.Failure(f"at rate {rate}: (executions, iterations) {counted}, judge {counts}")
    return collections.Counter(profiled=len(found))


def main():
    seeds = sys.argv[1:] or [str(n) for n in range(1, long_suites.COUNT + 1)]
    # Of many, each with one of the flags.
    long_suites.run("exact", check, [(seed, flags) for seed in seeds
                                     for flags in (FLAGS if sys.argv[1:] else [FLAGS[int(seed) % len(FLAGS)]])])


main()
