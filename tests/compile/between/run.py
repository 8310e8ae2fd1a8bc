#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Between functions the assembler's text has no instruction: GCC's functions that name one's operands may write it there,
while the plugin asks which bytes it accesses.  What is behind a unit's constructors would be data of .init_array.

    tests/compile/between/run.py
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import Failure, ROOT, build, compiler, other_versions, plugin, run_cases  # noqa: E402

SOURCES = ("tests/compile/between/pairs.C", "tests/compile/original/kernels.c", "offline/check/check.c")
LEVELS = ("-O2", "-O3 -mavx2", "-O3 -masm=intel -fPIC")
MODES = ("target=*", "inhouse")
INCLUDED = ["-I" + os.path.join(ROOT, name) for name in ("", "include", "offline")]


def between(text):
    """Instructions behind a function's end and before the next label of the program."""
    found, ended = [], False
    for line in text.split("\n"):
        if line.startswith("\t.cfi_endproc"):
            ended = True
        elif re.match(r"[^.#\s]\S*:", line):
            ended = False
        elif ended and re.match(r"\t[a-z]", line):
            found.append(line.strip())
    return found


def check(case, folder):
    _, source, flags, mode, version = case
    out = os.path.join(folder, "unit.s")
    flags = [*flags.split(), *INCLUDED, "-D_GNU_SOURCE", "-w"]
    build([*compiler(source, version), "-fplugin=" + plugin(), "-fplugin-arg-algoprof-" + mode, *flags, "-S", source, "-o", out])
    with open(out, encoding="ascii") as file:
        text = file.read()
    found = between(text)
    if found:
        raise Failure(f"{len(found)} instructions between functions: {'; '.join(found[:4])}")
    subprocess.run(["as", out, "-o", out[:-1] + "o"], check=True)


def main():
    run_cases(check, [(f"between/{os.path.basename(source)} {flags} {mode}{f' gcc-{version}' if version else ''}",
                       os.path.join(ROOT, source), flags, mode, version)
                      for version in (None, *other_versions()) for source in SOURCES for flags in LEVELS for mode in MODES])


main()
