#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Targets of real programs over builds, and their source: of stripped ones, libraries,
moved lines, by folders with debugging information and by a debuginfod server, which
nginx plays.

    tests/e2e/symbols.py [NAME...]
"""
import json
import os
import shutil
import socket
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import CC, EXACT, O, TOOL, Failure, build, execute, plugin, run_cases  # noqa: E402

HEAD = """\
#include <stdlib.h>
int values[5000], sum;
"""
FIRST = """\
void first(int n)
{
#pragma algoprof loop name(hot)
    for (int i = 0; i < n; i++)
        sum += values[i]; /* of first */
}
"""
SECOND = """\
void second(int n)
{
#pragma algoprof loop name(hot)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n / 20; k++) /* of second */
            sum += values[i] ^ values[k];
}
"""
NEW = FIRST.replace("first", "newer")
MAIN = """\
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    work(n);
    return 0;
}
"""
WORK = "void work(int n)\n{\n%s}\n"


def unit(*functions):
    """A source of these functions, that calls them all."""
    calls = "".join(f"    {f.split('(')[0].split()[-1]}(n);\n" for f in functions)
    return HEAD + "".join(functions) + WORK % calls


class Program:
    """A program of one file, in a folder of its own; `library`: its targets are in one."""

    def __init__(self, folder, name, source, flags=(), library=False):
        self.folder = os.path.join(folder, name)
        self.logs = os.path.join(self.folder, "logs")
        os.makedirs(self.logs)
        self.source = os.path.join(self.folder, "work.c")
        self.exe = os.path.join(self.folder, "program")
        main = os.path.join(self.folder, "main.c")
        with open(self.source, "w", encoding="ascii") as out:
            out.write(source)
        with open(main, "w", encoding="ascii") as out:
            out.write("#include <stdlib.h>\nvoid work(int);\n" + MAIN)
        command = [*CC.split(), "-fplugin=" + plugin(), "-O2", "-g", *flags]
        link = ["-L" + O, "-Wl,-rpath," + O, "-lrt-sample"]
        self.binary = self.exe
        if library:
            self.binary = os.path.join(self.folder, "libwork.so")
            build([*command, "-fPIC", "-shared", self.source, "-o", self.binary, *link])
            build([*CC.split(), main, self.binary, "-Wl,-rpath," + self.folder, "-o", self.exe])
        else:
            build([*command, main, self.source, "-o", self.exe, *link])
        notes = execute(["readelf", "-n", self.binary])[1].decode()
        self.build_id = notes.split("Build ID: ")[1].split()[0]

    def run(self):
        for n in 100, 200, 400, 800, 1600, 3200:
            status, output = execute([self.exe, str(n)], {**EXACT, "ALGOPROF_LOG": f"{self.logs}/{n}.aplog"})
            if status:
                raise Failure(f"{self.exe}: {status}, {output!r}")

    def separate(self, to):
        """Its debugging information to a folder as /usr/lib/debug is; what is left has none."""
        path = os.path.join(to, ".build-id", self.build_id[:2], self.build_id[2:] + ".debug")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        build(["objcopy", "--only-keep-debug", self.binary, path])
        build(["strip", self.binary])
        return path


def report(*args, env=None, timeout=60):
    """In a folder where nothing is to be found."""
    plain = {"DEBUGINFOD_URLS": "", "DEBUGINFOD_CACHE_PATH": "/nonexistent", **(env or {})}
    status, output = execute([TOOL, "report", *args], plain, cwd="/proc", timeout=timeout, merge=False)
    if status:
        raise Failure(f"report {args}: exit status {status}\n{output.decode()}")
    return output.decode()


def expect_source(line, *args, **more):
    """That line is marked as the target's; None: no source is found."""
    output = report("--target", "hot", *args, **more)
    marked = [text.lstrip("> 0123456789") for text in output.splitlines() if text.startswith(">")]
    wanted = [] if line is None else line if isinstance(line, list) else [line]
    if marked != wanted or ("was not found" in output) != (line is None):
        raise Failure(f"{args}: {marked}, not {wanted}\n{output}")


LOOP = "for (int i = 0; i < n; i++)"


def debug_folders(folder, _):
    """Stripped programs: position-independent, not, and libraries."""
    for name, flags, library in (("pie", ["-pie", "-fPIE"], False), ("fixed", ["-no-pie"], False), ("library", [], True)):
        program = Program(folder, name, unit(FIRST), flags, library)
        debug = os.path.join(folder, name + ".debug")
        program.separate(debug)
        program.run()
        expect_source(None, program.logs)
        expect_source(None, "--source", program.binary, program.logs)
        expect_source(LOOP, "--debug-dir", debug, program.logs)
        expect_source(LOOP, "--source", os.path.join(debug, ".build-id", program.build_id[:2], program.build_id[2:] + ".debug"),
                      program.logs)
        # Of another build it tells nothing.
        other = Program(folder, name + ".other", unit(FIRST, SECOND), flags, library)
        other.run()
        expect_source(None, "--debug-dir", debug, *[os.path.join(other.logs, "400.aplog")])
        os.rename(program.source, program.source + ".gone")
        expect_source(None, "--debug-dir", debug, program.logs)


def moved_lines(folder, _):
    """Of two functions with targets of one name, and a third before them in the next build,
    each has its own partner; each build has its own source."""
    old = Program(folder, "old", unit(FIRST, SECOND))
    new = Program(folder, "new", HEAD + "\n" * 7 + unit(NEW, FIRST, SECOND)[len(HEAD):])
    debug = os.path.join(folder, "debug")
    for program in old, new:
        program.separate(debug)
        program.run()
    diff = json.loads(execute([TOOL, "diff", "--json", old.logs, "--", new.logs], merge=False)[1])
    found = {t["function"]: tuple((t[side] or {}).get("line") for side in ("old", "new")) for t in diff["targets"]}
    if found != {"newer": (None, 13), "first": (6, 19), "second": (12, 25)}:
        raise Failure(f"old and new lines: {found}")
    # Where the function has another name the order of lines counts.
    renamed = Program(folder, "renamed", unit(FIRST.replace("first", "other"), SECOND))
    renamed.run()
    diff = json.loads(execute([TOOL, "diff", "--json", old.logs, "--", renamed.logs], merge=False)[1])
    if {t["change"] for t in diff["targets"]} - {"same"}:
        raise Failure(f"renamed: {diff['targets']}")
    expect_source([LOOP] * 5, "--debug-dir", debug, old.logs, new.logs)


class Server:
    """nginx with what a debuginfod server has of programs."""
    CONF = """\
%s
worker_processes 1;
pid nginx.pid;
error_log error.log;
events { worker_connections 64; }
http {
    access_log access.log;
    client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
    server { listen 127.0.0.1:%d; root %s; }
}
"""

    def __init__(self, folder):
        self.folder = folder
        self.root = os.path.join(folder, "root")
        os.makedirs(self.root)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = os.path.join(folder, "access.log")
        with open(os.path.join(folder, "nginx.conf"), "w", encoding="ascii") as out:
            out.write(self.CONF % ("user root;" if os.geteuid() == 0 else "", self.port, self.root))
        self.run()

    def run(self, *more):
        build(["nginx", "-p", self.folder, "-c", os.path.join(self.folder, "nginx.conf"), "-e",
               os.path.join(self.folder, "error.log"), "-q", *more])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.run("-s", "stop")

    def has(self, program):
        """Its debugging information, and its source, which goes from here."""
        to = os.path.join(self.root, "buildid", program.build_id)
        source = to + "/source" + program.source
        os.makedirs(os.path.dirname(source))
        shutil.move(program.separate(os.path.join(self.folder, "debug")), os.path.join(to, "debuginfo"))
        shutil.move(program.source, source)

    def asked(self):
        with open(self.log, encoding="ascii") as file:
            return len(file.readlines())


def free_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        return other.getsockname()[1]


def server(folder, _):
    """What only a debuginfod server has, of a program, a library and two builds of one file."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    programs = [Program(folder, "program", unit(FIRST)), Program(folder, "library", unit(FIRST), library=True),
                Program(folder, "moved", HEAD + "\n" + unit(FIRST)[len(HEAD):])]
    with Server(os.path.join(folder, "server")) as nginx:
        for program in programs:
            nginx.has(program)
            program.run()
        env = {"DEBUGINFOD_URLS": nginx.url, "DEBUGINFOD_CACHE_PATH": os.path.join(folder, "cache")}
        for program in programs:
            expect_source(None, program.logs)
        if nginx.asked():
            raise Failure("a server that is not named was asked")
        for program in programs:
            expect_source(LOOP, program.logs, env=env)
        asked = nginx.asked()
        expect_source([LOOP] * 3, *[p.logs for p in programs], env=env)
        if asked != 6 or nginx.asked() != asked:
            raise Failure(f"{asked} requests of six files, {nginx.asked()} with a cache")
        page = os.path.join(folder, "page.html")
        report("--html", page, programs[0].logs, env=env)
        with open(page, encoding="utf-8") as file:
            if "of first" not in file.read():
                raise Failure("no source in the page")
        # What it has not.
        other = Program(folder, "other", unit(FIRST, SECOND))
        other.separate(os.path.join(folder, "nowhere"))
        other.run()
        expect_source(None, os.path.join(other.logs, "400.aplog"), env=env)
        # Its debugging information, but not the source.
        shutil.rmtree(os.path.join(nginx.root, "buildid", programs[0].build_id, "source"))
        shutil.rmtree(os.path.join(folder, "cache"))
        expect_source(None, programs[0].logs, env=env)


def dead_server(folder, _):
    """None that answers: refused, and one that takes all and says nothing.  No wait without end,
    nor one for each of many builds."""
    programs = [Program(folder, str(i), unit(FIRST) + "\n" * i + f"int other{i};\n") for i in range(4)]
    for program in programs:
        program.separate(os.path.join(folder, "debug"))
        program.run()
    logs = [p.logs for p in programs]

    def expect_none(number, url, source="/nonexistent", **more):
        expect_source(None, "--source", source, *logs, timeout=80, env={
            "DEBUGINFOD_CACHE_PATH": os.path.join(folder, f"cache{number}"), "DEBUGINFOD_URLS": url, **more})
    with socket.socket() as nobody:         # has the port, and does not listen
        nobody.bind(("127.0.0.1", 0))
        expect_none(1, f"http://127.0.0.1:{nobody.getsockname()[1]}")
    expect_none(2, "http://[::x/ nonsense://")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(64)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        expect_none(3, url)
        expect_none(5, url, source=programs[0].binary, DEBUGINFOD_TIMEOUT="2")
        # A user who says how long to wait has that.
        expect_none(4, url, DEBUGINFOD_TIMEOUT="1")


TESTS = [debug_folders, moved_lines, server, dead_server]


def work(case, folder):
    case[1](folder, None)


def main():
    chosen = sys.argv[1:]
    cases = [("e2e/symbols " + test.__name__, test) for test in TESTS]
    run_cases(work, [c for c in cases if not chosen or any(name in c[0] for name in chosen)])


if __name__ == "__main__":
    main()
