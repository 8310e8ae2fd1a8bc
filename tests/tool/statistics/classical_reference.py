# SPDX-License-Identifier: GPL-3.0-or-later
"""The classical estimators as their authors write them, in plain Python: the judge of tests/tool/statistics/streak_random.py.
A, B of each pair are samples one after the other; cells are integers.  None: undefined."""
from collections import Counter
from math import sqrt


def ratio(a, b):
    return a / b if b else None


def estimates(n, pairs):
    samples = [set(s) for _, a, b in pairs for s in (a, b)]
    t = len(samples)
    count = Counter(c for s in samples for c in s)
    q = Counter(count.values())
    seen = len(count)
    both = [(len(a), len(b), len(a & b)) for a, b in zip(samples[::2], samples[1::2])]
    usable = [x * y / m for x, y, m in both if m]
    marked, history = set(), []
    for s in samples:
        history.append((len(s), len(marked), len(s & marked)))
        marked |= s
    out = {
        "pair": ratio(sum(usable), len(usable)),
        "chapman": sum((x + 1) * (y + 1) / (m + 1) - 1 for x, y, m in both) / len(both),
        "schnabel": ratio(sum(c * m for c, m, r in history), sum(r for c, m, r in history)),
        "schumacher": ratio(sum(c * m * m for c, m, r in history), sum(r * m for c, m, r in history)),
        "jackknife1": seen + q[1] * (t - 1) / t,
        "jackknife2": seen + q[1] * (2 * t - 3) / t - q[2] * (t - 2) ** 2 / (t * (t - 1)),
        "gee": sqrt(n / t) * q[1] + sum(v for j, v in q.items() if j >= 2),
    }
    f0 = (t - 1) / t * q[1] * (q[1] - 1) / (2 * (q[2] + 1))
    out["chao2"] = seen + f0
    out["inext"] = seen + (f0 * (1 - (1 - q[1] / (t * f0 + q[1])) ** (n - t)) if f0 else 0)
    rare = {j: v for j, v in q.items() if j <= 10}
    total, distinct = sum(j * v for j, v in rare.items()), sum(rare.values())
    if not distinct:
        out["ice"] = seen
    elif q[1] == total:
        out["ice"] = None
    else:
        cover = 1 - q[1] / total
        gamma = max(distinct / cover * t / (t - 1) * sum(j * (j - 1) * v for j, v in rare.items()) / total ** 2 - 1, 0)
        out["ice"] = seen - distinct + distinct / cover + q[1] / cover * gamma
    return out
