#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of threads' own: programs with known counts whose threads begin, hand on and end runs
side by side, with either runtime.

    tests/judged/runs/own.py [SCENE ...]
"""
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from run import (AUTO, INCLUDE, agree, check_instances, counts, expect, labels, one, report,  # noqa: E402
                 sums)
from harness import EXACT, compile_to, read_log, run_cases, run_profiled_logs  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "own.c")
REQUESTS = 24


def compile_own(folder):
    exe = os.path.join(folder, "own")
    compile_to(exe, SOURCE, ["-O2", INCLUDE, "-pthread"])
    return exe


def by_label(log, name="walk"):
    """{label: (instances, cost)} of the runs that have one."""
    found = counts(log, name)
    return {r["label"]: found[r["run"]] for r in log["runs"] if r["label"] and r["run"] in found}


def calls(n):
    return 1 if n < 2 else 1 + calls(n - 1) + calls(n - 2)


def server(folder, exe):
    """The same requests by 8 threads and by one: the same runs, and the same answers."""
    answers = []
    for threads in "8", "1", "3":
        for env in EXACT, {**AUTO, "ALGOPROF_RATE": "3"}, {}:
            logs, _, log = one(exe, folder, env, "server", threads)
            sizes = {f"request {r}": 20 * r for r in range(1, REQUESTS + 1)}
            expect("labels", sorted(label for label in labels(log) if label), sorted(sizes))
            expect("walk", by_label(log), {label: (n, n * n) for label, n in sizes.items()})
            expect("pairs", by_label(log, "pairs"), {label: (20, 20 * n) for label, n in sizes.items()})
            expect("fib", by_label(log, "fib"), {label: (1, calls(n // 40)) for label, n in sizes.items()})
            expect("between", counts(log)[0], (REQUESTS, 7 * REQUESTS))
            expect("ends", {r["label"]: r["user_size"] for r in log["runs"] if r["label"]}, sizes)
            for i in log["instances"]:
                if i["run"]:
                    expect("size of an instance", i["user_size"], sizes[log["runs"][i["run"]]["label"]])
            if env is EXACT:
                targets = report(logs)
                answers.append({name: (t["fit"]["class"], t["work_fit"]["class"] if t["work_fit"] else None,
                                       t["user_fit"]["class"], t["verdict"], len(t["points"]))
                                for name, t in targets.items()})
                for p in targets["walk"]["points"]:
                    if p["label"]:
                        expect("point", (p["size"], p["cost"], p["exact"]),
                               (sizes[p["label"]], sizes[p["label"]] ** 2, True))
    expect("answers of 8 threads", answers[0], answers[1])
    expect("answers of 3 threads", answers[2], answers[1])
    expect("its class", (answers[0]["walk"][0], answers[0]["pairs"][1]), ("n^2", "n^2"))


def handed(folder, exe):
    for env in EXACT, AUTO, {**AUTO, "ALGOPROF_RATE": "7"}, {**AUTO, "ALGOPROF_PAIRS": "4"}:
        _, output, log = one(exe, folder, env, "handed")
        expect("output", output, b"")
        expect("counts", by_label(log), {f"handed {r}": (100, 100 * r) for r in range(1, 11)})
        expect("between", counts(log)[0], (10, 30))
        if env is EXACT:
            expect("traced", len(log["instances"]), 1010)


def taken(folder, exe):
    """Whose run another thread takes or ends goes on outside of it, from that moment on."""
    for env in EXACT, AUTO, {**AUTO, "ALGOPROF_RATE": "3000"}, {}:
        _, output, log = one(exe, folder, env, "taken")
        expect("output", output, b"")
        own = {r: 5000 + (30 if r % 2 else 4000 if r % 3 else 0) for r in range(1, 7)}
        expect("counts", by_label(log), {f"taken {r}": (n, n * r) for r, n in own.items()})
        rest = [r for r in range(1, 7) if r % 2 or r % 3 == 0]
        expect("no run's", counts(log)[0], (4000 * len(rest), 4000 * sum(rest)))


def several(folder, exe):
    for env in EXACT, AUTO:
        _, output, log = one(exe, folder, env, "several")
        expect("an ended one's", output, b"-1 -1\n")
        expect("counts", by_label(log), {"a 1": (2, 20), "b 2": (2, 40), "c 3": (4, 120)})
        expect("ends", [r["end"] is not None for r in log["runs"]], [False, True, True, True])
        expect("flags", [r["flags"] for r in log["runs"][1:]], [["marked", "thread"]] * 3)


def crossing(folder, exe):
    _, _, log = one(exe, folder, EXACT, "crossing")
    inside = {f"inside {i}": (1, 10 * i) for i in range(1, 4)}
    expect("counts", by_label(log), {**inside, "across 4": (2, 10)})
    expect("behind it", counts(log)[0], (2, 10))
    expect("open around runs", sums(log, "outer"), (1, 3))
    expect("begun in one", sums(log, "across"), (1, 4))
    crossed = [(log["sites"][e["site"]]["name"], e["value"]) for e in log["events"] if e["kind"] == "crossed"]
    expect("events", crossed, [("across", 4)])


def both(folder, exe):
    for env in AUTO, {**AUTO, "ALGOPROF_RATE": "5"}, {**AUTO, "ALGOPROF_EPOCH": "0.002"}:
        _, _, log = one(exe, folder, env, "both")
        flags = {r["run"]: r["flags"] for r in log["runs"]}
        own = {r: c for r, c in counts(log).items() if "thread" in flags[r]}
        expect("threads' runs", sorted(own.values()), sorted([(40, 40 * r) for r in range(1, 51)] * 3))
        rest = [c for r, c in counts(log).items() if r not in own]
        expect("the process's", (sum(c[0] for c in rest), sum(c[1] for c in rest)), (1200, 2400))
        if "ALGOPROF_EPOCH" not in env:
            expect("each", [c for c in rest if c[0]], [(30, 60)] * 40)


def leavers(folder, exe):
    logs = os.path.join(folder, "logs")
    status, output, found = run_profiled_logs(exe, logs, EXACT, ["leavers"])
    expect("status", status, 0)
    expect("results", output, b"0 0 -1 -1\n")
    expect("logs", len(found), 2)
    for log in found:
        check_instances(log)
        child = "child 3" in labels(log)
        expect("counts", by_label(log), {"child 3": (1, 15)} if child else {"left 1": (1, 12), "parent 2": (2, 26)})
        expect("the process's", counts(log).get(0), (1, 14) if child else None)


def many(folder, exe):
    logs, output, log = one(exe, folder, AUTO, "many", "3000")
    expect("open at most", output, b"1024 1\n")
    expect("counts", list(counts(log).values()), [(1, 8)] * 3000)
    report(logs)


def killed(folder, exe):
    """What has ended is true of a process that was killed."""
    for kill in range(8):
        name = os.path.join(folder, f"{kill}.aplog")
        with subprocess.Popen([exe, "many", "1000000"], stdout=subprocess.DEVNULL,
                              env={**os.environ, **AUTO, "ALGOPROF_LOG": name}) as process:
            while not os.path.exists(name):
                time.sleep(0.001)
            time.sleep(0.004 * kill)
            process.kill()
        log = read_log(name)
        check_instances(log)
        found = counts(log)
        for run in log["runs"]:
            if run["end"] is not None and run["label"] == "next":
                expect(f"run {run['run']}", found[run["run"]], (1, 8))
            expect("closed", run["closed"], run["end"] is not None)
        if found:
            report(name)


SCENES = {f.__name__: f for f in (server, handed, taken, several, crossing, both, leavers, many, killed)}


def run(case, folder):
    SCENES[case[1]](folder, compile_own(folder))


def main():
    run_cases(run, [(f"runs/own {name}", name) for name in sys.argv[1:] or SCENES])


if __name__ == "__main__":
    main()
