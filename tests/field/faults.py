#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""algoprof-upload and its receiver, killed at random moments; spools on a full disk and
on one that cannot be written.  At every moment each log is in the spool or at the
receiver, and what the receiver has is known in the spool; in the end each log is there
once, whole.

    tests/field/faults.py [KILLS [SEED]]
"""
import fcntl
import os
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from field import (FAKE, ROOT, Failure, Nginx, Server, Skipped, Spool, check_objects, expect, hash_of,  # noqa: E402
                   make_log, run_cases)
from harness import compile_to  # noqa: E402

KILLS, SEED = 15, 1


def known(spool):
    """What the spool knows that the receiver may have."""
    lines = [line.split() for line in spool.read("state").splitlines()]
    return set(spool.sent()) | {line[1] for line in lines if line[0] == "object"}


def in_spool(spool, logs):
    found = set()
    for folder in ("run", "out"):
        for name in os.listdir(spool.file(folder)):
            with open(spool.file(folder, name), "rb") as file:
                content = file.read()
            found.add(next(i for i, log in enumerate(logs) if content.startswith(log)))
    return found


def check_moment(spool, logs, nginx, mine):
    there = {name[:32] for name in nginx.objects() if name.endswith("zst")} & set(mine)
    lost = set(range(len(logs))) - in_spool(spool, logs) - {mine[h] for h in there}
    expect("logs that are nowhere", lost, set())
    expect("objects that the spool knows nothing of", there - known(spool), set())


def start_upload(spool, nginx, *args):
    return subprocess.Popen([FAKE, "-u", nginx.url, "words", *args], env=spool.environment(),
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(spool, nginx):
    """Passes until nothing is left, by the clock of the tests."""
    for _ in range(20):
        process = start_upload(spool, nginx)
        said = process.communicate(timeout=60)[1]
        if process.returncode == 0:
            return
        spool.set_clock(spool.clock() + 86400)
    raise Failure(f"never comes to an end: {said.decode()}")


def kill_nginx(nginx):
    with open(os.path.join(nginx.folder, "nginx.pid"), encoding="ascii") as file:
        master = file.read().strip()
    with open(f"/proc/{master}/task/{master}/children", encoding="ascii") as file:
        pids = [master, *file.read().split()]
    for pid in pids:
        os.kill(int(pid), signal.SIGKILL)
    while any(os.path.exists(f"/proc/{pid}/stat") and not dead(pid) for pid in pids):
        time.sleep(0.005)


def dead(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] in "ZX"
    except OSError:
        return True


def one_round(spool, nginx, rng, length, number):
    """Uploads three logs, with some kills; or withdraws them on the way."""
    logs = [make_log(number * 10 + i, rng.randrange(4096, 60000)) for i in range(3)]
    mine = {hash_of(log): i for i, log in enumerate(logs)}
    spool.write("consent", "yes\n")
    spool.start = spool.clock()
    for i, log in enumerate(logs[:2]):
        spool.add(i, log)
    spool.add(2, logs[2] + bytes(70000 - len(logs[2])), f"run/{2:032x}.4194304.1.aplog")
    kills = 0
    for _ in range(rng.randrange(1, 4)):
        process = start_upload(spool, nginx)
        time.sleep(rng.random() * length)
        if rng.randrange(3):
            process.kill()
        else:
            kill_nginx(nginx)
            process.wait()
            nginx.start_again()
        process.communicate()
        kills += 1
        check_moment(spool, logs, nginx, mine)
    if number % 3 == 2:
        process = start_upload(spool, nginx, "--withdraw")
        time.sleep(rng.random() * length)
        process.kill()
        process.communicate()
        kills += 1
        check_withdrawn(spool, nginx, mine)
    else:
        finish(spool, nginx)
        there = {n: o for n, o in nginx.objects().items() if n[:32] in mine}
        check_objects(there, logs)
        expect("sent", sorted(h for h in spool.sent() if h in mine), sorted(mine))
        expect("left", spool.unsent(), [])
        expect("files", sorted(os.listdir(spool.path)), ["consent", "died", "lock", "out", "run", "sent", "state"])
    return kills


def check_withdrawn(spool, nginx, mine):
    """Killed before it said so, consent may still stand; else all is asked back."""
    if os.path.exists(spool.file("consent")):
        spool.upload("--withdraw", "words", "-u", nginx.url, status=None)
    finish(spool, nginx)
    expect("files", sorted(os.listdir(spool.path)), ["lock", "out", "run"])
    expect("left", spool.unsent(), [])
    objects = nginx.objects()
    asked = {line.decode() for n, o in objects.items() if n.endswith(".delete") for line in o.split()}
    expect("not asked back", {n[:32] for n in objects if n[:32] in mine} - asked, set())


def killed(folder, wanted, seed):
    """How often something was killed."""
    rng = random.Random(seed)
    spool = Spool(os.path.join(folder, "user"))
    done = number = 0
    with Nginx(os.path.join(folder, "receiver"), "10000r/s") as nginx:
        # How long an upload takes that nobody disturbs.
        for i in range(3):
            spool.add(i)
        start = time.monotonic()
        start_upload(spool, nginx).communicate()
        length = 1.2 * (time.monotonic() - start)
        while done < wanted:
            try:
                done += one_round(spool, nginx, rng, length, number + 1)
            except Failure as failure:
                raise Failure(f"round {number + 1} of seed {seed}: {failure}") from None
            number += 1
    return done


def kills(folder):
    print(f"# faults/kills: {killed(folder, KILLS, SEED)}", flush=True)


def in_own_mounts(spool, script, logs, url):
    """Runs a shell script where mounting touches nobody; its output."""
    unshare = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    if subprocess.run([*unshare, "mount", "-t", "tmpfs", "none", "/mnt"], check=False,
                      stderr=subprocess.DEVNULL).returncode:
        raise Skipped("no mount namespaces here")
    done = subprocess.run([*unshare, "sh", "-c", script, "sh", spool.path, logs, FAKE, url],
                          env=spool.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode()


FULL = """
mount -t tmpfs -o size=200k,mode=700 none "$1" && cd "$1" && mkdir -m 700 out run && echo yes >consent && cp "$2"/* out
[ "$FREE" = 0 ] || head -c $((FREE * 4096)) /dev/zero >reserve
cat /dev/zero >fill 2>/dev/null
rm -f reserve
touch -d @1700000000 out/*
"$3" -u "$4" words
echo "full: status $?, $(ls out | wc -l) logs, $(cut -d' ' -f1 <sent | sort -u | wc -l) sent"
rm fill
echo 1700100000 >$FAKE_CLOCK
"$3" -u "$4" words
echo "then: status $?, $(ls out | wc -l) logs, $(cut -d' ' -f1 <sent | sort -u | wc -l) sent"
cat sent
"""


def full_disk(folder):
    """Without space nothing is sent that could not be noted; afterwards all goes."""
    logs = os.path.join(folder, "logs")
    os.mkdir(logs)
    made = [make_log(i, 9000) for i in range(3)]
    for i, log in enumerate(made):
        with open(os.path.join(logs, f"{i:032x}.aplog"), "wb") as out:
            out.write(log)
    stopped = 0
    for free in range(6):                   # pages
        spool = Spool(os.path.join(folder, str(free)), consent=False)
        with Server() as server:
            os.environ["FREE"] = str(free)
            said = in_own_mounts(spool, FULL, logs, server.url)
            full, then = (next((line for line in said.splitlines() if line.startswith(word)), said)
                          for word in ("full:", "then:"))
            expect("in the end", then, "then: status 0, 0 logs, 3 sent")
            check_objects(server.objects, made)
            if "status 3" in full:
                stopped += 1
                if "No space left on device" not in said:
                    raise Failure(said)
    if not 1 <= stopped <= 5:
        raise Failure(f"{stopped} of 6 were full")


NO_INODES = """
mount -t tmpfs -o nr_inodes=9,mode=700 none "$1" && cd "$1" && mkdir -m 700 out run && echo yes >consent || exit
echo consent >state
: >lock
cp "$2"/* out
touch fill1 fill2 fill3 fill4 2>/dev/null
"$3" -u "$4" --withdraw words
echo "status $?, $(ls out | wc -l) logs, $(ls | grep -c consent) consent"
"""


def withdrawn_full(folder):
    """There is no room for the file that says so: it counts all the same."""
    logs = os.path.join(folder, "logs")
    os.mkdir(logs)
    with open(os.path.join(logs, f"{1:032x}.aplog"), "wb") as out:
        out.write(make_log(1, 9000))
    spool = Spool(folder, consent=False)
    with Server() as server:
        said = in_own_mounts(spool, NO_INODES, logs, server.url)
        expect("requests", len(server.requests), 0)
    if "0 logs, 0 consent" not in said:
        raise Failure(said)


READ_ONLY = """
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit
"$3" -u "$4" words
echo "status $?"
"""


def read_only(folder):
    spool = Spool(folder)
    spool.add(1)
    before = spool.tree()
    with Server(spool) as server:
        said = in_own_mounts(spool, READ_ONLY, folder, server.url)
        expect("requests", len(server.requests), 0)
    if "Read-only file system" not in said or not said.endswith("status 3\n"):
        raise Failure(said)
    expect("the spool", spool.tree() == before, True)


NO_REMOVAL = """
mount --bind "$1/out" "$1/out" && mount -o remount,bind,ro "$1/out" || exit
"$2" 300 >/dev/null
echo "status $?"
"""


def no_room(folder):
    """A program that finds the spool full removes the oldest log, but not one that is being
    sent; if it comes no further than to count it, the log goes without being sent."""
    program = os.path.join(folder, "words")
    compile_to(program, os.path.join(ROOT, "examples/word-lower/main.cc"),
               ["-O2", "-g", "-fplugin-arg-algoprof-spool=words"])
    spool = Spool(folder, start=int(time.time()) - 1000)
    logs = [spool.add(i, make_log(i, 4096)) for i in range(500)]
    oldest = f"{0:032x}"
    with open(spool.file("out", oldest + ".aplog"), "rb") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        subprocess.run([program, "300"], env=spool.environment(), stdout=subprocess.DEVNULL, check=True)
    # Its own log, which was not begun, is all that is lost.
    expect("given up", list(spool.given_up().values()), ["not-begun"])
    expect("logs", len(spool.unsent()), 500)
    expect("program", in_own_mounts(spool, NO_REMOVAL, program, ""), "status 0\n")
    expect("given up", {k: v for k, v in spool.given_up().items() if v != "not-begun"}, {oldest: "full"})
    expect("the log is there", oldest + ".aplog" in spool.unsent(), True)
    for i in range(10, 500):
        os.unlink(spool.file("out", f"{i:032x}.aplog"))
    spool.set_clock(spool.start + 1000)
    with Server() as server:
        spool.upload("-u", server.url)
        check_objects(server.objects, logs[1:10])
    expect("left", spool.unsent(), [])
    expect("given up", {k: v for k, v in spool.given_up().items() if v != "not-begun"}, {oldest: "full"})


TESTS = {"faults/kills": kills, "faults/full_disk": full_disk, "faults/read_only": read_only,
         "faults/withdrawn_full": withdrawn_full,
         "faults/no_room": no_room}


def run(case, folder):
    TESTS[case[0]](folder)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        KILLS = int(sys.argv[1])
    if len(sys.argv) > 2:
        SEED = int(sys.argv[2])
    run_cases(run, [(name,) for name in TESTS])
