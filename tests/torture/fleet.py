#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A large fleet: 10^5 logs (GROUP=1000000: 10^6), and 10^5 more of one user, whose loop is
another; 1 % made up, others damaged, twice there, partial at first or with a clock that lies.
Logs are made, taken in and removed some thousands at a time, by SQLite and by PostgreSQL; some
ingests are killed.  Each log counts once, the planted answers hold, both databases give the
same report.  Prints what a log costs at 10^3, 10^4, 10^5 ..., and how many a second that is.

What is done stands in $O/torture (PostgreSQL's data in the temporary folder until it is done):
stopped, it goes on from there.  TORTURE_MINUTES: stop then.
"""
import collections
import csv
import glob
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../lib"), os.path.join(HERE, "../tool/intake")]
from harness import O, TOOL, Failure  # noqa: E402
from databases import Postgres, Sqlite  # noqa: E402
import steps  # noqa: E402
import long_suites  # noqa: E402

LOGS = int(long_suites.GROUP or 100000)
WHALE, CHUNK = min(LOGS, 100000), 10000
MOST_MB = 8192                  # of a report: half of a laptop's
OPTIONS = ["poison=0.01", "lies=0.05", "damage=0.01", "twice=0.01", f"whale={WHALE}"]
BUILD = "6275696c642d6f6e65"
PLANTED = {"linear": ("n", 1), "square": ("n^2", 2)}
FLEET = os.path.join(O, "tests/tool/fleet/fleet")
END = time.monotonic() + 60 * long_suites.MINUTES


class Stopped(Exception):
    """For this time."""


def play(folder, begin, end):
    """(good, bad) of these logs."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    done = subprocess.run([FLEET, "play", folder, str(LOGS), *OPTIONS, f"from={begin}", f"to={end}"],
                          check=True, capture_output=True)
    return [int(n) for n in done.stdout.split()][:2]


class Measured:
    """A command that has ended: its output, seconds of CPU, of all threads and of the busiest
    one, and MB of memory (what wait4 tells of that is also of who began it)."""
    def __init__(self, command, threads):
        self.path = self.mb = 0
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
            process = subprocess.Popen(command, stdout=out, stderr=said, env={
                **os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"})
            while True:
                self.look(process.pid)
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                time.sleep(0.02)
            out.seek(0)
            said.seek(0)
            self.output = out.read()
            if status:
                raise Failure(f"{' '.join(command)}: ends with {status}: {said.read()!r:.2000}")
        self.cpu = usage.ru_utime + usage.ru_stime
        if threads == 1:
            self.path = self.cpu

    def look(self, pid):
        try:
            with open(f"/proc/{pid}/status") as file:
                self.mb = max(self.mb, *(int(line.split()[1]) // 1024 for line in file
                                         if line.startswith("VmHWM")), 0)
            for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
                with open(path) as file:
                    self.path = max(self.path, int(file.read().split()[0]) / 1e9)
        except (OSError, IndexError):
            pass                # it, or a thread, ended


def ingest(databases, db, folder, threads=2):
    """Its counts; seconds of CPU in all, and how long it took had no one else been there: the
    server works while the busiest thread waits; MB of memory."""
    server = databases.cpu()
    done = Measured([TOOL, "ingest", "-q", "--remove", "--db", db, folder], threads)
    server = databases.cpu() - server
    counts = steps.counts(subprocess.CompletedProcess("", 0, done.output))
    return counts, done.cpu + server, done.path + server, done.mb


def kill_one(db, folder, draw):
    process = subprocess.Popen([TOOL, "ingest", "-q", "--db", db, folder], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.wait(draw.uniform(0.05, 5))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def chunks():
    bounds = [0, *(n for n in (1000, CHUNK) if n < LOGS), *range(2 * CHUNK, LOGS, CHUNK),
              *range(LOGS, LOGS + WHALE, CHUNK), LOGS + WHALE]
    return list(zip(bounds, bounds[1:]))


class State:
    """What is done of one database, in a file."""
    def __init__(self, folder):
        self.path = os.path.join(folder, "state")
        self.values = {"next": 0, "good": 0, "bad": 0, "costs": [], "mb": 0, "rates": {}, "said": ""}
        if os.path.exists(self.path):
            with open(self.path) as file:
                self.values = json.load(file)

    def __getitem__(self, key):
        return self.values[key]

    def save(self, **values):
        self.values.update(values)
        with open(self.path + ".new", "w") as file:
            json.dump(self.values, file)
        os.replace(self.path + ".new", self.path)


def take_rates(databases, state, folder):
    """Of 10^4 logs in a new database, on 1 and 2 cores."""
    rates = dict(state["rates"])
    for threads in (1, 2):
        if str(threads) in rates:
            continue
        play("logs", 0, min(CHUNK, LOGS))
        counts, cpu, path, _ = ingest(databases, databases.new(folder), "logs", threads)
        rates[str(threads)] = [counts["taken"] / path, 1000 * cpu / counts["taken"]]
        state.save(rates=rates)


def take_all(databases, state, db):
    draw = random.Random(3)
    todo = chunks()
    killed = {draw.randrange(min(3, len(todo) - 1), len(todo)) for _ in range(5)}
    while state["next"] < len(todo):
        if time.monotonic() > END:
            raise Stopped(f"{todo[state['next']][0]} logs are done")
        begin, end = todo[state["next"]]
        good, bad = play("logs", begin, end)
        if state["next"] in killed:
            kill_one(db, "logs", random.Random(begin))
        counts, cpu, _, mb = ingest(databases, db, "logs")
        if counts["bad"] + counts["bad before"] != bad or counts["unread"]:
            raise Failure(f"{counts}, of {good} good logs and {bad} bad ones")
        costs = state["costs"]
        if counts["taken"] == good:         # all in this process
            costs = costs + [[end, 1000 * cpu / good]]
        state.save(next=state["next"] + 1, good=state["good"] + good, bad=state["bad"] + bad,
                   costs=costs, mb=max(mb, state["mb"]))
    for table, wanted in (("logs", state["good"]), ("quarantine", state["bad"])):
        steps.same(int(databases.sql(db, f"SELECT count(*) FROM {table}")), wanted, f"rows of {table}")


def judge(db):
    """(hash of the reports, a line on them): of the build that the one user has, too.  As text
    and as a table: the runs of 10^6 logs are too many for Python to read as JSON."""
    text, table = (Measured([TOOL, "report", *form, "--db", db, "--build", BUILD], 2)
                   for form in ([], ["--csv"]))
    fits, runs = {}, collections.Counter()
    for row in csv.DictReader(table.output.decode().splitlines()):
        fits[row["name"]] = (row["class"], float(row["exponent"] or "nan"))
        runs[row["name"]] += 1
    for target, (cls, exponent) in PLANTED.items():
        if fits[target][0] != cls or not abs(fits[target][1] - exponent) < 0.02:
            raise Failure(f"{target}: {fits[target]}, not {cls}\n{text.output.decode()}")
    mb = max(text.mb, table.mb)
    if mb > MOST_MB:
        raise Failure(f"a report takes {mb} MB")
    return hashlib.sha256(text.output + table.output).hexdigest(), \
        f"report of {runs['square']} runs: {text.cpu:.0f} s of CPU, {mb} MB"


def told(kind, state, of_report):
    rates, costs = state["rates"], state["costs"]
    # The first chunk that reached each power of ten, and the last one.
    powers = [next((cost for cost in costs if cost[0] >= 10 ** k), None) for k in range(3, 8)]
    shown = [cost for cost in powers if cost] + costs[-1:]
    return (f"# {kind}: {state['good']} logs, {state['bad']} bad; logs/s without other load: "
            f"{rates['1'][0]:.0f} on 1 core, {rates['2'][0]:.0f} on 2; ms of CPU for a log: " +
            ", ".join(f"{ms:.2f} up to {n}" for n, ms in shown) +
            f"; ingest takes {state['mb']} MB; {of_report}")


def one_kind(make, folder, reports):
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    state = State(folder)
    if not state["said"]:
        databases = make()
        try:
            take_rates(databases, state, folder)
            take_all(databases, state, databases.whole)
            report, of_report = judge(databases.whole)
        finally:
            databases.stop(keep=True)
        state.save(report=report, said=told(databases.name, state, of_report))
    databases_gone(folder)
    reports.append(state["report"])
    steps.same(reports[0], reports[-1], "reports of the databases")
    return state["said"]


def postgres_folder(folder):
    """Where its user may come to, and by a path short enough for a socket."""
    name = hashlib.sha256(folder.encode()).hexdigest()[:12]
    return os.path.join(tempfile.gettempdir(), f"algoprof-fleet.{name}")


def databases_gone(folder):
    for path in glob.glob(os.path.join(folder, "*.db*")):
        os.remove(path)
    shutil.rmtree(os.path.join(folder, "logs"), ignore_errors=True)
    shutil.rmtree(postgres_folder(folder), ignore_errors=True)


def sqlite(folder):
    databases = Sqlite()
    databases.whole = os.path.join(folder, "whole.db")
    for path in glob.glob(os.path.join(folder, "[0-9]*.db*")):
        os.remove(path)         # a rate's that was stopped
    return databases


def postgres(folder):
    databases = Postgres(postgres_folder(folder))
    names = databases.sql("postgres", "SELECT datname FROM pg_database").split()
    for name in names:
        if re.fullmatch(r"d\d+_\d+", name):      # a rate's that was stopped
            databases.sql("postgres", f"DROP DATABASE {name}")
    if "whole" not in names:
        databases.sql("postgres", "CREATE DATABASE whole")
    databases.whole = databases.url("whole")
    return databases


def main():
    top = os.path.join(O, "torture", f"fleet.{long_suites.stamp([TOOL, FLEET])}.{LOGS}")
    failed, reports = 0, []
    for kind, make in (("sqlite", sqlite), ("postgres", postgres)):
        folder = os.path.join(top, kind)
        try:
            said = one_kind(lambda: make(folder), folder, reports)
            print(f"ok fleet/{kind}\n{said}", flush=True)
        except Stopped as where:
            print(f"ok fleet/{kind} so far\n# {kind}: {where}", flush=True)
            break
        except Failure as failure:
            failed = 1
            print(f"not ok fleet/{kind}\n    {str(failure):.2000}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
