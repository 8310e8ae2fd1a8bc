#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real code bases, from Debian's source packages, built with every loop a
target, must pass their own tests as without the plugin, at the defaults and at
rate 5; of their loops fewer than 1 % may be refused.  States of each what became
of its loops and how much longer it took to compile.  bases.py lists them.

    tests/torture/real.py [NAME...]
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import same  # noqa: E402
from bases import BASES  # noqa: E402
from harness import CC, CXX, Failure, JOBS, O, TOOL, execute  # noqa: E402


# How the tests of each build are run.
SETTINGS = {"plain": [("tests", {})], "profiled": [("tests", {}), ("tests at rate 5", {"ALGOPROF_RATE": "5"})]}

MOST_REFUSED = 1.0      # percent of all targets


def folder_of(name):
    return os.path.join(O, "torture", "real", name)


def prepare(package):
    """The unpacked package; LeftOut, and why, if it can't be fetched."""
    got = subprocess.run([os.path.join(same.HERE, "fetch-source.sh"), os.path.join(O, "torture"), package],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if got.returncode:
        raise same.LeftOut(got.stderr.decode().strip().split(" (log:")[0])
    return got.stdout.decode().strip()


def step(base, folder, mode, what, command, more=(), timeout=5400):
    """One command of a base, with more in its environment; its exit status and output."""
    tree = os.path.join(folder, mode)
    compilers = os.path.join(folder, "bin")
    env = {"PATH": compilers + ":" + os.environ["PATH"], "CC": "gcc", "CXX": "g++", "O": O, "LC_ALL": "C.UTF-8",
           "TORTURE_MODE": "" if what == "configure" else mode, "TORTURE_LOGS": os.path.join(folder, mode + ".said"),
           "TORTURE_CC": shutil.which(CC), "TORTURE_CXX": shutil.which(CXX), "MAKEFLAGS": f"-j{JOBS}" if what == "build" else "",
           "ALGOPROF_LOG": os.path.join(folder, "log", "%e.%p.%u.aplog"), "ALGOPROF_MAX_LOG": "1M", **dict(more)}
    with open(os.path.join(folder, f"{mode}.{what}"), "w+b") as output:
        try:
            status = subprocess.run(["bash", "-c", command], cwd=os.path.join(tree, base.folder), stdin=subprocess.DEVNULL,
                                    stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **env},
                                    timeout=timeout, check=False).returncode
        except subprocess.TimeoutExpired:
            status = f"still running after {timeout} s"
        output.seek(0)
        text = output.read().decode(errors="replace")
    if status and not what.startswith("tests"):
        raise Failure(f"{mode}, {what}: status {status}\n" + "\n".join(text.splitlines()[-25:]))
    return status, text


def passed(base, text):
    return sum(int(found.group(1)) if found.lastindex else 1 for found in re.finditer(base.count, text, re.M))


def compilations(folder, mode):
    """(CPU seconds, targets) of all compilations."""
    seconds, found = 0.0, same.targets("")
    for name in glob.glob(os.path.join(folder, mode + ".said", "*")):
        with open(name, encoding="utf-8", errors="replace") as file:
            text = file.read()
        seconds += sum(float(word) for line in re.findall(r"^time (.*)$", text, re.M) for word in line.split())
        found += same.targets(text)
    return seconds, found


def tell_of_logs(folder):
    """The logs that the tests left are sound; how many there are."""
    logs = glob.glob(os.path.join(folder, "log", "*"))
    for first in range(0, len(logs), 200):
        status, output = execute([TOOL, "report", *logs[first:first + 200]], timeout=600)
        if status not in (0, 1) and b"no data" not in output:
            raise Failure(f"report of its logs: status {status}\n" + output.decode(errors="replace")[-1000:])
    shutil.rmtree(os.path.join(folder, "log"))
    return len(logs)


def check(case, _):
    name, base = case[0], BASES[case[0]]
    folder = folder_of(name)
    sources = [prepare(package) for package in (base.package, *base.beside)]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "bin"))
    os.makedirs(os.path.join(folder, "log"))
    for compiler in ("gcc", "g++", "cc", "c++"):
        os.symlink(os.path.join(same.HERE, "cc.sh"), os.path.join(folder, "bin", compiler))
    results, seconds, tests = {}, {}, {}
    for mode, settings in SETTINGS.items():
        tree = os.path.join(folder, mode)
        os.makedirs(tree + ".said")
        subprocess.run(["cp", "-a", sources[0], tree], check=True)
        for package, source in zip(base.beside, sources[1:]):
            subprocess.run(["cp", "-a", source, os.path.join(tree, base.folder, package)], check=True)
        for what in ("configure", "build"):
            step(base, folder, mode, what, getattr(base, what))
        for what, env in settings:
            start = time.monotonic()
            status, text = step(base, folder, mode, what, base.tests, env)
            results[mode, what] = (status, passed(base, text))
            tests[mode, what] = time.monotonic() - start
        seconds[mode], found = compilations(folder, mode)
    plain = results["plain", "tests"]
    for (mode, what), result in results.items():
        if result != plain or not plain[1]:
            raise Failure(f"(exit status, tests passed) of {mode} {what}: {result}, plain {plain}; see {folder}")
    logs = tell_of_logs(folder)
    with open(os.path.join(folder, "counts"), "w", encoding="utf-8") as file:
        print(f"{name}: {plain[1]} tests pass; {seconds['plain']:.1f} s to compile, {seconds['profiled']:.1f} s "
              f"profiled ({seconds['profiled'] / seconds['plain']:.1f} times); "
              + "".join(f"{mode} {what} {taken:.1f} s; " for (mode, what), taken in tests.items())
              + f"{logs} logs; {same.tell_targets(found)}", file=file)
    for tree in SETTINGS:
        shutil.rmtree(os.path.join(folder, tree))
    return found


def refused_share():
    """Of the loops of all code bases that were built: too many are a failure."""
    counts = [0, 0]
    for name in glob.glob(folder_of("*/counts")):
        with open(name, encoding="utf-8") as file:
            found = re.search(r"(\d+) targets: .*? (\d+) refused", file.read())
        counts = [a + int(b) for a, b in zip(counts, found.groups())]
    good = 100 * counts[1] < MOST_REFUSED * counts[0]
    print(f"{'ok' if good else 'not ok'} real refused")
    print(f"# real: {counts[1]} of {counts[0]} targets refused ({100 * counts[1] / max(counts[0], 1):.2f} %)")
    return good


def main():
    names = sys.argv[1:] or [n for n in BASES if same.GROUP in ("", n)]
    same.GROUP = ""
    code = 0
    try:
        same.run("real", check, [(name, "all") for name in names], jobs=1)
    except SystemExit as end:
        code = end.code
    for name in names:
        if os.path.exists(os.path.join(folder_of(name), "counts")):
            with open(os.path.join(folder_of(name), "counts"), encoding="utf-8") as file:
                print("# real " + file.read().strip())
    if len(names) == len(BASES) and not refused_share():
        code = 1
    sys.exit(code)


main()
