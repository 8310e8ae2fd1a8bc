#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the laboratory to the field: what `suggest' says of a C++ program's in-house runs is what the plugin takes as targets, and
what the report of production runs then shows to be quadratic."""
import json
import os
import subprocess
import sys

from suite import CXX, HERE, INHOUSE, O, PLUGIN, RUNTIME, TOOL, check, must, summed_up

WORK = os.path.join(O, "tests", "inhouse-suggest")
SOURCE = os.path.join(HERE, "suggest", "suggest.cc")
WANTED = {"shop::bag::doubles", "shop::letters::operator<", "count::lambda"}
SHOWN = {"shop::bag<", "shop::letters::operator<", "count(const std::vector<int>&)::<lambda(int)>"}        # begins of their names


def logs_of(program, folder, sizes, **more):
    os.makedirs(folder, exist_ok=True)
    logs = []
    for n in sizes:
        logs.append(os.path.join(folder, "%d.aplog" % n))
        if os.path.exists(logs[-1]):
            os.unlink(logs[-1])
        subprocess.run([program, str(n)], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, ALGOPROF_LOG=logs[-1], **more))
    return logs


def suggested(logs):
    return must([TOOL, "suggest", *logs]).stdout


def missing(found):
    """Of what should be quadratic."""
    quadratic = {t["function"] for t in found["targets"] for f in ("fit", "work_fit")
                 if t.get(f) and t[f]["class"] == "n^2"}
    return sorted(s for s in SHOWN if not any(q.startswith(s) for q in quadratic))


def main():
    os.makedirs(WORK, exist_ok=True)
    laboratory, field = os.path.join(WORK, "laboratory"), os.path.join(WORK, "field")
    must([CXX, "-O2", "-g", "-w", *INHOUSE, SOURCE, RUNTIME, "-o", laboratory])
    logs = logs_of(laboratory, laboratory + "-logs", (40, 60, 90, 130, 200, 300))
    lines = suggested(logs)
    names = [line.split(" #")[0].strip() for line in lines.splitlines()]
    check("suggested", sorted(names) != sorted(WANTED) and str(names))
    check("folder", suggested([os.path.dirname(logs[0])]) != lines and "a folder of the logs says something else")
    with open(os.path.join(WORK, "targets.txt"), "w", encoding="ascii") as out:
        out.write(lines)
    done = must([CXX, "-O2", "-g", "-w", "-Wpragmas", *PLUGIN, "-fplugin-arg-algoprof-target=@" + out.name, SOURCE, RUNTIME, "-o", field])
    check("taken", "matches nothing" in done.stderr and done.stderr)
    logs = logs_of(field, field + "-logs", (40, 60, 90, 130, 200, 300, 450), ALGOPROF_BUDGET="0")
    found = json.loads(must([TOOL, "report", "--json", *logs]).stdout)
    check("confirmed", missing(found) and "%s of %s" % (missing(found), sorted(t["function"] for t in found["targets"])))
    return summed_up()


sys.exit(main())
