#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is ranked first really grows: functions whose costs differ by what they meet are not called exponential, and come behind it."""
import json
import os
import sys

from suite import CC, HERE, INHOUSE, O, RUNTIME, TOOL, check, must, summed_up

WORK = os.path.join(O, "tests", "inhouse-growth")
GROWS = ["subsets", "pairs"]
MEETS = {"jumps", "branches", "interprets"}
NOT_SUGGESTED = {"interprets", "straight"}


def main():
    os.makedirs(WORK, exist_ok=True)
    program, log = os.path.join(WORK, "growth"), os.path.join(WORK, "growth.aplog")
    must([CC, "-O2", "-g", *INHOUSE, os.path.join(HERE, "growth", "growth.c"), RUNTIME, "-o", program])
    if os.path.exists(log):
        os.unlink(log)
    must([program], env=dict(os.environ, ALGOPROF_LOG=log))
    functions = json.loads(must([TOOL, "report", "--json", log]).stdout)["targets"]
    first = [f["name"] for f in functions[:len(GROWS)]]
    check("ranked first", first != GROWS and str(first))
    fits = {f["name"]: f["fit"]["class"] for f in functions if f["fit"]}
    check("classes", (fits["subsets"], fits["pairs"]) != ("2^n", "n^2") and str(fits))
    wrong = {name: fits[name] for name in MEETS if fits[name] == "2^n"}
    check("none is exponential by what it meets", wrong and str(wrong))
    names = [line.split()[0] for line in must([TOOL, "suggest", log]).stdout.splitlines()]
    check("suggested first", names[:len(GROWS)] != GROWS and str(names))
    check("neither scattered ones nor what costs less than it reads", NOT_SUGGESTED & set(names) and str(names))
    return summed_up()


sys.exit(main())
