# SPDX-License-Identifier: GPL-3.0-or-later
"""in-house mode: CPU time and memory of whole programs over native, and what an activation costs

Nine programs, compiled at -O2 with and without the mode and run in turn: those of bench/inhouse, and Debian's
packages with a driver from there.  Output must be the same.  INHOUSE_PROGRAMS names some of them, INHOUSE_ROUNDS
how often each is run.
"""
import collections
import concurrent.futures
import glob
import math
import os
import random
import statistics
import subprocess

from common import BENCH, CC, clean_environment, folder, run, table

HERE = os.path.join(BENCH, "inhouse")
ROUNDS = int(os.environ.get("INHOUSE_ROUNDS", "5"))
# package: Debian's source package, or none; prepare: once, in its folder; sources: below it, "-" before what is left
# out; flags; arguments: T is a text of 8 MB.
Program = collections.namedtuple("Program", "package prepare sources flags arguments")
LZMA = "src/liblzma/"
PROGRAMS = {
    "bzip2": Program("bzip2", "", "bzip2.c blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c",
                     "-D_FILE_OFFSET_BITS=64", "-c T4"),
    "cJSON": Program("cjson", "", "cJSON.c", "", "8"),
    "lua": Program("lua5.4", "echo '#define DEB_HOST_MULTIARCH \"\"' >src/lua5.4-deb-multiarch.h",
                   "src/*.c -src/luac.c -src/ltests.c", "-DLUA_USE_POSIX -lm -ldl", HERE + "/bench.lua 28"),
    "recursion": Program("", "", "", "", "2"),
    "sqlite3": Program("sqlite3", "./configure --disable-tcl >log 2>&1 && make sqlite3.c >>log 2>&1", "sqlite3.c",
                       "-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -lm", "20000"),
    "tree": Program("", "", "", "", "200000"),
    "words": Program("", "", "", "", "T8"),
    "zlib": Program("zlib", "./configure >log 2>&1", "*.c -gz*.c", "", "T 3000000"),
    "xz": Program("xz-utils", "./configure --disable-threads --disable-nls --disable-shared --disable-assembler >log 2>&1",
                  " ".join(LZMA + f + "/*.c" for f in ("common", "check", "lz", "lzma", "rangecoder", "simple", "delta"))
                  + " src/common/tuklib_physmem.c -" + LZMA + "*/*tablegen.c -" + LZMA + "*/*_small.c -" + LZMA
                  + "common/*_mt.c -" + LZMA + "common/outqueue.c -" + LZMA + "common/hardware_cputhreads.c",
                  "-DHAVE_CONFIG_H -I. " + " ".join("-I" + LZMA + f for f in (
                      "api", "common", "check", "lz", "rangecoder", "lzma", "delta", "simple")) + " -Isrc/common",
                  "T 1500000"),
}
DRIVERS = {"cJSON": "cjson.c", "recursion": "recursion.c", "sqlite3": "sqlite.c", "tree": "tree.c", "words": "words.c",
           "zlib": "zlib.c", "xz": "xz.c"}
ARGUMENT = "-fplugin-arg-algoprof-"
VARIANTS = {
    "native": None,
    "rms": [ARGUMENT + "inhouse"],
    "rms, cells of 4": [ARGUMENT + "inhouse", ARGUMENT + "cell=4"],
    "trms": [ARGUMENT + "inhouse=trms"],
}
BARS = {"rms": (2.3, 1.6), "rms, cells of 4": (2.8, 2.0), "trms": (2.6, None)}


def write_text(path, size):
    """Words of a language of 20,000, the frequent ones short."""
    source = random.Random(31)
    letters = "etaoinshrdlucmfwypvbgkqjxz"
    words = ["".join(source.choice(letters[:6 + k % 20]) for _ in range(2 + source.randrange(2 + k.bit_length() // 2)))
             for k in range(20000)]
    with open(path, "w", encoding="ascii") as out:
        while out.tell() < size:
            out.write(" ".join(words[int(20000 ** source.random()) - 1] for _ in range(12)).capitalize() + ".\n")


def find(where, patterns):
    names = []
    for p in patterns.split():
        found = set(glob.glob(os.path.join(where, p.lstrip("-"))))
        names = sorted(set(names) - found if p[0] == "-" else set(names) | found)
    return names


def source_of(out, program):
    if not program.package:
        return HERE
    where = run([os.path.join(BENCH, "../tests/torture/fetch-source.sh"), os.path.join(out, "source"),
                 program.package]).stdout.split()[-1]
    if program.prepare and not os.path.exists(where + "/.prepared"):
        run(["bash", "-c", program.prepare], cwd=where)
        open(where + "/.prepared", "w", encoding="ascii").close()
    return where


def compile_program(build, out, name, variant):
    program, path = PROGRAMS[name], os.path.join(out, name + "-" + variant.replace(", ", "-").replace(" ", "-"))
    where, arguments = source_of(out, program), VARIANTS[variant]
    sources = find(where, program.sources) + ([os.path.join(HERE, DRIVERS[name])] if name in DRIVERS else [])
    flags = ["-O2", "-g", "-w", *[f for f in program.flags.split() if not f.startswith("-l")], "-I" + where]
    if arguments is not None:
        flags += ["-fplugin=%s/algoprof.so" % build, *arguments]
    objects = ["%s-%s.o" % (path, os.path.basename(s)[:-2]) for s in sources]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(run, [CC, *flags, "-c", s, "-o", o], cwd=where) for s, o in zip(sources, objects)]:
            done.result()
    run([CC, *objects, *([] if arguments is None else [build + "/librt-sample.a"]),
         *[f for f in program.flags.split() if f.startswith("-l")], "-o", path])
    return path


def measure_once(build, path, arguments):
    """CPU seconds, peak memory in kilobytes, output."""
    log = path + ".aplog"
    if os.path.exists(log):
        os.remove(log)
    done = subprocess.run([os.path.join(build, "bench/inhouse/measure"), path, *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, env=clean_environment(ALGOPROF_LOG=log), check=False)
    if done.returncode:
        raise SystemExit("bench: %s ended with %d" % (path, done.returncode))
    time, memory = done.stderr.split()[-2:]
    return int(time) / 1e6, int(memory), done.stdout


def geomean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def measure_programs(build, out, bars):
    text, wanted = os.path.join(out, "text"), os.environ.get("INHOUSE_PROGRAMS", " ".join(PROGRAMS)).split()
    variants = [v for v in VARIANTS if v in os.environ.get("INHOUSE_VARIANTS", "|".join(VARIANTS)).split("|") or v == "native"]
    for size, name in ((8, "T8"), (4, "T4"), (8, "T")):
        if not os.path.exists(text + name):
            write_text(text + name, size * 1000000)
    ratios, rows = collections.defaultdict(dict), []
    for name in wanted:
        paths = {v: compile_program(build, out, name, v) for v in variants}
        arguments = [text + a if a[0] == "T" and a[1:].isdigit() or a == "T" else a for a in PROGRAMS[name].arguments.split()]
        took = {v: [] for v in variants}
        for turn in range(ROUNDS):
            for v in variants if turn % 2 == 0 else variants[::-1]:
                took[v].append(measure_once(build, paths[v], arguments))
        if len({t[2] for v in variants for t in took[v]}) > 1:
            raise SystemExit("bench: the output of %s differs in-house" % name)
        row = [name, "%.2f" % statistics.median(t[0] for t in took["native"])]
        for v in variants[1:]:
            time = statistics.median(t[0] / p[0] for t, p in zip(took[v], took["native"]))
            memory = statistics.median(t[1] / p[1] for t, p in zip(took[v], took["native"]))
            ratios[v][name] = time, memory
            row += ["%.2f" % time, "%.2f" % memory]
        rows.append(row)
    rows.append(["geomean", ""] + [x for v in variants[1:] for x in (
        "%.2f" % geomean([r[0] for r in ratios[v].values()]), "%.2f" % geomean([r[1] for r in ratios[v].values()]))])
    table("-O2: CPU time and peak memory over native's, medians of %d rounds" % ROUNDS,
          ["program", "native s"] + [x for v in variants[1:] for x in (v, "memory")], rows)
    for v in variants[1:]:
        bars.judge(v + ": CPU time, geomean", geomean([r[0] for r in ratios[v].values()]), BARS[v][0], "%.2f")
        if v == "rms":
            bars.judge(v + ": CPU time, worst", max(r[0] for r in ratios[v].values()), 5, "%.2f")
        if BARS[v][1]:
            bars.judge(v + ": memory, geomean", geomean([r[1] for r in ratios[v].values()]), BARS[v][1], "%.2f")


def measure_activations(build, out, bars):
    """Nanoseconds that an activation takes more than native."""
    ns, variants = {}, ["native", "rms", "trms"]
    for v in variants:
        path = os.path.join(out, "activation-" + v)
        plugin = [] if VARIANTS[v] is None else ["-fplugin=%s/algoprof.so" % build, *VARIANTS[v]]
        run([CC, "-O2", "-w", *plugin, HERE + "/activation.c", *([build + "/librt-sample.a"] if plugin else []), "-o", path])
        ns[v] = [tuple(map(float, measure_once(build, path, [])[2].split())) for _ in range(3 * ROUNDS)]
    rows = []
    for i, what, bar in ((0, "empty", 3), (1, "six first reads", 10)):
        least = {v: min(t[i] for t in ns[v]) for v in variants}
        rows.append([what] + ["%.2f" % least[v] for v in variants])
        bars.judge("activation, %s: ns more than native" % what, least["rms"] - least["native"], bar, "%.2f")
    table("an activation, ns (least of %d runs)" % (3 * ROUNDS), ["", *variants], rows)


def measure(build, bars):
    build, out = os.path.abspath(build), folder(build, "inhouse")
    run([CC, "-O2", HERE + "/measure.c", "-o", out + "/measure"])
    measure_activations(build, out, bars)
    measure_programs(build, out, bars)
