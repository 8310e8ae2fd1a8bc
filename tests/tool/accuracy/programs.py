#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often the answer is wrong, from the program to the report: programs that mimic real code (programs/), each
with one target whose growth was worked out by hand, as a fleet of short runs of 10, 20 or 30 sizes.  The judge of sizes
and exponents is the same program at rate 1 without a budget.  The programs of programs/held*.c are held out: written
last, and nothing was tuned on them.

    tests/tool/accuracy/programs.py [--runs N[,N...]] [--budget PERCENT] [--seeds N] [--part tuned|held] [-v]
                                    [--bounds] [NAME...]

--bounds: exit status 1 if a figure is worse than it must be.  -v: a line for each answer that is not right.
"""
import argparse
import glob
import hashlib
import json
import math
import multiprocessing
import os
import re
import statistics
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import O, RUNTIME, TOOL, Failure, build, compiler, execute, plugin  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(O, "tests/tool/accuracy/programs")
VARIANTS = (0, 1)
NEAR, GROSS, ALLOWED = 0.1, 0.3, 0.02
# (what, limit): percent, at most; at least where it begins with ">".
BOUNDS = {"false alarms": 1.0, "green lights that are wrong": 1.5, "gross of high": 0.5, "wrong of high": 2.0,
          "> interval of exponent holds": 93.0, "> interval of size holds": 95.0, "sizes off by over 2": 2.0}


def programs():
    """[(name, exe, kind, true class, alarm, from, to)]: all variants of all kinds, built."""
    os.makedirs(FOLDER, exist_ok=True)
    found = []
    for source in sorted(glob.glob(os.path.join(HERE, "programs/*.[cC]"))):
        part = os.path.splitext(os.path.basename(source))[0]
        for variant in VARIANTS:
            exe = os.path.join(FOLDER, f"{part}-{variant}")
            build([*compiler(source), "-O2", "-g", "-w", f"-DVARIANT={variant}", "-fplugin=" + plugin(), source, "-o", exe,
                   RUNTIME, "-lpthread"])
            for line in execute([exe, "list"], {"ALGOPROF_LOG": "off"})[1].decode().split("\n"):
                word = line.split()
                if word:
                    found.append((f"{part}/{word[0]}/{variant}", exe, word[0], float(word[1]), word[2] == "1",
                                  int(word[3]), int(word[4])))
    return found


def sizes_of(low, high, runs):
    return [round(low * (high / low) ** (k / (runs - 1))) for k in range(runs)]


def play(program, sizes, env, seed):
    """The one target of the fleet's report."""
    _, exe, kind, *_ = program
    with tempfile.TemporaryDirectory(prefix="programs-") as logs:
        for run, size in enumerate(sizes):
            status, output = execute([exe, kind, str(size), str(run + 1)], {
                "ALGOPROF_LOG": f"{logs}/{run:03}.aplog", "ALGOPROF_SEED": str(seed * 1000 + run), **env})
            if status:
                raise Failure(f"{program[0]} {size}: exit status {status}\n{output!r}")
        status, output = execute([TOOL, "report", "--json", logs], merge=False)
    if status:
        raise Failure(f"{program[0]}: report: exit status {status}")
    targets = json.loads(output)["targets"]
    if len(targets) != 1:
        raise Failure(f"{program[0]}: {len(targets)} targets")
    targets[0]["points"].sort(key=lambda point: point["log"])
    return targets[0]


def truth_of(program, sizes):
    """[[size, cost], ...] by rate 1 without a budget, kept for the next time."""
    key = hashlib.sha256()
    for name in (program[1], plugin()):
        with open(name, "rb") as file:
            key.update(file.read() if name == program[1] else str(os.path.getmtime(name)).encode())
    path = os.path.join(FOLDER, f"truth-{program[2]}-{len(sizes)}-{key.hexdigest()[:16]}.json")
    if not os.path.exists(path):
        target = play(program, sizes, {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}, 0)
        with open(f"{path}.{os.getpid()}", "w", encoding="utf-8") as file:     # others may be at it
            json.dump([[p["size"], p["cost"]] for p in target["points"]], file)
        os.rename(file.name, path)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def slope(rows):
    rows = [(math.log(s), math.log(c)) for s, c in rows if s and c]
    if len(rows) < 3 or max(x for x, _ in rows) - min(x for x, _ in rows) < math.log(1.5):
        return None
    return statistics.linear_regression(*zip(*rows)).slope


def judge(job):
    """What one fleet's answer is worth: {figure: value}."""
    program, runs, budget, seed = job
    name, _, _, known, alarm, low, high = program
    sizes = sizes_of(low, high, runs)
    truth, target = truth_of(program, sizes), play(program, sizes, {"ALGOPROF_BUDGET": budget}, seed)
    fit, exact = target["fit"], slope(truth)
    answer = {"name": name, "alarm": alarm, "verdict": target["verdict"], "decides": target["decides"],
              "confidence": target["confidence"], "class": fit["class"], "exponent": fit["exponent"],
              "low": fit["exponent_low"], "high": fit["exponent_high"], "exact": exact, "known": known,
              "recursion": target["kind"] == "recursion", "sizes": [], "points": target["points"]}
    for point, (size, _) in zip(target["points"], truth):
        if size and point["size"]:
            answer["sizes"].append((point["size"] / size, point["size_low"] * 0.999 <= size <= point["size_high"] * 1.001))
    return answer


def exponent_error(a):
    if a["known"] == 99:
        return 0 if a["class"] == "2^n" else 9
    if a["class"] == "2^n":
        return 9
    if a["exponent"] is None or a["exact"] is None or a["recursion"]:
        return None
    return abs(a["exponent"] - a["exact"])


def is_wrong(a):
    error = exponent_error(a)
    return error is not None and error > NEAR


def is_right(a):
    """Where the true size is the same in all runs there is no class, and none is right."""
    return not is_wrong(a) if a["class"] else a["known"] == -1 and a["exact"] is None


def is_gross(a):
    error = exponent_error(a)
    return error is not None and error > GROSS


def percent(n, of):
    return 100 * n / of if of else 0.0


def figures(answers):
    """{figure: percent}."""
    steep = [a for a in answers if a["alarm"]]
    calm = [a for a in answers if not a["alarm"]]
    told = [a for a in answers if a["class"]]
    sure = [a for a in told if a["confidence"] == "high" and a["decides"] == "fit"]
    power = [a for a in told if a["low"] is not None and a["exact"] is not None and not a["recursion"]]
    sizes = [s for a in answers if not a["recursion"] for s in a["sizes"]]
    return {
        "answers": len(answers),
        "alarms found": percent(sum(a["verdict"] in ("alarm", "watch") for a in steep), len(steep)),
        "green lights that are wrong": percent(sum(a["verdict"] == "fine" for a in steep), len(steep)),
        "steep, unknown": percent(sum(a["verdict"] == "unknown" for a in steep), len(steep)),
        "false alarms": percent(sum(a["verdict"] in ("alarm", "watch") for a in calm), len(calm)),
        "calm, fine": percent(sum(a["verdict"] == "fine" for a in calm), len(calm)),
        "calm, unknown": percent(sum(a["verdict"] == "unknown" for a in calm), len(calm)),
        "no class": percent(len(answers) - len(told), len(answers)),
        "right or near": percent(sum(is_right(a) for a in answers), len(answers)),
        "gross": percent(sum(is_gross(a) for a in told), len(answers)),
        "> interval of exponent holds": percent(sum(a["low"] - ALLOWED <= a["exact"] <= a["high"] + ALLOWED for a in power), len(power)),
        "high": percent(len(sure), len(answers)),
        "wrong of high": percent(sum(is_wrong(a) for a in sure), len(sure)),
        "gross of high": percent(sum(is_gross(a) for a in sure), len(sure)),
        "median error of sizes": 100 * (math.exp(statistics.median(abs(math.log(r)) for r, _ in sizes)) - 1) if sizes else 0,
        "> interval of size holds": percent(sum(ok for _, ok in sizes), len(sizes)),
        "sizes off by over 2": percent(sum(not 0.5 <= r <= 2 for r, _ in sizes), len(sizes)),
    }


def show(a):
    points = " ".join(f"{r:.2f}{'' if ok else '!'}" for r, ok in a["sizes"])
    kept = " ".join(str(p["sampled"]) for p in a["points"])
    exponent = "-" if a["low"] is None else f"{a['exponent']:.2f} [{a['low']:.2f}, {a['high']:.2f}]"
    exact = "-" if a["exact"] is None else f"{a['exact']:.2f}"
    print(f"    {a['name']}: {'steep' if a['alarm'] else 'calm'} is {a['verdict']} by {a['decides']}, {a['confidence']}; "
          f"{a['class']} {exponent}, exact {exact}; sizes {points}; traced {kept}")


def is_bad(a):
    return (a["verdict"] in ("alarm", "watch")) != a["alarm"] or is_wrong(a)


def compare(found, name):
    """Figures that are worse than they must be."""
    bad = 0
    for what, limit in BOUNDS.items():
        value = found[what]
        if value < limit if what.startswith(">") else value > limit:
            print(f"not ok accuracy/programs {name}: {what.lstrip('> ')}\n    expected {'at least' if '>' in what else 'at most'}"
                  f" {limit} %\n    got {value:.1f} %")
            bad += 1
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", default="10")
    parser.add_argument("--budget", default="1")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--part", choices=["tuned", "held"])
    parser.add_argument("--bounds", action="store_true")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    chosen = [p for p in programs() if not options.names or any(re.search(n, p[0]) for n in options.names)]
    bad = 0
    with multiprocessing.Pool(int(os.environ.get("JOBS", "2"))) as pool:
        for runs in map(int, options.runs.split(",")):
            jobs = [(p, runs, options.budget, seed + 1) for p in chosen for seed in range(options.seeds)]
            answers = pool.map(judge, jobs, chunksize=1)
            for part in ("tuned", "held"):
                some = [a for a in answers if a["name"].startswith("held") == (part == "held")]
                if not some or options.part not in (None, part):
                    continue
                found = figures(some)
                name = f"{part}, {runs} runs, budget {options.budget}"
                print(f"{name}: " + ", ".join(f"{k.lstrip('> ')} {v:.4g}" + ("" if k == "answers" else " %") for k, v in found.items()))
                for a in some if options.v else []:
                    if is_bad(a) or options.names:
                        show(a)
                bad += compare(found, name) if options.bounds else 0
                sys.stdout.flush()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
