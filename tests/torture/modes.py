# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suites of modes share (contexts.py, inhouse.py): csmith's programs (TORTURE_COUNT of them, 500) and GCC's own
execution tests, compiled in each way in turn, behave as without the plugin; and what their logs say can be read."""
import functools
import glob
import json
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dejagnu  # noqa: E402
import long_suites  # noqa: E402
from harness import Failure, TOOL, execute  # noqa: E402


def read_log(command, folder):
    """What the tool says of a run that ended by itself: a program that leaves by a signal, or by _exit in another's code,
    tells nothing (None)."""
    log = os.path.join(folder, "mode.aplog")
    if os.path.exists(log):
        os.unlink(log)
    status, _ = execute([os.path.join(folder, "profiled")], {"ALGOPROF_LOG": log}, cwd=folder, timeout=120)
    if status or not os.path.exists(log):
        return None
    status, output = execute([TOOL, command, "--json", log], cwd=folder)
    if status:
        raise Failure(f"{command}: status {status}, {output.decode(errors='replace')[:500]}")
    return json.loads(output.decode())


def random_program(seed, folder):
    """csmith's program of this seed, and flags that it wants."""
    source = os.path.join(folder, "random.c")
    try:
        status, output = execute(["csmith", "--seed", seed, "--max-funcs", "6", "-o", source], cwd=folder)
    except Failure:
        raise long_suites.LeftOut("csmith does not end") from None
    if status:
        raise Failure(output.decode())
    return [source], ["-w", "-I/usr/include/csmith"]


def check(modes, read, case, folder):
    """modes: {name: flags}; read (folder, mode, build): raises Failure where the log is not as it must be; build (flags)
    compiles the program anew, with these."""
    _, level, mode, what, why = case
    if why:
        raise long_suites.LeftOut(why)
    long_suites.ALL = modes[mode]
    if os.path.exists(what):
        found = dejagnu.Directives(what)
        sources, flags, slow = found.sources, found.flags, None
    else:
        sources, flags = random_program(what, folder)
        slow = long_suites.LeftOut("does not end in 2 s without the plugin")
    counts = long_suites.compare(sources, [level, *flags], folder, **({"seconds": 2, "slow": slow} if slow else {}))

    def build(plugin_flags):
        long_suites.ALL = plugin_flags
        long_suites.build(os.path.join(folder, "profiled"), sources, [level, *flags], True)

    read(folder, mode, build)
    return counts


def main(suite, modes, read, step):
    """step: every so manieth of GCC's tests."""
    if not shutil.which("csmith") or not os.path.exists("/usr/include/csmith/csmith.h"):
        print("# SKIP csmith is not installed")
        sys.exit(77)
    names = sys.argv[1:]
    if not names:
        names = [str(n) for n in range(1, long_suites.COUNT * 3 // 2 + 1)]
        names += sorted(glob.glob(dejagnu.suite_folder() + "/gcc.c-torture/execute/*.c"))[::step]
    out, cases = long_suites.left_out("c-left-out.txt"), []
    for number, what in enumerate(names):
        name = os.path.basename(what)
        for n, mode in enumerate(modes):
            level = long_suites.LEVELS[(number + n) % len(long_suites.LEVELS)]
            cases.append((f"{name}/{mode}", level, mode, os.path.abspath(what) if name.endswith(".c") else what,
                          out.get(name) or out.get(f"{name} {level}")))
    long_suites.run(suite, functools.partial(check, modes, read), cases)
