#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts in little memory: what is told holds within its bound, and the memory is kept.

    tests/contexts/bounds.py [NAME...]

  bounds   against the full tree, for SEEDS seeds in four budgets, folded and full: `make torture PART=contexts' runs twenty
  many     more contexts than the tool has room for: what it leaves out is within the bound that it tells
  sums     all calls are told, whatever is forgotten
"""
import collections
import os

import base
from base import (ALIKE, ARCHIVE, CC, HERE, MUCH, SHARED, TOOL, WORK, build, check, contexts, mode_argument, must, profile, run,
                  source_of)
from oracle import bound_fault, compare, limits, oracle_tree, path_text
BUDGETS = {"32K": 32 << 10, "128K": 128 << 10, "256K": 256 << 10, "1M": 1 << 20}


def memory_fault(done, much, budget, threads):
    """Pages that threads took for contexts, and whatever else was mapped beyond what is with so much that none is forgotten."""
    (own, other), (_, other_before) = [[int(n) for n in d.stderr.split("mapped ")[1].split()[:2]] for d in (done, much)]
    took = own + max(0, other - other_before)
    return took > 1.1 * budget * threads and "expected %d bytes at most, got %d" % (1.1 * budget * threads, took)


def bounds():
    """In little memory: no context below its count or above its bound, none with the share missed, and the memory is kept.
    SEEDS: how many."""
    mapped = os.path.join(WORK, "mapped.o")
    must([CC, "-O1", "-c", os.path.join(HERE, "mapped.c"), "-o", mapped])
    for mode in "folded", "full":
        program = os.path.join(WORK, "sites-2-" + mode)
        compare("sites", ["sites.c", "sites-other.c"], "2", mode, env=MUCH,
                link=(mapped, ARCHIVE, "-Wl,--wrap=mmap,--wrap=munmap"))
        for seed in range(1, 1 + int(os.environ.get("SEEDS", "2"))):
            arguments = [str(seed), "3" if seed % 2 == 0 else "1"]
            wanted, _ = oracle_tree(program + "-oracle", arguments, mode == "full", sites=True)
            merged = collections.Counter()
            for path, n in wanted.items():
                merged[tuple(name for name, _ in path)] += n
            found, much = profile(program, *arguments, env=MUCH, options=("--phi=1",))
            calls = found["calls"]
            for memory, budget in BUDGETS.items():
                by_site, done = profile(program, *arguments, env={"ALGOPROF_CONTEXT_MEMORY": memory}, options=())
                by_callee = contexts(program + ".aplog", "--by-callee")
                test = "%s-%s-%d" % (mode, memory, seed)
                if memory == "32K":
                    check("forgets-" + test, not by_site["forgotten"] and "expected that contexts are forgotten")
                check("memory-" + test, memory_fault(done, much, budget, int(arguments[1])))
                check("bounds-" + test, bound_fault(by_site, wanted, calls, True))
                check("bounds-by-callee-" + test, bound_fault(by_callee, merged, calls, False))
                hot = contexts(program + ".aplog", "--phi=0.002")
                check("hot-" + test, hot_fault(hot, wanted, 0.002))


def many():
    """The log has all; the tool forgets what was called least."""
    compare("sites", ["sites.c", "sites-other.c"], "2", "full", env=MUCH)
    program, arguments = os.path.join(WORK, "sites-2-full"), ["5", "1", "16000"]
    wanted, _ = oracle_tree(program + "-oracle", arguments, True, sites=True)
    found, _ = profile(program, *arguments, env=MUCH, options=())
    check("many-forgets", not found["forgotten"] and "%d contexts were not too many" % len(found["contexts"]))
    check("many-said", "`contexts' takes" not in run([TOOL, "contexts", program + ".aplog"]).stderr and "no line says so")
    told = sum(c["count"] for c in found["contexts"]) + found["forgotten"]
    check("many-calls", told != found["calls"] and "expected %d calls, got %d" % (found["calls"], told))
    check("many-bounds", bound_fault(found, wanted, found["calls"], True))


def sums():
    """All calls are told, whatever is forgotten: also those of a function that another module has."""
    program, library = os.path.join(WORK, "sites-library"), os.path.join(WORK, "sites.so")
    must([CC, "-O2", "-fPIC", "-shared", *ALIKE, *mode_argument("full"), source_of("sites-other.c"), "-o", library, *SHARED])
    build(program, ["sites.c"], ["-O2", "-fPIC", *ALIKE, *mode_argument("full")], (library, *SHARED))
    like_much("sums-library", program)
    program = os.path.join(WORK, "sites-inlined")
    build(program, ["sites.c", "sites-other.c"], ["-O3", "-g", *mode_argument("full")])
    like_much("sums-inlined", program)


def like_much(name, program):
    """With little memory against with much."""
    much, _ = profile(program, env=MUCH)
    wanted = collections.Counter({path: n for path, (n, _) in limits(much, False).items()})
    for memory in "64K", "256K":
        found, _ = profile(program, env={"ALGOPROF_CONTEXT_MEMORY": memory})
        check("%s-%s" % (name, memory), bound_fault(found, wanted, much["calls"], False))


def hot_fault(found, wanted, phi):
    """With --phi every context that has the share, and none that has less than it less epsilon."""
    shown, calls = limits(found, True), found["calls"]
    missed = [p for p, n in wanted.items() if n >= phi * calls and p not in shown]
    cold = [p for p in shown if wanted[p] < (phi - found["epsilon"]) * calls]
    return "missed %s\nshown %s" % ([path_text(p) for p in missed[:3]], [path_text(p) for p in cold[:3]]) if missed or cold else ""


TESTS = {f.__name__: f for f in (bounds, many, sums)}


if __name__ == "__main__":
    base.main_of("bounds", TESTS)
