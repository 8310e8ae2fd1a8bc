#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs with known counts: instances and iterations of each target must be
exactly those that the program's comments state,

    /* target NAME: instances I, iterations N */

(all marks: tests/lib/marks.py) at every level and rate, and output and exit status those of the plain build.
At rate 1 the traced instances must add up to the iterations, and an instance
traced at another rate must have the cost that it has at rate 1.

    tests/judged/counts/run.py [--all] [--flags "FLAGS|FLAGS..."] [FILE...]

The settings take turns over the programs.  --all, or a program that is named: all settings.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (Failure, LEAVING, SANFLAGS, Skipped, compile_to, execute, other_versions,  # noqa: E402
                     programs_asked_for, run_cases, run_profiled, totals)
from marks import Marks  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
with open("/proc/cpuinfo", encoding="ascii", errors="replace") as cpuinfo:
    WIDE = "-mavx2" if " avx2 " in cpuinfo.read() else "-msse4.2"
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
MORE = ["-O2 -flto", "-O2 -fPIC -pie -g", f"-O3 {WIDE} -g", "-O2 -lrt-sample", "-O1 -fno-inline",
        "-O2 -masm=intel -lrt-sample", "-O0 -g -fPIC", "-O2 -mcmodel=large"]
RATES = ["1", "2", "auto", "7", "1000"]


def check_traced(log, rate, exact, known, all_traced):
    """Compare single traced instances; returns {key: cost} of those that every
    run must have alike: of a program with threads, none."""
    names = {s["site"]: s["name"] for s in log["sites"]}
    costs, sums, cut = {}, {}, set()
    for i in log["instances"]:
        name = names[i["site"]]
        if i["cost"] > i["total_cost"]:
            raise Failure(f"rate {rate}: {name}: instance {i['index']} cost {i['cost']} of {i['total_cost']} in all")
        if "cut" in i["flags"]:
            cut.add(name)
        else:
            costs[i["site"], i["index"]] = i["cost"]
        sums[name] = sums.get(name, 0) + i["cost"]
        before = known.get((i["site"], i["index"]))
        if before is not None and before != i["cost"] and "cut" not in i["flags"]:
            raise Failure(f"rate {rate}: {name}: instance {i['index']} cost {i['cost']}, {before} at rate 1")
    if rate == "1" and all_traced:
        for name, (instances, iterations) in exact.items():
            traced = sum(1 for i in log["instances"] if names[i["site"]] == name)
            if traced != instances:
                raise Failure(f"rate 1: {name}: {traced} of {instances} instances traced")
            if sums.get(name, 0) != iterations and name not in cut:
                raise Failure(f"rate 1: {name}: traced instances cost {sums.get(name, 0)} in all, not {iterations}")
    return costs if rate == "1" and len({i["thread"] for i in log["instances"]}) == 1 else {}


def check(case, folder):
    _, source, flags, version = case
    marks = Marks(source)
    if marks.why("unsanitised") and SANFLAGS:
        raise Skipped(marks.why("unsanitised"))
    expected = marks.counts(flags.split()[0])
    if not expected:
        raise Failure("the program states no counts")
    options = flags.split() + marks.words("options")
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    more = marks.further_sources()
    compile_to(plain, source, options, version, profiled=False, extra=more)
    compile_to(profiled, source, options, version, extra=more)
    truth = execute([plain], cwd=folder)
    known = {}
    for rate in RATES:
        status, output, log = run_profiled(profiled, os.path.join(folder, "log"), {
            "ALGOPROF_RATE": rate, "ALGOPROF_BUDGET": "0", "ALGOPROF_SEED": "7"})
        if (status, output) != truth:
            raise Failure(f"rate {rate}: status {status} and output\n{output.decode(errors='replace')}\n"
                          f"without plugin {truth[0]} and\n{truth[1].decode(errors='replace')}")
        if log is None:
            raise Failure(f"rate {rate}: no log")
        found = totals(log)
        if found != expected:
            raise Failure("\n".join(
                f"rate {rate}: {name}: instances and iterations {found.get(name)}, expected {expected.get(name)}"
                for name in sorted(set(found) | set(expected)) if found.get(name) != expected.get(name)))
        if LEAVING:             # what is cut has any cost
            known.clear()
        known.update(check_traced(log, rate, expected, known, not LEAVING and not marks.why("untraced")))


def settings_of(number, everything):
    """[(flags, version)] that a program is run at."""
    versions = other_versions()
    if SANFLAGS:
        return [("-O2", None)]
    if everything:
        return [(flags, None) for flags in LEVELS + MORE] + [(flags, v) for v in versions for flags in LEVELS]
    chosen = [(LEVELS[number % len(LEVELS)], None), (MORE[number % len(MORE)], None)]
    return chosen + [(LEVELS[(number + 1) % len(LEVELS)], v) for v in versions if number % 4 == 1]


def main():
    sources, everything, chosen = programs_asked_for(HERE)
    cases = []
    for number, source in enumerate(sources):
        cases += [(f"counts/{os.path.basename(source)} {'gcc-' + version + ' ' if version else ''}{flags}",
                   source, flags, version)
                  for flags, version in chosen or settings_of(number, everything)]
    run_cases(check, cases)


main()
