# SPDX-License-Identifier: GPL-3.0-or-later
"""in-house mode: CPU time and memory of whole programs over native, and what an activation costs

Nine programs (bench/whole.py).  INHOUSE_PROGRAMS names some of them, INHOUSE_ROUNDS how often each is run,
INHOUSE_VARIANTS some of the variants, with "|" between them.
"""
import os

from common import CC, run, table
from whole import HERE, PROGRAMS, Variant, compare, geomean, measure_once, mode, prepare

ROUNDS = int(os.environ.get("INHOUSE_ROUNDS", "5"))
BARS = {"rms": (2.3, 1.6), "rms, cells of 4": (2.8, 2.0), "trms": (2.6, None)}


def variants_of(build):
    return {"native": Variant([], []), "rms": mode(build, "inhouse"),
            "rms, cells of 4": mode(build, "inhouse", "cell=4"), "trms": mode(build, "inhouse=trms")}


def measure_programs(build, out, bars):
    wanted = os.environ.get("INHOUSE_PROGRAMS", " ".join(PROGRAMS)).split()
    asked = os.environ.get("INHOUSE_VARIANTS", "|".join(BARS)).split("|")
    variants = {title: v for title, v in variants_of(build).items() if title == "native" or title in asked}
    rows, ratios = [], {title: [] for title in variants if title != "native"}
    for name in wanted:
        native, found, _ = compare(build, out, name, variants, ROUNDS)
        rows.append([name, "%.2f" % native] + ["%.2f" % x for title in ratios for x in found[title]])
        for title, list_of in ratios.items():
            list_of.append(found[title])
    means = {title: [geomean([r[i] for r in list_of]) for i in (0, 1)] for title, list_of in ratios.items()}
    rows.append(["geomean", ""] + ["%.2f" % x for title in ratios for x in means[title]])
    table("-O2: CPU time and peak memory over native's, medians of %d rounds" % ROUNDS,
          ["program", "native s"] + [x for title in ratios for x in (title, "memory")], rows)
    for title, (time, memory) in means.items():
        bars.judge(title + ": CPU time, geomean", time, BARS[title][0], "%.2f")
        if title == "rms":
            bars.judge(title + ": CPU time, worst", max(r[0] for r in ratios[title]), 5, "%.2f")
        if BARS[title][1]:
            bars.judge(title + ": memory, geomean", memory, BARS[title][1], "%.2f")


def measure_activations(build, out, bars):
    """Nanoseconds that an activation takes more than native."""
    ns, variants = {}, ["native", "rms", "trms"]
    for v in variants:
        path, how = os.path.join(out, "activation-" + v), variants_of(build)[v]
        run([CC, "-O2", "-w", *how.flags, HERE + "/activation.c", *how.link, "-o", path])
        ns[v] = [tuple(map(float, measure_once(build, path, [])[2].split())) for _ in range(3 * ROUNDS)]
    rows = []
    for i, what, bar in ((0, "empty", 3), (1, "six first reads", 10)):
        least = {v: min(t[i] for t in ns[v]) for v in variants}
        rows.append([what] + ["%.2f" % least[v] for v in variants])
        bars.judge("activation, %s: ns more than native" % what, least["rms"] - least["native"], bar, "%.2f")
    table("an activation, ns (least of %d runs)" % (3 * ROUNDS), ["", *variants], rows)


def measure(build, bars):
    build = os.path.abspath(build)
    out = prepare(build)
    measure_activations(build, out, bars)
    measure_programs(build, out, bars)
