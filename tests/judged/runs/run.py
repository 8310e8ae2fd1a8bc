#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several runs in one log: programs with known counts that divide themselves, or
are divided by ALGOPROF_EPOCH, alone, with threads, forks, signals and kill -9.

    tests/judged/runs/run.py [SCENE ...]
"""
import glob
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (EXACT, ROOT, TOOL, Failure, compile_to, execute, read_log, run_cases,  # noqa: E402
                     run_profiled, run_profiled_logs)

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scenes.c")
INCLUDE = "-I" + os.path.join(ROOT, "include")
AUTO = {"ALGOPROF_BUDGET": "0"}


def compile_scenes(folder, profiled=True):
    exe = os.path.join(folder, "scenes")
    compile_to(exe, SOURCE, ["-O2", INCLUDE], profiled=profiled)
    return exe


def expect(what, is_so, should):
    if is_so != should:
        raise Failure(f"{what}: {is_so}, not {should}")


def counts(log, name="walk"):
    """{run: (instances, cost)} of a target."""
    sites = [s["site"] for s in log["sites"] if s["name"] == name]
    return {t["run"]: (t["instances"], t["cost"]) for t in log["totals"]
            if t["site"] in sites and (t["instances"] or t["cost"])}


def labels(log):
    return [r["label"] for r in log["runs"]]


def agree(folder, log):
    """The tool says of each run what the decoder says."""
    name = glob.glob(os.path.join(folder, "*.aplog"))[0]
    status, output = execute([TOOL, "dump", "--json", name], merge=False)
    expect("dump's status", status, 0)
    dump = json.loads(output)
    for key in "runs", "totals":
        told = [{k: v for k, v in t.items() if k in log[key][0]} for t in dump[key]]
        expect("dump: " + key, told, log[key])


def report(folder, *options):
    status, output = execute([TOOL, "report", "--json", *options, folder], merge=False)
    expect("report's status", status, 0)
    return {t["name"]: t for t in json.loads(output)["targets"]}


def check_instances(log):
    """Of each run those of a thread begin at 0, and end within its totals."""
    totals = {(t["run"], t["site"]): t for t in log["totals"]}
    for i in log["instances"]:
        total = totals[i["run"], i["site"]]
        if not (i["index"] < i["total_instances"] <= total["instances"] and
                i["cost"] <= i["total_cost"] <= total["cost"]):
            raise Failure(f"instance {i} of {total}")


def one(exe, folder, env, *args):
    logs = os.path.join(folder, "logs")
    status, output, log = run_profiled(exe, logs, env, args)
    expect("status", status, 0)
    expect("state", log["header"]["state"], "finished")
    last = [r["run"] for r in log["runs"] if "thread" not in r["flags"]][-1]
    expect("not closed", [r["run"] for r in log["runs"] if not r["closed"] and r["run"] != last], [])
    for run in log["runs"]:
        expect(f"end of run {run['run']}", "short" in run["end_flags"], False)
    agree(logs, log)
    check_instances(log)
    return logs, output, log


def service(folder, exe):
    for env in EXACT, AUTO, {**AUTO, "ALGOPROF_RATE": "3"}, {**AUTO, "ALGOPROF_SEED": "7"}:
        logs, _, log = one(exe, folder, env, "service")
        expect("counts", counts(log), {r: (40 * r, 1600 * r * r) for r in range(1, 21)})
        expect("labels", labels(log), [None] + [f"request {r}" for r in range(1, 21)])
        expect("user's sizes", [r["user_size"] for r in log["runs"]], [None] + [40 * r for r in range(1, 21)])
        for i in log["instances"]:
            expect("size of an instance", i["user_size"], 40 * i["run"])
        first = [i["run"] for i in log["instances"] if "first-pair" in i["flags"] and i["place"] == 0]
        expect("runs with a first pair", len(set(first)), 20 if env is EXACT else len(set(first)))
        target = report(logs)["walk"]
        expect("class", (target["fit"]["class"], target["runs"]), ("n^2", 20))
        expect("cost against the user's n", (target["user_fit"]["class"], target["user_instances_fit"]["class"]),
               ("n^2", "n"))
        expect("its sizes", [p["user_size"] for p in target["points"]], [40 * r for r in range(1, 21)])
        if env is EXACT:
            for p in target["points"]:
                r = p["run"]
                expect("point", (p["size"], p["cost"], p["exact"], p["label"]),
                       (40 * r, 1600 * r * r, True, f"request {r}"))


def recursions(folder, exe):
    logs, _, log = one(exe, folder, EXACT, "recursions")

    def calls(n):
        return 1 if n < 2 else 1 + calls(n - 1) + calls(n - 2)
    expect("counts", counts(log, "fib"), {r: (2, calls(r + 5) + calls(3)) for r in range(1, 9)})
    target = report(logs)["fib"]
    points = target["points"]
    expect("no user's n", (target["user_fit"], points[0]["user_size"]), (None, None))
    expect("points", [(p["run"], p["size"], p["cost"]) for p in points],
           [(r, r + 5, calls(r + 5)) for r in range(1, 9)])


def threads(folder, exe):
    truth = {}
    for p in range(6):
        there = range(4) if p in (1, 4) else range(3)
        truth[p + 1] = (sum((p + 1) * (t + 1) * 100 for t in there),
                        sum((p + 1) * (t + 1) * 100 * (t + 3) for t in there))
    for env in EXACT, AUTO, {**AUTO, "ALGOPROF_RATE": "50"}, {**AUTO, "ALGOPROF_PAIRS": "4"}:
        _, _, log = one(exe, folder, env, "threads")
        expect("counts", counts(log), truth)


def sums(log, name="walk"):
    found = counts(log, name).values()
    return sum(c[0] for c in found), sum(c[1] for c in found)


def epochs(folder, exe):
    env = {**AUTO, "ALGOPROF_RATE": "200", "ALGOPROF_EPOCH": "0.01"}
    for scene in ("single",), ("free",), ("free", "50"):
        _, output, log = one(exe, folder, env, *scene)
        lines = [[int(n) for n in line.split()] for line in output.decode().splitlines()]
        expect("sums", sums(log), tuple(sum(column) for column in zip(*lines)))
        runs = len(log["runs"])
        if runs < 2 or runs > 300:
            raise Failure(f"{runs} runs")
        begun = [next(iter(r["flags"]), None) for r in log["runs"]]
        # By hand the next may begin before the first epoch is over.
        expect("begun by time", "epoch" in (begun[1:] if "50" in scene else begun[1:2]), True)
        expect("begun by hand", begun.count("marked"), 50 if "50" in scene else 0)
    _, output, log = one(exe, folder, {**AUTO, "ALGOPROF_EPOCH": "1000"}, "free", "0")
    expect("runs", len(log["runs"]), 1)
    for bad in "0", "-1", "1s", "1.", ".5", "0.0", "1e3":
        _, output, log = one(exe, folder, {"ALGOPROF_EPOCH": bad, "ALGOPROF_VERBOSE": "1"}, "nothing")
        expect("complaint about " + bad, b"malformed and ignored: ALGOPROF_EPOCH" in output, True)


def enders(folder, exe):
    _, _, log = one(exe, folder, AUTO, "enders")
    expect("counts", counts(log), {1: (300, 3000), 2: (300, 6000)})


def forks(folder, exe):
    logs = os.path.join(folder, "logs")
    status, _, found = run_profiled_logs(exe, logs, EXACT, ["forks"])
    expect("status", status, 0)
    expect("logs", len(found), 2)
    for log in found:
        child = labels(log)[0] is not None
        expect("labels", labels(log), ["parent 1", "child 2"] if child else [None, "parent 1", "parent 2"])
        expect("counts", counts(log), {0: (2, 6), 1: (1, 4)} if child else
               {0: (1, 1), 1: (2, 7), 2: (1, 6)})
        expect("user's size", log["runs"][0 if child else 1]["user_size"], 77)
        check_instances(log)


def requests(folder, exe):
    """The loop that is open when runs end: its trace is left out, its iterations are
    counted in each run (by memory, since it calls something); those inside are whole."""
    logs, _, log = one(exe, folder, EXACT, "requests", "12")
    expect("outer", counts(log, "requests"), {0: (1, 1), **{r: (0, 1) for r in range(1, 12)}})
    expect("inner", counts(log), {r: (1, 10 * r) for r in range(1, 13)})
    expect("traced", sorted(i["cost"] for i in log["instances"]), [10 * r for r in range(1, 13)])
    crossed = [(e["run"], e["value"]) for e in log["events"] if e["kind"] == "crossed"]
    expect("events", crossed, [(12, 0)])
    targets = report(logs)
    expect("warnings", targets["requests"]["points"][0]["warnings"].count("crossed"), 1)
    expect("class", targets["walk"]["fit"]["class"], "n")


def signals(folder, exe):
    for env in EXACT, AUTO:
        _, output, log = one(exe, folder, env, "signals")
        instances, handled = [int(n) for n in output.split()]
        expect("in runs", {r: c for r, c in counts(log).items()}, {r: (500, 3500) for r in range(1, 401)})
        expect("in handlers", sums(log, "handle"), (handled, 5 * handled))
        expect("in all", sums(log), (instances, 7 * instances))


def full(folder, exe):
    """Runs end when the log is full: the last one has the rest."""
    logs, _, log = one(exe, folder, {"ALGOPROF_MAX_LOG": "256K"}, "many", "3000")
    last = len(log["runs"]) - 1
    if not 100 < last < 3000:
        raise Failure(f"{last} runs")
    truth = [(r % 61 + 1, (r % 61 + 1) * (r % 13 + 1)) for r in range(1, 3001)]
    found = counts(log)
    expect("runs", [found[r] for r in range(1, last)], truth[:last - 1])
    expect("the last", found[last], tuple(sum(column) for column in zip(*truth[last - 1:])))
    expect("event", [e["run"] for e in log["events"] if e["kind"] == "last-run"], [last])
    _, _, log = one(exe, folder, {"ALGOPROF_RATE": "1000000"}, "many", "66000")
    expect("runs", len(log["runs"]), 65536)
    expect("instances", sums(log)[0], sum(r % 61 + 1 for r in range(1, 66001)))


def nothing(folder, exe):
    _, output, log = one(exe, folder, EXACT, "nothing")
    expect("results", output, b"0\n")
    expect("counts", {len(log["runs"]) - 1: (1, 9)}, counts(log))
    expect("labels", [len(label or "") for label in labels(log)], [0, 0, 0, 255, 0])
    expect("between", log["runs"][-1]["flags"], ["between"])
    _, output, log = run_profiled(exe, os.path.join(folder, "logs"), {"ALGOPROF_LOG": "off"}, ["nothing"])
    expect("results when off", output, b"-1\n")
    plain = os.path.join(folder, "plain")
    os.mkdir(plain)
    expect("results without the plugin", execute([compile_scenes(plain, False), "nothing"]), (0, b"-1\n"))


def killed(folder, exe):
    """What is closed is true, and the last run is a part of the truth."""
    for kill in range(16):
        name = os.path.join(folder, f"{kill}.aplog")
        env = {**os.environ, "ALGOPROF_LOG": name, **(AUTO if kill % 2 else EXACT)}
        with subprocess.Popen([exe, "many"], env=env) as process:
            while not os.path.exists(name):
                time.sleep(0.001)
            time.sleep(0.001 * kill)
            process.kill()
        log = read_log(name)
        check_instances(log)
        found = counts(log)
        last = len(log["runs"]) - 1
        for run in log["runs"]:
            r = run["run"]
            instances, cost = r % 61 + 1, r % 13 + 1
            if run["closed"] and r > 0:
                expect(f"run {r}", found[r], (instances, instances * cost))
            elif r > 0 and r in found and found[r][0] > instances:
                raise Failure(f"run {r}: {found[r]}")
            if not run["closed"] and r != last:
                raise Failure(f"run {r} of {last} is not closed")
        points = {p["run"]: p["partial"] for t in report(name).values() for p in t["points"]} if found else {}
        expect("partial", [r for r, p in points.items() if p],
               [last] if last in points and not log["runs"][last]["closed"] else [])


SCENES = {f.__name__: f for f in (service, recursions, threads, epochs, enders, forks, requests, signals, full,
                                  nothing, killed)}


def run(case, folder):
    SCENES[case[1]](folder, compile_scenes(folder))


def main():
    run_cases(run, [(f"runs/{name}", name) for name in sys.argv[1:] or SCENES])


if __name__ == "__main__":
    main()
