#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way from programs to databases, with each process on it killed at 300 random moments
and receivers that answer badly; the uploader and its receiver alone with 300 kills; full
disks and spools that cannot be written; programs that are killed 1000 times, and what their
logs say then.  In 41 parts with seeds of their own: what is done stands in $O/torture, and
the next run goes on from there.  TORTURE_GROUP: disks, uploader, sqlite, postgres or program
only.

    tests/torture/field.py [FIRST SEED]
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../lib"), os.path.join(HERE, "../field")]
import chain  # noqa: E402
import faults  # noqa: E402
import long_suites  # noqa: E402
from harness import O, TOOL, Failure, Skipped  # noqa: E402

PARTS, KILLS = 10, 30                   # of each process


def disks(folder):
    counts = collections.Counter()
    for test in (faults.full_disk, faults.read_only, faults.no_room):
        inner = os.path.join(folder, test.__name__)
        os.mkdir(inner)
        test(inner)
        counts[test.__name__.replace("_", " ")] += 1
    return counts


def program(seed):
    done = subprocess.run([os.path.join(HERE, "../e2e/kill9.py"), "100", str(1000 * seed)], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = done.stdout.decode()
    if done.returncode:
        raise Failure(said)
    counts = collections.Counter()
    for logs, kills, instances in re.findall(r"(\d+) logs of (\d+) kills, (\d+) instances", said):
        counts.update({"kills": int(kills), "logs": int(logs), "instances": int(instances)})
    return counts


def work(group, seed, folder):
    if group == "program":
        return program(seed)
    if group == "disks":
        return disks(folder)
    if group == "uploader":
        return collections.Counter(kills=faults.killed(folder, KILLS, seed))
    return chain.chain(group, folder, KILLS, seed)


def one(group, seed):
    """(result, counts or what went wrong)"""
    with tempfile.TemporaryDirectory(prefix="algoprof-torture-", ignore_cleanup_errors=True) as folder:
        try:
            return "passed", work(group, seed, folder)
        except Skipped as why:
            return "left out", str(why)
        except Failure as failure:
            return "failed", str(failure)
        except Exception:
            return "failed", traceback.format_exc()


def tell(group, results):
    counts = sum((found for result, found in results if result == "passed"), collections.Counter())
    kinds = collections.Counter(result for result, _ in results)
    skip = f" # SKIP {results[0][1]}" if kinds["left out"] == len(results) else ""
    print(f"{'not ok' if kinds['failed'] else 'ok'} field {group}{skip}")
    print(f"# field {group}: {len(results)} parts, {kinds['passed']} passed, {kinds['failed']} failed: " +
          ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)


def main():
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    os.makedirs(os.path.join(O, "torture"), exist_ok=True)
    stamp = long_suites.stamp([TOOL, faults.FAKE])
    record, done = os.path.join(O, "torture", f"field.{stamp}"), {}
    if os.path.exists(record):
        with open(record, encoding="utf-8") as file:
            for line in file:
                if line.endswith("]\n"):
                    group, seed, *result = json.loads(line)
                    done[group, seed] = result
    failed = 0
    groups = [g for g in ("disks", "uploader", "sqlite", "postgres", "program") if long_suites.GROUP in ("", g)]
    for group in groups:
        results = []
        for seed in range(first, first + (1 if group == "disks" else PARTS)):
            result, found = done.get((group, seed), ("failed", None))
            if result != "passed":
                result, found = one(group, seed)
                with open(record, "a", encoding="utf-8") as file:
                    print(json.dumps([group, seed, result, found]), file=file)
            if result == "failed":
                print(f"not ok field {group} {seed}\n    " + found.strip().replace("\n", "\n    "), flush=True)
            results.append((result, collections.Counter(found) if result == "passed" else found))
        tell(group, results)
        failed += any(result == "failed" for result, _ in results)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
