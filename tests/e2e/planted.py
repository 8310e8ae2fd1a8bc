#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`algoprof check' catches a change from n to n^2 that is planted in an example, and
lets the example without it pass: the fleet of word-lower is played again and again,
with other seeds of data and sampler each time, at default sampling.  The planted
change is the example as it is; without it the word's length is asked for once.

Each repetition is judged by a bounds file, by --max-exponent and by a baseline of the
unchanged program.  The planted change is caught if all three say so (exit status 1);
the program without it must pass all three (0).  Of a hundred repetitions two may be
missed, and none may be a false alarm.

    tests/e2e/planted.py [REPETITIONS [FIRST]]
"""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import ROOT, SANFLAGS, TOOL, Failure, compile_to, execute, run_cases  # noqa: E402

EXAMPLE = os.path.join(ROOT, "examples", "word-lower", "main.cc")
PLANTED = "for (std::size_t i = 0; i < length(); i++)"
CLEAN = "for (std::size_t i = 0, n = length(); i < n; i++)"
SIZES = [round(600 * 20 ** (run / 9)) for run in range(10)]
REPETITIONS = 2


def play(exe, logs, repetition):
    """One fleet of runs."""
    shutil.rmtree(logs, ignore_errors=True)
    os.mkdir(logs)
    for run, size in enumerate(SIZES):
        seed = str(repetition * 1000 + run)
        status, output = execute([exe, str(size), seed], {
            "ALGOPROF_BUDGET": "0", "ALGOPROF_SEED": seed, "ALGOPROF_LOG": logs + "/%p.aplog"})
        if status:
            raise Failure(f"seed {seed}: exit status {status}\n{output!r}")


def verdicts(logs, folder):
    """Exit status and output by bounds, exponent and baseline."""
    return [execute([TOOL, "check", *how, logs]) for how in (
        ["--bounds", os.path.join(folder, "bounds.txt")], ["--max-exponent", "1.5"],
        ["--baseline", os.path.join(folder, "baseline.json")])]


def compile_both(folder):
    with open(EXAMPLE, encoding="utf-8") as file:
        source = file.read()
    if source.count(PLANTED) != 1:
        raise Failure(f"{EXAMPLE} is not what this test expects")
    names = {}
    for name, text in ("planted", source), ("clean", source.replace(PLANTED, CLEAN)):
        os.mkdir(os.path.join(folder, name))
        path = os.path.join(folder, name, "main.cc")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        names[name] = os.path.join(folder, name, "word-lower")
        compile_to(names[name], path, ["-O2", "-g"])
    return names


def check(case, folder):
    _, repetitions, first = case
    exe, logs = compile_both(folder), os.path.join(folder, "logs")
    with open(os.path.join(folder, "bounds.txt"), "w", encoding="utf-8") as file:
        file.write("word_length n\nmain.cc:word_lower n log n\n")
    play(exe["clean"], logs, 0)
    status, output = execute([TOOL, "check", "--write-baseline", os.path.join(folder, "baseline.json"), logs])
    if status:
        raise Failure(f"no baseline: {output!r}")
    caught, false, told = 0, 0, ""
    for repetition in range(first, first + repetitions):
        play(exe["clean"], logs, repetition)
        bad = [(s, o) for s, o in verdicts(logs, folder) if s != 0]
        false += bool(bad)
        play(exe["planted"], logs, repetition)
        missed = [(s, o) for s, o in verdicts(logs, folder) if s != 1]
        caught += not missed
        for status, output in bad + missed:
            told += f"repetition {repetition}, {'clean' if bad else 'planted'}: {status}\n{output.decode()}"
    if false or caught < repetitions - repetitions // 50:
        raise Failure(f"{caught} of {repetitions} caught, {false} false\n{told}")
    return f"ok {case[0]}: {caught} of {repetitions} caught, {false} false"


def main():
    if SANFLAGS:
        print("# SKIP a sanitised program is another program")
        sys.exit(77)
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS
    run_cases(check, [("e2e/planted", repetitions, int(sys.argv[2]) if len(sys.argv) > 2 else 1)])


main()
