# SPDX-License-Identifier: GPL-3.0-or-later
"""the report's speed and memory, and first-read analysis against a hash map

Logs are of bench/offline/logs.c: targets that read windows, nodes of 64 bytes
in a pool, and (every tenth) words here and there.
"""
import os
import shutil
import subprocess
import time

from common import BENCH, CC, clean_environment, folder, run, spread, table

SOURCES = BENCH + "/offline/"
ROOT = os.path.dirname(BENCH)
ROUNDS = 3
SMALL = 1000            # logs of 1 MB


def compile_all(build):
    out, runtime = folder(build, "offline"), os.path.join(build, "librt-sample")
    flags = ["-O2", "-D_GNU_SOURCE", "-I" + ROOT + "/include"]
    run([CC, *flags, "-std=c17", "-I" + ROOT + "/tests/runtime", SOURCES + "logs.c", build + "/librt-sample.a", "-pthread",
         "-o", out + "/logs"])
    run([os.environ.get("CXX", "g++"), *flags, "-c", SOURCES + "byte_map.cc", "-o", out + "/byte_map.o"])
    objects = [os.path.join(runtime, name) for name in ("cells/cells.o", "cells/logged_set.o", "cells/spans.o", "cells/strides.o", "base/memory.o",
                                                           "base/rng.o", "base/options.o")]
    run([CC, *flags, "-std=c17", "-I" + ROOT + "/librt-sample", SOURCES + "first_read.c", *objects, out + "/byte_map.o",
         "-pthread", "-lstdc++", "-o", out + "/first_read"])
    return out


def make_logs(out, name, logs, targets, instances, cells):
    """So many logs, of `instances` (i) instances a target; their folder and bytes."""
    path = os.path.join(out, name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    for i in range(1, logs + 1):
        env = clean_environment(ALGOPROF_LOG="%s/%04d.aplog" % (path, i), ALGOPROF_BUDGET="0", ALGOPROF_MAX_LOG="1G",
                                ALGOPROF_SEED=str(i))
        run([out + "/logs", *map(str, (targets, instances(i), cells, i))], env=env)
    return path, sum(entry.stat().st_size for entry in os.scandir(path))


def report(build, logs, threads):
    """(seconds, CPU seconds, peak MB) of one report."""
    start = time.monotonic()
    child = subprocess.Popen([build + "/algoprof", "report", *logs], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, env=clean_environment(OMP_NUM_THREADS=str(threads)))
    usage = os.wait4(child.pid, 0)[2]
    child.returncode = 0
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def reports(build, logs, rounds=ROUNDS):
    """By threads: (all times, all CPU times, peak)."""
    taken = {1: [], 2: []}
    for _ in range(rounds):
        for threads, list_of in taken.items():
            list_of.append(report(build, logs, threads))
    return {threads: tuple(zip(*list_of)) for threads, list_of in taken.items()}


def row(what, megabytes, taken):
    cells = [what, "%.0f" % megabytes]
    for seconds, cpu, peak in taken.values():
        cells += [spread(seconds, "%.1f"), spread(cpu, "%.1f"), "%.0f" % max(peak)]
    return cells


def first_read(out, bars):
    rows, worst = [], None
    for line in run([out + "/first_read"], env=clean_environment(ALGOPROF_LOG="off")).stdout.splitlines():
        name, ours, plain = line.split()
        ratio = float(plain) / float(ours)
        worst = ratio if worst is None else min(worst, ratio)
        rows.append([name, ours, plain, "%.1f" % ratio])
    table("First-read analysis: ns an access", ["accesses", "runtime", "hash map of bytes", "times"], rows)
    bars.judge("first-read analysis: times faster than a hash map, worst", worst, 10, "%.1f", upwards=False)


def measure(build, bars):
    build = os.path.abspath(build)
    out = compile_all(build)
    first_read(out, bars)
    large, bytes_large = make_logs(out, "large", 30, 100, lambda i: 1000 + 300 * i, 1000)
    small, bytes_small = make_logs(out, "small", SMALL, 10, lambda i: 1000 + 2 * i, 350)
    some = sorted(entry.path for entry in os.scandir(small))[:SMALL // 4]
    taken = {"large": reports(build, [large]), "some": reports(build, some, 1), "small": reports(build, [small])}
    megabyte = 1 << 20
    table("Reports: seconds, CPU seconds, peak MB with 1 and with 2 threads",
          ["logs", "MB", "1: s", "CPU s", "MB", "2: s", "CPU s", "MB"],
          [row("30 of 100 targets, 100 pairs of 1000 cells", bytes_large / megabyte, taken["large"]),
           row("%d of 10 targets" % len(some), sum(map(os.path.getsize, some)) / megabyte, taken["some"]),
           row("%d of 10 targets" % SMALL, bytes_small / megabyte, taken["small"])])
    bars.judge("report: 100 targets x 30 runs x 100 pairs x 1000 cells, seconds", min(taken["large"][2][0]), 60, "%.1f")
    bars.judge("report: parallel efficiency at 2 threads", min(taken["small"][1][0]) / 2 / min(taken["small"][2][0]), 0.9,
               "%.2f", upwards=False)
    more = (min(taken["small"][1][2]) - min(taken["some"][1][2])) * 1024 / ((SMALL - len(some)) * 10)
    bars.judge("report: KiB of memory for each further point", more, 1, "%.2f")
    shutil.rmtree(large)
    shutil.rmtree(small)
