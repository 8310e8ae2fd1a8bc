#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a library's end takes does not grow with the threads that have executed its loops: how often the loader's list of
libraries is walked through.

    tests/e2e/unload-cost.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure, RUNTIMES, SANFLAGS, Skipped, build, compiler, execute, plugin, read_log, run_cases, totals  # noqa: E402

LOOPS = 50
LIBRARY = "static int data[64];\n" + "".join(
    f"__attribute__((noinline)) int f{k}(int n) {{ int s = {k}; for (int i = 0; i < n; i++) s += data[i & 63] ^ i; return s; }}\n"
    for k in range(LOOPS)) + "int all(int n) { return " + " + ".join(f"f{k}(n)" for k in range(LOOPS)) + "; }\n"

# The threads stay until the library is closed.
PROGRAM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic long walks;
static pthread_barrier_t together;
static int (*all)(int);

int dl_iterate_phdr(int (*each)(struct dl_phdr_info *, size_t, void *), void *data)
{
    walks++;
    int (*real)(int (*)(struct dl_phdr_info *, size_t, void *), void *) = dlsym(RTLD_NEXT, "dl_iterate_phdr");
    return real(each, data);
}

static void *run(void *unused)
{
    all(10);
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    return unused;
}

int main(int argc, char **argv)
{
    int threads = atoi(argv[1]);
    pthread_t thread[64];
    void *library = dlopen("./library.so", RTLD_NOW | RTLD_LOCAL);
    if (argc < 2 || !library || !(all = (int (*)(int))dlsym(library, "all")))
        return 3;
    pthread_barrier_init(&together, NULL, threads + 1);
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, run, NULL);
    pthread_barrier_wait(&together);
    long before = walks;
    dlclose(library);
    printf("%ld\n", walks - before);
    pthread_barrier_wait(&together);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
"""


def check(case, folder):
    if SANFLAGS:
        raise Skipped("the library is loaded by a program without the sanitizers")
    for name, text in ("library.c", LIBRARY), ("program.c", PROGRAM):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    build([*compiler("x.c"), "-O2", "-rdynamic", os.path.join(folder, "program.c"), "-pthread", "-ldl", "-o", os.path.join(folder, "program")])
    build([*compiler("x.c"), "-O2", "-fPIC", "-shared", "-fplugin=" + plugin(), "-fplugin-arg-algoprof-target=*", os.path.join(folder, "library.c"),
           "-o", os.path.join(folder, "library.so"), "-L" + RUNTIMES, "-Wl,-rpath," + os.path.abspath(RUNTIMES), "-lrt-sample"])
    walks = []
    for threads in 1, 32:
        log = os.path.join(folder, f"{threads}.aplog")
        status, out = execute([os.path.join(folder, "program"), str(threads)], {"ALGOPROF_LOG": log}, cwd=folder)
        if status:
            raise Failure(f"exit status {status}: {out!r}")
        walks.append(int(out))
        counted = sorted(totals(read_log(log)).values())
        if counted != [(threads, 10 * threads)] * LOOPS:
            raise Failure(f"{threads} threads: {counted}")
    if walks[1] > walks[0] + 4:
        raise Failure(f"{walks[0]} walks with one thread, {walks[1]} with 32")


run_cases(check, [("e2e/unload-cost", "walks")])
