#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A shipped program writes nothing without consent, and with it only into its spool:
consent found, given and withdrawn; the life of a log; limits; several at once.

    tests/field/spool/spool.py [NAME...]
"""
import fcntl
import os
import random
import signal
import sys
import time

from shipped import (APP, NOBODY, WORKED, Failure, User, compile_app, compile_switched, counts, expect_counts)
from harness import O, run_cases

YES = {"ALGOPROF_CONSENT": "1"}
NO = {"ALGOPROF_CONSENT": "0"}

# Of 1000 executions, the last of which a kill -9 follows at once: the log lacks an eighth, and what came between the
# last two sampled ones.
KEPT = 700


def without_consent(folder, exe):
    user = User(folder, exe)
    for env in {}, NO, {"ALGOPROF_CONSENT": "yes"}, {"ALGOPROF_LOG": user.cwd + "/x.aplog"}, {"ALGOPROF_LOG": "%p"}:
        user.expect(WORKED, "work", env=env)
        user.expect(WORKED + WORKED, "work", "fork", "work", env=env)
        user.check_nothing()
    user.expect(b"flush -1\npause -1\n", "flush", "pause")
    user.check_nothing()
    # There, but no consent; and what is not consent.
    for wrong in "directory", "link":
        user.put("client")
        consent = os.path.join(user.spool, "consent")
        os.mkdir(consent, 0o700) if wrong == "directory" else os.symlink("client", consent)
        user.expect(WORKED, "work")
        user.check_spool(0)
        os.rmdir(consent) if wrong == "directory" else os.unlink(consent)
    user.put("withdrawn")
    user.expect(WORKED, "work", env=YES)
    if user.logs() or user.logs("run"):
        raise Failure("the variable helps while there is a withdrawal")
    if user.user:
        os.chown(user.put("consent"), NOBODY - 1, NOBODY)
        user.expect(WORKED, "work")
        user.check_spool(0)


def with_consent(folder, exe):
    user = User(folder, exe)
    user.expect(WORKED, "work", env=YES)
    expect_counts(user.check_spool(1)[0], 1000)
    user = User(folder, exe, "second")
    user.consent()
    user.expect(WORKED, "work")
    user.expect(WORKED, "work", env=NO)
    user.expect(WORKED, "work", env={"ALGOPROF_LOG": "off"})
    user.expect(WORKED, "work", env={"ALGOPROF_LOG": user.cwd + "/x.aplog", "ALGOPROF_MAX_LOG": "64M"})
    logs = user.check_spool(2)
    for log in logs:
        expect_counts(log, 1000)
        if log["header"]["max_log"] > 1 << 20 or [s["file"] for s in log["sites"]] != ["app.c"]:
            raise Failure(f"{log['header']}, {log['sites']}")
    if logs[0]["header"]["run_id"] == logs[1]["header"]["run_id"]:
        raise Failure("one run id twice")
    user = User(folder, exe, "xdg")
    state = os.path.join(user.home, "state")
    user.spool = os.path.join(state, "algoprof", APP)
    user.expect(WORKED, "work", env={**YES, "XDG_STATE_HOME": state})
    user.check_spool(1)
    # A relative folder is ignored, as the XDG rules have it.
    user = User(folder, exe, "relative")
    user.expect(WORKED, "work", env={**YES, "XDG_STATE_HOME": "state"})
    user.check_spool(1)


def umasks(folder, exe):
    """Whatever the program's umask is, all is the user's to use, and nobody else's."""
    for umask in 0, 0o177, 0o277, 0o377, 0o777:
        user = User(folder, exe, f"umask{umask:o}")
        limit = {"preexec_fn": lambda: os.umask(umask)}     # noqa: B023
        user.expect(WORKED, "work", env=YES, **limit)
        expect_counts(user.check_spool(1)[0], 1000)
        user.expect(b"give 0\n", "give", **limit)
        old = user.put(f"out/{'e' * 32}.aplog")
        os.utime(old, (1, 1))
        user.expect(WORKED, "work", **limit)
        for name in "consent", "given-up":
            mode = os.stat(os.path.join(user.spool, name)).st_mode & 0o7777
            if mode != 0o600:
                raise Failure(f"umask {umask:o}: {name} has mode {mode:o}")
        path = user.spool
        while path != user.home:
            if os.stat(path).st_mode & 0o7777 != 0o700:
                raise Failure(f"umask {umask:o}: {path} has mode {os.stat(path).st_mode & 0o7777:o}")
            path = os.path.dirname(path)
        user.expect(b"withdraw 0\n", "withdraw", **limit)
        user.check_spool(0)


def by_call(folder, exe):
    """What ran before consent does not count; what runs after does, on all threads."""
    user = User(folder, exe)
    user.expect(WORKED + b"give 0\n" + WORKED, "work", "give", "work")
    log = user.check_spool(1)[0]
    instances, cost = counts(log)
    # The loop is looked at again after at most so long as it ran before.
    if not 1 <= instances <= 1000 or not 50 * instances <= cost <= 50 * instances + 50:
        raise Failure(f"{instances} instances of cost {cost}")
    if not os.path.exists(os.path.join(user.spool, "consent")):
        raise Failure("consent is not stored")
    user = User(folder, exe, "second")
    user.expect(b"give 0\n" + WORKED, "give", "work", "thread")
    expect_counts(user.check_spool(1)[0], 2000)
    user = User(folder, exe, "child")
    user.expect(WORKED + b"give 0\n" + WORKED, "work", "fork", "give", "work")
    user.check_spool(1)
    user = User(folder, exe, "no")
    user.expect(WORKED + b"give 0\n" + WORKED, "work", "give", "work", env=NO)
    user.check_spool(0)


def children(folder, exe):
    user = User(folder, exe)
    user.consent()
    user.expect(WORKED * 3, "work", "fork", "work", "fork", "work")
    logs = user.check_spool(3)
    for log in logs:
        expect_counts(log, 1000)


def withdrawn(folder, exe):
    user = User(folder, exe)
    user.consent()
    user.put("client")
    user.expect(WORKED, "work")
    other = user.start("work", "wait", "work")
    if other.stdout.readline() != WORKED or other.stdout.readline() != b"waiting\n":
        raise Failure("the other process does not work")
    user.run("work", "kill")
    user.expect(WORKED + b"withdraw 0\nflush 0\n" + WORKED, "work", "withdraw", "flush", "work")
    left = sorted(os.path.relpath(p, user.spool) for p in user.paths("*"))
    if left != ["out", "run", "withdrawn"] or user.logs() or user.logs("run"):
        raise Failure(f"left: {left}, {user.logs()}, {user.logs('run')}")
    # The user changes his mind before it ends: its log is of before.
    user.consent()
    other.communicate(b"\n", timeout=60)
    user.check_spool(0)
    os.unlink(os.path.join(user.spool, "consent"))
    user.expect(WORKED, "work")
    user.expect(WORKED, "work", env=YES)
    user.check_spool(0)
    # A second time: what began since the first one is taken back, too.
    path = os.path.join(user.spool, "withdrawn")
    os.utime(path, (1, 1))
    user.consent()
    user.expect(b"withdraw 0\n", "withdraw")
    if os.stat(path).st_mtime < time.time() - 600:
        raise Failure("the second withdrawal is as old as the first")
    # Given again: from the next start on.
    user.expect(b"give 0\n" + WORKED, "give", "work")
    user.expect(b"withdraw 0\ngive 0\n" + WORKED, "withdraw", "give", "work")
    user.check_spool(0)
    user.expect(WORKED, "work")
    user.check_spool(1)
    user = User(folder, exe, "never")
    user.expect(b"withdraw 0\n", "withdraw")
    user.check_nothing()


def the_dead(folder, exe):
    user = User(folder, exe)
    user.consent()
    for end, status in ("kill", -signal.SIGKILL), ("abort", -signal.SIGABRT), ("_exit", 3):
        user.expect(WORKED, "work", end, status=status)
    live = user.start("work", "wait")
    live.stdout.readline(), live.stdout.readline()
    user.expect(WORKED, "work", "exit3", status=3)
    logs = user.check_spool(4, 1)
    if sorted(l["header"]["state"] for l in logs) != ["finished", "running", "running", "running"]:
        raise Failure("states")
    for log in logs:
        if log["header"]["state"] == "finished":
            expect_counts(log, 1000)
        elif not KEPT <= counts(log)[0] <= 1000:
            raise Failure(f"a dead process's log tells of {counts(log)}")
    # What they had not written takes no room of the spool.
    large = [(name, os.path.getsize(name)) for name in user.logs() if os.path.getsize(name) > 200000]
    if large:
        raise Failure(f"dead processes' logs have their full length: {large}")
    # As if the process id had been given to another process since: only the lock tells.
    name = user.logs("run")[0]
    other = name.rsplit(".", 2)[0] + ".12345.aplog"
    os.rename(name, other)
    user.expect(WORKED, "work")
    user.check_spool(5, 1)
    live.communicate(b"\n", timeout=60)
    user.expect(WORKED, "work")
    user.check_spool(7)
    # Free, but the process lives: it may be about to lock.
    stat = open(f"/proc/{os.getpid()}/stat", encoding="utf-8").read().rsplit(")", 1)[1].split()[19]
    user.put(f"run/{'a' * 32}.{os.getpid()}.{stat}.aplog")
    user.put(f"run/{'b' * 32}.{os.getpid()}.1.aplog")
    locked = user.put(f"run/{'c' * 32}.{os.getpid()}.1.aplog")
    with open(locked, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        user.expect(WORKED, "work")
    if [os.path.basename(p)[0] for p in user.logs("run")] != ["a", "c"]:
        raise Failure(f"left in run: {user.logs('run')}")


def given_up(user, reason):
    with open(os.path.join(user.spool, "given-up"), encoding="utf-8") as file:
        return [line.split()[0] for line in file if line.split()[2] == reason]


def crash_loop(folder, exe):
    """The dead push out no finished log, and not more than 100 of them come in a day."""
    user = User(folder, exe)
    user.consent()
    finished = {os.path.basename(user.put(f"out/{i:032x}.aplog", "x")) for i in range(450)}
    for _ in range(103):
        user.expect(WORKED, "work", "kill", status=-signal.SIGKILL)
    user.expect(WORKED, "work")
    names = {os.path.basename(name) for name in user.logs()}
    dead = {name for name in names if name.endswith(".dead.aplog")}
    if not finished <= names or len(names) != 500 or len(dead) != 49:
        raise Failure(f"{len(names)} logs, {len(dead)} of the dead, {len(finished - names)} finished ones are gone")
    if len(given_up(user, "dead")) != 3 or len(given_up(user, "full")) != 51:
        raise Failure(f"given up: {len(given_up(user, 'dead'))} dead, {len(given_up(user, 'full'))} full")
    # A day later two of them may come again.
    died = os.path.join(user.spool, "died")
    with open(died, encoding="ascii") as file:
        lines = file.read().splitlines()
    if len(lines) != 100 or os.stat(died).st_mode & 0o7777 != 0o600:
        raise Failure(f"{len(lines)} lines in died")
    for i in 10, 60:
        lines[i] = f"{lines[i].split()[0]} {int(time.time()) - 86401}"
    user.put("died", "".join(line + "\n" for line in lines))
    for _ in range(3):
        user.expect(WORKED, "work", "kill", status=-signal.SIGKILL)
    user.expect(WORKED, "work")
    if len(given_up(user, "dead")) != 4:
        raise Failure(f"given up: {len(given_up(user, 'dead'))} dead")


def limits(folder, exe):
    user = User(folder, exe)
    user.consent()
    now = time.time()
    for i in range(520):
        path = user.put(f"out/{i:032x}.aplog", "x")
        os.utime(path, (now - 5000 + i, now - 5000 + i))
    old = user.put(f"out/{'e' * 32}.aplog")
    os.utime(old, (now - 31 * 86400,) * 2)
    user.expect(WORKED, "work")
    names = [os.path.basename(p) for p in user.logs()]
    if len(names) != 500 or f"{20:032x}.aplog" in names or f"{21:032x}.aplog" not in names or os.path.exists(old):
        raise Failure(f"{len(names)} logs, the first {names[0]}")
    with open(os.path.join(user.spool, "given-up"), encoding="utf-8") as file:
        lines = [line.split() for line in file]
    if len(lines) != 22 or lines[0][0] != "e" * 32 or any(abs(int(l[1]) - now) > 600 for l in lines):
        raise Failure(f"given up: {lines}")
    # Bytes: 49 logs of 1 MB, and one that is about to begin.
    user = User(folder, exe, "bytes")
    user.consent()
    for i in range(49):
        path = user.put(f"out/{i:032x}.aplog")
        os.truncate(path, 1000000)
        os.utime(path, (now - 5000 + i,) * 2)
    user.expect(WORKED, "work")
    if len(user.logs()) != 49 or user.logs()[0].endswith(f"{0:032x}.aplog"):
        raise Failure(f"{len(user.logs())} logs")
    # What cannot be removed: live ones.  Nothing is written then.
    user = User(folder, exe, "live")
    user.consent()
    for i in range(500):
        user.put(f"run/{i:032x}.1.1.xyz")
    user.expect(WORKED, "work")
    if user.logs() or len(user.logs("run")) != 500:
        raise Failure("written beyond the limit")
    if len(given_up(user, "not-begun")) != 1:
        raise Failure("it is not told that a log was not begun")


def limits_at_once(folder, exe):
    """Many that start together do not come above the limit together."""
    user = User(folder, exe)
    user.consent()
    for i in range(490):
        user.put(f"out/{i:032x}.aplog", "x")
    with open(os.path.join(user.cwd, "gate"), "w", encoding="ascii") as gate:
        user.own(gate.name)
        fcntl.flock(gate, fcntl.LOCK_EX)
        processes = [user.start("wait", wrapper=["flock", "-F", "-s", gate.name]) for _ in range(40)]
        time.sleep(0.5)
    for process in processes:
        process.stdout.readline()
    found = len(user.logs()) + len(user.logs("run"))
    for process in processes:
        process.communicate(b"\n", timeout=60)
    if found != 500 or len(user.logs()) != 500:
        raise Failure(f"{found} logs, and {len(user.logs())} at the end")


def cut_line(folder, exe):
    """What the disk had no room for: a line of which the end is missing."""
    user = User(folder, exe)
    user.consent()
    user.put("given-up", "0123")
    old = user.put(f"out/{'e' * 32}.aplog")
    os.utime(old, (1, 1))
    user.expect(WORKED, "work")
    with open(os.path.join(user.spool, "given-up"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    if len(lines) != 2 or lines[1].split()[::2] != ["e" * 32, "full"] and lines[1].split()[::2] != ["e" * 32, "old"]:
        raise Failure(f"given up: {lines}")


def at_once(folder, exe):
    """Each of many has its log, and takes no other's."""
    user = User(folder, exe)
    user.consent()
    rng = random.Random(1)
    processes = [user.start("work", rng.choice(["work", "kill", "exit3"])) for _ in range(60)]
    for process in processes:
        process.communicate(timeout=60)
    user.expect(WORKED, "work")
    logs = user.check_spool(61)
    if len({log["header"]["run_id"] for log in logs}) != 61:
        raise Failure("a log twice")
    for log in logs:
        if not KEPT <= counts(log)[0] <= 2000:
            raise Failure(f"counts {counts(log)}")


def killed(folder, exe):
    """kill -9 at random moments, that of the start too: nothing that cannot be read is left."""
    user = User(folder, exe)
    user.consent()
    rng = random.Random(2)
    for _ in range(40):
        process = user.start(*["work"] * 50)
        time.sleep(rng.random() ** 2 * 0.05)
        process.kill()
        process.communicate(timeout=60)
    user.expect(WORKED, "work")
    logs = user.check_spool(len(user.logs()))
    if not logs:
        raise Failure("no log at all")


def switched(folder, _):
    user = User(folder, compile_switched(folder))
    etc = os.path.join(folder, "etc")
    os.mkdir(etc)
    user.consent()
    written = 0

    def write(own, all_):
        for name, text in (APP + ".conf", own), ("all.conf", all_):
            path = os.path.join(etc, name)
            if text is not None:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            elif os.path.exists(path):
                os.unlink(path)

    on = [("", None), ("# x\n\n enabled = yes \nshare=1\n", "url = https://x\nca=/x\nround = yes\n"), (None, "share = 1.0"),
          ("share = 1", "share = 0"), ("share = 0\nshare = 1", None)]
    off = [("enabled = no", None), (None, "enabled=no\n"), ("enabled = yes", "enabled = no"), ("share = 0", None),
           ("enabled = maybe", None), ("colour = red", None), ("round = 2", None), ("enabled", None), ("share = 2", None), ("share = .", None),
           ("share = -1", None), ("x" * 70000, None), ("share = 1", "share = 0\nenabled = no"), ("# " * 40000, None)]
    for own, all_ in on + off:
        write(own, all_)
        user.expect(WORKED, "work")
        written += (own, all_) in on
        if len(user.logs()) != written:
            raise Failure(f"{own!r:.60}, {all_!r}: {len(user.logs())} logs, not {written}")
    write(None, None)
    for make in os.mkdir, lambda p: os.symlink("/nowhere/x", p), os.mkfifo:
        path = os.path.join(etc, "all.conf")
        make(path)
        user.expect(WORKED, "work")
        os.rmdir(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
        if len(user.logs()) != written:
            raise Failure(f"what is no file: {len(user.logs())} logs, not {written}")
    write("share = 0.3", None)
    before = len(user.logs())
    for _ in range(200):
        user.expect(b"")
    drawn = len(user.logs()) - before
    if not 25 <= drawn <= 97:               # the tails of the binomial distribution have 1.6e-8
        raise Failure(f"of 200 processes {drawn} were in a share of 0.3")
    with open(os.path.join(O, "librt-sample.a"), "rb") as file:
        if b"/etc/algoprof/" not in file.read():
            raise Failure("the runtime as it is shipped reads another folder")


def paused(folder, exe):
    """While the receiver's pause lasts nothing is written; what cannot be understood lasts."""
    user = User(folder, exe)
    user.consent()
    now, day, written = int(time.time()), 86400, 0
    user.expect(WORKED, "work")
    build = user.check_spool(1)[0]["modules"][0]["build_id"]
    written = 1
    for text, on in (f"{now + day} *\n", False), (f"{now - 1} *\n", True), (f"{now + 91 * day} *\n", True), \
            (f"{now + day} {build}\n", False), (f"{now + day} {build[:-2]}\n", True), (f"{now + day} ab\n{now + day} *\n", False), \
            ("", True), ("x\n", False), (f"{now + day} *", False), (f"{now - 1}\n", False), ("1 *\n" * 2000, False):
        user.put("paused", text)
        user.expect(WORKED, "work")
        user.expect(WORKED, "work", env=YES)
        written += 2 * on
        if len(user.logs()) != written:
            raise Failure(f"{text!r:.60}: {len(user.logs())} logs, not {written}")
    os.unlink(os.path.join(user.spool, "paused"))
    os.mkdir(os.path.join(user.spool, "paused"))
    user.expect(WORKED, "work")
    if len(user.logs()) != written:
        raise Failure("what is no file does not pause")


TESTS = [without_consent, with_consent, umasks, by_call, children, withdrawn, the_dead, crash_loop, limits, limits_at_once, cut_line,
         at_once, killed, switched, paused]


def work(case, folder):
    _, test, flags = case
    test(folder, compile_app(folder, flags))


def main():
    cases = [("spool/spool " + test.__name__, test, []) for test in TESTS]
    cases += [("spool/spool shared runtime", with_consent, ["-lrt-sample"]),
              ("spool/spool shared runtime by_call", by_call, ["-lrt-sample"]),
              ("spool/spool -flto", with_consent, ["-flto"])]
    chosen = sys.argv[1:]
    run_cases(work, [c for c in cases if not chosen or any(name in c[0] for name in chosen)])


if __name__ == "__main__":
    main()
