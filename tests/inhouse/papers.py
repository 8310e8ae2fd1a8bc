#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples and figures of the papers on input-sensitive profiling (bench/parts/papers.py), but for those that measure time
or take minutes."""
import json
import os
import subprocess
import sys

from suite import O, check, summed_up

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.join(ROOT, "bench"), os.path.join(ROOT, "bench/parts")]
import papers  # noqa: E402



def far_stack(figure):
    """Where the first thread's stack lies far from what is mapped, as some runs have it by chance, threads' do not: they
    have one directory all the same."""
    path, log = os.path.join(figure.out, "examples"), os.path.join(figure.out, "far.aplog")
    for _ in range(6):
        if os.path.exists(log):
            os.remove(log)
        subprocess.run(["bash", "-c", 'ulimit -s unlimited; exec "$0"', path], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "ALGOPROF_LOG": log})
        told = json.loads(subprocess.run([os.path.join(O, "algoprof"), "report", "--json", log], check=True, stdout=subprocess.PIPE).stdout)
        sizes = [max(row["size"] for row in t["tuples"]) for t in told["targets"] if (t["name"], t.get("metric")) == ("consumer", "trms")]
        if sizes != [50 * papers.CELL]:
            return f"consumer: {sizes}"
    return ""


for name, show in papers.FIGURES.items():
    if name in ("words_mended", "select"):
        continue
    figure = papers.Figure(O)
    show(figure)
    for what, published, found, holds in figure.rows:
        check("%s: %s" % (name, what), "" if holds == "yes" else "published %s, here %s" % (published, found))
    if name == "examples":
        check("examples: a stack far away", far_stack(figure))
sys.exit(summed_up())
