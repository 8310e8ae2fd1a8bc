#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists so long that the budget does not pay to trace a search of one whole (long-lists.c).

size/:  at the defaults the size is known, as searches are thinned.
sets/:  of a thinned instance the lines are those of a whole one whose hash is small, with the same bytes; both have read
        as many words.  With a larger budget the first instance is thinned, and later ones are whole.

    tests/e2e/long-lists.py
"""
import itertools
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import TESTS, TOOL, Failure, compile_to, execute, run_cases, run_profiled  # noqa: E402

SOURCE = os.path.join(TESTS, "e2e/long-lists.c")
NEAR = 1.25
ONES = (1 << 64) - 1
# nodes, searches: a quarter of a second, and more
SIZES = [(20011, 1500), (100003, 300), (400009, 150)]
NODE = 16                       # bytes that a search reads of one
RUNS = 5


def mixed(x):
    """alog_line_hash of docs/log-format.md."""
    x = (x + 0x9e3779b97f4a7c15) & ONES
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & ONES
    x = (x ^ x >> 27) * 0x94d049bb133111eb & ONES
    return x ^ x >> 31


def lines_of(instance):
    """{line: its bytes}"""
    lines = {}
    for region, offset, cells in instance["set"]:
        first, end = region << 32 | offset, (region << 32 | offset) + cells
        while first < end:
            stop = min(end, (first | 63) + 1)
            lines[first >> 6] = lines.get(first >> 6, 0) | ((1 << (stop - first)) - 1) << (first & 63)
            first = stop
    return lines


def profiled(folder, env, arguments):
    program, logs = os.path.join(folder, "profiled"), os.path.join(folder, "log")
    if not os.path.exists(program):
        compile_to(program, SOURCE, ["-O2"])
    status, output, log = run_profiled(program, logs, env, list(map(str, arguments)), timeout=300)
    if status or log is None:
        raise Failure(f"status {status}, output {output!r}")
    return log, logs


def check_size(folder, nodes, searches):
    """A busy machine makes all dearer: one of some runs has to have pairs."""
    for _ in range(RUNS):
        logs = profiled(folder, {}, (nodes, searches))[1]
        target, = [t for t in json.loads(execute([TOOL, "report", "--json", logs])[1])["targets"] if t["instances"]]
        point, = target["points"]
        if point["pairs"] >= 2:
            break
    size, truth = point["size"] or 0, nodes * NODE
    if point["pairs"] < 2 or not truth / NEAR <= size <= truth * NEAR or not point["size_low"] <= truth <= point["size_high"]:
        raise Failure(f"{size} [{point['size_low']}, {point['size_high']}] of {truth}, {point['pairs']} pairs, {point['warnings']}")
    if "thinned" not in point["warnings"]:
        raise Failure(f"not thinned: {point['warnings']}")


def compare(thinned, whole):
    kept = {line: mask for line, mask in lines_of(whole).items() if mixed(line) >> (64 - thinned["thin"]) == 0}
    found = lines_of(thinned)
    if found != kept:
        wrong = [(hex(k), hex(found.get(k, 0)), hex(kept.get(k, 0))) for k in {*found, *kept} if found.get(k) != kept.get(k)]
        raise Failure(f"thin {thinned['thin']}: {len(found)} lines for {len(kept)}; {len(wrong)} differ: {wrong[:3]}")
    if thinned["work"] != whole["work"] or thinned["rms"] != thinned["cells"] << thinned["thin"]:
        raise Failure(f"work {thinned['work']} for {whole['work']}, rms {thinned['rms']} of {thinned['cells']} cells, "
                      f"thinned by {thinned['thin']}")


def check_sets(folder, more):
    """Which pairs are kept is chance: of some runs one has to have both."""
    for nodes, percent in itertools.product((8009, 12011, 30011), ("50", "20", "90")):
        log, _ = profiled(folder, {"ALGOPROF_BUDGET": percent}, (nodes, 200, *more))
        complete = [i for i in log["instances"] if "cut" not in i["flags"] and i["thin"] < 32]
        whole, thinned = ([i for i in complete if (i["thin"] > 0) == thin] for thin in (False, True))
        for i in thinned if whole else []:
            compare(i, whole[0])
        if whole and thinned:
            return
    raise Failure("no log has whole and thinned instances")


def check(case, folder):
    if case[1] == "size":
        check_size(folder, *case[2:])
    else:
        check_sets(folder, *case[2:])


run_cases(check, [(f"long-lists/size {nodes}", "size", nodes, searches) for nodes, searches in SIZES]
          + [("long-lists/sets", "sets", ()), ("long-lists/sets mixed", "sets", ("mixed",))])
