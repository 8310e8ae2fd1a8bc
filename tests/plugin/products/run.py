#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every documented way to mark takes, on every kind of loop, in every kind of function.

The product of ways, loops and contexts (sources.py) is in one file of each language; `algoprof list`
says which of its lines are targets.  Levels, line ends and compilers are covered pairwise.

    tests/plugin/products/run.py [NAME...]
"""
import itertools
import json
import os
import subprocess
import sys

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib")]
import sources  # noqa: E402
from harness import (Failure, RUNTIME, SANFLAGS, Skipped, TOOL, build, compiler, execute, gcc_major, other_versions,  # noqa: E402
                     plugin, run_cases)

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
    command = [*compiler(name, version), "-fplugin=" + plugin(), *flags, "-fopenmp", "-c", name, "-o", name + ".o"]
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


OWN = """int %s (int n, const int *p)
{
  int s = 0;
#pragma algoprof loop
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
"""


def check_header(case, folder):
    """A header's functions, included in two units, and a unity build of these."""
    _, language, level, version = case
    suffix = SUFFIX[language]
    header = sources.few(language, "h.h")
    write(folder, "marks/h.h", header.text("\n"))
    write(folder, "a" + suffix, '#include "marks/h.h"\n' + OWN % "first")
    write(folder, "b" + suffix, '#include "marks/h.h"\n' + OWN % "second")
    write(folder, "all" + suffix, f'#include "a{suffix}"\n#include "b{suffix}"\n')
    for unit, files in (("a", "a"), ("b", "b"), ("all", "ab")):
        wanted = {("h.h", line): name for line, name in header.expected.items()}
        wanted.update({(file + suffix, 6): "the unit's own" for file in files})
        found, messages = compiled(folder, unit + suffix, version, [STANDARD[language], level, "-I."], header.specs)
        compare(found, set(wanted), wanted, messages)


MODULE = """export module m;
export %s
export template <class T> int second (T n, const int *p)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
""" % (OWN % "first")


def check_modules(case, folder):
    """C++20: a module's own functions, and its templates' instances in the unit that imports it, by line."""
    version = case[1]
    write(folder, "m.cc", MODULE)
    write(folder, "u.cc", "import m;\nint third (int n, const int *p)\n{ return first (n, p) + second (n, p); }\n" + OWN % "fourth")
    flags = ["-std=gnu++20", "-fmodules-ts", "-O2"]
    found, messages = compiled(folder, "m.cc", version, flags)
    compare(found, {("m.cc", 6)}, {("m.cc", 6): "the module's"}, messages)
    found, messages = compiled(folder, "u.cc", version, flags, ["m.cc:14"])
    compare(found, {("m.cc", 14), ("u.cc", 8)}, {("m.cc", 14): "the instance's", ("u.cc", 8): "the unit's own"}, messages)


def check_import_std(case, folder):
    """C++23: the library as a module, which is compiled with the plugin too, as a build system does."""
    version = case[1]
    flags = ["-std=gnu++23", "-fmodules", "-O2"]
    os.chdir(folder)
    build([*compiler("std.cc", version), "-fplugin=" + plugin(), *flags, "-fsearch-include-path",
           "-c", "bits/std.cc", "-o", "std.o"])
    write(folder, "u.cc", "import std;\n" + (OWN % "first").replace("(int n, const int *p)", "(int n, std::span<const int> p)") +
          "int main () { return first (3, std::vector {1, 2, -3}); }\n")
    found, messages = compiled(folder, "u.cc", version, flags)
    compare(found, {("u.cc", 6)}, {("u.cc", 6): "the unit's own"}, messages)
    build([*compiler("u.cc", version), "u.cc.o", "std.o", RUNTIME, *SANFLAGS, "-lpthread", "-o", "u"])
    status, output = execute([os.path.join(folder, "u")], {"ALGOPROF_LOG": "off"})
    if status:
        raise Failure(f"status {status}: {output.decode()}")


def main():
    versions = [None] + other_versions()
    cases = []
    for number, (language, level, ends, everything) in enumerate(
            itertools.product(("C", "C++"), ("-O0", "-O2"), ("LF", "CRLF"), (False, True))):
        for place, version in enumerate(versions):
            # The product in C with the default compiler; else each pair of axes.
            if (language == "C" and not version) or (number // 2 + number // 4 + place + everything) % 2 == 0:
                name = f"marks/{language}-gcc{version or ''}{level}-{ends}{'-all' if everything else ''}"
                cases.append((name, check_product, language, level, ends, version, everything))
    for place, version in enumerate(versions):
        for language in ("C", "C++"):
            level = ("-O0", "-O2")[(place + (language == "C")) % 2]
            cases.append((f"marks/header-{language}-gcc{version or ''}{level}", check_header, language, level, version))
        cases.append((f"marks/modules-gcc{version or ''}", check_modules, version))
        if int(version or gcc_major()) >= 15:
            cases.append((f"marks/import-std-gcc{version or ''}", check_import_std, version))
    names = sys.argv[1:]
    run_cases(run_one, [c for c in cases if not names or any(n in c[0] for n in names)])


def run_one(case, folder):
    return case[1]((case[0], *case[2:]), folder)


main()
