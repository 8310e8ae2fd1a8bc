# SPDX-License-Identifier: GPL-3.0-or-later
"""loops of which each instance is sampled (rate 1, no budget), over plain

The log counts for its bytes, the file's own parts included, by instance and by
distinct byte that an instance read before writing it.
"""
import statistics

from common import spread, table
from programs import PLAIN, Config, Programs, added_ns, time_ratios

BUILDS = {"plugin": []}
RATE_1 = {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "1", "ALGOPROF_MAX_LOG": "1G"}
SHORT = "40:256"        # at least as many executions as a run's 128 pairs have
PLAIN_RUN = Config("plain", PLAIN, SHORT, 1, {}, None)
ALL = Config("rate 1", "plugin", SHORT, 1, RATE_1, "plain")
ROUNDS = 5
# Bars: time over plain, and bytes of log for a byte read.
GROUPS = {
    "affine array loops": (("sum", "saxpy", "matmul", "add", "copy", "dot", "largest", "stencil", "zeros",
                            "length", "spaces", "bytes"), 2, 0.1),
    "lists, hash probes": (("list", "far", "probes", "lookups", "hash", "chain"), 4, 1),
}


def measure(build, bars):
    programs = Programs(build, "-O2", "kernels", BUILDS, [PLAIN_RUN, ALL])
    ns = programs.times(ROUNDS)
    rows, slower, logged = [], {}, {}
    for kernel in programs.kernels:
        log = programs.told(ALL, kernel, "dump")
        sampled = len(log["instances"])
        read = sum(i["rms"] or 0 for i in log["instances"])
        ratios = time_ratios(ns, ALL, kernel)
        slower[kernel] = statistics.median(ratios)
        logged[kernel] = log["header"]["used"] / read if read else 0
        rows.append([kernel, sampled, "%.0f" % (read / sampled), spread(ratios, "%.1f"),
                     "%.0f" % added_ns(ns, ALL, kernel, sampled), "%.0f" % (log["header"]["used"] / sampled),
                     "%.3f" % logged[kernel]])
    table("-O2: each instance sampled", ["kernel", "instances", "bytes read", "time [quartiles]", "added ns",
                                         "log bytes", "log bytes a byte"], rows)
    for name, (kernels, time_bar, log_bar) in GROUPS.items():
        worst = max(kernels, key=slower.get)
        bars.judge("sampled: %s, time over plain, worst (%s)" % (name, worst), slower[worst], time_bar, "%.1f")
        worst = max(kernels, key=logged.get)
        bars.judge("sampled: %s, log bytes a byte read, worst (%s)" % (name, worst), logged[worst], log_bar)
