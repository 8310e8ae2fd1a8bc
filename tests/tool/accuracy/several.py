#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers about programs whose loops and recursions are all targets (several/), at the defaults, in fleets of ten runs of 1 to 500 ms:
the loop that is to blame must be the alarm of rank 1, and nothing else one.  They share the budget of a run, and nobody
said which one matters.  Those of HELD are held out: nothing was tuned on them.

    tests/tool/accuracy/several.py [--seeds N] [-v] [PROGRAM...]
"""
import argparse
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import O, RUNTIME, TOOL, Failure, build, compiler, execute, plugin  # noqa: E402

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "several")
FOLDER = os.path.join(O, "tests/tool/accuracy/several")
RUNS = 10
# program: smallest n, largest n, functions whose loop may be blamed
TUNED = {"dedupe.cc": (1000, 40000, {"__find_if"}), "events.cc": (1000, 30000, {"add"}), "csv.c": (1000, 20000, {"find"}),
         "graph.c": (1000, 20000, {"seen"}), "lru.cc": (1000, 40000, {"get"}), "tokens.c": (500, 8000, {"line_of"}),
         "shop.cc": (1000, 40000, {"by_id"}), "diff.c": (500, 12000, {"lcs"}), "spell.c": (4000, 120000, {"find"}),
         "settings.c": (1000, 40000, {"get"}), "digits.c": (2000, 60000, {"add"}), "particles.cc": (500, 20000, {"near"}),
         "history.cc": (1000, 24000, {"nth"}), "merge.c": (2000, 60000, {"insert"}), "json.cc": (500, 12000, {"value"}),
         "bank.c": (1000, 60000, {"suspicious"}), "timeline.cc": (200, 6000, {"add"}), "anagrams.cc": (500, 16000, {"find"}),
         "calm_words.cc": (2000, 200000, set()),
         "calm_tables.c": (2000, 200000, set())}
HELD = {"packets.c": (1000, 40000, {"depart"}), "object.cc": (1000, 30000, {"at"}), "closure.c": (60, 600, {"join_row"}),
        "roster.cc": (1000, 24000, {"rank_of"}), "coins.c": (12, 27, {"ways"}), "calm_queue.cc": (2000, 150000, set()),
        "routes.c": (500, 16000, {"nearest"}), "ledger.c": (500, 16000, {"cancel"}),
        "calm_trie.c": (5000, 300000, set())}
LEAST_FOUND = 50        # % of the fleets with a loop to blame
MOST_FALSE = 1          # % of the executed targets that are calm


def make(name):
    exe = os.path.join(FOLDER, name.replace(".", "-"))
    source = os.path.join(SOURCES, name)
    build([*compiler(source), "-O2", "-g", "-w", *(["-std=c++17"] if name.endswith("cc") else []), "-fplugin=" + plugin(),
           "-fplugin-arg-algoprof-target=*", source, "-o", exe, RUNTIME, "-lpthread"])
    return exe


def is_blamed(target, blamed):
    return target["name"].split("#")[0] in blamed or target["function"].split("::")[-1].split("<")[0] in blamed


def play(name, between, seed):
    """The executed targets of a fleet, by rank."""
    exe, (low, high) = make(name), between
    with tempfile.TemporaryDirectory(prefix="several-") as logs:
        for run in range(RUNS):
            n = round(low * (high / low) ** (run / (RUNS - 1)))
            status, output = execute([exe, str(n)], {"ALGOPROF_LOG": f"{logs}/{run}.aplog",
                                                     "ALGOPROF_SEED": str(100 * seed + run)}, timeout=600)
            if status:
                raise Failure(f"{name} {n}: exit status {status}\n{output!r}")
        targets = json.loads(execute([TOOL, "report", "--json", logs], merge=False)[1])["targets"]
    return sorted((t for t in targets if t["instances"]), key=lambda t: t["rank"])


def show(target):
    fit = target[target["decides"]]
    between = "" if fit["exponent"] is None else f" {fit['exponent']:.2f} [{fit['exponent_low'] or 0:.2f}, {fit['exponent_high'] or 9:.2f}]"
    return (f"rank {target['rank']}, {target['name']}: {target['verdict']} by {target['decides']}, {target['confidence']}: "
            f"{fit['class']}{between}")


class Sum:
    """What a part of the programs has come to."""

    def __init__(self, part):
        self.part, self.fleets, self.found, self.green, self.calm, self.fine, self.false = part, 0, 0, 0, 0, 0, 0

    def add(self, name, seed, blamed, targets, verbose):
        suspects = [t for t in targets if is_blamed(t, blamed)]
        dearest = max(suspects, key=lambda t: t["cost"], default=None)
        false = [t for t in targets if t["alarm"] and t not in suspects]
        found = bool(blamed) and targets[0]["alarm"] and targets[0] in suspects
        green = dearest is not None and dearest["verdict"] == "fine"
        self.fleets += bool(blamed)
        self.found += found
        self.green += green
        self.calm += len(targets) - len(suspects)
        self.fine += sum(t["verdict"] == "fine" for t in targets if t not in suspects)
        self.false += len(false)
        lines = [show(t) for t in false] + ([show(dearest)] if dearest is not None and (not found or verbose) else [])
        for line in lines:
            print(f"    {name}, seed {seed}, {len(targets)} targets: {line}")

    def passes(self):
        found, false = 100 * self.found / max(1, self.fleets), 100 * self.false / max(1, self.calm)
        good = found >= LEAST_FOUND and false <= MOST_FALSE and not self.green
        print(f"{'ok' if good else 'not ok'} accuracy/several, {self.part}: {self.fleets} fleets with a loop to blame, {found:.0f} % have it as "
              f"alarm of rank 1 (at least {LEAST_FOUND}), {self.green} call it fine (none); {self.calm} calm targets, {self.fine} are fine, {false:.2f} % "
              f"false alarms (at most {MOST_FALSE})")
        return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("-v", action="store_true")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    os.makedirs(FOLDER, exist_ok=True)
    sums = []
    for part, programs in (("tuned", TUNED), ("held out", HELD)):
        total = Sum(part)
        chosen = {name: p for name, p in programs.items() if not options.programs or name.split(".")[0] in options.programs}
        for name, (low, high, blamed) in chosen.items():
            for seed in range(1, options.seeds + 1):
                total.add(name, seed, blamed, play(name, (low, high), seed), options.v)
        sums += [total] if chosen else []
    return 0 if all([total.passes() for total in sums]) else 1


sys.exit(main())
