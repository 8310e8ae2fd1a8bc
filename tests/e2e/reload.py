#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries with targets, marked by name, are opened and closed again and again as without the plugin.

    10,000 reloads, the new version opened before the old one is closed, the log on and off
    500 libraries at once
    20,000 reloads take no more memory than 5,000, the log on
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import EXACT, Failure, O, RUNTIMES, SANFLAGS, Skipped, build, compiler, execute, other_versions, plugin, run_cases  # noqa: E402

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


def prepare(folder, version, libraries):
    with open(os.path.join(folder, "lib.c"), "w", encoding="utf-8") as file:
        file.write(LIBRARY)
    with open(os.path.join(folder, "program.c"), "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    build([*compiler("x.c", version), "-O2", os.path.join(folder, "program.c"), "-o", os.path.join(folder, "program"), "-ldl"])
    profiled = ["-fplugin=" + plugin(), "-fplugin-arg-algoprof-target=f", "-fplugin-arg-algoprof-target=again"]
    for n in range(2):
        build([*compiler("x.c", version), "-O2", "-fPIC", "-shared", f"-DVERSION={n}", *profiled, os.path.join(folder, "lib.c"),
               "-o", os.path.join(folder, f"l{n}.so"), "-L" + RUNTIMES, "-Wl,-rpath," + os.path.abspath(RUNTIMES), "-lrt-sample"])
    for n in range(2, libraries):
        with open(os.path.join(folder, f"l{n % 2}.so"), "rb") as one, open(os.path.join(folder, f"l{n}.so"), "wb") as other:
            other.write(one.read())


def check(case, folder):
    _, version, cycles, libraries, close, env = case
    if SANFLAGS:
        raise Skipped("the libraries link the shared runtime")
    prepare(folder, version, libraries)
    arguments = [str(cycles), str(libraries)] + (["close"] if close else [])
    status, output = execute([os.path.join(folder, "program"), *arguments], {"ALGOPROF_LOG": "x.aplog", **env}, cwd=folder, timeout=300)
    expected = cycles * 47 + sum(i % 2 for i in range(cycles))
    if status or output.split() != [str(expected).encode()]:
        raise Failure(f"status {status}, expected {expected}:\n{output.decode(errors='replace')}")


def check_memory(case, folder):
    """A reload lost 325 bytes once."""
    _, version, env = case
    if SANFLAGS:
        raise Skipped("the libraries link the shared runtime")
    prepare(folder, version, 2)
    took = []
    for cycles in 5000, 20000:
        status, output = execute([os.path.join(folder, "program"), str(cycles), "2", "close", "memory"],
                                 {"ALGOPROF_LOG": "x.aplog", **env}, cwd=folder, timeout=300)
        if status:
            raise Failure(f"status {status}:\n{output.decode(errors='replace')}")
        took.append(int(output.split()[1]))
    if took[1] - took[0] > 15000 * 10:
        raise Failure(f"{took} bytes")


def work(case, folder):
    return (check if len(case) > 3 else check_memory)(case, folder)


def main():
    cases = []
    for version in [None] + other_versions():
        name = "e2e/reload-gcc" + (version or "")
        cases.append((name, version, 10000, 2, True, {}))
        cases.append((name + "-off", version, 10000, 2, True, {"ALGOPROF_LOG": "off"}))
        cases.append((name + "-500-libraries", version, 500, 500, False, EXACT))
        cases.append((name + "-memory", version, {}))
        cases.append((name + "-memory-exact", version, EXACT))
    run_cases(work, cases)


main()
