# SPDX-License-Identifier: GPL-3.0-or-later
"""lengths: one traced execution over plain, from 2^4 to 2^24 elements

Affine and strided loops, forwards, backwards, in two dimensions, over records.  Each execution is sampled (rate 1, no
budget).  The two programs run in turn, and of each length the least time counts.  Short executions have a fixed price, about the time
that 2^4 elements add; a nest's inner loops have one each, too.  LENGTHS_MOST: another power than 24, at least 14; LENGTHS_ROUNDS: 5.
"""
import os

from common import build_both, clean_environment, folder, run, table

MOST, ROUNDS = os.environ.get("LENGTHS_MOST", "24"), int(os.environ.get("LENGTHS_ROUNDS", "5"))
RATE_1 = {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "1", "ALGOPROF_MAX_LOG": "1G"}
LONG, LONG_NEST = 2 ** 12, 2 ** 14      # elements: the fixed prices are a small share of it


def times(programs, log, kernel):
    """{program: {elements: ns}}, the least of all rounds."""
    least = {"plain": {}, "plugin": {}}
    for turn in range(ROUNDS):
        for name in list(programs) if turn % 2 else list(programs)[::-1]:
            if os.path.exists(log):
                os.remove(log)
            env = clean_environment(ALGOPROF_LOG=log, **RATE_1)
            lines = run([programs[name], kernel, MOST], env=env).stdout.splitlines()
            for n, ns in (map(float, line.split()) for line in lines):
                least[name][int(n)] = min(ns, least[name].get(int(n), ns))
    return least


def measure(build, bars):
    out = folder(build, "lengths")
    programs, log = build_both(build, out, "lengths.c"), out + "/log.aplog"
    ratios, fixed = {}, {}
    for kernel in run([programs["plain"]]).stdout.splitlines():
        ns = times(programs, log, kernel)
        ratios[kernel] = {n: ns["plugin"][n] / ns["plain"][n] for n in ns["plain"]}
        fixed[kernel] = ns["plugin"][16] - ns["plain"][16]
    lengths = sorted(next(iter(ratios.values())))
    table("-O2: a traced execution, time over plain's, least of %d rounds" % ROUNDS,
          ["elements", *ratios], [[n, *("%.2f" % ratios[k][n] for k in ratios)] for n in lengths]
          + [["fixed, ns", *("%.0f" % fixed[k] for k in ratios)]])
    worst, where, length = max((r[n], k, n) for k, r in ratios.items() for n in lengths
                               if n >= (LONG_NEST if k == "columns" else LONG))
    bars.judge("lengths: time over plain from %d elements (nest: %d), worst (%s, %d)" % (LONG, LONG_NEST, where, length),
               worst, 2, "%.2f")
    step, where, length = max((r[2 * n] / max(1, r[n]), k, n) for k, r in ratios.items() for n in lengths if 2 * n in r)
    bars.judge("lengths: twice the elements, time over plain grows by, worst (%s, %d)" % (where, length), step, 1.5,
               "%.2f")
