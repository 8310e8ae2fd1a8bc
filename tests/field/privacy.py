#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What leaves a user's machine tells nothing of it: of each example, and of a program
that reads secrets, the spool, what is sent and both databases are searched for planted
secrets (the content and name of a file, arguments, environment, host, user, folders) and
for each 8 bytes, in either order, that are an address of the process.  With and without
random addresses.  Two runs of one input have no number of theirs in common.

    tests/field/privacy.py [EXAMPLE...]
"""
import bisect
import glob
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../intake")]
from databases import Postgres, Sqlite  # noqa: E402
from field import (ROOT, UPLOADER, Failure, Server, Skipped, expect, planted_host, run_cases,  # noqa: E402
                   unpack)
from harness import CC, TOOL, build, compile_to, execute, read_log  # noqa: E402

SECRET = "planted-secret"
APP = "privacy"
LOWEST = 1 << 32
DATABASES = []
# Without random addresses the stack lies at 0x7ffffff..., and a mask of cells that lie
# side by side looks like that.  An address of the stack is found where they are random.
FIXED_STACK = 0x7ffffff00000


def examples():
    """(name, source, size, flags) of the fleet, and the program with secrets."""
    with open(os.path.join(ROOT, "examples/fleet.txt"), encoding="ascii") as file:
        for line in file:
            if not line.startswith("#"):
                name, size, _, *flags = line.split()
                yield name, glob.glob(os.path.join(ROOT, "examples", name, "main.*"))[0], size, flags
    yield "secrets", os.path.join(HERE, "secrets.c"), None, []


class Addresses:
    """What was mapped in a process."""

    def __init__(self, path, fixed):
        ranges = set()
        with open(path, encoding="utf-8") as file:
            for line in file:
                low, high = (int(x, 16) for x in line.split()[0].split("-"))
                if high > LOWEST and not (fixed and low >= FIXED_STACK):
                    ranges.add((max(low, LOWEST), high))
        if len(ranges) < 10:
            raise Failure(f"only {len(ranges)} ranges in {path}")
        self.ranges = sorted(ranges)
        self.lows = [low for low, _ in self.ranges]

    def has(self, value):
        """Ranges of the start and of the end may overlap: those that begin before."""
        at = bisect.bisect_right(self.lows, value)
        return any(low <= value < high for low, high in self.ranges[max(0, at - 4):at])

    def search(self, what, data):
        for order, pattern in (("little", rb"(?=(.{6}(?:\0\0|\xff\xff)))"), ("big", rb"(?=((?:\0\0|\xff\xff).{6}))")):
            for found in re.finditer(pattern, data, re.DOTALL):
                if self.has(int.from_bytes(found[1], order)):
                    raise Failure(f"{what}: at {found.start()} is the address {found[1].hex()}, {order} endian")


def search_secrets(what, data, secrets):
    for secret in secrets:
        for form in (secret.encode(), secret.encode("utf-16-le"), secret.encode()[::-1]):
            if form in data:
                raise Failure(f"{what} has {secret!r}")


def check_search(addresses, secrets):
    """The searches find what is there."""
    low = addresses.ranges[0][0]
    for order in "little", "big":
        for value, there in (low, True), (low - 1, False), (addresses.ranges[-1][1] - 1, True):
            try:
                addresses.search("", b"abc" + value.to_bytes(8, order) + b"d")
                found = False
            except Failure:
                found = True
            expect(f"{value:x} is found, {order} endian", found, there)
    for secret in secrets:
        try:
            search_secrets("", b"ab" + secret.encode() + b"c", secrets)
        except Failure:
            continue
        raise Failure(f"{secret} is not found")


class Machine:
    def __init__(self, folder, name):
        self.home = os.path.join(folder, SECRET)
        self.input = os.path.join(self.home, SECRET + ".txt")
        os.mkdir(self.home)
        with open(self.input, "w", encoding="ascii") as out:
            out.write("".join(f"{SECRET}-content {i}\n" for i in range(300)))
        self.preload = os.path.join(folder, "maps.so")
        build([*CC.split(), "-O2", "-shared", "-fPIC", os.path.join(HERE, "maps.c"), "-o", self.preload])
        self.program = os.path.join(folder, name)
        self.secrets = [s for s in (SECRET, planted_host(), folder, ROOT) if s]
        self.spool = os.path.join(self.home, ".local/state/algoprof", APP)

    def environment(self, **more):
        plain = {k: v for k, v in os.environ.items()
                 if not k.startswith(("ALGOPROF_", "XDG_")) and not k.lower().endswith("_proxy")}
        return {**plain, "HOME": self.home, "USER": SECRET + "-user", "LOGNAME": SECRET + "-user",
                "SECRET": SECRET, "ALGOPROF_CONSENT": "1", **more}

    def run(self, number, fixed, size):
        """The log of one run, and its addresses."""
        maps = os.path.join(os.path.dirname(self.home), f"{number}.maps")
        before = set(glob.glob(os.path.join(self.spool, "out/*")))
        command = [*(["setarch", "-R"] if fixed else []), self.program,
                   *([size, "1", SECRET] if size else [self.input, SECRET])]
        done = subprocess.run(command, cwd=self.home, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, check=False,
                              env=self.environment(MAPS=maps, LD_PRELOAD=self.preload, ALGOPROF_BUDGET="0"))
        if done.returncode:
            if fixed and b"personality" in done.stderr:
                raise Skipped("setarch -R is not allowed here")
            raise Failure(f"{command}: status {done.returncode}: {done.stderr.decode()}")
        (log,) = set(glob.glob(os.path.join(self.spool, "out/*"))) - before
        return log, Addresses(maps, fixed)


def cells(path):
    """Places in the sets of a log, as dump prints them, and its own id."""
    status, output = execute([TOOL, "dump", path])
    expect("status of dump", status, 0)
    text = output.decode()
    sets = re.findall(r"^ *set: (.*)$", text, re.MULTILINE)
    return {word.split("+")[0] for line in sets for word in line.split()}, re.search("run id ([0-9a-f]*)", text)[1]


def check_two_runs(first, second):
    """The same input at the same addresses."""
    (one, id_one), (other, id_other) = cells(first), cells(second)
    for path, found in (first, one), (second, other):
        expect("sets are there", bool(found), any(i["rms"] for i in read_log(path)["instances"]))
    expect("ids differ", id_one != id_other, True)
    expect("common cells", one & other, set())


def check_database(database, machine, addresses, folder, runs):
    db = database.new(folder)
    status, output = execute([TOOL, "ingest", "--db", db, os.path.join(folder, "objects")])
    expect(f"status of ingest, {output.decode()}", status, 0)
    data, what = database.content(db), f"the database, {database.name},"
    for path in runs:
        with open(path, "rb") as log:
            expect(f"{what} has the run id", log.read()[32:48] in data, True)
    search_secrets(what, data, machine.secrets)
    for known in addresses:
        known.search(what, data)


def check_sent(machine, addresses, folder, logs):
    with Server() as server:
        done = subprocess.run([UPLOADER, "-u", server.url, APP], env=machine.environment(), check=False)
        expect("status of the upload", (done.returncode, len(server.requests)), (0, logs))
        objects = os.path.join(folder, "objects")
        os.mkdir(objects)
        for request in server.requests:
            whole = repr(request.headers).encode() + request.path.encode() + request.body + unpack(request.body)
            search_secrets("what is sent", whole, [*machine.secrets, APP])
            for known in addresses:
                known.search("what is sent", whole)
            with open(os.path.join(objects, request.name), "wb") as out:
                out.write(request.body)


def privacy(case, folder):
    _, name, source, size, flags = case
    machine = Machine(folder, name)
    compile_to(machine.program, source, ["-O2", "-g", "-fplugin-arg-algoprof-spool=" + APP, *flags])
    runs = [machine.run(number, fixed, size) for number, fixed in enumerate((False, True, True))]
    check_search(runs[0][1], machine.secrets)
    for log, addresses in runs:
        expect("instances", bool(read_log(log)["instances"]), True)
        with open(log, "rb") as file:
            data = file.read()
        search_secrets("the spool", data, machine.secrets)
        addresses.search("the spool", data)
    check_two_runs(runs[1][0], runs[2][0])
    copies = []
    for number, (log, _) in enumerate(runs):
        copies.append(os.path.join(folder, f"{number}.copy"))
        shutil.copy(log, copies[-1])
    known = [addresses for _, addresses in runs]
    check_sent(machine, known, folder, len(runs))
    for database in DATABASES:
        check_database(database, machine, known, folder, copies)


def main():
    DATABASES.extend([Sqlite(), Postgres()])        # one server for all processes
    try:
        run_cases(privacy, [("privacy/" + e[0], *e) for e in examples()
                            if not sys.argv[1:] or e[0] in sys.argv[1:]])
    finally:
        DATABASES[1].stop()


if __name__ == "__main__":
    main()
