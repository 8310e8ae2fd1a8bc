#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a module that is built for a spool records goes to that spool, with consent, or
nowhere: the product of (program, library) x (without the plugin, for a desk, for the spools
A and B) x (library linked, opened, preloaded) x (runtime in an archive, shared) x consent.

    tests/field/spool/modules.py [NAME...]
"""
import itertools
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lib"))
from harness import O, TOOL, Failure, plugin, run_cases  # noqa: E402

LIBRARY = """
int work (const int *x, int n)
{
    int s = 0;
#pragma algoprof loop name(of_library)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
"""
PROGRAM = """
#define _GNU_SOURCE
#include <dlfcn.h>
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
    void *library = argc > 1 ? dlopen (argv[1], RTLD_NOW) : RTLD_DEFAULT;
    int (*f) (const int *, int) = (int (*) (const int *, int)) dlsym (library, "work");
    if (!f)
        return 2;
    for (int i = 0; i < 100; i++)
        s += f (x, 1000) + own (x, 100);
    return s == 12345;
}
"""
BUILDS = {"plain": None, "desk": [], "A": ["-fplugin-arg-algoprof-spool=A"], "B": ["-fplugin-arg-algoprof-spool=B"]}
WAYS = ("linked", "opened", "preloaded", "beside")       # beside: opened where the runtime is already
RUNTIMES = ("archive", "shared")
CONSENTS = ((), ("A",), ("B",), ("A", "B"))


def compiler(build):
    return [os.environ.get("CC", "gcc"), "-O2", "-g", "-Wno-unknown-pragmas"] + (
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


def targets_of(log):
    out = subprocess.run([TOOL, "dump", log], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^site \d+: loop (\w+)", out, re.M))


def found(folder):
    """{(place, target)}: place is "desk", or the spool."""
    places = set()
    for parent, _folders, files in os.walk(folder):
        for name in files:
            if ".aplog" not in name:
                continue
            spool = re.search(r"/algoprof/([^/]+)/(run|out)$", parent)
            for target in targets_of(os.path.join(parent, name)):
                places.add((spool.group(1) if spool else "desk", target))
    return places


def check(case, folder):
    _name, program, library, way, runtime = case
    command, env = build_all(folder, program, library, way, runtime)
    own_spool = {"of_program": program, "of_library": library}
    seen = set()
    for consent in CONSENTS:
        home = os.path.join(folder, "home-" + "".join(consent))
        cwd = os.path.join(folder, "cwd-" + "".join(consent))
        os.makedirs(cwd)
        os.makedirs(home, 0o700)
        for app in consent:
            spool = os.path.join(home, ".local/state/algoprof", app)
            os.makedirs(spool, 0o700)
            open(os.path.join(spool, "consent"), "w").close()
        subprocess.run(command, cwd=cwd, env={**env, "HOME": home}, check=True)
        for place, target in found(cwd) | found(home):
            build = own_spool[target]
            if build in ("A", "B") and (place != build or build not in consent):
                raise Failure(f"consent to {consent}: {target}, built for {build}, is in {place}")
            if place in ("A", "B") and place not in consent:
                raise Failure(f"consent to {consent}: {target} is in the spool {place}")
            seen.add((place, target))
        if "desk" not in (program, library):
            # Not even an empty one.
            left = [name for name in os.listdir(cwd) if ".aplog" in name]
            if left:
                raise Failure(f"consent to {consent}: {left} on the desk")
    # With consent to its own spool something of the program's must be there, or the test sees nothing.
    if program in ("A", "B") and (program, "of_program") not in seen:
        raise Failure(f"nothing of a program for {program} is in its spool: {seen}")
    if program == "desk" and ("desk", "of_program") not in seen and library not in ("A", "B"):
        raise Failure(f"nothing of a program for a desk is on the desk: {seen}")


def main():
    cases = [(f"field/modules/{p}-{lib}-{w}-{r}", p, lib, w, r)
             for p, lib, w, r in itertools.product(BUILDS, BUILDS, WAYS, RUNTIMES) if (p, lib) != ("plain", "plain") and
             (w != "beside" or (p == "plain" and r == "shared"))]
    wanted = sys.argv[1:]
    run_cases(check, [c for c in cases if not wanted or c[0].split("/")[-1] in wanted])


if __name__ == "__main__":
    main()
