#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the uploader shall round, what leaves the machine has two significant digits of
sizes and costs; and the answer stays.

    tests/field/rounded.py [test_NAME...]
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../tool/intake")]
import services  # noqa: E402
import steps  # noqa: E402
from field import Failure, Server, Spool, expect, main, unpack  # noqa: E402
from harness import TESTS, compile_to, execute, read_log  # noqa: E402

# Of a dump: what is a size or a cost, in all its objects.
ROUND = {"cost", "total_cost", "rms", "cells", "external", "longest", "user_size", "calls",
         "start_ns", "process_ns", "traced_ns", "input_bytes"}


def is_round(number):
    return len(str(number).rstrip("0")) <= 2


def check_round(where, value):
    """How many numbers were looked at; `calls` and so on may be of several."""
    if isinstance(value, dict):
        return sum(check_round(f"{where}.{key}", item) if key in ROUND or isinstance(item, (dict, list)) else 0
                   for key, item in value.items())
    if isinstance(value, list):
        return sum(check_round(where, item) for item in value if isinstance(item, (dict, list)))
    if isinstance(value, int) and not isinstance(value, bool) and not is_round(value):
        raise Failure(f"{where} is {value}")
    return 1


def upload(spool, folder, *options):
    """What came, unpacked, in a folder of that name."""
    os.mkdir(folder)
    with Server(spool) as server:
        spool.upload("-u", server.url, *options, "words")
        for name, packed in server.objects.items():
            with open(os.path.join(folder, name[:-4]), "wb") as out:
                out.write(unpack(packed))
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def make_spool(folder):
    """Loops and recursions, exact and sampled, of two builds, killed and whole."""
    spool = Spool(folder)
    logs = os.path.join(folder, "logs")
    steps.make_logs(logs)
    for number, name in enumerate(sorted(os.listdir(logs))):
        with open(os.path.join(logs, name), "rb") as file:
            spool.add(number, file.read())
    return spool, logs


def fits(folder):
    report = json.loads(steps.tool("report", "--json", "--estimator=pair", folder).stdout)
    return {f"{t['build']} {t['name']}": t for t in report["targets"]}


def check_answers(exact, rounded):
    """Each size and cost within a tenth, or two of sums; each exponent within what that may make of it."""
    expect("targets", sorted(rounded), sorted(exact))
    for key, target in exact.items():
        other = rounded[key]
        expect(f"runs of {key}", other["runs"], target["runs"])
        expect(f"{key} warns", "rounded" in json.dumps(other["points"]), True)
        for what in "size", "cost":
            found = [sorted(p[what] for p in t["points"] if p["exact"]) for t in (target, other)]
            expect(f"exact points of {key}", len(found[1]), len(found[0]))
            for a, b in zip(*found):
                if not .79 * a <= b <= 1.21 * a:
                    raise Failure(f"{what} of {key}: {b}, not about {a}")
        a, b = target["fit"]["exponent"], other["fit"]["exponent"]
        if a is not None and b is not None and abs(a - b) > 0.2:
            raise Failure(f"exponent of {key}: {b}, not about {a}")


def test_two_digits(folder):
    spool, logs = make_spool(folder)
    came = upload(spool, os.path.join(folder, "came"), "--round")
    expect("logs that came", len(came), len(os.listdir(logs)))
    numbers = 0
    for path in came:
        dump = json.loads(steps.tool("dump", "--json", path).stdout)
        expect("flags", "rounded" in dump["header"]["flags"], True)
        # Sums have more digits than what is summed: over threads, and of instances in short.
        del dump["totals"], dump["pairs"]
        for instance in dump["instances"]:
            if "counted" in instance["flags"]:
                del instance["total_cost"]
        numbers += check_round(os.path.basename(path), dump)
        read_log(path)                          # which another reader understands, too
    if numbers < 1000:
        raise Failure(f"only {numbers} numbers")
    expect("the same numbers of the logs as they are", all_round(logs), False)
    check_answers(fits(logs), fits(os.path.join(folder, "came")))


def all_round(logs):
    try:
        for name in os.listdir(logs):
            check_round(name, json.loads(steps.tool("dump", "--json", os.path.join(logs, name)).stdout)["instances"])
    except Failure:
        return False
    return True


def test_by_the_operator(folder):
    """As by the option; the spool's own log is not changed, and a dry run shows what goes."""
    spool, _ = make_spool(folder)
    before = spool.unsent()
    os.mkdir(os.path.join(folder, "shown"))
    spool.upload("--dry-run", "--dump-to", os.path.join(folder, "shown"), "--round", "-u", "http://127.0.0.1:1/", "words")
    expect("logs in the spool", spool.unsent(), before)
    with open(os.path.join(spool.conf, "all.conf"), "w", encoding="ascii") as out:
        out.write("round = yes\n")
    came = upload(spool, os.path.join(folder, "came"))
    shown = sorted(os.listdir(os.path.join(folder, "shown")))
    expect("objects", [os.path.basename(path) + ".zst" for path in came], shown)
    with open(os.path.join(spool.conf, "all.conf"), "w", encoding="ascii") as out:
        out.write("round = perhaps\n")
    output = spool.upload("-u", "http://127.0.0.1:1/", "words", status=3)
    expect("a word that is none", "all.conf:1: cannot be understood" in output, True)


def test_strides(folder):
    """Sets of elements with equal gaps: of a real program, whose columns have all lengths."""
    spool = Spool(folder)
    exe, log = os.path.join(folder, "columns"), os.path.join(folder, "columns.aplog")
    compile_to(exe, os.path.join(TESTS, "judged/exact/columns.c"), ["-O2"])
    execute([exe], {"ALGOPROF_LOG": log, "ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"})
    with open(log, "rb") as file:
        spool.add(1, file.read())
    came, = upload(spool, os.path.join(folder, "came"), "--round")
    exact, rounded = (read_log(path)["instances"] for path in (log, came))
    expect("instances", len(rounded), len(exact))
    several = 0
    for a, b in zip(exact, rounded):
        cells = sum(n for _, _, n in b["set"])
        expect("cells", cells, b["rms"])
        if not is_round(cells) or not .9 * a["rms"] <= cells <= a["rms"]:
            raise Failure(f"{cells} cells, of {a['rms']}")
        several += a["rms"] != cells
    if several < 10:
        raise Failure(f"only {several} sets were cut")


def test_in_short(folder):
    """Instances whose sets are counted only, and their union: still exact, but for the digits."""
    spool = Spool(folder)
    exe, log = os.path.join(folder, "exact"), os.path.join(folder, "exact.aplog")
    compile_to(exe, os.path.join(TESTS, "e2e/exact.c"), ["-O2", "-pthread", "-I" + os.path.join(TESTS, "../include")])
    execute([exe, "random", "40000"], {"ALGOPROF_LOG": log, "ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0",
                                       "ALGOPROF_MAX_LOG": "1M"})
    with open(log, "rb") as file:
        spool.add(1, file.read())
    came, = upload(spool, os.path.join(folder, "came"), "--round")
    exact, rounded = read_log(log), read_log(came)
    expect("instances", len(rounded["instances"]), 40000)
    short = [i for i in rounded["instances"] if "counted" in i["flags"]]
    if len(short) < 1000:
        raise Failure(f"only {len(short)} in short")
    for i in short:
        if not is_round(i["cost"]) or not is_round(i["rms"]):
            raise Failure(f"cost {i['cost']}, rms {i['rms']}")
    before, all_read = exact["unions"][0]["cells"], rounded["unions"][0]["cells"]
    if not all(map(is_round, all_read)) or not all(.9 * a <= b <= a for a, b in zip(before, all_read)):
        raise Failure(f"union {all_read} of {before}")
    point, = json.loads(steps.tool("report", "--json", came).stdout)["targets"][0]["points"]
    expect("exact, size", [point["exact"], point["size"]], [True, all_read[0]])


def test_closed_runs(folder):
    """Of a service that does not end, too."""
    with services.Service(folder) as service, Server(service.spool) as server:
        service.requests(103, 207, 305)
        service.after(services.DAY + 60)
        service.spool.upload("--round", "-u", server.url, "words")
        expect("objects", len(server.requests), 1)
        told, log = service.dump(unpack(server.requests[0].body))
        for totals in services.totals(told), services.totals(log):
            expect("costs", [cost for _, cost in totals], [11000, 43000])
        del told["totals"], told["pairs"]
        check_round("closed runs", told)


def test_damaged(folder):
    """Of what cannot be read nothing leaves unrounded."""
    spool = Spool(folder)
    steps.make(folder, "log", "pairs", 5, 20, 1000, 64, 8)
    with open(os.path.join(folder, "log"), "rb") as file:
        log = bytearray(file.read())
    log[4096 + 40] ^= 1
    spool.add(1, bytes(log))
    with Server(spool) as server:
        spool.upload("--round", "-u", server.url, "words", status=3)
        expect("requests", len(server.requests), 0)
    expect("given up", list(spool.given_up().values()), ["not-a-log"])


if __name__ == "__main__":
    main("field/rounded")
