#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of in-house mode in the tool's formats: --csv and --aprof have the tuples of --json, --view top-down is known."""
import csv
import io
import json
import os
import re
import subprocess
import sys

from suite import O, check, log_of_growing, summed_up

WORK = os.path.join(O, "tests", "inhouse-formats")


def report(*arguments):
    done = subprocess.run([os.path.join(O, "algoprof"), "report", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def tuples_of(log, metric):
    """{(function, size): (min, max, sum, sum of squares, count)} of --json."""
    found = json.loads(report("--json", "--metric", metric, log)[1])
    return {(t["name"], t["metric"], row["size"]): (row["cost_min"], row["cost_max"], row["cost_sum"], row["cost_sumsq"], row["count"])
            for t in found["targets"] for row in t["tuples"]}


def own_costs_fault(log, tuples, in_csv):
    """Exclusive costs: those of all functions are the whole run's, and both formats have them."""
    targets = json.loads(report("--json", "--metric", "both", log)[1])["targets"]
    own = {(t["name"], t["metric"], row["size"]): (row["self_min"], row["self_max"], row["self_sum"], row["self_sumsq"])
           for t in targets for row in t["tuples"]}
    for metric in "rms", "trms":
        whole = next(row["cost_sum"] for t in targets if t["name"] == "main" and t["metric"] == metric for row in t["tuples"])
        parts = sum(row[2] for key, row in own.items() if key[1] == metric)
        if parts != whole:
            return "%s by %s, %s in main" % (parts, metric, whole)
    for key, (low, high, total, squares) in own.items():
        count = tuples[key][4]
        if not (low * count <= total <= high * count and total * total <= squares * count and high <= tuples[key][1]):
            return "%s: %s of %s" % (key, own[key], tuples[key])
    return "" if own == in_csv else "another in --csv"


def read_aprof(text, metric):
    """As aprof-plot does: routines by their number, which is their place in the list."""
    names, found = [], {}
    for line in text.splitlines():
        routine = re.match(r'r "([^"]+)" "([^"]+)" ([0-9]+)$', line)
        if routine:
            assert int(routine[3]) == len(names), line
            names.append(routine[1])
        elif line.startswith("p "):
            number, size, *costs = (int(word) for word in line.split()[1:])
            found[names[number], metric, size] = tuple(costs)
        else:
            assert line.split()[0] in "vcmk", line
    return found


def main():
    os.makedirs(WORK, exist_ok=True)
    log = log_of_growing(WORK, "trms", "-fplugin-arg-algoprof-inhouse=trms")
    wanted = tuples_of(log, "both")
    check("json", "" if len(wanted) > 80 else len(wanted))
    status, text, _ = report("--csv", log)
    rows = list(csv.DictReader(io.StringIO(text)))
    own = {(r["function"], r["metric"], int(r["size"])): tuple(int(r["self_" + c]) for c in ("min", "max", "sum", "sum_of_squares"))
           for r in rows}
    check("own costs", own_costs_fault(log, wanted, own))
    found = {(r["function"], r["metric"], int(r["size"])): tuple(int(r[c]) for c in ("min", "max", "sum", "sum_of_squares", "activations"))
             for r in rows}
    check("csv", "" if status == 0 and found == wanted and text.startswith("id,size,min,max,sum,sum_of_squares,activations,") else text[:300])
    for metric in "rms", "trms":
        status, text, _ = report("--aprof", "--metric", metric, log)
        check("aprof by " + metric, "" if status == 0 and text.startswith("v 1\n") and read_aprof(text, metric) == tuples_of(log, metric) else text[:300])
    check("aprof: rms is the default", "" if report("--aprof", log)[1] == report("--aprof", "--metric", "rms", log)[1] else "another")
    check("view top-down", "" if report("--view", "top-down", log)[:2] == report(log)[:2] else report("--view", "top-down", log))
    status, _, said = report("--csv", "--aprof", log)
    check("csv and aprof", "" if status == 2 and "exclude" in said else said)
    log = log_of_growing(WORK, "both", "-fplugin-arg-algoprof-inhouse", "-fplugin-arg-algoprof-target=sum_of")
    status, text, said = report("--csv", log)
    check("csv beside targets", "" if status == 0 and text.startswith("rank,name") and "not in --csv" in said else said + text)
    for one, other in ("top-down", "instances"), ("bottom-up", "runs"):
        check("view " + one, "" if report("--json", "--view", one, log)[:2] == report("--json", "--view", other, log)[:2] else "another")
    log = log_of_growing(WORK, "marked", "-fplugin-arg-algoprof-target=sum_of")
    status, _, said = report("--aprof", log)
    check("aprof without functions", "" if status == 3 and "no functions of in-house mode" in said else said)
    return summed_up()


sys.exit(main())
