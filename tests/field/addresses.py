# SPDX-License-Identifier: GPL-3.0-or-later
"""Bytes that are an address of a process, and how probable it is that some only look so."""
import bisect
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure  # noqa: E402

LOWEST = 1 << 32
END = 1 << 47               # of what a process has without asking for more
# Without random addresses the stack lies at 0x7ffffff..., and a mask of cells that lie
# side by side looks like that.  An address of the stack is found where they are random.
FIXED_STACK = 0x7ffffff00000
# Where the kernel puts mappings and programs at random, and stacks: 2^28 pages, 2^22 pages.
AROUND, AROUND_STACK = 1 << 40, 1 << 34
WINDOWS = ("little", re.compile(rb"(?=(.{6}\0\0))", re.DOTALL)), ("big", re.compile(rb"(?=(\0\0.{6}))", re.DOTALL))


def windows(data):
    """(place, 8 bytes, order, value) of what may be an address, at each byte, in both orders."""
    for order, pattern in WINDOWS:
        for found in pattern.finditer(data):
            value = int.from_bytes(found[1], order)
            if LOWEST <= value < END:
                yield found.start(), found[1], order, value


class Addresses:
    """What was mapped in a process: the lines of its /proc/PID/maps, of several moments.
    fixed: its addresses are not random."""

    def __init__(self, maps, fixed):
        ranges = set()
        for line in maps.splitlines():
            low, high = (int(x, 16) for x in line.split()[0].split("-"))
            # It has one place for all processes of all machines, and so tells nothing.  Bytes
            # that are 0xff, as lengths of -1 next to a checksum, often lie in it.
            if line.endswith("[vsyscall]"):
                continue
            if high > END:
                raise Failure(f"no search above {END:#x}, where there is {line}")
            if high > LOWEST and not (fixed and low >= FIXED_STACK):
                near_stack = re.search(r"\[(stack|vdso|vvar.*)\]$", line) and not fixed
                ranges.add((max(low, LOWEST), high, AROUND_STACK if near_stack else AROUND))
        self.ranges = []
        for low, high, around in sorted(ranges):
            if self.ranges and low <= self.ranges[-1][1] and around == self.ranges[-1][2]:
                self.ranges[-1] = self.ranges[-1][0], max(high, self.ranges[-1][1]), around
            else:
                self.ranges.append((low, high, around))
        self.lows = [low for low, _, _ in self.ranges]

    def has(self, value):
        at = bisect.bisect_right(self.lows, value)
        return at > 0 and value < self.ranges[at - 1][1]

    def find(self, data):
        """Texts: what looks like an address, and where."""
        return [f"at {at} is the address {eight.hex()}, {order} endian"
                for at, eight, order, value in windows(data) if self.has(value)]

    def chance(self, data):
        """No less than the probability that `data`, which knows nothing of them, has one.  A
        range of s bytes that may be anywhere in n contains a given value with s / n at most,
        and none that is further away than n.  Where it is fixed, the values as near to it
        tell how many there are to each byte."""
        values = sorted({value for _, _, _, value in windows(data)})
        total = 0
        for low, high, around in self.ranges:
            near = bisect.bisect(values, high + around) - bisect.bisect(values, low - around)
            total += near * (high - low) / around
        return total
