# SPDX-License-Identifier: GPL-3.0-or-later
"""recursions, not sampled, and each outermost call sampled: instructions over plain

calls: with -fplugin-arg-algoprof-no-accesses; accesses: without.
"""
from common import LEVELS, spread, table
from programs import PLAIN, Config, Programs

BUILDS = {"plugin": [], "calls-only": ["-fplugin-arg-algoprof-no-accesses"]}
RATE_1 = {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "1", "ALGOPROF_MAX_LOG": "1G"}
SHORT = 50              # valgrind 3.19 does not survive a log that grows often
CONFIGS = [
    Config("plain", PLAIN, 1, 1, {}, None),
    Config("off", "plugin", 1, 1, {"ALGOPROF_LOG": "off"}, "plain"),
    Config("plain-short", PLAIN, 1, SHORT, {}, None),
    Config("calls", "calls-only", 1, SHORT, RATE_1, "plain-short"),
    Config("accesses", "plugin", 1, SHORT, RATE_1, "plain-short"),
]


def measure(build, bars):
    for level in LEVELS:
        programs = Programs(build, level, "recursions", BUILDS, CONFIGS)
        counts = programs.instructions()
        ratios = {c.name: {k: counts[c.name][k] / counts[c.base][k] for k in programs.kernels}
                  for c in programs.columns}
        rows = [[k, *("%.3f" % ratios[c.name][k] for c in programs.columns)] for k in programs.kernels]
        rows.append(["median [quartiles]", *(spread(ratios[c.name].values()) for c in programs.columns)])
        table("%s: recursions, instructions over plain" % level,
              ["recursion", *(c.name for c in programs.columns)], rows)
        worst = max(ratios["off"], key=ratios["off"].get)
        bars.judge("recursions %s: unsampled, worst (%s)" % (level, worst), ratios["off"][worst], 1.15)
