#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what the pictures of statistics.md and methods.md show, and writes numbers.json beside
this file: synthetic loops (tests/tool/accuracy/patterns.c) under the runtime with fixed
seeds, and what the tool says of their logs.

    make && make build/tests/tool/accuracy/simulate && docs/pictures/measure.py
    docs/pictures/make.py

O is the build folder (default `build`).
"""
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.abspath(os.environ.get("O", os.path.join(ROOT, "build")))
sys.path.insert(0, os.path.join(ROOT, "tests/lib"))
import logread      # noqa: E402: found through the line above

TOOL = os.path.join(BUILD, "algoprof")
SEED = 7920
LOOP = "19_fields"      # of the picture of intervals
FIT = [(100, 105), (140, 136), (196, 200), (274, 260), (384, 399), (538, 527)]


def run(folder, name, loop, instances, rate, seed=SEED):
    """The path of the log of one run."""
    log = os.path.join(folder, f"{name}.aplog")
    environment = {"ALGOPROF_LOG": log, "ALGOPROF_RATE": str(rate), "ALGOPROF_SEED": str(seed),
                   "ALGOPROF_BUDGET": "0"}
    subprocess.run([os.path.join(BUILD, "tests/tool/accuracy/simulate"), loop, str(instances), "1"],
                   env=environment, check=True)
    return log


def report(logs, *options):
    text = subprocess.run([TOOL, "report", "--csv", *options, *logs], check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return list(csv.DictReader(io.StringIO(text)))


def size(row):
    return {key: float(row[key]) for key in ("size", "size_low", "size_high")}


def instances(log):
    with open(log, "rb") as file:
        return sorted(logread.read_log(file.read())["instances"], key=lambda i: i["index"])


def words(instance):
    """Aligned words of 8 bytes; only their differences mean something."""
    return [(high << 32 | low) // 8 + k for high, low, count in instance["set"] for k in range(count // 8)]


def window(folder):
    """A window of 50 words that slides by 5: what each instance reads, and the traced pairs."""
    every, some = run(folder, "every", "05_win50_5", 60, 1), run(folder, "some", "05_win50_5", 60, 8)
    read = [sorted(words(i)) for i in instances(every)]
    first = min(w[0] for w in read)
    assert all(w[-1] - w[0] == len(w) - 1 for w in read)
    return {"read": [[w[0] - first, len(w)] for w in read],
            "pairs": [i["index"] for i in instances(some) if i["place"] == 0],
            "exact": float(report([every])[0]["size"]), **size(report([some])[0])}


def episodes(folder, loop):
    """How many words were met in 1, 2, 3 ... pairs."""
    met = {}
    log = run(folder, loop, loop, 20000, 100)
    for i in instances(log):
        for word in words(i):
            met.setdefault(word, set()).add(i["pair"])
    often = [len(pairs) for pairs in met.values()]
    return {"met": [often.count(n) for n in range(1, max(often) + 1)],
            "exact": float(report([run(folder, loop + "-every", loop, 20000, 1)])[0]["size"]),
            **size(report([log])[0])}


def intervals(folder):
    result = []
    for rate in (20, 50, 100, 200, 500, 1000, 2000, 5000):
        row = report([run(folder, f"rate{rate}", LOOP, 20000, rate)])[0]
        result.append({"pairs": int(row["pairs"]), "warnings": row["warnings"].split(), **size(row)})
    return {"exact": float(report([run(folder, "rate1", LOOP, 20000, 1)])[0]["size"]), "sampled": result}


def slope(points):
    """Of ln cost against ln size, by least squares."""
    x, y = [math.log(p[0]) for p in points], [math.log(p[1]) for p in points]
    mean_x, mean_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    return math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / math.fsum((a - mean_x) ** 2 for a in x)


def together(folder):
    """(size, cost) of ten runs: exact, each alone, and by one law."""
    sampled, every = [], []
    for k in range(10):
        n = round(1000 * 10 ** (k / 9))
        sampled.append(run(folder, f"run{k}", "13_graph", n, 100, (k + 1) * 7919))
        every.append(run(folder, f"all{k}", "13_graph", n, 1))
    rows = [("exact", row) for row in report(every)]
    rows += [(row["estimator"], row) for row in report(sampled, "--estimator", "all")]
    result = {name: sorted((float(row["size"]), float(row["cost"])) for kind, row in rows if kind == name)
              for name in ("exact", "streak", "joint")}
    return {**result, "slopes": {name: slope(points) for name, points in result.items()}}


def fit():
    table = "".join(f"{n} {cost}\n" for n, cost in FIT)
    text = subprocess.run([TOOL, "fit", "--json"], input=table, check=True, text=True, stdout=subprocess.PIPE).stdout
    told = json.loads(text)
    keys = ("class", "exponent", "exponent_low", "exponent_high", "alternatives", "next_size", "curves")
    return {"points": FIT, **{key: told[key] for key in keys}}


def rounded(value):
    """Six digits are more than a picture shows."""
    if isinstance(value, dict):
        return {key: rounded(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(v) for v in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def measure():
    with tempfile.TemporaryDirectory() as folder:
        return rounded({"window": window(folder), "pool": episodes(folder, "06_unif_100"),
                        "stream": episodes(folder, "04_stream"), "intervals": intervals(folder),
                        "together": together(folder), "fit": fit()})


def text(value, deep=0):
    """JSON with a short line an entry."""
    if isinstance(value, dict) and deep < 2:
        lines = [f'{" " * 4 * (deep + 1)}{json.dumps(key)}: {text(v, deep + 1)}' for key, v in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * 4 * deep + "}"
    return json.dumps(value)


if __name__ == "__main__":
    with open(os.path.join(HERE, "numbers.json"), "w", encoding="utf-8") as out:
        out.write(text(measure()) + "\n")
