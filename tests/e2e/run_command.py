#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""algoprof run: from a program to the answer in one command; and what it says and does when
the program fails, takes too long, or writes no log.

    tests/e2e/run_command.py [CASE...]
"""
import glob
import json
import os
import pty
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import CXX, SANFLAGS, TOOL, Failure, compile_to, run_cases  # noqa: E402

QUADRATIC = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[1 << 20];
int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100, sum = 0;
    if (argc > 2 && n >= strtoul(argv[2], NULL, 10)) {
        fputs("too large\\n", stderr);
        return 9;
    }
    memset(text, 'x', n);
#pragma algoprof loop name(outer)
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            sum += (size_t)text[j] * i;
    printf("%zu %s %s\\n", sum, getenv("ALGOPROF_BUDGET"), getenv("ALGOPROF_RATE"));
    return 0;
}
"""
# What a user might have at hand, without a mark.
TEN_LINES = """#include <iostream>
#include <string>
#include <vector>
int main()
{
    std::vector<std::string> seen;
    std::string word;
    while (std::cin >> word) {
        bool is_new = true;
        for (const auto &s : seen)
            if (s == word)
                is_new = false;
        if (is_new)
            seen.push_back(word);
    }
    std::cout << seen.size() << "\\n";
}
"""


# The loop that grows is libstdc++'s; line 8 is the user's.
FIND = """#include <algorithm>
#include <iostream>
#include <vector>
int main()
{
    std::vector<int> seen;
    int id;
    while (std::cin >> id)
        if (std::find(seen.begin(), seen.end(), id) == seen.end())
            seen.push_back(id);
    std::cout << seen.size() << "\\n";
}
"""


def expect(what, got, wanted):
    if got != wanted:
        raise Failure(f"{what}: {got}, not {wanted}")


def run(folder, *args, status=0, **env):
    """Its two streams."""
    plain = {k: v for k, v in os.environ.items() if not k.startswith("ALGOPROF_")}
    done = subprocess.run([TOOL, "run", *args], cwd=folder, env={**plain, **env}, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
    if done.returncode != status:
        raise Failure(f"exit status {done.returncode}, not {status}: {done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def quadratic(folder):
    source = os.path.join(folder, "q.c")
    with open(source, "w", encoding="ascii") as out:
        out.write(QUADRATIC)
    compile_to(os.path.join(folder, "q"), source, ["-O1", "-g"])


def targets(folder, logs):
    done = subprocess.run([TOOL, "report", "--json", os.path.join(folder, logs)], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["targets"]


def has(text, *parts):
    for part in parts:
        if part not in text:
            raise Failure(f"no {part!r} in:\n{text}")


def grows(folder):
    """Sizes are made up until the program fails; the page; the advice."""
    quadratic(folder)
    out, err = run(folder, "--html", "page.html", "--time", "40", "./q", "{}", "1000")
    has(out, "!1  outer", "n^2", "Next: outer (", "begin there.")
    has(err, "note: sizes end here: ./q (n = 1280): exit status 9", "too large", "Logs: algoprof.q.1")
    logs = sorted(os.listdir(os.path.join(folder, "algoprof.q.1")))
    expect("logs", logs, sorted([f"q-{10 << i}.aplog" for i in range(7)] + ["q-1280.aplog.ended"]))
    has(open(os.path.join(folder, "page.html"), encoding="utf-8").read(), "<!DOCTYPE html>", "outer")
    run(folder, "--sizes", "10", "--", "./q", "{}")
    expect("folders", sorted(glob.glob("algoprof.q.*", root_dir=folder)), ["algoprof.q.1", "algoprof.q.2"])


def narrow(folder):
    """What to do next fits the terminal, however long the path is; no name or place is cut in the middle."""
    deep = os.path.join(folder, "a-folder-with-a-long-name", "and-another-one-below-it", "and-a-third-one-at-last")
    os.makedirs(deep)
    quadratic(deep)
    for more, wanted in ((["--sizes", "10..640x7"], "Next: outer (…/and-a-third-one-at-last/q.c:14) grows as n^2; begin there."),
                         (["--sizes", "50,100,200"], "Next: the answer for outer is open; run larger sizes: --sizes"),
                         (["--repeat", "1"], "Next: the answer for outer is open; put {} where the size stands in")):
        out, _ = run(folder, *more, "--", f"{deep}/q", "10" if "--repeat" in more else "{}", COLUMNS="80")
        has(out, wanted)
        expect("lines that are too long", [line for line in out.splitlines() if len(line) > 80], [])


def sizes(folder):
    """As given, into a folder of one's own, again and again; a % in its name is none of the pattern."""
    quadratic(folder)
    out, err = run(folder, "--sizes", "50,100,200", "--repeat", "2", "-o", "100%e", "--", "./q", "{}")
    has(out, "Next: the answer for outer is open; run larger sizes: --sizes 200..1600.")
    expect("stderr", err, "Logs: 100%e\n")
    expect("logs", sorted(os.listdir(os.path.join(folder, "100%e"))),
           sorted(f"q-{n}{again}.aplog" for n in (50, 100, 200) for again in ("", "-2")))
    out, _ = run(folder, "--sizes", "400..1600x3", "-o", "100%e", "--target", "outer", "--", "./q", "{}")
    has(out, "q-400.aplog", "begin there.", "for (size_t j = 0; j < n; j++)")
    target, = targets(folder, "100%e")
    expect("points", (len(target["points"]), target["verdict"]), (9, "alarm"))


def budget(folder):
    """None and every instance, but if asked, or if that takes long."""
    quadratic(folder)
    for options, rate, wanted in (([], None, "0 1"), (["--budget", "2.5"], None, "2.5 auto"), (["--rate", "7"], None, "0 7"),
                                  (["--rate", "auto"], "3", "0 auto"), ([], "3", "0 3")):
        env = {"ALGOPROF_RATE": rate} if rate else {}
        out, _ = run(folder, "--sizes", "20", "--show-output", *options, "--", "./q", "{}", **env)
        has(out, f" {wanted}\n")
    out, _ = run(folder, "--sizes", "20,30", "--time", "4", "--show-output", "--", "sh", "-c", "./q {} && sleep 0.5")
    has(out, " 0 1\n", " 0 auto\n")
    _, err = run(folder, "--rate", "none", "--", "./q", status=2)
    has(err, "--rate takes a number from 1 to 4000000000, not 'none'")


def inputs(folder):
    """Made by a command, as a file or on standard input."""
    source = os.path.join(folder, "words.cc")
    with open(source, "w", encoding="ascii") as out:
        out.write(TEN_LINES)
    compiler = ["--compile", f"{CXX} -g -O2 words.cc -o words", "--target", "main:loops"]
    text, _ = run(folder, *compiler, "--sizes", "200..3000x7", "--make-input", "seq {}", "./words")
    has(text, "n^2", "begin there.", "words.cc:10")
    logs = os.path.join(folder, "algoprof.words.1")
    points = next(t for t in targets(folder, logs) if t["line"] == 10)["points"]
    expect("exact points", [p["exact"] for p in points], [True] * 7)
    quadratic(folder)
    for command in (["sh", "-c", "exec ./q $(wc -l <{file})"], ["sh", "-c", "exec ./q $(wc -l)"]):
        run(folder, "-o", "i" + str(len(command[2])), "--sizes", "30,60", "--make-input", "seq {}", *command)
        points = targets(folder, "i" + str(len(command[2])))[0]["points"]
        expect("costs", sorted(p["cost"] for p in points), [30, 60])
    _, err = run(folder, "--make-input", "echo none >&2; exit 4", "--sizes", "5", "./q", "{}", status=3)
    has(err, "--make-input 'echo none >&2; exit 4': exit status 4: none")


def system_header(folder):
    """Where a loop of a system header grows, the user's own line is named, at any width, and an alarm has three more lines."""
    with open(os.path.join(folder, "find.cc"), "w", encoding="ascii") as out:
        out.write(FIND)
    out, _ = run(folder, "--compile", f"{CXX} -g -O2 find.cc -o find", "--target", "*", "--sizes", "200..6400x6", "--make-input", "seq {}",
                 "./find", COLUMNS="80")
    has(out, "in a system header; executed inside main (find.cc:8)", "Next: main (find.cc:8) makes __find_if grow as n^2; begin there.")
    rows = [len(lines) for lines in re.findall(r"^ *!\d.*\n((?: {6}.*\n)*)", out, re.MULTILINE) for lines in [lines.splitlines()]]
    if not rows or max(rows) > 3:
        raise Failure(f"lines of alarms: {rows}\n{out}")
    expect("lines that are too long", [line for line in out.splitlines() if len(line) > 80], [])


def wrapper(folder):
    """A compiler that adds the plugin itself gets no second one."""
    quadratic(folder)
    with open(os.path.join(folder, "algoprof-cc"), "w", encoding="ascii") as out:
        out.write('#!/bin/sh\necho "$@" >>called\ncp q q2\n')
    os.chmod(os.path.join(folder, "algoprof-cc"), 0o755)
    run(folder, "--compile", "./algoprof-cc q.c", "--sizes", "10,20", "./q2", "{}")
    run(folder, "--compile", "./algoprof-cc {flags} q.c", "--target", "main:loops", "--sizes", "10,20", "./q2", "{}")
    with open(os.path.join(folder, "called"), encoding="ascii") as called:
        expect("arguments", [line.split() for line in called], [["q.c"], ["-fplugin-arg-algoprof-target=main:loops", "q.c"]])


def own_arguments(folder):
    """The plugin comes before arguments for it that are in the command, as GCC wants it."""
    quadratic(folder)
    for where in "", "{flags} ":
        for argument in "-fplugin-arg-algoprof-target=main:loops", "'-fplugin-arg-algoprof-target=main:loops'":
            command = f"{CXX} -xc++ -fpermissive -w -g -O1 {argument} q.c {where}-o q3"
            out, _ = run(folder, "--compile", command, "--sizes", "100..400x4", "./q3", "{}")
            has(out, "main#2")


def seconds_told_and_taken(folder):
    """What `run` says of ten times the largest size, and what a run of that size takes, in seconds of CPU."""
    out, _ = run(folder, "--sizes", "1000..8000x6", "./q", "{}")
    found = re.search(r"ten times the largest: ([0-9.]+) (ms|s) of CPU a run \([0-9.]+G ", out)
    if not found:
        raise Failure(f"no time in:\n{out}")
    before = os.times()
    subprocess.run([os.path.join(folder, "q"), "80000"], env={"ALGOPROF_LOG": "off"}, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    taken = after.children_user + after.children_system - before.children_user - before.children_system
    return float(found[1]) / (1000 if found[2] == "ms" else 1), taken


def time_ahead(folder):
    """Runs without tracing say how long a run of ten times the size takes: some 100 times the largest one.
    A processor that others slow down takes twice as long for one of the two: one of five tries decides."""
    quadratic(folder)
    tries = []
    while len(tries) < 5:
        told, taken = seconds_told_and_taken(folder)
        tries.append((told, taken))
        if taken / 2 < told < taken * 2:
            return
    raise Failure(f"told and taken, in seconds: {tries}")


def without_input(folder):
    """Larger sizes do not help a loop that only writes."""
    with open(os.path.join(folder, "fill.c"), "w", encoding="ascii") as out:
        out.write(QUADRATIC.replace("sum += (size_t)text[j] * i", "text[j] = (char)i").replace("memset", "// memset"))
    compiler = ["--compile", "gcc -g -O1 -fno-tree-loop-distribute-patterns fill.c -o fill"]
    out, _ = run(folder, *compiler, "--target", "*", "--sizes", "10,20,40", "./fill", "{}")
    has(out, "Next: main#2 reads no input, so it has no size; algoprof_size (n) in the program names one.")


def progress(folder):
    """On a terminal a bar tells the run, its size and how long it may take at most, and is gone at the end."""
    quadratic(folder)
    main, terminal = pty.openpty()
    command = [TOOL, "run", "--sizes", "10,20", "--time", "30", "--", "sh", "-c", "sleep 0.3; ./q {}"]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=terminal, check=True)
    os.close(terminal)
    said = b""
    try:
        while part := os.read(main, 65536):
            said += part
    except OSError:     # the other end is closed
        pass
    os.close(main)
    expect("exit status", done.returncode, 0)
    text = said.decode()
    if not re.search(r"\[[#.]{20}\] run 2 of 2, n = 20, 0\.\d s; at most \d\d s left", text):
        raise Failure(f"no bar in {text!r}")
    last = text.rstrip().splitlines()[-1].rsplit("\033[K", 1)[-1]
    if not last.startswith("Logs: "):
        raise Failure(f"what is left: {last!r}")


def unmarked(folder):
    """Without a mark --compile says how to go on."""
    with open(os.path.join(folder, "plain.c"), "w", encoding="ascii") as out:
        out.write(QUADRATIC.replace("#pragma algoprof", "// pragma algoprof"))
    _, err = run(folder, "--compile", "gcc -g -O1 plain.c -o plain", "--sizes", "10,20", "./plain", "{}", status=3)
    has(err, "shows its targets, and --target '*' makes every loop a target")


def without_size(folder):
    quadratic(folder)
    out, _ = run(folder, "./q", "300")
    has(out, "put {} where the size stands in the command")
    expect("logs", len(os.listdir(os.path.join(folder, "algoprof.q.1"))), 5)


def fails(folder):
    """Its status is ours; what it had printed is told."""
    quadratic(folder)
    out, err = run(folder, "--sizes", "50,100,2000,3000", "./q", "{}", "500", status=9)
    has(out, "outer")
    has(err, "algoprof: ./q (n = 2000): exit status 9\ntoo large\n")
    _, err = run(folder, "--", "sh", "-c", "kill -SEGV $$", status=139)
    has(err, "algoprof: sh: ended by signal 11")
    _, err = run(folder, "--", "./nowhere", status=3)
    has(err, "algoprof: ./nowhere: No such file or directory")
    _, err = run(folder, "--compile", "false", "--", "./q", status=1)
    has(err, "--compile: exit status 1 of: false ")


def no_log(folder):
    """Said, and no folder is left."""
    _, err = run(folder, "--", "true", status=3)
    has(err, "algoprof: true wrote no log: it was compiled without -fplugin=algoprof")
    expect("left", os.listdir(folder), [])
    _, err = run(folder, "-o", "a/b", "--", "true", status=3)
    has(err, "algoprof: a/b: cannot be made: No such file or directory")


def takes_long(folder):
    """What is ended leaves no point."""
    source = os.path.join(folder, "s.c")
    with open(source, "w", encoding="ascii") as out:
        out.write(QUADRATIC.replace("memset", "if (n >= 100)\n        for (;;)\n            ;\n    memset"))
    compile_to(os.path.join(folder, "s"), source, ["-O1", "-g"])
    out, err = run(folder, "--time", "2", "--sizes", "20,40,60,80,90,100,200", "--", "./s", "{}")
    has(err, "note: ./s was ended after ", "when the 2 s of --time were over")
    expect("points", len(targets(folder, "algoprof.s.1")[0]["points"]), 5)
    has(out, "allow more time (--time)")


CASES = [grows, narrow, sizes, budget, inputs, system_header, wrapper, own_arguments, time_ahead, progress,
         without_input, unmarked, without_size, fails, no_log, takes_long]


def work(case, folder):
    case[1](folder)


def main():
    if SANFLAGS:
        print("# SKIP the compiler's command would need the sanitizer")
        sys.exit(77)
    chosen = sys.argv[1:]
    run_cases(work, [("e2e/run " + f.__name__, f) for f in CASES if not chosen or f.__name__ in chosen])


main()
