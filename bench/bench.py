#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the plugin and the runtime cost: make bench.

    bench.py BUILD [PART ...]

A part is a file of bench/parts: a function measure (build, bars) that prints
its tables, side by side with runs without the plugin, and tells `bars`
(common.py) what was promised and what was found.  All parts by default.
The figures of the documents are replaced by those of the parts that ran (document.py).
"""
import glob
import importlib
import os
import sys
import time

import common
import document

ORDER = ("unsampled", "real", "recursions", "sampled", "lengths", "pairs", "budget", "memory", "compile", "codebases")


def parts():
    names = [os.path.basename(f)[:-3] for f in glob.glob(common.BENCH + "/parts/*.py")]
    return sorted(names, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n))


def main(build, *wanted):
    unknown = set(wanted) - set(parts())
    if unknown:
        sys.exit("bench: no part %s; there are %s" % (" ".join(sorted(unknown)), " ".join(parts())))
    sys.path.insert(0, common.BENCH + "/parts")
    bars = common.Bars()
    print(common.machine() + "\n")
    for name in wanted or parts():
        part, start = importlib.import_module(name), time.monotonic()
        print("== %s: %s" % (name, part.__doc__.splitlines()[0]))
        printed, judged = len(common.tables), len(bars.rows)
        part.measure(build, bars)
        document.write(name, common.tables[printed:], bars.rows[judged:])
        print("(%s: %.0f s)\n" % (name, time.monotonic() - start), flush=True)
    bars.print()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: bench.py BUILD [PART ...]")
    main(*sys.argv[1:])
