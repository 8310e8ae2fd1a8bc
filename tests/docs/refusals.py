#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each reason that the plugin has to refuse a target stands in docs/limits.md.

    tests/docs/refusals.py
"""
import glob
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
# A function `why_...' that gives a reason, or NULL or "".
WHY = re.compile(r"^(why_\w+) \(.*?^}", re.S | re.M)
SAID = re.compile(r'report_refused \([^;]*?((?:"[^"]+"\s*)+)', re.S)
# Of other things than single targets.
OTHERS = {"why_no_contexts", "why_not_supported", "why_no_mirror", "why_untraced"}


def reasons():
    for name in glob.glob(os.path.join(ROOT, "gcc-plugin/**/*.cc"), recursive=True):
        with open(name, encoding="utf-8") as file:
            text = file.read()
        if "/mirrors/" in name:        # what is called from targets: opaque, not refused
            continue
        for found in WHY.finditer(text):
            if found.group(1) not in OTHERS:
                yield from (part for part in re.findall(r'"([^"]*)"', found.group(0)) if " " in part)
        for found in SAID.finditer(text):
            yield from re.findall(r'"([^"]+)"', found.group(1))


def main():
    with open(os.path.join(ROOT, "docs/limits.md"), encoding="utf-8") as file:
        told = file.read()
    told = told[told.index("that are refused"):]
    all_reasons = sorted(set(reasons()))
    missing = []
    for reason in all_reasons:
        words = reason.replace("this loop cannot be profiled: ", "")
        register = re.fullmatch(r"register (\w+) is reserved, which the trace needs", words)
        if words not in told and not (register and register.group(1) in told):
            missing.append(reason)
    if missing or len(all_reasons) < 15:
        print("not ok docs/refusals\n    " + "\n    ".join(missing or ["reasons were not found"]))
        sys.exit(1)
    print(f"ok docs/refusals ({len(all_reasons)} reasons)")


main()
