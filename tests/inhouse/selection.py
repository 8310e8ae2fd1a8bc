#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which functions of in-house mode `algoprof report' shows, and how: --target, --filter, --sort, --columns; and one line for each
option that is not for them."""
import json
import os
import subprocess
import sys

from suite import O, check, log_of_growing, summed_up

WORK = os.path.join(O, "tests", "inhouse-select")


def report(*arguments):
    done = subprocess.run([os.path.join(O, "algoprof"), "report", *arguments], capture_output=True, text=True,
                          env=dict(os.environ, COLUMNS="400"))
    return done.returncode, done.stdout, done.stderr


def names(log, *arguments):
    """In the order of the table."""
    status, text, _ = report("--columns", "name", *arguments, log)
    lines = text.splitlines()
    return [line.strip() for line in lines[1:-1]] if status == 0 and lines and lines[0].strip() == "function" else (status, text)


def equal(name, found, wanted):
    check(name, "" if found == wanted else found)


def shown(log):
    everything = names(log)
    equal("all", sorted(everything), ["main", "main:29", "main:30", "sort", "sort:11", "sort:9", "sum_of", "sum_of:20"])
    equal("filter: name", names(log, "--filter", "sum_of"), [n for n in everything if n.startswith("sum_of")])
    equal("filter: kind", sorted(names(log, "--filter", "function")), ["main", "sort", "sum_of"])
    equal("filter: two words", names(log, "--filter", "loop", "--filter", "sum_of"), ["sum_of:20"])
    equal("filter: class", set(names(log, "--filter", "n^2")) >= {"sort"}, True)
    equal("filter: superlinear", names(log, "--filter", "superlinear"), names(log, "--filter", "alarm"))
    found = json.loads(report("--json", "--filter", "superlinear", log)[1])["targets"]
    equal("filter: json", sorted(t["name"] for t in found), sorted(names(log, "--filter", "superlinear")))
    equal("filter: csv", {line.split(",")[7] for line in report("--csv", "--filter", "sum_of", log)[1].splitlines()[1:]},
          {"sum_of", "sum_of:20"})
    by_name = sorted(everything, key=lambda n: (n.split(":")[0], int((n + ":0").split(":")[1])))
    equal("sort: name", names(log, "--sort", "name"), by_name)
    equal("sort: reversed", names(log, "--sort", "-name"), by_name[::-1])
    targets = {t["name"]: t for t in json.loads(report("--json", log)[1])["targets"]}
    own = {n: sum(row["self_sum"] for row in t["tuples"]) for n, t in targets.items()}
    equal("sort: own", [own[n] for n in names(log, "--sort", "own")], sorted(own.values(), reverse=True))
    equal("sort: activations", names(log, "--sort", "activations")[0], max(targets, key=lambda n: targets[n]["activations"]))
    text = report("--columns", "kind,name,activations,own,share", "--filter", "sum_of", "--sort", "name", log)[1].splitlines()
    equal("columns", [line.split() for line in text[:2]],
          [["kind", "function", "activations", "own", "share"],
           ["function", "sum_of", str(targets["sum_of"]["activations"]), "%.3g" % own["sum_of"], text[1].split()[-1]]])
    equal("how many", text[-1], "1 function and 1 loop of 8, of in-house runs: each activation, callees included; cost: basic blocks")


def one(log):
    status, text, _ = report("--target", "sort", log)
    lines = text.splitlines()
    row = next(t for t in json.loads(report("--json", log)[1])["targets"] if t["name"] == "sort")["tuples"][-1]
    last = [str(row[c]) for c in ("size", "count", "cost_min")] + ["%.6g" % (row["cost_sum"] / row["count"])] \
        + [str(row[c]) for c in ("cost_max", "cost_sum", "self_sum")]
    check("target: sizes", "" if status == 0 and lines[0].startswith("sort  ") and "growing.c:7, function by rms, rank " in lines[0]
          and any(line.split() == last for line in lines) else text)
    check("target: source", "" if any(line.startswith("> ") and "static void sort(int *a, int n)" in line for line in lines) else text)
    equal("target: place", report("--target", "growing.c:7", log)[1], text)
    status, _, said = report("--target", "nobody", log)
    check("target: none", "" if status == 3 and said.count("\n") == 1 and "no function 'nobody' in these logs; the first of 8 is" in said else said)


def refused(log, both):
    have = "they have: rank, name, place, kind, metric, activations, size, cost, own, share, function, average, exponent"
    for options, why in (
            (["--sort", "runs"], "functions of in-house mode have no column 'runs' to sort by; " + have),
            (["--columns", "runs,confidence"], "functions of in-house mode have none of these columns; " + have),
            (["--plot"], "--plot is for targets; --html has plots of functions of in-house mode, --target their sizes"),
            (["--cell", "8"], "--cell is for targets; cells of in-house mode are chosen when it is compiled, by -fplugin-arg-algoprof-cell"),
            (["--estimator", "chao2"], "--estimator is for targets; sizes of in-house mode are counted, not estimated"),
            (["--folded"], "--folded is for targets; functions of in-house mode are no stacks, and --csv has their own costs")):
        status, text, said = report(*options, log)
        check("refused: " + options[0], "" if status == 2 and not text and said.strip() == "algoprof: " + why else said + text)
        status, text, said = report(*options, both)
        check("beside targets: " + options[0], "" if status == 0 and text and said.count("\n") <= 1 else said)
    status, _, said = report("--columns", "sizes", log)
    check("refused: a column of none", "" if status == 2 and "no column 'sizes'" in said and "metric, activations, own, average" in said else said)
    status, _, said = report("--sort", "own", both)
    check("targets: sort", "" if status == 0 and "note: targets have no column 'own' to sort by" in said else said)


def main():
    os.makedirs(WORK, exist_ok=True)
    log = log_of_growing(WORK, "alone", "-fplugin-arg-algoprof-inhouse", "-fplugin-arg-algoprof-inhouse-loops")
    shown(log)
    one(log)
    refused(log, log_of_growing(WORK, "both", "-fplugin-arg-algoprof-inhouse", "-fplugin-arg-algoprof-target=sum_of"))
    return summed_up()


sys.exit(main())
