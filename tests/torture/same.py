# SPDX-License-Identifier: GPL-3.0-or-later
"""What the long suites share: a program, all its loops profiled, must behave
as without the plugin; and a record of what was done, so that a suite that is
stopped goes on where it was.

Environment: TORTURE_MINUTES, how long a suite may take (default 60);
TORTURE_COUNT, how many random programs (default 500).
"""
import hashlib
import multiprocessing
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from harness import Failure, JOBS, O, RUNTIME, compile_to, execute, plugin  # noqa: E402

RUNS = ({"ALGOPROF_LOG": "off"}, {"ALGOPROF_RATE": "1"}, {"ALGOPROF_RATE": "2"})
MINUTES = float(os.environ.get("TORTURE_MINUTES", "60"))
COUNT = int(os.environ.get("TORTURE_COUNT", "500"))


def compare(source, flags, folder, seconds=10):
    """"same", or "skipped" if the plain program does not serve; else Failure."""
    plain, profiled = os.path.join(folder, "plain"), os.path.join(folder, "profiled")
    try:
        compile_to(plain, source, flags, profiled=False)
        truth = execute([plain], cwd=folder, timeout=seconds)
    except Failure:
        return "skipped"
    if truth[0]:
        return "skipped"
    compile_to(profiled, source, [*flags, "-fplugin-arg-algoprof-target=*"])
    for settings in RUNS:
        env = {"ALGOPROF_BUDGET": "0", "ALGOPROF_MAX_LOG": "8M",
               "ALGOPROF_LOG": os.path.join(folder, "%p.aplog"), **settings}
        found = execute([profiled], env, cwd=folder, timeout=30 * seconds)
        if found != truth:
            if execute([plain], cwd=folder, timeout=seconds) != truth:
                return "skipped"
            raise Failure(f"{settings}: status {found[0]}, plain {truth[0]}\n{found[1][:2000]!r}\nplain\n{truth[1][:2000]!r}")
    return "same"


def _one(argument):
    work, case = argument
    with tempfile.TemporaryDirectory(prefix="algoprof-torture-") as folder:
        try:
            return case, work(case, folder), ""
        except Failure as failure:
            return case, "different", str(failure)


def run(suite, work, cases):
    """work (case, folder) for each case, a tuple that begins with its name and
    its group; one line a group, and one for each failure."""
    stamp = hashlib.sha256()
    for name in (plugin(), RUNTIME):
        with open(name, "rb") as file:
            stamp.update(file.read())
    os.makedirs(os.path.join(O, "torture"), exist_ok=True)
    record = os.path.join(O, "torture", f"{suite}.{stamp.hexdigest()[:12]}")
    done = {}
    if os.path.exists(record):
        with open(record, encoding="utf-8") as file:
            done = dict(line.rstrip("\n").split("\t") for line in file if "\t" in line)
    todo = [c for c in cases if done.get(" ".join(c[:2])) not in ("same", "skipped")]
    end = time.monotonic() + 60 * MINUTES
    failed = 0
    with multiprocessing.Pool(JOBS) as pool, open(record, "a", encoding="utf-8") as file:
        for case, result, why in pool.imap_unordered(_one, [(work, c) for c in todo]):
            name = " ".join(case[:2])
            done[name] = result
            print(f"{name}\t{result}", file=file, flush=True)
            if result == "different":
                failed += 1
                print(f"not ok {suite} {name}\n    " + why.strip().replace("\n", "\n    "), flush=True)
            if time.monotonic() > end:
                pool.terminate()
                break
    for group in sorted({c[1] for c in cases}):
        results = [done.get(" ".join(c[:2])) for c in cases if c[1] == group]
        print(f"{'not ok' if 'different' in results else 'ok'} {suite} {group}: {results.count('same')} same, "
              f"{results.count('different')} different, {results.count('skipped')} skipped, "
              f"{results.count(None)} left for the next time")
    sys.exit(1 if failed else 0)
