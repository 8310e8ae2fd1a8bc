# SPDX-License-Identifier: GPL-3.0-or-later
"""the compiler's CPU time and the code's size, over plain, at -O2

none: no target (medians: of the files that mark none); auto, unit: with
-fplugin-arg-algoprof-callees= that; *: with target=*.
With `none, auto' it is a matter of some thousandths: CPU time is told by more rounds,
each beside a plain one, and the bar is of the instructions of the compiler proper (cachegrind) too.
"""
import os
import re
import resource
import statistics
import subprocess

from common import BENCH, CC, folder, run, spread, table

ROUNDS = 3
CLOSE_ROUNDS = 15       # of `none, auto'
ROOT = os.path.dirname(BENCH)
UNMARKED = ("offline/fit/fit.c", "offline/check/check.c", "offline/size/streak_joint.c", "offline/target/dataset.c",
            "librt-sample/cells/cells.c", "librt-sample/recursion/instance_rows.c")
MARKED = ("bench/kernels/text.c", "bench/kernels/structures.c")     # loops of these are targets in all builds
FILES = UNMARKED + MARKED
BUILDS = {
    "plain": None,
    "none": [],
    "none, auto": ["callees=auto"],
    "*": ["target=*"],
    "*, unit": ["target=*", "callees=unit"],
}


def command(build, source, arguments, result):
    plugin = [] if arguments is None else ["-fplugin=%s/algoprof.so" % os.path.abspath(build)]
    plugin += ["-fplugin-arg-algoprof-" + a for a in arguments or []]
    folders = [ROOT, ROOT + "/include", ROOT + "/offline", ROOT + "/librt-sample", os.path.abspath(build) + "/offline"]
    return [CC, "-O2", "-w", "-D_GNU_SOURCE", *["-I" + folder for folder in folders], *plugin,
            "-c", os.path.join(ROOT, source), "-o", result]


def instructions(build, source, arguments):
    """Of the compiler proper."""
    words = command(build, source, arguments, os.devnull)
    words[words.index("-c")] = "-S"
    said = run([*words, "-wrapper", "valgrind,--tool=cachegrind,--cache-sim=no,--cachegrind-out-file=" + os.devnull]).stderr
    return int(re.search(r"I +refs: +([\d,]+)", said).group(1).replace(",", ""))


def cpu(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def text_size(result):
    return sum(int(line.split()[1]) for line in run(["size", "-A", result]).stdout.splitlines()
               if line.startswith(".text"))


def measure_close(build, out):
    """CPU time and instructions of `none, auto', over plain: medians over the files."""
    times, counts, rows = [], [], []
    for source in UNMARKED:
        plain, none = (command(build, source, arguments, out + "/close.o") for arguments in (None, BUILDS["none, auto"]))
        pairs = [(cpu(plain), cpu(none)) for _ in range(CLOSE_ROUNDS)]
        times.append(statistics.median(n / p for p, n in pairs))
        before, after = (instructions(build, source, arguments) for arguments in (None, BUILDS["none, auto"]))
        counts.append(after / before)
        rows.append([source, "%.3f" % statistics.median(p for p, _ in pairs), "%.3f" % times[-1],
                     "%.0f" % (before / 1e6), "%.4f" % counts[-1]])
    rows.append(["median [quartiles]", "", spread(times, "%.3f"), "", spread(counts, "%.4f")])
    table("Without a target, callees=auto: seconds and ratio, %d rounds; millions of instructions and ratio" % CLOSE_ROUNDS,
          ["file", "plain s", "none, auto", "plain", "none, auto"], rows)
    return statistics.median(times), statistics.median(counts)


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
    for name in BUILDS:
        if name.startswith("none"):
            del ratios[name][len(UNMARKED):], sizes[name][len(UNMARKED):]
    rows.append(["median [quartiles]", "", *(spread(ratios[b], "%.2f") for b in list(BUILDS)[1:]), "",
                 *("%.1f" % statistics.median(sizes[b]) for b in list(BUILDS)[1:])])
    table("Seconds and ratios; bytes of .text and ratios",
          ["file", "plain s", *list(BUILDS)[1:], "text", *("text " + b for b in list(BUILDS)[1:])], rows)
    time, count = measure_close(build, out)
    bars.judge("compile: no target, callees=auto, CPU time, median", time, 1.02)
    bars.judge("compile: no target, callees=auto, instructions, median", count, 1.02, "%.4f")
    bars.judge("compile: no target, median", statistics.median(ratios["none"]), 1.05, "%.2f")
    bars.judge("compile: every loop, median", statistics.median(ratios["*"]), 1.3, "%.2f")
    bars.judge("compile: every loop, callees=unit, median", statistics.median(ratios["*, unit"]), 1.3, "%.2f")
