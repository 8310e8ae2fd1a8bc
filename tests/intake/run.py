#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""algoprof ingest: what is in a database is what was sent, once, and a report from it
is that from the logs, byte for byte; with SQLite and with PostgreSQL.

    tests/intake/run.py [CASE...]
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from harness import O, TOOL, Failure  # noqa: E402
from databases import Postgres, Sqlite  # noqa: E402

MAKELOG = os.path.join(O, "tests", "offline", "makelog")
FLEET = os.path.join(O, "tests", "fleet", "fleet")
CASES = {}


def case(function):
    CASES[function.__name__.replace("_", "-")] = function
    return function


def tool(*args, status=0, cwd=None, **more):
    done = subprocess.run([TOOL, *args], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True,
                          env={**os.environ, "OMP_NUM_THREADS": "2"}, **more)
    if status is not None and done.returncode != status:
        raise Failure(f"{' '.join(args)}: exit status {done.returncode}\n{done.stderr.decode()}")
    return done


def same(a, b, what):
    if a != b:
        raise Failure(f"{what} differ:\n{a!r:.2000}\n{b!r:.2000}")


def make(folder, name, *args):
    path = os.path.join(folder, name)
    with open(path, "wb") as out:
        subprocess.run([MAKELOG, *map(str, args)], stdout=out, check=True)
    return path


def make_logs(folder):
    """Loops and recursions, exact and sampled, of two builds, killed and whole."""
    os.makedirs(folder)
    for i in range(1, 9):
        make(folder, f"exact{i}.aplog", "exact", i, "build", 5 * i, 8)
        make(folder, f"wide{i}.aplog", "wide", 10 + i, 6)
        make(folder, f"pairs{i}.aplog", "pairs", 40 + i, 20, 1000 * i, 64 * i, 8 * i)
        make(folder, f"model{i}.aplog", "model", 60 + i, "merge sort", 3 << i)
        make(folder, f"random{i}.aplog", "random", 80 + i)
        make(folder, f"new{i}.aplog", "curves", 100 + i, "BUILD", "scan", "src/a.c", 11, 4, 100 << i,
             (10 << i) ** 2)
    make(folder, "killed.aplog", "killed", 202, "build", 4, 8)
    make(folder, "sample.aplog", "sample", 201)
    make(folder, "chain.aplog", "chain", 203)


def pack(folder, to):
    os.makedirs(to, exist_ok=True)
    logs = sorted(os.listdir(folder))
    names = subprocess.run([FLEET, "pack", os.path.abspath(to), *logs], cwd=folder, check=True,
                           capture_output=True).stdout.decode().split()
    return dict(zip(logs, names))


def counts(done):
    """The numbers that ingest prints, by their words."""
    words = done.stdout.decode().replace(":", ",").split(", ")
    return {w.split(" ", 1)[1].strip(): int(w.split(" ", 1)[0]) for w in words}


def ingest(db, *folders, status=0, cwd=None):
    return counts(tool("ingest", "--db", db, *folders, status=status, cwd=cwd))


def report(*logs, cwd=None, status=0):
    """Of all kinds; what is said of logs goes to stderr."""
    return [tool("report", *form, *logs, cwd=cwd, status=status).stdout for form in
            (["--json"], ["--json", "--estimator=all"], ["--csv"], ["--view=instances"])]


@case
def reports_are_equal(db, folder):
    make_logs("logs")
    logs = sorted(os.listdir("logs"))
    same(ingest(db, "logs")["taken"], len(logs), "logs taken")
    same(report(*logs, cwd="logs"), report(db), "reports of logs and of the database")
    same(tool("report", "--json", *logs, "--build", "6275", cwd="logs").stdout,
         tool("report", "--json", "--db", db, "--build", "6275").stdout, "reports of a build")
    name = os.path.join(folder, "a.html")
    tool("report", "--html", name, *logs, cwd="logs")
    page = open(name, "rb").read()
    tool("report", "--html", name, db)
    same(page, open(name, "rb").read(), "pages")
    for command in (["check", "--max-exponent=1.2", "--json", "--build=6275"],
                    ["check", "--max-exponent=1.2", "--json", "--build=4255"]):
        same(tool(*command, *logs, cwd="logs", status=None).stdout,
             tool(*command, db, status=None).stdout, "checks")
    same(tool("diff", "--json", "--build=6275", "--build=4255", "--db", db).stdout,
         diff_of_logs(), "differences")


def diff_of_logs():
    """By --build, and by which files are of which."""
    by_files = ["diff", "--json", "--build=6275", "--build=4255",
                *sorted(os.listdir("logs")), "--", *sorted(os.listdir("logs"))]
    return tool(*by_files, cwd="logs").stdout


@case
def packed_logs(db, _folder):
    """As they are uploaded; the numbers are those of the logs as they were."""
    make_logs("logs")
    pack("logs", "spool")
    names = sorted(os.listdir("spool"))
    same(ingest(db, "spool")["taken"], len(names), "logs taken")
    same(report(*names, cwd="spool"), report(db), "reports of packed logs and of the database")
    plain = json.loads(tool("report", "--json", "logs").stdout)
    stored = json.loads(tool("report", "--json", db).stdout)
    for document in (plain, stored):
        for target in document["targets"]:
            for point in target["points"]:
                del point["log"]
            target["points"].sort(key=json.dumps)
    same(plain, stored, "numbers")
    same(ingest(db, "logs")["known"], len(names), "the same logs, not packed, that are known")


@case
def again_and_late(db, _folder):
    make_logs("logs")
    same(ingest(db, "logs")["taken"], 51, "logs taken")
    before = report(db)
    again = ingest(db, "logs")
    same((again["taken"], again["known"]), (0, 51), "taken and known the second time")
    same(before, report(db), "reports")
    make("logs", "late.aplog", "exact", 200, "build", 4, 8)     # killed.aplog, when it had ended
    same(ingest(db, "logs")["taken"], 1, "late logs taken")
    logs = sorted(os.listdir("logs"))
    same(report(*logs, cwd="logs"), report(db), "reports with a late log")


@case
def newest_state_counts(db, _folder):
    """Two states of one run are two objects; the later one counts, whenever it came."""
    os.mkdir("a")
    os.mkdir("b")
    make("a", "x.aplog", "exact", 7, "build", 9, 8)
    make("b", "y.aplog", "killed", 7, "build", 4, 8)
    ingest(db, "a")
    same(ingest(db, "b")["taken"], 1, "earlier states taken")
    points = json.loads(tool("report", "--json", db).stdout)["targets"][0]["points"]
    same([p["log"] for p in points], ["x.aplog"], "logs")


@case
def deletion(db, _folder):
    make_logs("logs")
    names = pack("logs", "spool")
    ingest(db, "spool")
    gone = [names[n][:32] for n in ("exact1.aplog", "chain.aplog")]
    with open("x.delete", "w") as out:
        out.write("".join(h + "\n" for h in gone + ["0" * 32]))
    os.rename("x.delete", "spool/" + "x.delete")
    done = ingest(db, "spool")
    same((done["deletions"], done["taken"]), (1, 0), "deletions and logs taken")
    for name in ("exact1.aplog", "chain.aplog"):
        os.remove("logs/" + name)
        os.rename("spool/" + names[name], names[name])
    left = sorted(n for n in os.listdir("spool") if n.endswith(".zst"))
    same(report(*left, cwd="spool"), report(db), "reports after a deletion")
    # What was deleted is never taken again, nor what is announced only.
    os.mkdir("again")
    for name in ("exact1.aplog", "chain.aplog"):
        shutil.copy(names[name], "again/")
    same(ingest(db, "again"), {"files": 2, "taken": 0, "known": 2, "bad": 0, "bad before": 0,
                               "deletions": 0, "unread": 0}, "deleted logs that come again")
    same(report(*left, cwd="spool"), report(db), "reports after they came again")


@case
def quarantine(db, _folder):
    """What is bad is told once, kept out, and taken when it has become good."""
    make_logs("logs")
    names = pack("logs", "spool")
    good = open("spool/" + names["chain.aplog"], "rb").read()
    log = open("logs/chain.aplog", "rb").read()
    bad = {
        "0" * 32 + ".aplog.zst": (good, "hash wrong"),
        "cut.aplog.zst": (good[:-9], "truncated (zstd)"),
        "more.aplog.zst": (good + b"x", "after the compressed log"),
        "plain.aplog.zst": (log, "not compressed"),
        "noise.aplog": (b"x" * 5000, "not an algoprof log"),
        "empty.aplog": (b"", "empty"),
        "short.aplog": (log[:5000], "truncated"),
        "flipped.aplog": (log[:4500] + bytes([log[4500] ^ 1]) + log[4501:], "checksum"),
        "bomb.aplog.zst": (bomb(), "unpacks to more"),
        "list.delete": (b"no hash\n", "no list of hashes"),
    }
    for name, (content, _) in bad.items():
        with open("spool/" + name, "wb") as out:
            out.write(content)
    os.symlink("../logs/chain.aplog", "spool/link.aplog")
    done = tool("ingest", "--db", db, "spool")
    for name, (_, why) in bad.items():
        line = [text for text in done.stderr.decode().splitlines() if f"spool/{name}:" in text]
        if len(line) != 1 or why not in line[0]:
            raise Failure(f"{name}: {line} does not say '{why}'")
    same((counts(done)["taken"], counts(done)["bad"]), (len(names), len(bad) + 1), "taken and bad")
    left = sorted(names.values())
    same(report(*left, cwd="spool"), report(db), "reports")
    done = tool("ingest", "--db", db, "spool")
    same((counts(done)["bad"], done.stderr), (1, b"algoprof: spool/link.aplog: is a link\n"),
         "what is said of bad files the second time")
    make("spool", "noise.aplog", "exact", 222, "build", 9, 8)
    same(ingest(db, "spool")["taken"], 1, "files that became good")
    os.mkdir("bad")
    os.mkdir("done")
    tool("ingest", "--db", db, "spool", "--quarantine=bad", "--move=done")
    same((sorted(os.listdir("bad")), sorted(os.listdir("done")), os.listdir("spool")),
         (sorted(["link.aplog", *(n for n in bad if n != "noise.aplog")]),
          sorted(["noise.aplog", *left]), []), "folders")


def bomb():
    """100 MB of zeros, in some kB."""
    with open("zeros", "wb") as out:
        out.truncate(100 << 20)
    os.makedirs("bomb", exist_ok=True)
    name = subprocess.run([FLEET, "pack", "bomb", "zeros"], check=True,
                          capture_output=True).stdout.decode().strip()
    os.remove("zeros")
    return open("bomb/" + name, "rb").read()


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
def since_and_label(db, _folder):
    make_logs("logs")
    logs = sorted(os.listdir("logs"))
    ingest(db, "logs")
    for option in ("--since=@1700000001", "--since=2023-01-01", "--since=1d", "--label=none"):
        wanted = tool("report", "--json", option, *logs, cwd="logs", status=None)
        got = tool("report", "--json", option, db, status=None)
        same((wanted.stdout, wanted.returncode), (got.stdout, got.returncode), option)


def main():
    failed = 0
    wanted = sys.argv[1:] or list(CASES)
    for kind in (Sqlite, Postgres):
        databases = kind()
        try:
            for name in wanted:
                folder = tempfile.mkdtemp(prefix="algoprof-intake.")
                os.chdir(folder)
                try:
                    CASES[name](databases.new(folder), folder)
                    print(f"ok intake/{kind.name}/{name}", flush=True)
                except (Failure, subprocess.CalledProcessError) as failure:
                    failed += 1
                    print(f"not ok intake/{kind.name}/{name}")
                    print("    " + str(failure).replace("\n", "\n    "), flush=True)
                finally:
                    os.chdir("/")
                    shutil.rmtree(folder)
        finally:
            databases.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
