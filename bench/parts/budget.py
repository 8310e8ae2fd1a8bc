# SPDX-License-Identifier: GPL-3.0-or-later
"""ALGOPROF_BUDGET, on programs that would break it

CPU time of whole runs, over the same program with the log off; and the pairs that a
budget buys. A round runs each setting once, in an order of its own, and the one with the
log off twice: a setting's time less the mean of these two is what it added. Of a row's
rounds that is the median, with an interval that has it with 95 %.

The programs take turns. Each gets LEAST rounds; after them only those take part of which
an interval has its bar in it, until they have MOST.  When BENCH_MINUTES (8) are over, no
further round is begun but the FIRST.  What is not decided by then is said to be so.
"""
import os
import random
import resource
import statistics
import time

from common import build_both, clean_environment, folder, median_interval, pairs_of, table

MINUTES = float(os.environ.get("BENCH_MINUTES", "8"))
FIRST, LEAST, MOST = 2, 9, 120
BUDGETS = ("0.1", "1", "5")
# name: scale, what it is
PROGRAMS = {"one": (0.5, "one instance is the whole run"), "nest": (0.5, "the same, a nest"),
            "tiny": (0.2, "instances of 1 or 2 iterations"), "deep": (0.3, "a recursion of depth 10^6"),
            "threads": (0.1, "64 threads"), "alternate": (0.3, "1 and 10^7 iterations in turn"),
            "short": (1, "20 ms"), "column": (0.2, "a column of 3 * 10^6 lines, told at once"),
            "shared": (0.5, "two ranges that overlap, 200 MB"), "entered": (0.5, "200 MB, after accesses in it"),
            "texts": (0.5, "strchr in 50 MB"), "search": (0.5, "spaces in 150 MB, counted by one loop"),
            "called": (0.5, "the same in a function that the loop calls"),
            "sorted": (0.5, "qsort of 2 * 10^6 numbers"),
            "mutual": (0.5, "a recursion of two functions that is no target, 4 * 10^6 calls")}
STACK = 128 << 20               # the plain program needs 48 MB


def cpu(command, env):
    """In seconds; from the program's start on: no fork of this process."""
    null = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    pid = os.posix_spawn(command[0], command, env, file_actions=[null])
    _, status, used = os.wait4(pid, 0)
    if status:
        raise SystemExit("bench: %s failed (%d)" % (" ".join(command), os.waitstatus_to_exitcode(status)))
    return used.ru_utime + used.ru_stime


class Row:
    """One program's rounds."""

    def __init__(self, programs, out, name, scale):
        self.programs, self.out, self.arguments = programs, out, [name, str(scale)]
        self.times = {key: [] for key in ("plain", "off", "off again", *BUDGETS)}

    def log(self, key):
        return "%s/%s-%s.aplog" % (self.out, self.arguments[0], key)

    def round(self):
        keys = list(self.times)
        random.Random(len(self.times["off"])).shuffle(keys)
        for key in keys:
            budgeted = key in BUDGETS
            if budgeted and os.path.exists(self.log(key)):
                os.remove(self.log(key))
            env = clean_environment(ALGOPROF_LOG=self.log(key) if budgeted else "off",
                                    ALGOPROF_BUDGET=key if budgeted else "0")
            program = self.programs["plain" if key == "plain" else "plugin"]
            self.times[key].append(cpu([program, *self.arguments], env))

    def off(self):
        return statistics.median(self.times["off"] + self.times["off again"])

    def added(self, key):
        """Median and interval."""
        return median_interval([t - (a + b) / 2 for t, a, b in
                                zip(self.times[key], self.times["off"], self.times["off again"])])

    def noise(self):
        """What the same adds to the same."""
        return median_interval([a - b for a, b in zip(self.times["off"], self.times["off again"])])

    def allowed(self, key):
        return max((float(key) + 0.5) / 100 * self.off(), 0.002)

    def is_clear(self):
        return not any(low <= self.allowed(key) <= high
                       for key in BUDGETS for _, low, high in [self.added(key)])


def measure(build, bars):
    limit = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, limit[1]))
    try:
        measure_all(build, bars)
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, limit)


def make_rounds(rows):
    end = time.monotonic() + 60 * MINUTES
    for turn in range(MOST):
        for row in rows:
            if turn < FIRST or (time.monotonic() < end and (turn < LEAST or not row.is_clear())):
                row.round()


def measure_all(build, bars):
    out = folder(build, "budget")
    programs = build_both(build, out, "adversaries.c", "-pthread")
    rows, cells = [Row(programs, out, name, scale) for name, (scale, _) in PROGRAMS.items()], []
    make_rounds(rows)
    for row, (_, what) in zip(rows, PROGRAMS.values()):
        for key in BUDGETS:
            added, low, high = row.added(key)
            bought = pairs_of(build, row.log(key))
            cells.append([what, "%.0f" % (1e3 * statistics.median(row.times["plain"])), "%.0f" % (1e3 * row.off()), key,
                          "%+.2f" % (1e3 * added), "%+.2f to %+.2f" % (1e3 * low, 1e3 * high),
                          "%+.2f" % (100 * added / row.off()), *bought, "%.1f" % (bought[0] / float(key)),
                          len(row.times["off"]), "%+.2f to %+.2f" % tuple(1e3 * t for t in row.noise()[1:])])
            bars.judge("budget: %s %%, %s: ms added" % (key, what), 1e3 * added, 1e3 * row.allowed(key), "%.2f",
                       interval=(1e3 * low, 1e3 * high))
    table("CPU time, ms",
          ["program", "plain", "log off", "budget %", "added", "95 %", "added %", "pairs", "cut", "pairs / %",
           "rounds", "off - off, 95 %"], cells)
