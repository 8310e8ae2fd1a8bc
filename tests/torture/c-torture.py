#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GCC's own execution tests (gcc.c-torture/execute), every loop a target.
c-left-out.txt lists what is left out, and why.

    tests/torture/c-torture.py [FILE... | every N]
"""
import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dejagnu  # noqa: E402
import long_suites  # noqa: E402

# What builtins.exp adds.
BUILTINS = ["-fno-tree-dse", "-fno-tree-loop-distribute-patterns", "-fno-tracer", "-fno-ipa-ra", "-fno-inline-functions"]
# C23 has a keyword `true`, and refuses a handler that has no prototype.
OLDER = "-std=gnu17"


def check(case, folder):
    name, level, source, why = case
    if why:
        raise long_suites.LeftOut(why)
    found = dejagnu.Directives(source)
    if found.expensive:
        raise long_suites.LeftOut("GCC's own suite runs it only if expensive ones are asked for")
    if "/builtins/" in source:
        library = os.path.dirname(source)
        found.sources += [source[:-2] + "-lib.c", os.path.join(library, "lib/main.c")]
        found.flags += BUILTINS
    if "/ieee/" in source:
        found.flags.append(OLDER)
    return long_suites.compare(found.sources, [level, *found.flags], folder)


def main():
    sources = sys.argv[1:]
    step = 1
    if not sources or sources[0] == "every":
        step = int(sources[1]) if sources else 1
        folder = os.path.join(dejagnu.suite_folder(), "gcc.c-torture/execute")
        sources = sorted(glob.glob(folder + "/*.c") + glob.glob(folder + "/ieee/*.c")
                         + [s for s in glob.glob(folder + "/builtins/*.c") if not s.endswith("-lib.c")])
    out = long_suites.left_out("c-left-out.txt")
    cases = []
    for number, source in enumerate(sources):
        name = os.path.basename(source)
        if os.path.basename(os.path.dirname(source)) in ("builtins", "ieee"):
            name = os.path.basename(os.path.dirname(source)) + "/" + name
        cases += [(name, level, os.path.abspath(source), out.get(name) or out.get(f"{name} {level}"))
                  for n, level in enumerate(long_suites.LEVELS) if step == 1 or number % (step * 5) == n * step]
    long_suites.run("c-torture" if step == 1 else "c-torture-sample", check, cases)


main()
