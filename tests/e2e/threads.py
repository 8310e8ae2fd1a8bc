#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the begin and the end of threads take, beside a program whose log is off:
system calls, as strace sees them, and what stays resident after them.  tests/e2e/threads.c.

    tests/e2e/threads.py
"""
import collections
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure, O, SANFLAGS, Skipped, build, execute, plugin, run_cases  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "threads.c")
ALL = {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}
SELDOM = {"ALGOPROF_RATE": "1000000000", "ALGOPROF_BUDGET": "0"}
OFF = {"ALGOPROF_LOG": "off"}
MAPPINGS = ("mmap", "munmap", "madvise", "mprotect", "mremap", "brk")
MOST_KIB = 1024         # that a program of threads has more, at its end


def build_program(folder):
    exe = os.path.join(folder, "threads")
    build([os.environ.get("CC", "gcc"), "-O2", "-w", *SANFLAGS, SOURCE, "-o", exe, "-pthread", "-fplugin=" + plugin(),
           "-L" + O, "-Wl,-rpath," + os.path.abspath(O), "-lrt-sample"])
    return exe


def run(command, folder, env):
    status, output = execute(command, {"ALGOPROF_LOG": os.path.join(folder, "%p.aplog"), **env})
    if status:
        raise Failure(f"exit status {status}\n{output.decode(errors='replace')}")
    return output


def calls(exe, folder, env, *arguments):
    """System calls of a run beyond those of one with the log off."""
    found = []
    for each in (env, OFF):
        listing = os.path.join(folder, "strace")
        run(["strace", "-f", "-qq", "-o", listing, exe, *map(str, arguments)], folder, each)
        with open(listing, encoding="utf-8", errors="replace") as lines:
            names = [re.match(r"\d+ +(\w+)\(", line) for line in lines]
        found.append(collections.Counter(n[1] for n in names if n))
    found[0].subtract(found[1])
    return found[0]


def expect(what, value, most):
    if value > most:
        raise Failure(f"{what}: {value}, more than {most}")


def expect_mappings(what, more, most):
    expect(f"calls for memory {what}, {dict(more)}", sum(more[name] for name in MAPPINGS), most)


def check_calls(_, folder):
    if not shutil.which("strace"):
        raise Skipped("no strace")
    exe = build_program(folder)
    # In turn: of threads that begin at once several may find that memory is to be mapped.
    one, many, rounds = (calls(exe, folder, SELDOM, *arguments, "in-turn")
                         for arguments in ((1, 1, 4), (64, 1, 4), (64, 4, 4)))
    # A mapping is for many threads, and threads that begin later have it after them.
    expect_mappings("of 63 more threads", many - one, 8)
    expect_mappings("of 63 more threads and three more rounds of 64", rounds - one, 8)
    # Signals are held twice.
    expect("calls for signals of 192 more threads", rounds["rt_sigprocmask"] - many["rt_sigprocmask"], 192 * 4)


def more_memory(arguments, folder, env):
    """In KiB, of one of three tries: how many of the C library's arenas threads take goes by how they meet."""
    least = None
    for _ in range(3):
        kib = int(run(arguments, folder, env)) - int(run(arguments, folder, OFF))
        least = kib if least is None else min(kib, least)
        if least <= MOST_KIB:
            break
    return least


def check_memory(_, folder):
    if SANFLAGS:
        raise Skipped("a sanitizer takes more")
    exe = build_program(folder)
    for env in (SELDOM, ALL):
        for count, rounds in ((1000, 1), (1, 1000), (50, 20)):
            kib = more_memory([exe, str(count), str(rounds), "10", "resident"], folder, env)
            expect(f"KiB after {rounds} times {count} threads", kib, MOST_KIB)


def check(case, folder):
    return case[1](case, folder)


run_cases(check, [("threads calls", check_calls), ("threads memory", check_memory)])
