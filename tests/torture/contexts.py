#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs with calling contexts behave as without the plugin: csmith's (TORTURE_COUNT of them, 500), and every tenth
of GCC's own execution tests.  Modes and levels take turns: folded and full, alone, beside targets, beside in-house
mode.  Of each the log's contexts can be read, and main was called.

    tests/torture/contexts.py [SEED|FILE.c...]
"""
import glob
import json
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dejagnu  # noqa: E402
import same  # noqa: E402
from harness import Failure, TOOL, execute  # noqa: E402

CONTEXTS = "-fplugin-arg-algoprof-contexts"
MODES = {
    "folded": [CONTEXTS],
    "full": [CONTEXTS + "=full"],
    "targets": [CONTEXTS, *same.ALL],
    "targets-full": [CONTEXTS + "=full", *same.ALL],
    "inhouse": [CONTEXTS, "-fplugin-arg-algoprof-inhouse"],
}
STEP = 10


def read_contexts(folder):
    """Of a run that ended by itself: a program that leaves by a signal, or by _exit in another's code, tells nothing."""
    log = os.path.join(folder, "contexts.aplog")
    status, output = execute([os.path.join(folder, "profiled")], {"ALGOPROF_LOG": log}, cwd=folder, timeout=120)
    if status or not os.path.exists(log):
        return
    status, output = execute([TOOL, "contexts", "--json", log], cwd=folder)
    if status:
        raise Failure(f"contexts: status {status}, {output.decode(errors='replace')[:500]}")
    found = json.loads(output.decode())
    if not any(c["path"][-1] == "main" and c["count"] for c in found["contexts"]):
        raise Failure(f"contexts: main was not called: {output.decode()[:500]}")


def random_program(name, folder):
    source = os.path.join(folder, "random.c")
    status, output = execute(["csmith", "--seed", name, "--max-funcs", "6", "-o", source], cwd=folder)
    if status:
        raise Failure(output.decode())
    return [source], ["-w", "-I/usr/include/csmith"]


def check(case, folder):
    _, level, mode, what, why = case
    if why:
        raise same.LeftOut(why)
    same.ALL = MODES[mode]
    if os.path.exists(what):
        found = dejagnu.Directives(what)
        sources, flags, slow = found.sources, found.flags, None
    else:
        sources, flags = random_program(what, folder)
        slow = same.LeftOut("does not end in 2 s without the plugin")
    counts = same.compare(sources, [level, *flags], folder, **({"seconds": 2, "slow": slow} if slow else {}))
    read_contexts(folder)
    return counts


def main():
    if not shutil.which("csmith") or not os.path.exists("/usr/include/csmith/csmith.h"):
        print("# SKIP csmith is not installed")
        sys.exit(77)
    names = sys.argv[1:]
    if not names:
        names = [str(n) for n in range(1, same.COUNT * 3 // 2 + 1)]
        names += sorted(glob.glob(dejagnu.suite_folder() + "/gcc.c-torture/execute/*.c"))[::STEP]
    out, cases = same.left_out("c-left-out.txt"), []
    for number, what in enumerate(names):
        name = os.path.basename(what)
        for n, mode in enumerate(MODES):
            level = same.LEVELS[(number + n) % len(same.LEVELS)]
            cases.append((f"{name}/{mode}", level, mode, os.path.abspath(what) if name.endswith(".c") else what,
                          out.get(name) or out.get(f"{name} {level}")))
    same.run("contexts", check, cases)


main()
