#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GCC's C++ tests that run, every loop a target: those of g++.dg/torture and
g++.dg/eh at every level, the others of g++.dg at one in turn.  g++-left-out.txt
lists what is left out, and why.

    tests/torture/g++-torture.py [FILE... | every N]
"""
import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dejagnu  # noqa: E402
import long_suites  # noqa: E402


def check(case, folder):
    _, level, source, why = case
    if why:
        raise long_suites.LeftOut(why)
    found = dejagnu.Directives(source)
    return long_suites.compare(found.sources, [level, *dejagnu.folder_flags(source), *found.flags], folder, seconds=30)


def main():
    sources = [os.path.abspath(s) for s in sys.argv[1:]]
    step = 1
    named = bool(sources) and sys.argv[1] != "every"
    if not named:
        step = int(sys.argv[2]) if sources else 1
        folder = os.path.join(dejagnu.suite_folder(), "g++.dg")
        sources = sorted(glob.glob(folder + "/**/*.C", recursive=True))
        sources = [os.path.abspath(s) for s in sources if dejagnu.Directives(s).runs]
    out = long_suites.left_out("g++-left-out.txt")
    cases = []
    for number, source in enumerate(sources):
        name = source.split("/g++.dg/")[-1]
        whole = named or name.split("/")[0] in ("torture", "eh")
        why = out.get(name) or out.get(name.split("/")[0] + "/")
        whole = whole and step == 1
        cases += [(name, level, source, why or out.get(f"{name} {level}")) for n, level in enumerate(long_suites.LEVELS)
                  if whole or number % (len(long_suites.LEVELS) * step) == n * step]
    long_suites.run("g++-torture" if step == 1 else "g++-torture-sample", check, cases)


main()
