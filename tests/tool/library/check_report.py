#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_report.py REPORT.json: is it what the contract says?  Prints "valid", or
what is wrong.  Fields that the contract does not name may be there."""
import json
import os
import sys

NUMBER = (int, float)
NULL = type(None)
TEXT = (str, NULL)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/report.schema.json"), encoding="utf-8") as schema:
    CLASSES = set(json.load(schema)["$defs"]["class"]["enum"])
FIT = {"class": TEXT, "exponent": (*NUMBER, NULL), "exponent_low": (*NUMBER, NULL),
       "exponent_high": (*NUMBER, NULL), "base": (*NUMBER, NULL), "alternatives": list,
       "formula": TEXT, "r2": (*NUMBER, NULL), "warnings": list}
POINT = {"log": str, "size": (*NUMBER, NULL), "size_low": (*NUMBER, NULL),
         "size_high": (*NUMBER, NULL), "cost": int, "instances": int, "sampled": int, "cut": int,
         "exact": bool, "estimator": str, "warnings": list}
CHAIN_POINT = {**POINT, "cost": (int, NULL), "calls": int, "rms": (*NUMBER, NULL)}
TARGET = {"name": str, "file": str, "line": int, "function": TEXT, "kind": str, "build": TEXT,
          "rank": int, "runs": int, "fit": dict, "points": list, "instances_fit": dict}
REPORT = {"algoprof": int, "logs": int, "skipped": list, "targets": list}


def check(value, fields, where):
    for name, types in fields.items():
        assert name in value, f"{where}: no {name}"
        assert isinstance(value[name], types), f"{where}.{name}: {value[name]!r}"
        assert types is bool or not isinstance(value[name], bool), f"{where}.{name}: boolean"


def check_fit(fit, where):
    check(fit, FIT, where)
    assert fit["class"] in CLASSES | {None}, f"{where}.class: {fit['class']}"
    assert set(fit["alternatives"]) <= CLASSES - {fit["class"]}, f"{where}.alternatives"
    assert all(isinstance(code, str) for code in fit["warnings"]), f"{where}.warnings"


def check_point(point, recursion, where):
    check(point, CHAIN_POINT if recursion else POINT, where)
    sizes = [point[key] for key in ("size_low", "size", "size_high")]
    if point["exact"]:
        assert sizes[0] == sizes[1] == sizes[2] is not None, f"{where}: exact {sizes}"
    known = [size for size in sizes if size is not None]
    assert known == sorted(known), f"{where}: {sizes}"
    assert point["sampled"] <= point["instances"], f"{where}: sampled"
    if recursion and point["size"] is not None:
        assert sizes[0] == sizes[1] == sizes[2], f"{where}: {sizes}"
        assert sizes[1] <= point["cost"] <= point["calls"], f"{where}: calls"
    if recursion:
        assert (point["size"] is None) == (point["cost"] is None), f"{where}: cost"


def check_report(report):
    check(report, REPORT, "report")
    assert report["algoprof"] == 1
    for skipped in report["skipped"]:
        check(skipped, {"log": str, "why": str}, "skipped")
    for i, target in enumerate(report["targets"]):
        where = f"targets[{i}]"
        check(target, TARGET, where)
        assert target["rank"] == i + 1 and target["kind"] in ("loop", "recursion"), where
        assert target["runs"] == len(target["points"]) > 0, where
        check_fit(target["fit"], where + ".fit")
        check_fit(target["instances_fit"], where + ".instances_fit")
        for k, point in enumerate(target["points"]):
            check_point(point, target["kind"] == "recursion", f"{where}.points[{k}]")
    assert report["targets"] and report["skipped"], "nothing to check"


try:
    with open(sys.argv[1]) as file:
        check_report(json.load(file, parse_constant=lambda name: sys.exit(f"JSON has {name}")))
    print("valid")
except AssertionError as error:
    print(error)
    sys.exit(1)
