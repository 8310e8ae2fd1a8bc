# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole programs for parts that compare a mode with native: those of bench/inhouse, and Debian's packages with a driver
from there.  Each is compiled at -O2 in all variants, which run in turn; their output must be the same."""
import collections
import concurrent.futures
import glob
import math
import os
import random
import shutil
import statistics
import subprocess

from common import BENCH, CC, clean_environment, folder, run

HERE = os.path.join(BENCH, "inhouse")
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
# What a variant is compiled with, and linked with besides.
Variant = collections.namedtuple("Variant", "flags link")


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


def mode(build, *arguments):
    """The variant that the plugin makes with these arguments."""
    return Variant(["-fplugin=%s/algoprof.so" % build, *["-fplugin-arg-algoprof-" + a for a in arguments]],
                   [build + "/librt-sample.a"])


def compile_program(out, name, title, variant):
    """The program's path."""
    program, path = PROGRAMS[name], os.path.join(out, name + "-" + title.replace(", ", "-").replace(" ", "-"))
    where = source_of(out, program)
    sources = find(where, program.sources) + ([os.path.join(HERE, DRIVERS[name])] if name in DRIVERS else [])
    flags = ["-O2", "-g", "-w", *[f for f in program.flags.split() if not f.startswith("-l")], "-I" + where, *variant.flags]
    objects = ["%s-%s.o" % (path, os.path.basename(s)[:-2]) for s in sources]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(run, [CC, *flags, "-c", s, "-o", o], cwd=where) for s, o in zip(sources, objects)]:
            done.result()
    profiled = ["-pg"] if "-pg" in variant.flags else []
    run([CC, *profiled, *objects, *variant.link, *[f for f in program.flags.split() if f.startswith("-l")], "-o", path])
    return path


def measure_once(build, path, arguments):
    """CPU seconds, peak memory in kilobytes, output."""
    log = path + ".aplog"
    if os.path.exists(log):
        os.remove(log)
    done = subprocess.run([os.path.join(folder(build, "inhouse"), "measure"), path, *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, cwd=os.path.dirname(path),
                          env=clean_environment(ALGOPROF_LOG=log), check=False)
    if done.returncode:
        raise SystemExit("bench: %s ended with %d" % (path, done.returncode))
    time, memory = done.stderr.split()[-2:]
    return int(time) / 1e6, int(memory), done.stdout


TOOLS = {"memcheck": ["--leak-check=no"], "callgrind": ["--callgrind-out-file=/dev/null"]}


def under_tool(tool, command):
    """The command that runs it under one of valgrind's."""
    return [shutil.which("valgrind"), "-q", "--tool=" + tool, *TOOLS[tool], *command]


def measure_command(build, command):
    """CPU seconds and peak memory in kilobytes."""
    done = subprocess.run([os.path.join(folder(build, "inhouse"), "measure"), *command], env=clean_environment(),
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return int(done.stderr.split()[-2]) / 1e6, int(done.stderr.split()[-1])


def geomean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def prepare(build):
    """The folder of the programs, with the texts and the helper that measures."""
    out = folder(build, "inhouse")
    run([CC, "-O2", HERE + "/measure.c", "-o", out + "/measure"])
    for size, name in ((8, "T8"), (4, "T4"), (8, "T")):
        if not os.path.exists(out + "/text" + name):
            write_text(out + "/text" + name, size * 1000000)
    return out


def code_bytes(path):
    """Of the program's own objects."""
    sizes = run(["size", *glob.glob(path + "-*.o")]).stdout.splitlines()[1:]
    return sum(int(line.split()[0]) for line in sizes)


def arguments_of(out, text):
    return [out + "/text" + a if a in ("T", "T4", "T8") else a for a in text.split()]


def compare(build, out, name, variants, rounds, arguments=None):
    """Of a program compiled in all variants, the first of which is native: native's seconds, and by variant the medians
    over the rounds of CPU time and peak memory over native's; paths by variant."""
    paths = {title: compile_program(out, name, title, v) for title, v in variants.items()}
    arguments = arguments_of(out, arguments or PROGRAMS[name].arguments)
    titles, took = list(variants), {title: [] for title in variants}
    for turn in range(rounds):
        for title in titles if turn % 2 == 0 else titles[::-1]:
            took[title].append(measure_once(build, paths[title], arguments))
    if len({t[2] for ts in took.values() for t in ts}) > 1:
        raise SystemExit("bench: the output of %s differs between %s" % (name, ", ".join(titles)))
    native = took[titles[0]]
    ratios = {title: tuple(statistics.median(t[i] / n[i] for t, n in zip(took[title], native)) for i in (0, 1))
              for title in titles[1:]}
    return statistics.median(t[0] for t in native), ratios, paths
