# SPDX-License-Identifier: GPL-3.0-or-later
"""What the loops of a program built with -DLACKEY -no-pie read, by valgrind's trace of all
memory accesses of its machine code (judge.h tells where they begin and end).
"""
import bisect
import os
import re

from harness import Failure, execute

MARK = re.compile(r'JUDGE_(?:BEGIN\("(\w+)"\)|END\(\))')


def names_of_lines(source):
    """{line: name} of the begins."""
    with open(source, encoding="utf-8") as file:
        return {n: m.group(1) for n, line in enumerate(file, 1) for m in MARK.finditer(line) if m.group(1)}


def symbols(exe, wanted):
    """Sorted address ranges of variables whose names `wanted' takes, {mark: address of its first line}."""
    status, output = execute(["nm", "-S", exe])
    if status:
        raise Failure(output.decode())
    data, marks = [], {}
    for line in output.decode().splitlines():
        word = line.split()
        if len(word) != 4 or word[2] not in "bBdDrR":
            continue
        start, size = int(word[0], 16), int(word[1], 16)
        if word[3].startswith("judge_mark_"):
            marks[word[3]] = start, start + size
        elif wanted(word[3]):
            data.append((start, start + size))
    return sorted(data), marks


def accesses(trace):
    """(kind, address, length): L, S or M, which is a load and a store."""
    with open(trace, encoding="ascii", errors="replace") as file:
        for line in file:
            if line[:2] in (" L", " S", " M"):
                address, length = line[3:].split(",")
                yield line[1], int(address, 16), int(length)


class Instance:
    """An execution of a loop that has begun."""

    def __init__(self, name):
        self.name, self.seen, self.read = name, set(), set()

    def access(self, kind, cells):
        new = cells - self.seen
        self.seen |= new
        if kind != "S":
            self.read |= new


def instances_of(trace, data, marks, names):
    """The executions, in the order of their ends."""
    starts = [start for start, _ in data]
    begin, end = marks["judge_mark_begin"], marks["judge_mark_end"]
    active, done = [], []
    for kind, address, length in accesses(trace):
        at = bisect.bisect_right(starts, address) - 1
        if begin[0] <= address < begin[1]:
            active.append(Instance(names[address - begin[0]]))
        elif end[0] <= address < end[1]:
            done.append(active.pop())
        elif active and at >= 0 and address < data[at][1]:
            cells = set(range(address, address + length))
            for instance in active:
                instance.access(kind, cells)
    return done


def sizes(exe, source, wanted, folder):
    """{name: ([bytes...], union)}, the program's output: nothing sampled."""
    trace = os.path.join(folder, "trace")
    status, output = execute(["valgrind", "--tool=lackey", "--trace-mem=yes", "--log-file=" + trace, exe],
                             {"ALGOPROF_LOG": "off"}, timeout=300)
    if status:
        raise Failure(f"valgrind: exit status {status}\n{output.decode(errors='replace')}")
    found = {}
    for instance in instances_of(trace, *symbols(exe, wanted), names_of_lines(source)):
        each, together = found.setdefault(instance.name, ([], set()))
        each.append(len(instance.read))
        together |= instance.read
    return {name: (each, len(together)) for name, (each, together) in found.items()}, output
