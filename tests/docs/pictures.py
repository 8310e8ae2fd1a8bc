#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of the documents: what their script makes of its numbers, small,
XML, with words for who cannot see them, shown by a page; and no page shows one that is not there.

    tests/docs/pictures.py
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

DOCS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "docs")
FOLDER = os.path.join(DOCS, "pictures")
MOST_BYTES = 10000
SVG = "{http://www.w3.org/2000/svg}"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def shown():
    """Pictures that pages refer to, as paths from docs/."""
    return {link for page in glob.glob(os.path.join(DOCS, "*.md"))
            for link in re.findall(r"!\[[^]]+\]\(([^)]+)\)", read(page))}


def faults(name, made):
    path = os.path.join(FOLDER, name)
    if not os.path.exists(path):
        return ["is not there: run docs/pictures/make.py"]
    text = read(path)
    found = [] if made == text else ["is not what docs/pictures/make.py makes of numbers.json: run it"]
    if len(text.encode()) >= MOST_BYTES:
        found.append(f"has {len(text.encode())} bytes")
    try:
        root = xml.fromstring(text)
    except xml.ParseError as error:
        return found + [f"is not XML: {error}"]
    if root.tag != SVG + "svg":
        found.append("is not an SVG")
    found += [f"has no <{tag}>" for tag in ("title", "desc") if not (root.findtext(SVG + tag) or "").strip()]
    if "prefers-color-scheme: dark" not in text:
        found.append("has no colours for the dark")
    if f"pictures/{name}" not in shown():
        found.append("is shown by no page")
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, os.path.join(FOLDER, "make.py"), folder], check=True)
        made = {name: read(os.path.join(folder, name)) for name in os.listdir(folder)}
    committed = {os.path.basename(path) for path in glob.glob(os.path.join(FOLDER, "*.svg"))}
    linked = {os.path.basename(link) for link in shown() if link.startswith("pictures/")}
    failed = not made
    for name in sorted(set(made) | committed | linked):
        found = faults(name, made.get(name))
        failed = failed or bool(found)
        print(f"not ok docs/pictures/{name}" if found else f"ok docs/pictures/{name}")
        for fault in found:
            print(f"    {fault}")
    sys.exit(1 if failed else 0)


main()
