#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a shipped program's logs say beside their targets: labels, the client, the profiler's own
cost; and what a log holds while it is written, and after a flush.

    tests/field/spool/contents.py [NAME...]
"""
import json
import os
import re
import signal
import sys
import time

from shipped import WORKED, Failure, User, compile_app, counts, execute, read_log, TOOL
from harness import run_cases


def labels(folder, exe):
    """In the log, its dump and its report; given before consent, changed, removed, the parent's."""
    user = User(folder, exe)
    user.put("client", f"0123456789abcdef0123456789abcdef {time.time():.0f}\n")
    user.expect(b"label 0\nlabel 0\nlabel 0\nlabel 0\ngive 0\n" + WORKED + b"label 0\nlabel 0\nlabel 0\nflush 0\n",
                "label:version=2.0", "label:plain words", "label:gone=x", "label:gone=", "give", "work", "label:config=debug",
                "label:version=2.1", "label:config=release", "flush")
    expected = {"version": "2.1", "": "plain words", "config": "release"}
    log = user.check_spool(1)[0]
    status, output = execute([TOOL, "dump", "--json", user.logs()[0]], merge=False)
    for told in log, json.loads(output):
        if told["labels"] != expected or told["client"] != "0123456789abcdef" * 2:
            raise Failure(f"labels {told['labels']}, client {told['client']}")
        spent = told["profiling"]
        if not 0 < spent["start_ns"] < 10 ** 10 or not 0 < spent["traced_ns"] < 10 ** 10 or not spent["process_ns"]:
            raise Failure(f"profiling cost {spent}")
    status, output = execute([TOOL, "report", "--json", user.logs()[0]], merge=False)
    told = json.loads(output)["targets"][0]["points"][0]["label"]
    if told != "plain words config=release version=2.1":
        raise Failure(f"the report's label: {told}")
    status, output = execute([TOOL, "report", "--target=sum", user.logs()[0]], merge=False)
    if not re.search(rb"profiling +[0-9.e+-]+ % of the CPU time, start", output):
        raise Failure(f"report --target: {output.decode()}")
    os.unlink(user.logs()[0])
    user.expect(b"label -1\nlabel -1\nlabel 0\n" + WORKED, "label:a b=x", "label:x=" + "y" * 201, "label:x=" + "y" * 200,
                "fork", "work")
    for log in user.check_spool(2):
        if log["labels"] != {"x": "y" * 200}:
            raise Failure(f"a forked child's or its parent's: {log['labels']}")
    user.expect(b"label 0\n" * 32 + b"label -1\n" + b"label 0\n" * 9, *[f"label:k{i}=t" for i in range(33)],
                *[f"label:k1=t{i}" for i in range(9)])
    user.expect(b"", env={})
    for log in user.check_spool(4):
        if log["labels"].get("k1") not in (None, "t8") or len(log["labels"]) not in (0, 1, 32):
            raise Failure(f"labels {log['labels']}")


def client(folder, exe):
    """Only of those who agreed to it, and no longer than 90 days, whether an uploader runs or not."""
    user = User(folder, exe)
    user.consent()
    day, now, name = 86400, int(time.time()), "0123456789abcdef" * 2
    for number, (text, there) in enumerate([
            (None, False), ("", False), (f"{name} {now}\n", True), (f"{name} {now - 89 * day}\n", True),
            (f"{name} {now - 91 * day}\n", False), (f"{name} {now + 2 * day}\n", False), (f"{name}\n", False),
            (f"{name} x\n", False), (f"{name}0 {now}\n", False), (f"{name.upper()} {now}\n", False),
            (f"{name} {now}x\n", False), (f"{name} 99999999999999999999999\n", False), (f"{name[1:]} {now}\n", False)]):
        if text is not None:
            user.put("client", text)
        before = set(user.logs())
        user.expect(b"")
        (log,) = set(user.logs()) - before
        if read_log(log)["client"] != (name if there else None):
            raise Failure(f"with {text!r}: {read_log(log)['client']}")
    os.unlink(os.path.join(user.spool, "client"))
    os.symlink("consent", os.path.join(user.spool, "client"))
    user.expect(b"")


def own_cost(folder, exe):
    """What profiling cost is told at the start, after pairs, and at the end; so a killed
    process's log tells it too.  Without a budget nobody measures it in between."""
    for end, status, rate, budget in (("kill", -signal.SIGKILL, "auto", "1"), ("kill", -signal.SIGKILL, "1", "100"),
                                      ("exit3", 3, "1", "100"), ("exit3", 3, "1", "0"), ("kill", -signal.SIGKILL, "1", "0")):
        env = {"ALGOPROF_RATE": rate, "ALGOPROF_BUDGET": budget}
        user = User(folder, exe, f"home{end}{rate}{budget}")
        user.consent()
        user.expect(WORKED, "work", end, status=status, env=env)
        path = (user.logs() + user.logs("run"))[0]
        told, traced = read_log(path)["profiling"], len(read_log(path)["instances"])
        _, dump = execute([TOOL, "dump", "--json", path], merge=False)
        starts = sum(s["starts"] for s in json.loads(dump)["samplers"])
        # At the start and the end; a first instance; each pair, also those that were dropped.
        most = 2 + (budget != "0") * (1 + starts)
        if told["order"] > most:
            raise Failure(f"{end}, rate {rate}, budget {budget}: told {told['order']} times of {traced} instances")
        known = (told["traced_ns"], told["process_ns"]) if budget != "0" else (1, end == "kill" or told["process_ns"])
        if not told["start_ns"] or not all(known) or (budget == "0" and told["traced_ns"] is not None):
            raise Failure(f"{end}, rate {rate}, budget {budget}: {told}")


def while_written(folder, exe):
    """dump reads the log of a process that runs: a moment of it."""
    user = User(folder, exe)
    user.consent()
    process = user.start("forever")
    seen = 0
    for _ in range(1000):
        live = user.logs("run")
        if not live:
            time.sleep(0.01)
            continue
        log = read_log(live[0])
        status, _ = execute([TOOL, "dump", "--json", live[0]], merge=False)
        if status:
            raise Failure(f"dump: {status}")
        instances, cost = counts(log)
        if instances and not 50 * instances - 50 <= cost <= 50 * instances:
            raise Failure(f"{instances} instances of cost {cost}")
        seen += bool(instances)
        if seen == 12:
            break
    process.kill()
    process.communicate(timeout=60)
    if seen < 12:
        raise Failure(f"read {seen} times while it ran")


def flushed(folder, exe):
    """The log of a process that goes on has all until then, and the disk has it."""
    user = User(folder, exe)
    user.consent()
    trace = os.path.join(user.cwd, "trace")
    process = user.start("work", "flush", "wait", wrapper=["strace", "-qq", "-o", trace, "-e", "trace=msync,write"])
    expected = [WORKED, b"flush 0\n", b"waiting\n"]
    said = [process.stdout.readline() for _ in expected]
    log = read_log(user.logs("run")[0])
    process.communicate(b"\n", timeout=60)
    with open(trace, encoding="utf-8") as file:
        calls = [line for line in file if line.startswith(("msync", "write(1"))]
    os.unlink(trace)
    if said != expected or counts(log) != (1000, 50000) or log["header"]["state"] != "running":
        raise Failure(f"{said}, counts {counts(log)}, {log['header']['state']}")
    if not re.match(r"msync\(0x[0-9a-f]+, \d+, MS_SYNC\) += 0", calls[0]):
        raise Failure(f"calls {calls}")
    user.check_spool(1)


def size(folder, exe):
    """What somebody says by ALGOPROF_SIZE stays on the machine."""
    user = User(folder, exe)
    user.consent()
    user.expect(WORKED, "work", env={"ALGOPROF_SIZE": "424242"})
    runs = user.check_spool(1)[0]["runs"]
    if [(r["user_size"], r["end_flags"]) for r in runs] not in ([(None, [])],):
        raise Failure(f"runs {runs}")


TESTS = [labels, client, own_cost, while_written, flushed, size]


def work(case, folder):
    _, test, flags = case
    test(folder, compile_app(folder, flags))


def main():
    cases = [("spool/contents " + test.__name__, test, []) for test in TESTS]
    chosen = sys.argv[1:]
    run_cases(work, [c for c in cases if not chosen or any(name in c[0] for name in chosen)])


if __name__ == "__main__":
    main()
