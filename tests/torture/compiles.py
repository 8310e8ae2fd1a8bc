#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of GCC's own tests compiles without the plugin compiles with it, without a word of an internal error: half of the files
with all that the plugin can do at once, the others in one mode in turn.  A file's options and level are those that it names, else
levels take turns.  Files that are to be refused, that are not for this machine's code, or that need modules are left out.

    tests/torture/compiles.py [FILE... | every N]
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dejagnu  # noqa: E402
import long_suites  # noqa: E402
from harness import Failure, compiler, execute, plugin  # noqa: E402

PARTS = ("gcc.c-torture/compile", "gcc.target/i386", "gcc.dg", "c-c++-common", "g++.dg", "g++.target/i386")
ARGUMENT = "-fplugin-arg-algoprof-"
WHOLE = [ARGUMENT + "target=*", ARGUMENT + "inhouse=trms", ARGUMENT + "inhouse-loops", ARGUMENT + "contexts=full"]
MODES = ([ARGUMENT + "target=*"], [ARGUMENT + "inhouse"], [ARGUMENT + "target=*", ARGUMENT + "contexts"],
         [ARGUMENT + "inhouse=trms", ARGUMENT + "inhouse-loops"])
LEVELS = ("-O2", "-O3", "-O1", "-Os", "-O0", "-O2 -g")
NO_CODE = re.compile(r"dg-error|dg-module|fmodules|dg-do\s+preprocess|-fanalyzer|-fsyntax-only|-m32\b|-mx32\b|-m16\b")
# What writes files beside the object, or turns warnings into errors.
DROPPED = re.compile(r"-(fdump|fplugin|Werror|pedantic-errors|save-temps|-save|fdiagnostics|E$|M|fcompare|S$)")
INTERNAL = re.compile(rb"internal compiler error|Segmentation fault|Assembler messages")


def compiles(command, folder):
    """(Did it, what it said); a file that takes too long did not."""
    try:
        status, output = execute(command, cwd=folder, timeout=120)
    except Failure:
        return False, b"it takes too long"
    return status == 0, output


def check(case, folder):
    _, level, source, mode = case
    with open(source, encoding="latin-1") as file:
        if NO_CODE.search(file.read()):
            raise long_suites.LeftOut("it is to be refused, or is not compiled to code of this machine")
    flags = [f for f in [*dejagnu.folder_flags(source), *dejagnu.Directives(source).flags] if not DROPPED.match(f)]
    named = any(f.startswith("-O") for f in flags)
    command = [*compiler(source), "-w", *([] if named else level.split()), *flags, "-c", source, "-o", "file.o"]
    plain, said = compiles(command, folder)
    if not plain or INTERNAL.search(said):
        raise long_suites.LeftOut("it does not compile without the plugin")
    found, said = compiles([*command, "-fplugin=" + plugin(), *mode], folder)
    if not found or INTERNAL.search(said):
        raise Failure(" ".join([*command, *mode]) + "\n" + said[-800:].decode(errors="replace"))
    return {}


def main():
    sources, step = sys.argv[1:], 1
    if not sources or sources[0] == "every":
        step = int(sources[1]) if sources else 1
        suite = dejagnu.suite_folder()
        sources = sorted(s for part in PARTS for end in ("c", "C") for s in glob.glob(f"{suite}/{part}/**/*.{end}", recursive=True))
    cases = [(source.split("/testsuite/")[-1], LEVELS[i // step % len(LEVELS)], os.path.abspath(source),
              WHOLE if i // step % 2 else MODES[i // step // 2 % len(MODES)])
             for i, source in enumerate(sources) if i % step == 0]
    long_suites.run("compiles", check, cases)


main()
