#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that tells its own n (algoprof_size), with targets whose bytes read say nothing: table, verdict,
check, baseline, diff and page go by that n.

    tests/judged/runs/told.py [SCENE ...]
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from run import INCLUDE, expect, report  # noqa: E402
from harness import EXACT, TOOL, Failure, compile_to, execute, read_log, run_cases  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "told.c")
SIZES = (100, 150, 200, 300, 400, 600, 800, 1200)
SETTINGS = {"exact": EXACT, "default": {}}


def compile_told(folder):
    exe = os.path.join(folder, "told")
    compile_to(exe, SOURCE, ["-O2", "-fno-tree-vectorize", INCLUDE])
    return exe


def fleet(exe, folder, env, meant=lambda n: n):
    """The folder of a log for each size."""
    os.makedirs(folder)
    for n in SIZES:
        log = os.path.join(folder, f"{n}.aplog")
        status, _ = execute([exe, str(n), str(meant(n))], {"ALGOPROF_LOG": log, **env})
        expect("status", status, 0)
    return folder


def tool(*args):
    status, output = execute([TOOL, *args], merge=False)
    return status, output.decode() if isinstance(output, bytes) else output


def says(text, *parts):
    for part in parts:
        if not re.search(part, text):
            raise Failure(f"no {part!r} in:\n{text}")


def answers(folder, exe):
    """The verdict comes from the fit against the told n; without one nothing is known."""
    for name, env in SETTINGS.items():
        logs = fleet(exe, os.path.join(folder, name), env)
        found = {key: (t["verdict"], t["decides"].split("_")[0], t[t["decides"]]["class"], t["confidence"])
                 for key, t in report(logs).items()}
        expect("pairs", found["pairs"], ("alarm", "user", "n^2", "high"))
        expect("fill", found["fill"][:3], ("fine", "user", "n"))
        if found["outer"][0] not in (("alarm",) if env is EXACT else ("alarm", "unknown")):
            raise Failure(f"outer: {found['outer']}")     # once a run: the budget cuts its traces
        fits = report(logs)["outer"]
        expect("outer", fits["user_fit"]["class"], "n")
        if env is EXACT or fits["verdict"] == "alarm":
            expect("outer's work", fits["user_work_fit"]["class"], "n^2")
        _, text = tool("report", logs)
        says(text, r"pairs.*n\^2", r"n = 100\.\.1200")
        _, text = tool("report", "--target", "pairs", logs)
        says(text, r"n is what the program told \(algoprof_size\)", r"size +n = 100\.\.1200", r"your n\n", r" 1200\n")
    untold = fleet(exe, os.path.join(folder, "untold"), EXACT, lambda n: 0)
    for key, t in report(untold).items():
        expect(key + " untold", (t["verdict"], t["decides"], t["user_fit"]), ("unknown", "fit", None))


def views(folder, exe):
    """--view looks at runs alone, --filter at the class, the page at what decides."""
    logs = fleet(exe, os.path.join(folder, "logs"), EXACT)
    expect("by runs", report(logs, "--view", "runs")["pairs"]["decides"], "user_fit")
    expect("by instances", report(logs, "--view", "instances")["pairs"]["decides"], "user_instances_fit")
    expect("filter", sorted(report(logs, "--filter", "n^2")), ["pairs"])
    page = os.path.join(folder, "page.html")
    expect("page", tool("report", "--html", page, logs)[0], 0)
    with open(page, encoding="utf-8") as file:
        data = json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', file.read(), re.S).group(1))
    target = {t["name"]: t for t in data["targets"]}["pairs"]
    expect("page's view", target["by"]["runs"], "user_fit")
    expect("page's sizes", sorted(target["points"]["told"]), list(SIZES))


def limits(folder, exe):
    """check: a limit in the told n, kept and exceeded; a baseline of one release and the next."""
    logs = fleet(exe, os.path.join(folder, "logs"), EXACT)
    bounds = os.path.join(folder, "bounds")
    for limits_, status, verdicts in (("pairs n^2\nfill n\nouter n^2\n", 0, {"pairs": "ok", "fill": "ok", "outer": "ok"}),
                                      ("pairs n\nfill n\nouter n\n", 1,
                                       {"pairs": "regression", "fill": "ok", "outer": "regression"})):
        with open(bounds, "w", encoding="utf-8") as file:
            file.write(limits_)
        code, text = tool("check", "--bounds", bounds, "--json", logs)
        expect("verdicts", {f["name"]: f["verdict"] for f in json.loads(text)["findings"]}, verdicts)
        expect("status", code, status)
    code, text = tool("check", "--bounds", bounds, logs)
    says(text, r"pairs .*: by your n: n\^2.*exceeds n .*from n = 100 to 1200", r"outer .*: bytes accessed by your n: n\^2")
    baseline = os.path.join(folder, "baseline.json")
    expect("baseline", tool("check", "--write-baseline", baseline, logs)[0], 0)
    expect("against itself", tool("check", "--baseline", baseline, logs)[0], 0)
    grown = fleet(exe, os.path.join(folder, "grown"), EXACT, lambda n: int(10 * n ** 0.5))
    code, text = tool("check", "--baseline", baseline, grown)
    says(text, r"regression +fill .*by your n: n\^2")
    expect("grown", code, 1)
    _, text = tool("diff", logs, "--", grown)
    says(text, r"class grew +fill .*: n \(.*-> n\^2 \(.*by your n")


def commanded(folder, exe):
    """ALGOPROF_SIZE is the n of a run in which the program tells none; algoprof run sets it."""
    logs = os.path.join(folder, "logs")
    os.makedirs(logs)
    for n in SIZES:
        log = os.path.join(logs, f"{n}.aplog")
        expect("status", execute([exe, str(n), "0"], {"ALGOPROF_LOG": log, "ALGOPROF_SIZE": str(n), **EXACT})[0], 0)
        run = read_log(log)["runs"][0]
        expect("the log's run", (run["user_size"], run["end_flags"]), (n, ["sized", "command"]))
    found = report(logs)
    for name, verdict, decides in ("pairs", "alarm", "user_fit"), ("fill", "fine", "user_fit"), ("outer", "alarm", "user_work_fit"):
        t = found[name]
        expect(name, (t["verdict"], t["decides"], t["user_size_by"]), (verdict, decides, "command"))
        expect("instances", t["user_instances_fit"]["class"], None)
    _, text = tool("report", logs)
    says(text, r"n is the size that the command was given")
    told = fleet(exe, os.path.join(folder, "own"), {"ALGOPROF_SIZE": "7", **EXACT})
    t = report(told)["pairs"]
    expect("the program's own n first", (t["user_size_by"], sorted(p["user_size"] for p in t["points"])), ("program", list(SIZES)))
    for bad in "0", "-1", "1k", "18446744073709551616":
        log = os.path.join(folder, "bad.aplog")
        _, text = execute([exe, "9", "0"], {"ALGOPROF_LOG": log, "ALGOPROF_SIZE": bad, "ALGOPROF_VERBOSE": "1"})
        says(text.decode(), "ALGOPROF_SIZE")
        expect("size of a bad value", read_log(log)["runs"][0]["user_size"], None)
    series = os.path.join(folder, "series")
    code, text = tool("run", "-o", series, "--sizes", "100..1600x6", "--target", "pairs", "--", exe, "{}", "0")
    expect("run", code, 0)
    says(text, r"n = 100\.\.1600", r"n is the size that the command was given")


SCENES = {f.__name__: f for f in (answers, views, limits, commanded)}


def run(case, folder):
    SCENES[case[1]](folder, compile_told(folder))


def main():
    run_cases(run, [(f"runs/told {name}", name) for name in sys.argv[1:] or SCENES])


if __name__ == "__main__":
    main()
