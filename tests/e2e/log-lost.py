#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What strangers and file systems do to a log, or keep it from being: the program prints and exits as without it.

    tests/e2e/log-lost.py [NAME...]
"""
import os
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import SANFLAGS, Failure, Skipped, compile_to, run_cases  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 4
EXIT = 7
MOUNT = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
# Rates at which each instance writes to the log, and the default.
RATES = ("auto", "1")


def copy_and_cut(path):
    """As logrotate's copytruncate does."""
    shutil.copy(path, path + ".1")
    os.truncate(path, 0)


def replace_by_folder(path):
    os.unlink(path)
    os.mkdir(path)


def overwrite(path):
    """Others write into it, to its end and behind."""
    with open(path, "r+b") as file:
        file.write(b"\xff" * (os.path.getsize(path) + 5000))


def remove_folder(path):
    shutil.rmtree(os.path.dirname(path))


TO_LOGS = {
    "cut-0": lambda path: os.truncate(path, 0), "cut-1": lambda path: os.truncate(path, 1),
    "cut-4095": lambda path: os.truncate(path, 4095), "cut-4096": lambda path: os.truncate(path, 4096),
    "grown": lambda path: os.truncate(path, 5 << 20), "copytruncate": copy_and_cut, "removed": os.unlink,
    "folder-removed": remove_folder, "a-folder": replace_by_folder, "overwritten": overwrite,
    "read-only": lambda path: os.chmod(path, 0o400)}


def profiled(folder):
    exe = os.path.join(folder, "profiled")
    compile_to(exe, os.path.join(HERE, "log-lost.c"), ["-O2"])
    return exe


def rounds_of(folder):
    plain = os.path.join(folder, "plain")
    compile_to(plain, os.path.join(HERE, "log-lost.c"), ["-O2"], profiled=False)
    done = subprocess.run([plain, str(ROUNDS)], input=b"\n" * ROUNDS, stdout=subprocess.PIPE, check=False)
    if done.returncode != EXIT:
        raise Failure(f"the plain program: {done.returncode}")
    return done.returncode, done.stdout


def expect(status, output, wanted):
    if status != wanted[0] or output != wanted[1]:
        how = signal.Signals(-status).name if status < 0 else status
        raise Failure(f"status {how}, {output.decode(errors='replace')!r}\n"
                      f"without the plugin {wanted[0]}, {wanted[1].decode()!r}")


def settings(rate, log):
    return {**os.environ, "ALGOPROF_RATE": rate, "ALGOPROF_BUDGET": "0", "ALGOPROF_LOG": log}


def to_log(case, folder):
    """Something happens to the log after each round."""
    _, _, what, rate = case
    do = TO_LOGS[what]
    exe, wanted = profiled(folder), rounds_of(folder)
    log = os.path.join(folder, "logs", "a.aplog")
    with subprocess.Popen([exe, str(ROUNDS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=settings(rate, log), cwd=folder) as program:
        output = b""
        for _ in range(ROUNDS):
            output += program.stdout.readline()
            if os.path.isfile(log):
                do(log)
            try:
                program.stdin.write(b"\n")
                program.stdin.flush()
            except BrokenPipeError:
                break
        program.stdin.close()
        output += program.stdout.read()
        expect(program.wait(60), output, wanted)


def run(command, folder, rate, log, rounds=b"\n" * ROUNDS):
    done = subprocess.run(command, input=rounds, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
                          env=settings(rate, log), timeout=120, check=False)
    return done.returncode, done.stdout


# Working folders and logs.
NO_PLACES = {"folder-of-the-kernel": ("/proc", "algoprof.%e.%p.aplog"), "sys": ("/sys/kernel", "%p.aplog"),
             "no-folder": ("/tmp", "/proc/nowhere/at/all/%p.aplog"), "a-device": ("/tmp", "/dev/full"),
             "a-file-in-the-way": ("/tmp", "/etc/passwd/%p.aplog"), "a-folder-there": ("/tmp", "/tmp")}


def no_place(case, folder):
    """The working folder, or the log's, takes no file."""
    _, _, (cwd, log), rate = case
    exe, wanted = profiled(folder), rounds_of(folder)
    expect(*run([exe, str(ROUNDS)], cwd, rate, log), wanted)


def mounted(case, folder):
    """The working folder is a file system that a script mounts at $1 and does something to while the program runs."""
    _, _, script, rate = case
    if subprocess.run([*MOUNT, "mount", "-t", "tmpfs", "none", "/mnt"], check=False,
                      stderr=subprocess.DEVNULL).returncode:
        raise Skipped("no mount namespaces here")
    exe, wanted, place = profiled(folder), rounds_of(folder), os.path.join(folder, "place")
    os.mkdir(place)
    script = "cd / && mount -t tmpfs -o size=400k none \"$1\" && cd \"$1\" || exit 99\n" + script
    expect(*run([*MOUNT, "sh", "-c", script, "sh", place, exe, str(ROUNDS)], folder, rate, "a.%p.aplog", b""), wanted)


# The program's input is what the other side of the pipe writes, after it did something.
FEED = '{ sleep 0.3; echo; %s; sleep 0.3; echo; sleep 0.1; echo; echo; } | "$2" "$3"'
MOUNTED = {
    "mounted-read-only": 'mount -o remount,ro "$1"; yes "" | "$2" "$3"',
    "becomes-read-only": FEED % 'mount -o remount,ro "$1" 2>/dev/null || mount -o remount,ro,bind "$1" 2>/dev/null',
    "filled-by-others": FEED % 'cat /dev/zero >fill 2>/dev/null',
    "full": 'cat /dev/zero >fill 2>/dev/null; yes "" | "$2" "$3"',
    "goes-away": FEED % 'umount -l "$1"',
}


# What the runtime alone calls.  By process_vm_readv the kernel stores in the log: EFAULT is a file that was cut, or
# whose disk is gone.
CALLS = {"process_vm_readv": ("EFAULT", "EPERM", "ENOSYS"), "pwrite64": ("ESTALE", "ENOSPC", "EDQUOT"),
         "fallocate": ("EIO", "ENOSPC", "ESTALE", "EOPNOTSUPP"), "ftruncate": ("EIO", "ESTALE", "EROFS"),
         "linkat": ("ESTALE", "EROFS"), "fstatfs": ("EIO", "ENOTCONN")}


def failing(case, folder):
    """A call fails from the n-th time on: as on NFS without its server, or on a disk that is pulled out."""
    _, _, (call, error, first), rate = case
    if not shutil.which("strace"):
        raise Skipped("no strace")
    exe, wanted = profiled(folder), rounds_of(folder)
    log = os.path.join(folder, "a.aplog")
    trace = os.path.join(folder, "trace")
    command = ["strace", "-f", "-qq", "-o", trace, "-e", "trace=" + call, "-e",
               f"inject={call}:error={error}:when={first}+"]
    expect(*run([*command, exe, str(ROUNDS)], folder, rate, log), wanted)
    with open(trace, encoding="utf-8") as file:
        if first == 1 and "(INJECTED)" not in file.read():
            raise Failure(f"{call} was never called")


def main():
    cases = []
    for name in TO_LOGS:
        for rate in RATES:
            cases.append((f"log-lost/{name} rate {rate}", to_log, name, rate))
    for name, where in NO_PLACES.items():
        cases.append((f"log-lost/{name}", no_place, where, "1"))
    for n, (name, script) in enumerate(MOUNTED.items()):
        cases.append((f"log-lost/{name}", mounted, script, RATES[n % 2]))
    for n, (call, error) in enumerate((call, error) for call, errors in CALLS.items() for error in errors):
        for first in (1, 2, 5):
            cases.append((f"log-lost/{call} {error} from {first} on", failing, (call, error, first),
                          RATES[(n + first) % 2]))
    names = sys.argv[1:]
    run_cases(run_one, [c for c in cases if not SANFLAGS and (not names or any(n in c[0] for n in names))])


def run_one(case, folder):
    case[1](case, folder)


main()
