#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documented interface, all of whose settings meet each other: every pair of values of two axes is in some case.

Axes are the arguments of the plugin, how a program is compiled and linked, and the variables (docs/reference.md).
A program's output and exit status are those of the plain build, its log has all instances and iterations, whatever
is set, and the report reads it.

    tests/plugin/products/axes.py [NUMBER...]
"""
import itertools
import os
import random
import re
import shlex
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (Failure, ROOT, RUNTIME, RUNTIMES, SANFLAGS, TOOL, build, compiler, execute, plugin,  # noqa: E402
                     read_log, run_cases, totals)

# A value is what is said: options, or the variable's value; None: nothing.
COMPILE = {
    "language": ["C", "C++"],
    "level": ["-O0", "-O1", "-O2", "-O3", "-Os"],
    "link": ["archive", "shared", "-static", "-flto", "-fPIE -pie", "library"],
    "mark": ["pragma", "attribute", "*", "line", "function", "list"],
    "callees": [None, "callees=auto", "callees=unit"],
    "rate": [None, "rate=7", "rate=auto"],
    "log": [None, "log=told.%p.aplog"],
    "ranges": [None, "no-ranges"],
    "accesses": [None, "no-accesses"],
    "verbose": [None, "verbose"],
    "contexts": [None, "contexts", "contexts=full"],
    "more": [None, "-g", "-fno-inline -fno-omit-frame-pointer", "-masm=intel", "-fcf-protection"],
}
RUN = {
    "ALGOPROF_LOG": [None, "off", "given/%e.%p.%u.aplog"],
    "ALGOPROF_RATE": [None, "auto", "1", "5"],
    "ALGOPROF_BUDGET": [None, "0", "7"],
    "ALGOPROF_PAIRS": [None, "4"],
    "ALGOPROF_MAX_LOG": [None, "64K"],
    "ALGOPROF_EPOCH": [None, "1"],
    "ALGOPROF_SEED": [None, "7"],
    "ALGOPROF_SIZE": [None, "100"],
    "ALGOPROF_CALLERS": [None, "on", "off"],
    "ALGOPROF_INHOUSE_COST": [None, "time"],
    "ALGOPROF_CONTEXTS": [None, "off"],
    "ALGOPROF_CONTEXT_MEMORY": [None, "64K"],
    "ALGOPROF_VERBOSE": [None, "1"],
}
AXES = {**COMPILE, **RUN}

WORK = """%(include)s
int numbers[300];
%(attribute)sint scan (int n, const int *p)
{
  int s = 0;
%(pragma)s
  for (int i = 0; i < n; i++)
    s += helper (p, i);
  return s;
}
%(attribute)sint walk (int depth, const int *p)
{
  return depth < 2 ? p[depth] : walk (depth - 1, p) + walk (depth - 2, p);
}
"""
MAIN = """#include <pthread.h>
#include <stdio.h>
#include "work.h"
static void *work (void *sum)
{
  for (int k = 0; k < 40; k++)
    *(int *) sum += scan (k * 7 % 90, numbers) + walk (k % 9, numbers);
  return 0;
}
int main (void)
{
  pthread_t thread;
  int own = 0, other = 0;
  for (int i = 0; i < 300; i++)
    numbers[i] = i * 17 % 91;
  pthread_create (&thread, 0, work, &other);
  work (&own);
  pthread_join (thread, 0);
  printf ("%d %d\\n", own, other);
  return 3;
}
"""
HEADER = """#ifdef __cplusplus
extern "C" {
#endif
extern int numbers[];
int scan (int, const int *);
int walk (int, const int *);
int helper (const int *, int);
#ifdef __cplusplus
}
#endif
"""
HELPER = '#include "work.h"\nint helper (const int *p, int i) { return p[i % 300] ^ i; }\n'
LINE = WORK[:WORK.index("  for (")].count("\n") + 1


def fibonacci(n):
    """Calls that walk (n) makes, itself included."""
    return 1 if n < 2 else 1 + fibonacci(n - 1) + fibonacci(n - 2)


SCAN = (80, 2 * sum(k * 7 % 90 for k in range(40)))
WALK_CALLS = 2 * sum(fibonacci(k % 9) for k in range(40))


def pairs_of(case):
    """Of a case whose axes are in order."""
    return set(itertools.combinations(case.items(), 2))


def new_pairs(axes, case, name, value):
    """What a case gets by one more axis; pairs are in the order of the axes."""
    order = list(axes)
    at = order.index(name)
    return {((n, v), (name, value)) if order.index(n) < at else ((name, value), (n, v)) for n, v in case.items()}


def covering(axes):
    """Cases, {axis: value}, in which each pair of values of two axes is: greedily, the same each time."""
    rng = random.Random(1)
    left = [((a, x), (b, y)) for a, b in itertools.combinations(axes, 2) for x in axes[a] for y in axes[b]]
    while left:
        missing, best = set(left), {}
        for _ in range(30):
            case = dict(rng.choice(left))
            for name in rng.sample(list(axes), len(axes)):
                if name not in case:
                    gain = {v: len(new_pairs(axes, case, name, v) & missing) for v in axes[name]}
                    most = max(gain.values())
                    case[name] = rng.choice([v for v in axes[name] if gain[v] == most])
            case = {name: case[name] for name in axes}
            if len(pairs_of(case) & missing) > len(pairs_of(best) & missing):
                best = case
        left = [pair for pair in left if pair not in pairs_of(best)]
        yield best


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def sources(case):
    """(suffix, the plugin's target arguments); the files are written."""
    mark = case["mark"]
    suffix = ".cc" if case["language"] == "C++" else ".c"
    pragma = mark == "pragma"
    write("work.h", HEADER)
    write("work" + suffix, WORK % {
        "include": '#include "work.h"', "attribute": "__attribute__ ((algoprof)) " if mark == "attribute" else "",
        "pragma": "#pragma algoprof loop name(scan)" if pragma else ""})
    write("main" + suffix, MAIN)
    write("helper" + suffix, HELPER)
    specs = {"*": ["*"], "line": [f"work{suffix}:{LINE}"], "function": ["scan", "walk"]}.get(mark, [])
    if mark == "list":
        write("marks", f"work{suffix}:{LINE}\nwalk\n")
        specs = ["@marks"]
    return suffix, ["-fplugin-arg-algoprof-target=" + spec for spec in specs]


def build_program(case, exe, profiled):
    suffix, targets = sources(case)
    link, more = case["link"], shlex.split(case["more"] or "")
    flags = [case["level"], *more, "-w", *(["-fPIC"] if link == "library" else [])]
    flags += link.split() if link.startswith("-") else []
    command = [*compiler("x" + suffix), *flags]
    if profiled:
        command += ["-fplugin=" + plugin()]
        named = [case[name] for name in ("callees", "rate", "log", "ranges", "accesses", "verbose", "contexts")]
        arguments = ["-fplugin-arg-algoprof-" + value for value in named if value]
    for unit in ("work", "main", "helper"):
        own = arguments + (targets if unit == "work" or case["mark"] == "*" else []) if profiled else []
        build([*command, *own, "-c", unit + suffix, "-o", unit + ".o"])
    archive = link not in ("shared", "library")
    library = [RUNTIME] if archive else ["-L" + RUNTIMES, "-Wl,-rpath," + RUNTIMES, "-lrt-sample"]
    objects = ["work.o", "main.o", "helper.o"]
    if profiled and "-flto" in flags:
        command += arguments
    if link == "library":
        build([*command, "-shared", "work.o", "helper.o", "-o", "libwork.so", *(library if profiled else [])])
        objects = ["main.o", "-L.", "-Wl,-rpath," + os.getcwd(), "-lwork"]
    build([*command, *objects, *(library if profiled else []), "-lpthread", "-o", exe])


def check_log(case, name):
    log = read_log(name)
    found = totals(log)
    loops = [v for n, v in found.items() if "scan" in n and "walk" not in n]
    if SCAN not in loops:
        raise Failure(f"scan is {loops}, {SCAN} is right; all: {found}")
    if case["mark"] != "pragma" and case["mark"] != "line":
        walks = [v for n, v in found.items() if "walk" in n]
        if not any(calls == WALK_CALLS for _, calls in walks):
            raise Failure(f"walk is {walks}, {WALK_CALLS} calls are right")
    status, output = execute([TOOL, "report", name])
    if status not in (0, 1, 3):
        raise Failure(f"report: status {status}\n{output.decode(errors='replace')}")


def check(case, folder):
    case = case[1]
    os.chdir(folder)
    build_program(case, "plain", False)
    truth = execute(["./plain"])
    build_program(case, "program", True)
    env = {name: case[name] for name in RUN if case[name] is not None}
    status, output = execute(["./program"], env)
    text = output.decode()
    if case["ALGOPROF_VERBOSE"]:
        text = "".join(line for line in text.splitlines(True) if not line.startswith("algoprof: "))
    if (status, text.encode()) != truth:
        raise Failure(f"{case}\nstatus {status}, {output!r}\nplain {truth}")
    given = {None: "told" if case["log"] else "algoprof.program", "off": None}.get(case["ALGOPROF_LOG"], "given")
    logs = [os.path.join(place, name) for place, _, names in os.walk(".") for name in names if name.endswith(".aplog")]
    if (given is None) != (not logs) or len(logs) > 1 or (logs and given not in logs[0]):
        raise Failure(f"{case}\nlogs {logs}, {given} is right")
    if logs:
        try:
            check_log(case, logs[0])
        except Failure as failure:
            raise Failure(f"{case}\n{failure}") from None


def check_documented():
    """The axes are all that docs/reference.md lists, but for shipped programs and in-house mode, which have suites."""
    with open(os.path.join(ROOT, "docs/reference.md"), encoding="utf-8") as file:
        text = file.read()
    variables = set(re.findall(r"^\| `(ALGOPROF_\w+)`", text, re.M))
    if variables != set(RUN):
        raise Failure(f"docs/reference.md has other variables: {variables ^ set(RUN)}")
    table = text[text.index("| `rate=N`"):text.index("What cannot be honoured")]
    rows = re.findall(r"^\|(.*?)\|", table, re.M)
    arguments = {name for row in rows for name in re.findall(r"`([a-z-]+)(?:=\w+)?`", row)}
    here = {value.split("=")[0] for values in COMPILE.values() for value in values if value and value[0] != "-"}
    missing = arguments - here - {"target", "spool", "inhouse", "cell", "inhouse-loops"}
    if missing or not arguments & here:
        raise Failure(f"docs/reference.md has other arguments: {missing}")


def main():
    cases = [] if SANFLAGS else [(f"axes/{n}", case) for n, case in enumerate(covering(AXES))]
    if sys.argv[1:]:
        cases = [cases[int(n)] for n in sys.argv[1:]]
    try:
        check_documented()
        print("ok axes/documented", flush=True)
    except Failure as failure:
        print(f"not ok axes/documented\n    {failure}")
        sys.exit(1)
    run_cases(check, cases)


main()
