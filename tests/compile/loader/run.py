#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One path for -fplugin=, whatever compiler asks: the plugin of that compiler, or one line that
says why not.

Other compilers are played by host.c, which loads the plugin as they do.

    tests/compile/loader/run.py [NAME]
"""
import os
import re
import shutil
import stat
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lib"))
from harness import (CC, O, ROOT, RUNTIME, SANFLAGS, Failure, build, compiler, execute, gcc_major, other_versions,  # noqa: E402
                     plugin, run_cases, run_profiled)

HERE = os.path.dirname(os.path.abspath(__file__))
NATIVE = "../src/configure -v --enable-languages=c,c++ --target=x86_64-linux-gnu --host=x86_64-linux-gnu"
SOURCE = """int a[99];
int main (void)
{
  int s = 0;
#pragma algoprof loop name(sum)
  for (int i = 0; i < 99; i++)
    s += a[i];
  return s;
}
"""


def expect(output, status, *patterns):
    """The compiler failed with these lines and no other.  The last line is GCC's own, where it is GCC."""
    lines = [line for line in output.decode(errors="replace").splitlines()
             if not re.search(r"failed to initialize plugin|fail to initialize plugin", line)]
    if status == 0:
        raise Failure("expected an error, got exit status 0")
    if len(lines) != len(patterns) or not all(re.search(p, line) for p, line in zip(patterns, lines)):
        raise Failure("expected the lines\n" + "\n".join(patterns) + "\ngot\n" + "\n".join(lines))


def host(folder, name="host"):
    exe = os.path.join(folder, name)
    build([*compiler("host.c"), os.path.join(HERE, "host.c"), "-o", exe, "-ldl"])
    return exe


def program(folder):
    with open(os.path.join(folder, "sum.c"), "w", encoding="utf-8") as file:
        file.write(SOURCE)
    return os.path.join(folder, "sum.c")


def copied(folder, major=None, change=None):
    """A copy of the loader, beside it what change makes of the plugin for that compiler."""
    shutil.copy(plugin(), folder)
    if major:
        os.mkdir(os.path.join(folder, "gcc-" + major))
        with open(os.path.join(O, f"gcc-{gcc_major()}", "algoprof.so"), "rb") as file:
            data = file.read()
        with open(os.path.join(folder, "gcc-" + major, "algoprof.so"), "wb") as file:
            file.write(change(data))
    return "-fplugin=" + os.path.join(folder, "algoprof.so")


def compile_with(folder, argument, *more):
    return execute([*compiler("sum.c"), argument, *more, "-c", program(folder), "-o", os.path.join(folder, "sum.o")])


def older(folder):
    status, output = execute([host(folder), plugin(), "10.2.1", NATIVE])
    expect(output, status, r"^error: algoprof: GCC 10\.2\.1 is not supported: compile with GCC 11 to 16$")


def newer(folder):
    status, output = execute([host(folder), plugin(), "17.0.1", NATIVE])
    expect(output, status, r"^error: algoprof: GCC 17\.0\.1 is not supported: compile with GCC 11 to 16$")


def cross(folder):
    for target in ("aarch64-linux-gnu", "i686-linux-gnu", "x86_64-w64-mingw32"):
        status, output = execute([host(folder), plugin(), "12.2.0", NATIVE.replace("--target=x86_64-linux-gnu", "--target=" + target)])
        expect(output, status, rf"^error: algoprof: this GCC compiles for {target}; programs for x86_64 Linux only")


def clang(folder):
    """A program of clang's name; where it is there, clang itself."""
    message = r"clang.*: error: algoprof: this is clang, .*compile with GCC 11 to 16$"
    status, output = execute([host(folder, "clang-99"), plugin(), "", ""])
    expect(output, status, message)
    if shutil.which("clang"):
        out = os.path.join(folder, "sum.o")
        status, output = execute(["clang", "-fplugin=" + plugin(), "-c", program(folder), "-o", out])
        expect(output, status, message)
        if os.path.exists(out):
            raise Failure("clang made an object")


def missing(folder):
    status, output = compile_with(folder, copied(folder))
    expect(output, status, rf"error: algoprof: .*/gcc-{gcc_major()}/algoprof\.so is not there: "
                           rf"install g\+\+-{gcc_major()} and gcc-{gcc_major()}-plugin-dev, and build algoprof again$")


def damaged(folder):
    status, output = compile_with(folder, copied(folder, gcc_major(), lambda _: b"no plugin\n"))
    expect(output, status, r"error: algoprof: .* build algoprof again with CC=gcc-\d+ \(")


def own_date():
    text = subprocess.run([*CC.split(), "-v"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, check=True).stderr
    return re.search(r"^gcc version ([\d.]+)", text, re.M).group(1).encode()


def other_release(folder):
    """The same compiler of another day: a name that this one lacks, and its own version."""
    version = own_date()
    other = version[:-1] + (b"9" if version[-1:] != b"9" else b"8")
    status, output = compile_with(folder, copied(folder, gcc_major(),
                                                 lambda data: data.replace(b"\0" + version + b"\0", b"\0" + other + b"\0")))
    expect(output, status, rf"error: algoprof: the plugin was built for GCC {re.escape(other.decode())} \(\d+\), this is "
                           rf"{re.escape(version.decode())} \(\d+\): build algoprof again with CC=gcc-{gcc_major()}$")


def other_configuration(folder):
    status, output = compile_with(folder, copied(folder, gcc_major(),
                                                 lambda data: data.replace(b"--enable-shared", b"--enable-shareD")))
    expect(output, status, rf"error: algoprof: the plugin was built for a GCC \S+ of another configuration: "
                           rf"build algoprof again with CC=gcc-{gcc_major()}$")


def without_a_name(folder):
    """What GCC lacks of what the plugin refers to."""
    status, output = compile_with(folder, copied(folder, gcc_major(), lambda data: data.replace(b"\0global_options\0", b"\0global_optioNs\0")))
    expect(output, status, rf"error: algoprof: .*/algoprof\.so was built for another GCC {gcc_major()} than this one.*undefined symbol")


def linked(folder):
    """By a link, as in GCC's own folder, and by a relative path; arguments keep their prefix."""
    os.symlink(plugin(), os.path.join(folder, "algoprof.so"))
    source = program(folder)
    for path in (os.path.join(folder, "algoprof.so"), os.path.relpath(plugin(), folder)):
        exe = os.path.join(folder, "sum")
        status, output = execute([*compiler(source), "-fplugin=" + path, "-fplugin-arg-algoprof-rate=1", "-O2", source, "-o", exe,
                                  RUNTIME, *SANFLAGS, "-lpthread"], cwd=folder)
        if status:
            raise Failure(output.decode())
        _, _, log = run_profiled(exe, os.path.join(folder, "run"), {})
        if [s["name"] for s in log["sites"]] != ["sum"]:
            raise Failure(f"expected the target sum, got {log['sites']}")
        status, output = compile_with(folder, "-fplugin=" + os.path.join(folder, "algoprof.so"), "-fplugin-arg-algoprof-nonsense=1")
        expect(output, status, r"error: .*nonsense")


def c_names_only(_):
    text = subprocess.run(["nm", "-D", plugin()], capture_output=True, text=True, check=True).stdout
    names = [line.split()[-1] for line in text.splitlines()]
    wrong = [name for name in names if name.startswith("_Z")]
    if wrong:
        raise Failure("names of C++: " + " ".join(wrong))


def every_compiler(folder):
    """One path for all that are there."""
    source = program(folder)
    for version in [None, *other_versions()]:
        build([*compiler(source, version), "-fplugin=" + plugin(), "-O2", "-c", source, "-o", os.path.join(folder, "sum.o")])
        text = subprocess.run(["nm", os.path.join(folder, "sum.o")], capture_output=True, text=True, check=True).stdout
        if "__algoprof" not in text:
            raise Failure(f"GCC {version}: the object has no target")


def named(folder, name, body):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + body)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def make(folder, cc, *patterns):
    """In two steps as a user has it, and without the look at the packages."""
    for more in ([], ["DEPS_CHECKED=1"]):
        env = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
        env["PATH"] = folder + ":" + env["PATH"]
        done = subprocess.run(["make", "-C", ROOT, "--no-print-directory", f"O={folder}/b", "CC=" + cc, "CXX=" + cc, *more], env=env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        lines = done.stdout.splitlines()
        if done.returncode == 0 or len(lines) > 3 or not any(re.search(p, line) for p in patterns for line in lines):
            raise Failure(f"expected at most three lines with {patterns}, got {len(lines)} and status {done.returncode}:\n"
                          + "\n".join(lines[:20]))


def newer_make(folder):
    make(folder, named(folder, "gcc-99", "echo 99\n"), r"GCC 99; supported are GCC 11 12 13 14 15 16: .*CC=gcc")


def newer_make_names(folder):
    """A compiler that this system's archive has."""
    named(folder, "apt-cache", "case $* in *gcc-1[1-4]-plugin-dev) exit 0 ;; *) exit 100 ;; esac\n")
    make(folder, named(folder, "gcc-99", "echo 99\n"),
         r"install gcc-14 g\+\+-14 gcc-14-plugin-dev, and say CC=gcc-14 CXX=g\+\+-14$", r"\*\*\* \S*gcc-99 is GCC 99")


def clang_make(folder):
    make(folder, named(folder, "clang-14", 'case $* in *-dM*) echo "#define __clang__ 1" ;; *) echo 14.0.6 ;; esac\n'),
         r"clang.* GCC.* CC=gcc CXX=g\+\+")


CASES = [older, newer, cross, clang, missing, damaged, other_release, other_configuration, without_a_name, linked, c_names_only,
         every_compiler, newer_make, newer_make_names, clang_make]


def run(case, folder):
    case[1](folder)


if __name__ == "__main__":
    run_cases(run, [("loader " + c.__name__.replace("_", "-"), c) for c in CASES
                    if not sys.argv[1:] or c.__name__.replace("_", "-") in sys.argv[1:]])
