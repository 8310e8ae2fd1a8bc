#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""In-house mode with input from threads and the kernel (inhouse=trms).

  threads   sizes by rms and by trms, and who wrote the input, as the programs' comments and the paper's examples say; also
            where stamps run out
  kernel    likewise, of calls that load
  growing   `suggest' names the quadratic function alone, and `--metric' shows one metric
  alone     programs/ with one thread: by trms no size is below that by rms, and rms is that of inhouse=rms
"""
import json
import os
import subprocess
import sys

from suite import CC, HERE, O, RUNTIME, check, make_short_runtime, summed_up

WORK = os.path.join(O, "tests", "inhouse")
# How much address space there is for stamps depends on where libraries lie.
FIXED = ["setarch", "-R"] if subprocess.run(["setarch", "-R", "true"], stderr=subprocess.DEVNULL,
                                            check=False).returncode == 0 else []
CELLS, ROUNDS, MANY = 100, 50, 40
# function: rms {cells: activations}, trms likewise, cells of the latter that threads, that the kernel wrote last
THREADS = {
    "twice": ({1: 1}, {2: 1}, 1, 0),
    "inner": ({1: 1}, {1: 1}, 1, 0),
    "outer": ({1: 1}, {2: 1}, 1, 0),
    "late": ({1: 1}, {2: 1}, 1, 0),
    "consumer": ({1: 1}, {ROUNDS: 1}, ROUNDS, 0),
    "sometimes": ({1: 1}, {2: 1}, 1, 0),
    "watched": ({1: 1}, {ROUNDS: 1}, ROUNDS, 0),
    "half": ({2: 1}, {ROUNDS: 1}, ROUNDS, 0),
    # who sets it again reads what it wrote
    "again": ({CELLS: 3 * MANY}, {2 * CELLS: 3 * (MANY - 1), CELLS: 3}, 3 * CELLS * (2 * MANY - 1), 0),
    "own_memory": ({0: 3 * MANY}, {0: 3 * MANY}, 0, 0),
}
LOADED = ({0: 1}, {8: 1}, 0, 8)
KERNEL = {**{"by_" + name: LOADED for name in ("read", "pread", "readv", "preadv", "recv", "recvfrom", "recvmsg",
                                               "getrandom", "fread")},
          "by_mmap": ({8: 1}, {8: 1}, 0, 8), "mapped_anew": ({3 * 2048: 1}, {3 * 2048: 1}, 0, 0), "two_reads": ({0: 1}, {16: 1}, 0, 16), "little": ({0: 1}, {1: 1}, 0, 1),
          "nothing": ({8: 1}, {8: 1}, 0, 0)}


def profile(source, level, metric, runtime=RUNTIME):
    """{(function, metric): target} of a run."""
    program = os.path.join(WORK, "%s-%s-%s" % (os.path.basename(source)[:-2], level, metric))
    log = program + ".aplog"
    subprocess.run([CC, "-O" + level, "-w", "-fplugin=" + os.path.join(O, "algoprof.so"),
                    "-fplugin-arg-algoprof-inhouse=" + metric, source, runtime, "-pthread", "-o", program], check=True)
    if os.path.exists(log):
        os.unlink(log)
    subprocess.run([*FIXED, program], check=False, stdout=subprocess.DEVNULL, env=dict(os.environ, ALGOPROF_LOG=log))
    done = subprocess.run([os.path.join(O, "algoprof"), "report", "--json", log], check=True, capture_output=True)
    return {(t["name"], t["metric"]): t for t in json.loads(done.stdout)["targets"]}


def counts(target):
    return {row["size"] // 8: row["count"] for row in target["tuples"]} if target else {}


def compare(found, wanted):
    for name, (rms, trms, by_threads, by_kernel) in wanted.items():
        plain, shared = found.get((name, "rms")), found.get((name, "trms"))
        if counts(plain) != rms:
            return "%s: rms %s, expected %s" % (name, counts(plain), rms)
        if counts(shared) != trms:
            return "%s: trms %s, expected %s" % (name, counts(shared), trms)
        induced = by_threads + by_kernel
        shares = [part / induced for part in (by_threads, by_kernel)] if induced else [None, None]
        if [shared["thread_input"], shared["external_input"]] != shares:
            return "%s: shares %s and %s, expected %s" % (name, shared["thread_input"], shared["external_input"], shares)
    return ""


def compare_alone(source, level):
    both, plain = profile(source, level, "trms"), profile(source, level, "rms")
    for (name, metric), target in plain.items():
        if target["tuples"] != both.get((name, metric), {}).get("tuples"):
            return "%s: rms differs beside trms" % name
        shared = both[(name, "trms")]
        if shared["thread_input"]:
            return "%s: input from threads that are not there" % name
        if not shared["external_input"] and shared["tuples"] != target["tuples"]:
            return "%s: trms %s, rms %s" % (name, counts(shared), counts(target))
    return ""


def compare_growing(source):
    profile(source, "2", "trms")
    log, tool = os.path.join(WORK, "growing-2-trms.aplog"), os.path.join(O, "algoprof")
    lines = subprocess.run([tool, "suggest", log], check=True, capture_output=True, text=True).stdout.splitlines()
    if [line.split()[0] for line in lines] != ["sort"] or "n^2" not in lines[0]:
        return "suggested %s, expected sort, which is n^2" % lines
    for metric in "rms", "trms":
        done = subprocess.run([tool, "report", "--json", "--metric", metric, log], check=True, capture_output=True)
        found = {t["metric"] for t in json.loads(done.stdout)["targets"]}
        if found != {metric}:
            return "--metric %s shows %s" % (metric, found)
    return ""


def main():
    os.makedirs(WORK, exist_ok=True)
    for level in "0123":
        for name, wanted in ("threads", THREADS), ("kernel", KERNEL):
            check("%s -O%s" % (name, level), compare(profile(os.path.join(HERE, "threads", name + ".c"), level, "trms"), wanted))
    found = profile(os.path.join(HERE, "threads", "threads.c"), "2", "trms", make_short_runtime(WORK))
    check("threads, few stamps", compare(found, THREADS))
    check("growing", compare_growing(os.path.join(HERE, "threads", "growing.c")))
    for name in sorted(os.listdir(os.path.join(HERE, "programs"))):
        if name.endswith(".c"):
            for level in "02":
                check("alone %s -O%s" % (name, level), compare_alone(os.path.join(HERE, "programs", name), level))
    return summed_up()


sys.exit(main())
