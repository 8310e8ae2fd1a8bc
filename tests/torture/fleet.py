#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Large fleets: 10^5 logs (GROUP=1000000: 10^6), one user with as many more, 1 % made
up, others damaged, twice there or partial at first.  Taken in by processes that are
killed at random, by SQLite and PostgreSQL; each log counts once, the planted answers
hold, both databases give the same report, and a log costs what it costs in a small
fleet.  Prints logs per second and the memory.
"""
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "intake")]
from harness import O, TOOL, Failure  # noqa: E402
from databases import Postgres, Sqlite  # noqa: E402
import run  # noqa: E402

LOGS = int(os.environ.get("TORTURE_GROUP") or 100000)
BUILD = "6275696c642d6f6e65"
PLANTED = {"linear": ("n", 1), "square": ("n^2", 2)}


def ingest(db, folder):
    begin = time.time()
    done = run.counts(run.tool("ingest", "-q", "--db", db, folder))
    return done, time.time() - begin


def interrupted(db, folder, draw):
    """Killed five times; how many logs it had taken by then is of no interest."""
    for _ in range(5):
        process = subprocess.Popen([TOOL, "ingest", "-q", "--db", db, folder],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(draw.uniform(0.1, 20))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def play(folder, logs, *options):
    os.mkdir(folder)
    done = subprocess.run([os.path.join(O, "tests", "fleet", "fleet"), "play", folder, str(logs),
                           *options], check=True, capture_output=True)
    return [int(n) for n in done.stdout.split()]


def judge(kind, good, db, small):
    of_all, seconds = ingest(db, "fleet")
    if of_all["taken"] + of_all["known"] < good:
        raise Failure(f"{of_all}, of {good} good logs")
    begin = time.time()
    answers = run.exponents(db, BUILD)
    for target, (cls, exponent) in PLANTED.items():
        got = answers[target]
        if got[0] != cls or abs(got[1] - exponent) > max(got[3] - got[2], 0.02):
            raise Failure(f"{target}: {got}, not {cls}")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"# {kind}: the rest of {good} logs in {seconds:.0f} s, report of a build in "
          f"{time.time() - begin:.0f} s, at most {memory} MB; a small fleet: {small:.2f} ms a log",
          flush=True)


def main():
    folder = tempfile.mkdtemp(prefix="algoprof-fleet.", dir=os.environ.get("TMPDIR"))
    os.chdir(folder)
    failed, draw, reports = 0, random.Random(3), []
    play("small", 1000)
    good = play("fleet", LOGS, "poison=0.01", "lies=0.05", "damage=0.01", "twice=0.01",
                f"whale={LOGS}")[0]
    for kind in (Sqlite, Postgres):
        databases = kind()
        try:
            small = ingest(databases.new(folder), "small")[1]
            db = databases.new(folder)
            interrupted(db, "fleet", draw)
            judge(kind.name, good, db, small)
            reports.append(run.tool("report", "--json", "--db", db, "--build", BUILD).stdout)
            run.same(reports[0], reports[-1], "reports of the databases")
            print(f"ok fleet/{kind.name}", flush=True)
        except Failure as failure:
            failed = 1
            print(f"not ok fleet/{kind.name}\n    {str(failure):.2000}", flush=True)
        finally:
            databases.stop()
    os.chdir("/")
    shutil.rmtree(folder)
    return failed


if __name__ == "__main__":
    sys.exit(main())
