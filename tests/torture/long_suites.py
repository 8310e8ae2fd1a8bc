# SPDX-License-Identifier: GPL-3.0-or-later
"""What the long suites share: a program, all its loops and recursions
profiled, must behave as without the plugin; and a record of what was done, so
that a suite that is stopped goes on where it was.

Environment: TORTURE_MINUTES, how long a suite may take (default: no limit);
TORTURE_COUNT, how many random programs (default 500); TORTURE_GROUP, only this
group (a level, a code base).
"""
import collections
import hashlib
import json
import os
import re
import shlex
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../lib"))
from harness import Failure, JOBS, O, RUNTIME, compiler, execute, plugin, workers  # noqa: E402

LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
RUNS = ({"ALGOPROF_LOG": "off"}, {"ALGOPROF_RATE": "1"}, {"ALGOPROF_RATE": "10"})
ALL = ["-fplugin-arg-algoprof-target=*", "-fplugin-arg-algoprof-verbose"]
MINUTES = float(os.environ.get("TORTURE_MINUTES", "inf"))
COUNT = int(os.environ.get("TORTURE_COUNT", "500"))
GROUP = os.environ.get("TORTURE_GROUP", "")

PROFILED = re.compile(r"(\S+:\d+:\d+): note: algoprof: (?:loop|recursion) .* profiled;")
REFUSED = re.compile(r"(\S+:\d+:\d+): (?:warning|note): algoprof: (.*); it is not profiled")
GONE = re.compile(r"(\S+:\d+:\d+): (?:warning|note): algoprof: (?:the marked|this) loop was optimised away")


def targets(said):
    """What a compilation said of its targets, each place once: a Counter of
    "profiled", "optimised away" and the reasons of refusals."""
    refused = dict(REFUSED.findall(said))
    profiled = set(PROFILED.findall(said)) - set(refused)
    gone = set(GONE.findall(said)) - profiled - set(refused)
    return collections.Counter({"profiled": len(profiled), "optimised away": len(gone)}) + \
        collections.Counter(refused.values())


def tell_targets(counts):
    refused = {why: n for why, n in counts.items() if why not in ("profiled", "optimised away")}
    total = sum(counts.values())
    share = f" ({100 * sum(refused.values()) / total:.2f} %)" if total else ""
    text = f"{total} targets: {counts['profiled']} profiled, {counts['optimised away']} optimised away, " \
           f"{sum(refused.values())} refused{share}"
    return text + "".join(f"; {n} {why}" for why, n in sorted(refused.items()))


def left_out(name):
    """{file or "file level": why}, from a list of lines "file [level]: why"."""
    result = {}
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                what, why = line.strip().split(": ", 1)
                result[what] = why
    return result


def build(exe, sources, flags, profiled):
    """Builds, with every target or without the plugin; what the compiler said.
    As in GCC's own tests flags stand behind the first source: -x is for the others."""
    command = [*compiler(sources[0]), *(["-fplugin=" + plugin(), *ALL] if profiled else []), "-Wno-error",
               sources[0], *flags, *sources[1:], "-x", "none", "-o", exe, *([RUNTIME] if profiled else []),
               "-lm", "-lpthread"]
    status, output = execute(command, timeout=600)
    text = output.decode(errors="replace")
    if status:
        lines = [line for line in text.splitlines() if "error" in line or "undefined" in line]
        raise Failure(f"{shlex.join(command)}\n" + "\n".join(lines or text.splitlines()[-20:])[:2000])
    return text


def compare(sources, flags, folder, seconds=20, slow=None, unfit=None):
    """The targets' Counter; else Failure.  slow: what a program that needs
    longer than that without the plugin raises; unfit: likewise, or one that does
    not compile or fails without it."""
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    try:
        build(plain, sources, flags, False)
    except Failure:
        if unfit:
            raise unfit from None
        raise
    try:
        truth = execute([plain], cwd=folder, timeout=seconds)
    except Failure:
        if slow or unfit:
            raise (slow or unfit) from None
        raise
    if truth[0] and unfit:
        raise unfit
    if truth[0]:
        raise Failure(f"fails without the plugin, and is not listed: {truth[0]}, {truth[1][:500]!r}")
    counts = targets(build(profiled, sources, flags, True))
    for settings in RUNS:
        env = {"ALGOPROF_BUDGET": "0", "ALGOPROF_MAX_LOG": "8M",
               "ALGOPROF_LOG": os.path.join(folder, "%p.aplog"), **settings}
        found = execute([profiled], env, cwd=folder, timeout=30 * seconds)
        if found != truth:
            if execute([plain], cwd=folder, timeout=seconds) != truth:
                raise LeftOut("its output is another at each run")
            raise Failure(f"{shlex.join(flags)}, {settings}: status {found[0]}, plain {truth[0]}\n"
                          f"{found[1][:2000]!r}\nplain\n{truth[1][:2000]!r}")
    return counts


class LeftOut(Exception):
    """A program that does not serve, and why."""


def _one(argument):
    work, case = argument
    with tempfile.TemporaryDirectory(prefix="algoprof-torture-", ignore_cleanup_errors=True) as folder:
        try:
            return case, "passed", work(case, folder)
        except LeftOut as why:
            return case, "left out", str(why)
        except Failure as failure:
            return case, "failed", str(failure)


def stamp(more=()):
    """Of what is tested: another build begins anew."""
    digest = hashlib.sha256()
    for name in (plugin(), RUNTIME, *more):
        with open(name, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:12]


def _tell(suite, group, results):
    """results: [(result, detail)], or None where it is left for the next time."""
    count = collections.Counter(r[0] if r else "not run yet" for r in results)
    found = sum((collections.Counter(r[1]) for r in results if r and r[0] == "passed"), collections.Counter())
    why = collections.Counter(r[1] for r in results if r and r[0] == "left out")
    print(f"{'not ok' if count['failed'] else 'ok'} {suite} {group}")
    print(f"# {suite} {group}: {len(results)} programs, {count['passed']} passed, {count['failed']} failed, "
          f"{count['left out']} left out, {count['not run yet']} not run yet")
    for reason, n in sorted(why.items()):
        print(f"#     left out: {n} {reason}")
    print(f"#     {tell_targets(found)}", flush=True)


def run(suite, work, cases, jobs=JOBS):
    """work (case, folder) for each case, a tuple that begins with its name and
    its group; the counts of each group, and each failure."""
    if not os.path.exists(RUNTIME) or not os.path.exists(plugin()):
        print("# SKIP plugin or runtime is not built")
        sys.exit(77)
    os.makedirs(os.path.join(O, "torture"), exist_ok=True)
    record = os.path.join(O, "torture", f"{suite}.{stamp()}")
    cases = [c for c in cases if GROUP in ("", c[1])]
    done = {}
    if os.path.exists(record):
        with open(record, encoding="utf-8") as file:
            for line in file:
                if line.endswith("]\n"):
                    name, *result = json.loads(line)
                    done[name] = result
    todo = [c for c in cases if done.get(" ".join(c[:2]), ["failed"])[0] == "failed"]
    for case in todo:
        done.pop(" ".join(case[:2]), None)
    end = time.monotonic() + 60 * MINUTES
    with workers(jobs) as pool, open(record, "a", encoding="utf-8") as file:
        for case, result, detail in pool.imap_unordered(_one, [(work, c) for c in todo]):
            name = " ".join(case[:2])
            done[name] = (result, detail)
            print(json.dumps([name, result, detail]), file=file, flush=True)
            if result == "failed":
                print(f"not ok {suite} {name}\n    " + detail.strip().replace("\n", "\n    "), flush=True)
            if time.monotonic() > end:
                pool.terminate()
                break
    for group in sorted({c[1] for c in cases}):
        _tell(suite, group, [done.get(" ".join(c[:2])) for c in cases if c[1] == group])
    sys.exit(1 if any(r[0] == "failed" for r in done.values()) else 0)
