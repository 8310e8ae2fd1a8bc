#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GCC's own execution tests (gcc.c-torture/execute), every loop a target.

    tests/torture/c-torture.py [FILE...]
"""
import glob
import os
import re
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import same  # noqa: E402

LEVELS = ("-O0", "-O1", "-O2", "-O3")
OPTIONS = re.compile(r'\{\s*dg-(?:additional-)?options\s+"([^"]*)"\s*(\{\s*target[^}]*\})?')
# Their output or status is about the stack, or they need what is not linked.
LEFT_OUT = {"stkalign.c"}


def options(source):
    with open(source, encoding="latin-1") as file:
        text = file.read()
    found = []
    for words, target in OPTIONS.findall(text):
        if not target or "*-*-*" in target or "86" in target:
            found += shlex.split(words)
    return found


def check(case, folder):
    _, level, source = case
    return same.compare(source, [level, *options(source)], folder)


def main():
    sources = sys.argv[1:]
    if not sources:
        fetch = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fetch-suite.sh")
        got = subprocess.run([fetch, os.path.join(same.O, "torture")], stdout=subprocess.PIPE, check=False)
        if got.returncode:
            sys.exit(got.returncode)
        folder = got.stdout.decode().strip()
        sources = sorted(glob.glob(folder + "/*.c") + glob.glob(folder + "/ieee/*.c"))
    cases = [(os.path.relpath(s, os.path.dirname(os.path.dirname(s))), level, os.path.abspath(s))
             for level in LEVELS for s in sources if os.path.basename(s) not in LEFT_OUT]
    same.run("c-torture", check, cases)


main()
