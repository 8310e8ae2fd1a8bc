# SPDX-License-Identifier: GPL-3.0-or-later
"""What the cases of run.py share: the commands, and logs to give them."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import O, TOOL, Failure  # noqa: E402

MAKELOG = os.path.join(O, "tests/tool/library/makelog")
FLEET = os.path.join(O, "tests/tool/fleet/fleet")
CASES = {}
DATABASES = None                # of the kind that is tested now


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
    for i in range(1, 6):
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
    """The numbers that ingest prints, by their words, in the plural."""
    words = done.stdout.decode().replace(":", ",").replace("1 deletion,", "1 deletions,").split(", ")
    return {w.split(" ", 1)[1].strip(): int(w.split(" ", 1)[0]) for w in words}


def ingest(db, *folders, status=0, cwd=None):
    return counts(tool("ingest", "--db", db, *folders, status=status, cwd=cwd))


def report(*logs, cwd=None, status=0):
    """Of all kinds; what is said of logs goes to stderr."""
    return [tool("report", *form, *logs, cwd=cwd, status=status).stdout for form in
            (["--json", "--estimator=all"], ["--csv", "--view=instances"])]


def usable(reports):
    """As they are without bad logs."""
    document = json.loads(reports[0])
    del document["skipped"]
    return [json.dumps(document, indent=2), *reports[1:]]


def exponents(db, *options, build="6275696c642d6f6e65"):
    """{target: (class, exponent, low, high, cost, runs)}"""
    document = json.loads(tool("report", "--json", "--db", db, "--build", build, *options).stdout)
    return {t["name"]: (t["fit"]["class"], t["fit"]["exponent"], t["fit"]["exponent_low"],
                        t["fit"]["exponent_high"], t["cost"], t["runs"]) for t in document["targets"]}


def play(db, folder, logs, *options):
    """Takes in what a fleet of so many logs sends; each good one must be taken, once."""
    os.mkdir(folder)
    good, bad, objects = map(int, subprocess.run(
        [FLEET, "play", folder, str(logs), *options], check=True, capture_output=True).stdout.split())
    done = counts(tool("ingest", "-q", "--db", db, folder))
    same((done["files"], done["taken"], done["bad"]), (objects, good, bad), f"counts of {folder}")
