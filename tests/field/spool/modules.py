#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a module that is built for a spool records goes to that spool, with consent, or
nowhere: the product of (program, library) x (without the plugin, for a desk, for the spools
A and B; libraries also with contexts and in-house) x (library linked, opened, preloaded) x
(runtime in an archive, shared) x consent, in a process and its child.  Each of these is also killed,
before a target runs and after.

    tests/field/spool/modules.py [NAME...]
"""
import itertools
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lib"))
from harness import O, ROOT, TOOL, Failure, plugin, run_cases  # noqa: E402

LIBRARY = """
#include <algoprof/algoprof.h>
/* Its calls come last: none may leave by a jump, which would hide whose they are. */
__attribute__((noipa)) int library_label (void)
{
    return algoprof_label ("of", "library-label");
}
__attribute__((noipa)) int library_run (void)
{
    return algoprof_run_begin ("library-run");
}
__attribute__((noipa)) int library_size (void)
{
    return algoprof_size (7654321);
}
__attribute__((noipa)) int library_step (int x)
{
    return x + 1;
}
int library_work (const int *x, int n)
{
    int s = 0;
    static int told;
    if (!told++)
        library_label (), library_run (), library_size ();
#ifndef NO_TARGET
#pragma algoprof loop name(of_library)
#endif
    for (int i = 0; i < n; i++)
        s += library_step (x[i]);
    return s;
}
"""
PROGRAM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static int own (const int *x, int n)
{
    int s = 1;
#pragma algoprof loop name(of_program)
    for (int i = 0; i < n; i++)
        s += x[i] * 3;
    return s;
}
int main (int argc, char **argv)
{
    int x[1000] = { 1 }, s = 0;
    const char *killed = getenv ("KILLED");
    void *library = argc > 1 ? dlopen (argv[1], RTLD_NOW) : RTLD_DEFAULT;
    int (*f) (const int *, int) = (int (*) (const int *, int)) dlsym (library, "library_work");
    if (!f)
        return 2;
    pid_t child = fork ();
    if (child)
        waitpid (child, NULL, 0);
    if (killed && !strcmp (killed, "before"))
        raise (SIGKILL);
    for (int i = 0; i < 100; i++)
        s += f (x, 1000) + own (x, 100);
    if (killed)
        raise (SIGKILL);
    return s == 12345;
}
"""
BUILDS = {"plain": None, "desk": [], "A": ["-fplugin-arg-algoprof-spool=A"], "B": ["-fplugin-arg-algoprof-spool=B"]}
# Of libraries only: what else of a shipped module could be recorded.
BUILDS["A-contexts"] = [*BUILDS["A"], "-fplugin-arg-algoprof-contexts", "-DNO_TARGET"]
BUILDS["A-inhouse"] = [*BUILDS["A"], "-fplugin-arg-algoprof-inhouse"]
PROGRAMS = ("plain", "desk", "A", "B")
WAYS = ("linked", "opened", "preloaded", "beside")       # beside: opened where the runtime is already
RUNTIMES = ("archive", "shared")
CONSENTS = ((), ("A",), ("B",), ("A", "B"))


def compiler(build):
    return [os.environ.get("CC", "gcc"), "-O2", "-g", "-Wno-unknown-pragmas", f"-I{ROOT}/include"] + (
        [] if BUILDS[build] is None else [f"-fplugin={plugin()}", *BUILDS[build]])


def runtime_of(build, runtime):
    if BUILDS[build] is None:
        return []
    return [os.path.join(O, "librt-sample.a")] if runtime == "archive" else [f"-L{O}", "-lrt-sample"]


def build_all(folder, program, library, way, runtime):
    """The command that runs the program, and its variables."""
    for name, text in ("library.c", LIBRARY), ("program.c", PROGRAM):
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
    subprocess.run([*compiler(library), "-fPIC", "-shared", "library.c", "-o", "library.so",
                    *runtime_of(library, runtime)], cwd=folder, check=True)
    subprocess.run([*compiler(program), "program.c", "-o", "program",
                    *(["-Wl,--no-as-needed", f"-Wl,-rpath-link,{O}", "-L.", "-l:library.so"] if way == "linked" else []), *runtime_of(program, runtime), "-ldl"],
                   cwd=folder, check=True)
    env = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": f"{O}:{folder}"}
    if way == "preloaded":
        env["LD_PRELOAD"] = os.path.join(folder, "library.so")
    if way == "beside":
        env["LD_PRELOAD"] = os.path.join(O, "librt-sample.so")
    return [os.path.join(folder, "program"), *([os.path.join(folder, "library.so")] if way in ("opened", "beside") else [])], env


# (consent, end).  Killed: before a target runs, or when they have run.
RUNS = [(consent, None) for consent in CONSENTS] + \
    [((), "before"), (CONSENTS[-1], "after")]


def owner(build):
    """The application that it is built for, or "desk"."""
    return build.split("-")[0]


def found(folder):
    """[(place, whose, path)]: place is "desk", or the spool; whose names are in that log."""
    logs = []
    for parent, _folders, files in os.walk(folder):
        for name in files:
            if ".aplog" not in name:
                continue
            spool = re.search(r"/algoprof/([^/]+)/(run|out)$", parent)
            path = os.path.join(parent, name)
            with open(path, "rb") as log:
                text = log.read()
            whose = [what for what, sign in (("program", b"of_program"), ("library", b"library")) if sign in text]
            logs.append((spool.group(1) if spool else "desk", whose, path))
    return logs


def check_run(command, env, folder, builds, consent, end):
    """{(place, whose)} of a run that ends so."""
    name = "".join(consent) + f"-{end}"
    home, cwd = os.path.join(folder, "home-" + name), os.path.join(folder, "cwd-" + name)
    os.makedirs(cwd)
    os.makedirs(home, 0o700)
    for app in consent:
        spool = os.path.join(home, ".local/state/algoprof", app)
        os.makedirs(spool, 0o700)
        open(os.path.join(spool, "consent"), "w").close()
    done = subprocess.run(command, cwd=cwd, env={**env, "HOME": home, **({"KILLED": end} if end else {})}, check=False)
    if done.returncode != (-signal.SIGKILL if end else 0):
        raise Failure(f"consent to {consent}, {end}: exit status {done.returncode}")
    seen = set()
    for place, whose, path in found(cwd) + found(home):
        if place != "desk" and place not in consent:
            raise Failure(f"consent to {consent}, {end}: {path}")
        if place == "desk" and "desk" not in builds.values():
            raise Failure(f"consent to {consent}, {end}: {path} on the desk")   # not even an empty one
        if end:                 # what is cut off is a log, too
            subprocess.run([TOOL, "dump", path], stdout=subprocess.DEVNULL, check=True)
        for what in whose:
            if builds[what] in ("A", "B") and place != builds[what]:
                raise Failure(f"consent to {consent}, {end}: what the {what} has, built for {builds[what]}, is in {place}")
            seen.add((place, what))
    return seen


def check(case, folder):
    _name, program, library, way, runtime = case
    command, env = build_all(folder, program, library, way, runtime)
    builds = {"program": owner(program), "library": owner(library)}
    seen = set()
    for consent, end in RUNS:
        seen |= check_run(command, env, folder, builds, consent, end)
    # With consent to its own spool something of each must be there, or the test sees nothing.
    if owner(library) in ("A", "B") and program in ("plain", owner(library)) and way != "beside" and \
            (owner(library), "library") not in seen:
        raise Failure(f"nothing of a library for {library} is in its spool: {seen}")
    if program in ("A", "B") and (program, "program") not in seen:
        raise Failure(f"nothing of a program for {program} is in its spool: {seen}")
    if (program, library, way) == ("plain", "desk", "beside") and ("desk", "library") not in seen:
        raise Failure(f"nothing of a library for a desk is on the desk: {seen}")
    if program == "desk" and ("desk", "program") not in seen and owner(library) not in ("A", "B"):
        raise Failure(f"nothing of a program for a desk is on the desk: {seen}")


def main():
    cases = [(f"field/modules/{p}-{lib}-{w}-{r}", p, lib, w, r)
             for p, lib, w, r in itertools.product(PROGRAMS, BUILDS, WAYS, RUNTIMES) if (p, lib) != ("plain", "plain") and
             (w != "beside" or (p == "plain" and r == "shared")) and
             # Of the modes each program's ways have one runtime in turn.
             (lib in PROGRAMS or w == "beside" or r == RUNTIMES[(WAYS.index(w) + PROGRAMS.index(p)) % 2])]
    wanted = sys.argv[1:]
    run_cases(check, [c for c in cases if not wanted or c[0].split("/")[-1] in wanted])


if __name__ == "__main__":
    main()
