#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs, uploader, nginx, ingest and PostgreSQL, each killed KILLS times at random
moments, a receiver that answers badly, and logs that lost what was not yet on the disk:
afterwards each log that a program left is in the database once, or still in the spool, or
counted as given up or as bad, with a reason.

    tests/field/chain.py [KILLS [SEED [DATABASE]]]
"""
import collections
import os
import random
import sqlite3
import struct
import subprocess
import sys
import time

from xxhash import xxh3_64_intdigest as xxh3_64

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../tool/intake")]
from databases import Postgres, Sqlite  # noqa: E402
from faults import kill_nginx, known  # noqa: E402
from field import FAKE, ROOT, Failure, Nginx, Server, Spool, expect, hash_of, run_cases  # noqa: E402
from harness import TOOL, compile_to  # noqa: E402

KILLS, SEED, DATABASES = 2, 1, ["sqlite"]


def log_length(log):
    """The bytes that the commit which holds covers; None if there is none."""
    if len(log) < 4096 or xxh3_64(log[:184]) != int.from_bytes(log[184:192], "little"):
        return None
    commits = [struct.unpack("<QQQQQ", log[at:at + 40]) for at in (192, 256)]
    valid = [(c[0], c[1]) for at, c in zip((192, 256), commits) if c[0] and xxh3_64(log[at:at + 32]) == c[4]]
    used = max(valid)[1] if valid else 0
    return used if 4096 <= used <= len(log) else None


class Chain:
    def __init__(self, folder, database, rng):
        self.rng, self.folder, self.database = rng, folder, database
        self.spool = Spool(folder, start=int(time.time()))
        self.program = os.path.join(folder, "words")
        compile_to(self.program, os.path.join(ROOT, "examples/word-lower/main.cc"),
                   ["-O2", "-g", "-fplugin-arg-algoprof-spool=words"])
        self.db = database.new(folder)
        self.left = {}          # {id in the spool: hash, or None for what is no log}
        self.spoilt = set()     # hashes of logs that lost some pages
        self.kills, self.answers = collections.Counter(), collections.Counter()

    # What programs leave.

    def environment(self):
        return {**self.spool.environment(), "ALGOPROF_BUDGET": "0"}

    def start_program(self):
        return subprocess.Popen([self.program, str(self.rng.randrange(300, 3000))], env=self.environment(),
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def note(self):
        """Logs of which the program has ended."""
        for folder in ("run", "out"):
            for name in os.listdir(self.spool.file(folder)):
                if name[:32] not in self.left:
                    with open(self.spool.file(folder, name), "rb") as file:
                        log = file.read()
                    size = log_length(log)
                    self.left[name[:32]] = hash_of(log[:size]) if size else None

    def program_runs(self):
        expect("program", self.start_program().wait(), 0)
        self.note()

    def program_is_killed(self):
        process = self.start_program()
        time.sleep(self.rng.random() * 0.02)
        process.kill()
        process.wait()
        self.kills["program"] += 1

    def program_dies(self):
        self.program_is_killed()
        self.note()

    def machine_dies(self):
        """As a program does; and of its file some pages, or the end, never were written."""
        before = set(os.listdir(self.spool.file("run")))
        self.program_is_killed()
        for name in set(os.listdir(self.spool.file("run"))) - before:
            with open(self.spool.file("run", name), "r+b") as file:
                pages = os.fstat(file.fileno()).st_size // 4096
                if self.rng.randrange(2):
                    file.truncate(4096 * self.rng.randrange(pages))
                else:
                    file.seek(4096 * self.rng.randrange(min(pages, 8)))
                    file.write(bytes(4096))
            self.note()
            self.spoilt.add(self.left[name[:32]])
        self.note()

    # What carries them.

    def killed(self, command, what):
        process = subprocess.Popen(command, env=self.environment(), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.rng.random() * 0.06)
        what(process)
        process.wait()
        self.spool.set_clock(self.spool.clock() + 1000)

    def ingest_command(self):
        """What is taken in is moved away or not: then it may come again."""
        move = [["--remove"], []][self.rng.randrange(2)]
        return [TOOL, "ingest", "-q", "--db", self.db, *move, os.path.join(self.nginx.folder, "objects")]

    def uploader_dies(self):
        self.kills["uploader"] += 1
        self.killed([FAKE, "-u", self.nginx.url], lambda process: process.kill())

    def receiver_dies(self):
        def kill(_):
            kill_nginx(self.nginx)
            self.nginx.start_again()
        self.kills["receiver"] += 1
        self.killed([FAKE, "-u", self.nginx.url], kill)

    def receiver_is_unkind(self):
        """What it takes it keeps, whatever it says."""
        answers = self.rng.choices([201, 204, 500, 503, 413, 429, (429, {"Retry-After": "5"}, ""), "cut",
                                    "cut-after"], k=6)
        with Server(script=answers, usual=500) as server:
            subprocess.run([FAKE, "-u", server.url], env=self.environment(), stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            self.answers.update(str(a[0] if isinstance(a, tuple) else a) for a in answers[:len(server.requests)])
            for name, content in server.objects.items():
                path = os.path.join(self.nginx.folder, "objects", name)
                if not os.path.exists(path):
                    with open(path, "wb") as out:
                        out.write(content)
        self.spool.set_clock(self.spool.clock() + 1000)

    def calm(self):
        """An hour without trouble, before the spool is full: on a slow machine few objects
        go between two kills."""
        self.spool.set_clock(self.spool.clock() + 9 * 3600)
        subprocess.run([FAKE, "-u", self.nginx.url], env=self.environment(), check=False, stdin=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def ingest_dies(self):
        self.kills["ingest"] += 1
        self.killed(self.ingest_command(), lambda process: process.kill())

    def database_dies(self):
        self.kills["database"] += 1
        self.killed(self.ingest_command(), lambda process: self.database.restart())

    # The account.

    def finish(self):
        for _ in range(20):
            done = subprocess.run([FAKE, "-u", self.nginx.url], env=self.environment(), check=False,
                                  stderr=subprocess.PIPE)
            if done.returncode == 0:
                break
            self.spool.set_clock(self.spool.clock() + 3 * 3600)
        else:
            raise Failure(f"never sends all: {done.stderr.decode()}")
        done = subprocess.run(self.ingest_command(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        expect(f"status of ingest, {done.stdout.decode()}", done.returncode, 0)

    def query(self, table, column, hexadecimal):
        if isinstance(self.database, Postgres):
            column = f"encode({column}, 'hex')" if hexadecimal else column
            text = self.database.sql(self.db.split("/")[3].split("?")[0], f"SELECT {column} FROM {table}")
            return text.split()
        with sqlite3.connect(self.db) as db:
            column = f"lower(hex({column}))" if hexadecimal else column
            return [row[0] for row in db.execute(f"SELECT {column} FROM {table}")]

    def stored(self):
        """The hash of each log in the database, as its program left it; and of how many it is another: the uploader tells
        of logs that were lost behind a later one."""
        runs, found = (self.query("logs ORDER BY run_id, hash", column, True) for column in ("run_id", "hash"))
        left = [self.left.get(run, content) for run, content in zip(runs, found)]
        return left, sum(a != b for a, b in zip(left, found))

    def check(self):
        stored, others = self.stored()
        bad = {name[:32] for name in self.query("quarantine", "name", False)}
        in_spool, given_up = {name[:32] for name in self.spool.unsent()}, self.spool.given_up()
        # The uploader was killed before it could note that they were sent, or remove them,
        # and a program found the spool full: it cannot know that the receiver has them.  Or
        # the answer was lost, and the next one was no.
        unsure = (known(self.spool) | set(given_up)) & (set(stored) | bad)
        for log, content in self.left.items():
            places = [stored.count(content), content in bad, log in in_spool,
                      content not in unsure and (log in given_up or content in given_up)]
            if sum(places) != 1:
                raise Failure(f"{log}, hash {content}: times in database, bad, in the spool, given up: {places}; "
                              f"sent: {content in self.spool.sent()}, at the receiver: "
                              f"{[name for name in self.nginx.objects() if name.startswith(str(content))]}")
        expect("hashes that nobody left", set(stored) - set(self.left.values()), set())
        expect("more logs changed than losses told", others > len(given_up), False)
        expect("bad ones that were good", bad - self.spoilt, set())
        expect("given up that were good", {log: given_up[log] for log in given_up if self.left.get(log)}, {})
        expect("left in the spool", in_spool, set())
        reasons = {given_up[content].split()[0] for content in self.left.values() if content in given_up}
        expect("other reasons", reasons - {"refused", "tries"}, set())
        return collections.Counter({f"kills of {what}": n for what, n in self.kills.items()} |
                                   {f"answers {what}": n for what, n in self.answers.items()} |
                                   {"logs": len(self.left), "in the database": len(stored), "bad": len(bad),
                                    "given up": len(given_up)})

    def run(self, kills):
        """Until each process was killed that often; what was counted."""
        acts = [self.program_runs] * 3 + [self.program_dies, self.machine_dies, self.uploader_dies, self.uploader_dies,
                                          self.receiver_dies, self.receiver_is_unkind, self.ingest_dies]
        killed = ["program", "uploader", "receiver", "ingest"]
        if isinstance(self.database, Postgres):
            acts.append(self.database_dies)
            killed.append("database")
        with Nginx(os.path.join(self.folder, "receiver"), "10000r/s") as self.nginx:
            while min(self.kills[process] for process in killed) < kills:
                self.rng.choice(acts)()
                if len(self.spool.unsent()) > 30:
                    self.calm()
            self.finish()
        return self.check()


def chain(kind, folder, kills, seed):
    database = {"sqlite": Sqlite, "postgres": Postgres}[kind]()
    try:
        return Chain(folder, database, random.Random(f"{seed} {kind}")).run(kills)
    except Failure as failure:
        raise Failure(f"seed {seed}: {failure}") from None
    finally:
        database.stop()


def run(case, folder):
    counts = chain(case[1], folder, KILLS, SEED)
    print(f"# {case[0]}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        KILLS = int(sys.argv[1])
    if len(sys.argv) > 2:
        SEED = int(sys.argv[2])
    if len(sys.argv) > 3:
        DATABASES = sys.argv[3:]
    run_cases(run, [("chain/" + name, name) for name in DATABASES])
