#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A function that has a loop, or is recursive, is an activation of its own in in-house mode also where GCC would inline it;
one that has neither, or must be inlined, belongs to its caller.  Functions with the same code are not made one.  The program is apart/apart.cc, at each level and by link-time
optimisation."""
import json
import os
import subprocess
import sys

from suite import CXX, HERE, INHOUSE, O, RUNTIME, TOOL, check, must, summed_up

WORK = os.path.join(O, "tests", "inhouse-apart")
ALL = 64 * 4
# The largest size of each, in bytes; a cell has two numbers.
KEPT = {"once": ALL, "down": ALL, "even": ALL, "odd": ALL - 4, "total": ALL, "find": ALL, "operator()": ALL, "work": ALL, "main": 0,
        "largest": ALL, "sum_of<int>": ALL, "sum_of<unsigned int>": ALL}
INLINED = {"first", "forced"}


def short(name):
    return next((k for k in ("operator()", "total", "find", "sum_of<int>", "sum_of<unsigned int>") if k in name), name.split("(", 1)[0])


def sizes_of(program):
    log = program + ".aplog"
    if os.path.exists(log):
        os.unlink(log)
    subprocess.run([program], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, ALGOPROF_LOG=log))
    targets = json.loads(must([TOOL, "report", "--json", log]).stdout)["targets"]
    return {short(must(["c++filt", t["function"]]).stdout.strip()): max(row["size"] for row in t["tuples"]) for t in targets}


def check_kept(name, *flags):
    program = os.path.join(WORK, name)
    must([CXX, "-w", "-g", *flags, *INHOUSE, os.path.join(HERE, "apart", "apart.cc"), RUNTIME, "-o", program])
    found = sizes_of(program)
    fault = ["%s %s, not %s" % (f, found.get(f), size) for f, size in KEPT.items()
             if f not in found or abs(found[f] - size) > 8]
    check(name, "; ".join(fault + sorted("%s is there" % f for f in INLINED & set(found) if flags[0] != "-O0" or f == "forced")))


def main():
    os.makedirs(WORK, exist_ok=True)
    for level in "0123s":
        check_kept("O" + level, "-O" + level)
    check_kept("lto", "-O2", "-flto")
    return summed_up()


sys.exit(main())
