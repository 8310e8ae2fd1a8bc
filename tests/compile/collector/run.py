#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GCC's garbage collector takes nothing that the plugin still needs.

Each source is compiled with every loop and recursion a target, once as usual and once
with a collection wherever GCC can make one (--param ggc-min-expand=0 --param
ggc-min-heapsize=0).  GCC must not fail, and both objects must be the same, byte by byte.

    tests/compile/collector/run.py          many.C, and every 160th of the plugin's tests
    tests/compile/collector/run.py all      many.C, and all of the plugin's tests
    tests/compile/collector/run.py FILE...  these
"""
import filecmp
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import Failure, ROOT, TESTS, compiler, plugin, run_cases  # noqa: E402

COLLECT = ["--param", "ggc-min-expand=0", "--param", "ggc-min-heapsize=0"]
MOST_SECONDS = 300
EVERY = 160
KINDS = 1
MANY = "many.C"
# How long a source's name is moves what GCC allocates: a stale pointer of GCC's led to an instruction's vector at
# -O3 with the second and the third.
NAMES = (MANY, "m" * 16 + ".C", "m" * 22 + ".C")
LEVELS = ("-O2 -g -gno-record-gcc-switches", "-O0", "-O3")

# What the plugin holds trees for: templates and inline functions (section groups), recursions
# (versions), callees through pointers and thunks (the table of mirrors), loops that GCC turns
# into calls before a return (ends of samples), loops inside themselves (copies of a descriptor).
KIND = """
template <class T> static inline T sum_N (const T *a, int n)
{ T s = 0; for (int i = 0; i < n; i++) s += a[i] * T (N + 1); return s; }
static int walk_N (int n, int (*f) (int)) { return n <= 0 ? 0 : f (n) + walk_N (n - 1, f) + walk_N (n - 2, f); }
static int odd_N (int n);
static int even_N (int n) { return n ? odd_N (n - 1) + 1 : N; }
static int odd_N (int n) { return n ? even_N (n - 1) * 3 : N + 1; }
int called_N (int n) { int s = N; for (int i = 0; i < n; i++) s ^= i * n; return s; }
void clear_N (char *to, int n) { for (int i = 0; i < n; i++) to[i] = 0; }
struct left_N { virtual int get (int); int l; };
struct right_N { virtual int find (int); int r; };
struct both_N : left_N, virtual right_N { int get (int) override; int find (int) override; int b; };
int left_N::get (int n) { return l + n; }
int right_N::find (int n) { return r - n; }
int both_N::get (int n) { int s = b; for (int i = 0; i < n; i++) s += i ^ l; return s; }
int both_N::find (int n) { int s = b; while (n > 0) s += n--; return s; }
struct list_N { list_N *next; long value; };
inline long length_N (const list_N *l, long n) { return l ? length_N (l->next, n + l->value) : n; }
int all_N (const int *a, const double *d, const list_N *l, int n, left_N *p, right_N *q)
{
  auto each = [&] (int k) { int s = 0; for (int i = 0; i < k; i++) s += a[i] > N; return s; };
  int s = sum_N (a, n) + (int) sum_N (d, n) + walk_N (n & 15, called_N) + even_N (n & 7) + each (n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      s += p->get (i) - q->find (j) + (int) length_N (l, i);
  return s;
}
"""


def write_many(folder, name):
    with open(os.path.join(folder, name), "w") as f:
        for n in range(KINDS):
            f.write(re.sub(r"\bN\b|(?<=_)N\b", str(n), KIND))


def compile_one(source, arguments, folder, output):
    """Whether the compiler takes it.  source and output: seen from the folder."""
    command = [*compiler(source), *arguments, "-fplugin=" + plugin(), "-fplugin-arg-algoprof-target=*",
               "-fplugin-arg-algoprof-callees=all", "-w", "-frandom-seed=1", "-c", source, "-o", output]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False, cwd=folder)
    if "internal compiler error" in done.stderr:
        raise Failure(" ".join(command) + "\n" + done.stderr)
    return done.returncode == 0


def check(case, folder):
    _, source, level = case
    own = source in NAMES
    if own:
        write_many(folder, source)
    taken = compile_one(source, level.split(), folder, "usual.o")
    if not taken and own:
        raise Failure("it does not compile")
    if compile_one(source, [*level.split(), *COLLECT], folder, "collected.o") != taken:
        raise Failure("collections decide whether it compiles")
    if taken and not filecmp.cmp(*(os.path.join(folder, name) for name in ("usual.o", "collected.o")), shallow=False):
        raise Failure("the objects differ")


def main():
    sources = sorted(path for folder in ("plugin", "judged") for path in
                     glob.glob(os.path.join(TESTS, folder, "**", "*.[cC]"), recursive=True))
    if not sys.argv[1:]:
        sources = sources[::EVERY]
    elif sys.argv[1:] != ["all"]:
        sources = [name if name in NAMES else os.path.abspath(name) for name in sys.argv[1:]]
    cases = []
    if sys.argv[1:] in ([], ["all"], [MANY]):
        cases = [(f"collector {MANY} {level}", MANY, level) for level in LEVELS[:-1]]
        cases += [(f"collector {name} {LEVELS[-1]}", name, LEVELS[-1]) for name in NAMES]
    for i, source in enumerate(s for s in sources if s not in NAMES):
        level = LEVELS[i % len(LEVELS)]
        cases.append((f"collector {os.path.relpath(source, TESTS)} {level}", source, level))
    run_cases(check, cases)


main()
