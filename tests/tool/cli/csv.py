#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""csv.py DOCS REPORT...: are the rows of `report --csv` what the table in
DOCS/reading.md says?  Prints "valid" for each, or what is wrong first."""
import json
import math
import os
import re
import sys

# The module csv, not this file.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
import csv      # noqa: E402 pylint: disable=wrong-import-position

docs = sys.argv[1]
with open(f"{docs}/reading.md", encoding="utf-8") as file:
    table = re.findall(r"^\| (\w+) \| (\w+) \| (yes)? ?\| (.*) \|$", file.read().split("## The columns of --csv")[1], re.MULTILINE)
with open(f"{docs}/warnings.md", encoding="utf-8") as file:
    codes = set(re.findall(r"`([a-z-]+)`", file.read()))
with open(f"{docs}/report.schema.json", encoding="utf-8") as file:
    classes = json.load(file)["$defs"]["class"]["enum"]
ESTIMATORS = ("streak pair chapman schnabel schumacher chao2 ice jackknife1 jackknife2 inext gee").split()


def known_words(column, text):
    return re.findall(r"`(\w+)`", text) + (ESTIMATORS if column == "estimator" else [])


def is_number(value):
    return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?", value) and math.isfinite(float(value))


def fits(column, kind, text, value):
    return {"count": lambda: value.isdigit(), "number": lambda: is_number(value), "text": lambda: value != "",
            "flag": lambda: value in ("0", "1"), "hex": lambda: re.fullmatch("([0-9a-f]{2})+", value),
            "word": lambda: value in known_words(column, text), "class": lambda: value in classes,
            "codes": lambda: set(value.split(" ")) <= codes}[kind]()


def judge(name):
    with open(name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, strict=True))
    names = [column for column, *_ in table]
    if rows[0] != names:
        return f"columns {rows[0]}, documented {names}"
    for number, row in enumerate(rows[1:], 1):
        if len(row) != len(table):
            return f"row {number}: {len(row)} fields"
        for (column, kind, empty, text), value in zip(table, row):
            if not (empty if value == "" else fits(column, kind, text, value)):
                return f"row {number}: {column} is {value!r}"
    return "valid" if len(rows) > 1 else "no rows"


for report in sys.argv[2:]:
    print(judge(report))
