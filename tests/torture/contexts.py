#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs with calling contexts behave as without the plugin: csmith's (TORTURE_COUNT of them, 500), and every tenth
of GCC's own execution tests.  Modes and levels take turns: folded and full, alone, beside targets, beside in-house
mode.  Of each the log's contexts can be read, and main was called.

    tests/torture/contexts.py [SEED|FILE.c...]
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import modes  # noqa: E402
import long_suites  # noqa: E402
from harness import Failure  # noqa: E402

CONTEXTS = "-fplugin-arg-algoprof-contexts"
MODES = {
    "folded": [CONTEXTS],
    "full": [CONTEXTS + "=full"],
    "targets": [CONTEXTS, *long_suites.ALL],
    "targets-full": [CONTEXTS + "=full", *long_suites.ALL],
    "inhouse": [CONTEXTS, "-fplugin-arg-algoprof-inhouse"],
}


def read(folder, _mode, _build):
    found = modes.read_log("contexts", folder)
    if found and not any(c["path"][-1] == "main" and c["count"] for c in found["contexts"]):
        raise Failure(f"contexts: main was not called: {str(found)[:500]}")


modes.main("contexts", MODES, read, 10)
