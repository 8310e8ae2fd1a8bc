#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare_dump.py A B: does everything that A (of logread.py) says stand alike
in B (of algoprof dump --json)?  Lists must be equally long."""
import json
import sys


def differences(a, b, path):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in a:
            yield from differences(a[key], b.get(key, "missing"), f"{path}.{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{path}[{i}]")
    elif isinstance(a, int) and a >= 1 << 63:   # what C's JSON gives as a real
        if float(a) != b:
            yield f"{path}: {a} and {b}"
    elif a != b:
        yield f"{path}: {a} and {b}"


with open(sys.argv[1]) as first, open(sys.argv[2]) as second:
    found = list(differences(json.load(first), json.load(second), ""))
for line in found[:10]:
    print(line)
sys.exit(1 if found else 0)
