#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs in in-house mode behave as without the plugin: csmith's (TORTURE_COUNT of them, 500), and GCC's own execution
tests.  Modes and levels take turns: rms, trms, cells of a byte, with loops, each block counted by itself (no-ranges).  The
log's profile can be read, and has main; with a counter in each block all columns of its tuples are those of rms.

    tests/torture/inhouse.py [SEED|FILE.c...]
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import modes  # noqa: E402
from harness import Failure  # noqa: E402

INHOUSE = "-fplugin-arg-algoprof-inhouse"
MODES = {
    "rms": [INHOUSE],
    "trms": [INHOUSE + "=trms"],
    "bytes": [INHOUSE, "-fplugin-arg-algoprof-cell=1"],
    "loops": [INHOUSE, "-fplugin-arg-algoprof-inhouse-loops"],
    "each": [INHOUSE, "-fplugin-arg-algoprof-no-ranges"],
}


def profile(folder):
    found = modes.read_log("report", folder)
    return found and {(t["name"], t["file"], t["line"]): t["tuples"] for t in found["targets"]}


def read(folder, mode, build):
    found = modes.read_log("report", folder)
    if not found:
        return
    if mode == "each":
        each = profile(folder)
        build(MODES["rms"])
        edges = profile(folder)
        if edges != each:
            other = [name for name in each if each[name] != (edges or {}).get(name)]
            raise Failure(f"in-house: {other} differ from a counter in each block: {each[other[0]] if other else ''}")
    calls = [t["activations"] for t in found["targets"] if t["name"] == "main" and t["metric"] == "rms"]
    if calls and calls[0] < 1:
        raise Failure(f"in-house: main has {calls} activations")
    if not calls and not any(t["metric"] == "rms" for t in found["targets"]):
        raise Failure("in-house: no function has a profile")


modes.main("inhouse", MODES, read, 1)
