# SPDX-License-Identifier: GPL-3.0-or-later
"""pairs that a percent of budget buys, of each kernel

Each kernel runs alone, for as long as SECONDS plain, or three times its calls, with each execution a candidate
(rate 1): only the budget decides. The 2 ms that each process has besides buy pairs, too; so a percent's worth is
the difference between two budgets, a second of CPU time.
"""
import os

from common import pairs_of, table
from programs import PLAIN, Config, Programs

SECONDS = 0.3
BUDGETS = ("0.1", "1", "5")
PLAIN_RUN = Config("plain", PLAIN, 1, 1, {}, None)


def budgeted(percent):
    return Config(percent + " %", "plugin", 1, 1,
                  {"ALGOPROF_BUDGET": percent, "ALGOPROF_RATE": "1", "ALGOPROF_MAX_LOG": "1G"}, "plain")


def bought(programs, kernel, times):
    """{budget: (pairs, cut, CPU seconds)}"""
    found = {}
    for percent in BUDGETS:
        ns, log = programs.logged(budgeted(percent), kernel, times)
        found[percent] = *pairs_of(programs.build, log), ns / 1e9
        os.remove(log)
    return found


def measure(build, bars):
    programs = Programs(build, "-O2", "kernels", {"plugin": []}, [PLAIN_RUN])
    plain = {kernel: ns[0] / 1e9 for kernel, ns in programs.times(1)["plain"].items()}
    rows = []
    for kernel in sorted(programs.kernels):
        times = max(3, round(SECONDS / plain[kernel]))
        found = bought(programs, kernel, times)
        (few, _, _), (many, cut, seconds) = found["1"], found["5"]
        rows.append([kernel, "%.0f" % (1e3 * times * plain[kernel]), *[found[p][0] for p in BUDGETS], cut,
                     "%.1f" % ((many - few) / 4 / seconds)])
    table("-O2: pairs", ["kernel", "plain ms", *[p + " %" for p in BUDGETS], "cut at 5 %", "a percent and second"], rows)
