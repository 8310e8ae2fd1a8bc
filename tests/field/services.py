#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Services that do not end: their log stays, and once a day a log of its closed runs goes.
Databases count each run once.

    tests/field/services.py [test_NAME...]
"""
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../tool/intake")]
from databases import Postgres, Sqlite  # noqa: E402
from field import ROOT, Failure, Server, Spool, expect, hash_of, main, unpack  # noqa: E402
from harness import TOOL, compile_to, execute, read_log  # noqa: E402

DAY = 86400


class Service:
    def __init__(self, folder, *args, **env):
        program = os.path.join(folder, "service")
        compile_to(program, os.path.join(HERE, "service.c"),
                   ["-O2", "-g", "-I" + os.path.join(ROOT, "include"), "-fplugin-arg-algoprof-spool=words"])
        self.spool = Spool(folder, start=int(time.time()))
        self.folder = folder
        self.process = subprocess.Popen([program, *args], env=self.spool.environment(ALGOPROF_BUDGET="0", **env),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def ask(self, *sizes):
        """Requests that nobody waits for."""
        self.process.stdin.write(b"".join(b"%d\n" % n for n in sizes))
        self.process.stdin.flush()

    def answered(self, requests):
        for _ in range(requests):
            expect("answer", self.process.stdout.readline(), b"done\n")

    def requests(self, *sizes):
        self.ask(*sizes)
        self.answered(len(sizes))

    def end(self):
        self.process.stdin.close()
        expect("status", self.process.wait(), 0)

    def after(self, seconds):
        self.spool.set_clock(self.spool.clock() + seconds)

    def dump(self, content):
        path = os.path.join(self.folder, "object.aplog")
        with open(path, "wb") as out:
            out.write(content)
        status, output = execute([TOOL, "dump", "--json", path], merge=False)
        expect("status of dump", status, 0)
        return json.loads(output), read_log(path)


def totals(log):
    """Of its runs: (instances, cost)."""
    return [(t["instances"], t["cost"]) for t in sorted(log["totals"], key=lambda t: t["run"])]


def squares(*sizes):
    return [(n, n * n) for n in sizes]


def test_closed_runs(folder):
    """A day after its start, and then each day with new ones; nothing of the open run."""
    with Service(folder) as service, Server(service.spool) as server:
        def upload(objects, status=0):
            service.spool.upload("-u", server.url, "words", status=status)
            expect("objects", len(server.requests), objects)
            expect("its log stays", len(os.listdir(service.spool.file("run"))), 1)
        service.requests(10, 20, 30)
        upload(0)
        said = service.spool.upload("-n", "-u", server.url)
        if "still being written" not in said or "would send" in said:
            raise Failure(said)
        service.after(DAY - 60)
        upload(0)
        service.after(120)
        dump = os.path.join(folder, "dump")
        os.mkdir(dump)
        said = service.spool.upload("-n", "--dump-to", dump, "-u", server.url)
        if "closed runs of a log still being written" not in said:
            raise Failure(said)
        upload(1)
        expect("as shown before", os.listdir(dump), server.names())
        shown = execute([TOOL, "dump", "--json", os.path.join(dump, server.names()[0])], merge=False)
        expect("status of dump", shown[0], 0)
        told, log = service.dump(unpack(server.requests[0].body))
        expect("dump of what was shown", {**json.loads(shown[1]), "log": None}, {**told, "log": None})
        expect("its name", server.names()[0], hash_of(unpack(server.requests[0].body)) + ".aplog.zst")
        expect("totals", (totals(told), totals(log)), (squares(10, 20), squares(10, 20)))
        expect("instances", {i["run"] for i in log["instances"]}, {1, 2})    # 0 is before the first
        upload(1)
        service.requests(40)
        upload(1)
        service.after(DAY)
        upload(2)
        expect("totals", totals(service.dump(unpack(server.requests[1].body))[1]), squares(10, 20, 30))
        service.after(DAY)
        upload(2)
        service.requests(0)
        upload(3)
        expect("totals", totals(service.dump(unpack(server.requests[2].body))[1]), squares(10, 20, 30, 40))
        service.end()
        service.spool.upload("-u", server.url)
        expect("left", service.spool.unsent(), [])
        expect("totals", totals(service.dump(unpack(server.requests[3].body))[1]), squares(10, 20, 30, 40))
        expect("given up", service.spool.given_up(), {})
        expect("of living ones", "live" in service.spool.read("state"), False)


def test_own_runs(folder):
    """Runs of a thread's own end in any order: of what goes each is whole."""
    with Service(folder, "own") as service, Server(service.spool) as server:
        service.requests(10, 20, 0, 30)
        service.after(DAY + 60)
        service.spool.upload("-u", server.url)
        told, log = service.dump(unpack(server.requests[0].body))
        expect("totals", (totals(told), totals(log)), (squares(10), squares(10)))
        expect("closed", [r["closed"] for r in log["runs"]], [False, True])
        service.requests(40, 0, 0, 50, 0)       # that of 50 stays open
        service.after(DAY)
        service.spool.upload("-u", server.url)
        told, log = service.dump(unpack(server.requests[1].body))
        expect("totals", (totals(told), totals(log)), (squares(10, 20, 30, 40), squares(10, 20, 30, 40)))
        service.requests(60)
        service.after(DAY)
        service.spool.upload("-u", server.url)
        expect("objects", len(server.requests), 2)
        service.requests(0, 0)
        service.end()
        service.spool.upload("-u", server.url)
        expect("totals", totals(service.dump(unpack(server.requests[2].body))[1]), squares(10, 20, 30, 40, 50, 60))


def test_databases(folder):
    """Its states in any order: the report is that of the whole log."""
    sizes = [10, 14, 20, 28, 40, 56, 80, 112]
    with Service(folder) as service, Server(service.spool) as server:
        for i, n in enumerate(sizes):
            service.requests(n, 0)
            service.after(DAY + 60 + i)
            service.spool.upload("-u", server.url)
        service.end()
        service.spool.upload("-u", server.url)
        expect("objects", len(server.requests), len(sizes) + 1)
    objects = [(r.name, r.body) for r in server.requests]

    def report(database, *batches):
        db = database.new(folder)
        for number, batch in enumerate(batches):
            inbox = os.path.join(folder, f"{database.name}{database.n}.{number}")
            os.mkdir(inbox)
            for name, body in batch:
                with open(os.path.join(inbox, name), "wb") as out:
                    out.write(body)
            status, output = execute([TOOL, "ingest", "--db", db, inbox])
            expect(f"ingest: {output.decode()}", status, 0)
        status, output = execute([TOOL, "report", "--json", "--db", db], merge=False)
        expect("status of report", status, 0)
        return json.loads(output)
    for database in Sqlite(), Postgres():
        try:
            whole = report(database, objects[-1:])
            target = whole["targets"][0]
            expect("runs", (target["runs"], target["fit"]["class"]), (len(sizes), "n^2"))
            for batches in [objects], [objects[:3], objects[3:]], [objects[-1:], objects[:-1]]:
                found = report(database, *batches)
                for key in set(whole) - {"skipped"}:        # that tells of the earlier states
                    expect(f"{database.name}: {key}", found[key], whole[key])
        finally:
            database.stop()


def test_unkind_receiver(folder):
    """What failed goes another day; nothing is removed or counted as given up."""
    with Service(folder) as service:
        service.requests(10, 20)
        for number, answer in enumerate((500, 413, "cut", (429, {"Retry-After": "60"}, ""), 404, 201)):
            service.after(DAY + 60)
            with Server(service.spool, script=[answer]) as server:
                service.spool.upload("-u", server.url, "words", status=0 if answer == 201 else 3)
                expect("requests", len(server.requests), 1)
                service.spool.upload("-u", server.url, "words", status=None)
                expect("a second time", len(server.requests), 1)
            service.requests(30 + number)
        expect("given up", service.spool.given_up(), {})
        expect("its log", len(os.listdir(service.spool.file("run"))), 1)
        expect("sent", len(service.spool.sent()), 1)


def test_while_it_writes(folder):
    """Whatever the moment, what goes is a sound log of whole runs."""
    with Service(folder, "slow", ALGOPROF_PAIRS="4") as service, Server(service.spool) as server:
        for _ in range(25):
            service.ask(*[50] * 10)
            service.after(DAY + 1)
            service.spool.upload("-u", server.url, "words")     # or another time, if it changes too much
            service.answered(10)
            service.requests(50)                                # one more is closed, in any case
            service.after(DAY + 1)
            sent = len(server.requests)
            service.spool.upload("-u", server.url, "words")
            expect("objects", len(server.requests), sent + 1)
        runs = 0
        for request in server.requests:
            told, log = service.dump(unpack(request.body))
            if len(log["runs"]) <= runs:
                raise Failure(f"{len(log['runs'])} runs after {runs}")
            runs = len(log["runs"])
            expect("totals", totals(log), squares(*[50] * (runs - 1)))
            expect("what dump says", totals(told), totals(log))


def test_withdrawn(folder):
    """What went of it is asked back, and its log is removed at once: it cannot go later,
    whatever the user says then."""
    with Service(folder) as service, Server(service.spool) as server:
        service.requests(10, 20)
        service.after(DAY + 60)
        service.spool.upload("-u", server.url)
        sent = server.names()[0][:32]
        service.spool.upload("-u", server.url, "--withdraw", "words")
        expect("asked back", server.requests[1].body.decode(), sent + "\n")
        expect("its log", service.spool.unsent(), [])
        service.spool.write("consent", "yes\n")
        service.requests(30)
        service.after(DAY + 60)
        service.spool.upload("-u", server.url)
        service.end()
        service.spool.upload("-u", server.url)
        expect("requests", len(server.requests), 2)


if __name__ == "__main__":
    main("services")
