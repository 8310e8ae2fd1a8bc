#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts of traced instances: by the walk of the stack, and by records where the contexts mode is on.

    tests/contexts/callers.py [NAME...]

  NAME of BUILDS  who called is right however the program is compiled and linked: callbacks, recursion, threads, forks,
                  frames of dynamic size, handlers; none on a coroutine's stack
  recorded, BUILD  the same by records: on any stack, past code without tables, past handlers
  between         of code that calls from a file with contexts lead through, to one without, no frame is told
  throws          exceptions that go through frames
  odd             frames of which the tables say wrong things end the walk, not the program
  modules         modules that lie where others lay
  threads         many threads that find contexts at the same time
  off             ALGOPROF_CALLERS=off tells none
  places          a context is a module's number and an offset in it, and two processes' contexts are alike
  killed          each instance of a killed process has its context
  damaged         damaged blocks are skipped, and said; what is not damaged stays
  halved          no block stays of pairs that are dropped
"""
import json
import os
import re
import signal
import struct
import subprocess
import sys
import time

import base
from base import ARCHIVE, PLUGIN, SHARED, TOOL, WORK, check, must, run

sys.path.insert(0, os.path.join(base.HERE, "..", "lib"))
import logread  # noqa: E402
from xxhash import xxh3_64_intdigest as xxh3_64  # noqa: E402

EXACT = {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0", "ALGOPROF_CALLERS": "on"}
WANTED = {101: "helper direct main", 102: "helper inner outer main", 103: "helper compare outside main",
          104: "helper deep main", 105: "helper thread", 107: "helper dynamic main",
          108: "helper aligned main", 109: "helper handler unknown", 110: None, 111: "helper many main",
          112: "helper again by_pointer main", 106: "helper child main"}
STATIC = ["-static", "-Wl,--eh-frame-hdr"]
BUILDS = {
    "O0": (["-O0"], [ARCHIVE]), "O2": (["-O2", "-fomit-frame-pointer"], [ARCHIVE]),
    "frames": (["-O2", "-fno-omit-frame-pointer"], SHARED), "Os": (["-Os"], [ARCHIVE]),
    "fixed": (["-O3", "-fno-pie", "-no-pie"], [ARCHIVE]), "static": (["-O2", *STATIC], [ARCHIVE]),
    "cold": (["-O2", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fno-exceptions"], [ARCHIVE]),
}


def build(name, source, flags, link):
    path = os.path.join(WORK, "callers-" + name)
    must([base.compiler(source), PLUGIN, "-g", "-w", *flags, base.source_of(source), *link, "-pthread", "-ldl",
          "-o", path])
    return path


def logs_of(path, *arguments, env=None):
    """Of its processes, the first one's first."""
    folder = path + "-logs"
    must(["rm", "-rf", folder])
    done = run([path, *arguments], env=dict(os.environ, ALGOPROF_LOG=folder + "/%p.aplog", **(env or EXACT)))
    if done.returncode:
        raise RuntimeError("status %d: %s" % (done.returncode, done.stderr))
    return [os.path.join(folder, f) for f in sorted(os.listdir(folder), key=lambda f: int(f.split(".")[0]))]


def decode(log):
    with open(log, "rb") as file:
        return logread.read_log(file.read())


class Symbols:
    """Functions by their offset in the module."""

    def __init__(self, path):
        loads = re.findall(r"^ +LOAD +\S+ (0x\w+) \S+ \S+ (0x\w+)", must(["readelf", "-lW", path]).stdout, re.M)
        self.start = min(int(at, 16) for at, _ in loads) & ~4095
        self.size = max(int(at, 16) + int(size, 16) for at, size in loads) - self.start
        lines = [line.split() for line in must(["nm", "-n", path]).stdout.splitlines()]
        self.list = [(int(f[0], 16), f[2]) for f in lines if len(f) == 3 and f[1] in "tT"]

    def name(self, offset):
        return max((f for f in self.list if f[0] < offset + self.start), default=(0, "?"))[1].split(".")[0]


def path_of(log, context, symbols):
    """"inner outer", as far as main; None: not known."""
    frames, by_number = [], {c["context"]: c for c in log["contexts"]}
    while context and "main" not in frames:
        c = by_number[context]
        name = symbols.name(c["offset"]) if c["kind"] == "code" else c["kind"]
        if not frames or frames[-1] != name:
            frames.append(name)
        context = c["parent"]
    return " ".join(frames) or None


def paths(log, symbols):
    """{iterations: path}"""
    found = {}
    for instance in log["instances"]:
        path = path_of(log, instance["context"], symbols)
        if found.setdefault(instance["cost"], path) != path:
            found[instance["cost"]] += " or %s" % path
    return found


def expect(name, found, wanted):
    differ = ["%s: expected %s, got %s" % (cost, wanted[cost], found.get(cost, "no instance"))
              for cost in sorted(wanted) if found.get(cost, "no instance") != wanted[cost]]
    check(name, "\n".join(differ))


def builds():
    for name, (flags, link) in BUILDS.items():
        path = build(name, "callers.c", flags, link)
        symbols, found = Symbols(path), {}
        for log in logs_of(path):
            found.update(paths(decode(log), symbols))
        wanted = WANTED
        if name == "static":        # libc is a part of the program
            found = {cost: re.sub(r"(compare) .* main", r"\1 outside main", p) if p else p for cost, p in found.items()}
            found[105] = re.sub("^(helper thread) .*", r"\1", found[105])
            found[109] = found[109].replace("unknown", "unknown")
        elif name == "cold":
            wanted = {cost: p and "helper unknown" for cost, p in WANTED.items()}
        expect(name, found, wanted)


# What a walk cannot know, and what code that records do not know of called (a signal, a thread's start).
RECORDED = {109: "helper handler outside main", 110: "helper coroutine outside on_other_stack main", 105: "helper thread"}
RECORDED_BUILDS = {
    "folded": (["-O2"], [ARCHIVE], ""), "full": (["-O0"], [ARCHIVE], "=full"), "library": (["-Os"], SHARED, ""),
    "tables": (["-O2", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fno-exceptions"], [ARCHIVE], ""),
    "inhouse": (["-O2", "-fplugin-arg-algoprof-inhouse"], [ARCHIVE], ""), "no-id": (["-O2"], [ARCHIVE, "-Wl,--build-id=none"], ""),
}


def recorded_paths(logs, symbols):
    """{iterations: path}, as `dump' tells it."""
    found = {}
    for log in logs:
        text = must([TOOL, "dump", log]).stdout
        frames = {number: rest for number, rest in re.findall(r"^context (\d+): (.*)$", text, re.M)}
        for line in re.findall(r"^instance .*$", text, re.M):
            cost, at, names = re.search(r"index \d+: cost (\d+)", line), re.search(r", context (\d+)", line), []
            at = at and at.group(1)
            while at:
                place, name = re.search(r"offset (\S+?)(?:,|$)", frames[at]), re.search(r"\((.*)\)", frames[at])
                name = name.group(1) if name else symbols.name(int(place.group(1), 16)) if place else frames[at].split(",")[0]
                names += [name] if names[-1:] != [name] else []
                at = (re.findall(r"called from context (\d+)", frames[at]) or [None])[0]
            found[int(cost.group(1))] = " ".join(names) or None
    return found


def recorded():
    for name, (flags, link, mode) in RECORDED_BUILDS.items():
        path = build("recorded-" + name, "callers.c", [*flags, "-fplugin-arg-algoprof-contexts" + mode], link)
        found = recorded_paths(logs_of(path), Symbols(path))
        expect("recorded, " + name, found, {**WANTED, **RECORDED})


def between():
    """By their whole names: frames are functions', but no way from one file to another one is."""
    path, units = os.path.join(WORK, "callers-between"), [("caller", ["-fplugin-arg-algoprof-contexts"]), ("helper", ["-DHELPER"])]
    for unit, flags in units:
        must([base.CC, PLUGIN, "-O2", "-g", *flags, "-c", base.source_of("callers-between.c"), "-o", "%s-%s.o" % (path, unit)])
    must([base.CC, *("%s-%s.o" % (path, unit) for unit, _ in units), ARCHIVE, "-pthread", "-ldl", "-o", path])
    symbols, log = Symbols(path), decode(logs_of(path)[0])
    names = [max((f for f in symbols.list if f[0] < c["offset"] + symbols.start), default=(0, "?"))[1]
             for c in log["contexts"] if c["kind"] == "code"]
    check("between", ("ask" not in names or any(n.endswith(".kept") for n in names)) and "expected functions, got %s" % names)


def throws():
    path = build("throws", "callers.C", ["-O2"], [ARCHIVE])
    expect("throws", paths(decode(logs_of(path)[0]), Symbols(path)),
           {201: "helper cleaned thrower catcher main", 202: "helper caught catcher main", 203: "helper after catcher main"})


def odd():
    """What a table says wrong but well may not be seen (412: it finds a pointer to a function)."""
    path = build("odd", "callers-odd.c", ["-O2"], [ARCHIVE])
    symbols, faults = Symbols(path), []
    log = decode(logs_of(path)[0])
    for instance in log["instances"]:
        found = path_of(log, instance["context"], symbols) or ""
        if not re.fullmatch(r"helper odd_%d (%s)" % (instance["cost"], ".*" if instance["cost"] == 412 else "unknown|all( main)?"), found):
            faults.append("%d: %s" % (instance["cost"], found))
    check("odd", "\n".join(faults) or (len(log["instances"]) != 34 and "%d instances" % len(log["instances"])))


def modules():
    path = build("modules", "callers.c", ["-O2", "-rdynamic"], SHARED)
    loaded = {}
    for n in 301, 302, 303:
        loaded[n] = build("module-%d.so" % n, "callers-module.c", ["-O2", "-fPIC", "-shared", "-DN=%du" % n], SHARED)
    order = [301, 302, 303, 301]
    log = decode(logs_of(path, *[loaded[n] for n in order])[0])
    ids = {n: re.search(r"Build ID: (\w+)", must(["readelf", "-n", so]).stdout).group(1) for n, so in loaded.items()}
    known = {m["module"]: m["build_id"] for m in log["modules"]}
    contexts, faults = {c["context"]: c for c in log["contexts"]}, []
    told = [i for i in log["instances"] if i["cost"] in loaded]
    for i in told:
        c = contexts.get(i["context"])
        symbols = Symbols(loaded[i["cost"]])
        above = contexts.get(c["parent"]) if c else None
        if not above or {known[c["module"]], known[above["module"]]} != {ids[i["cost"]]} or \
                [symbols.name(c["offset"]), symbols.name(above["offset"])] != ["module_helper", "enter"]:
            faults.append("%d: %s called from %s" % (i["cost"], c, above))
    check("modules", "\n".join(faults) or (len(told) != 4 and "%d instances" % len(told)))


def threads():
    path = build("threads", "callers-threads.c", ["-O2"], [ARCHIVE])
    symbols = Symbols(path)
    for name, env in ("exact", EXACT), ("auto", {"ALGOPROF_BUDGET": "0"}):
        log = decode(logs_of(path, env=env)[0])
        wanted = {200 + k: "helper caller%d work" % k for k in range(8)}
        wanted[300] = "helper compare outside work"
        told = [(i["cost"], path_of(log, i["context"], symbols)) for i in log["instances"]]
        # One for whose new context another thread would have to be waited for has none, but where contexts are asked for.
        without = sum(path is None for _, path in told) if name == "auto" else 0
        wrong = {(cost, path) for cost, path in told if path or not without} - set(wanted.items())
        check("threads, " + name, wrong or (len(told) < 200 and "%d instances" % len(told)) or
              (without > len(told) // 50 and "%d of %d without a context" % (without, len(told))))


def off():
    path = build("off", "callers.c", ["-O2"], [ARCHIVE])
    log = decode(logs_of(path, env=dict(EXACT, ALGOPROF_CALLERS="off"))[0])
    check("off", log["contexts"] and "contexts %s" % log["contexts"])


def places():
    faults = []
    for name in "O2", "fixed":
        path = os.path.join(WORK, "callers-" + name)
        if not os.path.exists(path):
            build(name, "callers.c", *BUILDS[name])
        symbols = Symbols(path)
        first, second = (decode(logs_of(path)[0])["contexts"] for _ in range(2))
        far = [c for c in first if c["kind"] == "code" and not 0 < c["offset"] < symbols.size]
        faults += far and ["%s: offsets beyond the module: %s" % (name, far)]
        faults += ["%s: two processes differ" % name] if first != second else []
        faults += ["%s: no contexts" % name] if not first else []
    check("places", "\n".join(faults))


def killed():
    path = build("killed", "callers-loop.c", ["-O2"], [ARCHIVE])
    faults, told = [], 0
    for n in range(8):
        log = "%s-%d.aplog" % (path, n)
        must(["rm", "-f", log])
        child = subprocess.Popen([path, "0", "1"], env=dict(os.environ, ALGOPROF_LOG=log), stdout=subprocess.DEVNULL)
        time.sleep(0.02 * (n + 1))
        child.send_signal(signal.SIGKILL)
        child.wait()
        if not os.path.exists(log):
            continue
        found = decode(log)
        told += len(found["instances"])
        bad = [i for i in found["instances"] if not i["context"]]
        faults += ["run %d: %d of %d without context" % (n, len(bad), len(found["instances"]))] if bad else []
        faults += ["run %d: %d damaged" % (n, found["damaged_contexts"])] if found["damaged_contexts"] else []
    check("killed", "\n".join(faults) or (told < 50 and "only %d instances" % told))


def blocks(data):
    """(offset, tag, payload's size) of a log's blocks."""
    at, used = 4096, decode_used(data)
    while at < used:
        tag, _, size = struct.unpack_from("<HHI", data, at)
        yield at, tag, size - 16
        at += size


def decode_used(data):
    return max(struct.unpack_from("<QQ", data, at) for at in (192, 256))[1]


def seal(data, at):
    size = struct.unpack_from("<I", data, at + 4)[0]
    struct.pack_into("<Q", data, at + 8, xxh3_64(bytes(data[at + 16:at + size]), struct.unpack_from("<Q", data, at)[0]))


DAMAGES = [("number 0", 0x4419, 0, 0), ("its own parent", 0x4419, 4, None), ("parent to come", 0x4419, 4, 4000),
           ("number of another", 0x4419, 0, 1), ("no such module", 0x4419, 8, 77), ("no such kind", 0x4419, 12, 9),
           ("number from nowhere", 0x4419, 0, 0xfffffffe), ("no such context", 0x442a, 4, 5000), ("no context", 0x442a, 4, 0),
           ("another site", 0x442a, 0, 1234), ("another instance", 0x442a, 8, 2)]


def damaged():
    path = build("damaged", "callers.c", ["-O2"], [ARCHIVE])
    with open(logs_of(path)[0], "rb") as file:
        whole = file.read()
    truth = logread.read_log(whole)
    faults = []
    for what, tag, field, value in DAMAGES:
        for at in [at for at, t, _ in blocks(whole) if t == tag][1:4:2]:
            data = bytearray(whole)
            struct.pack_into("<I", data, at + 16 + field, struct.unpack_from("<I", data, at + 16)[0] if value is None else value)
            seal(data, at)
            log = path + "-damaged.aplog"
            with open(log, "wb") as file:
                file.write(data)
            done, other = run([TOOL, "dump", "--json", log]), logread.read_log(bytes(data))
            if done.returncode:
                faults.append("%s: %s" % (what, done.stderr))
                continue
            found = json.loads(done.stdout)
            said = [found["damaged_contexts"], sorted(map(str, found["contexts"])), [i["context"] for i in found["instances"]]]
            wanted = [other["damaged_contexts"], sorted(map(str, ({k: c[k] for k in found["contexts"][0]} for c in other["contexts"]))),
                      [i["context"] for i in other["instances"]]]
            if said != wanted:
                faults.append("%s: expected %s, got %s" % (what, wanted, said))
            if not found["damaged_contexts"] and what not in ("another site", "no context"):
                faults.append("%s: nothing is said" % what)
            new = [i["context"] for i, old in zip(found["instances"], truth["instances"])
                   if i["context"] not in (None, old["context"]) and what not in ("another instance", "another site")]
            if new:
                faults.append("%s: another context is told, %s" % (what, new))
    check("damaged", "\n".join(faults))


def halved():
    path = build("halved", "callers-loop.c", ["-O2"], [ARCHIVE])
    log = path + ".aplog"
    must(["rm", "-f", log])
    must([path, "60000", "1"], env=dict(os.environ, ALGOPROF_LOG=log, ALGOPROF_PAIRS="64", ALGOPROF_BUDGET="0"))
    with open(log, "rb") as file:
        data = file.read()
    found = decode(log)
    told, kept = sum(tag == 0x442a for _, tag, _ in blocks(data)), len(found["instances"])
    without = sum(i["context"] is None for i in found["instances"])
    dropped = found["damaged_contexts"]
    check("halved", (not kept // 2 <= told <= kept or without or dropped or not kept) and
          "%d contexts of %d instances, %d without" % (told, kept, without))


TESTS = {f.__name__: f for f in (builds, recorded, between, throws, odd, modules, threads, off, places, killed, damaged, halved)}


if __name__ == "__main__":
    base.main_of("callers", TESTS)
