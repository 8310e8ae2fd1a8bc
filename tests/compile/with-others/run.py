#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plugin beside what else a build may ask of GCC.

flags/:     the same output, counts and sizes with other options of GCC's.
debugger/:  a breakpoint in the loop stops in the original and in the mirror, as
            often as without the plugin, and names are known there.
mixed/:     units without the plugin have the first copies of functions.
same-object/: the same input gives the same object, byte by byte: many builds
            at once, and through ccache.

    tests/compile/with-others/run.py
"""
import os
import re
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (EXACT, Failure, ROOT, SANFLAGS, Skipped, RUNTIME, TESTS, build, compile_to, compiler,  # noqa: E402
                     execute, gcc_major, other_versions, plugin, run_cases, run_profiled, totals)

HERE = os.path.dirname(os.path.abspath(__file__))
# What the targets are stated for in program.c.
STATED = re.compile(r"target (\S+): (\d+) (\d+) (\d+)")
FLAGS = ["", "-g", "-fno-inline", "-flto", "-fopenmp", "-fprofile-generate",
         "-fprofile-generate -fprofile-update=atomic", "-fsanitize=address", "-fsanitize=undefined",
         "-fsanitize=address,undefined -g", "-fsanitize=thread", "-flto -g -fno-inline",
         "-fcf-protection=full -fstack-protector-all", "-fstack-clash-protection -ftrapv", "-mno-red-zone -fno-plt",
         "-fnon-call-exceptions", "-maccumulate-outgoing-args", "-pg", "-static", "-mcmodel=large", "-mforce-indirect-call", "-fsplit-stack", "-fopenacc",
         "-fprofile-use -Wno-missing-profile", "-fauto-profile=SAMPLES"]


def union(instances):
    """Number of different cells in the sets of instances."""
    return len({(region, cell) for i in instances for region, first, n in i["set"] for cell in range(first, first + n)})


def train(exe, source, flags, version, by_plugin, folder):
    """What -fprofile-use is to find: written by a program that was built alike, and is where it was."""
    compile_to(exe, source, flags.replace("-fprofile-use", "-fprofile-generate").split(), version, profiled=by_plugin)
    execute([exe], {"ALGOPROF_LOG": "off"}, cwd=folder)
    if not any(name.startswith(os.path.basename(exe)) and name.endswith(".gcda") for name in os.listdir(folder)):
        raise Failure(f"no profile of {exe}: {os.listdir(folder)}")


def write_samples(path, names):
    """What -fauto-profile reads, as AutoFDO writes it: each function is hot, in its first lines."""
    def words(*numbers):
        return struct.pack(f"<{len(numbers)}I", *numbers)

    def text(name):
        data = name.encode() + b"\0"
        return words(len(data)) + data

    data = words(0x67636461, 2, 0, 0xaa000000, 0, len(names)) + b"".join(map(text, names)) + \
        words(0xac000000, 0, len(names))
    for number in range(len(names)):
        data += words(1000, 0, number, 3, 0)            # samples at its begin; its name; lines, callees
        data += b"".join(words(line << 16, 0, 1000 * line, 0) for line in (1, 2, 3))
    with open(path, "wb") as file:
        file.write(data + words(0xae000000, 0, 0))


def check_flags(case, folder):
    _, _, source, flags, version = case
    if "SAMPLES" in flags:
        if not 12 <= int(version or gcc_major()) <= 14:
            raise Skipped("profiles of samples are others there")
        samples = os.path.join(folder, "samples")
        write_samples(samples, ["pick", "by_value", "depth", "main"])
        flags = flags.replace("SAMPLES", samples)
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    for exe, by_plugin in (plain, False), (profiled, True):
        if "-fprofile-use" in flags:
            train(exe, source, flags, version, by_plugin, folder)
        compile_to(exe, source, flags.split(), version, profiled=by_plugin)
    truth = execute([plain], cwd=folder)
    for name in os.listdir(folder):
        if name.endswith((".gcda", ".gcno")):
            os.unlink(os.path.join(folder, name))
    status, output, log = run_profiled(profiled, os.path.join(folder, "log"), EXACT)
    if (status, output) != truth or log is None:
        raise Failure(f"status {status}, {output.decode(errors='replace')}\nplain {truth[0]}, {truth[1].decode()}")
    with open(os.path.join(HERE, "program.c"), encoding="utf-8") as file:
        stated = {name: tuple(map(int, rest)) for name, *rest in STATED.findall(file.read())}
    counts, found = totals(log), {}
    for site in log["sites"]:
        instances = [i for i in log["instances"] if i["site"] == site["site"]]
        opaque = {call["name"] for i in instances for call in i["opaque"]}
        if opaque:
            raise Failure(f"{site['name']}: opaque {opaque}")
        found[site["name"]] = (*counts[site["name"]], union(instances))
    if found != stated:
        raise Failure(f"(instances, iterations, bytes)\nfound  {found}\nstated {stated}")


def debug(exe, commands, env):
    arguments = [word for command in commands for word in ("-ex", command)]
    status, output = execute(["gdb", "-batch", "-nx", "-ex", "set debuginfod enabled off", *arguments, exe], env)
    text = output.decode(errors="replace")
    if status or "ptrace: Operation not permitted" in text:
        raise Skipped("gdb cannot run programs here")
    return text


def hits(exe, env):
    """How often the loop's line is met, and `i` when it is for the third time."""
    text = debug(exe, ["break debugged.c:20", "ignore 1 2", "run", "print i", "ignore 1 1000", "continue",
                       "info breakpoints"], env)
    found = re.search(r"already hit (\d+) time", text)
    value = re.search(r"^\$1 = (.*)$", text, re.M)
    return int(found.group(1)) if found else 0, value.group(1) if value else None


def check_debugger(case, folder):
    _, _, source, flags, version = case
    if not shutil.which("gdb"):
        raise Skipped("no gdb")
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    compile_to(plain, source, flags.split(), version, profiled=False)
    compile_to(profiled, source, flags.split(), version)
    truth = hits(plain, {})
    if truth[0] != 10:
        raise Failure(f"the plain program's line is met {truth} times")
    for what, env in (("original", {"ALGOPROF_LOG": "off"}),
                      ("mirror", {**EXACT, "ALGOPROF_LOG": os.path.join(folder, "log")})):
        found = hits(profiled, env)
        if found != truth:
            raise Failure(f"in the {what} (hits, i) are {found}, without the plugin {truth}")


def objects(source, flags, version, folder, count, launcher=()):
    """Contents of the object, compiled `count` times at once."""
    command = [*launcher, *compiler(source, version), "-fplugin=" + plugin(), "-fplugin-arg-algoprof-target=*",
               *flags.split(), "-w", "-c", source]
    names = [os.path.join(folder, f"{n}.o") for n in range(count)]
    runs = [subprocess.Popen([*command, "-o", name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for name in names]
    for run in runs:
        output = run.communicate()[0]
        if run.returncode:
            raise Failure(output.decode(errors="replace"))
    result = []
    for name in names:
        with open(name, "rb") as file:
            result.append(file.read())
    return result


def check_same(case, folder):
    _, _, source, flags, version = case
    if len(set(objects(source, flags, version, folder, 6))) != 1:
        raise Failure("six builds at once are not alike")


def check_ccache(case, folder):
    _, _, source, flags, version = case
    if not shutil.which("ccache"):
        raise Skipped("no ccache")
    os.environ["CCACHE_DIR"] = os.path.join(folder, "cache")
    direct = objects(source, flags, version, folder, 1)
    cached = [objects(source, flags, version, folder, 1, ["ccache"]) for _ in range(2)]
    if cached != [direct, direct]:
        raise Failure("ccache's object is another")
    status, output = execute(["ccache", "-s"])
    if status or not re.search(r"Hits:\s+1 /", output.decode()):
        raise Failure(f"ccache did not keep the object\n{output.decode()}")


def check_mixed(case, folder):
    """Units with and without the plugin that share functions, linked in both orders."""
    _, _, source, flags, version = case
    plain, profiled = os.path.join(folder, "plain.o"), os.path.join(folder, "profiled.o")
    command = [*compiler(source, version), *flags.split(), "-w", "-c"]
    build([*command, source.replace(".C", "-plain.C"), "-o", plain])
    build([*command, "-fplugin=" + plugin(), source, "-o", profiled])
    for objects_in_order in ((plain, profiled), (profiled, plain)):
        exe = os.path.join(folder, "exe")
        build([*compiler(source, version), *flags.split(), *objects_in_order, RUNTIME, "-lpthread", "-o", exe])
        found = execute([exe], {**EXACT, "ALGOPROF_LOG": os.path.join(folder, "log")})
        if found != (0, b"10 6\n"):
            raise Failure(f"status {found[0]}, {found[1]!r}")


def check(case, folder):
    {"flags": check_flags, "debugger": check_debugger, "same-object": check_same, "ccache": check_ccache,
     "mixed": check_mixed}[case[1]](
        case, folder)


def main():
    cases = []

    def add(kind, name, flags, version=None):
        source = os.path.join(HERE, name)
        label = f"{' gcc-' + version if version else ''} {flags}".rstrip()
        cases.append((f"with-others/{kind} {os.path.basename(name)}{label}", kind, source, flags, version))

    versions = [None, *other_versions()]
    for flags in [] if SANFLAGS else FLAGS:
        add("flags", "program.c", "-O2 " + flags)
    for flags in [] if SANFLAGS else FLAGS[:10]:
        add("flags", "program.C", "-O0 " + flags)
        for version in versions[1:]:
            add("flags", "program.C" if len(flags) % 2 else "program.c", "-O2 " + flags, version)
    for flags in ("-g", "-g -Og", "-g -O1", "-g -O2 -fno-reorder-blocks-and-partition"):
        for version in versions:
            add("debugger", "debugged.c", flags, version)
    for flags in [] if SANFLAGS else ("-O0", "-O2", "-O2 -fPIE -pie", "-O2 -static"):
        for version in versions:
            add("mixed", "mixed.C", flags, version)
    for name in ("program.c", os.path.join(TESTS, "compile/original/kernels.c"), os.path.join(TESTS, "judged/exact/containers.C"),
                 os.path.join(ROOT, "examples/xml-parent/main.c")):
        for flags in ("-O0", "-O2 -g", "-O3"):
            add("same-object", name, flags)
    for version in versions:
        add("ccache", "program.c", "-O2 -g", version)
        add("ccache", os.path.join(TESTS, "judged/exact/containers.C"), "-O2", version)
    run_cases(check, cases)


main()
