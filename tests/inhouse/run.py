#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""In-house mode: the profiles of programs/, at two of -O0 to -O3 each, in turn; with the argument `all' at all four
(make torture PART=inhouse).

  sizes     equal those of oracle.cc, for each function and size; both watch one binary
  renumber  the same with a runtime whose stamps run out after 5,000 activations
  blocks    equal a counter in each block, and a check at each access (no-ranges), in every column of the tuples; where loops
            are told before they run (counted.c) at all levels and by both metrics
  leaving   exceptions, longjmp, tail calls, exit and fork leave output, counts and stack as they must be
"""
import json
import os
import subprocess
import sys

from suite import CC, CXX, HERE, INHOUSE, O, PLUGIN, RUNTIME, check, make_short_runtime, must, summed_up

WORK = os.path.join(O, "tests", "inhouse")


def profile(program, status=None, more=None):
    """{function: {size: tuple}} of a run."""
    log = program + ".aplog"
    if os.path.exists(log):
        os.unlink(log)
    done = subprocess.run([program], capture_output=True, text=True,
                          env=dict(os.environ, ALGOPROF_LOG=log, ALGOPROF_VERBOSE="1", **(more or {})))
    if status is not None and done.returncode != status:
        sys.exit("%s: status %s for %s" % (program, done.returncode, status))
    report = json.loads(must([os.path.join(O, "algoprof"), "report", "--json", log]).stdout)
    return {t["name"]: {row["size"]: row for row in t["tuples"]} for t in report["targets"]}, done.stdout


def compare_with_oracle(source, level, cell, oracle, runtime=RUNTIME):
    name = "%s-%s-%s" % (os.path.basename(source)[:-2], level, cell)
    program = os.path.join(WORK, name)
    must([CC, "-O" + level, "-g", "-fsanitize=thread", "-DCELL=%d" % cell, *INHOUSE,
          "-fplugin-arg-algoprof-cell=%d" % cell, "-c", source, "-o", program + ".o"])
    must([CXX, program + ".o", oracle, runtime, "-rdynamic", "-ldl", "-o", program])
    found, _ = profile(program, more={"ORACLE": program + ".sets"})
    wanted = {}
    for line in open(program + ".sets"):
        function, size, count, *_ = line.split()
        wanted.setdefault(function, {})[int(size)] = int(count)
    for function, rows in found.items():
        counts = {size: row["count"] for size, row in rows.items()}
        if counts != wanted.get(function, {0: sum(counts.values())}):
            return "%s has %s, by sets %s" % (function, sorted(counts.items())[:8],
                                              sorted(wanted.get(function, {}).items())[:8])
    return "" if set(wanted) <= set(found) else "no profile of " + str(set(wanted) - set(found))


def compare_blocks(source, level, metric="rms"):
    base = os.path.join(WORK, "%s-%s-%s" % (os.path.basename(source), level, metric))
    compiler = CXX if source.endswith(".cc") else CC
    seen = []
    must([compiler, "-O" + level, "-w", source, "-o", base + "-plain"])
    plain = subprocess.run([base + "-plain"], capture_output=True, text=True)
    for kind, flags in ("edges", []), ("each", ["-fplugin-arg-algoprof-no-ranges"]):
        must([compiler, "-O" + level, "-w", "-fchecking", *PLUGIN, "-fplugin-arg-algoprof-inhouse=" + metric, *flags, source, RUNTIME, "-o", base + "-" + kind])
        tuples, output = profile(base + "-" + kind, plain.returncode)
        if output != plain.stdout:
            return "other output: " + output
        seen.append(tuples)
    for function in seen[0]:
        if seen[0][function] != seen[1].get(function):
            return "%s: %s, by each block %s" % (function, list(seen[0][function].values())[:3],
                                                 list(seen[1].get(function, {}).values())[:3])
    return "" if seen[0] and len(seen[0]) == len(seen[1]) else "other functions"


def levels_of(programs, source):
    return "0123" if sys.argv[1:] == ["all"] or source.endswith("counted.c") else "02" if programs.index(source) % 2 else "13"


def main():
    os.makedirs(WORK, exist_ok=True)
    programs = sorted(os.path.join(HERE, "programs", f) for f in os.listdir(os.path.join(HERE, "programs")))
    for cell in 8, 4, 1:
        oracle = os.path.join(WORK, "oracle%d.o" % cell)
        must([CXX, "-O2", "-DCELL=%d" % cell, "-c", os.path.join(HERE, "oracle.cc"), "-o", oracle])
        for source in programs:
            for level in levels_of(programs, source) if cell == 8 else "2":
                if source.endswith(".c"):
                    name = "sizes %s -O%s, cells of %d" % (os.path.basename(source), level, cell)
                    check(name, compare_with_oracle(source, level, cell, oracle))
    runtime = make_short_runtime(WORK)
    for source in programs:
        if source.endswith(".c"):
            check("renumber " + os.path.basename(source),
                  compare_with_oracle(source, "1", 8, os.path.join(WORK, "oracle8.o"), runtime))
    for source in programs:
        for level in levels_of(programs, source):
            if not source.endswith(".h"):
                check("blocks %s -O%s" % (os.path.basename(source), level), compare_blocks(source, level))
    counted = os.path.join(HERE, "programs", "counted.c")
    for level in "123":
        check("blocks counted.c -O%s by trms" % level, compare_blocks(counted, level, "trms"))
    return summed_up()


sys.exit(main())
