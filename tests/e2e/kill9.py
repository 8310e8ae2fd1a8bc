#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at random moments: each log that is there must be readable, by
logread.py and by algoprof dump alike, and what it says must be a prefix of the
truth: k instances begun, the iterations of the first k - 1 and at most those of
the k-th; and single instances exactly as they were.

    tests/e2e/kill9.py [KILLS [SEED]]
"""
import glob
import json
import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure, JOBS, SANFLAGS, TOOL, compile_to, execute, read_log, run_cases  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "steps.c")
PERIOD = [i * 7919 % 61 for i in range(61)]
SETTINGS = [("1", 1), ("auto", 1), ("2", 1), ("1", 2), ("auto", 3), ("1000", 1)]


def first(k):
    """Iterations of the first k instances."""
    return k // 61 * sum(PERIOD) + sum(PERIOD[:k % 61])


def check_log(log, threads):
    """How many instances it has, and whether its union is of fewer: a step into the file copies one page after the
    other, and a kill between the counter's and the union's leaves the union of the step before."""
    if log["header"]["state"] != "running":
        raise Failure(f"state {log['header']['state']}")
    for t in log["totals"]:
        # The moment may lie within an instance, begun and not yet through.
        k, cost = t["instances"], t["cost"]
        if threads == 1 and not first(k - 1) <= cost <= first(k):
            raise Failure(f"{k} instances have cost {cost}, not {first(k - 1)} to {first(k)}")
    total = sum(t["instances"] for t in log["totals"])
    for i in log["instances"]:
        where = f"instance {i['index']} of thread {i['thread']}"
        # Where the other thread has filled the log, the first pair has no sets either.
        counted = "counted" in i["flags"]
        if i["flags"] not in ([], ["first-pair"], ["stale"], ["counted"], ["first-pair", "counted"]):
            raise Failure(f"{where}: {i['flags']}")
        if i["cost"] != PERIOD[i["index"] % 61]:
            raise Failure(f"{where}: cost {i['cost']}, not {PERIOD[i['index'] % 61]}")
        if (i["total_instances"], i["total_cost"]) != (i["index"] + 1, first(i["index"] + 1)):
            raise Failure(f"{where}: {i['total_instances']} instances of cost {i['total_cost']} in all")
        if i["rms"] != 4 * i["cost"] or (i["thin"] == 0 and i["cells"] != (0 if counted else i["rms"])):
            raise Failure(f"{where}: size {i['rms']}, {i['cells']} cells")
        if threads == 1 and i["index"] >= total:
            raise Failure(f"{where} is not among the {total} counted")
    behind = False
    for union in log["unions"]:
        # Another thread may have had an instance in the union that it had not counted.
        behind |= threads == 1 and union["instances"] not in (0, total)
        if union["instances"] > total or union["cells"][0] > 4 * max(PERIOD):
            raise Failure(f"{union['instances']} of {total} instances read {union['cells'][0]} bytes")
    return total, behind


def check_tool(name, log):
    """The tool must read the log too, and find the same in it."""
    if not os.path.exists(TOOL):
        return
    status, output = execute([TOOL, "dump", "--json", name], merge=False)
    if status:
        raise Failure(f"dump: exit status {status}")
    dump = json.loads(output)
    told = [(t["site"], t["instances"], t["cost"]) for t in dump["totals"]]
    if told != [(t["site"], t["instances"], t["cost"]) for t in log["totals"]]:
        raise Failure(f"dump says {told}, logread {log['totals']}")
    if len(dump["instances"]) != len(log["instances"]):
        raise Failure(f"dump has {len(dump['instances'])} instances, logread {len(log['instances'])}")


def check(case, folder):
    """A share of the kills: rounds of start, wait, kill, read."""
    _, kills, seed = case
    rng = random.Random(seed)
    exe = os.path.join(folder, "steps")
    compile_to(exe, SOURCE, [("-O0", "-O2")[seed % 2]])
    logs = instances = behind = 0
    for kill in range(kills):
        rate, threads = SETTINGS[kill // 2 % len(SETTINGS)]
        env = {**os.environ, "ALGOPROF_LOG": os.path.join(folder, f"{kill}.aplog"), "ALGOPROF_RATE": rate,
               "ALGOPROF_BUDGET": "0", "ALGOPROF_MAX_LOG": rng.choice(["1M", "2M"])}
        name = env["ALGOPROF_LOG"]
        with subprocess.Popen([exe, str(threads)], env=env) as process:
            # Most moments shortly after the start, where the log is made, or after that: on
            # a slow machine all of the former may be too early.
            while kill % 2 and not os.path.exists(name) and process.poll() is None:
                time.sleep(0.0005)
            time.sleep(0.0005 * 200 ** rng.random() * (4 if SANFLAGS else 1))
            process.kill()
        if not os.path.exists(name):
            continue
        logs += 1
        log = read_log(name)
        try:
            total, is_behind = check_log(log, threads)
            check_tool(name, log)
        except Failure as failure:
            raise Failure(f"seed {seed}, kill {kill}, rate {rate}, {threads} threads: {failure}") from None
        instances += total
        behind += is_behind
        os.unlink(name)
        left = glob.glob(folder + "/*.aplog*")
        if left:
            raise Failure(f"files left: {left}")
    if behind > 1 + logs / 20:
        raise Failure(f"{behind} of {logs} logs have a union of fewer instances than are counted")
    if logs < kills / 2 or instances < 1000:
        raise Failure(f"{kills} kills left {logs} logs with {instances} instances: too few to tell")
    return f"ok {case[0]}: {logs} logs of {kills} kills, {instances} instances"


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    shares = max(JOBS, 4)
    run_cases(check, [(f"e2e/kill9 {n}", kills // shares, seed + n) for n in range(shares)])


main()
