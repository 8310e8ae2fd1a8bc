#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose fault the slow executions are: `report' names the caller that makes a linear helper quadratic, and no innocent one.

    tests/contexts/blame.py [REPETITIONS [NAME...]]    4; `make torture PART=blame': 50

  guilty     of REPETITIONS fleets of runs at the default settings, each names that caller, and its growth
  innocent   of as many fleets none is named
  sizes      callers with sizes of their own are not compared beyond them: none is named
  further    a caller's caller, and a place in a caller, are named where they make the difference
  recorded   with contexts in the same program its caller is named by the log alone
  formats    text, JSON and the page say the same; without the program its place is told by number
  damaged    a log with damaged contexts is used, and that is said
"""
import json
import os
import re
import sys

import callers
import base
from base import ARCHIVE, TOOL, WORK, check, must, run

RUNS = 12           # of a fleet
TIMES = 1500        # calls of a run: some ten milliseconds


def fleet(name, program, first_seed, *arguments, runs=RUNS):
    folder = os.path.join(WORK, name)
    must(["rm", "-rf", folder])
    for seed in range(first_seed, first_seed + runs):
        must([program, *arguments, str(seed)], env=dict(os.environ, ALGOPROF_LOG=folder + "/%u.aplog"))
    return folder


def groups_of(logs, *options):
    target, = json.loads(must([TOOL, "report", "--json", "--source=" + WORK, *options, logs]).stdout)["targets"]
    return target["by_callers"]


def told(groups):
    """[(callers, the innermost first, exponent: of an exponential infinite, without a class 0)]"""
    def exponent(fit):
        return fit["exponent"] if fit["exponent"] is not None else float("inf") if fit["class"] == "2^n" else 0
    return [(" ".join(c["name"] + (" " + c["place"] if c["place"] else "") for c in g["callers"]), exponent(g["fit"]))
            for g in groups]


def program(name="callers-loop", more=()):
    return callers.build("blame-" + name + "".join(more), name + ".c", ["-O2", *more], [ARCHIVE])


def is_right(groups):
    """The steepest is `thorough', near n^2, the other one is linear."""
    found = told(groups)
    return len(found) >= 2 and found[0][0] == "thorough" and found[0][1] > 1.6 and \
        all(exponent < 1.3 for _, exponent in found[1:]) and \
        {name for name, _ in found[1:]} <= {"quick", ""}


def repetitions(name, guilty, count, fine):
    path, wrong = program(), []
    for i in range(count):
        groups = groups_of(fleet("blame-logs", path, 1000 * i + 1, str(TIMES), str(guilty)))
        if not fine(groups):
            wrong.append("repetition %d: %s" % (i, told(groups)))
    check("%s: %d of %d" % (name, count - len(wrong), count), "\n".join(wrong))


def guilty(count):
    repetitions("guilty", 1, count, is_right)


def innocent(count):
    repetitions("innocent", 0, count, lambda groups: not groups)


def sizes(count):
    """One caller has small inputs, the other large ones, and the helper itself bends in between."""
    path, wrong = program("callers-sizes"), []
    for i in range(max(1, count // 2)):
        groups = groups_of(fleet("blame-logs", path, 1000 * i + 1, "400", "sizes"))
        wrong += ["repetition %d: %s" % (i, told(groups))] if groups else []
    check("sizes", "\n".join(wrong))


def further(_):
    path = program("callers-sizes")
    for mode, wanted in ("deep", r"middle slow"), ("place", r"both callers-sizes\.c:\d+"):
        found = told(groups_of(fleet("blame-logs", path, 77, str(TIMES), mode)))
        fine = len(found) >= 2 and found[0][1] > 1.6 and found[1][1] < 1.3 and re.match(wanted + "$", found[0][0])
        check("further, " + mode, not fine and "expected %s first, got %s" % (wanted, found))


def recorded(_):
    path, without = program(more=["-fplugin-arg-algoprof-contexts"]), "--source=/nonexistent"
    for guilty, fine in (1, is_right), (0, lambda groups: not groups):
        groups = groups_of(fleet("blame-logs", path, 77, str(TIMES), str(guilty)), without)
        check("recorded, %d" % guilty, not fine(groups) and str(told(groups)))
    path = program("callers-sizes", ["-fplugin-arg-algoprof-contexts"])
    for mode, wanted in ("deep", r"middle slow"), ("place", r"both callers-sizes\.c:\d+"):
        found = told(groups_of(fleet("blame-logs", path, 77, str(TIMES), mode), without))
        fine = len(found) >= 2 and found[0][1] > 1.6 and found[1][1] < 1.3 and re.match(wanted + "$", found[0][0])
        check("recorded, " + mode, not fine and "expected %s first, got %s" % (wanted, found))


def formats(_):
    path = program()
    logs = fleet("blame-logs", path, 5, str(TIMES), "1")
    text = must([TOOL, "report", "--target=sum", "--source=" + WORK, logs]).stdout
    lines = re.findall(r"^ +(?:by caller +)?(?:work )?(\S+) under (.*): exponent .*, (\d+) executions$", text, re.M)
    groups = groups_of(logs)
    wanted = [(g["fit"]["class"] or "?", " -> ".join(c["name"] for c in reversed(g["callers"])) or "other callers",
               str(g["instances"])) for g in groups]
    check("formats, text", (lines != wanted or not lines) and "expected %s, got %s" % (wanted, lines or text))
    page = os.path.join(WORK, "blame.html")
    must([TOOL, "report", "--html", page, "--source=" + WORK, logs])
    with open(page, encoding="utf-8") as file:
        found = re.search(r'"by_callers":(\[.*?\]),"source"', file.read())
    names = re.findall(r'"name":"(\w+)"', found.group(1)) if found else []
    check("formats, page", names[:1] != ["thorough"] and "found %s" % names)
    by_number = told(json.loads(must([TOOL, "report", "--json", "--source=/nonexistent", logs]).stdout)["targets"][0]["by_callers"])
    check("formats, without the program", not (by_number and re.match(r"[0-9a-f]{8}\+0x[0-9a-f]+( |$)", by_number[0][0])
                                               and by_number[0][1] > 1.6) and "got %s" % by_number)


def damaged(_):
    path = program()
    logs = fleet("blame-logs", path, 5, str(TIMES), "1", runs=1)
    log = os.path.join(logs, os.listdir(logs)[0])
    with open(log, "rb") as file:
        data = bytearray(file.read())
    at = next(at for at, tag, _ in callers.blocks(data) if tag == 0x4419)
    data[at + 28] = 9           # a kind that there is not
    callers.seal(data, at)
    with open(log, "wb") as file:
        file.write(data)
    done = run([TOOL, "report", log])
    check("damaged", (done.returncode or "contexts" not in done.stderr) and "status %d: %s" % (done.returncode, done.stderr))


TESTS = {f.__name__: f for f in (guilty, innocent, sizes, further, recorded, formats, damaged)}


def main():
    os.makedirs(WORK, exist_ok=True)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    for name in sys.argv[2:] or TESTS:
        TESTS[name](count)
    print("blame: %d passed, %d failed" % tuple(base.results))
    sys.exit(base.results[1] > 0)


if __name__ == "__main__":
    main()
