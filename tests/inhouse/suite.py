# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suites of in-house mode share: where things are, and how a result is told."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from objects import runtime_objects  # noqa: E402

O = os.path.abspath(os.environ.get("O", "build"))
CC, CXX = os.environ.get("CC", "gcc"), os.environ.get("CXX", "g++")
HERE = os.path.dirname(os.path.abspath(__file__))
TOOL = os.path.join(O, "algoprof")
RUNTIME = os.path.join(O, "librt-sample.a")
PLUGIN = ["-fplugin=" + os.path.join(O, "algoprof.so")]
INHOUSE = [*PLUGIN, "-fplugin-arg-algoprof-inhouse"]
results = [0, 0]


def check(name, fault):
    results[bool(fault)] += 1
    print(("not ok " if fault else "ok ") + name + (": " + str(fault) if fault else ""), flush=True)


def summed_up():
    """Prints how many checks passed and failed; whether one failed."""
    print("%d passed, %d failed" % tuple(results))
    return results[1] > 0


def must(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit("%s:\n%s" % (" ".join(command), done.stderr[-2000:]))
    return done


def make_short_runtime(work):
    """The runtime with few stamps: where threads begin it is compiled anew.  Each script has its own."""
    objects = runtime_objects(O, ("inhouse/threads.c", "arch/x86_64/shared/initial.S"))
    name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
    short, runtime = (os.path.join(work, "%s-%s.o" % (name, what)) for what in ("short", "short-runtime"))
    must([CC, "-O2", "-std=c17", "-D_GNU_SOURCE", "-DRT_STAMPS=5000", "-fPIC", "-fvisibility=hidden", "-fno-builtin",
          "-ftls-model=initial-exec", "-iquote", "librt-sample", "-iquote", ".", "-Iinclude", "-c",
          "librt-sample/inhouse/threads.c", "-o", short])
    must([CC, "-r", "-nostdlib", short, *objects, "-o", runtime])
    must(["objcopy", "--localize-hidden", runtime])
    return runtime


def log_of_growing(work, name, *arguments):
    """The log of a run of threads/growing.c, compiled with these arguments."""
    log, program = os.path.join(work, name + ".aplog"), os.path.join(work, name)
    subprocess.run([CC, "-O1", "-w", *PLUGIN, *arguments, os.path.join(HERE, "threads", "growing.c"), RUNTIME, "-o", program], check=True)
    if os.path.exists(log):
        os.unlink(log)
    subprocess.run([program], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, ALGOPROF_LOG=log))
    return log
