#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples behave the same with the plugin as without: output and exit
status at each level, log off, at rate 1, 2 and auto.  (The programs of
tests/judged/counts and tests/plugin are compared by their own suites.)

    tests/compile/same-output/run.py [FOLDER...]
"""
import glob
import os
import shlex
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import ROOT, Failure, SANFLAGS, compile_to, execute, run_cases  # noqa: E402

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -g -flto"]


def fleet():
    """{folder: (smallest size, the plugin's arguments)} of fleet.txt."""
    result = {}
    with open(os.path.join(ROOT, "examples", "fleet.txt"), encoding="utf-8") as file:
        for line in file:
            word = shlex.split(line, comments=True)
            if word:
                result[word[0]] = (word[1], word[3:])
    return result


def check(case, folder):
    _, source, flags, size, arguments = case
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    compile_to(plain, source, flags.split(), profiled=False)
    compile_to(profiled, source, flags.split() + arguments)
    for run in ("1", "2"):
        truth = execute([plain, size, run], cwd=folder)
        for rate in ("off", "1", "2", "auto"):
            env = {"ALGOPROF_BUDGET": "0", "ALGOPROF_LOG": os.path.join(folder, "%p.aplog")}
            env["ALGOPROF_LOG" if rate == "off" else "ALGOPROF_RATE"] = rate
            found = execute([profiled, size, run], env, cwd=folder)
            if found != truth:
                raise Failure(f"rate {rate}, run {run}: status {found[0]}, plain {truth[0]}\n"
                              f"{found[1].decode(errors='replace')}\nplain\n{truth[1].decode(errors='replace')}")
            made = glob.glob(folder + "/*.aplog")
            if len(made) != (rate != "off"):
                raise Failure(f"rate {rate}: {len(made)} logs")
            for name in made:
                os.unlink(name)


def main():
    known = fleet()
    folders = [os.path.basename(os.path.normpath(a)) for a in sys.argv[1:]]
    cases = []
    for source in sorted(glob.glob(ROOT + "/examples/*/main.c*")):
        folder = os.path.basename(os.path.dirname(source))
        if folder not in (folders or known):
            continue
        size, arguments = known[folder]
        cases += [(f"same-output/{folder} {flags}", source, flags, size, arguments)
                  for flags in (["-O2"] if SANFLAGS else LEVELS)]
    run_cases(check, cases)


main()
