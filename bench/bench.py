#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the plugin and the runtime cost: make bench.

    bench.py BUILD [-O2 -O3 ...]

The kernels of bench/kernels are compiled without and with the plugin, and run
with the log off, at the rate auto, and at rate 1 (fewer calls).
Instructions are those of the kernels and of the runtime, counted by callgrind;
times are CPU times, the minimum of interleaved runs.  Both are printed as
ratios over the plain build of the same calls.  Of the recursions of
bench/recursions instructions are counted: never sampled, and each outermost
call sampled, telling its calls only or its accesses too.
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import statistics
import subprocess
import sys

BENCH = os.path.dirname(os.path.abspath(__file__))
# Divisors of the calls at rate 1, when timed and when counted: valgrind 3.19
# does not survive a log that grows often.
RATE_1_DIVISOR = 20
RATE_1_COUNTED = 400
RATE_1_RECURSIONS = 50
ROUNDS = 9              # of interleaved timed runs; rate 1 takes a third of them
CC = os.environ.get("CC", "gcc")

# How kernels are built: the plugin's arguments, or without it.
PLAIN, PLUGIN, CALLS_ONLY = "plain", "plugin", "calls-only"
ARGUMENTS = {PLUGIN: [], CALLS_ONLY: ["-fplugin-arg-algoprof-no-accesses"]}
RATE_1 = {"ALGOPROF_BUDGET": "0", "ALGOPROF_RATE": "1", "ALGOPROF_MAX_LOG": "1G"}

# Name, build, divisors of calls when timed and when counted, environment, name
# of its baseline.
Config = collections.namedtuple("Config", "name build divisor counted env base")
CONFIGS = [
    Config("plain", PLAIN, 1, 1, {}, None),
    Config("off", PLUGIN, 1, 1, {"ALGOPROF_LOG": "off"}, "plain"),
    Config("auto", PLUGIN, 1, 1, {"ALGOPROF_BUDGET": "0", "ALGOPROF_SEED": "1"}, "plain"),
    Config("plain-short", PLAIN, RATE_1_DIVISOR, RATE_1_COUNTED, {}, None),
    Config("rate 1", PLUGIN, RATE_1_DIVISOR, RATE_1_COUNTED, RATE_1, "plain-short"),
]
RECURSIONS = [
    Config("plain", PLAIN, 1, 1, {}, None),
    Config("off", PLUGIN, 1, 1, {"ALGOPROF_LOG": "off"}, "plain"),
    Config("plain-short", PLAIN, 1, RATE_1_RECURSIONS, {}, None),
    Config("calls", CALLS_ONLY, 1, RATE_1_RECURSIONS, RATE_1, "plain-short"),
    Config("accesses", PLUGIN, 1, RATE_1_RECURSIONS, RATE_1, "plain-short"),
]


def run(command, **more):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit("bench: %s failed (%d)\n%s" % (" ".join(command), done.returncode, done.stderr))
    return done


class Bench:
    """The kernels of one folder, at one -O level."""

    def __init__(self, build, level, folder, configs):
        self.build = os.path.abspath(build)
        self.level = level
        self.folder = os.path.join(BENCH, folder)
        self.configs = configs
        self.columns = [c for c in configs if c.base]
        self.out = os.path.join(self.build, "bench", level.lstrip("-"), folder)
        os.makedirs(self.out, exist_ok=True)
        self.kernels = sorted(os.path.basename(f)[:-2] for f in glob.glob(self.folder + "/*.c"))
        self.vectorised = {}
        for word in dict.fromkeys(c.build for c in configs):
            self.compile(word)

    def compile(self, word):
        """The program, and the places of its vectorised loops."""
        plugin = word != PLAIN
        flags = ["-Wno-unknown-pragmas", "-Wno-attributes"]
        if plugin:
            flags = ["-fplugin=%s/algoprof.so" % self.build, *ARGUMENTS[word]]
        notes, objects = [], []
        for kernel in self.kernels:
            objects.append("%s/%s-%s.o" % (self.out, kernel, word))
            done = run([CC, self.level, "-g", "-fopt-info-vec-optimized", *flags, "-c",
                        "%s/%s.c" % (self.folder, kernel), "-o", objects[-1]])
            notes += re.findall(r"([a-z]+\.c:\d+):\d+: optimized: loop vectorized", done.stderr)
        run([CC, "-O2", BENCH + "/driver.c", *objects, "-o", self.program(word)]
            + (["-L" + self.build, "-Wl,-rpath," + self.build, "-lrt-sample"] if plugin else []))
        self.vectorised[word] = set(notes)

    def marked(self):
        """The places of the marked loops: the lines after the pragmas."""
        places = set()
        for kernel in self.kernels:
            with open("%s/%s.c" % (self.folder, kernel), encoding="utf-8") as lines:
                places |= {"%s.c:%d" % (kernel, i + 1) for i, line in enumerate(lines, 1)
                           if line.startswith("#pragma algoprof")}
        return places

    def program(self, word):
        return os.path.join(self.out, word)

    def environment(self, config, log):
        env = {k: v for k, v in os.environ.items() if not k.startswith("ALGOPROF_")}
        env.update({"LD_BIND_NOW": "1", "ALGOPROF_LOG": os.path.join(self.out, log)})
        env.update(config.env)
        return env

    def remove(self, log):
        path = os.path.join(self.out, log)
        if os.path.exists(path):
            os.remove(path)
        return path

    def instructions(self, config):
        """{kernel: instructions} of one run: a dump before each bench_mark ()."""
        log = config.name.replace(" ", "-") + ".callgrind"
        for old in glob.glob(os.path.join(self.out, log + "*")):
            os.remove(old)
        done = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + os.path.join(self.out, log),
                    "--compress-strings=no", "--dump-before=bench_mark",
                    self.program(config.build), str(config.counted)],
                   env=self.environment(config, log + ".aplog"))
        self.remove(log + ".aplog")
        order = [line.split()[0] for line in done.stdout.splitlines()]
        return {kernel: own_instructions("%s/%s.%d" % (self.out, log, 2 * i + 2))
                for i, kernel in enumerate(order)}

    def all_instructions(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip([c.name for c in self.configs], pool.map(self.instructions, self.configs)))

    def times(self, config, log="time.aplog"):
        """{kernel: ns} of one run, and {kernel: checksum}."""
        self.remove(log)
        done = run([self.program(config.build), str(config.divisor)], env=self.environment(config, log))
        self.remove(log)
        rows = [line.split() for line in done.stdout.splitlines()]
        return {r[0]: int(r[1]) for r in rows}, {r[0]: r[2] for r in rows}

    def best_times(self):
        """{config: {kernel: ns}}: runs of all configurations in turn, the minimum of each."""
        best = {c.name: {} for c in self.configs}
        checksums = {}
        for turn in range(ROUNDS):
            order = self.configs if turn % 2 == 0 else self.configs[::-1]
            for config in order:
                if config.name == "rate 1" and turn % 3:
                    continue
                ns, sums = self.times(config)
                for kernel, value in ns.items():
                    best[config.name][kernel] = min(value, best[config.name].get(kernel, value))
                if checksums.setdefault(config.divisor, sums) != sums:
                    sys.exit("bench: results differ with the plugin (%s)" % config.name)
        return best

    def log_sizes(self, config):
        """{kernel: bytes of log per sampled instance}, all targets of a kernel together."""
        sizes = {}
        for kernel in self.kernels:
            log = self.remove(kernel + ".aplog")
            run([self.program(PLUGIN), str(config.divisor), kernel], env=self.environment(config, kernel + ".aplog"))
            report = json.loads(run([self.build + "/algoprof", "report", "--json", log]).stdout)
            sampled = sum(p["sampled"] for t in report["targets"] for p in t["points"])
            sizes[kernel] = os.path.getsize(log) / max(sampled, 1)
            os.remove(log)
        return sizes


def own_instructions(dump):
    """Instructions of a callgrind dump, the driver's and the run functions' own left out.

    A function's lines are "POSITION COST"; the line after "calls=" repeats
    what its callees' own lines say.
    """
    total, function, repeated = 0, "", False
    with open(dump, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("fn="):
                function = line[3:].strip()
            elif line.startswith("calls="):
                repeated = True
            elif line[0].isdigit() or line[0] in "+-*":
                if not repeated and not re.match(r"(run|bench_mark|main)\b", function):
                    total += int(line.split()[1])
                repeated = False
    return total


def ratio(value, base):
    return "%8.3f" % (value / base) if base else "       -"


def table(title, b, per_config):
    print(title)
    print("  %-10s" % "kernel" + "".join("%9s" % c.name for c in b.columns))
    ratios = collections.defaultdict(list)
    for kernel in b.kernels:
        cells = ""
        for c in b.columns:
            value, base = per_config[c.name].get(kernel, 0), per_config[c.base].get(kernel, 0)
            cells += " " + ratio(value, base)
            if base:
                ratios[c.name].append(value / base)
        print("  %-10s%s" % (kernel, cells))
    print("  %-10s%s\n" % ("median", "".join(" %8.3f" % statistics.median(ratios[c.name])
                                          for c in b.columns)))


def bench(build, level):
    """The tables of a level; returns the marked loops' Bench, and whether all
    that were vectorised still are."""
    b = Bench(build, level, "kernels", CONFIGS)
    table("%s: instructions over plain" % level, b, b.all_instructions())
    table("%s: CPU time over plain" % level, b, b.best_times())
    recursions = Bench(build, level, "recursions", RECURSIONS)
    table("%s: recursions, instructions over plain" % level, recursions, recursions.all_instructions())
    lost = b.vectorised[PLAIN] - b.vectorised[PLUGIN]
    marked = b.marked()
    print("%s: marked loops that are vectorised: plain %d, with the plugin %d" % (
        level, len(b.vectorised[PLAIN] & marked), len(b.vectorised[PLUGIN] & marked)))
    for place in sorted(lost):
        print("  not vectorised with the plugin: %s%s" % (
            place, "" if place in marked else " (not marked, a loop around a marked one)"))
    print()
    lost &= marked
    return b, not lost


def log_table(b):
    sampled = [c for c in b.columns if c.name != "off"]
    sizes = {c.name: b.log_sizes(c) for c in sampled}
    print("%s: bytes of log per sampled instance, the file's own parts included" % b.level)
    print("  %-10s" % "kernel" + "".join("%9s" % c.name for c in sampled))
    for kernel in b.kernels:
        print("  %-10s" % kernel + "".join(" %8.1f" % sizes[c.name][kernel] for c in sampled))


def main(build, *levels):
    fine = True
    print("%s, %s" % (cpu_model(), run([CC, "--version"]).stdout.splitlines()[0]))
    print("off: ALGOPROF_LOG=off; auto: the default rate; rate 1: every instance traced; no budget\n"
          "recursions at rate 1: calls, with -fplugin-arg-algoprof-no-accesses; accesses, without\n")
    for level in levels or ("-O2", "-O3"):
        b, kept = bench(build, level)
        fine = fine and kept
    log_table(b)
    return 0 if fine else 1


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return "%d x %s" % (len(models), models[0]) if models else "unknown CPU"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: bench.py BUILD [-O2 -O3 ...]")
    sys.exit(main(*sys.argv[1:]))
