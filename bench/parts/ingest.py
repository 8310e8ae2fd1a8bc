# SPDX-License-Identifier: GPL-3.0-or-later
"""logs a second of ingest, by one thread and by two, into SQLite and PostgreSQL

Logs are of tests/tool/fleet: about 1 kB as they come, three targets, one of them sampled.  By the
clock is what a machine gives that does nothing else; by CPU time (of the busiest thread and, for
PostgreSQL, its server) what it would have given, on one where others are at work.
"""
import os
import shutil
import subprocess
import sys
import time

from common import BENCH, folder, run, table

LOGS, ROUNDS = 10000, 3


def cpu_times(pid):
    """Of each of its threads, in seconds."""
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/schedstat" % (pid, task), encoding="ascii") as file:
            yield int(file.read().split()[0]) / 1e9


def ingest(build, databases, db, logs, threads):
    """(seconds by the clock, seconds of CPU of the busiest thread and the server)"""
    busiest, server, start = 0, databases.cpu(), time.monotonic()
    child = subprocess.Popen([os.path.join(build, "algoprof"), "ingest", "-q", "--db", db, logs], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             env={**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"})
    while child.poll() is None:
        try:
            busiest = max(busiest, *cpu_times(child.pid), 0)
        except (OSError, IndexError):
            pass                # a thread, or all of it, ended
        time.sleep(0.01)
    if child.returncode:
        sys.exit("bench: ingest ends with %d" % child.returncode)
    return time.monotonic() - start, busiest + databases.cpu() - server


def measure(build, _):
    os.environ["O"] = os.path.abspath(build)
    sys.path[:0] = [os.path.join(os.path.dirname(BENCH), "tests", "tool", "intake")]
    from databases import Postgres, Sqlite      # what they need is only installed for this part
    out = folder(build, "ingest")
    logs = os.path.join(out, "logs")
    shutil.rmtree(logs, ignore_errors=True)
    os.mkdir(logs)
    run([os.path.join(build, "tests/tool/fleet/fleet"), "play", logs, str(LOGS)])
    rows = []
    for kind in (Sqlite, Postgres):
        databases = kind()
        try:
            for threads in (1, 2):
                best = [LOGS / min(times) for times in zip(*(
                    ingest(build, databases, databases.new(out), logs, threads) for _ in range(ROUNDS)))]
                rows.append((databases.name, threads, "%.0f" % best[0], "%.0f" % best[1]))
        finally:
            databases.stop()
    shutil.rmtree(out)
    table("%d logs, best of %d" % (LOGS, ROUNDS), ("database", "threads", "logs/s by the clock", "logs/s by CPU time"), rows)
