#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries with targets, marked by name, are opened and closed again and again as without the plugin, with the shared
runtime and with one in each library.

    10,000 reloads, the new version opened before the old one is closed, the log on and off
    500 libraries at once
    20,000 reloads take no more memory than 5,000, the log on (a runtime in each: 1,500 than 500, each has a log; profiled
        in-house 60 than 20, each closed before the next is opened)
    threads that are there before call the libraries that are loaded, with a runtime in each
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import EXACT, Failure, O, RUNTIME, RUNTIMES, SANFLAGS, Skipped, build, compiler, execute, other_versions, plugin, \
    read_log, run_cases, totals  # noqa: E402

LIBRARY = """static int table[100];
int f (int n) { int s = VERSION; for (int i = 0; i < n; i++) s += table[i % 100] + i; return s; }
int again (int n) { return n < 2 ? n : again (n - 1) + again (n - 2); }
"""
PROGRAM = """#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <malloc.h>
static int use (void *h, const char *name)
{
  if (!h) { puts (dlerror ()); exit (5); }
  return ((int (*) (int)) dlsym (h, "f")) (10) + ((int (*) (int)) dlsym (h, "again")) (3);
}
int main (int argc, char **argv)
{
  long sum = 0;
  void *old = 0;
  for (int i = 0; i < atoi (argv[1]); i++) {
    char name[40];
    sprintf (name, "./l%d.so", i % atoi (argv[2]));
    void *h = dlopen (name, RTLD_NOW | RTLD_LOCAL);
    sum += use (h, name);
    if (old && argc > 3)
      dlclose (old);
    old = h;
    if (argc > 3 && argv[3][0] == 'f') {
      dlclose (h);
      old = 0;
    }
  }
  printf ("%ld\\n", sum);
  if (argc > 4) {
    FILE *of = fopen ("/proc/self/statm", "r");
    long pages[6];
    for (int i = 0; i < 6; i++)
      if (fscanf (of, "%ld", &pages[i]) != 1)
        return 6;
    printf ("%ld\\n", (long) mallinfo2 ().uordblks + 4096 * pages[5]);
  }
  return 0;
}
"""


# Threads older than the libraries: each library's thread-local variables are allocated at a thread's first loop in it.
# Arguments in vector registers, and sums in them, must stay what they are.
THREADS_LIBRARY = """static double table[64];
__attribute__ ((noinline)) double g (double a, double b, int n)
{ double s = a; for (int i = 0; i < n; i++) s += table[i % 64] + b; return s; }
"""
THREADS = """#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_barrier_t opened, used;
static double (*g) (double, double, int);
static long wrong;
static void *work (void *arg)
{
  int cycles = *(int *) arg;
  for (int i = 0; i < cycles; i++) {
    pthread_barrier_wait (&opened);
    for (int k = 0; k < 20; k++)
      if (g (i, 0.5, 40 + k) != i + 0.5 * (40 + k))
        __atomic_add_fetch (&wrong, 1, __ATOMIC_RELAXED);
    pthread_barrier_wait (&used);
  }
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[4];
  int cycles = atoi (argv[1]);
  void *old = 0;
  pthread_barrier_init (&opened, 0, 5);
  pthread_barrier_init (&used, 0, 5);
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, work, &cycles);
  for (int i = 0; i < cycles; i++) {
    void *h = dlopen (i % 2 ? "./l1.so" : "./l0.so", RTLD_NOW | RTLD_LOCAL);
    if (!h) { puts (dlerror ()); exit (5); }
    g = (double (*) (double, double, int)) dlsym (h, "g");
    pthread_barrier_wait (&opened);
    pthread_barrier_wait (&used);
    if (old && i + 1 < cycles)      /* not while threads end, which call what the library has registered for that */
      dlclose (old);
    old = h;
  }
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  printf ("%d %ld\\n", argc, wrong);
  return 0;
}
"""


TARGETS = ["-fplugin-arg-algoprof-target=" + name for name in ("f", "g", "again")]
INHOUSE, INHOUSE_TRMS = ["-fplugin-arg-algoprof-inhouse"], ["-fplugin-arg-algoprof-inhouse=trms"]


def prepare(folder, version, libraries, inside=False, mode=TARGETS):
    """inside: each library has a runtime of its own."""
    runtime = [RUNTIME] if inside else ["-L" + RUNTIMES, "-Wl,-rpath," + os.path.abspath(RUNTIMES), "-lrt-sample"]
    with open(os.path.join(folder, "lib.c"), "w", encoding="utf-8") as file:
        file.write(LIBRARY)
    with open(os.path.join(folder, "program.c"), "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    build([*compiler("x.c", version), "-O2", os.path.join(folder, "program.c"), "-o", os.path.join(folder, "program"), "-ldl"])
    for n in range(2):
        build([*compiler("x.c", version), "-O2", "-fPIC", "-shared", f"-DVERSION={n}", "-fplugin=" + plugin(), *mode, os.path.join(folder, "lib.c"),
               "-o", os.path.join(folder, f"l{n}.so"), *runtime])
    for n in range(2, libraries):
        with open(os.path.join(folder, f"l{n % 2}.so"), "rb") as one, open(os.path.join(folder, f"l{n}.so"), "wb") as other:
            other.write(one.read())


def check(case, folder):
    _, version, cycles, libraries, close, inside, env = case
    if SANFLAGS:
        raise Skipped("the libraries are loaded by a program without the sanitizers")
    prepare(folder, version, libraries, inside)
    arguments = [str(cycles), str(libraries)] + (["close"] if close else [])
    status, output = execute([os.path.join(folder, "program"), *arguments], {"ALGOPROF_LOG": "x.aplog", **env}, cwd=folder, timeout=300)
    expected = cycles * 47 + sum(i % 2 for i in range(cycles))
    if status or output.split() != [str(expected).encode()]:
        raise Failure(f"status {status}, expected {expected}:\n{output.decode(errors='replace')}")


def check_memory(case, folder):
    """A reload lost 325 bytes once.  With a runtime in each library glibc keeps the 32 bytes of what it has registered for
    exit(), as of every such library that is closed after the next one was opened."""
    _, version, inside, mode, env = case
    if SANFLAGS:
        raise Skipped("the libraries are loaded by a program without the sanitizers")
    prepare(folder, version, 2, inside, mode)
    took = []
    few, many = (20, 60) if mode != TARGETS else (500, 1500) if inside else (5000, 20000)
    how = "close" if mode == TARGETS else "first"
    for cycles in few, many:
        status, output = execute([os.path.join(folder, "program"), str(cycles), "2", how, "memory"],
                                 {"ALGOPROF_LOG": "x.aplog", **env}, cwd=folder, timeout=300)
        if status:
            raise Failure(f"status {status}:\n{output.decode(errors='replace')}")
        took.append(int(output.split()[1]))
    if took[1] - took[0] > (many - few) * (40 if inside else 10):
        raise Failure(f"{took} bytes")


def check_threads(case, folder):
    """Also that every instance is counted: 4 threads, 20 instances of 40 to 59 iterations in each."""
    _, version, mode, cycles = case
    if SANFLAGS:
        raise Skipped("the libraries are loaded by a program without the sanitizers")
    for name, text in ("lib.c", THREADS_LIBRARY), ("program.c", THREADS):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    build([*compiler("x.c", version), "-O2", os.path.join(folder, "program.c"), "-pthread", "-o", os.path.join(folder, "program"), "-ldl"])
    for n in range(2):
        build([*compiler("x.c", version), "-O2", "-fPIC", "-shared", "-fplugin=" + plugin(), *mode, os.path.join(folder, "lib.c"),
               "-o", os.path.join(folder, f"l{n}.so"), RUNTIME])
    status, output = execute([os.path.join(folder, "program"), str(cycles)], {"ALGOPROF_LOG": "x.aplog", **EXACT}, cwd=folder, timeout=300)
    if status or output != b"2 0\n":
        raise Failure(f"status {status}:\n{output.decode(errors='replace')}")
    logs = [os.path.join(folder, name) for name in os.listdir(folder) if ".aplog" in name]
    if len(logs) != cycles:
        raise Failure(f"{len(logs)} logs, expected {cycles}")
    if mode == TARGETS:
        for log in logs:
            found = totals(read_log(log))
            if list(found.values()) != [(80, 4 * sum(range(40, 60)))]:
                raise Failure(f"{log}: {found}")


def work(case, folder):
    return {4: check_threads, 5: check_memory, 7: check}[len(case)](case, folder)


def main():
    cases = []
    for version in [None] + other_versions():
        name = "e2e/reload-gcc" + (version or "")
        cases.append((name, version, 10000, 2, True, False, {}))
        cases.append((name + "-off", version, 10000, 2, True, False, {"ALGOPROF_LOG": "off"}))
        cases.append((name + "-500-libraries", version, 500, 500, False, False, EXACT))
        cases.append((name + "-memory", version, False, TARGETS, {}))
        cases.append((name + "-memory-exact", version, False, TARGETS, EXACT))
        name += "-inside"
        cases.append((name, version, 2000, 2, True, True, EXACT))
        cases.append((name + "-off", version, 10000, 2, True, True, {"ALGOPROF_LOG": "off"}))
        cases.append((name + "-500-libraries", version, 500, 500, False, True, EXACT))
        cases.append((name + "-memory", version, True, TARGETS, {}))
        cases.append((name + "-memory-inhouse", version, True, INHOUSE, {}))
        cases.append((name + "-memory-inhouse-trms", version, True, INHOUSE_TRMS, {}))
        cases.append((name + "-threads", version, TARGETS, 200))
        cases.append((name + "-threads-inhouse", version, INHOUSE, 3))
    run_cases(work, cases)


main()
