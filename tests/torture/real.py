#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real code bases, from Debian's source packages, must pass their own tests as without the plugin: built with every loop a
target, at the defaults and at rate 5; in in-house mode, with trms, too; and with calling contexts.  Of their loops fewer
than 1 % may be refused.  States of each what became of its loops and how much longer it took to compile.  bases.py lists
them.

    tests/torture/real.py [NAME...]         environment: REAL_MODES, some of profiled, inhouse, trms, contexts
"""
import glob
import os
import re
import shutil
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import long_suites  # noqa: E402
from base_tree import Missing, Stopped, Tree  # noqa: E402
from bases import BASES  # noqa: E402
from harness import CC, CXX, Failure, JOBS, O, TOOL, execute  # noqa: E402

# How the tests of each build are run.
SETTINGS = {"plain": [("tests", {})], "profiled": [("tests", {}), ("tests at rate 5", {"ALGOPROF_RATE": "5"})],
            "inhouse": [("tests", {})], "trms": [("tests", {})], "contexts": [("tests", {})]}
SETTINGS = {mode: SETTINGS[mode] for mode in ["plain", *os.environ.get("REAL_MODES", "profiled inhouse trms contexts").split()]}

MOST_REFUSED = 1.0      # percent of all targets
PLACE = os.path.join("torture", "real")


def counts_of(name):
    return os.path.join(O, PLACE, name, "counts")


def passed(base, text):
    return sum(int(found.group(1)) if found.lastindex else 1 for found in re.finditer(base.count, text, re.M))


def tell_of_logs(folder):
    """The logs that the tests left are sound; how many there are."""
    logs = glob.glob(os.path.join(folder, "log", "*"))
    for first in range(0, len(logs), 200):
        status, output = execute([TOOL, "report", *logs[first:first + 200]], timeout=600)
        if status not in (0, 1) and b"no data" not in output:
            raise Failure(f"report of its logs: status {status}\n" + output.decode(errors="replace")[-1000:])
    shutil.rmtree(os.path.join(folder, "log"))
    return len(logs)


def run_tests(tree, mode, settings, results, times):
    for what, env in settings:
        start = time.monotonic()
        status, text = tree.step(mode, what, tree.base.tests, env)
        results[mode, what] = (status, passed(tree.base, text))
        times[mode, what] = time.monotonic() - start


def check(case, _):
    name, results, times = case[0], {}, {}
    tree = Tree(name, O, PLACE, JOBS, (CC, CXX))
    try:
        tree.begin()
        for mode, settings in SETTINGS.items():
            tree.make(mode)
            run_tests(tree, mode, settings, results, times)
    except Missing as why:
        raise long_suites.LeftOut(str(why)) from None
    except Stopped as why:
        raise Failure(str(why)) from None
    found = sum((long_suites.targets(text) for text in tree.said("profiled")), long_suites.targets(""))
    plain, seconds = results["plain", "tests"], {mode: tree.seconds(mode) for mode in SETTINGS}
    for (mode, what), result in results.items():
        if result != plain or not plain[1]:
            raise Failure(f"(exit status, tests passed) of {mode} {what}: {result}, plain {plain}; see {tree.folder}")
    logs = tell_of_logs(tree.folder)
    with open(os.path.join(tree.folder, "counts"), "w", encoding="utf-8") as file:
        print(f"{name}: {plain[1]} tests pass; {seconds['plain']:.1f} s to compile; "
              + "".join(f"{mode} {seconds[mode] / seconds['plain']:.1f} times; " for mode in SETTINGS if mode != "plain")
              + "".join(f"{mode} {what} {taken:.1f} s; " for (mode, what), taken in times.items())
              + f"{logs} logs; {long_suites.tell_targets(found)}", file=file)
    tree.remove()
    return found


def refused_share():
    """Of the loops of all code bases that were built: too many are a failure."""
    counts = [0, 0]
    for name in glob.glob(counts_of("*")):
        with open(name, encoding="utf-8") as file:
            found = re.search(r"(\d+) targets: .*? (\d+) refused", file.read())
        counts = [a + int(b) for a, b in zip(counts, found.groups())]
    good = 100 * counts[1] < MOST_REFUSED * counts[0]
    print(f"{'ok' if good else 'not ok'} real refused")
    print(f"# real: {counts[1]} of {counts[0]} targets refused ({100 * counts[1] / max(counts[0], 1):.2f} %)")
    return good


def main():
    names = sys.argv[1:] or [n for n in BASES if long_suites.GROUP in ("", n)]
    long_suites.GROUP = ""
    code = 0
    try:
        long_suites.run("real", check, [(name, "all") for name in names], jobs=1)
    except SystemExit as end:
        code = end.code
    for name in names:
        if os.path.exists(counts_of(name)):
            with open(counts_of(name), encoding="utf-8") as file:
                print("# real " + file.read().strip())
    if len(names) == len(BASES) and not refused_share():
        code = 1
    sys.exit(code)


main()
