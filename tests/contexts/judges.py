#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How good contexts are in little memory, beside the algorithms that hot calling context trees were proposed with, over
the same stream of calls with as much memory.

    tests/contexts/judges.py

Space Saving (Metwally, Agrawal, El Abbadi 2005) and Lossy Counting (Manku, Motwani 2002) run here, one counter for each
context, of NODE bytes.  Ours is as sure: its epsilon is no larger than that of Space Saving.  For each memory a line tells of each: hot contexts (at least PHI of all calls) that are missed,
contexts told that have less than PHI less its epsilon (false), the share of the hot contexts' calls that is told of
(coverage), the share of all calls that is (overlap), the largest context that is missed, the mean error of hot counts.
"""
import collections
import heapq
import os
import struct
import sys

import base
from base import ALIKE, CC, WORK, build, check, mode_argument, must, profile
from oracle import limits, lines_of

NODE = 40                       # a function, a parent, a child, a sibling, a count
PHI = 0.002
SEED = "1"
MEMORY = {"64K": 64 << 10, "128K": 128 << 10, "256K": 256 << 10}


def space_saving(stream, counters):
    """{context: (count, it may be too high by)} of so many counters."""
    counts, errors, heap = {}, {}, []
    for c in stream:
        if c in counts:
            counts[c] += 1
            continue
        least = 0
        if len(counts) >= counters:
            while True:         # entries of the heap may be out of date: what counts now is not smaller
                least, oldest = heapq.heappop(heap)
                if oldest in counts and counts[oldest] == least:
                    break
                if oldest in counts:
                    heapq.heappush(heap, (counts[oldest], oldest))
            del counts[oldest], errors[oldest]
        counts[c], errors[c] = least + 1, least
        heapq.heappush(heap, (least + 1, c))
    return {c: (counts[c], errors[c]) for c in counts}


def lossy_counting(stream, width):
    """{context: (count, it may be too low by)}; and the most counters at a time.  width: calls of a bucket."""
    counts, most = {}, 0
    for n, c in enumerate(stream, 1):
        bucket = (n + width - 1) // width
        count, missed = counts.get(c, (0, bucket - 1))
        counts[c] = (count + 1, missed)
        most = max(most, len(counts))
        if n % width == 0:
            counts = {c: (count, missed) for c, (count, missed) in counts.items() if count + missed > bucket}
    return counts, most


def record(program):
    """The stream: a list of contexts, each a path of (name, line)."""
    file = program + ".stream"
    must([program, SEED], env=dict(os.environ, STREAM=file))
    names = {}
    for line in must(["nm", program]).stdout.splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "tTwW":
            names[int(words[0], 16)] = words[2]
    with open(file, "rb") as data:
        calls = list(struct.iter_unpack("<QQ", data.read()))
    lines = lines_of(program, {"%x" % site for function, site in calls if function})
    stream, path, known = [], [()], {}
    for function, site in calls:
        if not function:
            path.pop()
            continue
        key = (path[-1], function, site)
        if key not in known:
            known[key] = path[-1] + ((names[function], lines["%x" % site]),)
        path.append(known[key])
        stream.append(path[-1])
    return stream


def judge(told, truth, epsilon):
    """told: {context: count}"""
    calls = sum(truth.values())
    hot = {c for c, n in truth.items() if n >= PHI * calls}
    missed = [c for c in hot if c not in told]
    errors = [abs(told[c] - truth[c]) / truth[c] for c in hot if c in told]
    return {"missed": len(missed), "false": sum(truth[c] < (PHI - epsilon) * calls for c in told),
            "coverage": sum(truth[c] for c in hot if c in told) / sum(truth[c] for c in hot),
            "overlap": sum(min(told[c], truth[c]) for c in told) / calls,
            "largest missed": max((n for c, n in truth.items() if c not in told), default=0),
            "error": sum(errors) / max(1, len(errors))}


def say(name, memory, found):
    print("# %-6s %-15s %s" % (memory, name, ", ".join("%s %.4g" % item for item in found.items())))


def ours(program, memory):
    found, _ = profile(program, SEED, env={"ALGOPROF_CONTEXT_MEMORY": memory}, options=("--phi=%g" % PHI,))
    return {path: n for path, (n, _) in limits(found, True).items()}, found["epsilon"]


def main():
    os.makedirs(WORK, exist_ok=True)
    flags, sources = ["-O2", *ALIKE], ["sites.c", "sites-other.c"]
    program = build(os.path.join(WORK, "judged"), sources, flags + mode_argument("full"))
    recorder = program + "-stream"
    must([CC, "-O1", "-c", os.path.join(base.HERE, "stream.c"), "-o", recorder + ".o"])
    build(recorder, sources, flags + ["-finstrument-functions", "-fno-pie"], (recorder + ".o", "-no-pie"))
    stream = record(recorder)
    truth, calls = collections.Counter(stream), len(stream)
    hot = sum(n >= PHI * calls for n in truth.values())
    print("# %d calls in %d contexts, %d of them hot" % (calls, len(truth), hot))
    for memory, size in MEMORY.items():
        counters = size // NODE
        told, epsilon = ours(program, memory)
        found = judge(told, truth, epsilon)
        say("algoprof", memory, {**found, "epsilon": epsilon})
        saving = space_saving(stream, counters)
        space = judge({c: n for c, (n, _) in saving.items() if n >= PHI * calls}, truth, 1 / counters)
        say("Space Saving", memory, {**space, "epsilon": 1 / counters})
        lossy, most = lossy_counting(stream, counters)
        count = judge({c: n for c, (n, missed) in lossy.items() if n + missed >= PHI * calls}, truth, 1 / counters)
        say("Lossy Counting", memory, {**count, "epsilon": 1 / counters, "most counters": most})
        check("judges-hot-" + memory, (found["missed"] or found["false"] or found["coverage"] < 1) and str(found))
        check("judges-right-" + memory, (space["missed"] or count["missed"]) and "a judge is wrong: %s, %s" % (space, count))
        check("judges-as-sure-" + memory, epsilon > 1 / counters
              and "expected an epsilon of %g at most, got %g" % (1 / counters, epsilon))
    print("%d passed, %d failed" % tuple(base.results))
    return base.results[1] > 0


if __name__ == "__main__":
    sys.exit(main())
