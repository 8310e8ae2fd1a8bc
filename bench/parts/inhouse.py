# SPDX-License-Identifier: GPL-3.0-or-later
"""in-house mode: CPU time and memory of whole programs over native, and what an activation costs

Nine programs (bench/whole.py).  INHOUSE_PROGRAMS names some of them, INHOUSE_ROUNDS how often each is run,
INHOUSE_VARIANTS some of the variants, with "|" between them, INHOUSE_TABLES some of the tables: activations, vectors, programs,
layers (the papers' page table), tools (valgrind's, beside the papers' figures).
"""
import os
import subprocess

from common import CC, clean_environment, run, table
from whole import (HERE, PROGRAMS, TOOLS, Program, Variant, arguments_of, compare, geomean, measure_command, measure_once,
                   mode, prepare, under_tool)

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
    variants = ["native", "rms", "trms"]
    ns, paths = {v: [] for v in variants}, {v: os.path.join(out, "activation-" + v) for v in variants}
    for v, path in paths.items():
        how = variants_of(build)[v]
        run([CC, "-O2", "-w", *how.flags, HERE + "/activation.c", *how.link, "-o", path])
    for v in variants * (3 * ROUNDS):
        ns[v].append(tuple(map(float, measure_once(build, paths[v], [])[2].split())))
    rows = []
    for i, what, bar in ((0, "empty", 3), (1, "six first reads", 10)):
        least = {v: min(t[i] for t in ns[v]) for v in variants}
        rows.append([what] + ["%.2f" % least[v] for v in variants])
        bars.judge("activation, %s: ns more than native" % what, least["rms"] - least["native"], bar, "%.2f")
    table("an activation, ns (least of %d runs)" % (3 * ROUNDS), ["", *variants], rows)


def measure_vectors(build, out):
    """Vector loops, which are told before they run: CPU time over native's."""
    variants, times = ["native", "rms", "trms"], {}
    for v in variants:
        how, path = variants_of(build)[v], os.path.join(out, "vectors-" + v)
        run([CC, "-O3", "-w", *how.flags, HERE + "/vectors.c", *how.link, "-o", path])
        times[v] = path, []
    for v in variants * ROUNDS:
        times[v][1].append(tuple(map(float, measure_once(build, times[v][0], [])[2].split())))
    rows = []
    for i, what in enumerate(("y += a * x, float", "stencil of 3, double", "sum of bytes", "matrix product, double")):
        least = {v: min(t[i] for t in times[v][1]) for v in variants}
        rows.append([what, "%.1f" % (least["native"] / 1e6)] + ["%.2f" % (least[v] / least["native"]) for v in variants[1:]])
    table("Vector loops at -O3: CPU time over native's (least of %d runs)" % ROUNDS, ["", "native ms", *variants[1:]], rows)


LAYERS = {"array": 0, "4 layers": 4, "6 layers": 6}


def layered(out, layers):
    """The variant with call-outs, and stamps as layers.c has them."""
    path = "%s/layers-%d.o" % (out, layers)
    run([CC, "-O2", "-w", "-DLAYERS=%d" % layers, "-c", HERE + "/layers.c", "-o", path])
    return Variant(["-fsanitize=thread"], [path])


def measure_layers(build, out):
    """The page table of the papers, beside one array: behind call-outs both."""
    variants = {"native": Variant([], []), **{title: layered(out, n) for title, n in LAYERS.items()}}
    rows = []
    for name in os.environ.get("INHOUSE_LAYERED", "bzip2 cJSON recursion tree words zlib").split():
        native, found, paths = compare(build, out, name, variants, ROUNDS)
        told = paths["6 layers"] + ".told"
        arguments = arguments_of(out, PROGRAMS[name].arguments)
        subprocess.run([paths["6 layers"], *arguments], env=clean_environment(LAYERS_OUT=told), stdout=subprocess.DEVNULL, check=True)
        with open(told, encoding="ascii") as file:
            accesses, remembered, nodes = map(int, file.read().split())
        rows.append([name, "%.2f" % native] + ["%.2f" % x for title in LAYERS for x in found[title]]
                    + ["%.1f %%" % (100 * remembered / accesses), "%.1f" % (nodes / 1e6)])
    table("Stamps in one array and in page tables, behind call-outs: CPU time and peak memory over native's",
          ["program", "native s"] + [x for title in LAYERS for x in (title, "memory")] + ["last leaf", "nodes, MB"], rows)


# Those of the papers' programs that Debian has, and others.  What is measured must not depend on the time of day.
PUBLISHED = {"quantum": Program("libquantum", "sed -i 's/time(0)/1/' shor.c && ./configure --without-lapack >log 2>&1",
                                "*.c -grover.c -ising.c -quobdump.c -quobprint.c", "-I. -DHAVE_CONFIG_H -lm", "119 7")}


def measure_tools(build, out):
    """In the same run valgrind's tools.  The papers' figures are means over SPEC CPU2006 (aprof, rms) and over OpenMP programs
    with four threads (trms)."""
    PROGRAMS.update(PUBLISHED)
    variants = {title: v for title, v in variants_of(build).items() if title in ("native", "rms", "trms")}
    rows, ratios = [], []
    for name in os.environ.get("INHOUSE_TOOLED", "bzip2 quantum cJSON words zlib").split():
        native, found, paths = compare(build, out, name, variants, ROUNDS)
        arguments = arguments_of(out, PROGRAMS[name].arguments)
        with_tools = []
        for tool in TOOLS:
            seconds, memory = measure_command(build, under_tool(tool, [paths["native"], *arguments]))
            with_tools += [seconds / native, memory]
        native_memory = measure_command(build, [paths["native"], *arguments])[1]
        ratios.append([found["rms"][0], found["rms"][1], found["trms"][0], found["trms"][1], with_tools[0],
                       with_tools[1] / native_memory, with_tools[2], with_tools[3] / native_memory])
        rows.append([name, "%.2f" % native] + ["%.2f" % x for x in ratios[-1]])
    rows.append(["geomean", ""] + ["%.2f" % geomean(column) for column in zip(*ratios)])
    rows.append(["published, rms", "", "30.6", "2.0", "", "", "19.1", "", "29.4", ""])
    rows.append(["published, trms", "", "101.5", "2.8", "140.8", "3.3", "94.1", "2.0", "64.8", "1.5"])
    table("In-house mode beside valgrind's tools: CPU time and peak memory over native's",
          ["program", "native s"] + [x for title in ("rms", "trms", *TOOLS) for x in (title, "memory")], rows)


def measure(build, bars):
    build = os.path.abspath(build)
    out = prepare(build)
    wanted = os.environ.get("INHOUSE_TABLES", "activations vectors programs layers tools").split()
    if "activations" in wanted:
        measure_activations(build, out, bars)
    if "vectors" in wanted:
        measure_vectors(build, out)
    if "programs" in wanted:
        measure_programs(build, out, bars)
    if "layers" in wanted:
        measure_layers(build, out)
    if "tools" in wanted:
        measure_tools(build, out)
