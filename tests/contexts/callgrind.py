#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts of C++ programs as they are built for users, against callgrind's count of the same run: how often each function of the
program is called, where inlining, several symbols of a function and the C++ library are as GCC makes them.

    tests/contexts/callgrind.py [NAME...]

Calls that are jumps are left out, as callgrind does not see that they lead to a function's entry for contexts.  Where a context
begins it sees another call, of the way back from the runtime.
"""
import collections
import os
import shutil
import sys

from base import ARCHIVE, WORK, build, check, contexts, mode_argument, must, results

PROGRAMS = {"library": ["library.C"], "names": ["names.C", "names-other.C"], "kinds": ["kinds.c", "kinds-other.c"]}
WAYS = {"O0": ["-O0"], "O2": ["-O2"], "Os-pic": ["-Os", "-fPIC"], "O3-lto": ["-O3", "-flto"]}


def short(name):
    """The last word of a C++ name, without what is in brackets."""
    out, depth = "", 0
    for c in name.split("'")[0].split(" [")[0]:
        depth += c in "<("
        if not depth:
            out += c
        depth -= c in ">)"
    word = out.split(".")[0].removesuffix(" const").strip().split("::")[-1].split(" ")[-1]
    return "__uniq_ptr_impl" if word == "__uniq_ptr_data" else word         # which inherits the other's constructors


def seen_by_callgrind(path, program):
    """Calls by callee, of the program or by it, and which functions are the program's."""
    calls, own, object_file, called_in, source = collections.Counter(), set(), None, None, None
    for line in open(path, encoding="utf-8", errors="replace"):
        key, _, value = line.rstrip("\n").partition("=")
        if key == "ob":
            object_file = called_in = value
        elif key == "fl":
            source = value
        elif key == "fn" and object_file == program and "librt-sample/" not in source and source != "???":
            own.add(short(value))
        elif key == "cob":
            called_in = value
        elif key == "cfn":
            called = short(value)
        elif key == "calls":
            calls[called] += int(value.split()[0]) if program in (object_file, called_in) else 0
            called_in = object_file
    return calls, own


def differences(program):
    log, out = program + ".aplog", program + ".callgrind"
    for path in log, out:
        if os.path.exists(path):
            os.unlink(path)
    must(["valgrind", "-q", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no", "--callgrind-out-file=" + out, program],
         env=dict(os.environ, ALGOPROF_LOG=log))
    seen, own = seen_by_callgrind(out, program)
    told, begun = collections.Counter(), collections.Counter()
    for c in contexts(log)["contexts"]:
        told[short(c["path"][-1])] += c["count"]
        begun[short(c["path"][-1])] += 1
    compared = own & set(told)
    fault = ["%s: %d calls, contexts have %d" % (f, seen[f], told[f]) for f in sorted(compared)
             if not 0 <= seen[f] - told[f] <= 2 * begun[f]]
    return fault or ([] if len(compared) >= 5 else ["callgrind sees %d of its functions" % len(compared)])


def main():
    if not shutil.which("valgrind") or os.environ.get("SANFLAGS"):
        print("ok callgrind # SKIP no valgrind, or a sanitised runtime")
        return False
    os.makedirs(WORK, exist_ok=True)
    for name, sources in PROGRAMS.items():
        for way, flags in WAYS.items():
            test = "callgrind-%s-%s" % (name, way)
            if not sys.argv[1:] or test in sys.argv[1:] or name in sys.argv[1:]:
                program = os.path.join(WORK, test)
                build(program, sources, ["-g", "-w", "-pthread", "-fno-optimize-sibling-calls", *flags, *mode_argument("folded")],
                      (ARCHIVE, *flags, *mode_argument("folded")))
                check(test, "\n".join(differences(program)))
    print("%d passed, %d failed" % tuple(results))
    return results[1] > 0


if __name__ == "__main__":
    sys.exit(main())
