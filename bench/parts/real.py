# SPDX-License-Identifier: GPL-3.0-or-later
"""one loop of a real program each (tests/tool/accuracy/real-loops.sh), over plain

Of whole runs of the program: instructions with the log off (of short ones), CPU time
with it off and sampled as users have it (budget 1 %).
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import resource
import statistics
import subprocess

from common import BENCH, clean_environment, folder, run, spread, table

ROUNDS = 7
SHORT, LONG = 1, 100            # times the least work
Variant = collections.namedtuple("Variant", "build env")
VARIANTS = {
    "plain": Variant("plain", {}),
    "off": Variant("plugin", {"ALGOPROF_LOG": "off"}),
    "sampled": Variant("plugin", {}),
}


class Loop:
    """One loop's program, plain and with the plugin."""

    def __init__(self, out, name):
        self.out, self.name = out, name
        self.log = os.path.join(out, name + ".aplog")

    def command(self, variant, work):
        """(standard input, words)."""
        with open(os.path.join(self.out, str(work), self.name + ".run"), encoding="utf-8") as lines:
            stdin, *arguments = lines.read().splitlines()
        return stdin, [os.path.join(self.out, VARIANTS[variant].build, self.name + ".exe"), *arguments]

    def run(self, variant, work=LONG, before=()):
        """CPU seconds of one run."""
        stdin, words = self.command(variant, work)
        if os.path.exists(self.log):
            os.remove(self.log)
        env = clean_environment(LD_BIND_NOW="1", LC_ALL="C.UTF-8", **{"ALGOPROF_LOG": self.log, **VARIANTS[variant].env})
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(stdin, "rb") as file:
            subprocess.run([*before, *words], stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           env=env, check=True)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime

    def instructions(self, variant):
        path = os.path.join(self.out, "%s.%s.callgrind" % (self.name, variant))
        self.run(variant, SHORT, ["valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=" + path])
        with open(path, encoding="utf-8") as lines:
            return int(re.search(r"^(?:summary|totals): (\d+)", lines.read(), re.M).group(1))

    def told(self, build):
        """(instances, pairs) of the last run that was sampled."""
        answer = json.loads(run([build + "/algoprof", "report", "--json", self.log]).stdout)
        points = [p for t in answer["targets"] for p in t["points"]]
        return sum(p["instances"] for p in points), sum(p["pairs"] for p in points)


def prepare(build):
    """The loops whose programs could be built, both ways."""
    out, names = folder(build, "real"), []
    for variant, work in (("plain", SHORT), ("plugin", SHORT), ("input", SHORT), ("input", LONG)):
        into = os.path.join(out, variant if variant != "input" else str(work))
        subprocess.run([BENCH + "/real.sh", build, into, variant, str(work)], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, check=True)
        names.append({os.path.basename(f)[:-4] for f in glob.glob(into + "/*.run")})
    return [Loop(out, name) for name in sorted(set.intersection(*names))]


def counted(loop):
    return loop.instructions("off") / loop.instructions("plain")


def measure(build, bars):
    build = os.path.abspath(build)
    loops = prepare(build)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        more = list(pool.map(counted, loops))
    rows, off, sampled = [], [], []
    for loop, ratio in zip(loops, more):
        took = {v: [] for v in VARIANTS}
        for turn in range(ROUNDS):
            for variant in sorted(VARIANTS, reverse=turn % 2 == 1):
                took[variant].append(loop.run(variant))
        ratios = {v: [t / p for t, p in zip(took[v], took["plain"])] for v in VARIANTS}
        loop.run("sampled")
        instances, pairs = loop.told(build)
        off.append(statistics.median(ratios["off"]))
        sampled.append(statistics.median(ratios["sampled"]))
        rows.append([loop.name, instances, "%.2f" % statistics.median(took["plain"]), "%.4f" % ratio,
                     spread(ratios["off"]), spread(ratios["sampled"]), pairs])
    table("-O2: whole runs", ["loop", "instances", "plain s", "instructions", "time, off", "time, sampled", "pairs"], rows)
    bars.judge("real loops: instructions, log off, median", statistics.median(more), 1.002, "%.4f")
    bars.judge("real loops: instructions, log off, worst", max(more), 1.02, "%.4f")
    bars.judge("real loops: CPU time, sampled, median", statistics.median(sampled), 1.015, "%.4f")
