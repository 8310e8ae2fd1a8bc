#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever goes wrong with a shipped program's spool, the program does not notice:
output and exit status are those without the profiler, and the profiler is off.

    tests/field/spool/faults.py [NAME...]
"""
import collections
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time

from shipped import APP, TOOL, WORKED, Failure, User, compile_app, counts, execute
from harness import RUNTIME, Skipped, build, run_cases

YES = {"ALGOPROF_CONSENT": "1"}


def unnoticed(user, steps=("work", "fork", "work", "exit3"), **more):
    expected = 3 if "fork" not in steps else 0
    user.expect(WORKED * 2, *steps, status=expected, **more)


def no_home(folder, exe):
    user = User(folder, exe)
    other = os.path.join(folder, "other")
    os.mkdir(other)
    os.chmod(other, 0o777)              # another user's, and open to all
    homes = [None, "", "home", "/nonexistent/home", "/proc/self/fd", "/dev/null", "x" * 5000, "/" + "y" * 3000]
    for home in homes + ([other] if user.user else ["/", "/usr"]):
        unnoticed(user, env={**YES, "HOME": home})
        unnoticed(user, env={**YES, "HOME": home, "XDG_STATE_HOME": home})
        user.expect(b"give -1\n" + WORKED, "give", "work",
                    env={"HOME": home})
    if os.listdir(other) or os.listdir(user.home) or os.listdir(user.cwd):
        raise Failure(f"written: {os.listdir(other)}, {os.listdir(user.home)}, {os.listdir(user.cwd)}")


def wrong_folders(folder, exe):
    """Links, others' rights, files in the place of folders."""
    for n, (name, make) in enumerate([
            ("", lambda p: os.chmod(p, 0o750)), ("", lambda p: os.chmod(p, 0o701)), ("", lambda p: os.chmod(p, 0)),
           
            ("run", lambda p: os.chmod(p, 0o500)), ("run", lambda p: os.chmod(p, 0o777)),
            ("run", lambda p: (os.rmdir(p), os.symlink(folder, p))), ("out", lambda p: (os.rmdir(p), os.symlink("run", p))),
            ("run", lambda p: (os.rmdir(p), open(p, "w").close())), ("out", lambda p: (os.rmdir(p), os.mkfifo(p)))]):
        user = User(folder, exe, f"home{n}")
        user.consent()
        for inner in "run", "out":
            path = os.path.join(user.spool, inner)
            os.mkdir(path, 0o700)
            user.own(path)
        make(os.path.join(user.spool, name) if name else user.spool)
        unnoticed(user)
        unnoticed(user, env=YES)
        found = subprocess.run(["find", user.home, folder, "-maxdepth", "6", "-name", "*.aplog"], capture_output=True,
                               check=False).stdout
        if found:
            raise Failure(f"case {n}: {found.decode()}")
    user = User(folder, exe, "linked")
    user.consent()
    real = os.path.join(folder, "real")
    shutil.move(user.spool, real)
    os.symlink(real, user.spool)
    unnoticed(user)
    unnoticed(user, env=YES)
    if os.listdir(real) != ["consent"]:
        raise Failure(f"through a link: {os.listdir(real)}")
    # Above the application's folder a link is the user's own affair.
    os.unlink(user.spool)
    os.rmdir(os.path.dirname(user.spool))
    os.mkdir(os.path.join(folder, "disk"), 0o700)
    shutil.move(real, os.path.join(folder, "disk", APP))
    user.own(os.path.join(folder, "disk"))
    os.symlink(os.path.join(folder, "disk"), os.path.dirname(user.spool))
    user.expect(WORKED, "work")
    if len(user.logs()) != 1:
        raise Failure("no log where a folder above is a link")


def full_disk(folder, exe):
    """No space, no inodes; and a disk that is filled later."""
    if os.geteuid():
        raise Skipped("only root may mount")
    for n, options in enumerate(["size=300k", "size=8k", "nr_inodes=4", "size=1200k"]):
        user = User(folder, exe, f"home{n}")
        user.consent()
        mount = ["mount", "-t", "tmpfs", "-o", options + ",mode=0700,uid=65534,gid=65534", "none", user.spool]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            raise Skipped("mount is not allowed here")
        try:
            user.own(user.spool)
            user.consent()
            if n < 3:
                unnoticed(user)
                unnoticed(user, env=YES)
                if user.logs() or user.logs("run"):
                    raise Failure(f"{options}: {user.logs()}")
            else:
                process = user.start("work", "wait", "work", "work")
                process.stdout.readline(), process.stdout.readline()
                with open(os.path.join(user.spool, "filler"), "wb") as file:
                    try:
                        file.write(bytes(2 << 20))
                    except OSError:
                        pass
                output, error = process.communicate(b"\n", timeout=60)
                if (process.returncode, output, error) != (0, WORKED * 2, b"") or len(user.logs()) != 1:
                    raise Failure(f"filled later: {process.returncode}, {output}, {error}, {user.logs()}")
        finally:
            subprocess.run(["umount", "-l", user.spool], check=False)


def limited(kind, value):
    return lambda: resource.setrlimit(kind, (value, value))


def resource_limits(folder, exe):
    user = User(folder, exe)
    user.consent()
    old = user.put("out/" + "a" * 32 + ".aplog", "x")
    for size, logs in (0, 0), (1000, 0), (100000, 0), ((1 << 20) - 1, 0), (1 << 20, 1), (2 << 20, 2):
        os.utime(old, (1, 1))
        # Output goes through pipes: the limit is of files.
        user.expect(WORKED + WORKED, "work", "work", preexec_fn=limited(resource.RLIMIT_FSIZE, size))
        if len([l for l in user.logs() if l != old]) != logs:
            raise Failure(f"files of {size} bytes: {user.logs()}")
        if not os.path.exists(old):
            old = user.put("out/" + "a" * 32 + ".aplog", "x")
    user = User(folder, exe, "files")
    user.consent()
    for files in range(3, 12):
        # The loader and libc need one.
        user.expect(WORKED + WORKED, "work", "work", preexec_fn=limited(resource.RLIMIT_NOFILE, max(files, 4)))
    if not user.logs() or len(user.logs()) > 8:
        raise Failure(f"{len(user.logs())} logs with 4 to 11 open files")
    for log in user.check_spool(len(user.logs())):
        if counts(log)[0] != 2000:
            raise Failure(f"counts {counts(log)}")


INJECTED = [("openat", 14), ("newfstatat", 8), ("fstat", 6), ("flock", 4), ("fallocate", 3), ("pwrite64", 2),
            ("linkat", 2), ("renameat2", 3), ("truncate", 1), ("unlinkat", 2), ("getdents64", 5), ("lseek", 4),
            ("mkdirat", 6), ("getrandom", 3), ("madvise", 3), ("prlimit64", 4), ("read", 3), ("close", 5),
            ("mmap", 11), ("clock_gettime", 8), ("rt_sigprocmask", 8), ("process_vm_readv", 6), ("fchmod", 2),
            ("fchmodat", 5)]
STEPS = ("work", "thread", "flush", "label:a=b", "withdraw", "give")
# In the program's calls; of what else it does all is in the first list below.
CALLS = [("msync", 1), ("fsync", 4), ("utimensat", 3), ("write", 1), ("unlink", 1), ("unlinkat", 4), ("munmap", 3),
         ("openat", 22), ("mkdirat", 2), ("newfstatat", 6), ("getdents64", 12)]


def check_calls_of(exe, known):
    """No system call is missing in the lists: what a program makes more than without the runtime."""
    made = {}
    folder = os.path.dirname(exe)
    for name in "app", "plain":
        user = User(folder, os.path.join(folder, name), "calls." + name)
        user.consent()
        trace = os.path.join(user.cwd, "trace")
        user.run(*STEPS, wrapper=["strace", "-f", "-qq", "-o", trace])
        with open(trace, encoding="utf-8") as file:
            made[name] = {m[1] for m in (re.match(r"\d+ +(\w+)\(", line) for line in file) if m}
    # These cannot fail, or are the loader's and the threads': futex where pthread_join has to wait, in either of both.
    cannot = {"getpid", "geteuid", "gettid", "exit_group", "futex"}
    if made["app"] - made["plain"] - known - cannot or not made["app"] & known:
        raise Failure(f"system calls that no test lets fail: {made['app'] - made['plain'] - known - cannot}")


def injected_in_calls(exe, folder):
    for call, turns in CALLS:
        for turn in range(1, turns + 1):
            user = User(folder, exe, f"in-calls.{call}{turn}")
            user.consent()
            status, output, error = user.run(*STEPS, wrapper=["strace", "-f", "-qq", "-o", "/dev/null", "-e",
                                                              "trace=" + call, "-e", f"inject={call}:error=EIO:when={turn}"])
            words = [line.split()[0] for line in output.decode().splitlines()]
            # What the program itself cannot write is lost without us.
            wanted = ["worked", "flush", "label", "withdraw", "give"]
            if status or error or (words != wanted and call != "write"):
                raise Failure(f"{call} {turn}: {status}, {output}, {error}")
            shutil.rmtree(user.home)


def injected(folder, _):
    """Each system call of the runtime fails once, in its turn."""
    if not shutil.which("strace"):
        raise Skipped("no strace")
    os.chmod(folder, 0o755)
    exe = compile_app(folder, ["-static"])
    compile_app(folder, ["-static"], profiled=False)
    check_calls_of(exe, {call for call, _ in INJECTED + CALLS})
    injected_in_calls(exe, folder)
    for n, (call, turns) in enumerate(INJECTED):
        for turn in range(1, turns + 1):
            user = User(folder, exe, f"{call}{turn}")
            if n % 2:
                user.consent()
            error = "ENOSPC" if call in ("fallocate", "pwrite64", "linkat", "mkdirat") else \
                "ENOMEM" if call == "mmap" else "EIO"
            command = ["strace", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e",
                       f"inject={call}:error={error}:when={turn}"]
            user.expect(WORKED + WORKED, "work", "work", env=YES, wrapper=command)
            for log in user.check_spool(len(user.logs()), len(user.logs("run"))):
                # Or it says itself that it has not counted all.
                if counts(log)[0] != 2000 and log["header"]["state"] != "stopped":
                    raise Failure(f"{call} {turn}: counts {counts(log)}, {log['header']['state']}, {log['events']}")
            shutil.rmtree(user.home)


def calls_after_start(folder, exe):
    """Once it runs nothing is opened; sampling only asks clocks, masks signals, takes memory and copies its log."""
    if not shutil.which("strace"):
        raise Skipped("no strace")
    user = User(folder, exe)
    user.consent()
    trace = os.path.join(user.cwd, "trace")
    process = user.start("work", "wait", "work", "wait", "work", wrapper=["strace", "-qq", "-o", trace])
    process.stdout.readline(), process.stdout.readline()
    output, error = process.communicate(b"\n\n", timeout=60)
    if (process.returncode, output, error) != (0, WORKED + b"waiting\n" + WORKED, b""):
        raise Failure(f"{process.returncode}, {output}, {error}")
    with open(trace, encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.unlink(trace)
    first, last = (i for i, line in enumerate(lines) if "waiting" in line)
    names = [re.match(r"(\w+)\(", line) for line in lines]
    running = {m[1] for m in names[first:last + 1] if m}
    ending = {m[1] for m in names[last + 1:] if m}
    # libc looks at stdin when it first reads from it.
    allowed = {"read", "write", "rt_sigprocmask", "process_vm_readv", "clock_gettime", "mmap", "munmap", "madvise", "fstat", "newfstatat",
               "brk"}
    if running - allowed or any(".local" in line for line in lines[first:last + 1]):
        raise Failure(f"while it runs: {running - allowed}")
    if ending & {"open", "openat", "creat", "socket"} or "renameat2" not in ending:
        raise Failure(f"at its end: {ending}")
    user.check_spool(1)


def calls_between(user, *steps, first="work", **env):
    """{system call: how many} of the steps between two waits, after the first one, without libc's own; and the log."""
    trace = os.path.join(user.cwd, "trace")
    process = user.start(first, "wait", *steps, "wait", wrapper=["strace", "-f", "-qq", "-s", "4096", "-o", trace],
                         env={"ALGOPROF_SEED": "1", **env})
    output, error = process.communicate(b"\n\n", timeout=60)
    if process.returncode or error:
        raise Failure(f"{process.returncode}, {output}, {error}")
    with open(trace, encoding="utf-8") as file:
        lines = [line.split(None, 1)[1] for line in file.read().splitlines()]
    os.unlink(trace)
    first, last = (i for i, line in enumerate(lines) if "waiting" in line)
    names = [re.match(r"(\w+)\(", line) for line in lines[first + 1:last]]
    made = collections.Counter(m[1] for m in names if m)
    for own in "read", "write", "fstat", "newfstatat":
        del made[own]
    user.check_spool(1)
    log = json.loads(execute([TOOL, "dump", "--json", user.logs()[0]], merge=False)[1])
    os.unlink(user.logs()[0])
    return made, log


def most_steps(before, after, seconds):
    """Of the log into its file, for so many instances (docs/log-format.md)."""
    steps = 0
    while before < after:
        before += 1 + (before // 8 if before >= 4096 else min(before // 8, before // 32 + 2))
        steps += 1
    return steps + 1 + int(seconds)


def calls_of_samples(folder, exe):
    """Neither an untraced execution nor a traced pair makes a system call.  What does: a halving of the sample
    masks signals, a step of the log into its file does so and copies, and the clock of the CPU is asked where
    what is saved does not do, or the machine is busy."""
    if not shutil.which("strace"):
        raise Skipped("no strace")
    user = User(folder, exe)
    user.consent()
    works = ["work"] * 20
    for budget in "0", "100":   # a small one may buy no pair while strace looks on
        for rate in "4000000000", "100", "auto":
            start = time.monotonic()
            made, log = calls_between(user, *works, ALGOPROF_RATE=rate, ALGOPROF_BUDGET=budget)
            steps = made["process_vm_readv"]
            most = most_steps(1000, 21000, time.monotonic() - start)
            pairs = (sum(t["traced"] for t in log["totals"]) + 1) // 2
            if counts(log)[0] != 21000 or pairs < (1 if rate == "4000000000" else 3 if budget != "0" else 100):
                raise Failure(f"budget {budget}, rate {rate}: {pairs} pairs, {counts(log)}")
            halvings = sum(s["halvings"] for s in log["samplers"])
            refused = sum(s["refused_budget"] for s in log["samplers"])
            limits = {"rt_sigprocmask": 2 * (halvings + steps), "process_vm_readv": most + halvings, "mmap": 1 if halvings else 0,
                      "clock_gettime": 4 * pairs + 2 * refused if budget != "0" else 0}
            if any(made[call] > limits.get(call, 0) for call in made):
                raise Failure(f"budget {budget}, rate {rate}, {pairs} pairs, {halvings} halvings: {dict(made)}")


def calls_of_recursions(folder, exe):
    """Likewise; the first ones take memory, and a log of that size space."""
    if not shutil.which("strace"):
        raise Skipped("no strace")
    exe = compile_app(folder, [f"-fplugin-arg-algoprof-target={name}:recursion" for name in ("both", "down")])
    user = User(folder, exe)
    user.consent()
    made, log = calls_between(user, *["descend"] * 3, first="descend", ALGOPROF_RATE="40", ALGOPROF_BUDGET="0")
    traced = [t["traced"] for t in log["totals"]]
    if len(traced) != 2 or min(traced) < 100 or any(s["refused_space"] for s in log["samplers"]):
        raise Failure(f"traced {traced}, {log['samplers']}")
    steps = made["process_vm_readv"]
    if sum(made.values()) - 3 * steps > 8 or steps > 100:       # for a lease or two; of the log
        raise Failure(f"traced {traced}: {dict(made)}")


def calls_of_threads(folder, exe):
    """A thread that begins after another one has ended takes that one's memory."""
    if not shutil.which("strace"):
        raise Skipped("no strace")
    user = User(folder, exe)
    user.consent()
    made, log = calls_between(user, *["thread"] * 50, first="thread", ALGOPROF_RATE="100", ALGOPROF_BUDGET="0")
    sampled = {instance["thread"] for instance in log["instances"]}
    if counts(log)[0] != 51000 or len(sampled) < 40:
        raise Failure(f"{counts(log)}, threads {sampled}")
    if made["mmap"] + made["munmap"] > 4:       # the log's
        raise Failure(f"50 threads: {dict(made)}")


def linked(folder, exe):
    """Files get their names through /proc where the kernel gives them none by their descriptor."""
    if not shutil.which("strace"):
        raise Skipped("no strace")
    user = User(folder, exe)
    user.consent()
    trace = os.path.join(user.cwd, "trace")
    user.expect(WORKED, "work", wrapper=["strace", "-qq", "-o", trace, "-e", "trace=linkat", "-e",
                                         "inject=linkat:error=ENOENT:when=1"])
    with open(trace, encoding="utf-8") as file:
        calls = file.read().splitlines()
    os.unlink(trace)
    user.check_spool(1)
    if len(calls) != 2 or "/proc/self/fd" not in calls[1] or not calls[1].endswith("= 0"):
        raise Failure(str(calls))


TESTS = [no_home, wrong_folders, full_disk, resource_limits, injected, calls_after_start, calls_of_samples,
         calls_of_recursions, calls_of_threads, linked]


def work(case, folder):
    _, test = case
    test(folder, compile_app(folder) if test is not injected else None)


def main():
    chosen = sys.argv[1:]
    cases = [("spool/faults " + test.__name__, test) for test in TESTS]
    run_cases(work, [c for c in cases if not chosen or any(name in c[0] for name in chosen)])


if __name__ == "__main__":
    main()
