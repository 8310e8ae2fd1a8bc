#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How contexts grow: in-house mode beside contexts.

    tests/contexts/growth.py [NAME...]

  split-LEVEL     sizes and costs of each context equal those that in-house mode has of functions of its own, in a program
                  in which each context has them; and classes of growth are those that callers make
  PROGRAM-LEVEL   as many activations in each context as it was called, and of each function as many, as dear, as in
                  in-house mode's own table; output as without
  threads, logs   they add up; a log that is given twice counts once
  little          in little memory what is told is a part, and the rest is said
  off             without contexts none is told
  forked          a child tells its own
  diff            a context whose class grows or falls between two releases is told as such, whatever its calls
  damaged         a damaged block is skipped, and said
"""
import collections
import json
import os
import sys

import base
from base import ALIKE, PLUGIN, TOOL, WORK, build, check, must, run
from oracle import PROGRAMS

sys.path.insert(0, os.path.join(base.HERE, "..", "lib"))
import callers  # noqa: E402

CELL = 4
INHOUSE = [PLUGIN, "-fplugin-arg-algoprof-inhouse", "-fplugin-arg-algoprof-cell=%d" % CELL]
BOTH = [*INHOUSE, "-fplugin-arg-algoprof-contexts"]
# Of the program with one helper, by the names that it has of its own in the other.
SPLIT = {"main > work > once": "once", "main > work > once > sum": "sum", "main > work > pairs": "pairs",
         "main > work > pairs > sum": "sum_pairs", "main > work > down": "down", "main > work > down > once": "down_once",
         "main > work > down > once > sum": "sum_down_once", "main > work > down > pairs": "down_pairs",
         "main > work > down > pairs > sum": "sum_down_pairs"}
CLASSES = {"once > sum": "n", "pairs > sum": "n^2"}


def told(program, *arguments, env=None, logs=None):
    """{path: growth}, and all that is told."""
    if logs is None:
        logs = [program + ".aplog"]
        if os.path.exists(logs[0]):
            os.unlink(logs[0])
        must([program, *arguments], env=dict(os.environ, ALGOPROF_LOG=logs[0], **(env or {})))
    found = json.loads(must([TOOL, "contexts", "--json", "--by-callee", *logs]).stdout)
    return {" > ".join(c["path"]): {**c["growth"], "calls": c["count"]}
            for c in found["contexts"] if "growth" in c}, found


def table(*logs):
    """{function: {size: tuple}}"""
    report = json.loads(must([TOOL, "report", "--json", *logs]).stdout)
    return {t["name"]: t["tuples"] for t in report["targets"]}


def class_of(size):
    if size < 16:
        return size
    shift = size.bit_length() - 4
    return size >> shift << shift


def by_class(tuples, cell):
    """{class: (count, sum, highest)} of a function's."""
    classes = collections.defaultdict(lambda: [0, 0, 0])
    for t in tuples:
        c = classes[class_of(t["size"] // cell)]
        c[0] += t["count"]
        c[1] += t["cost_sum"]
        c[2] = max(c[2], t["cost_max"])
    return dict(classes)


def split():
    for level in "0", "2":
        programs = [build(os.path.join(WORK, "growth-%s-%d" % (level, n)), ["growth.c"], ["-O" + level, *ALIKE, *flags])
                    for n, flags in enumerate((BOTH, [*INHOUSE, "-DSPLIT"]))]
        found, _ = told(programs[0])
        log = programs[1] + ".aplog"
        if os.path.exists(log):
            os.unlink(log)
        must([programs[1]], env=dict(os.environ, ALGOPROF_LOG=log))
        wanted, faults = table(log), []
        for path, name in SPLIT.items():
            own = by_class(wanted[name], CELL)
            got = {class_of(int(s["size"] / CELL)): [s["count"], round(s["count"] * s["cost"]), s["highest"]]
                   for s in found[path]["sizes"]}
            if got != own:
                faults.append("%s: expected %s, got %s" % (path, sorted(own.items())[:5], sorted(got.items())[:5]))
            cls = next((c for end, c in CLASSES.items() if path.endswith(end)), None)
            if cls and found[path]["fit"]["class"] not in (cls, None if "down" in path else cls):
                faults.append("%s: %s" % (path, found[path]["fit"]["class"]))
        check("split-" + level, "\n".join(faults))


def sums(program, found, skip=()):
    """Against the calls of contexts, and in-house mode's table."""
    faults, activations, costs = [], collections.Counter(), collections.Counter()
    for path, g in found.items():
        name = path.split(" > ")[-1]
        activations[name] += g["activations"]
        costs[name] += sum(round(s["count"] * s["cost"]) for s in g["sizes"])
        if g["activations"] != g["calls"] and name not in skip:
            faults.append("%s: %d activations, %d calls" % (path, g["activations"], g["calls"]))
    for name, tuples in table(program + ".aplog").items():
        wanted = sum(t["count"] for t in tuples), sum(t["cost_sum"] for t in tuples)
        if (activations[name], costs[name]) != wanted and name not in skip:
            faults.append("%s: expected %d activations that cost %d, got %d, %d"
                          % (name, *wanted, activations[name], costs[name]))
    return "\n".join(faults[:8])


def programs():
    for name in "parser", "throws", "kinds":
        sources = PROGRAMS[name]
        for level in "0", "2":
            program = build(os.path.join(WORK, "growing-%s-%s" % (name, level)), sources, ["-O" + level, *ALIKE, *BOTH])
            native = build(program + "-plain", sources, ["-O" + level, *ALIKE])
            found, _ = told(program)
            same = run([program], env=dict(os.environ, ALGOPROF_LOG="off")).stdout == run([native]).stdout
            check("%s-%s" % (name, level), sums(program, found) or (not same and "the output differs") or
                  (not found and "nothing is told"))


def whole(found):
    return {path: (g["activations"], sorted((s["count"], s["highest"]) for s in g["sizes"])) for path, g in found.items()}


def threads():
    program = os.path.join(WORK, "growth-2-0")
    one, _ = told(program)
    several, _ = told(program, "3")
    bad = ["%s: %d, in threads %d" % (p, g["activations"], several[p.replace("main > ", "", 1)]["activations"])
           for p, g in one.items()
           if p != "main" and several[p.replace("main > ", "", 1)]["activations"] != 3 * g["activations"]]
    check("threads", "\n".join(bad))
    logs = []
    for n in 1, 2:
        logs.append("%s-%d.aplog" % (program, n))
        if os.path.exists(logs[-1]):
            os.unlink(logs[-1])
        must([program], env=dict(os.environ, ALGOPROF_LOG=logs[-1]))
    both, _ = told(program, logs=[*logs, logs[0]])
    bad = ["%s: %d for %d" % (p, both[p]["activations"], 2 * g["activations"]) for p, g in one.items()
           if both[p]["activations"] != 2 * g["activations"]]
    check("logs", "\n".join(bad))


def little():
    program = build(os.path.join(WORK, "growing-little"), ["sites.c", "sites-other.c"], ["-O2", *ALIKE, *BOTH])
    _, much = told(program, env={"ALGOPROF_CONTEXT_MEMORY": "64M"})
    for memory in "32K", "256K":
        found, few = told(program, env={"ALGOPROF_CONTEXT_MEMORY": memory})
        table_of = sum(t["count"] for tuples in table(program + ".aplog").values() for t in tuples)
        unseen = few["growth_missed"]
        check("little-" + memory, (much["growth_missed"] or not unseen or not found) and
              "missed %d and %d of %d" % (much["growth_missed"], unseen, table_of))


def off():
    program = os.path.join(WORK, "growth-2-0")
    log = program + ".aplog"
    os.unlink(log)
    must([program], env=dict(os.environ, ALGOPROF_LOG=log, ALGOPROF_CONTEXTS="off"))
    text = must([TOOL, "dump", log]).stdout
    check("off", "context costs" in text and "context costs are in the log" or "activations of function" not in text and text)


def forked():
    program = build(os.path.join(WORK, "growing-fork"), ["fork.c"], ["-O2", *ALIKE, *BOTH])
    logs = program + "-logs"
    must(["rm", "-rf", logs])
    must([program], env=dict(os.environ, ALGOPROF_LOG=logs + "/%p.aplog"))
    counts = []
    for log in os.listdir(logs):
        found, _ = told(program, logs=[os.path.join(logs, log)])
        counts.append(found.get("main > work > leaf", {"activations": 0})["activations"])
    check("forked", sorted(counts) != [7, 16] and "expected 7 and 16, got %s" % counts)


def diff():
    """`once' is quadratic in the second release.  Calls differ nowhere."""
    logs = []
    for name, flags in ("1", []), ("n", ["-DTIMES=n"]):
        program = build(os.path.join(WORK, "growing-" + name), ["growth.c"], ["-O2", *ALIKE, *BOTH, *flags])
        told(program)
        logs.append(program + ".aplog")
    path = "main > work > once > sum"
    for name, sides, change in ("grew", logs, "class grew"), ("fell", logs[::-1], "class fell"), ("same", logs[:1] * 2, "same"):
        found = json.loads(must([TOOL, "contexts", "--diff", "--json", *sides]).stdout)["contexts"]
        changes = {" > ".join(c["path"]): c for c in found}
        classes = [changes[path][side]["growth"]["fit"]["class"] for side in ("old", "new")]
        wanted = ["n" if log == logs[0] else "n^2" for log in sides]
        check("diff-" + name, (changes[path]["growth_change"] != change or classes != wanted or
                               changes["main > work > pairs > sum"]["growth_change"] != "same") and
              "expected %s, %s, got %s" % (change, wanted, changes[path]))
        lines = [line for line in must([TOOL, "contexts", "--diff", *sides]).stdout.splitlines() if path in line]
        text = [] if name == "same" else [" -> ".join(wanted)]
        check("diff-text-" + name, [line.split("  ")[-1].strip() for line in lines] != text and "got %s" % lines)
    first = json.loads(must([TOOL, "contexts", "--diff", "--json", *logs]).stdout)["contexts"][0]
    check("diff-first", first["growth_change"] != "class grew" and "got %s" % first)


def damaged():
    program = os.path.join(WORK, "growth-2-0")
    told(program)
    with open(program + ".aplog", "rb") as file:
        data = bytearray(file.read())
    at = next(at for at, tag, _ in callers.blocks(data) if tag == 0x4433)
    data[at + 16 + 4] = 77      # cells that there are not
    callers.seal(data, at)
    with open(program + "-damaged.aplog", "wb") as file:
        file.write(data)
    done = run([TOOL, "contexts", program + "-damaged.aplog"])
    check("damaged", (done.returncode or "damaged" not in done.stderr) and "status %d: %s" % (done.returncode, done.stderr))


TESTS = {f.__name__: f for f in (split, programs, threads, little, off, forked, diff, damaged)}


if __name__ == "__main__":
    base.main_of("growth", TESTS)
