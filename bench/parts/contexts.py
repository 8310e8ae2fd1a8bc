# SPDX-License-Identifier: GPL-3.0-or-later
"""contexts: CPU time of whole programs over native, beside gprof, empty hooks and callgrind, and their code

Seven programs (bench/whole.py) that make many calls.  CONTEXTS_PROGRAMS names some of them, CONTEXTS_ROUNDS how often each
is run; under callgrind each is run once.  Full contexts are measured on the recursion, whose records do not fit into the
memory they may take.
"""
import json
import os

from common import CC, run, table
from whole import (HERE, PROGRAMS as KNOWN, Variant, arguments_of, code_bytes, compare, geomean, measure_command, mode,
                   prepare, under_tool)

ROUNDS = int(os.environ.get("CONTEXTS_ROUNDS", "5"))
PROGRAMS = ("lua", "sqlite3", "cJSON", "bzip2", "recursion", "tree", "words")

# Than in-house: a run's fixed costs (some ms: its tree goes into the log) are no costs of calls.
LONGER = {"recursion": "30", "words": "T8 6", "lua": HERE + "/bench.lua 33", "sqlite3": "200000"}


def tenth(build, path):
    """Of a folded run: contexts, calls, and the share of the calls that the tenth has that is called most, in percent."""
    found = json.loads(run([build + "/algoprof", "contexts", "--json", path + ".aplog"]).stdout)
    counts = sorted((c["count"] for c in found["contexts"] if c["count"]), reverse=True)
    return len(counts), found["calls"], 100 * sum(counts[:max(1, len(counts) // 10)]) / found["calls"]


def under_callgrind(build, out, path, name, native):
    """Times as long as native's seconds."""
    command = [path, *arguments_of(out, LONGER.get(name) or KNOWN[name].arguments)]
    return measure_command(build, under_tool("callgrind", command))[0] / native


def measure(build, bars):
    build = os.path.abspath(build)
    out = prepare(build)
    run([CC, "-O2", "-c", HERE + "/hooks.c", "-o", out + "/hooks.o"])
    variants = {"native": Variant([], []), "folded": mode(build, "contexts"), "gprof": Variant(["-pg"], []),
                "empty hooks": Variant(["-finstrument-functions"], [out + "/hooks.o"])}
    rows, ratios, codes, trees, slow = [], {title: [] for title in variants if title != "native"}, [], [], []
    for name in os.environ.get("CONTEXTS_PROGRAMS", " ".join(PROGRAMS)).split():
        native, found, paths = compare(build, out, name, variants, ROUNDS, LONGER.get(name))
        codes.append(code_bytes(paths["folded"]) / code_bytes(paths["native"]))
        slow.append(under_callgrind(build, out, paths["native"], name, native))
        rows.append([name, "%.2f" % native, *("%.2f" % found[title][0] for title in ratios), "%.1f" % slow[-1],
                     "%.2f" % codes[-1]])
        trees.append([name, "%d" % (tree := tenth(build, paths["folded"]))[0], "%d" % tree[1], "%.1f %%" % tree[2]])
        for title, list_of in ratios.items():
            list_of.append(found[title][0])
    rows.append(["geomean", "", *("%.2f" % geomean(list_of) for list_of in ratios.values()), "%.1f" % geomean(slow),
                 "%.2f" % geomean(codes)])
    table("-O2: CPU time over native's, medians of %d rounds; code (text) of the objects over native's" % ROUNDS,
          ["program", "native s", *ratios, "callgrind", "code"], rows)
    table("Contexts, and the share of all calls that the hottest tenth of them has",
          ["program", "contexts", "calls", "a tenth has"], trees)
    bars.judge("contexts, folded: CPU time, geomean", geomean(ratios["folded"]), 1.06, "%.2f")
    bars.judge("contexts, folded: CPU time, worst", max(ratios["folded"]), 1.12, "%.2f")
    bars.judge("contexts: code, geomean", geomean(codes), 1.3, "%.2f")
    full = {"native": variants["native"], "full": mode(build, "contexts=full")}
    bars.judge("contexts, full, the recursion: CPU time", compare(build, out, "recursion", full, ROUNDS)[1]["full"][0], 3, "%.2f")
