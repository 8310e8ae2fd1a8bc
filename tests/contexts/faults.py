#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts where something goes wrong: kills, damaged logs, no memory; and what the log says of addresses.

    tests/contexts/faults.py [NAME...]

  killed     what was flushed before kill -9 is told, as of one moment
  damaged    a log with a byte that differs: said, or nothing differs; never more calls than there were
  memory     no memory for records: the program runs on, and every call is told as one without context
  crowd      threads whose records do not fit share counts: none is told that was not made
  storm      a timer's handler on top of the making and forgetting of records: all calls of both are told
  forked     a child's log has its own calls only, those without context, too
  forked_ends  a child has a log if it only called what has no record, and if it ends by _exit or exec
  addresses  no block of contexts has an address of the process, whole or as a number of variable length
"""
import json
import os
import resource
import signal
import subprocess

import base
from base import ALIKE, SHARED, TOOL, WORK, build, check, mode_argument, must, profile, run

INCLUDE = ["-I" + os.path.join(base.HERE, "../../include")]


def program(name, mode="folded", more=(), link=(base.ARCHIVE,)):
    return build(os.path.join(WORK, name), [name + ".c"], ["-O2", *ALIKE, *mode_argument(mode), *INCLUDE, *more], link)


def killed():
    path = program("killed")
    for wanted in 1, 2, 7, 30:
        log = "%s-%d.aplog" % (path, wanted)
        if os.path.exists(log):
            os.unlink(log)
        child = subprocess.Popen([path], stdout=subprocess.PIPE, text=True, env=dict(os.environ, ALGOPROF_LOG=log))
        while int(child.stdout.readline()) < wanted:
            pass
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        counts = base.path_counts(base.contexts(log))
        work, leaf = counts.get("main > work", 0), counts.get("main > work > leaf", 0)
        check("killed-%d" % wanted, (work < 2 * wanted - 1 or leaf != 10 * work or counts.get("main") != 1)
              and "expected at least %d calls of work and ten times as many of leaf, got %s" % (2 * wanted - 1, counts))


def damaged():
    path = program("crowd")
    whole, _ = profile(path, "2", "3")
    truth = json.dumps(whole)
    with open(path + ".aplog", "rb") as file:
        data = file.read()
    while data.endswith(bytes(4096)):   # room that was never written
        data = data[:-4096]
    faults, seen = [], 0
    for at in range(0, len(data), max(1, len(data) // 150)):
        log = path + "-damaged.aplog"
        with open(log, "wb") as file:
            file.write(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1:])
        done = run([TOOL, "contexts", "--by-callee", "--json", log])
        if done.returncode not in (0, 3):
            faults.append("byte %d: status %d" % (at, done.returncode))
        elif done.returncode == 3:
            seen += 1
            faults += [] if done.stderr else ["byte %d: nothing is said" % at]
        else:
            found = json.loads(done.stdout)
            same = json.dumps(found) == truth
            seen += not same
            if not same and not done.stderr:
                faults.append("byte %d: it differs, and nothing is said" % at)
            if found["calls"] > whole["calls"]:
                faults.append("byte %d: %d calls of %d" % (at, found["calls"], whole["calls"]))
    check("damaged", "\n".join(faults[:5]) or (not seen and "no damage was seen"))


def memory():
    """The room for records is more than the process may have."""
    path = program("crowd", link=SHARED)
    wanted = profile(path, "1", "50")[0]["calls"]
    log = path + "-memory.aplog"
    if os.path.exists(log):
        os.unlink(log)
    limit = 2 << 30
    done = run([path, "1", "50"], env=dict(os.environ, ALGOPROF_LOG=log, ALGOPROF_CONTEXT_MEMORY="16G"),
               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    found = base.contexts(log)
    check("memory", (done.returncode or found["calls"] != wanted or found["unknown"] == 0)
          and "expected status 0 and %d calls, some without context; got %d and %s" % (wanted, done.returncode, found))


def crowd():
    path = program("crowd", "full")
    for threads, levels in (1, 1500), (4, 1500):
        found, _ = profile(path, str(threads), str(levels), env={"ALGOPROF_CONTEXT_MEMORY": "64K"}, options=("--phi=1",))
        truth = profile(path, str(threads), str(levels), env={"ALGOPROF_CONTEXT_MEMORY": "64M"}, options=("--phi=1",))[0]
        fault = "" if found["unknown"] else "no call without context"
        if threads == 1 and found["calls"] != truth["calls"] or found["calls"] > truth["calls"]:
            fault = "expected %d calls, got %d" % (truth["calls"], found["calls"])
        if found["epsilon"] * found["calls"] < 0.999 * found["unknown"]:
            fault = fault or "calls without context are in no bound"
        check("crowd-%d" % threads, fault)


def storm():
    names = ("tick", "zero", "one", "two", "three", "four", "five")
    for mode in "folded", "full":
        path = program("storm", mode)
        for memory in "64M", "128K":
            found, done = profile(path, "2000", env={"ALGOPROF_CONTEXT_MEMORY": memory}, options=())
            ran, told = dict(zip(names, map(int, done.stdout.split()))), dict.fromkeys(names, 0)
            for c in found["contexts"]:
                if c["path"][-1] in told:
                    told[c["path"][-1]] += c["count"]
            forgotten = found["forgotten"]
            wrong = [n for n in names if not told[n] <= ran[n] <= told[n] + forgotten]
            fault = "ran %s\ntold %s\nforgotten %d" % (ran, told, forgotten)
            check("storm-%s-%s" % (mode, memory), fault if ((mode, memory) != ("folded", "64M")) != (forgotten > 0) or wrong
                  or sum(ran.values()) > sum(told.values()) + forgotten else "")


def forked():
    path = program("forked", "full")
    logs = path + "-logs"
    must(["rm", "-rf", logs])
    must([path, "10"], env=dict(os.environ, ALGOPROF_LOG=logs + "/%p.aplog", ALGOPROF_CONTEXT_MEMORY="64K"))
    found = sorted(base.contexts(os.path.join(logs, f), "--phi=1")["calls"] for f in os.listdir(logs))
    # level, atoi and exit; level, main, fork and waitpid.
    check("forked", found != [11 + 2, 3001 + 3] and "expected 13 and 3004 calls, got %s" % found)


def forked_ends():
    path = program("forked-ends", "full")
    logs = path + "-logs"
    must(["rm", "-rf", logs])
    must([path], env=dict(os.environ, ALGOPROF_LOG=logs + "/%p.aplog"))
    found = sorted(base.contexts(os.path.join(logs, f), "--phi=0")["calls"] for f in os.listdir(logs))
    # main, fork and waitpid; leaf (counts are written before the call of _exit or execl).
    check("forked_ends", found != [7, 10, 11, 12] and "expected 7, 10, 11 and 12 calls, got %s" % found)


def payloads(data):
    """Of a log's blocks of contexts (docs/log-format.md: u16 tag, u16 run, u32 len, u64 checksum)."""
    for at in range(0, len(data) - 16, 8):
        tag, size = int.from_bytes(data[at:at + 2], "little"), int.from_bytes(data[at + 4:at + 8], "little")
        if tag in (0x4400, 0x4407) and size % 8 == 0 and 24 <= size <= len(data) - at:
            yield data[at + 16:at + size]


def numbers(data):
    """Each run of bytes as a number of variable length, and each eight as a word."""
    for at in range(len(data)):
        yield int.from_bytes(data[at:at + 8], "little")
        value = 0
        for n, byte in enumerate(data[at:at + 10]):
            value |= (byte & 127) << 7 * n
            if byte < 128:
                yield value
                break


def addresses():
    path = program("crowd", "full")
    log, maps, preload = path + "-addresses.aplog", path + ".maps", path + "-maps.so"
    for old in log, maps:
        if os.path.exists(old):
            os.unlink(old)
    must([base.CC, "-O1", "-shared", "-fPIC", os.path.join(base.HERE, "../field/maps.c"), "-o", preload])
    must([path, "2", "300"], env=dict(os.environ, ALGOPROF_LOG=log, LD_PRELOAD=preload, MAPS=maps))
    with open(maps, encoding="utf-8") as file:
        ranges = [tuple(int(w, 16) for w in line.split()[0].split("-")) for line in file if "vsyscall" not in line]
    with open(log, "rb") as file:
        texts = list(payloads(file.read()))
    found = [hex(v) for text in texts for v in numbers(text) if v >> 32 and any(low <= v < high for low, high in ranges)]
    check("addresses", (len(texts) < 4 or len(ranges) < 5) and "%d blocks, %d ranges" % (len(texts), len(ranges))
          or found and "addresses: %s" % found[:5])


TESTS = {f.__name__: f for f in (killed, damaged, memory, crowd, storm, forked, forked_ends, addresses)}


if __name__ == "__main__":
    base.main_of("faults", TESTS)
