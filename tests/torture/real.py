#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real code bases, from Debian's source packages, built with every loop a
target, must pass their own tests as without the plugin.  States of each what
became of its loops and how much longer it took to compile.  bases.py lists them.

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


def folder_of(name):
    return os.path.join(O, "torture", "real", name)


def prepare(name):
    """The unpacked package; None, and why, if it can't be fetched."""
    got = subprocess.run([os.path.join(same.HERE, "fetch-source.sh"), os.path.join(O, "torture"), BASES[name].package],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if got.returncode:
        raise same.LeftOut(got.stderr.decode().strip().split(" (log:")[0])
    return got.stdout.decode().strip()


def step(base, folder, mode, what, command, timeout=5400):
    """One command of a base; its output."""
    tree = os.path.join(folder, mode)
    compilers = os.path.join(folder, "bin")
    env = {"PATH": compilers + ":" + os.environ["PATH"], "CC": "gcc", "CXX": "g++", "O": O, "LC_ALL": "C.UTF-8",
           "TORTURE_MODE": "" if what == "configure" else mode, "TORTURE_LOGS": os.path.join(folder, mode + ".said"),
           "TORTURE_CC": shutil.which(CC), "TORTURE_CXX": shutil.which(CXX), "MAKEFLAGS": f"-j{JOBS}" if what == "build" else "",
           "ALGOPROF_LOG": os.path.join(folder, "log", "%e.%p.%u.aplog"), "ALGOPROF_MAX_LOG": "1M"}
    with open(os.path.join(folder, f"{mode}.{what}"), "w+b") as output:
        try:
            status = subprocess.run(["bash", "-c", command], cwd=os.path.join(tree, base.folder), stdin=subprocess.DEVNULL,
                                    stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **env},
                                    timeout=timeout, check=False).returncode
        except subprocess.TimeoutExpired:
            status = f"still running after {timeout} s"
        output.seek(0)
        text = output.read().decode(errors="replace")
    if status and what != "tests":
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
    source, folder = prepare(name), folder_of(name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "bin"))
    os.makedirs(os.path.join(folder, "log"))
    for compiler in ("gcc", "g++", "cc", "c++"):
        os.symlink(os.path.join(same.HERE, "cc.sh"), os.path.join(folder, "bin", compiler))
    results, seconds, tests = {}, {}, {}
    for mode in ("plain", "profiled"):
        os.makedirs(os.path.join(folder, mode + ".said"))
        subprocess.run(["cp", "-a", source, os.path.join(folder, mode)], check=True)
        for what in ("configure", "build", "tests"):
            start = time.monotonic()
            status, text = step(base, folder, mode, what, getattr(base, what))
        results[mode] = (status, passed(base, text))
        tests[mode] = time.monotonic() - start
        seconds[mode], found = compilations(folder, mode)
    if results["plain"] != results["profiled"] or not results["plain"][1]:
        raise Failure(f"(exit status, tests passed): {results['profiled']}, plain {results['plain']}; see {folder}")
    logs = tell_of_logs(folder)
    with open(os.path.join(folder, "counts"), "w", encoding="utf-8") as file:
        print(f"{name}: {results['plain'][1]} tests pass; {seconds['plain']:.1f} s to compile, {seconds['profiled']:.1f} s "
              f"profiled ({seconds['profiled'] / seconds['plain']:.1f} times); tests {tests['plain']:.1f} s, "
              f"{tests['profiled']:.1f} s profiled; {logs} logs; {same.tell_targets(found)}", file=file)
    for tree in ("plain", "profiled"):
        shutil.rmtree(os.path.join(folder, tree))
    return found


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
    sys.exit(code)


main()
