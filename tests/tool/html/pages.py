# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of logs that makelog makes."""
import os
import subprocess

from cases import BUILD, ROOT, TOOL

MAKELOG = os.path.join(BUILD, "tests/tool/library/makelog")


def make_log(path, *arguments):
    with open(path, "wb") as file:
        subprocess.run([MAKELOG, *map(str, arguments)], stdout=file, check=True)


def make_page(folder, name, logs):
    """A report over logs, each a list of makelog's arguments."""
    where = os.path.join(folder, name)
    os.mkdir(where)
    for i, arguments in enumerate(logs):
        make_log(os.path.join(where, f"{i:04}.aplog"), *arguments)
    return write_page(folder, name, where, os.path.join(ROOT, "tests/tool/html"))


def write_page(folder, name, logs, sources, *options):
    page = os.path.join(folder, name + ".html")
    subprocess.run([TOOL, "report", "--html", page, "--source", sources, *options, logs], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    return page


def fleet():
    """A target of n^2 and a loop told by estimates, a recursion, hostile names."""
    logs = [["exact", 1 + i, "build", 10 << i, 8] for i in range(1, 9)]
    logs += [["pairs", 20 + i, 10 + i, 1000, 100 << i, 10] for i in range(6)]
    logs += [["exact", 40 + i, "another", 10 << i, 8] for i in range(1, 7)]
    logs += [["model", 60 + i, "merge sort", 3 << i] for i in range(1, 9)]
    return logs + [["wide", 100 + i, 40] for i in range(12)] + [["wide", 1, 40], ["sample", 98], ["chain", 99]]
