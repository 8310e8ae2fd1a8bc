#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ALGOPROF_INHOUSE_COST=time: costs of in-house mode are CPU time.  Sizes and activations are those of a run that counts blocks;
what all functions have of their own is what main has with its callees; waiting costs nothing; a quadratic function's grows as its square."""
import json
import os
import re
import subprocess
import sys

from suite import CC, HERE, INHOUSE, O, PLUGIN, RUNTIME, TOOL, check, must, summed_up

WORK = os.path.join(O, "tests", "inhouse-times")


def log_of(program, cost, name):
    log = "%s-%s.aplog" % (program, name)
    if os.path.exists(log):
        os.unlink(log)
    done = subprocess.run([program], capture_output=True, text=True, check=True,
                          env=dict(os.environ, ALGOPROF_LOG=log, ALGOPROF_VERBOSE="1", ALGOPROF_INHOUSE_COST=cost))
    return log, done.stderr


def targets_of(*logs):
    return json.loads(must([TOOL, "report", "--json", *logs]).stdout)["targets"]


def counts_of(targets):
    return {(t["name"], t["metric"], row["size"]): row["count"] for t in targets for row in t["tuples"]}


def check_times(name, *flags):
    program = os.path.join(WORK, name)
    must([CC, "-O1", "-g", "-w", *flags, os.path.join(HERE, "times.c"), RUNTIME, "-o", program])
    blocks, times = (targets_of(log_of(program, cost, cost)[0]) for cost in ("blocks", "time"))
    check(name + " sizes", "" if counts_of(blocks) == counts_of(times) else "others")
    units = {t["cost_unit"] for t in blocks}, {t["cost_unit"] for t in times}
    check(name + " units", "" if units == ({"blocks"}, {"ns"}) else units)
    for metric in {t["metric"] for t in times}:
        of = {t["name"]: t for t in times if t["metric"] == metric}
        own = sum(row["self_sum"] for t in of.values() for row in t["tuples"])
        whole = of["main"]["tuples"][0]["cost_sum"]
        check("%s %s own times" % (name, metric), "" if own == whole else "%s of %s" % (own, whole))
        waited = of["waits"]["tuples"][0]["cost_sum"]
        check("%s %s waiting" % (name, metric), "" if waited < 100e6 else waited)
        grown = {name: of[name]["tuples"][-1]["cost_sum"] / of[name]["tuples"][0]["cost_sum"] for name in ("once", "pairs")}
        check("%s %s growth" % (name, metric), "" if grown["pairs"] > 300 > grown["once"] else grown)  # in truth 4,096 and 64


def check_words():
    program = os.path.join(WORK, "rms")
    log, blocks = log_of(program, "time", "words")[0], log_of(program, "blocks", "words-blocks")[0]
    text = must([TOOL, "report", log]).stdout
    check("report", "" if "cost: CPU time" in text and re.search(r"pairs .* m?s ", text) else text)
    text = must([TOOL, "report", "--target", "pairs", log]).stdout
    check("report --target", "" if "highest ns" in text else text)
    text = must([TOOL, "report", log, blocks]).stdout
    check("both", "" if "CPU time where it has a unit" in text and len(re.findall(r" pairs ", text)) == 2 else text)
    text = must([TOOL, "report", "--csv", log]).stdout.splitlines()
    check("csv", "" if text[0].endswith(",cost_unit") and all(line.endswith(",ns") for line in text[1:]) else text[:2])
    check("aprof", "" if "\nm time\n" in must([TOOL, "report", "--aprof", log]).stdout else "another metric")
    check("dump", "" if " ns\n" in must([TOOL, "dump", log]).stdout else "no unit")
    tuples = json.loads(must([TOOL, "dump", "--json", log]).stdout)["tuples"]
    check("dump --json", "" if {t["cost_unit"] for t in tuples} == {"ns"} else tuples[:1])
    merged = os.path.join(WORK, "merged.aplog")
    must([TOOL, "merge", "-o", merged, log])
    check("merge", "" if targets_of(merged) == targets_of(log) else "others")
    said = log_of(program, "seconds", "malformed")[1]
    check("malformed", "" if "ALGOPROF_INHOUSE_COST" in said else said)


def main():
    os.makedirs(WORK, exist_ok=True)
    inhouse = "-fplugin-arg-algoprof-inhouse"
    check_times("rms", *INHOUSE)
    check_times("trms", *PLUGIN, inhouse + "=trms")
    check_times("loops", *INHOUSE, inhouse + "-loops")
    check_times("contexts", *INHOUSE, "-fplugin-arg-algoprof-contexts")
    check_words()
    return summed_up()


sys.exit(main())
