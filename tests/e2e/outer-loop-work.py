#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An outer loop is as steep as what it does: of loops with n iterations, whose
bodies access about n bytes in each, work_fit says n^2, they are alarms, and
`algoprof check` fails.  With constant bodies, or logarithmic ones, they are none, nor
where a body calls the loop's function again: what is done there is done once.
One execution a run, at budget 0; and many at the defaults, where few are traced of each
run, and single instances may have to say it.  Of recursions likewise: a quicksort of
what is sorted makes n calls, which go over n elements each.  A loop without input has no size; that its work grows is said.

    tests/e2e/outer-loop-work.py [KIND...]
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import ROOT, SANFLAGS, TOOL, Failure, compile_to, execute, run_cases  # noqa: E402

STEEP = ["bubble", "insertion", "length", "front", "append", "called", "quick"]
CALM = ["constant", "search", "sum", "merge", "nested"]
TIMES = {"bubble": (1, 40), "insertion": (1, 40, 400), "append": (1, 400), "search": (1, 40), "sum": (1, 400)}
SIZES = [120, 170, 240, 340, 480, 680, 960, 1360, 1920]
# The budget of a program of a few milliseconds traces nothing of a long execution: on a slow or busy machine only the
# sizes up to 240 have points, and the small ones have to say it.
MORE_SIZES = [15, 21, 30, 42, 60, 85]


def check_without_input(target, logs):
    if target["verdict"] != "unknown" or not {"no-input", "growing-work"} <= set(target["warnings"]):
        raise Failure(f"{target['verdict']}, {target['warnings']}")
    text = execute([TOOL, "report", "-v", logs])[1].decode()
    found = re.search(r"bytes accessed grow as iterations\^([0-9.]+) over runs \(growing-work\)", text)
    if not found or not 1.9 < float(found[1]) < 2.1 or "no input read, but bytes accessed grow faster than iterations" not in text:
        raise Failure(text)


def check(case, folder):
    _, kind, times = case
    budget = {"ALGOPROF_BUDGET": "0"} if times == 1 else {}
    exe, callee, logs = (os.path.join(folder, name) for name in ("work", "callee.o", "logs"))
    here = os.path.join(ROOT, "tests/e2e")
    compile_to(callee, os.path.join(here, "outer-loop-work-callee.c"), ["-O2", "-c", "-fplugin-arg-algoprof-callees=all"])
    compile_to(exe, os.path.join(here, "outer-loop-work.c"), ["-O2", "-g", callee])
    os.mkdir(logs)
    for seed, size in enumerate(SIZES if times == 1 else MORE_SIZES + SIZES):
        status, output = execute([exe, kind, str(size), str(times)], {
            "ALGOPROF_SEED": str(seed + 1), "ALGOPROF_LOG": logs + "/%p.aplog", **budget})
        if status:
            raise Failure(f"size {size}: exit status {status}\n{output!r}")
    status, output = execute([TOOL, "report", "--json", logs], merge=False)
    if status:
        raise Failure(f"report: exit status {status}")
    target, = json.loads(output)["targets"]
    if kind == "made":
        check_without_input(target, logs)
        return
    single = times > 1 and (kind in CALM or target["decides"].startswith("instances"))
    work = target["instances_work_fit" if single else "work_fit"]
    told = f"{target['verdict']}, {target['decides']}: fit {target['fit']['formula']}, work {work['formula']} " \
           f"{work['exponent_low']} to {work['exponent_high']}"
    status, output = execute([TOOL, "check", "--max-exponent", "1.3", logs])
    if kind in STEEP:
        if not target["alarm"] or (times == 1 and (work["class"] not in ("n^2", "n^b") or not 1.8 < work["exponent"] < 2.2)):
            raise Failure(told)
        if status != 1:
            raise Failure(f"check: exit status {status}: {output!r}")
    elif target["alarm"] or (target["verdict"] != "fine" and times == 1) or work["class"] not in ("n", "n log n", "n^b") or work["exponent"] > 1.3:
        raise Failure(told)
    elif status == 1 or (status == 3 and times == 1):       # of few traced instances nothing may be told
        raise Failure(f"check: exit status {status}: {output!r}")


def main():
    if SANFLAGS:
        print("# SKIP a sanitised program is another program")
        sys.exit(77)
    kinds = sys.argv[1:] or STEEP + CALM + ["made"]
    run_cases(check, [(f"e2e/outer-loop-work {kind} {times}", kind, times) for kind in kinds for times in TIMES.get(kind, (1,))])


main()
