#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What profiling takes of a process that is not time: resident memory, and system
calls as strace sees them (none without strace).  bench/footprint.c.

    tests/e2e/footprint.py
"""
import collections
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure, O, SANFLAGS, Skipped, build, execute, plugin, run_cases  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/footprint.c")
ALL = {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}
SELDOM = {"ALGOPROF_RATE": "1000000000", "ALGOPROF_BUDGET": "0"}
THREADS = 17


def build_program(folder, profiled):
    exe = os.path.join(folder, "profiled" if profiled else "plain")
    compile_it = [os.environ.get("CC", "gcc"), "-O2", "-w", *SANFLAGS, SOURCE, "-o", exe, "-pthread"]
    if profiled:
        compile_it += ["-fplugin=" + plugin(), "-L" + O, "-Wl,-rpath," + os.path.abspath(O), "-lrt-sample"]
    build(compile_it)
    return exe


def run(command, folder, env):
    status, output = execute(command, {**env, "ALGOPROF_LOG": os.path.join(folder, "%p.aplog")})
    if status:
        raise Failure(f"exit status {status}\n{output.decode(errors='replace')}")
    return output


def resident(exe, folder, env, threads):
    return int(run([exe, str(threads), "2000", "500"], folder, env))


def calls(exe, folder, env, instances, iterations):
    listing = os.path.join(folder, "strace")
    run(["strace", "-f", "-qq", "-o", listing, exe, "1", str(instances), str(iterations), "quiet"], folder, env)
    with open(listing, encoding="utf-8", errors="replace") as lines:
        found = [re.match(r"\d+ +(\w+)\(", line) for line in lines]
    return collections.Counter(f[1] for f in found if f)


def expect(what, value, most):
    if value > most:
        raise Failure(f"{what}: {value}, more than {most}")


def check_memory(_, folder):
    if SANFLAGS:
        raise Skipped("a sanitizer takes more")
    plain, profiled = build_program(folder, False), build_program(folder, True)
    for env in ({}, ALL):
        one = resident(profiled, folder, env, 1) - resident(plain, folder, env, 1)
        many = resident(profiled, folder, env, THREADS) - resident(plain, folder, env, THREADS)
        expect("KiB of a process", one, 1024)
        expect("KiB of each further thread", (many - one) / (THREADS - 1), 64)


def check_calls(_, folder):
    if not shutil.which("strace"):
        raise Skipped("no strace")
    exe = build_program(folder, True)
    for env, few, many in ((SELDOM, (100, 100), (50000, 100)), (ALL, (100, 100), (100, 100000))):
        more = calls(exe, folder, env, *many) - calls(exe, folder, env, *few)
        expect(f"system calls of more instances or accesses, {dict(more)}", sum(more.values()), 0)
    budget = {**ALL, "ALGOPROF_BUDGET": "100"}
    clocks = [calls(exe, folder, budget, n, 10)["clock_gettime"] for n in (500, 1500)]
    expect("clock reads of 500 more pairs", clocks[1] - clocks[0], 1000)


def check(case, folder):
    return case[1](case, folder)


run_cases(check, [("footprint memory", check_memory), ("footprint calls", check_calls)])
