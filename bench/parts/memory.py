# SPDX-License-Identifier: GPL-3.0-or-later
"""memory, system calls, start and exit, beside the same program without the plugin

Resident memory without the log's mapping; CPU time of whole runs that do next
to nothing.  System calls are counted by strace.
"""
import collections
import os
import re
import resource
import shutil
import statistics
import subprocess
import tempfile

from common import BENCH, CC, clean_environment, folder, quartiles, run, table

RUNS = 200
THREADS = 33


def build_both(build):
    out = folder(build, "footprint")
    programs = {"plain": out + "/plain", "plugin": out + "/plugin",
                "installed": out + "/installed", "static": out + "/static"}
    source = BENCH + "/footprint.c"
    run([CC, "-O2", "-Wno-unknown-pragmas", source, "-o", programs["plain"], "-pthread"])
    run([CC, "-O2", "-fplugin=%s/algoprof.so" % os.path.abspath(build), source, "-o", programs["plugin"],
         "-L" + os.path.abspath(build), "-Wl,-rpath," + os.path.abspath(build), "-lrt-sample", "-pthread"])
    run([CC, "-O2", "-fplugin=%s/algoprof.so" % os.path.abspath(build), source, "-o", programs["installed"],
         "-L" + os.path.abspath(build), "-lrt-sample", "-pthread"])
    run([CC, "-O2", "-fplugin=%s/algoprof.so" % os.path.abspath(build), source, "-o", programs["static"],
         os.path.abspath(build) + "/librt-sample.a", "-pthread"])
    return programs, out


def environment(out, **more):
    return clean_environment(ALGOPROF_LOG=out + "/%p.aplog", **more)


def forget_logs(out):
    for name in os.listdir(out):
        if name.endswith(".aplog"):
            os.remove(os.path.join(out, name))


def resident(program, env, *arguments):
    return int(run([program, *map(str, arguments)], env=env).stdout)


def cpu_us(command, env):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e6 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def system_calls(out, env, program, *arguments):
    """{name: calls}"""
    listing = out + "/strace"
    run(["strace", "-f", "-qq", "-o", listing, program, *map(str, arguments), "quiet"], env=env)
    calls = collections.Counter()
    with open(listing, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            found = re.match(r"\d+ +(\w+)\(", line)
            if found:
                calls[found[1]] += 1
    return calls


def measure_memory(programs, out, bars):
    rows = []
    for label, more in (("default", {}), ("each instance sampled", {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"})):
        env = environment(out, **more)
        one = [resident(programs[p], env, 1, 2000, 500) for p in ("plain", "plugin")]
        many = [resident(programs[p], env, THREADS, 2000, 500) for p in ("plain", "plugin")]
        process = one[1] - one[0]
        thread = ((many[1] - many[0]) - process) / (THREADS - 1)
        rows.append([label, *one, process, *many, "%.1f" % thread])
        bars.judge("memory: KiB a process, " + label, process, 1024, "%d")
        bars.judge("memory: KiB a thread, " + label, thread, 64, "%.1f")
        forget_logs(out)
    table("Resident KiB, 1 and %d threads" % THREADS, ["sampling", "plain", "profiled", "a process", "plain, threads",
                                                      "profiled, threads", "a thread"], rows)


def measure_calls(programs, out, bars):
    if not shutil.which("strace"):
        print("strace is not installed: system calls are not counted\n")
        return
    off = environment(out, ALGOPROF_RATE="1000000000", ALGOPROF_BUDGET="0")
    all_ = environment(out, ALGOPROF_RATE="1", ALGOPROF_BUDGET="0")
    budget = environment(out, ALGOPROF_RATE="1", ALGOPROF_BUDGET="100")
    few = system_calls(out, off, programs["plugin"], 1, 1000, 100)
    unsampled = system_calls(out, off, programs["plugin"], 1, 100000, 100)
    short = system_calls(out, all_, programs["plugin"], 1, 2000, 10)
    long_ = system_calls(out, all_, programs["plugin"], 1, 2000, 100000)
    more = system_calls(out, all_, programs["plugin"], 1, 4000, 10)
    clocks = [system_calls(out, budget, programs["plugin"], 1, n, 10)["clock_gettime"] for n in (2000, 4000)]
    forget_logs(out)
    rows = [["99,000 more instances that are not sampled", sum(unsampled.values()) - sum(few.values())],
            ["200 million more accesses in samples", sum(long_.values()) - sum(short.values())],
            ["1,000 more pairs", sum(more.values()) - sum(short.values())],
            ["of them clock reads, with a budget", clocks[1] - clocks[0]]]
    table("System calls", ["of", "calls"], rows)
    for row, bar in zip(rows, (0, 0, None, 2000)):
        if bar is not None:
            bars.judge("system calls: " + row[0], row[1], bar, "%d")


def start_times(build, programs, out):
    """{run: [microseconds]}

    The library is found at once, as an installed one is by ldconfig's cache: in a folder of
    -rpath the loader looks for each library in some twenty folders for other processors."""
    took = collections.defaultdict(list)
    env, off = environment(out), clean_environment(ALGOPROF_LOG="off")
    library = {"LD_PRELOAD": os.path.abspath(build) + "/librt-sample.so"}
    for _ in range(RUNS):
        for name, program, variables in (("plain", "plain", env), ("off", "installed", {**off, **library}),
                                         ("profiled", "installed", {**env, **library}),
                                         ("librt-sample.a, off", "static", off), ("librt-sample.a", "static", env)):
            took[name].append(cpu_us([programs[program], "1", "1", "1", "quiet"], variables))
    return took


def measure_start(build, programs, bars):
    """Logs go to a new folder, in TMPDIR if that is set: ext4 without a journal looks at each file that
    was deleted nearby in the last minutes before it makes one."""
    with tempfile.TemporaryDirectory() as out:
        took = start_times(build, programs, out)
    table("CPU time of a process with one instance, microseconds, %d runs" % RUNS,
          ["run", "median", "quartiles"],
          [[name, "%.0f" % quartiles(us)[0], "%.0f-%.0f" % quartiles(us)[1:]] for name, us in took.items()])
    bars.judge("start and exit: microseconds more than plain",
               statistics.median(took["profiled"]) - statistics.median(took["plain"]), 200, "%.0f")
    bars.judge("start and exit: likewise, with librt-sample.a",
               statistics.median(took["librt-sample.a"]) - statistics.median(took["plain"]), 200, "%.0f")


def measure(build, bars):
    programs, out = build_both(build)
    measure_memory(programs, out, bars)
    measure_calls(programs, out, bars)
    measure_start(build, programs, bars)
