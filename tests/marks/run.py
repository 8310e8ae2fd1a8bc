#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every documented way to mark takes, on every kind of loop, in every kind of function.

The product of ways, loops and contexts (sources.py) is in one file of each language; `algoprof list`
says which of its lines are targets.  Levels, line ends and compilers are covered pairwise.

    tests/marks/run.py [NAME...]
"""
import itertools
import json
import os
import subprocess
import sys

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
import sources  # noqa: E402
from harness import Failure, Skipped, TOOL, build, compiler, execute, other_versions, plugin, run_cases  # noqa: E402

STANDARD = {"C": "-std=gnu2x", "C++": "-std=gnu++20"}
SUFFIX = {"C": ".c", "C++": ".cc"}
NEWLINE = {"LF": "\n", "CRLF": "\r\n"}


def write(folder, name, text):
    os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
        file.write(text)


def compiled(folder, name, version, flags, specs=()):
    """(The object's targets as (file, line), the compiler's messages)."""
    write(folder, "specs", "".join(s + "\n" for s in specs))
    command = [*compiler(name, version), "-fplugin=" + plugin(version), *flags, "-fopenmp", "-c", name, "-o", name + ".o"]
    if specs:
        command.append("-fplugin-arg-algoprof-target=@specs")
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
    if done.returncode:
        raise Failure(" ".join(command) + "\n" + done.stdout[:4000])
    status, output = execute([TOOL, "list", "--json", os.path.join(folder, name + ".o")])
    if status == 3:
        return set(), done.stdout
    return {(os.path.basename(t["file"]), t["line"]) for t in json.loads(output)["targets"]}, done.stdout


def compare(found, expected, names, messages):
    """Raises Failure; names: whose each line is."""
    problems = [f"not marked: {names[at]} (line {at[1]})" for at in sorted(expected - found)]
    problems += [f"marked, and should not be: {names.get(at, 'nothing')} ({at[0]}:{at[1]})" for at in sorted(found - expected)]
    problems += [line for line in messages.splitlines() if "warning" in line or "error" in line]
    if problems:
        more = f"\n... {len(problems) - 40} more" if len(problems) > 40 else ""
        raise Failure("\n".join(problems[:40]) + more)


def check_product(case, folder):
    """All ways, or `*'."""
    _, language, level, ends, version, everything = case
    source = sources.product(language, "m" + SUFFIX[language], marked=not everything)
    write(folder, "marks/" + source.file, source.text(NEWLINE[ends]))
    flags = [STANDARD[language], level, "-I."]
    found, messages = compiled(folder, "marks/" + source.file, version, flags, ["*"] if everything else source.specs)
    expected = source.loops if everything else source.expected
    compare(found, {(source.file, line) for line in expected}, {(source.file, line): n for line, n in expected.items()}, messages)


def check_header(case, folder):
    """A header's functions, included in two units, and a unity build of these."""
    _, language, level, version = case
    header = sources.product(language, "h.h")
    write(folder, "marks/h.h", header.text("\n"))
    suffix = SUFFIX[language]
    own = "int NAME (int n, const int *p)\n{\n  int s = 0;\n#pragma algoprof loop\n  for (int i = 0; i < n; i++) s += p[i];\n  return s;\n}\n"
    write(folder, "a" + suffix, '#include "marks/h.h"\n' + own.replace("NAME", "first"))
    write(folder, "b" + suffix, '#include "marks/h.h"\n' + own.replace("NAME", "second"))
    write(folder, "all" + suffix, f'#pragma once\n#include "a{suffix}"\n#include "b{suffix}"\n')
    write(folder, "marks/h.h", "#pragma once\n" + "\n".join(header.lines[1:]) + "\n#define MARKED _Pragma (\"algoprof loop\")\n")
    header.lines[0] = header.lines[0]
    expected = {("h.h", line): n for line, n in header.expected.items()}
    for units in (["a"], ["b"], ["a", "b"]):
        unit = units[0] if len(units) == 1 else "all"
        wanted = {**expected, **{(u + suffix, 6): "the unit's own" for u in units}}
        found, messages = compiled(folder, unit + suffix, version, [STANDARD[language], level, "-I.", "-w", "-Wpragmas"], header.specs)
        compare(found, set(wanted), wanted, messages)


def main():
    versions = [None] + other_versions()
    cases = []
    for number, (language, level, ends, everything) in enumerate(
            itertools.product(("C", "C++"), ("-O0", "-O2"), ("LF", "CRLF"), (False, True))):
        for place, version in enumerate(versions):
            # C++ takes longer: each pair of axes there, the product in C.
            if language == "C" or (number // 2 + number // 4 + place + everything) % 2 == 0:
                name = f"marks/{language}-gcc{version or ''}{level}-{ends}{'-all' if everything else ''}"
                cases.append((name, check_product, language, level, ends, version, everything))
    names = sys.argv[1:]
    run_cases(run_one, [c for c in cases if not names or any(n in c[0] for n in names)])


def run_one(case, folder):
    return case[1]((case[0], *case[2:]), folder)


main()
