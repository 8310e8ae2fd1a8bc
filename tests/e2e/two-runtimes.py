#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program and a library of which each brings its runtime, or shares one, as an
archive or as librt-sample.so: every target's counts and sizes are in one of the logs,
each log has targets, and a size to which calls across two runtimes belong is right,
or the log says what it misses.

    tests/e2e/two-runtimes.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import (Failure, O, RUNTIME, SANFLAGS, build, compiler, other_versions, plugin, run_cases,  # noqa: E402
                     run_profiled_logs)

LIBRARY = """
int get(const int *a, int i)
{
    return a[i];
}
int sum(const int *a, int n)
{
    int s = 0;
    #pragma algoprof loop name(theirs)
    for (int i = 0; i < n; i++)
        s += a[i] & 3;
    return s;
}
"""
PROGRAM = """
#include <dlfcn.h>
#include <stdio.h>
#ifdef LINKED
int get(const int *, int), sum(const int *, int);
#endif
static int data[100];
int main(int argc, char **argv)
{
    long total = 0;
#ifndef LINKED
    void *library = dlopen(argv[argc - 1], RTLD_NOW);
    if (!library)
        return puts(dlerror());
    int (*get)(const int *, int) = (int (*)(const int *, int))dlsym(library, "get");
    int (*sum)(const int *, int) = (int (*)(const int *, int))dlsym(library, "sum");
#endif
    for (int k = 0; k < 10; k++) {
        int n = 10 * k;
        #pragma algoprof loop name(mine)
        for (int i = 0; i < n; i++)
            total += get(data, i);
        total += sum(data, n);
    }
    return total != 0;
}
"""
WANTED = [(10 * k, 40 * k) for k in range(10)]      # iterations, bytes
SHARED = ["-L" + O, "-Wl,-rpath," + os.path.abspath(O), "-Wl,--no-as-needed", "-lrt-sample"]
ARCHIVE = [RUNTIME, *SANFLAGS]
# name: the program's runtime, the library's, how many logs, how many if the library is opened later
CASES = {
    "archive-shared": (ARCHIVE, SHARED, 1, 2),
    "archive-archive": (ARCHIVE, ARCHIVE, 1, 2),
    "exported-shared": (["-rdynamic", *ARCHIVE], SHARED, 1, 1),
    "exported-archive": (["-rdynamic", *ARCHIVE], ARCHIVE, 1, 1),
    "exported-none": (["-rdynamic", *ARCHIVE], [], 1, 1),
    "shared-shared": (SHARED, SHARED, 1, 1),
    "shared-archive": (SHARED, ARCHIVE, 1, 1),
    "shared-none": (SHARED, [], 1, 1),
}


def make(folder, version, mine, theirs, linked):
    library, program, exe = (os.path.join(folder, name) for name in ("library.c", "program.c", "program"))
    for name, text in ((library, LIBRARY), (program, PROGRAM)):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    shared = os.path.join(folder, "library.so")
    profiled = ["-O2", "-fplugin=" + plugin()]
    build([*compiler(library, version), *profiled, "-fPIC", "-shared", library, "-o", shared, *theirs])
    build([*compiler(program, version), *profiled, program, "-o", exe,
           *(["-DLINKED", shared, "-Wl,-rpath," + folder] if linked else []), *mine, "-ldl", "-lpthread"])
    return exe, shared


def check(case, folder):
    name, version, linked = case
    mine, theirs, *logs_wanted = CASES[name.split()[0]]
    exe, shared = make(folder, version, mine, theirs, linked)
    status, output, logs = run_profiled_logs(exe, os.path.join(folder, "logs"), {
        "ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}, [shared])
    if status:
        raise Failure(f"exit status {status}\n{output.decode(errors='replace')}")
    if len(logs) != logs_wanted[0 if linked else 1]:
        raise Failure(f"{len(logs)} logs, of {[len(log['sites']) for log in logs]} targets")
    found = {}
    for log in logs:
        names = {s["site"]: s["name"] for s in log["sites"]}
        for i in sorted(log["instances"], key=lambda i: i["index"]):
            found.setdefault(names[i["site"]], []).append((i["cost"], i["rms"], [c["name"] for c in i["opaque"]]))
    right = [(cost, size, []) for cost, size in WANTED]
    missed = [(cost, 0, ["(a call through a pointer)"] if cost else []) for cost, _ in WANTED]
    wanted = {"theirs": right, "mine": right if len(logs) == 1 else missed}
    if found != wanted:
        raise Failure(f"found {found}\nnot {wanted}")


def main():
    cases = [(f"{name} {how}", None, how == "linked") for name in CASES for how in ("linked", "opened")]
    cases += [(f"archive-shared opened gcc-{v}", v, False) for v in other_versions()]
    run_cases(check, cases)


main()
