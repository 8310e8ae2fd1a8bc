#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts of several logs against the sum of their full trees, which oracle.c writes; and of two releases.

    tests/contexts/logs.py [NAME...]

  several-MEMORY  logs given together: counts and bounds add up; in any order, merged, one given twice
  diff-MEMORY     each context's counts on both sides, and `more' and `less' where the bounds allow no other
  refused         wrong usage of --diff, sides without contexts; `report' of logs without targets
"""
import collections
import json
import os
import sys

import base
from base import TOOL, WORK, check, contexts, must, run
from oracle import bound_fault, compare, oracle_tree

SEEDS = "1", "2"
ENVS = {"much": base.MUCH, "32K": {"ALGOPROF_CONTEXT_MEMORY": "32K"}}
MODE = "folded"


def program():
    """With its oracle beside it."""
    compare("logs", ["sites.c", "sites-other.c"], "2", MODE, env=base.MUCH, say=False)
    return os.path.join(WORK, "logs-2-" + MODE)


def logs_of(name, memory):
    """{seed: log}"""
    logs = {}
    for seed in SEEDS:
        logs[seed] = "%s-%s-%s.aplog" % (name, memory, seed)
        if os.path.exists(logs[seed]):
            os.unlink(logs[seed])
        must([name, seed], env=dict(os.environ, ALGOPROF_LOG=logs[seed], **ENVS[memory]))
    return logs


def told(*arguments):
    return must([TOOL, "contexts", "--json", *arguments]).stdout


def several(name):
    trees = {seed: oracle_tree(name + "-oracle", [seed], False, sites=True)[0] for seed in SEEDS}
    wanted = sum(trees.values(), collections.Counter())
    for memory in ENVS:
        logs = logs_of(name, memory)
        list_ = list(logs.values())
        found = json.loads(told(*list_))
        calls = sum(contexts(log)["calls"] for log in list_)
        check("several-" + memory, bound_fault(found, wanted, calls, True))
        check("several-forgets-" + memory, bool(found["forgotten"]) != (memory == "32K")
              and "got %d calls that are forgotten" % found["forgotten"])
        merged = "%s-%s-merged.aplog" % (name, memory)
        must([TOOL, "merge", "-o", merged, *list_])
        for test, arguments in (("merged", [merged]), ("twice", [*list_, list_[0], merged])):
            check("several-%s-%s" % (test, memory), alike(json.loads(told(*arguments)), found))
        check("several-backwards-" + memory, alike(json.loads(told(*reversed(list_))), found))


def alike(found, wanted):
    """The same, but for the order of contexts with one count."""
    def whole(f):
        return (f["calls"], f["epsilon"], f["forgotten"], f["unknown"],
                sorted(json.dumps([c["path"], c["places"], c["count"], c["bound"]]) for c in f["contexts"]))
    return "" if whole(found) == whole(wanted) else "the contexts differ"


def by_callee(counts):
    merged = collections.Counter()
    for path, n in counts.items():
        merged[tuple(name for name, _ in path)] += n
    return merged


def diff(name):
    wanted = [by_callee(oracle_tree(name + "-oracle", [seed], False, sites=True)[0]) for seed in SEEDS[:2]]
    for memory in ENVS:
        logs = logs_of(name, memory)
        found = json.loads(told("--diff", logs["1"], "--", logs["2"]))
        check("diff-" + memory, diff_fault(found, wanted, memory == "much"))
        same = json.loads(told("--diff", logs["1"], logs["1"]))
        bad = [c["path"] for c in same["contexts"] if c["change"] not in ("same", "unknown")]
        check("diff-same-" + memory, bad and "expected no change, got %s" % bad[:3])
    text = must([TOOL, "contexts", "--diff", logs["1"], "--", logs["2"]]).stdout
    check("diff-text", "OLD: " not in text and text)


def diff_fault(found, wanted, exact):
    bad, seen = [], set()
    for c in found["contexts"]:
        if c["path"][0] == "(unknown)" or base.plain(c["path"][-1]) not in NAMES:
            continue            # the oracle sees no calls of it
        path = tuple(n for n in map(base.plain, c["path"]) if n in NAMES)
        seen.add(path)
        truth = [w.get(path, 0) for w in wanted]
        sides = c["old"], c["new"]
        if not all(s["count"] <= n <= s["count"] + s["bound"] for s, n in zip(sides, truth)):
            bad.append("%s: expected %s, got %s" % (path, truth, sides))
        change = "more" if truth[1] > truth[0] else "less" if truth[1] < truth[0] else "same"
        if c["change"] != change and (exact or c["change"] != "unknown"):
            bad.append("%s: %s to %s is told as %s" % (path, truth[0], truth[1], c["change"]))
    for path in set(wanted[0]) | set(wanted[1]):
        if exact and path not in seen:
            bad.append("%s: missing" % (path,))
    if not any(c["change"] in ("more", "less") for c in found["contexts"]):
        bad.append("no change is told")
    return "%d faults: %s" % (len(bad), "\n".join(bad[:3])) if bad else ""


NAMES = set()                   # functions that the oracle sees


def refused(name):
    log = name + "-much-1.aplog"
    if not os.path.exists(log):
        logs_of(name, "much")
    empty = os.path.join(WORK, "no-contexts.aplog")
    for test, arguments, status, word in (
            ("one", ["--diff", log], 2, "both releases"), ("divided", [log, "--", log], 2, "--diff"),
            ("format", ["--diff", "--folded", log, log], 2, "--json"),
            ("none", ["--diff", log, "--", empty], 3, "NEW: no contexts"),
            ("report", [log], 3, "algoprof contexts")):
        done = run([TOOL, "report" if test == "report" else "contexts", *arguments])
        check("refused-" + test, (done.returncode != status or word not in done.stderr)
              and "expected status %d and %r, got %d: %s" % (status, word, done.returncode, done.stderr))


def main():
    os.makedirs(WORK, exist_ok=True)
    wanted = sys.argv[1:]
    name = program()
    for path in oracle_tree(name + "-oracle", ["1"], False)[0]:
        NAMES.update(path)
    for f in several, diff, refused:
        if not wanted or f.__name__ in wanted:
            f(name)
    print("%d passed, %d failed" % tuple(base.results))
    return base.results[1] > 0


if __name__ == "__main__":
    sys.exit(main())
