#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""algoprof ingest: what is in a database is what was sent, once, and a report from it
is that from the logs, byte for byte; with SQLite and with PostgreSQL.

    tests/tool/intake/run.py [CASE...]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import steps
from steps import (CASES, FLEET, case, counts, exponents, ingest, make, make_logs, pack, play, report, same, tool,
                   usable)
from harness import ROOT, Failure
from databases import Postgres, Sqlite
import faults  # noqa: F401 (more cases)


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
def folders(db, _folder):
    """Points stand in one order, whatever folder a log was in."""
    make_logs("logs")
    names = sorted(os.listdir("logs"))
    for place, name in enumerate(names):
        os.makedirs("bca"[place % 3], exist_ok=True)
        os.rename(os.path.join("logs", name), os.path.join("bca"[place % 3], name))
    same(ingest(db, "a", "b", "c")["taken"], len(names), "logs taken")
    documents = [json.loads(tool("report", "--json", *args).stdout) for args in (["a", "b", "c"], ["--db", db])]
    for document in documents:
        for target in document["targets"]:
            for point in target["points"]:
                point["log"] = os.path.basename(point["log"])
    same(*documents, "reports")


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
    same(ingest(db, "logs")["taken"], 33, "logs taken")
    before = report(db)
    again = ingest(db, "logs")
    same((again["taken"], again["known"]), (0, 33), "taken and known the second time")
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
    same(usable(report(*left, cwd="spool")), usable(report(db)), "reports")
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


@case
def bad_logs_are_told(db, _folder):
    """By a report of the database as by one of the files, and by check's exit status."""
    make_logs("logs")
    for i in range(1, 7):       # a target that is well: its work is known
        make("logs", f"known{i}.aplog", "curves", 220 + i, "build", "known", "src/b.c", 3, 0, 100 << i, 100 << i)
    log = open("logs/exact5.aplog", "rb").read()
    bad = {"noise": b"x" * 5000, "empty": b"", "short": log[:4200],
           "flipped": log[:4500] + bytes([log[4500] ^ 1]) + log[4501:]}
    for name, content in bad.items():
        with open(f"logs/{name}.aplog", "wb") as out:
            out.write(content)
    with open("logs/list.delete", "w") as out:
        out.write("no hash")
    ingest(db, "logs")
    os.remove("logs/list.delete")

    def both(*args, status=0):
        files = sorted(os.listdir("logs"))
        of_files = tool(*args, *files, cwd="logs", status=status)
        of_db = tool(*args, "--db", db, status=status)
        for done in of_files, of_db:
            done.lines = sorted(done.stderr.decode().splitlines())
        same(of_files.lines, of_db.lines, f"what {args} says of bad logs")
        same(of_files.stdout, of_db.stdout, f"outputs of {args}")
        return of_db
    done = both("report", "--json")
    skipped = json.loads(done.stdout)["skipped"]
    same([s["log"] for s in skipped if not s["why"].startswith("same log as ")],
         sorted(f"{name}.aplog" for name in bad), "logs that JSON tells")
    same([line.split(":")[1].strip() for line in done.lines if line.endswith("; skipped")],
         sorted(f"{name}.aplog" for name in bad), "logs that stderr tells")
    both("report", "--csv")
    check = ["check", "--max-exponent=9", "--build=6275"]
    both(*check, "--json", status=3)
    both(*check, "--json", "--fail-on=regression")
    same([s["log"] for s in json.loads(both(*check, "--json", status=3).stdout)["skipped"]],
         sorted(f"{name}.aplog" for name in bad), "logs that check tells")
    # Those that came before are no part of it; of many ten lines tell.
    for name in bad:
        os.utime(f"logs/{name}.aplog", (1600000000, 1600000000))
    os.mkdir("many")
    for i in range(30):
        with open(f"many/{i:02}.aplog", "wb") as out:
            out.write(b"x" * 5000)
    ingest(db, "logs", "many")
    done = tool("report", "--json", "--since=@1690000000", "--db", db)
    lines = [line for line in done.stderr.decode().splitlines() if line.endswith("skipped")]
    if len(lines) != 10 or "21 more bad logs in quarantine" not in lines[9]:
        raise Failure(f"of 30 bad logs {lines}")
    same(len([s for s in json.loads(done.stdout)["skipped"] if s["log"][:2].isdigit()]), 30,
         "bad logs that JSON tells")


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
def since_and_label(db, _folder):
    make_logs("logs")
    make("logs", "service.aplog", "service", 301, 12, 10)
    logs = sorted(os.listdir("logs"))
    ingest(db, "logs")
    for option in ("--since=@1700000001", "--since=2023-01-01", "--since=1d", "--label=none",
                   "--label=request 3"):
        wanted = tool("report", "--json", option, *logs, cwd="logs", status=None)
        got = tool("report", "--json", option, db, status=None)
        same((wanted.stdout, wanted.returncode), (got.stdout, got.returncode), option)
    labels = {p["label"] for t in json.loads(got.stdout)["targets"] for p in t["points"]}
    same(labels, {"request 3"}, "labels of what --label lets through")


@case
def one_senders_share(db, folder):
    """Of what one sender fills a database with, a part is read; of logs without an id, which may be everybody's,
    only large ones are counted."""
    play(db, "fleet", 60, "damage=0")
    whole = json.loads(tool("report", "--json", "--db", db).stdout)
    same("left_out_logs" in whole, False, "logs left out")
    some = "SELECT hash FROM logs WHERE client %s ORDER BY hash LIMIT 20"
    steps.DATABASES.sql(db, f"UPDATE logs SET client = NULL WHERE hash IN ({some % 'IS NOT NULL'})")
    one = "(SELECT max(client) FROM logs)" if steps.DATABASES.name == "sqlite" else \
        "(SELECT client FROM logs WHERE client IS NOT NULL LIMIT 1)"
    steps.DATABASES.sql(db, f"UPDATE logs SET client = {one} WHERE client IS NOT NULL")
    logs = int(steps.DATABASES.sql(db, "SELECT count(*) FROM logs"))
    for of, weight, left_out in (("NOT NULL", 400000, 1), ("NOT NULL", 4000, 0), ("NULL", 4096, 0),
                                 ("NULL", 200000, 18)):
        steps.DATABASES.sql(db, f"UPDATE logs SET weight = 6 WHERE client IS {of}")
        some = f"SELECT hash FROM logs WHERE client IS {of} ORDER BY hash LIMIT {20 if of == 'NULL' else 2}"
        steps.DATABASES.sql(db, f"UPDATE logs SET weight = {weight} WHERE hash IN ({some})")
        for more in [], ["--build", "6275"]:
            told = json.loads(tool("report", "--json", "--db", db, *more).stdout)
            same([told["logs"], told.get("left_out_logs", 0)], [logs - left_out, left_out],
                 f"logs and those left out of {of} {weight}")
        check = tool("check", "--json", "--max-exponent=9", "--db", db, status=None)
        same(json.loads(check.stdout).get("left_out_logs", 0), left_out, "logs left out of check")
        same("left out: " in check.stderr.decode(), left_out > 0, "what is said")
        steps.DATABASES.sql(db, f"UPDATE logs SET weight = 6 WHERE client IS {of}")


@case
def older_schema(db, _folder):
    """The dump is of a database that the first version made of these logs, of which one
    was bad, and of a deletion.  It keeps what was worked out as they came in: the first version's size and interval, too."""
    os.mkdir("logs")
    make("logs", "exact.aplog", "exact", 1, "build", 5, 8)
    make("logs", "chain.aplog", "chain", 203)
    make("logs", "pairs.aplog", "pairs", 41, 20, 1000, 64, 8)
    dump = os.path.join(ROOT, "tests/tool/data/intake", f"schema-1.{steps.DATABASES.name}.sql")
    steps.DATABASES.fill(db, dump)
    error = tool("report", db, status=3).stderr.decode()
    if "is of an older algoprof: schema 1" not in error:
        raise Failure(error)
    same(ingest(db, "logs")["known"], 3, "logs that are known")
    shutil.copy("logs/chain.aplog", "logs/bad.aplog")
    os.truncate("logs/bad.aplog", 5000)
    intervals = rb'("size_(low|high)": |,8056,)[0-9.]+(,[0-9.]+)?'
    now, then = ([re.sub(intervals, rb"\1", text.replace(b"8055.93185041,", b"8056,")) for text in texts]
                 for texts in (report(*sorted(os.listdir("logs")), cwd="logs"), report(db)))
    same(now, then, "reports")
    os.mkdir("more")
    make("more", "late.aplog", "exact", 9, "build", 9, 8)
    same(ingest(db, "more")["taken"], 1, "logs taken")


def same_answers(clean, got, name):
    """Of each target the class, and the exponent within its interval."""
    same(sorted(got), sorted(clean), f"targets of {name}")
    for target, (cls, exponent, low, high, *_) in clean.items():
        now = got[target]
        if now[0] != cls or abs(now[1] - exponent) > max(high - low, 0.01):
            raise Failure(f"{name}: {target}: {now}, not {clean[target]}")


@case
def fleet(db, folder):
    """Of a fleet of 400 logs some are damaged, twice there, partial at first or poisoned, and
    one user has twice as many as all others, of another cost function: each log counts once,
    and the answers move by less than their intervals."""
    play(db, "clean", 400)
    clean = exponents(db)
    for target, (cls, exponent) in {"linear": ("n", 1), "square": ("n^2", 2)}.items():
        if clean[target][0] != cls or not clean[target][2] <= exponent <= clean[target][3]:
            raise Failure(f"{target}: {clean[target]}, not {cls}")
    poisoned = steps.DATABASES.new(folder)
    play(poisoned, "poisoned", 400, "poison=0.01", "lies=0.1", "damage=0.02", "twice=0.01")
    got = exponents(poisoned)
    same_answers(clean, got, "poisoned")
    # A lie that obeys n^2 is in its sum; none obeys 7 n and n's range.
    cost = clean["linear"][4]
    if not cost / 2 < got["linear"][4] < 2 * cost:
        raise Failure(f"linear: sum {got['linear'][4]}, not about {cost}")
    whale = steps.DATABASES.new(folder)
    play(whale, "whale", 400, "whale=800")
    got = exponents(whale)
    same_answers(clean, got, "whale")
    if got["square"][5] < 800:
        raise Failure(f"the runs of one user are not there: {got['square']}")


@case
def without_ids(db, folder):
    """Half of the users give no client id, and one more of them has twice as many runs as all
    others, of another cost function: that moves the answers by less than their intervals.
    Where nobody gives an id all count."""
    play(db, "clean", 1200, "nameless=0.5")
    clean = exponents(db)
    whale = steps.DATABASES.new(folder)
    play(whale, "whale", 1200, "nameless=0.5", "whale=2400")
    same_answers(clean, exponents(whale), "whale")
    alone = steps.DATABASES.new(folder)
    play(alone, "alone", 100, "nameless=1")
    for target in json.loads(tool("report", "--json", alone).stdout)["targets"]:
        if "capped" in [*target["fit"]["warnings"], *target.get("warnings", [])]:
            raise Failure(f"capped: {target['name']}, of which nobody gave an id")


@case
def clocks_that_lie(db, folder):
    """With --since a tenth of the clocks that are wrong, by hours or by centuries, moves the
    answers by less than their intervals; and as many logs come in as began then, about."""
    now, since = f"now={int(time.time())}", "--since=10d"
    play(db, "clean", 400, now)
    clean = exponents(db, since)
    lies = steps.DATABASES.new(folder)
    play(lies, "lies", 400, now, "lies=0.1")
    got = exponents(lies, since)
    same_answers(clean, got, "lies")
    all_runs = exponents(lies)["linear"][5]
    for runs in (clean["linear"][5], got["linear"][5]):
        if not all_runs / 4 < runs < all_runs / 2:
            raise Failure(f"{runs} runs of {all_runs} are of a third of the time")
    # Nobody's clock keeps a log out: who lies began when the log came.
    same(got["linear"][5] > clean["linear"][5], True, "more runs where clocks lie")


def main():
    failed = 0
    wanted = sys.argv[1:] or list(CASES)
    for kind in (Sqlite, Postgres):
        steps.DATABASES = databases = kind()
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
