# SPDX-License-Identifier: GPL-3.0-or-later
"""ALGOPROF_BUDGET, on programs that would break it

CPU time of whole runs, interleaved, over the same program with the log off and
beside one without the plugin; and the pairs that a budget buys.
"""
import os
import re
import resource
import statistics
import subprocess

from common import BENCH, CC, clean_environment, folder, run, table

RUNS = int(os.environ.get("BENCH_RUNS", "30"))
BUDGETS = ("0.1", "1", "5")
# name: scale, what it is
PROGRAMS = {"one": (0.5, "one instance is the whole run"), "nest": (0.5, "the same, a nest"),
            "tiny": (0.2, "instances of 1 or 2 iterations"), "deep": (0.3, "a recursion of depth 10^6"),
            "threads": (0.1, "64 threads"), "alternate": (0.3, "1 and 10^7 iterations in turn"),
            "short": (1, "20 ms")}
STACK = 128 << 20               # the plain program needs 48 MB


def build_both(build):
    out = folder(build, "budget")
    programs = {"plain": out + "/plain", "plugin": out + "/plugin"}
    command = [CC, "-O2", "-Wno-unknown-pragmas", "-Wno-attributes", BENCH + "/adversaries.c", "-pthread", "-o"]
    run([*command, programs["plain"]])
    run([*command, programs["plugin"], "-fplugin=%s/algoprof.so" % os.path.abspath(build),
         os.path.abspath(build) + "/librt-sample.a"])
    return programs, out


def cpu(command, env):
    def limit_stack():
        resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True, preexec_fn=limit_stack)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pairs_of(build, log):
    """(pairs started, instances that were cut)"""
    text = run([os.path.abspath(build) + "/algoprof", "dump", log]).stdout
    starts = sum(int(n) for n in re.findall(r"^sampler .* starts (\d+),", text, re.M))
    return starts, len(re.findall(r"^instance .*flags \[[^]]*\bcut\b", text, re.M))


def measure(build, bars):
    programs, out = build_both(build)
    log, rows = out + "/x.aplog", []
    for name, (scale, what) in PROGRAMS.items():
        times = {key: [] for key in ("plain", "off", *BUDGETS)}
        bought = {}
        for _ in range(RUNS):
            for key, list_of in times.items():
                if os.path.exists(log):
                    os.remove(log)
                env = clean_environment(ALGOPROF_LOG="off" if key == "off" else log,
                                        ALGOPROF_BUDGET=key if key in BUDGETS else "0")
                list_of.append(cpu([programs["plain" if key == "plain" else "plugin"], name, str(scale)], env))
                if key in BUDGETS:
                    bought[key] = pairs_of(build, log)
        median = {key: statistics.median(values) for key, values in times.items()}
        for key in BUDGETS:
            added = median[key] - median["off"]
            allowed = max((float(key) + 0.5) / 100 * median["off"], 0.002)
            rows.append([what, "%.0f" % (1e3 * median["plain"]), "%.0f" % (1e3 * median["off"]), key,
                         "%+.2f" % (1e3 * added), "%+.2f" % (100 * added / median["off"]), *bought[key],
                         "%.1f" % (bought[key][0] / float(key))])
            bars.judge("budget: %s %%, %s: ms added" % (key, what), 1e3 * added, 1e3 * allowed, "%.2f")
    table("CPU time, ms, medians of %d runs" % RUNS,
          ["program", "plain", "log off", "budget %", "added ms", "added %", "pairs", "cut", "pairs / %"], rows)
