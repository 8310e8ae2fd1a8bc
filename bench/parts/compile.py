# SPDX-License-Identifier: GPL-3.0-or-later
"""the compiler's CPU time and the code's size, over plain, at -O2

unit: with -fplugin-arg-algoprof-callees=unit; *: with target=*.
"""
import os
import resource
import statistics
import subprocess

from common import BENCH, CC, folder, run, spread, table

ROUNDS = 3
ROOT = os.path.dirname(BENCH)
FILES = ("offline/fit/fit.c", "offline/gate/check.c", "offline/size/streak_joint.c", "offline/point/dataset.c", "librt-sample/rt_cells.c",
         "librt-sample/rt_rows.c", "bench/kernels/text.c", "bench/kernels/structures.c")
BUILDS = {
    "plain": None,
    "none": [],
    "none, unit": ["callees=unit"],
    "*": ["target=*"],
    "*, unit": ["target=*", "callees=unit"],
}


def command(build, source, arguments, result):
    plugin = [] if arguments is None else ["-fplugin=%s/algoprof.so" % os.path.abspath(build)]
    plugin += ["-fplugin-arg-algoprof-" + a for a in arguments or []]
    return [CC, "-O2", "-w", "-D_GNU_SOURCE", "-I" + ROOT + "/include", "-I" + ROOT + "/offline", "-I" + os.path.abspath(build) + "/offline", *plugin,
            "-c", os.path.join(ROOT, source), "-o", result]


def cpu(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def text_size(result):
    return sum(int(line.split()[1]) for line in run(["size", "-A", result]).stdout.splitlines()
               if line.startswith(".text"))


def measure(build, bars):
    out = folder(build, "compile")
    ratios, sizes, rows = {b: [] for b in BUILDS}, {b: [] for b in BUILDS}, []
    for source in FILES:
        took, size = {b: [] for b in BUILDS}, {}
        for _ in range(ROUNDS):
            for name, arguments in BUILDS.items():
                result = out + "/" + name.replace(", ", "-").replace("*", "all") + ".o"
                took[name].append(cpu(command(build, source, arguments, result)))
                size[name] = text_size(result)
        for name in BUILDS:
            ratios[name].append(statistics.median(t / p for t, p in zip(took[name], took["plain"])))
            sizes[name].append(size[name] / size["plain"])
        rows.append([source, "%.3f" % statistics.median(took["plain"]),
                     *("%.2f" % ratios[b][-1] for b in list(BUILDS)[1:]), size["plain"],
                     *("%.1f" % sizes[b][-1] for b in list(BUILDS)[1:])])
    rows.append(["median [quartiles]", "", *(spread(ratios[b], "%.2f") for b in list(BUILDS)[1:]), "",
                 *("%.1f" % statistics.median(sizes[b]) for b in list(BUILDS)[1:])])
    table("Seconds and ratios; bytes of .text and ratios",
          ["file", "plain s", *list(BUILDS)[1:], "text", *("text " + b for b in list(BUILDS)[1:])], rows)
    bars.judge("compile: no target, median", statistics.median(ratios["none"]), 1.02, "%.2f")
    bars.judge("compile: no target, callees=unit, median", statistics.median(ratios["none, unit"]), 1.02, "%.2f")
    bars.judge("compile: every loop, median", statistics.median(ratios["*"]), 1.5, "%.2f")
    bars.judge("compile: every loop, callees=unit, median", statistics.median(ratios["*, unit"]), 1.5, "%.2f")
