#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""STREAK and the classical estimators against their references in Python
(streak_reference.py, classical_reference.py) on random loops: every figure equal
to 1e-9.  Then the same loops with words of 8 cells must say the same in words.

Usage: streak_random.py [CASES [SEED]]; O is the build folder."""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import classical_reference  # noqa: E402
import streak_reference  # noqa: E402

REGION = 1 << 34
TOLERANCE = 1e-9


def uniform(rng, n):
    probes, cells = rng.randint(1, 6), rng.randint(5, 40 * n)
    return lambda i: [rng.randrange(cells) for _ in range(probes)]


def skewed(rng, n):
    probes, cells, power = rng.randint(1, 6), rng.randint(20, 20 * n), rng.uniform(1.5, 6)
    return lambda i: [int(cells * rng.random() ** power) for _ in range(probes)]


def fresh(rng, n):
    block, stride = rng.randint(1, 9), rng.choice([1, 1, 2, 5])
    return lambda i: [(i * block + k) * stride for k in range(block)]


def fresh_varied(rng, n):
    start = [0]
    for _ in range(n):
        start.append(start[-1] + min(60, int(rng.paretovariate(1.1))))
    return lambda i: range(start[i], start[i + 1])


def core(rng, n):
    size = rng.randint(1, 30)
    return lambda i: range(size)


def window(rng, n):
    width, step = rng.randint(2, 60), rng.randint(1, 5)
    return lambda i: range(i * step, i * step + width)


def prefix(rng, n):
    speed = rng.uniform(.02, .5)
    return lambda i: range(int(i * speed) + 1)


def walk(rng, n):
    longest = rng.randint(5, 150)
    return lambda i: range(rng.randint(1, longest))


def padded(rng, n):
    length, pad, rows, span = rng.randint(1, 4), rng.randint(1, 6), rng.randint(3, 3 * n), rng.randint(2, 30)

    def read(i):
        first = rng.randrange(rows)
        return [(first + k) * (length + pad) + c for k in range(span) for c in range(length)]
    return read


def phases(rng, n):
    cells = rng.randint(5, 10 * n)
    return lambda i: [rng.randrange(cells) + (REGION // 4 if 2 * i > n else 0) for _ in range(3)]


def toggling(rng, n):
    size = rng.randint(1, 20)
    return lambda i: range(i % 2 * size, i % 2 * size + size)


def rows(rng, n):
    count, width = rng.randint(2, n), rng.randint(1, 8)
    return lambda i: range(i % count * width, i % count * width + width)


def held(rng, n):
    width, times = rng.randint(1, 8), rng.randint(2, max(2, n // 4))
    return lambda i: range(i // times * width, i // times * width + width)


def heap(rng, n):
    probes, cells = rng.randint(1, 4), rng.randint(20, 10 * n)
    place = [rng.randrange(64 * cells) for _ in range(cells)]
    return lambda i: [place[int(cells * rng.random() ** 2)] for _ in range(probes)]


def scattered(rng, n):
    chains, length, room = rng.randint(5, 30), rng.randint(20, 80), rng.randint(20, 40)
    place = [room * k + rng.randrange(room - 2) for k in range(chains * length)]

    def read(i):
        chain, first = rng.randrange(chains), rng.randrange(length)
        return [place[chain + chains * k] + c for k in range(first, length) for c in range(2)]
    return read


KINDS = [uniform, skewed, fresh, fresh_varied, core, window, prefix, walk, padded, phases, toggling, rows, held, heap, scattered]


def make_case(rng):
    n = rng.choice([2, 3, 5, 20, 100, 400, 1500, 5000])
    parts = [(c * REGION, rng.choice(KINDS)(rng, n)) for c in range(rng.choice([1, 1, 2, 3]))]
    rate, at, pairs = rng.choice([.9, .3, .1, .03, .01]), 0, []
    if rng.random() < .3:
        at = -1                         # the first pair always
    while len(pairs) < 130:
        while at >= 0 and rng.random() >= rate:
            at += 1
        at = max(at, 0)
        if at > n - 2:
            break
        a, b = (sorted({base + c for base, part in parts for c in part(i)}) for i in (at, at + 1))
        if rng.random() < .02:
            a = []
        pairs.append({"i": at, "A": a, "B": b})
        at += 2
    case = {"n": n, "pairs": pairs}
    if rng.random() < .4 and pairs:
        sampled = sum(len(p["A"]) + len(p["B"]) for p in pairs)
        mean = sampled / (2 * len(pairs)) * rng.choice([.7, .95, 1, 1.1, 1.5])
        case["total_cost"] = sampled + int(mean * (n - 2 * len(pairs)))
    return case


def same(a, b):
    if a is None or b is None:
        return a is b
    return abs(a - b) <= TOLERANCE * max(abs(a), abs(b), 1e-9)


def differences(case, answer, extents, keys):
    pairs = [(p["i"], p["A"], p["B"]) for p in case["pairs"]]
    r = streak_reference.estimate(case["n"], pairs, case.get("total_cost"), extents)
    r.setdefault("U", -1)
    if r["fam"].get("exact"):
        keys = ("S", "N", "lo", "hi")
    elif answer["filled"]:              # streak_common_ranges.c and streak_growing_input.c, which the reference does not know
        keys = ("S",)
    else:
        r["chat"] = answer["chat"] if r["fam"].keys() & {"nested", "none"} else r["chat"]
        keys = keys if extents else tuple(k for k in keys if k != "U")
        r["U"] = r.get("U", -1)
    if not extents:
        classical = classical_reference.estimates(case["n"], pairs)
        keys += tuple(classical)
        r.update(classical)
    return [f"{k}: {answer[k]!r}, not {r[k]!r}" for k in keys if not same(answer[k], r[k])]


def run(cases, word_shift):
    program = os.path.join(os.environ.get("O", "build"), "tests/tool/statistics/streak_eval")
    text = "".join(json.dumps(c) + "\n" for c in cases)
    done = subprocess.run([program, str(word_shift)], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 4711)
    cases = []
    while len(cases) < count:
        case = make_case(rng)
        if case["pairs"]:
            cases.append(case)
    failed = False
    for word_shift in (0, 3):
        answers = run(cases, word_shift)
        bad = [] if len(answers) == len(cases) else [f"{len(answers)} answers to {len(cases)} cases"]
        # In a word's cells the drift of addresses is a little more than in words.
        keys = ("S", "H1", "cv", "chat", "U", "N", "lo", "hi")
        for at, (case, answer) in enumerate(zip(cases, answers)):
            for mode, extents in (("plain", False), ("extents", True)):
                if word_shift and extents:
                    continue
                bad += [f"case {at} {mode}: {text}" for text in
                        differences(case, answer[mode], extents, keys)]
        print(f"{'not ok' if bad else 'ok'} streak_random {count} cases, words of {1 << word_shift} cells")
        for line in bad[:20]:
            print("    " + line)
        failed |= bool(bad)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
