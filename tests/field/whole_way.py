#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole way: programs of a user's machine, their spools, the uploader, nginx, ingest,
SQLite and PostgreSQL, report.  What the databases say is what the logs say that were
copied from the spools before, to the last digit; and after a withdrawal nothing.

    tests/field/whole_way.py
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../tool/intake")]
from databases import Postgres, Sqlite  # noqa: E402
from field import (ROOT, UPLOADER, Failure, Nginx, expect, hash_of, planted_host, run_cases,  # noqa: E402
                   unpack)
from harness import TOOL, compile_to, execute, read_log  # noqa: E402

# With the one that is killed 15 logs, as many as go in a minute.
PROGRAMS = {"words": ("word-lower/main.cc", (400, 600, 1000, 1500, 2500, 4000, 6500, 10000)),
            "fib": ("recursion-fib/main.c", (8, 10, 12, 14, 16, 18))}
SECRET = "planted-secret"
SECRETS = [SECRET]


class Home:
    """A user's machine: programs with spools of their own, and consent."""

    def __init__(self, folder):
        self.home = os.path.join(folder, SECRET)
        self.programs = {}
        for app, (source, _) in PROGRAMS.items():
            self.programs[app] = os.path.join(folder, f"{SECRET}-{app}")
            path = glob.glob(os.path.join(ROOT, "examples", source.replace("main.c", "main.*")))[0]
            compile_to(self.programs[app], path, ["-O2", "-g", "-fplugin-arg-algoprof-spool=" + app])
            self.agree(app)

    def spool(self, app, *names):
        return os.path.join(self.home, ".local/state/algoprof", app, *names)

    def agree(self, app):
        os.makedirs(self.spool(app), 0o700, exist_ok=True)
        with open(self.spool(app, "consent"), "w", encoding="ascii") as out:
            out.write("yes\n")
        if app == "words":                      # there to a client id, too
            with open(self.spool(app, "client"), "w", encoding="ascii"):
                pass
            self.upload("-u", "http://127.0.0.1:1/", app)
            with open(self.spool(app, "client"), encoding="ascii") as drawn:
                self.client = drawn.read().split()[0]

    def environment(self):
        plain = {k: v for k, v in os.environ.items()
                 if not k.startswith(("ALGOPROF_", "XDG_")) and not k.lower().endswith("_proxy")}
        return {**plain, "HOME": self.home, "ALGOPROF_BUDGET": "0", "SECRET": SECRET, "USER": SECRET + "-user"}

    def run(self, app, n):
        done = subprocess.run([self.programs[app], str(n)], env=self.environment(), check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=self.home)
        expect(f"status of {app} {n}", done.returncode, 0)

    def killed(self, app, n):
        """A run that is killed when it has a log of some length."""
        process = subprocess.Popen([self.programs[app], str(n)], env=self.environment(),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        while process.poll() is None and not os.listdir(self.spool(app, "run")):
            time.sleep(0.001)
        time.sleep(0.05)
        process.kill()
        process.wait()

    def logs(self, app):
        return sorted(glob.glob(self.spool(app, "*", "*.aplog")))

    def upload(self, *args, status=0):
        done = subprocess.run([UPLOADER, *args], env=self.environment(), check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != status:
            raise Failure(f"algoprof-upload {args}: status {done.returncode}: {done.stdout.decode()}")


def length(log):
    """The bytes that the commit which holds covers, read from the format's text."""
    commits = [(int.from_bytes(log[at:at + 8], "little"), int.from_bytes(log[at + 8:at + 16], "little"))
               for at in (192, 256)]
    return max(commits)[1]


def as_objects(paths, folder):
    """Copies of logs, packed and named by other programs than ours."""
    os.mkdir(folder)
    for path in paths:
        with open(path, "rb") as file:
            log = file.read()
        log = log[:length(log)]
        packed = subprocess.run(["zstd", "-3", "-c"], input=log, stdout=subprocess.PIPE, check=True).stdout
        with open(os.path.join(folder, hash_of(log) + ".aplog.zst"), "wb") as out:
            out.write(packed)


def tool(*args, cwd=None, status=0):
    found, output = execute([TOOL, *args], cwd=cwd, merge=False)
    expect(f"status of {args[0]}", found, status)
    return output


def without_names(report):
    """Logs have other names in a database than in a spool; nothing else differs."""
    report = json.loads(report)
    for target in report["targets"]:
        for point in target["points"]:
            del point["log"]
        target["points"].sort(key=json.dumps)
    return report


def scan(what, data):
    """SECRETS are what the programs were told, and where and for whom they ran."""
    for secret in SECRETS:
        if secret.encode() in data:
            raise Failure(f"{what} has {secret!r}")


def scan_spools(home):
    for path, _, names in os.walk(home.home):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                scan(os.path.join(path, name), file.read())


def database_file(db):
    with open(db, "rb") as file:
        return file.read()


def play(home):
    for app, (_, sizes) in PROGRAMS.items():
        for n in sizes:
            home.run(app, n)
    home.killed("fib", 60)
    for app, (_, sizes) in PROGRAMS.items():
        expect(f"logs of {app}", [len(os.listdir(home.spool(app, where))) for where in ("out", "run")],
               [len(sizes), int(app == "fib")])
    for path in home.logs("words") + home.logs("fib"):
        read_log(path)


def check_clients(home, database):
    """The client id of those who agreed to it, of no others."""
    found = database.content(database.filled).count(bytes.fromhex(home.client))
    none = database.sql(database.filled, "SELECT count(*) FROM logs WHERE client IS NULL")
    expect(f"{database.name}: logs without a client id", int(none), len(PROGRAMS["fib"][1]) + 1)
    if found < len(PROGRAMS["words"][1]):
        raise Failure(f"{database.name}: the client id is there {found} times")


def check_databases(home, receiver, folder, databases):
    """The same objects in each; the same reports from each and from the logs."""
    direct, spooled = os.path.join(folder, "direct"), os.path.join(folder, "spooled")
    expected = tool("report", "--json", *sorted(os.listdir(direct)), cwd=direct)
    plain = tool("report", "--json", spooled)
    classes = {t["name"]: t["fit"]["class"] for t in json.loads(plain)["targets"]}
    expect("classes", {k: classes[k] for k in ("word_length", "rabbits")}, {"word_length": "n^2", "rabbits": "2^n"})
    for database in databases:
        db = database.new(folder)
        tool("ingest", "--db", db, os.path.join(receiver.folder, "objects"))
        found = tool("report", "--json", "--db", db)
        if found != expected:
            raise Failure(f"{database.name}: the report is another than that of the logs")
        expect(f"{database.name}: numbers", without_names(found) == without_names(plain), True)
        before = os.listdir(os.path.join(receiver.folder, "objects"))
        # All once more, as after a cut line: nothing changes.
        shutil.rmtree(home.spool("words", "out"))
        os.mkdir(home.spool("words", "out"), 0o700)
        for path in glob.glob(os.path.join(spooled, "words*")):
            shutil.copy(path, home.spool("words", "out", os.path.basename(path)[6:]))
        os.unlink(home.spool("words", "state"))     # and the count of a minute begins anew
        os.unlink(home.spool("words", "sent"))
        home.upload("-u", receiver.url, "words")
        expect("objects", sorted(os.listdir(os.path.join(receiver.folder, "objects"))), sorted(before))
        tool("ingest", "--db", db, os.path.join(receiver.folder, "objects"))
        expect(f"{database.name}: the second time", tool("report", "--json", "--db", db) == found, True)
        database.filled = db
        check_clients(home, database)


def whole_way(_, folder):
    SECRETS.extend([planted_host() or SECRET, folder])
    home = Home(folder)
    databases = [Sqlite(), Postgres()]
    try:
        with Nginx(os.path.join(folder, "receiver")) as receiver:
            play(home)
            scan_spools(home)
            logs = [(app, path) for app in PROGRAMS for path in home.logs(app)]
            as_objects([path for _, path in logs], os.path.join(folder, "direct"))
            os.mkdir(os.path.join(folder, "spooled"))
            for app, path in logs:
                name = os.path.basename(path)[:32] + ".aplog"
                shutil.copy(path, os.path.join(folder, "spooled", f"{app}-{name}"))
            home.upload("-u", receiver.url)
            expect("left", [path for app in PROGRAMS for path in home.logs(app)], [])
            objects = receiver.objects()
            expect("objects", sorted(objects), sorted(os.listdir(os.path.join(folder, "direct"))))
            for name, content in objects.items():
                scan(name, content)
                scan(name + ", unpacked", unpack(content))
            check_databases(home, receiver, folder, databases)
            scan("the database", database_file(databases[0].filled))
            check_withdrawal(home, receiver, databases)
    finally:
        for database in databases:
            database.stop()


def check_withdrawal(home, receiver, databases):
    """All of words goes from the databases, and nothing else."""
    home.upload("--withdraw", "-u", receiver.url, "words")
    expect("the spool", sorted(os.listdir(home.spool("words"))), ["lock", "out", "run"])
    home.run("words", 500)
    expect("logs without consent", home.logs("words"), [])
    for database in databases:
        tool("ingest", "--db", database.filled, os.path.join(receiver.folder, "objects"))
        report = json.loads(tool("report", "--json", "--db", database.filled))
        expect(f"{database.name}: targets", {t["name"] for t in report["targets"]}, {"rabbits"})
        expect(f"{database.name}: logs", report["logs"], len(PROGRAMS["fib"][1]) + 1)


if __name__ == "__main__":
    run_cases(whole_way, [("whole-way",)])
