# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suites share: compilers, builds, runs, logs, results.

Environment: O (build folder), CC, CXX, SANFLAGS (to link with), JOBS.
A result line is "ok NAME", "not ok NAME" followed by indented details, or
"ok NAME # SKIP why".
"""
import functools
import glob
import multiprocessing
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
ROOT = os.path.dirname(TESTS)
sys.path.insert(0, HERE)
import logread  # noqa: E402
from marks import Marks  # noqa: E402

O = os.path.join(ROOT, os.environ.get("O", "build"))
CC = os.environ.get("CC", "gcc")
CXX = os.environ.get("CXX", "g++")
SANFLAGS = shlex.split(os.environ.get("SANFLAGS", ""))
JOBS = int(os.environ.get("JOBS", "2"))
# 1: the runtime that leaves traced code at random moments (tests/runtime/leaving.c).
LEAVING = os.environ.get("LEAVING") == "1"
RUNTIMES = os.path.join(O, "tests/runtime/leaving") if LEAVING else O
RUNTIME = os.path.join(RUNTIMES, "librt-sample.a")
TOOL = os.path.join(O, "algoprof")
EXACT = {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}

# Programs linked with a sanitised runtime must not judge the program's leaks.
os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")
os.environ["LC_ALL"] = "C"


class Failure(Exception):
    """A test's finding; the text is its details."""


class Skipped(Exception):
    """A test that cannot run here."""


def is_cxx(source):
    return source.endswith((".C", ".cc", ".cpp"))


@functools.cache
def gcc_major():
    """The default compiler's: "12"."""
    return subprocess.run([*shlex.split(CC), "-dumpversion"], capture_output=True, text=True,
                          check=True).stdout.strip().split(".")[0]


def other_versions():
    """Further compilers with a plugin: ["11", ...]."""
    built = [os.path.basename(os.path.dirname(p))[4:] for p in sorted(glob.glob(f"{O}/gcc-*/algoprof.so"))]
    return [v for v in built if v != gcc_major() and shutil.which("gcc-" + v)]


def compiler(source, version=None):
    if version:
        return [("g++-" if is_cxx(source) else "gcc-") + version]
    return shlex.split(CXX if is_cxx(source) else CC)


def plugin():
    """For all compilers."""
    return os.path.join(O, "algoprof.so")


def execute(command, env=None, cwd=None, timeout=60, merge=True):
    """(exit status, output); a signal is a negative status, as in subprocess."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT if merge else subprocess.PIPE, cwd=cwd,
                              env={**os.environ, **(env or {})}, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise Failure(f"still running after {timeout} s: {shlex.join(command)}") from None
    return done.returncode, done.stdout


def build(command):
    status, output = execute(command, timeout=300)
    if status:
        raise Failure(f"{shlex.join(command)}\n{output.decode(errors='replace')}")


def build_parts(source, exe, command, link):
    """Further units of a program, by its marks (marks.py), each an object of its own; a module
    is PARTS "/FILE.so".
    command: compiles a unit; link: libraries of a shared one.  Result: what the
    program's own command needs besides."""
    parts = Marks(source).parts()
    folder, more = exe + ".parts", []
    for kind, name in parts:
        os.makedirs(folder, exist_ok=True)
        stem = os.path.join(folder, os.path.splitext(os.path.basename(name))[0])
        pic = [] if kind == "archive" else ["-fPIC"]
        build([*command, *pic, "-c", name, "-o", stem + ".o"])
        if kind == "archive":
            build(["gcc-ar", "rcs", stem + ".a", stem + ".o"])
            more.append(stem + ".a")
        else:
            linking = [word for word in command if word != "-fsanitize=thread"]
            build([*linking, "-shared", *pic, stem + ".o", "-o", stem + ".so", *link])
            more += [stem + ".so", "-Wl,-rpath," + folder] if kind == "shared" else []
    return more + [f'-DPARTS="{folder}"', "-rdynamic"] if parts else []


def compile_to(exe, source, flags, version=None, profiled=True, extra=()):
    """Build a program, with plugin and runtime or without both.  -lrt-sample
    among the flags chooses the shared library, bound lazily; the plugin's
    arguments among them are for the profiled build."""
    command = compiler(source, version)
    shared = "-lrt-sample" in flags
    flags = [f for f in flags if f != "-lrt-sample" and (profiled or not f.startswith("-fplugin-arg-"))]
    if profiled:
        command.append("-fplugin=" + plugin())   # before its arguments
    command += [*flags, "-w"]
    sources = [source, *extra]
    library = ["-L" + RUNTIMES, "-Wl,-rpath," + RUNTIMES, "-Wl,-z,lazy", "-lrt-sample"]
    parts = build_parts(source, exe, command, library if profiled else [])
    if parts and profiled and SANFLAGS:
        raise Skipped("libraries of a program link the shared runtime")
    if profiled and SANFLAGS:
        # The runtime is sanitised, the program is not.
        objects = [f"{exe}.{n}.o" for n in range(len(sources))]
        for name, out in zip(sources, objects):
            build([*command, "-c", name, "-o", out])
        sources = [*objects, *SANFLAGS]
    command += [*sources, *parts, "-o", exe]
    if profiled:
        command += library if shared or parts else [RUNTIME]
    build(command + ["-lm", "-lpthread"])


def run_profiled_logs(exe, folder, env, args=(), timeout=60):
    """(status, output, [log...]): the logs of a run, one for each process, decoded."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    status, output = execute([exe, *args], {"ALGOPROF_LOG": os.path.join(folder, "%p.aplog"), **env},
                             cwd=folder, timeout=timeout)
    return status, output, [read_log(name) for name in sorted(glob.glob(os.path.join(folder, "*.aplog*")))]


def run_profiled(exe, folder, env, args=(), timeout=60):
    """(status, output, log): the one log of a run, decoded, or None."""
    status, output, logs = run_profiled_logs(exe, folder, env, args, timeout)
    if len(logs) > 1:
        raise Failure(f"{len(logs)} logs of one run")
    return status, output, logs[0] if logs else None


def read_log(name):
    with open(name, "rb") as file:
        data = file.read()
    try:
        return logread.read_log(data)
    except (logread.Bad, KeyError) as error:
        raise Failure(f"{os.path.basename(name)}: {error}") from None


def totals(log):
    """{target's name: (instances, iterations)}, places of one name added up."""
    names = {s["site"]: s["name"] for s in log["sites"]}
    result = {name: (0, 0) for name in names.values()}
    for t in log["totals"]:
        instances, cost = result[names[t["site"]]]
        result[names[t["site"]]] = (instances + t["instances"], cost + t["cost"])
    return result


def _guarded(argument):
    work, case = argument
    folder = tempfile.mkdtemp(prefix="algoprof-test-")
    try:
        return case, work(case, folder), None
    except Failure as failure:
        return case, None, str(failure)
    except Skipped as why:
        return case, f"ok {case[0]} # SKIP {why}", None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def workers(number):
    """A pool of processes, which know what this one does."""
    return multiprocessing.get_context("fork").Pool(number)


def programs_asked_for(folder, but=()):
    """(programs, all settings?, [(flags, None)...] or None) by a suite's arguments: [--all] [--flags "FLAGS|FLAGS..."]
    [FILE...].  Without a file: those of the folder but some, whose settings take turns."""
    arguments = [a for a in sys.argv[1:] if a != "--all"]
    chosen = None
    if arguments[:1] == ["--flags"]:
        chosen = [(flags, None) for flags in arguments[1].split("|")]
        arguments = arguments[2:]
    programs = glob.glob(folder + "/*.c") + glob.glob(folder + "/*.C")
    found = [os.path.abspath(a) for a in arguments] or sorted(p for p in programs if os.path.basename(p) not in but)
    return found, "--all" in sys.argv[1:] or bool(arguments), chosen


def run_cases(work, cases):
    """Runs work(case, folder) for each case, a tuple that begins with its name,
    in JOBS processes; exits with 1 if one failed.  work raises Failure."""
    if not os.path.exists(RUNTIME) or not os.path.exists(plugin()):
        print("# SKIP plugin or runtime is not built")
        sys.exit(77)
    failed = 0
    with workers(JOBS) as pool:
        for case, result, failure in pool.imap_unordered(_guarded, [(work, c) for c in cases]):
            if failure is None:
                print(result or f"ok {case[0]}", flush=True)
            else:
                failed += 1
                print(f"not ok {case[0]}")
                print("    " + failure.strip().replace("\n", "\n    "), flush=True)
    sys.exit(1 if failed else 0)
