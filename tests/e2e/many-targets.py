#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A library with hundreds of targets, loaded while the program runs: each is
counted and traced.  The thread-local room that the C library keeps for such
libraries would not hold their records.

    tests/e2e/many-targets.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import (Failure, O, SANFLAGS, build, compiler, other_versions, plugin, run_cases,  # noqa: E402
                     run_profiled_logs)

LOOPS = 400
LIBRARY = "".join(f"""
int loop{i}(const int *a, int n)
{{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * {i};
    return s;
}}
int calls{i}(int n)
{{
    return n < 2 ? n + {i} : calls{i}(n - 1) + calls{i}(n - 2);
}}
""" for i in range(LOOPS))
# In two threads, so that the second one's records are made when it needs them.
PROGRAM = """
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
static void *play(void *library)
{
    static const int a[10] = { 1, 2, 3 };
    long sum = 0;
    for (int i = 0; i < %d; i++) {
        char name[32];
        sprintf(name, "loop%%d", i);
        int (*loop)(const int *, int) = (int (*)(const int *, int))dlsym(library, name);
        sprintf(name, "calls%%d", i);
        int (*calls)(int) = (int (*)(int))dlsym(library, name);
        sum += loop(a, 10) + calls(5);
    }
    return (void *)sum;
}
int main(int argc, char **argv)
{
    void *library = dlopen(argv[argc - 1], RTLD_NOW), *sum;
    if (!library)
        return puts(dlerror());
    pthread_t thread;
    pthread_create(&thread, NULL, play, library);
    pthread_join(thread, &sum);
    return sum != play(library);
}
""" % LOOPS


def check(case, folder):
    _, level, version = case
    library, program, exe = (os.path.join(folder, name) for name in ("library.c", "program.c", "program"))
    for name, text in ((library, LIBRARY), (program, PROGRAM)):
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    shared = os.path.join(folder, "library.so")
    build([*compiler(library, version), level, "-fPIC", "-shared", "-fplugin=" + plugin(),
           "-fplugin-arg-algoprof-target=*", library, "-o", shared, "-L" + O, "-Wl,-rpath," + O, "-lrt-sample"])
    build([*compiler(program, version), "-O2", program, "-o", exe, *SANFLAGS, "-ldl", "-lpthread"])
    status, output, logs = run_profiled_logs(exe, os.path.join(folder, "logs"), {
        "ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}, [shared])
    if status:
        raise Failure(f"exit status {status}\n{output.decode(errors='replace')}")
    names = {s["site"]: s["name"] for s in logs[0]["sites"]}
    found = sorted((names[t["site"]], t["instances"], t["cost"]) for t in logs[0]["totals"])
    if len(logs[0]["instances"]) != 4 * LOOPS:
        raise Failure(f"{len(logs[0]['instances'])} instances are traced, not {4 * LOOPS}")
    expected = sorted([(f"loop{i}", 2, 20) for i in range(LOOPS)] + [(f"calls{i}", 2, 30) for i in range(LOOPS)])
    if found != expected:
        raise Failure(f"{len(found)} targets; the first that differ: {[f for f in found if f not in expected][:3]}")


def main():
    cases = [(f"many-targets {level}", level, None) for level in ("-O0", "-O2")]
    cases += [(f"many-targets gcc-{v} -O2", "-O2", v) for v in other_versions()]
    run_cases(check, cases)


main()
