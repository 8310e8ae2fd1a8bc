#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""In-house mode names the functions that are called and not compiled so, with their calls (opaque/): at -O0 to -O3, by both
metrics, with loops, with each block counted; the log says so to dump, too."""
import json
import os
import subprocess
import sys

from suite import CXX, INHOUSE, O, RUNTIME, TOOL, check, must, summed_up

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "opaque")
WORK = os.path.join(O, "tests", "inhouse-opaque")
POINTER = "(a call through a pointer)"
# thrower () is left by exceptions in half of its calls.
WANTED = {"calls_outside": {"_Z7outsidei": 34}, "calls_beside": {}, "by_pointer": {POINTER: 10}, "by_virtual": {POINTER: 2},
          "catches": {"_Z7throweri": 5}, "calls_back": {}, "main": {"_Z13foreign_shapev": 2}, "own": {}, "beside": {}}


def named(target):
    return {o["name"]: o["calls"] for o in target["opaque"]}


def check_opaque(level, name, *flags):
    program = os.path.join(WORK, "%s-%s" % (level, name))
    command = [CXX, "-O" + level, "-w", "-g"]
    must([*command, "-c", os.path.join(HERE, "outside.cc"), "-o", program + ".o"])
    sources = [os.path.join(HERE, f) for f in ("inside.cc", "beside.cc")]
    must([*command, *sources, program + ".o", "-pthread", "-o", program + "-plain"])
    must([*command, *INHOUSE[:1], *(flags or INHOUSE[1:]), *sources, "-x", "none", program + ".o", RUNTIME, "-pthread", "-o", program])
    log = program + ".aplog"
    if os.path.exists(log):
        os.unlink(log)
    done = subprocess.run([program], capture_output=True, text=True, env=dict(os.environ, ALGOPROF_LOG=log))
    plain = must([program + "-plain"])
    if (done.returncode, done.stdout) != (0, plain.stdout):
        return check("-O%s %s" % (level, name), "%r, without %r" % (done.stdout, plain.stdout))
    # What a loop calls its function has not called: main's loop.
    targets = json.loads(must([TOOL, "report", "--json", log]).stdout)["targets"]
    found = {(t["function"], t["metric"]): named(t) for t in targets}
    fault = ["%s by %s: %s" % (function, metric, found.get((function, metric)))
             for function, wanted in WANTED.items() for metric in {m for _, m in found}
             if (function, name) != ("main", "loops") and found.get((function, metric)) != wanted]
    check("-O%s %s" % (level, name), "; ".join(fault))
    return log


def check_told(log):
    text = must([TOOL, "report", log]).stdout
    lines = [line for line in text.splitlines() if "not profiled" in line]
    check("report", "" if len(lines) == 1 and "calls of outside, " in lines[0] and "beside" not in lines[0] else text[-500:])
    text = must([TOOL, "report", "--target", "catches", log]).stdout
    check("report --target", "" if "not profiled   thrower (5)\n" in text else text)
    dump = json.loads(must([TOOL, "dump", "--json", log]).stdout)
    calls = sum(c["calls"] for c in dump["opaque_calls"] if c["name"] == "_Z7outsidei")
    check("dump --json", "" if calls == 34 else dump["opaque_calls"])
    check("dump", "" if "of _Z7throweri\n" in must([TOOL, "dump", log]).stdout else "no thrower")


def main():
    os.makedirs(WORK, exist_ok=True)
    inhouse = "-fplugin-arg-algoprof-inhouse"
    for level in "0123":
        log = check_opaque(level, "rms")
        check_opaque(level, "trms", inhouse + "=trms")
    check_opaque("2", "loops", inhouse, inhouse + "-loops")
    check_opaque("2", "each", inhouse, "-fplugin-arg-algoprof-no-ranges")
    check_told(log)
    return summed_up()


sys.exit(main())
