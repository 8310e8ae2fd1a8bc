#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts of real programs: every count against the full tree that GCC's hooks give (oracle.py), folded and full.

    tests/contexts/real.py [all|NAME...]

Without names those that need no source of others; `make torture PART=contexts` runs all.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../bench")]
import base  # noqa: E402
import oracle  # noqa: E402
import whole  # noqa: E402
from common import folder  # noqa: E402

# What Lua does by addresses, which differ between two builds of it: seeds of hashes, the cache of literals.
LUA = ["-Dluai_makeseed(L)=1", "-DSTRCACHE_N=1", "-DSTRCACHE_M=1"]
# Of others: Debian's package, sources, the test's program of it.
OTHERS = {"tinyxml2": ("tinyxml2", "tinyxml2.cpp", "xml.C")}
# Arguments of short runs.  T is a text.
SHORT = {"bzip2": "-kf T", "cJSON": "2", "lua": whole.HERE + "/bench.lua 1", "recursion": "1", "sqlite3": "300", "tinyxml2": "5",
         "tree": "3000", "words": "T"}
# Where each level of a recursion counts, most of its ten million calls have contexts of their own.
ONLY_FOLDED = {"recursion"}


def parts_of(name):
    """Sources and flags."""
    shared = folder(base.O, "inhouse")
    if name in OTHERS:
        package, sources, driver = OTHERS[name]
        program, drivers = whole.Program(package, "", sources, "", ""), [base.source_of(driver)]
    else:
        program = whole.PROGRAMS[name]
        drivers = [os.path.join(whole.HERE, whole.DRIVERS[name])] if name in whole.DRIVERS else []
    where = whole.source_of(shared, program)
    flags = [f for f in program.flags.split() if not f.startswith("-l")] + (LUA if name == "lua" else [])
    return whole.find(where, program.sources) + drivers, ["-w", "-I" + where, *flags]


def compare(name):
    text = os.path.join(base.WORK, "text-" + name)
    whole.write_text(text, 60000)
    sources, flags = parts_of(name)
    arguments = [text if a == "T" else a for a in SHORT[name].split()]
    for mode in ("folded",) if name in ONLY_FOLDED else ("folded", "full"):
        oracle.compare("real-" + name, sources, "2", mode, arguments, flags, env={"ALGOPROF_CONTEXT_MEMORY": "1G"})


TESTS = {name: lambda name=name: compare(name) for name in SHORT}

if __name__ == "__main__":
    if sys.argv[1:] == ["all"]:
        sys.argv[1:] = list(TESTS)
    elif not sys.argv[1:]:
        sys.argv[1:] = [name for name in SHORT if name not in OTHERS and not whole.PROGRAMS[name].package]
    base.main_of("real", TESTS)
