#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What leaves a user's machine tells nothing of it: of each example, and of a program
that reads secrets, the spool, what is sent and both databases are searched for planted
secrets (the content and name of a file, arguments, environment, host, user, folders) and
for each 8 bytes, in either order, that are an address of the process.  With and without
random addresses.  Runs of one input at the same addresses have no cell in common, and their
cells do not lie at the same places of their pages.

    tests/field/privacy.py [EXAMPLE...]
"""
import glob
import itertools
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../tool/intake")]
from addresses import Addresses  # noqa: E402
from databases import Postgres, Sqlite  # noqa: E402
from field import (ROOT, UPLOADER, Failure, Server, Skipped, expect, planted_host, run_cases,  # noqa: E402
                   unpack)
from harness import CC, TOOL, build, compile_to, execute, read_log  # noqa: E402

SECRET = "planted-secret"
APP = "privacy"
DATABASES = []
# Random bytes look like an address now and then.  A leak is there each time, so one finding
# calls for MORE further trials, and LEAK trials with one are a leak.  With a chance p of one a
# trial, that is wrong with a probability of C(MORE, LEAK - 1) p^LEAK: with 15 examples and the
# MOST that p may be, 15 * 120 * (2e-3)^4 < 3e-8.  One of every second run is still missed once
# in twenty only.
MORE, LEAK, MOST = 10, 4, 2e-3
# Of runs at the same addresses so many are compared.  Where lines lie in their page is one of 64 ways.
ALIKE, PAGE, LINE, FEW = 3, 4096, 64, 32


def examples():
    """(name, source, size, flags) of the fleet, and the program with secrets."""
    with open(os.path.join(ROOT, "examples/fleet.txt"), encoding="ascii") as file:
        for line in file:
            if not line.startswith("#"):
                name, size, _, *flags = line.split()
                yield name, glob.glob(os.path.join(ROOT, "examples", name, "main.*"))[0], size, flags
    yield "secrets", os.path.join(HERE, "secrets.c"), None, []
    yield "contexts", os.path.join(HERE, "secrets.c"), None, ["-fplugin-arg-algoprof-contexts"]


def search_secrets(what, data, secrets):
    for secret in secrets:
        for form in (secret.encode(), secret.encode("utf-16-le"), secret.encode()[::-1]):
            if form in data:
                raise Failure(f"{what} has {secret!r}")


class Findings:
    """What the searches of a trial found, and how probable that is by chance."""

    def __init__(self):
        self.texts, self.chance = [], 0

    def search(self, addresses, what, data):
        self.texts += [f"{what}: {text}" for text in addresses.find(data)]
        self.chance += addresses.chance(data)


def check_search(addresses, secrets):
    """The searches find what is there."""
    for order in "little", "big":
        for low, high, _ in addresses.ranges:
            for value in low, high - 1:
                found = addresses.find(b"abc" + value.to_bytes(8, order) + b"d")
                expect(f"{value:x} is found, {order} endian", bool(found), True)
    for secret in secrets:
        try:
            search_secrets("", b"ab" + secret.encode() + b"c", secrets)
        except Failure:
            continue
        raise Failure(f"{secret} is not found")


MAPS = """00400000-00500000 r-xp 00000000 08:01 1 /usr/bin/program
555555554000-555555556000 r-xp 00000000 08:01 1 /usr/bin/program
555555556000-555555559000 rw-p 00000000 08:01 1 /usr/bin/program
555555555000-555555557000 rw-p 00000000 08:01 1 /usr/bin/program
7ffff7a00000-7ffff7b00000 rw-p 00000000 00:00 0
7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0 [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]
"""


def check_made_up():
    """The searches, with addresses that are known."""
    fixed, moved = Addresses(MAPS, True), Addresses(MAPS, False)
    expect("ranges", [r[:2] for r in fixed.ranges], [(0x555555554000, 0x555555559000), (0x7ffff7a00000, 0x7ffff7b00000)])
    expect("ranges with the stack", moved.ranges, [*fixed.ranges, (0x7ffffffde000, 0x7ffffffff000, 1 << 34)])
    check_search(moved, [SECRET])
    for value in 0x400000, 0x555555553fff, 0x555555559000, 0x7ffff79fffff, 0x7ffffffff000:
        expect(f"{value:x}", moved.find(b"abc" + value.to_bytes(8, "little") + b"d"), [])
    # Three bytes of a checksum, a NULL and the end of COPY's output.
    expect("[vsyscall]", moved.find(bytes.fromhex("57e9a40b0860ffffffffffffffffff")), [])
    # Two values that are near the program and the stack, each told twice, and one that is near nothing.
    data = b"".join(v.to_bytes(8, "big") for v in (0x555560000000, 0x7fff80000000, 0x100000000000)) * 2
    expect("chance", f"{moved.chance(data):.6e}", f"{0x5000 / 2**40 + 0x100000 / 2**40 + 0x21000 / 2**34:.6e}")
    expect("chance of nothing", moved.chance(bytes(100)), 0)
    try:
        Addresses("ffffffffff700000-ffffffffff701000 --xp 0 00:00 0 [new]\n", False)
    except Failure:
        return
    raise Failure("what cannot be searched for is not refused")


class Machine:
    """A user's, for one trial."""

    def __init__(self, folder, program, preload):
        os.mkdir(folder)
        self.folder, self.program, self.preload = folder, program, preload
        self.home = os.path.join(folder, SECRET)
        self.input = os.path.join(self.home, SECRET + ".txt")
        os.mkdir(self.home)
        with open(self.input, "w", encoding="ascii") as out:
            out.write("".join(f"{SECRET}-content {i}\n" for i in range(300)))
        # What is shorter may be in random bytes.
        self.secrets = [s for s in (SECRET, planted_host(), folder, ROOT, os.path.join(ROOT, "examples"), HERE)
                        if s and len(s) >= 8]
        self.spool = os.path.join(self.home, ".local/state/algoprof", APP)

    def environment(self, **more):
        plain = {k: v for k, v in os.environ.items()
                 if not k.startswith(("ALGOPROF_", "XDG_")) and not k.lower().endswith("_proxy")}
        return {**plain, "HOME": self.home, "USER": SECRET + "-user", "LOGNAME": SECRET + "-user",
                "SECRET": SECRET, "ALGOPROF_CONSENT": "1", **more}

    def run(self, number, fixed, size):
        """The log of one run, and its addresses."""
        maps = os.path.join(self.folder, f"{number}.maps")
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
        with open(maps, encoding="utf-8") as file:
            addresses = Addresses(file.read(), fixed)
        if len(addresses.ranges) < 5:
            raise Failure(f"only {len(addresses.ranges)} ranges in {maps}")
        return log, addresses


def cells(path):
    """Places in the sets of a log, as dump prints them, and its own id."""
    status, output = execute([TOOL, "dump", "--cells", path])
    expect("status of dump", status, 0)
    text = output.decode()
    sets = re.findall(r"^ *set: (.*)$", text, re.MULTILINE)
    return {word.split("+")[0] for line in sets for word in line.split() if ":" in word}, re.search("run id ([0-9a-f]*)", text)[1]


def check_runs(logs, findings):
    """The same input at the same addresses."""
    known = [cells(log) for log in logs]
    for path, (found, _) in zip(logs, known):
        expect("sets are there", bool(found), any(i["rms"] for i in read_log(path)["instances"]))
    expect("ids that differ", len({run_id for _, run_id in known}), len(known))
    for one, other in itertools.combinations([found for found, _ in known], 2):
        expect("common cells", one & other, set())
    in_page = [frozenset(int(c.split(":")[1], 16) % PAGE for c in found) for found, _ in known]
    if 0 < len({place // LINE for place in in_page[0]}) <= FEW:     # many may be all of a page's, wherever they lie
        if len(set(in_page)) == 1:
            findings.texts.append(f"places in pages: {sorted(in_page[0])[:5]} in all of {len(logs)} runs")
        findings.chance += (LINE / PAGE) ** (len(logs) - 1)


def check_database(database, machine, addresses, copies, findings):
    db = database.new(machine.folder)
    status, output = execute([TOOL, "ingest", "--db", db, os.path.join(machine.folder, "objects")])
    expect(f"status of ingest, {output.decode()}", status, 0)
    data, what = database.content(db), f"the database, {database.name}"
    for copy in copies:
        expect(f"{what}, has the run id", copy[32:48] in data, True)
    search_secrets(what, data, machine.secrets)
    for known in addresses:
        findings.search(known, what, data)


def check_sent(machine, addresses, copies, findings):
    """Each log's object is searched for the addresses of that log's process."""
    with Server() as server:
        done = subprocess.run([UPLOADER, "-u", server.url, APP], env=machine.environment(), check=False)
        expect("status of the upload", (done.returncode, len(server.requests)), (0, len(copies)))
        objects = os.path.join(machine.folder, "objects")
        os.mkdir(objects)
        for request in server.requests:
            content = unpack(request.body)
            whole = repr(request.headers).encode() + request.path.encode() + request.body + content
            search_secrets("what is sent", whole, [*machine.secrets, APP])
            findings.search(addresses[copies.index(content)], "what is sent", whole)
            with open(os.path.join(objects, request.name), "wb") as out:
                out.write(request.body)


def trial(machine, size):
    """The whole way of logs: with random addresses, and others with the same."""
    runs, copies, findings = [machine.run(n, n > 0, size) for n in range(1 + ALIKE)], [], Findings()
    addresses = [known for _, known in runs]
    check_search(addresses[0], machine.secrets)
    for log, known in runs:
        read = read_log(log)
        expect("instances", bool(read["instances"]), True)
        expect("frames of callers, and instances that tell theirs",
               (bool(read["contexts"]), any(i["context"] for i in read["instances"])), (True, True))
        with open(log, "rb") as file:
            copies.append(file.read())
        search_secrets("the spool", copies[-1], machine.secrets)
        findings.search(known, "the spool", copies[-1])
    check_runs([log for log, _ in runs[1:]], findings)
    check_sent(machine, addresses, copies, findings)
    for database in DATABASES:
        check_database(database, machine, addresses, copies, findings)
    if findings.chance > MOST:
        raise Failure(f"{findings.chance:.1e} is too probable for a finding by chance")
    return findings.texts


def check_trials(one):
    """one (n): the findings of the n-th trial."""
    found = [one(0)]
    if found[0]:
        found += [one(n) for n in range(1, 1 + MORE)]
    if sum(map(bool, found)) >= LEAK:
        raise Failure("\n".join(f"trial {n}, {text}" for n, texts in enumerate(found) for text in texts))


def check_itself():
    """What is made of findings, and the searches."""
    check_made_up()
    check_trials(lambda n: [])
    check_trials(lambda n: ["chance"] if n < LEAK - 1 else [])
    for often in 1, 2, 3:
        try:
            check_trials(lambda n: [] if n % often else ["leak"])
        except Failure:
            continue
        raise Failure(f"a leak in one of {often} trials is not found")


def privacy(case, folder):
    _, name, source, size, flags = case
    program, preload = os.path.join(folder, name), os.path.join(folder, "maps.so")
    compile_to(program, source, ["-O2", "-g", "-fplugin-arg-algoprof-spool=" + APP, *flags])
    build([*CC.split(), "-O2", "-shared", "-fPIC", os.path.join(HERE, "maps.c"), "-o", preload])
    check_trials(lambda n: trial(Machine(os.path.join(folder, str(n)), program, preload), size))


def one_case(case, folder):
    if case[1] == "search":
        check_itself()
    else:
        privacy(case, folder)


def main():
    DATABASES.extend([Sqlite(), Postgres()])        # one server for all processes
    try:
        cases = [("privacy/search", "search"), *(("privacy/" + e[0], *e) for e in examples())]
        run_cases(one_case, [c for c in cases if not sys.argv[1:] or c[1] in sys.argv[1:]])
    finally:
        DATABASES[1].stop()


if __name__ == "__main__":
    main()
