# SPDX-License-Identifier: GPL-3.0-or-later
"""What the parts of the bench share: running programs, statistics, tables."""
import math
import os
import re
import statistics
import subprocess
import sys

BENCH = os.path.dirname(os.path.abspath(__file__))
CC = os.environ.get("CC", "gcc")
LEVELS = ("-O2", "-O3")


def run(command, **more):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit("bench: %s failed (%d)\n%s" % (" ".join(command), done.returncode, done.stderr))
    return done


def clean_environment(**more):
    """Ours without the variables of the runtime, and with `more`."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("ALGOPROF_")}
    env.update(more)
    return env


def folder(build, *names):
    path = os.path.join(os.path.abspath(build), "bench", *names)
    os.makedirs(path, exist_ok=True)
    return path


def build_both(build, out, source, *flags):
    """{"plain": a program, "plugin": the same with plugin and runtime}."""
    programs = {name: os.path.join(out, name) for name in ("plain", "plugin")}
    command = [CC, "-O2", "-Wno-unknown-pragmas", "-Wno-attributes", os.path.join(BENCH, source), *flags, "-o"]
    build = os.path.abspath(build)
    run([*command, programs["plain"]])
    run([*command, programs["plugin"], "-fplugin=%s/algoprof.so" % build, build + "/librt-sample.a"])
    return programs


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    cpu = "%d x %s" % (len(models), models[0]) if models else "unknown CPU"
    return "%s, %s" % (cpu, run([CC, "--version"]).stdout.splitlines()[0])


def pairs_of(build, log):
    """(pairs started, instances that were cut)"""
    text = run([os.path.abspath(build) + "/algoprof", "dump", log]).stdout
    starts = sum(int(n) for n in re.findall(r"^sampler .* starts (\d+),", text, re.M))
    return starts, len(re.findall(r"^instance .*flags \[[^]]*\bcut\b", text, re.M))


def quartiles(values):
    """Median, lower and upper quartile; None of nothing."""
    values = sorted(values)
    if not values:
        return None
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return middle, low, high


def median_interval(values):
    """Median, and the interval that has it with 95 %, whatever the values' distribution: two of the
    values (of less than 6: least and largest)."""
    values, n = sorted(values), len(values)
    below, total = 0, 0.0
    while total + math.comb(n, below) <= 0.025 * 2 ** n:
        total += math.comb(n, below)
        below += 1
    first = max(below - 1, 0)
    return statistics.median(values), values[first], values[n - 1 - first]


def spread(values, form="%.3f"):
    """"MEDIAN [LOWER-UPPER QUARTILE]" of values."""
    q = quartiles(values)
    return "-" if q is None else "%s [%s-%s]" % (form % q[0], form % q[1], form % q[2])


tables = []         # all that were printed: (title, head, rows)


def table(title, head, rows):
    """Columns as wide as they must be; the first is flush left."""
    rows = list(rows)
    tables.append((title, list(head), rows))
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    print(title)
    for row in [head, *rows]:
        print("  " + "  ".join(cell.ljust(w) if not i else cell.rjust(w)
                               for i, (cell, w) in enumerate(zip(row, widths))).rstrip())
    print(flush=True)


class Bars:
    """What was promised, and whether it holds; printed at the bench's end."""

    def __init__(self):
        self.rows = []

    def judge(self, what, value, bar, form="%.3f", upwards=True, interval=None):
        """value: None is not measured; upwards: smaller is better; interval: of the value, undecided where the bar is in it."""
        holds = value is not None and (value <= bar if upwards else value >= bar)
        decided = interval is None or not interval[0] <= bar <= interval[1]
        self.rows.append((what, "-" if value is None else form % value, form % bar,
                          "undecided" if not decided else "holds" if holds else "ABOVE" if upwards else "BELOW"))

    def print(self):
        if self.rows:
            table("Bars", ["what", "measured", "bar", ""], self.rows)
