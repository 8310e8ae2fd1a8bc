#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A text report keeps nothing of the callers of single instances, of which a log may have many thousands: a further log
takes it less than 64 KiB.  --json, which shows callers, still has them.

    tests/e2e/report-memory.py
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import SANFLAGS, TOOL, Failure, compile_to, run_cases  # noqa: E402

FEW, MANY, BOUND = 8, 40, 64      # logs; KiB
PROGRAM = """#include <stdlib.h>
static unsigned text[64];
static volatile unsigned sum;
__attribute__((noinline)) static void walk(int n)
{
#pragma algoprof loop name(walk)
    for (int i = 0; i < n; i++)
        sum += text[i];
}
__attribute__((noinline)) static void often(int n) { walk(n); sum++; }
__attribute__((noinline)) static void seldom(int n) { walk(n); sum--; }
int main(int argc, char **argv)
{
    for (int i = 0; i < 8000; i++)
        (i % 8 ? often : seldom)(argc > 1 ? atoi(argv[1]) : 8);
}
"""


def peak(*logs):
    """KiB that a report takes at most."""
    child = subprocess.Popen([TOOL, "report", *logs], stdout=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": "1"})
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        raise Failure(f"report: status {status}")
    return usage.ru_maxrss


def work(_, folder):
    source, program = os.path.join(folder, "walk.c"), os.path.join(folder, "walk")
    with open(source, "w", encoding="ascii") as out:
        out.write(PROGRAM)
    compile_to(program, source, ["-O1", "-g"])
    logs = [os.path.join(folder, f"{i}.aplog") for i in range(MANY)]
    for i, log in enumerate(logs):
        subprocess.run([program, str(4 + i)], check=True,
                       env={"ALGOPROF_LOG": log, "ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0", "ALGOPROF_CALLERS": "on"})
    dump = subprocess.run([TOOL, "dump", logs[0]], check=True, text=True, stdout=subprocess.PIPE).stdout
    if dump.count(", context ") < 4000:
        raise Failure("instances without a context")
    more = (peak(*logs) - peak(*logs[:FEW])) / (MANY - FEW)
    print(f"# a further log: {more:.0f} KiB")
    if more > BOUND:
        raise Failure(f"a further log takes {more:.0f} KiB")
    report = subprocess.run([TOOL, "report", "--json", *logs], check=True, stdout=subprocess.PIPE).stdout
    if "by_callers" not in json.loads(report)["targets"][0]:
        raise Failure("no by_callers in --json")


def main():
    if SANFLAGS:
        print("# SKIP a sanitizer takes memory of its own")
        sys.exit(77)
    run_cases(work, [("e2e/report-memory", None)])


main()
