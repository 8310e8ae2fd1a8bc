#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts in other tools' formats: they say what JSON says.

    tests/contexts/formats.py
"""
import collections
import os
import subprocess

import base
from base import ALIKE, TOOL, WORK, build, check, mode_argument, must, profile, run
from oracle import PROGRAMS

def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """(number, value) of a message of protocol buffers."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        value, at = varint(data, at)
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        yield key >> 3, value


def formats():
    """Other tools' formats say what JSON says."""
    program = os.path.join(WORK, "formats")
    build(program, PROGRAMS["kinds"], ["-O2", *ALIKE, *mode_argument("folded")])
    found, _ = profile(program, options=())
    log = program + ".aplog"
    folded = must([TOOL, "contexts", "--folded", log]).stdout.splitlines()
    wanted = collections.Counter()
    for c in found["contexts"]:
        wanted[";".join(c["path"])] += c["count"]
    got = collections.Counter()
    for line in folded:
        path, n = line.rsplit(" ", 1)
        got[path] += int(n)
    check("folded", got != wanted and "expected %s, got %s" % (sorted(wanted.items())[:3], sorted(got.items())[:3]))
    pprof = subprocess.run([TOOL, "contexts", "--pprof", log], capture_output=True).stdout
    strings, functions, locations, samples = [], {}, {}, collections.Counter()
    for number, value in fields(pprof):
        if number == 6:
            strings.append(value.decode())
        elif number == 5:
            f = dict(fields(value))
            functions[f[1]] = f[2]
        elif number == 4:
            f = dict(fields(value))
            locations[f[1]] = dict(fields(f[4]))[1]
    for number, value in fields(pprof):
        if number == 2:
            f, ids, at = dict(fields(value)), [], 0
            while at < len(f[1]):
                n, at = varint(f[1], at)
                ids.append(strings[functions[locations[n]]])
            samples[";".join(reversed(ids))] += varint(f[2], 0)[0]
    check("pprof", samples != wanted and "expected %s, got %s" % (sorted(wanted.items())[:3], sorted(samples.items())[:3]))
    out = program + ".callgrind"
    with open(out, "w") as file:
        file.write(must([TOOL, "contexts", "--callgrind", log]).stdout)
    annotated = run(["callgrind_annotate", "--tree=calling", out])
    total = [line.split()[0].replace(",", "") for line in annotated.stdout.splitlines() if "PROGRAM TOTALS" in line]
    check("callgrind", (annotated.returncode or total != [str(sum(wanted.values()))])
          and "expected %d calls, got %s\n%s" % (sum(wanted.values()), total, annotated.stderr))


if __name__ == "__main__":
    base.main_of("formats", {"formats": formats})
