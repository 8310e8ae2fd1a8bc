# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases of run.py: processes at once, killed ones, and databases that fail or are not ours."""
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import time

import steps
from harness import O, TOOL, Failure
from steps import case, counts, ingest, make, make_logs, report, same, tool, usable


@case
def killed_and_run_again(db, _folder):
    """Killed at random moments, each log is there exactly once in the end."""
    make_logs("logs")
    for i in range(60):
        make("logs", f"more{i}.aplog", "exact", 140 + i, "build", 3 + i, 8)
    draw = random.Random(1)
    for _ in range(8):
        ingesting = subprocess.Popen([TOOL, "ingest", "--db", db, "logs"], stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL)
        try:
            ingesting.wait(draw.uniform(0.001, 0.06))
        except subprocess.TimeoutExpired:
            ingesting.kill()
            ingesting.wait()
    done = ingest(db, "logs")
    logs = sorted(os.listdir("logs"))
    same(done["taken"] + done["known"], len(logs), "logs")
    same(report(*logs, cwd="logs"), report(db), "reports")


@case
def readers_are_killed(db, _folder):
    """By the kernel, say, since others take the machine's memory: no file's fault."""
    make_logs("logs")
    for i in range(60):
        make("logs", f"more{i}.aplog", "exact", 140 + i, "build", 3 + i, 8)
    ingesting = subprocess.Popen([TOOL, "ingest", "-q", "--db", db, "logs"], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL)
    killed = set()
    while len(killed) < 12 and ingesting.poll() is None:
        with open(f"/proc/{ingesting.pid}/task/{ingesting.pid}/children") as file:
            for reader in set(map(int, file.read().split())) - killed:
                os.kill(reader, signal.SIGKILL)
                killed.add(reader)
        time.sleep(0.01)
    done = counts(subprocess.CompletedProcess("", 0, ingesting.communicate()[0]))
    if len(killed) < 3:
        raise Failure(f"only {len(killed)} readers were killed")
    same(done["bad"], 0, "bad logs")
    again = ingest(db, "logs")
    logs = sorted(os.listdir("logs"))
    same([again["bad"], again["unread"], done["taken"] + again["taken"]], [0, 0, len(logs)], "bad, unread and taken")
    same(steps.DATABASES.sql(db, "SELECT count(*) FROM begun"), "0", "notes")
    same(report(*logs, cwd="logs"), report(db), "reports")


@case
def two_at_once(db, _folder):
    make_logs("logs")
    both = [subprocess.Popen([TOOL, "ingest", "--db", db, "logs"], stdout=subprocess.PIPE)
            for _ in range(2)]
    taken = sum(counts(subprocess.CompletedProcess(p.args, 0, p.communicate()[0]))["taken"]
                for p in both)
    same(taken, len(os.listdir("logs")), "logs taken by both")
    logs = sorted(os.listdir("logs"))
    same(report(*logs, cwd="logs"), report(db), "reports")


@case
def born_at_once(db, folder):
    """Several find no database and make it, each time a new one."""
    os.mkdir("logs")
    make("logs", "chain.aplog", "chain", 203)
    for _ in range(5):
        all_of_them = [subprocess.Popen([TOOL, "ingest", "--db", db, "logs"], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE) for _ in range(8)]
        said = [p.communicate() for p in all_of_them]
        same([p.returncode for p in all_of_them], [0] * 8, f"exit statuses; {said}")
        same(sum(counts(subprocess.CompletedProcess("", 0, out))["taken"] for out, _ in said), 1,
             "logs taken by all")
        db = steps.DATABASES.new(folder)
        if steps.DATABASES.name == "postgres":        # a server that someone has set so
            db += "&options=-c%20default_transaction_isolation%3Dserializable"


@case
def left_in_a_write(db, _folder):
    """Whose writer was killed in the middle of a commit: read at once, as it was before."""
    if steps.DATABASES.name != "sqlite":
        return                  # the server's matter: restarted covers it
    make_logs("logs")
    ingest(db, "logs")
    before = report(db)
    writer = os.fork()
    if writer == 0:
        connection = sqlite3.connect(db, isolation_level=None)
        for sql in ("PRAGMA cache_size = 1", "BEGIN", "UPDATE points SET cost = cost + 1",
                    "UPDATE logs SET name = 'x' || name, size = size + 1"):
            connection.execute(sql)
        os._exit(0)
    os.waitpid(writer, 0)
    if not os.path.exists(db + "-journal"):
        raise Failure("nothing was left in the middle of a write")
    same(before, report(db), "reports before and after")


@case
def unusable(db, _folder):
    """One line, exit status 3."""
    make_logs("logs")
    same(ingest(db, "logs")["taken"], 33, "logs taken")
    wrong = {"UPDATE algoprof_schema SET version = 99": "of a newer algoprof: schema 99",
             "DELETE FROM algoprof_schema": "no schema's version",
             "DROP TABLE algoprof_schema": "a database of something else"}
    for sql, why in wrong.items():
        steps.DATABASES.sql(db, sql)
        for command in (["ingest", "--db", db, "logs"], ["report", db], ["check", "--db", db]):
            lines = tool(*command, status=3).stderr.decode().splitlines()
            if why not in lines[0] or "password" in lines[0]:
                raise Failure(f"{command}: {lines}, not '{why}'")


@case
def unreachable(_db, folder):
    make_logs("logs")
    with open("text.db", "w") as out:
        out.write("this is no database, but a text that is long enough to be one\n" * 99)
    wrong = {"text.db": "is no database", "nowhere/x.db": "cannot be opened",
             f"postgresql://me:secret@/x?host={folder}": "No such file or directory",
             "postgresql://me:secret@localhost:1/x": "refused"}
    for name, why in wrong.items():
        error = tool("ingest", "--db", name, "logs", status=3).stderr.decode()
        if why not in error or "secret" in error or error.count("\n") != 1:
            raise Failure(f"{name}: {error!r}, not '{why}'")


@case
def without_libpq(_db, _folder):
    """It is loaded when it is needed: SQLite and logs go on without, and a wrong one is told."""
    make_logs("logs")
    os.mkdir("library")
    alone = {**os.environ, "LD_LIBRARY_PATH": os.path.abspath("library")}

    def run(*args):
        return subprocess.run([TOOL, *args], env=alone, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    open("library/libpq.so.5", "w").close()
    for expected in ("a PostgreSQL database needs libpq (Debian: libpq5): ", "libpq.so.5 has no PQclear: "):
        done = run("ingest", "--db", "postgresql://me:secret@/x", "logs")
        if done.returncode != 3 or expected not in done.stderr or done.stderr.count("\n") != 1 \
                or "secret" in done.stderr:
            raise Failure(f"{done.returncode}, {done.stderr!r}, not '{expected}'")
        done = run("ingest", "--db", "lite.db", "logs")
        if done.returncode != 0:
            raise Failure(f"SQLite: {done.returncode}, {done.stderr}")
        subprocess.run(["gcc", "-shared", "-o", "library/libpq.so.5", "-x", "c", os.devnull], check=True)


@case
def damaged_rows(db, _folder):
    """A row that is not what was written is told, and nothing is made of it."""
    make_logs("logs")
    ingest(db, "logs")
    zeros = "X'00112233445566778899'" if steps.DATABASES.name == "sqlite" else "'\\x00112233445566778899'"
    for table in ("points", "logs"):
        steps.DATABASES.sql(db, f"UPDATE {table} SET record = {zeros}")
        error = tool("report", db, status=3).stderr.decode()
        if "damaged record: checksum wrong" not in error:
            raise Failure(f"{table}: {error}")


@case
def no_room(db, _folder):
    """Of a batch that cannot be written nothing stays; later it all is taken."""
    if steps.DATABASES.name != "sqlite":
        return                  # the server's files are not ours: restarted covers it
    make_logs("logs")

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000))
    error = tool("ingest", "--db", db, "logs", status=3, preexec_fn=limit).stderr.decode()
    if "cannot be written" not in error and "full" not in error:
        raise Failure(error)
    same(ingest(db, "logs")["taken"], 33, "logs taken")
    same(report(*sorted(os.listdir("logs")), cwd="logs"), report(db), "reports")


@case
def restarted(db, _folder):
    """The server goes down in the middle of loading, several times."""
    if steps.DATABASES.name != "postgres":
        return                  # there is no server
    make_logs("logs")
    draw = random.Random(2)
    for _ in range(3):
        ingesting = subprocess.Popen([TOOL, "ingest", "--db", db, "logs"], stdout=subprocess.DEVNULL,
                                     stderr=subprocess.PIPE)
        time.sleep(draw.uniform(0.02, 0.3))
        steps.DATABASES.restart()
        error = ingesting.communicate()[1].decode()
        if ingesting.returncode not in (0, 3) or error.count("\n") > 1:
            raise Failure(f"exit status {ingesting.returncode}: {error}")
    ingest(db, "logs")
    same(report(*sorted(os.listdir("logs")), cwd="logs"), report(db), "reports")


@case
def many_processes(db, _folder):
    """By MPI: each file is one process's."""
    make_logs("logs")
    os.mkdir("twice")
    shutil.copy("logs/chain.aplog", "twice/chain.aplog")
    with open("logs/noise.aplog", "w") as out:
        out.write("noise")
    done = subprocess.run(
        ["mpirun", "-n", "4", "--oversubscribe", os.path.join(O, "algoprof-mpi"), "ingest", "-q",
         "--db", db, "logs", "twice"], stdin=subprocess.DEVNULL, capture_output=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
             "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    if done.returncode:
        raise Failure(done.stderr.decode())
    got = counts(done)
    same((got["files"], got["taken"], got["known"], got["bad"]), (35, 33, 1, 1), "counts of all")
    os.remove("logs/noise.aplog")
    same(usable(report(*sorted(os.listdir("logs")), cwd="logs"))[:1], usable(report(db))[:1],
         "reports")
