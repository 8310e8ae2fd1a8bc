#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`algoprof list' shows a binary's targets, what their traces cover and what was
refused, also of a stripped one; and refuses damaged binaries, or reads what is left.

    tests/e2e/list.py
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import TOOL, Failure, compile_to, execute, run_cases  # noqa: E402

SOURCE = """\
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf where;
__attribute__((algoprof("recursion", "limit(n)"))) static int depth(int n)
{
    return n ? 1 + depth(n / 2) + n % 3 : 0;
}
int values[100], sum;
__attribute__((noinline)) int twice(const int *p) { return 2 * *p; }
int main(int argc, char **argv)
{
#pragma algoprof loop name(both) limit(n log n) rate(7)
    for (int i = 0; i < argc; i++) {
        sum += values[i] + twice(&values[i]);
        puts(argv[i]);
    }
    for (int i = 0; i < argc; i++)
        sum += (int)strlen(argv[i]);
    return sum + depth(argc);
}
int refused(int n)
{
    if (setjmp(where))
        return 0;
#pragma algoprof loop
    while (n--)
        sum ^= setjmp(where);
    return sum;
}
"""
EXPECTED = [("depth", 6, "recursion", "attribute", "auto", "n"),
            ("both", 15, "loop", "pragma", 7, "n log n"),
            ("main#2", 19, "loop", "command line", "auto", None)]
DAMAGES = 60


def listed(path, status=0):
    found, output = execute([TOOL, "list", "--json", path], merge=False)
    if found != status:
        raise Failure(f"{path}: exit status {found}, not {status}\n{output!r}")
    return json.loads(output) if status == 0 else None


def check_contents(path):
    found = listed(path)
    targets = [(t["name"], t["line"], t["kind"], t["marked"], t["rate"], t["limit"]) for t in found["targets"]]
    if targets != EXPECTED:
        raise Failure(f"targets: {targets}, not {EXPECTED}")
    both, main = found["targets"][1]["coverage"], found["targets"][2]["coverage"]
    if both["copies"] != 1 or not both["accesses"] or not both["callees"] or both["missed_calls"]:
        raise Failure(f"coverage of `both': {both}")
    if main["modelled"] != 1 or not main["accesses"]:
        raise Failure(f"coverage of `main': {main}")
    places = [(r["line"], r["reason"]) for r in found["refused"]]
    if places != [(28, "the loop has more than one entry")]:
        raise Failure(f"refused: {places}")
    if not found["build"] or found["traced_functions"] < 1:
        raise Failure(f"build {found['build']}, {found['traced_functions']} traced functions")


def check_list(exe, folder):
    """Lines of a list for @FILE that fit nothing are named, each once; comments and what was refused are none."""
    specs = os.path.join(folder, "specs")
    with open(specs, "w", encoding="utf-8") as file:
        file.write("depth:recursion # known\n\nns::main\nmain.c:15\n main.c:28\n*\nmissing\nmain.c:999\nother.c:1\n")
    status, output = execute([TOOL, "list", "--targets", specs, exe])
    said = [line for line in output.decode().splitlines() if line.startswith("algoprof: ")]
    wanted = [f"algoprof: {specs}:{line}: '{spec}' is in no file of {exe} that was compiled with the plugin"
              for line, spec in ((7, "missing"), (8, "main.c:999"), (9, "other.c:1"))]
    if status != 1 or said != wanted:
        raise Failure(f"--targets: exit status {status}, {said}, not {wanted}")
    status, output = execute([TOOL, "list", "--targets", folder + "/none", exe])
    if status != 3 or b"none: No such file" not in output:
        raise Failure(f"--targets: exit status {status}: {output!r}")


def check(case, folder):
    _, flags = case
    source, exe = os.path.join(folder, "main.c"), os.path.join(folder, "main")
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE)
    compile_to(exe, source, flags + ["-w", "-Wl,--build-id", "-fplugin-arg-algoprof-target=main:loops"])
    check_contents(exe)
    check_list(exe, folder)
    subprocess.run(["strip", exe], check=True)
    check_contents(exe)
    listed("/bin/sh", 3)
    listed(source, 3)
    with open(exe, "rb") as file:
        good = file.read()
    draw = random.Random(1)
    sites, size = good.find(b"both\0main\0"), 200
    for _ in range(DAMAGES):
        bad = bytearray(good)
        if draw.random() < 0.3:
            del bad[draw.randrange(len(bad)):]
        else:
            near = draw.random() < 0.7
            for _ in range(5):
                at = draw.randrange(max(0, sites - size), sites + size) if near else draw.randrange(len(bad))
                bad[at] = draw.randrange(256)
        with open(exe, "wb") as file:
            file.write(bad)
        status, output = execute([TOOL, "list", exe])
        if status not in (0, 3):
            raise Failure(f"damaged: exit status {status}\n{output!r}")
    return None


run_cases(check, [(f"e2e/list {' '.join(flags)}", flags) for flags in (["-O0"], ["-O2", "-g"])])
