#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""In-house mode where programs do what is rare: the programs of robust/ behave as without it, and their profiles are what
their comments say; damaged logs are told of in a line.

  LEVELS=10000000 tests/inhouse/robust.py     so many levels, and different sizes (1,000,000)
"""
import json
import os
import random
import resource
import shutil
import subprocess
import sys

from suite import CC, CXX, O, PLUGIN, TOOL, check, summed_up

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "robust")
WORK = os.path.join(O, "tests", "inhouse-robust")
LEVELS = int(os.environ.get("LEVELS", "1000000"))


def build(source, level, metric, *options):
    """With the mode, and without."""
    base = os.path.join(WORK, "%s-%s-%s" % (source.split(".")[0], level, metric))
    command = [CXX if source.endswith("cc") else CC, "-O" + level, "-w", os.path.join(HERE, source), "-pthread"]
    subprocess.run([*command, *options, "-o", base + "-plain"], check=True)
    subprocess.run([*command, *PLUGIN, "-fplugin-arg-algoprof-inhouse=" + metric, *options, os.path.join(O, "librt-sample.a"), "-o", base], check=True)
    return base


def run(program, *arguments, stack=None):
    def limit():
        if stack:
            resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))
    log = program + ".aplog"
    if os.path.exists(log):
        os.unlink(log)
    done = subprocess.run([program, *arguments], capture_output=True, text=True, preexec_fn=limit, env=dict(os.environ, ALGOPROF_LOG=log))
    return done, log


def functions(log, metric="rms"):
    done = subprocess.run([TOOL, "report", "--json", "--metric", metric, log], capture_output=True, text=True)
    return {t["name"]: t for t in json.loads(done.stdout)["targets"]} if done.returncode == 0 else {}


def same(source, level, metric, *arguments, options=(), stack=None):
    """The fault, and the functions."""
    base = build(source, level, metric, *options)
    plain, _ = run(base + "-plain", *arguments, stack=stack)
    done, log = run(base, *arguments, stack=stack)
    if (done.stdout, done.returncode) != (plain.stdout, plain.returncode) or plain.returncode:
        return "%r, status %s; without %r, status %s" % (done.stdout, done.returncode, plain.stdout, plain.returncode), {}, done
    return "", functions(log), done


def tail_calls(metric):
    # A jump is made of these calls from -O2 on.
    fault, found, _ = same("tail.c", "2", metric, stack=128 << 10)
    if not fault and {"even", "odd", "alone"} - set(found):
        fault = "no profile of some: %s" % sorted(found)
    check("tail calls by " + metric, fault)


def coroutines(level, metric):
    fault, found, _ = same("coroutine.cc", level, metric, options=["-std=c++20"])
    total = [t["activations"] for name, t in found.items() if "sum_of" in name]
    check("coroutines -O%s by %s" % (level, metric), fault or ("" if total == [4] else "sum_of: %s" % total))


def boundary(metric):
    fault, found, _ = same("boundary.c", "2", metric)
    sizes = [[t["size"] for t in found[name]["tuples"]] for name in ("all_read", "all_read_again") if name in found]
    check("memory on both sides of 2^40 by " + metric, fault or ("" if sizes == [[2 << 20], [1 << 20]] else "sizes %s" % sizes))


def modules():
    module = os.path.join(WORK, "module.so")
    subprocess.run([CC, "-O2", "-w", "-fPIC", "-shared", *PLUGIN, "-fplugin-arg-algoprof-inhouse", os.path.join(HERE, "module.c"), "-o", module], check=True)
    base = os.path.join(WORK, "modules")
    subprocess.run([CC, "-O2", "-w", *PLUGIN, "-fplugin-arg-algoprof-inhouse", os.path.join(HERE, "modules.c"), "-L" + O, "-lrt-sample",
                    "-Wl,-rpath," + O, "-o", base], check=True)
    done, log = run(base, module)
    found = functions(log)
    count = found.get("read_numbers", {}).get("activations")
    largest = max((row["size"] for row in found.get("read_numbers", {}).get("tuples", [])), default=0)
    check("modules", "" if done.returncode == 0 and done.stdout == "0\n" and count == 20 and largest == 400 else
          "status %s, %r, %s activations, largest %s" % (done.returncode, done.stdout, count, largest))


def end_often(name, program):
    """Its first profiled function may run before libc has the environment, with ALGOPROF_LOG: in .preinit_array."""
    runs = [run(program) for _ in range(15)]
    bad = [done.returncode for done, _ in runs if (done.returncode, done.stdout) != (0, "done\n")]
    check(name, "of 15 runs these ended so: %s" % bad if bad else "")
    check(name + ", the log", "" if "sum" in functions(runs[-1][1]) else "it is not where ALGOPROF_LOG says")


def ending(metric):
    """With the shared runtime, and with one in a library that is there when the program begins: their destructors are called
    while threads go on."""
    program = os.path.join(WORK, "ending-" + metric)
    source, main = (os.path.join(HERE, name) for name in ("ending.c", "ending-main.c"))
    inhouse = [CC, "-O2", "-w", *PLUGIN, "-fplugin-arg-algoprof-inhouse=" + metric, source, "-pthread"]
    subprocess.run([*inhouse, main, "-L" + O, "-lrt-sample", "-Wl,-rpath," + O, "-o", program], check=True)
    end_often("threads at the program's end by " + metric, program)
    subprocess.run([*inhouse, "-fPIC", "-shared", os.path.join(O, "librt-sample.a"), "-o", program + ".so"], check=True)
    subprocess.run([CC, "-O2", main, program + ".so", "-Wl,-rpath," + WORK, "-o", program + "-library"], check=True)
    end_often("threads at the end, all in a library, by " + metric, program + "-library")


def ended(metric):
    fault, found, _ = same("ended.c", "2", metric)
    count = found.get("once", {}).get("activations")
    check("threads that ended by " + metric, fault or ("" if count == 4200 else "%s activations" % count))


def leaving(level, metric):
    """A log for each process, with the sizes of sum in cells of 8, and whether main and leave are told: what was open when
    another program took the process is not."""
    base = build("leaving.c", level, metric)
    plain, _ = run(base + "-plain")
    logs = base + "-logs"
    shutil.rmtree(logs, ignore_errors=True)
    done = subprocess.run([base], capture_output=True, text=True, env=dict(os.environ, ALGOPROF_LOG=logs + "/%p.aplog"))
    fault = "" if (done.stdout, done.returncode) == (plain.stdout, 0) else "%r, status %d" % (done.stdout, done.returncode)
    found = []
    for log in sorted(os.listdir(logs)) if not fault else ():
        told = functions(os.path.join(logs, log), metric)
        sizes = sorted(row["size"] // 8 for row in told.get("sum", {"tuples": []})["tuples"])
        found.append((sizes, *("%s %d" % (f, told[f]["activations"]) for f in ("main", "leave") if f in told)))
    open_too = ("main 1", "leave 1")
    expected = [([5], *open_too), ([10], *open_too), ([15], *open_too), ([20], *open_too), ([25], *open_too), ([30],),
                ([35, 100], *open_too), ([40, 150], *open_too), ([250], "main 1")]
    check("leaving -O%s by %s" % (level, metric), fault or (sorted(found) != expected and "%s, not %s" % (sorted(found), expected)))


def said(program, limit=None, **environment):
    """What the report of a run says on stderr; limit: of the address space."""
    log = program + "-said.aplog"
    if os.path.exists(log):
        os.unlink(log)
    done = subprocess.run([program], capture_output=True, text=True, env=dict(os.environ, ALGOPROF_LOG=log, **environment),
                          preexec_fn=lambda: limit and resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    return "the program failed" if done.returncode else subprocess.run([TOOL, "report", log], capture_output=True, text=True).stderr


def incomplete(metric):
    """A report says when functions are missing: there was no room for them, or no address space."""
    program = os.path.join(WORK, "crowd-" + metric)
    with open(program + ".c", "w", encoding="ascii") as out:
        for i in range(900):
            out.write("__attribute__((noipa)) int a_function_of_a_crowd_%d(int *p) { return p[0] + %d; }\n" % (i, i))
        out.write("int main(void) { int n = 0;\n%s return n == 1; }\n" % "".join("n += a_function_of_a_crowd_%d(&n);\n" % i for i in range(900)))
    subprocess.run([CC, "-O1", "-w", *PLUGIN, "-fplugin-arg-algoprof-inhouse=" + metric, program + ".c",
                    os.path.join(O, "librt-sample.a"), "-o", program], check=True)
    full, unprofiled, whole = said(program, ALGOPROF_MAX_LOG="64K"), said(program, limit=2 << 30), said(program)
    check("full log by " + metric, "" if "1 log is full" in full else full)
    check("no address space by " + metric, "" if "no address space" in unprofiled else unprofiled)
    check("whole log by " + metric, whole)


def deep(metric):
    fault, found, _ = same("deep.c", "1", metric, str(LEVELS))
    tuples = found.get("down", {}).get("tuples", [])
    if not fault and tuples:
        count, largest, sizes = sum(row["count"] for row in tuples), tuples[-1]["size"], len(tuples)
        wrong = [row for row in tuples if row["cost_min"] > row["cost_max"] or row["cost_max"] > 4 * LEVELS + 4]
        if count != LEVELS or not 0.99 * 8 * LEVELS <= largest <= 8 * LEVELS or not 1000 <= sizes <= 8192 or wrong:
            fault = "%s activations in %s sizes, the largest %s; %s" % (count, sizes, largest, wrong[:1])
    check("%d levels and sizes by %s" % (LEVELS, metric), fault or ("" if tuples else "no profile"))


def signals(level, metric):
    fault, found, done = same("signals.c", level, metric)
    if not fault:
        handled = found["handle"]["activations"] if "handle" in found else 0
        size = {row["size"] for row in found.get("handle", {}).get("tuples", [])}
        if handled != int(done.stderr) or size != {256}:
            fault = "%s signals were handled, %s are profiled, of sizes %s" % (done.stderr.strip(), handled, size)
    check("signals -O%s by %s" % (level, metric), fault)


def without_vectors(metric):
    fault, found, _ = same("general.c", "2", metric, options=["-mno-red-zone"])
    count = found.get("look", {}).get("activations")
    check("no vector registers by " + metric, fault or ("" if count == 1000 else "%s activations" % count))


def damaged():
    """Bytes of a log are changed, or its end is missing: the tool says so in a line, or has other numbers; it never dies."""
    _, log = run(build("deep.c", "1", "trms"), "2000")
    with open(log, "rb") as file:
        sound = file.read()
    used = len(sound.rstrip(b"\0"))
    draw, fault, refused = random.Random(31), "", 0
    for i in range(120):
        bad = bytearray(sound)
        if i % 6 == 0:
            del bad[draw.randrange(64, used):]
        else:
            for _ in range(draw.choice((1, 1, 8))):
                bad[draw.randrange(64, used)] = draw.choice((0, 1, 127, 128, 255, draw.randrange(256)))
        path = os.path.join(WORK, "damaged.aplog")
        with open(path, "wb") as file:
            file.write(bad)
        for command in (["report", "--json"], ["check", "--max-exponent", "2"]) if i % 4 == 0 else (["report", "--json"],):
            done = subprocess.run([TOOL, *command, path], capture_output=True, text=True)
            refused += done.returncode == 3
            lines = done.stderr.splitlines()
            if done.returncode not in (0, 1, 3) or (done.returncode == 3 and not (lines or command[0] == "check")) or len(lines) > 4:
                fault = fault or "%d: %s: status %s, %s" % (i, command[0], done.returncode, done.stderr[:300])
    check("damaged logs", fault or ("" if refused else "none was refused"))


def main():
    os.makedirs(WORK, exist_ok=True)
    for metric in "rms", "trms":
        tail_calls(metric)
        incomplete(metric)
        boundary(metric)
        coroutines("0", metric)
        coroutines("2", metric)
        deep(metric)
        signals("0", metric)
        signals("2", metric)
        without_vectors(metric)
        ending(metric)
        ended(metric)
        leaving("0", metric)
        leaving("2", metric)
    modules()
    damaged()
    return summed_up()


sys.exit(main())
