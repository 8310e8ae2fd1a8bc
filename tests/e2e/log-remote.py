#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A log on a file system of another machine (remote-fs.py), whose server goes on, fails, or is gone while the program
runs: the program prints and exits as without it, and the log is whole where nothing failed.

    tests/e2e/log-remote.py [NAME...]
"""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import SANFLAGS, Failure, Skipped, compile_to, read_log, run_cases, totals  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS, EXIT = 4, 7
INSTANCES = ROUNDS * 2 * 2000


class Server:
    def __init__(self, folder):
        self.state, self.mount = os.path.join(folder, "state"), os.path.join(folder, "mount")
        self.served = os.path.join(folder, "served")
        os.mkdir(self.served)
        os.mkdir(self.mount)
        self.say("ok")
        self.process = subprocess.Popen([sys.executable, os.path.join(HERE, "remote-fs.py"), self.served, self.mount, self.state],
                                        stderr=subprocess.DEVNULL)
        for _ in range(200):
            if os.path.ismount(self.mount):
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.end()
        raise Skipped("the file system cannot be mounted")

    def say(self, what):
        with open(self.state + ".new", "w", encoding="ascii") as file:
            file.write(what)
        os.rename(self.state + ".new", self.state)

    def end(self):
        if os.path.exists(self.state):
            self.say("ok")
        subprocess.run(["umount", "-l", self.mount], stderr=subprocess.DEVNULL, check=False)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def settings(rate, log):
    return {**os.environ, "ALGOPROF_RATE": rate, "ALGOPROF_BUDGET": "0", "ALGOPROF_LOG": log}


def play(exe, server, what, round_of_it, env):
    """(status, output): after a round something happens to the server."""
    with subprocess.Popen([exe, str(ROUNDS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=env) as program:
        output = b""
        for n in range(ROUNDS):
            output += program.stdout.readline()
            if n == round_of_it and what == "killed":
                server.process.kill()
            elif n == round_of_it and what == "back":
                server.say("ESTALE")
            elif n == round_of_it + 1 and what == "back":
                server.say("ok")
            elif n == round_of_it and what == "late":
                server.say("late")
                program.stdin.write(b"\n")
                program.stdin.flush()
                time.sleep(0.5)
                server.say("ok")
                continue
            elif n == round_of_it:
                server.say(what)
            program.stdin.write(b"\n")
            program.stdin.flush()
        program.stdin.close()
        output += program.stdout.read()
        return program.wait(60), output


def check(case, folder):
    _, what, round_of_it, rate = case
    exe, plain = os.path.join(folder, "profiled"), os.path.join(folder, "plain")
    source = os.path.join(HERE, "log-lost.c")
    compile_to(exe, source, ["-O2"])
    compile_to(plain, source, ["-O2"], profiled=False)
    wanted = subprocess.run([plain, str(ROUNDS)], input=b"\n" * ROUNDS, stdout=subprocess.PIPE, check=False)
    server = Server(folder)
    try:
        if round_of_it < 0:
            server.say(what)
        status, output = play(exe, server, what, round_of_it, settings(rate, os.path.join(server.mount, "a.aplog")))
        if status != EXIT or output != wanted.stdout:
            how = signal.Signals(-status).name if status < 0 else status
            raise Failure(f"status {how}, {output.decode(errors='replace')!r}\nexpected {EXIT}, {wanted.stdout.decode()!r}")
        if round_of_it < 0 and os.listdir(server.served):
            raise Failure(f"a server that fails has {os.listdir(server.served)}")
        if what in ("ok", "late"):
            found = totals(read_log(os.path.join(server.mount, "a.aplog")))
            if found["sum"][0] != INSTANCES:
                raise Failure(f"the log: {found}, expected {INSTANCES} instances")
    finally:
        server.end()


def main():
    if os.geteuid() or not os.path.exists("/dev/fuse"):
        print("no FUSE here: it needs root and /dev/fuse")
        sys.exit(77)
    cases = []
    for n, (what, round_of_it) in enumerate([
            ("ok", 0), ("ok", 1), ("late", 0), ("late", 2), ("back", 0), ("back", 1), ("killed", 0), ("killed", 2),
            *((error, first) for error in ("ESTALE", "EIO", "ENOSPC", "EDQUOT", "EACCES") for first in (-1, 0, 2))]):
        when = "from the start" if round_of_it < 0 else f"after round {round_of_it}"
        for rate in ("auto", "1") if n < 8 else (("auto", "1")[n % 2],):
            cases.append((f"log-remote/{what} {when} rate {rate}", what, round_of_it, rate))
    names = sys.argv[1:]
    run_cases(check, [c for c in cases if not SANFLAGS and (not names or any(n in c[0] for n in names))])


main()
