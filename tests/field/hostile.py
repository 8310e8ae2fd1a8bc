#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uploads of someone who wants to do harm, among a fleet's: every good one is taken, every
other is in quarantine with a reason, and no process has more than 512 MB of addresses.

    tests/field/hostile.py [CASE...]
"""
import csv
import io
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

for folder in "lib", "tool/intake":
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder))
from databases import Postgres, Sqlite  # noqa: E402
from harness import O, TOOL, Failure  # noqa: E402

FLEET = os.path.join(O, "tests", "tool", "fleet", "fleet")
HOSTILE = os.path.join(O, "tests", "fuzz", "hostile")
HEAVY = os.path.join(O, "tests", "fuzz", "heavy")
MEMORY = 512 << 20


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def tool(*args, status=0):
    done = subprocess.run([TOOL, *args], capture_output=True, preexec_fn=limited, text=True,
                          env={**os.environ, "OMP_NUM_THREADS": "2"})
    if status is not None and done.returncode != status:
        raise Failure(f"{args[0]}: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return done


def expect(what, found, wanted):
    if found != wanted:
        raise Failure(f"{what}: {found!r:.800}, not {wanted!r:.800}")


def hostile(folder, n, seed):
    """{name: kind}"""
    out = subprocess.run([HOSTILE, folder, str(n), str(seed)], check=True, capture_output=True, text=True)
    return {line.split()[1]: line.split()[0] for line in out.stdout.splitlines()}


def reasons(kind, db):
    rows = kind.sql(db, "SELECT name, why FROM quarantine ORDER BY name").splitlines()
    return dict(row.split("|", 1) for row in rows)


def among_good_ones(kind):
    with tempfile.TemporaryDirectory(prefix="algoprof-hostile.") as folder:
        spool = os.path.join(folder, "spool")
        os.mkdir(spool)
        good, bad, _objects = map(int, subprocess.run(
            [FLEET, "play", spool, "1000", "damage=0", "twice=0"], check=True, capture_output=True).stdout.split())
        sent = hostile(spool, 100, 1)
        # Of these some are taken: what they are full of no database has.
        others = subprocess.run([HEAVY], check=True, capture_output=True, text=True).stdout.split()
        for other in others:
            heavy(other, 128 << 10, os.path.join(spool, f"heavy-{other}.aplog"))
        db = kind.new(folder)
        began, server = time.monotonic(), kind.cpu()
        cpu, memory = measured("ingest", "-q", "--db", db, spool)
        took, server = time.monotonic() - began, kind.cpu() - server
        print(f"# field/{kind.name}: ingest of {good} good logs among {len(sent)} hostile ones: {took:.1f} s, "
              f"{cpu:.1f} s of CPU (and its server {server:.1f} s), the largest process has {memory >> 20} MiB")
        found = reasons(kind, db)
        refused = [name for name in found if name.startswith("heavy-")]
        expect("good logs", int(kind.sql(db, "SELECT count(*) FROM logs")), good + len(others) - len(refused))
        taken = {k: n for n, k in sent.items() if n not in found}
        expect("hostile logs that were taken", taken, {})
        expect("bad logs", len(found), len(sent) + bad + len(refused))
        expect("reasons that are empty", [n for n, why in found.items() if not why.strip()], [])
        expect("notes of files that are read", kind.sql(db, "SELECT count(*) FROM begun"), "0")
        again = tool("ingest", "-q", "--db", db, spool).stdout
        expect("the second time", f"{len(found)} bad before" in again, True)
        tool("report", "--json", "--db", db)


def sqlite():
    among_good_ones(Sqlite())


def postgres():
    server = Postgres()
    try:
        among_good_ones(server)
    finally:
        server.stop()


def with_files():
    """report, check, merge and diff of such files end within the same memory, dump within a log's bounds."""
    with tempfile.TemporaryDirectory(prefix="algoprof-hostile.") as folder:
        sent = hostile(folder, 11, 2)
        for name, kind in sent.items():
            path = os.path.join(folder, name)
            for command in (["report", path], ["check", "--max-exponent=1.2", path],
                            ["diff", path, "--", path], ["merge", "-o", os.path.join(folder, "m"), path]):
                done = tool(*command, status=None)
                if done.returncode not in (0, 1, 3):
                    raise Failure(f"{kind}: {command[0]}: exit status {done.returncode}\n{done.stderr[-800:]}")
            if kind == "bomb":
                continue
            size = len(subprocess.run(["zstd", "-dc", path], check=True, capture_output=True).stdout)
            for command in ["dump"], ["dump", "--cells"], ["dump", "--json", "--cells"]:
                took, memory = least(1.5 + size / 2**20, *command, path)
                if took > 1.5 + size / 2**20 or memory > (64 << 20) + 8 * size:
                    raise Failure(f"{kind}: {' '.join(command)}: {took:.1f} s, {memory >> 20} MiB")


def heavy(kind, size, path):
    """Writes a log of that kind; how many bytes it has."""
    with open(path, "wb") as out:
        subprocess.run([HEAVY, kind, str(size)], check=True, stdout=out)
    return os.path.getsize(path)


# What each kind of log is given to.  The commands that are not here do with it what one of these does.
PAGE = ["report", "--html=page.html"]
READING = [["report"], ["report", "--json"], PAGE, ["check", "--max-exponent=1.2"], ["merge", "-o", "merged"], ["dump"],
           ["dump", "--json"]]
FUNCTIONS = READING + [["report", "--csv"], ["report", "--aprof"], ["report", "--target=f"], ["suggest"]]
CALLED = [["report", "--json"], ["report", "--target=f"]]
CONTEXTS = [["contexts"], ["contexts", "--folded"], ["contexts", "--by-callee"], ["contexts", "--json"], ["contexts", "--pprof"],
            ["contexts", "--callgrind"], ["report", "--json"], ["report", "--target=f"], PAGE]
GIVEN_TO = {
    **dict.fromkeys(("functions", "fitted", "tuples", "own-tuples"), FUNCTIONS),
    **dict.fromkeys(("modules", "builds", "deep-recursion", "deep-calls", "blamed-few", "blamed-many"), CALLED),
    **dict.fromkeys(("calls", "parts", "cycles", "chain", "long-names", "inlined", "callers", "threads", "beside"), CONTEXTS),
}


# Of 3 MiB: what few bytes ask for much of.
LARGE = [("functions", PAGE), ("fitted", ["report", "--json"]), ("tuples", ["report", "--json"]), ("targets", PAGE),
         ("compact", ["report"]), ("compact", ["dump"]), ("different", ["report"])]


# Of 12 MiB: what there are many of, in logs of that size, each for each.
HUGE = [("grid", ["report", "--json"]), ("calls", ["contexts", "--json"]), ("chain", ["contexts", "--json"]),
        ("inlined", ["contexts", "--json"]), ("long-names", ["report", "--json"]), ("callers", ["contexts", "--json"]),
        ("beside", ["report", "--json"]), ("beside", PAGE), ("modules", ["report"]), ("builds", ["report"])]


def bounds():
    """A log's size bounds the time and memory that it takes, whatever it says: a second of CPU time and one for each
    MiB, 64 MiB and 8 bytes for each byte."""
    size = 256 << 10
    kinds = subprocess.run([HEAVY], check=True, capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory(prefix="algoprof-hostile.") as folder:
        path, over = os.path.join(folder, "heavy.aplog"), []
        for i in range(500):            # a program is searched for in the folder
            shutil.copy(TOOL if i == 0 else "/bin/true", os.path.join(folder, f"program{i}"))
        for kind in kinds:
            got = heavy(kind, size, path)
            for command in GIVEN_TO.get(kind, READING):
                took, memory = least(1 + got / 2**20, *command, path, cwd=folder)
                if took > 1 + got / 2**20 or memory > (64 << 20) + 8 * got:
                    over.append(f"{kind}: {' '.join(command)}: {took:.1f} s, {memory >> 20} MiB")
        expect("what is above its bounds", over, [])
        got = heavy("compact", 35 << 20, path)
        took, memory = least(1, "report", path)
        if took > 1 or memory > (64 << 20) + got:
            over.append(f"36 million instances, refused: {took:.1f} s, {memory >> 20} MiB")
        for kind in "tuples", "targets", "fitted":
            got = heavy(kind, 1 << 20, path)
            took, memory = least(1 + 2 * got / 2**20, "diff", path, "--", path)
            if took > 1 + 2 * got / 2**20 or memory > (64 << 20) + 16 * got:
                over.append(f"{kind} of {got} bytes twice: diff: {took:.1f} s, {memory >> 20} MiB")
        for kind, command, most in [("compact", ["report"], 9 << 20), *((*large, 3 << 20) for large in LARGE),
                                    *((*huge, 12 << 20) for huge in HUGE)]:
            got = heavy(kind, most, path)
            took, memory = least(1 + got / 2**20, *command, path, cwd=folder)
            if took > 1 + got / 2**20 or memory > (64 << 20) + 8 * got:
                over.append(f"{kind} of {got} bytes: {' '.join(command)}: {took:.1f} s, {memory >> 20} MiB")
        expect("what is above its bounds", over, [])


def not_fitted():
    """Of more functions, or targets, than there is time for those of most cost are fitted, and those that grow fast; and
    the report says that others are not."""
    with tempfile.TemporaryDirectory(prefix="algoprof-hostile.") as folder:
        path = os.path.join(folder, "heavy.aplog")
        for kind, word in ("fitted", "functions of little cost and growth are not fitted"), ("targets", "(not-fitted)"):
            heavy(kind, 1 << 20, path)
            expect(f"{kind} are left out", word in " ".join(tool("report", path).stdout.split()), True)
            report = json.loads(tool("report", "--json", path).stdout)
            fits = [t["fit" if kind == "fitted" else "instances_fit"] for t in report["targets"]]
            expect(f"{kind} that are fitted", sum("not-fitted" not in fit["warnings"] for fit in fits) >= 700, True)
            heavy(kind, 40 << 10, path)
            expect(f"few {kind}", "fitted" in tool("report", path).stdout, False)


# What makes a terminal do something, or shows text in another order: all but newlines and tabs.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
ODD = "\x1b[2J\u202e\n=x.aplog"
TOLD = [["report", "-v"], ["report", "--json"], ["report", "--csv"], ["report", "--folded"], ["report", "--aprof"],
        ["report", "--target=*cmd*"], ["report", "--target=*SUM*"], ["report", "--html=page.html"], ["report", "--view=top-down"],
        ["dump"], ["dump", "--json"], ["contexts", "--phi=0"], ["contexts", "--folded"], ["contexts", "--json"],
        ["contexts", "--callgrind"], ["check", "--max-exponent=1"], ["check", "--max-exponent=1", "--junit=units.xml"],
        ["check", "--max-exponent=1", "--sarif=found.sarif"], ["check", "--max-exponent=1", "--write-baseline=base" + ODD], ["suggest"],
        ["merge", "-o", "merged" + ODD], ["ingest", "--db", "db" + ODD]]
TWICE = [["diff"], ["diff", "--json"], ["contexts", "--diff"], ["contexts", "--diff", "--json"]]


def tell(folder, command):
    done = subprocess.run([TOOL, *command], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1, 2, 3):
        raise Failure(f"{command}: exit status {done.returncode}")
    for what, text in ("stdout", done.stdout.decode()), ("stderr", done.stderr.decode()):
        found = CONTROL.search(text)
        if found:
            raise Failure(f"{command}: {what} has {text[max(0, found.start() - 60):found.end()]!r}")
    return done.stdout.decode()


def words():
    """Nothing that a log or the name of a file says reaches a terminal, a page or a spreadsheet as more than text."""
    with tempfile.TemporaryDirectory(prefix="algoprof-hostile.") as folder:
        for kind in "words", "words-of-functions":
            name = kind + ODD
            heavy(kind, 1, os.path.join(folder, name))
            for command in TOLD:
                tell(folder, [*command, name])
                tell(folder, [*command, "gone" + ODD])
            for command in TWICE:
                tell(folder, [*command, name, "--", name])
            rows = list(csv.reader(io.StringIO(tell(folder, ["report", "--csv", name]))))
            expect("rows", len(rows) > 1, True)
            expect("formulas", [c for row in rows for c in row if re.match("[=+@\t\r]|-[^0-9]", c)], [])
        for name in "page.html", "units.xml", "found.sarif":
            with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
                text = file.read()
            expect(f"controls in {name}", CONTROL.findall(text), [])
            expect(f"markup in {name}", "<img" in text and not name.endswith(".sarif"), False)


def measured(*args, cwd=None):
    """(CPU seconds, most bytes in memory) of the tool and its child processes."""
    process = subprocess.Popen([TOOL, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               cwd=cwd, preexec_fn=limited,
                               env={**os.environ, "OMP_NUM_THREADS": "2"})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 2, 3):
        raise Failure(f"{args[0]}: exit status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10


def least(most, *args, cwd=None):
    """The same of the try that took least: up to three, as long as each takes more than that."""
    tries = []
    while len(tries) < 3 and all(took > most for took, _ in tries):
        tries.append(measured(*args, cwd=cwd))
    return min(tries)


def crowds():
    """Logs with as many targets as a log may have, no two alike: what is in the database does
    not stay in memory, a report has room for so many of them and takes time in proportion, up to
    one sender's share of rows."""
    with tempfile.TemporaryDirectory(prefix="algoprof-hostile.") as folder:
        times = {}
        for logs in 4, 12:
            spool, db = os.path.join(folder, str(logs)), os.path.join(folder, f"{logs}.db")
            os.mkdir(spool)
            subprocess.run([HOSTILE, spool, str(logs), "1", "16384", "3"], check=True, stdout=subprocess.DEVNULL)
            _, memory = measured("ingest", "-q", "--db", db, spool)
            expect("quarantine", reasons(Sqlite(), db), {})
            print(f"# field/crowds: ingest of {logs} took {memory >> 20} MiB")
            if memory > 112 << 20:
                raise Failure(f"ingest of {logs} logs took {memory >> 20} MiB")
            for command in (["report", "--json"], ["check", "--max-exponent=1.2"]):
                times[command[0], logs], memory = measured(*command, "--db", db)
                print(f"# field/crowds: {command[0]} of {logs}: {times[command[0], logs]:.1f} s, {memory >> 20} MiB")
                if memory > 256 << 20:
                    raise Failure(f"{command[0]} of {logs} logs took {memory >> 20} MiB")
        report = json.loads(tool("report", "--json", "--db", db).stdout)
        expect("targets", len(report["targets"]), 16384)
        expect("logs left out", report["left_out_logs"], 4)     # 524,288 rows are 8 of 4 * 16,384
        expect("left out", report["left_out"], 7 * 16384)
        for command in "report", "check":
            if times[command, 12] > 3 * 2 * times[command, 4]:
                raise Failure(f"{command}: {times}")


def killer():
    """A file that ends the whole ingest: its batch is read one by one the next time, and it
    is in quarantine the time after that."""
    with tempfile.TemporaryDirectory(prefix="algoprof-hostile.") as folder:
        spool = os.path.join(folder, "spool")
        os.mkdir(spool)
        subprocess.run([FLEET, "play", spool, "20", "damage=0", "twice=0"], check=True, capture_output=True)
        kind = Sqlite()
        db = kind.new(folder)
        tool("ingest", "--db", db, os.path.join(folder))       # makes it
        names = sorted(os.listdir(spool))

        def note(name, alone, minute=0):
            st = os.stat(os.path.join(spool, name))
            kind.sql(db, "INSERT INTO begun (name, size, changed, owner, alone, time) VALUES "
                         f"('{name}', {st.st_size}, {st.st_mtime_ns}, 'gone 1 1', {alone}, {60 * minute})")
        for name in names[:5]:
            note(name, 0)
        for minute in range(3):
            note(names[7], 1, minute)
        for minute in (0, 0, 0, 7):     # killed by chance
            note(names[8], 1, minute)
        out = tool("ingest", "-q", "--db", db, spool).stdout
        expect("counts", out.split(":")[1].split(", ")[:3], [f" {len(names) - 1} taken", "0 known", "1 bad"])
        expect("quarantine", list(reasons(kind, db)), [names[7]])
        expect("why", reasons(kind, db)[names[7]], "ended the ingest that read it")
        expect("notes", kind.sql(db, "SELECT count(*) FROM begun"), "0")


def main():
    cases = {f.__name__.replace("_", "-"): f for f in (sqlite, postgres, with_files, bounds, not_fitted, words, crowds, killer)}
    failed = 0
    for name in sys.argv[1:] or cases:
        try:
            cases[name]()
            print(f"ok field/hostile/{name}", flush=True)
        except Failure as failure:
            failed += 1
            print(f"not ok field/hostile/{name}\n    " + str(failure).replace("\n", "\n    "), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
