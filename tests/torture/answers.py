#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers about real code: code bases from Debian's source packages, built with every loop a target, get harmless
inputs of twelve sizes, and no target may be an alarm, at the defaults and without a budget; then a pathological input,
and the loop that is to blame must be the alarm of rank 1.  answers/programs.py lists them.

    tests/torture/answers.py [NAME...]

The logs stay in build/torture/answers/NAME/logs.  Environment: TORTURE_GROUP, one code base; ANSWERS_SEED, of inputs
and sampler (default 1); ANSWERS_SETTING, "defaults" or "budget 0" alone; ANSWERS_EXACT=1, besides each false alarm what
it is at rate 1 without a budget.
"""
import collections
import json
import math
import os
import random
import resource
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "answers"), os.path.join(HERE, "../lib")]
from base_tree import Missing, Stopped, Tree  # noqa: E402
from harness import CC, CXX, EXACT, Failure, JOBS, O, RUNTIME, TOOL, execute, plugin  # noqa: E402
from programs import PROGRAMS  # noqa: E402

RUNS = 12
SETTINGS = {"defaults": {}, "budget 0": {"ALGOPROF_BUDGET": "0"}}
LEAST = 600             # executed targets of all code bases
ASKED = os.environ.get("ANSWERS_SETTING")
SETTINGS = {name: env for name, env in SETTINGS.items() if ASKED in (None, name)}
SEED = int(os.environ.get("ANSWERS_SEED", "1"))
PLACE = os.path.join("torture", "answers")
VERDICTS = ("alarm", "watch", "fine", "unknown")


def seconds():
    """CPU time of all children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def place_of(target):
    return f"{os.path.basename(target['file'])}:{target['function'].split('::')[-1]}"


def show(target):
    fit = target[target["decides"]]
    between = "" if fit["exponent"] is None else \
        f" {fit['exponent']:.2f} [{fit['exponent_low'] or 0:.2f}, {fit['exponent_high'] or 9:.2f}]"
    return (f"{os.path.basename(target['file'])}:{target['line']} {target['function']} ({target['kind']}), rank "
            f"{target['rank']}: {target['verdict']} by {target['decides']}, {target['confidence']}: "
            f"{fit['class']}{between}; {len(target['points'])} runs, {target['instances']:.0f} instances, "
            f"cost {target['cost']:.0f}")


def told(lines):
    return "".join("\n    " + line for line in lines)


class Player:
    """One code base that was built; plays fleets."""

    def __init__(self, tree):
        self.tree, self.base, self.made = tree, tree.base, {}
        self.folder = os.path.join(tree.folder, "silent", self.base.folder)

    def input(self, fleet, n):
        """The file that a run reads."""
        name = os.path.join(self.tree.folder, "inputs", f"{fleet.make.__name__}-{n}")
        if not os.path.exists(name):
            os.makedirs(os.path.dirname(name), exist_ok=True)
            with open(name, "w", encoding="utf-8") as file:
                file.write(fleet.make(n, random.Random(f"{SEED} {n}")))
        return name

    def play(self, what, fleet, env, between):
        """The executed targets, by rank, and the CPU time of the smallest and the largest run."""
        low, high = between
        logs = os.path.join(self.tree.folder, "logs", what.replace(" ", "-"))
        shutil.rmtree(logs, ignore_errors=True)
        os.makedirs(logs)
        times = []
        for run in range(RUNS):
            n = round(low * (high / low) ** (run / (RUNS - 1)))
            start = seconds()
            status, output = execute(["bash", "-o", "pipefail", "-c", "{ " + fleet.command + "; } >/dev/null"], {
                "ALGOPROF_LOG": f"{logs}/{run:02}.%p.aplog", "ALGOPROF_SEED": str(SEED * 1000 + run),
                "LC_ALL": "C.UTF-8", "INPUT": self.input(fleet, n), "N": str(n), **env}, cwd=self.folder, timeout=600)
            times.append(seconds() - start)
            if status:
                raise Failure(f"{what}, {n}: status {status}\n{output.decode(errors='replace')[-1000:]}")
        status, output = execute([TOOL, "report", "--json", logs], merge=False, timeout=600)
        if status:
            raise Failure(f"{what}: report: status {status}")
        targets = [t for t in json.loads(output)["targets"] if t["instances"]]
        return sorted(targets, key=lambda t: t["rank"]), (times[0], times[-1])


def harmless(name, program, player):
    """{setting: (executed targets, false alarms)}; no false alarm may be.  Without a budget a run takes up to a
    thousand times as long, until 8,192 pairs of each loop are there: its inputs are smaller."""
    found = {}
    for setting, env in SETTINGS.items():
        fleet = program.harmless
        between = (fleet.low / 8, 4 * fleet.low) if env else (fleet.low, fleet.high)
        targets, times = player.play(f"harmless {setting}", fleet, env, between)
        counts = collections.Counter(t["verdict"] for t in targets)
        wrong = [t for t in targets if t["alarm"] and place_of(t) not in program.steep]
        lines = [show(t) for t in wrong]
        if wrong and os.environ.get("ANSWERS_EXACT"):
            exact, _ = player.play("harmless exact", fleet, EXACT, between)
            names = {(t["file"], t["name"]) for t in wrong}
            lines += ["exact: " + show(t) for t in exact if (t["file"], t["name"]) in names]
        print(f"{'not ok' if wrong else 'ok'} answers {name} harmless, {setting}" + told(lines))
        print(f"# answers {name} {setting}: {len(targets)} targets: "
              + ", ".join(f"{counts[v]} {v}" for v in VERDICTS)
              + f"; {sum(t['alarm'] for t in targets) - len(wrong)} alarms are true; "
              f"runs of {times[0]:.3f} to {times[1]:.2f} s", flush=True)
        found[setting] = (len(targets), len(wrong))
    return found


def plant(name, program, player):
    """Plays what is planted; [found?]."""
    found = []
    for planted in program.planted:
        if planted.change:
            player.tree.step("silent", "build", planted.change)
        fleet = planted.fleet
        for setting, env in SETTINGS.items():
            between = (fleet.low / 4, math.sqrt(fleet.low * fleet.high)) if env else (fleet.low, fleet.high)
            between = (max(planted.least, between[0]), between[1])
            targets, times = player.play(f"planted {setting}", fleet, env, between)
            first = targets[0] if targets else None
            good = first is not None and first["alarm"] and place_of(first) in planted.blamed
            blamed = [t for t in targets if place_of(t) in planted.blamed]
            lines = [] if good else [f"expected as alarm of rank 1: {', '.join(sorted(planted.blamed))}",
                                     *(show(t) for t in targets[:1] + [b for b in blamed[:3] if b is not first])]
            print(f"{'ok' if good else 'not ok'} answers {name} planted ({planted.name}), {setting}" + told(lines))
            print(f"# answers {name} planted {setting}: {show(first) if first else 'no target'}; "
                  f"runs of {times[0]:.3f} to {times[1]:.2f} s", flush=True)
            found.append(good)
    return found


def ask(name):
    """(what harmless () found, what plant () found), or None if the base can't be had."""
    program = PROGRAMS[name]
    tree = Tree(name, O, PLACE, JOBS, (CC, CXX), program.base)
    try:
        tree.begin()
        tree.make("silent")
        player = Player(tree)
        return harmless(name, program, player), plant(name, program, player)
    except Missing as why:
        print(f"ok answers {name} # SKIP {why}")
        return None


def main():
    if not os.path.exists(RUNTIME) or not os.path.exists(plugin()):
        print("# SKIP plugin or runtime is not built")
        sys.exit(77)
    os.environ["TORTURE_STATIC"] = "1"
    os.environ["HERE"] = os.path.join(HERE, "answers")
    asked = sys.argv[1:] or [n for n in PROGRAMS if os.environ.get("TORTURE_GROUP", "") in ("", n)]
    answers, broken = [], False
    for name in asked:
        try:
            answer = ask(name)
            answers += [answer] if answer else []
        except (Failure, Stopped) as why:
            broken = True
            print(f"not ok answers {name}\n    " + str(why).strip().replace("\n", "\n    "), flush=True)
    totals = {s: [sum(a[0][s][k] for a in answers) for k in (0, 1)] for s in SETTINGS}
    planted = [good for a in answers for good in a[1]]
    enough = len(answers) < len(PROGRAMS) or all(t[0] >= LEAST for t in totals.values())
    if not enough:
        print(f"not ok answers targets\n    expected at least {LEAST} executed\n    got {totals}")
    print(f"# answers: {len(answers)} code bases; "
          + "; ".join(f"{s}: {n} targets, {w} false alarms" for s, (n, w) in totals.items())
          + f"; {sum(planted)} of {len(planted)} planted ones found at rank 1")
    sys.exit(1 if broken or not enough or not all(planted) or any(w for _, w in totals.values()) else 0)


main()
