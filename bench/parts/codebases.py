# SPDX-License-Identifier: GPL-3.0-or-later
"""what compiling nine real code bases takes with every loop a target, over plain

Debian's source packages, built as their own makefiles do (tests/torture/bases.py).  The builds take turns; of
BENCH_ROUNDS (2) rounds each build's least CPU time of all compilations counts.  Memory: the compiler's most, for
SQLite's single file.
"""
import glob
import os
import sys

from common import BENCH, CC, run, table

sys.path.insert(0, os.path.join(os.path.dirname(BENCH), "tests/torture"))
from base_tree import Tree  # noqa: E402

NAMES = ("zlib", "bzip2", "jansson", "lz4", "expat", "libpng", "libyaml", "double-conversion", "tinyxml2")
MODES = {"plain": "plain", "loaded": "no target", "silent": "every loop"}
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "2"))
CXX = os.environ.get("CXX", "g++")
PLACE = os.path.join("bench", "bases")


def text_of(tree):
    """Bytes of code in its objects."""
    objects = glob.glob(os.path.join(tree, "**", "*.o"), recursive=True)
    if not objects:
        return 0
    lines = run(["size", "-A", *objects]).stdout.splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(".text"))


def measure_base(build, name):
    """({mode: seconds}, {mode: bytes})"""
    tree = Tree(name, build, PLACE, os.cpu_count(), (CC, CXX))
    tree.begin()
    took, text = {mode: [] for mode in MODES}, {}
    for _ in range(ROUNDS):
        for mode in MODES:
            tree.make(mode)
            took[mode].append(tree.seconds(mode))
            text[mode] = text_of(os.path.join(tree.folder, mode))
    tree.remove()
    return {mode: min(seconds) for mode, seconds in took.items()}, text


def peak(arguments, source):
    """The compiler's most memory in MB; by a process of its own, whose only child it is."""
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    compile_it = [CC, "-O2", "-w", *arguments, "-c", source, "-o", os.devnull]
    return int(run([sys.executable, "-c", code, *compile_it]).stdout) / 1024


def measure_memory(build):
    tree = Tree("sqlite3", build, PLACE, os.cpu_count(), (CC, CXX))
    tree.begin()
    tree.unpack("plain")
    tree.step("plain", "configure", tree.base.configure)
    tree.step("plain", "build", "make sqlite3.c")
    source = os.path.join(tree.folder, "plain", tree.base.folder, "sqlite3.c")
    plugin = ["-fplugin=%s/algoprof.so" % os.path.abspath(build), "-fplugin-arg-algoprof-target=*"]
    found = peak([], source), peak(plugin, source)
    tree.remove()
    return found


def row_of(name, times, text):
    return [name, "%.1f" % times["plain"], *("%.2f" % (times[m] / times["plain"]) for m in list(MODES)[1:]),
            "%.0f" % (text["plain"] / 1e3), *("%.2f" % (text[m] / text["plain"]) for m in list(MODES)[1:])]


def measure(build, bars):
    rows, total_time, total_text = [], dict.fromkeys(MODES, 0), dict.fromkeys(MODES, 0)
    for name in NAMES:
        times, text = measure_base(build, name)
        for mode in MODES:
            total_time[mode] += times[mode]
            total_text[mode] += text[mode]
        rows.append(row_of(name, times, text))
    rows.append(row_of("all", total_time, total_text))
    plain, every = measure_memory(build)
    table("CPU seconds of compiling, and ratios; kB of code in the objects, and ratios",
          ["code base", "plain s", *list(MODES.values())[1:], "code", *list(MODES.values())[1:]], rows)
    table("The compiler's memory for sqlite3.c, MB", ["plain", "every loop", "ratio"],
          [["%.0f" % plain, "%.0f" % every, "%.2f" % (every / plain)]])
    bars.judge("nine code bases: every loop a target", total_time["silent"] / total_time["plain"], 1.3, "%.2f")
    bars.judge("nine code bases: no target", total_time["loaded"] / total_time["plain"], 1.05, "%.3f")
    bars.judge("sqlite3.c: the compiler's memory, every loop a target", every / plain, 1.5, "%.2f")
