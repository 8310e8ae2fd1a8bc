#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare the classes of a report with the expected ones.

    expect.py REPORT.json EXPECTED.txt...

Lines of an expected file: "target: class" or "target: class, class", where
each of the classes is right.  Exit status 1 if a target is missing, has
another class, or is not expected at all.
"""
import json
import sys


def expectations(paths):
    expected = {}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.strip():
                    name, classes = line.split(":")
                    expected[name.strip()] = [c.strip() for c in classes.split(",")]
    return expected


def main(report_path, *expected_paths):
    expected = expectations(expected_paths)
    with open(report_path, encoding="utf-8") as report:
        targets = {t["name"]: t["fit"] for t in json.load(report)["targets"]}
    wrong = 0
    for name in sorted(expected.keys() | targets.keys()):
        if name not in targets:
            verdict = "is not in the report"
        elif name not in expected:
            verdict = "is not expected"
        elif targets[name]["class"] in expected[name]:
            verdict = None
        else:
            fit = targets[name]
            verdict = "is %s (exponent %s, also possible: %s; warnings: %s), expected %s" % (
                fit["class"], fit["exponent"], ", ".join(fit["alternatives"]) or "none",
                ", ".join(fit["warnings"]) or "none", " or ".join(expected[name]))
        if verdict:
            print("WRONG %s %s" % (name, verdict))
            wrong += 1
        else:
            print("right %-18s %s" % (name, targets[name]["class"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: expect.py REPORT.json EXPECTED.txt...")
    sys.exit(main(*sys.argv[1:]))
