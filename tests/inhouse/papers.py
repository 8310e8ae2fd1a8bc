#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples and figures of the papers on input-sensitive profiling (bench/parts/papers.py), but for those that measure time
or take minutes."""
import os
import sys

from suite import O, check, summed_up

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.join(ROOT, "bench"), os.path.join(ROOT, "bench/parts")]
import papers  # noqa: E402

for name, show in papers.FIGURES.items():
    if name in ("words_mended", "select"):
        continue
    figure = papers.Figure(O)
    show(figure)
    for what, published, found, holds in figure.rows:
        check("%s: %s" % (name, what), "" if holds == "yes" else "published %s, here %s" % (published, found))
sys.exit(summed_up())
