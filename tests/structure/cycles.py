#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No cycles: what a part of the product calls lies below it, by the symbols of its objects.

    tests/structure/cycles.py           all of PARTS
    tests/structure/cycles.py offline   one
    EDGES=1 tests/structure/cycles.py offline   also every call from one folder to another

PARTS says what each part keeps.  To switch a check on, set its number:
  folders   the folders of the part form no cycle
  includes  nor do they by #include "folder/file.h"
  objects   no cycle of object files is longer than that; None: not checked
"""
import collections
import glob
import os
import re
import subprocess
import sys

O = os.environ.get("O", "build")
Part = collections.namedtuple("Part", "folders includes objects")
PARTS = {
    "offline": Part(folders=True, includes=True, objects=None),
    "librt-sample": Part(folders=True, includes=False, objects=5),
    "gcc-plugin": Part(folders=True, includes=True, objects=5),
}


def sources(part):
    """The part's units, "folder/file" without extension, and their source files."""
    listed = {}
    for folder, _, files in os.walk(part):
        for name in files:
            stem, extension = os.path.splitext(name)
            if extension in (".c", ".cc", ".S"):
                path = os.path.join(folder, name)
                listed[os.path.relpath(os.path.join(folder, stem), part)] = path
    return listed


def symbols(path):
    """Defined and undefined symbols of an object.  What several objects define (inline functions,
    templates) belongs to none."""
    defined, undefined = set(), set()
    listing = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        *_, kind, name = line.split()
        if kind in "Uw":
            undefined.add(name)
        elif kind in "TDBRSGC":
            defined.add(name)
    return defined, undefined


def calls_of(part):
    """{unit: {other unit: a symbol of it}} of the objects that are built."""
    owner, wanted = {}, {}
    # The plugin is built once for each compiler, of the same sources.
    folder = next(iter(sorted(glob.glob(os.path.join(O, "gcc-*", part)))), "")[:-len(part)] or O
    for unit in sources(part):
        path = os.path.join(folder, part, unit + ".o")
        if os.path.exists(path):
            defined, wanted[unit] = symbols(path)
            owner.update(dict.fromkeys(defined, unit))
    edges = {unit: {} for unit in wanted}
    for unit, names in wanted.items():
        for name in sorted(names):
            if owner.get(name, unit) != unit:
                edges[unit][owner[name]] = name
    return edges


def includes_of(part):
    """{unit: {included header, without extension: its name}}, headers among them."""
    edges = {}
    for folder, _, files in os.walk(part):
        for name in files:
            if os.path.splitext(name)[1] in (".c", ".cc", ".h", ".S"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    found = re.findall(r'^#include "([^"]+)"', file.read(), re.M)
                unit = os.path.splitext(os.path.relpath(path, part))[0]
                edges.setdefault(unit, {}).update(
                    {os.path.splitext(h)[0]: h for h in found if os.path.exists(os.path.join(part, h))})
    return edges


def by_folder(edges):
    """The same between folders; what lies in no folder of its own is not counted."""
    folders = {}
    for unit, others in edges.items():
        for other, why in others.items():
            here, there = os.path.dirname(unit), os.path.dirname(other)
            if here and there and here != there:
                folders.setdefault(here, {}).setdefault(there, f"{unit} uses {why} of {other}")
                folders.setdefault(there, {})
    return folders


def cycles(edges):
    """The strongly connected components of two nodes and more (Tarjan 1972), largest first."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return sorted((c for c in found if len(c) > 1), key=len, reverse=True)


def report(name, bad, edges):
    print(f"{'not ok' if bad else 'ok'} structure {name}")
    for cycle in bad:
        print(f"    a cycle of {len(cycle)}: {' '.join(cycle)}")
        for one in cycle:
            for other, why in sorted(edges[one].items()):
                if other in cycle:
                    print(f"        {one} -> {other}: {why}")
    return not bad


def check(part, rules):
    fine = True
    edges = calls_of(part)
    if not edges:
        print(f"not ok structure {part}\n    no objects in {O}/{part}")
        return False
    if os.environ.get("EDGES"):
        for here, others in sorted(by_folder(edges).items()):
            for there, why in sorted(others.items()):
                print(f"# {here} -> {there}: {why}")
    if rules.folders:
        fine &= report(f"{part} folders", cycles(by_folder(edges)), by_folder(edges))
    if rules.includes:
        included = by_folder(includes_of(part))
        fine &= report(f"{part} includes", cycles(included), included)
    if rules.objects is not None:
        fine &= report(f"{part} objects", [c for c in cycles(edges) if len(c) > rules.objects], edges)
    return fine


def main():
    chosen = sys.argv[1:] or list(PARTS)
    sys.setrecursionlimit(10000)
    results = [check(part, PARTS[part]) for part in chosen]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
