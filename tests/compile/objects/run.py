#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which units have traced copies of the functions that code elsewhere can call
(-fplugin-arg-algoprof-callees).

same/:    with callees=auto or unit a unit without a target is the object of a plain build, byte by byte.
copies/:  each unit has the copies; with callees=auto those with a target, however the target
          came there: one whose marks are refused, or in functions that nobody uses, has none.
sizes/:   a loop in one unit calls another, in which nothing is marked: with callees=auto there
          counts are exact, and what is missed is named by log and report; nothing is missed
          by default, or with link-time optimisation, in which all have copies.
words/:   what the report says of several such functions, and of calls through pointers.
first/:   an inline function's copy that the linker takes is that of a unit without
          targets, and is traced all the same.
exports/: a shared library exports what a plain build of it does, whatever linker is there.

    tests/compile/objects/run.py
"""
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (EXACT, Failure, ROOT, RUNTIME, SANFLAGS, TOOL, build, compiler, execute,  # noqa: E402
                     other_versions, plugin, run_cases, run_profiled)

HERE = os.path.dirname(os.path.abspath(__file__))
CALLEES = "-fplugin-arg-algoprof-callees="
TABLE = "algoprof_mirrors"

# What shall not change: the order of functions, and of C++ also thunks, and a static function
# that GCC moves into the section group of the inline one that uses it.
PLAIN = [os.path.join(HERE, "no-target.C"), *(os.path.join(ROOT, name) for name in (
    "tests/judged/exact/more/far.c", "tests/judged/exact/more/shapes.C", "librt-sample/libc/strto.c", "offline/point/opaque_calls.c",
    "offline/check/check.c"))]
INCLUDED = ["-I" + os.path.join(ROOT, name) for name in ("", "include", "offline", "librt-sample")]
LEVELS = ("-O0", "-O2", "-O2 -fPIC", "-O3 -g -gno-record-gcc-switches")

# name: (arguments, source, whether there are copies); `other' is what may have one.
OTHER = "int other(const int *a, int i) { return a[i] + 1; }\n"
SUM = "int sum(const int *a, int n) { int s = 0; %s for (int i = 0; i < n; i++) s += a[i]; return s; }\n"
INLINE = "static inline " + SUM % '_Pragma("algoprof loop")'
COPIES = {
    "pragma": ([], SUM % '_Pragma("algoprof loop")', True),
    "attribute": ([], "__attribute__((algoprof)) " + SUM % "", True),
    "argument": (["target=sum"], SUM % "", True),
    "everything": (["target=*"], SUM % "", True),
    "recursion": ([], "__attribute__((algoprof)) int down(int n) { return n ? down(n - 1) * 2 + 1 : 0; }\n", True),
    "inlined": ([], INLINE + "int user(const int *a) { return sum(a, 9); }\n", True),
    "unused": ([], INLINE, False),
    "none": ([], SUM % "", False),
    "everything of nothing": (["target=*"], "", False),
    "refused": ([], "int sum(const int *a, int n) {\n#pragma algoprof loop\n return a[n]; }\n", False),
    "default": (None, SUM % "", True),
    "default, nothing": (None, "", True),
    "all": (["callees=all"], SUM % "", True),
    "unit": (["callees=unit"], SUM % '_Pragma("algoprof loop")', False),
    "last": (["callees=unit", "callees=all"], SUM % "", True),
}
TEMPLATE = "template <class T> " + SUM.replace("int *a", "T *a") % '_Pragma("algoprof loop")'
COPIES_CXX = {
    "instantiated": ([], TEMPLATE + "int user(const int *a) { return sum(a, 9); }\n", True),
    "not instantiated": ([], TEMPLATE, False),
}
PRECOMPILED = {
    "precompiled": ([], "int user(const int *a) { return sum(a, 9); }\n", True),
    "precompiled, unused": ([], "", False),
}


def compile_one(source, out, flags, version, profiled=True):
    command = [*compiler(source, version), *(["-fplugin=" + plugin()] if profiled else []), *flags,
               "-w", "-c", source, "-o", out]
    build(command)


def contents(name):
    with open(name, "rb") as file:
        return file.read()


def sections(name):
    return subprocess.run(["readelf", "-SW", name], capture_output=True, text=True, check=True).stdout


def check_same(case, folder):
    _, _, source, flags, version = case
    out, flags = os.path.join(folder, "unit.o"), [*flags.split(), *INCLUDED, "-D_GNU_SOURCE"]
    compile_one(source, out, flags, version, profiled=False)
    plain = contents(out)
    for more in ([CALLEES + "unit"], [CALLEES + "auto"]):
        compile_one(source, out, flags + more, version)
        if contents(out) != plain:
            raise Failure(f"with {more} it is another object than the plain one")
    for more in ([], [CALLEES + "all"]):
        compile_one(source, out, flags + more, version)
        if contents(out) == plain or TABLE not in sections(out):
            raise Failure(f"with {more} it has no copies")


def precompile(folder, suffix, version):
    """A header with a marked function; what the unit begins with."""
    header = os.path.join(folder, "marked.h")
    with open(header, "w", encoding="ascii") as file:
        file.write('static inline __attribute__((algoprof("loops"))) ' + SUM % "")
    language = "c-header" if suffix == ".c" else "c++-header"
    build([*compiler("x" + suffix, version), "-fplugin=" + plugin(), "-O2", "-x", language, header,
           "-o", header + ".gch"])
    os.unlink(header)           # so that no other than the precompiled one is taken
    return '#include "marked.h"\n'


def check_copies(case, folder):
    _, _, (arguments, text, wanted), suffix, version = case
    source, out = os.path.join(folder, "unit" + suffix), os.path.join(folder, "unit.o")
    begin = precompile(folder, suffix, version) if "precompiled" in case[0] else ""
    with open(source, "w", encoding="ascii") as file:
        file.write(begin + OTHER + text)
    arguments = [] if arguments is None else ["callees=auto", *arguments]
    compile_one(source, out, ["-O2", *("-fplugin-arg-algoprof-" + a for a in arguments)], version)
    symbols = subprocess.run(["nm", out], capture_output=True, text=True, check=True).stdout
    copied = [line for line in symbols.splitlines() if "other" in line and "algoprof" in line]
    if (TABLE in sections(out), bool(copied)) != (wanted, wanted):
        raise Failure(f"{'no' if wanted else 'a'} table, copies of other (): {copied}")


LOOPS = """#include <stdio.h>
int get(const int *, int), twice(int (*)(const int *, int), const int *, int);
static int data[1000];
int main(void)
{
    int sum = 0;
    for (int k = 0; k < 3; k++)
#pragma algoprof loop name(direct)
        for (int i = 0; i < 100; i++)
            sum += get(data, i);
    for (int k = 0; k < 3; k++)
#pragma algoprof loop name(pointer)
        for (int i = 0; i < 50; i++)
            sum += twice(get, data, 2 * i);
    return sum;
}
"""
CALLED = """int get(const int *a, int i) { return a[i]; }
int twice(int (*f)(const int *, int), const int *a, int i) { return f(a, i) + f(a, i + 1); }
"""
ALL = {"direct": (3, 300, 400, []), "pointer": (3, 150, 400, [])}
MISSED = {"direct": (3, 300, 0, [("get", 100)]), "pointer": (3, 150, 0, [("twice", 50)])}
HOW = ", if you can, with the plugin"
MEND = "calls of %s () are not traced: build its file" + HOW
# name: (flags of all, of the unit without targets, what is found)
SIZES = {
    "default": ([], [], ALL),
    "auto": ([], [CALLEES + "auto"], MISSED),
    "unit": ([], [CALLEES + "unit"], MISSED),
    "all": ([], [CALLEES + "all"], ALL),
    "lto": (["-flto"], [], ALL),
    "lto one": (["-flto", "-flto-partition=one"], [], ALL),
    "lto none": (["-flto", "-flto-partition=none"], [], ALL),
    "lto max": (["-flto", "-flto-partition=max"], [], ALL),
}


def check_sizes(case, folder):
    _, _, (flags, called_flags, wanted), _, version = case
    loops, called = os.path.join(folder, "loops.c"), os.path.join(folder, "called.c")
    objects, exe = [loops[:-1] + "o", called[:-1] + "o"], os.path.join(folder, "program")
    for name, text in ((loops, LOOPS), (called, CALLED)):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    # Not inlined: that would leave nothing to follow.
    flags = ["-O2", "-fno-inline", "-fno-ipa-icf", "-fno-ipa-cp", *flags]
    compile_one(loops, objects[0], flags, version)
    compile_one(called, objects[1], flags + called_flags, version)
    build([*compiler(loops, version), "-fplugin=" + plugin(), *flags, *objects, RUNTIME, *SANFLAGS, "-lpthread",
           "-o", exe])
    status, output, log = run_profiled(exe, os.path.join(folder, "log"), EXACT)
    if status or log is None:
        raise Failure(f"exit status {status}\n{output.decode(errors='replace')}")
    names, found = {s["site"]: s["name"] for s in log["sites"]}, {}
    for site, name in names.items():
        mine = [i for i in log["instances"] if i["site"] == site]
        each = {(i["rms"], tuple((c["name"], c["calls"]) for c in i["opaque"])) for i in mine}
        if len(each) != 1:
            raise Failure(f"{name}: instances differ: {each}")
        size, opaque = each.pop()
        found[name] = (len(mine), sum(i["cost"] for i in mine), size, list(opaque))
    if found != wanted:
        raise Failure(f"found {found}\nnot   {wanted}")
    check_report(os.path.join(folder, "log"), wanted)


def check_report(folder, wanted):
    if not os.path.exists(TOOL):
        return
    text = execute([TOOL, "report", "-v", folder])[1].decode()
    targets = json.loads(execute([TOOL, "report", "--json", folder], merge=False)[1])["targets"]
    for target in targets:
        instances, _, _, opaque = wanted[target["name"]]
        said = [(c["name"], c["calls"]) for c in target["opaque"]]
        if said != [(name, calls * instances) for name, calls in opaque] or ("opaque" in target["warnings"]) != bool(opaque):
            raise Failure(f"report: {target['name']}: {said}, {target['warnings']}")
        for name, _ in opaque:
            if MEND % name not in text:
                raise Failure(f"report does not say what to do about {name} ():\n{text}")
    if "are not traced" in text and not any(opaque for *_, opaque in wanted.values()):
        raise Failure(text)


WORDS = """#include <stdlib.h>
int f1(int), f2(int), f3(int), f4(int);
extern int (*const table[])(int);
int compare(const void *, const void *);
static int data[64];
int main(void)
{
    int sum = 0;
#pragma algoprof loop name(two)
    for (int i = 0; i < 9; i++)
        sum += f1(i) + f2(i);
#pragma algoprof loop name(four)
    for (int i = 0; i < 9; i++)
        sum += f1(i) + f2(i) + f3(i) + f4(i);
#pragma algoprof loop name(pointers)
    for (int i = 0; i < 9; i++)
        sum += table[i % 2](i);
#pragma algoprof loop name(both)
    for (int i = 0; i < 9; i++) {
        sum += f3(i);
        qsort(data, 8, sizeof *data, compare);
    }
#pragma algoprof loop name(neither)
    for (int i = 0; i < 9; i++)
        __asm__ volatile("nop" : "+m"(data[i]) : : "memory");
    return sum == 1;
}
"""
WORDS_CALLED = """int f1(int i) { return i; } int f2(int i) { return -i; } int f3(int i) { return ~i; } int f4(int i) { return !i; }
int (*const table[])(int) = { f1, f2 };
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
"""
SAID = {
    "two": "of f1 () and f2 () are not traced: build their files",
    "four": "of f1 (), f2 (), f3 () and 1 other are not traced: build their files",
    "pointers": "through pointers are not traced: build their files",
    "both": "of f3 (), and through pointers are not traced: build their files",
}


def check_words(case, folder):
    _, _, _, _, version = case
    program, called = os.path.join(folder, "program.c"), os.path.join(folder, "called.c")
    for name, text in ((program, WORDS), (called, WORDS_CALLED)):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    exe = program[:-2]
    build([*compiler(program, version), "-O1", "-fplugin=" + plugin(), CALLEES + "auto", program, called, RUNTIME, *SANFLAGS,
           "-lpthread", "-o", exe])
    run_profiled(exe, os.path.join(folder, "log"), EXACT)
    for name in [*SAID, "neither"]:
        text = execute([TOOL, "report", "--target", name, os.path.join(folder, "log")])[1].decode()
        said = [line.split("calls ", 1)[1] for line in text.splitlines() if "are not traced" in line]
        wanted = [SAID[name] + HOW] if name in SAID else []
        if said != wanted:
            raise Failure(f"{name}: {said}\n{text}")


# GCC shall not guess which function a virtual one is.
NO_GUESS = " -fno-devirtualize -fno-devirtualize-speculatively"


def check_first(case, folder):
    """The unit without copies is linked first."""
    _, _, flags, _, version = case
    objects, exe, flags = [], os.path.join(folder, "program"), flags + NO_GUESS
    for name in ("first-other.C", "first-main.C"):
        objects.append(os.path.join(folder, name + ".o"))
        compile_one(os.path.join(HERE, name), objects[-1], [*flags.split(), CALLEES + "auto"], version)
    build([*compiler("x.C", version), *flags.split(), *objects, RUNTIME, *SANFLAGS, "-lpthread", "-o", exe])
    status, output, log = run_profiled(exe, os.path.join(folder, "log"), EXACT)
    if status or log is None:
        raise Failure(f"exit status {status}\n{output.decode(errors='replace')}")
    names = {s["site"]: s["name"] for s in log["sites"]}
    found = {(names[i["site"]], i["cost"], i["rms"], tuple(c["name"] for c in i["opaque"] if "checked" in c["name"] or
              "pointer" in c["name"])) for i in log["instances"]}
    # The numbers; the ways to the function, or its own variable.
    if found != {("virtual", 40, 40 * 4 + 2 * 8, ()), ("thunk", 40, 40 * 4 + 2 * 8, ()), ("direct", 40, 40 * 4 + 4, ()),
                 ("nothing", 40, 40 * 4 + 2 * 8, ())}:
        raise Failure(f"(iterations, bytes, opaque) {found}")


# A library of one unit, and of two; of C++, whose copies may all be in section groups.
LIBRARIES = {
    "one": (".c", [SUM % '_Pragma("algoprof loop")']),
    "two": (".c", [SUM % '_Pragma("algoprof loop")', OTHER]),
    "groups": (".C", ["inline " + SUM % '_Pragma("algoprof loop")' + "int (*of)(const int *, int) = sum;\n"]),
}


def linkers():
    return [name for name in ("bfd", "gold", "lld") if shutil.which("ld." + name)]


def check_exports(case, folder):
    _, _, (suffix, texts), linker, version = case
    exported = []
    for profiled in (False, True):
        objects, library = [], os.path.join(folder, f"profiled-{profiled}.so")
        for number, text in enumerate(texts):
            source = os.path.join(folder, f"unit{number}{suffix}")
            with open(source, "w", encoding="ascii") as file:
                file.write(text)
            objects.append(os.path.join(folder, f"unit{number}-{profiled}.o"))
            compile_one(source, objects[-1], ["-O2", "-fPIC"], version, profiled)
            if profiled and TABLE not in sections(objects[-1]):
                raise Failure("a unit has no table: this would show nothing")
        build([*compiler(source, version), "-shared", "-fuse-ld=" + linker, *objects, "-o", library])
        exported.append(subprocess.run(["nm", "-D", "--defined-only", "--format=just-symbols", library],
                                       capture_output=True, text=True, check=True).stdout.split())
    if exported[0] != exported[1]:
        raise Failure(f"the plain library exports {exported[0]}\nthis one {exported[1]}")


def check(case, folder):
    {"same": check_same, "copies": check_copies, "sizes": check_sizes, "words": check_words,
     "first": check_first, "exports": check_exports}[case[1]](case, folder)


def main():
    cases = []
    for version in [None, *other_versions()]:
        label = f" gcc-{version}" if version else ""
        for number, source in enumerate([] if SANFLAGS else PLAIN):
            levels = LEVELS[number % len(LEVELS)::len(LEVELS)] if version else LEVELS
            cases += [(f"objects/same {os.path.basename(source)}{label} {flags}", "same", source, flags, version)
                      for flags in levels]
        cases += [(f"objects/copies {name}{label}", "copies", what, ".c", version) for name, what in COPIES.items()]
        cases += [(f"objects/copies {name}{label}", "copies", what, ".C", version) for name, what in COPIES_CXX.items()]
        cases += [(f"objects/copies {name} {suffix}{label}", "copies", what, suffix, version)
                  for name, what in PRECOMPILED.items() for suffix in (".c", ".C")]
        cases += [(f"objects/sizes {name}{label}", "sizes", what, None, version) for name, what in SIZES.items()]
        cases.append((f"objects/words{label}", "words", None, None, version))
        cases += [(f"objects/exports {name} {linker}{label}", "exports", what, linker, version)
                  for name, what in LIBRARIES.items() for linker in linkers()]
        cases += [(f"objects/first{label} {flags}", "first", flags, None, version)
                  for flags in ("-O0", "-O2", "-O2 -no-pie", *(f"-O2 -fPIE -pie -fuse-ld={linker} -Wl,--gc-sections"
                                                               for linker in linkers()))]
    run_cases(check, cases)


main()
