#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Logs that programs left once, whose sizes were far off: they are as they must be, and the intervals hold the truth.

    tests/tool/recorded/run.py

tags-N.aplog.zst: N photographs have tags, and each new one is looked for in those of all before it, which are strings in lists in
a vector.  More and more are found, and so stop early; tags of the same length read more of each.  The truth is of rate 1.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../lib"))
from harness import TOOL, execute  # noqa: E402

# (log, target): (truth, within that factor)
LOGS = {("tags-500", "known"): (52790, 1.25), ("tags-800", "known"): (86973, 1.5), ("tags-2000", "known"): (216017, 2)}


def main():
    failed = 0
    for (log, name), (truth, factor) in LOGS.items():
        status, output = execute([TOOL, "report", "--json", os.path.join(HERE, log + ".aplog.zst")])
        found = [t["points"][0] for t in json.loads(output.decode())["targets"] if t["name"] == name] if not status else []
        right = len(found) == 1 and truth / factor <= found[0]["size"] <= truth * factor \
            and found[0]["size_low"] <= truth <= found[0]["size_high"]
        failed += not right
        print(("ok" if right else "not ok") + f" recorded {log}")
        if not right:
            told = [(p["size"], p["size_low"], p["size_high"]) for p in found]
            print(f"    {name}: size, low, high: {told}, must be {truth}, or within {factor} times")
    return failed > 0


sys.exit(main())
