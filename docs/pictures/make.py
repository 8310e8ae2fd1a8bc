#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of statistics.md and methods.md from numbers.json, which measure.py made.
The same numbers give the same bytes.

    docs/pictures/make.py [FOLDER]      (default: beside this file)
"""
import json
import math
import os
import sys
from xml.sax.saxutils import escape

HERE = os.path.dirname(os.path.abspath(__file__))
# Grey: what the tool does not see.  Colours that the colour-blind tell apart.
STYLE = """
svg { background: #fff; font: 13px sans-serif; }
.paper { fill: #fff; } text { fill: #222; } .small { font-size: 11px; }
.axis { stroke: #777; fill: none; } .grid { stroke: #ddd; }
.unseen { fill: #c8c8c8; } .truth { stroke: #777; stroke-dasharray: 5 4; fill: none; }
.a { fill: #0072b2; } .b { fill: #d55e00; } .line-a { stroke: #0072b2; fill: none; stroke-width: 2; }
.line-b { stroke: #d55e00; fill: none; stroke-width: 2; }
.open { stroke: #d55e00; fill: none; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
svg { background: #14171c; } .paper { fill: #14171c; } text { fill: #e4e4e4; }
.axis { stroke: #999; } .grid { stroke: #333a44; } .unseen { fill: #4b525c; } .truth { stroke: #aaa; }
.a { fill: #56b4e9; } .b { fill: #f0913a; } .line-a { stroke: #56b4e9; } .line-b { stroke: #f0913a; }
.open { stroke: #f0913a; } }"""


def at(value):
    """A coordinate, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def count(value):
    """12400 as 12k."""
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:.3g}{letter}"
    return f"{value:.3g}"


class Picture:
    """Lines of an SVG; (0, 0) is above on the left."""

    def __init__(self, width, height, title, told):
        self.lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                      f'height="{height}" role="img" aria-labelledby="t d">',
                      f'<title id="t">{escape(title)}</title>', f'<desc id="d">{escape(told)}</desc>',
                      f"<style>{STYLE}</style>", f'<rect class="paper" width="{width}" height="{height}"/>']

    def path(self, cls, data):
        self.lines.append(f'<path class="{cls}" d="{data}"/>')

    def line(self, cls, points):
        self.path(cls, "M" + "L".join(f"{at(x)} {at(y)}" for x, y in points))

    def boxes(self, cls, boxes):
        """Of (x, y, width, height)."""
        self.path(cls, "".join(f"M{at(x)} {at(y)}h{at(w)}v{at(h)}h{at(-w)}z" for x, y, w, h in boxes))

    def dot(self, cls, x, y, radius=4):
        self.lines.append(f'<circle class="{cls}" cx="{at(x)}" cy="{at(y)}" r="{radius}"/>')

    def text(self, x, y, words, cls="", anchor="start"):
        cls = f' class="{cls}"' if cls else ""
        self.lines.append(f'<text{cls} x="{at(x)}" y="{at(y)}" text-anchor="{anchor}">{escape(words)}</text>')

    def key(self, x, y, entries):
        """(class, words): a square and what it means, one below the other."""
        for i, (cls, words) in enumerate(entries):
            self.boxes(cls, [(x, y + 18 * i - 10, 11, 11)])
            self.text(x + 17, y + 18 * i, words)

    def done(self):
        return "\n".join(self.lines + ["</svg>", ""])


class Log:
    """A logarithmic axis from low to high, on pixels from first to last."""

    def __init__(self, low, high, first, last):
        self.low, self.high, self.first, self.last = low, high, first, last

    def __call__(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.first + share * (self.last - self.first)


def frame(picture, x, y, marks_x, marks_y, name_x, name_y):
    """Axes with grid, marks and names."""
    for mark in marks_x:
        picture.line("grid", [(x(mark), y.first), (x(mark), y.last)])
        picture.text(x(mark), y.first + 16, count(mark), "small", "middle")
    for mark in marks_y:
        picture.line("grid", [(x.first, y(mark)), (x.last, y(mark))])
        picture.text(x.first - 6, y(mark) + 4, count(mark), "small", "end")
    picture.line("axis", [(x.first, y.last), (x.first, y.first), (x.last, y.first)])
    picture.text((x.first + x.last) / 2, y.first + 34, name_x, "", "middle")
    picture.text(x.first - 40, y.last - 10, name_y)


def met_of(numbers):
    """Words that some pair read; those that both of a pair read."""
    seen, twice = set(), set()
    for i in numbers["pairs"]:
        first, second = (set(range(a, a + n)) for a, n in numbers["read"][i:i + 2])
        seen |= first | second
        twice |= first & second
    return seen, twice


def draw_window(numbers):
    read, pairs = numbers["read"], numbers["pairs"]
    top = max(a + n for a, n in read)
    seen, twice = met_of(numbers)
    hidden = sorted(set(range(top)) - seen)
    size, low, high = (round(numbers[key] / 8) for key in ("size", "size_low", "size_high"))
    told = (f"{len(read)} instances read a window of {read[0][1]} cells that moves on by 5. {len(pairs)} pairs of neighbours "
            f"are traced. They show {len(seen)} of {top} cells; {len(twice)} are met in both of a pair, {len(seen) - len(twice)} in one "
            f"only, {len(hidden)} not at all. The estimate is {size}, interval {low} to {high}.")
    picture = Picture(720, 420, "What is measured: cells seen and hidden", told)
    left, base, wide = 62, 372, 7

    def box(i, first, number):
        return (left + wide * i, base - first - number, wide - 1, number)
    picture.text(22, 16, "cell")
    for mark in (100, 200, 300):
        picture.text(left - 6, base - mark + 4, str(mark), "small", "end")
    for mark in (1, 20, 40, 60):
        picture.text(left + wide * (mark - 0.5), base + 16, str(mark), "small", "middle")
    traced = {j for i in pairs for j in (i, i + 1)}
    picture.boxes("unseen", [box(i, a, n) for i, (a, n) in enumerate(read) if i not in traced])
    for cls in "ab":
        boxes = []
        for i in pairs:
            both = max(read[i][0], read[i + 1][0]), min(sum(read[i]), sum(read[i + 1]))
            if cls == "a":
                boxes += [box(j, both[0], both[1] - both[0]) for j in (i, i + 1)]
            else:
                boxes += [box(i, read[i][0], both[0] - read[i][0]), box(i + 1, both[1], sum(read[i + 1]) - both[1])]
        picture.boxes(cls, boxes)
    picture.line("axis", [(left, 22), (left, base), (left + wide * len(read), base)])
    right = left + wide * len(read) + 3
    runs = [c for c in hidden if c - 1 not in hidden], [c + 1 for c in hidden if c + 1 not in hidden]
    picture.boxes("unseen", [(right, base - b, 7, b - a) for a, b in zip(*runs)])
    for a, b in zip(*runs):
        picture.text(right + 12, base - (a + b) / 2 + 4, f"{b - a} hidden")
    picture.text(left + wide * 30, base + 36, "instance, in the order of the run", "", "middle")
    picture.key(left + 16, 42, [("a", "traced, read by both of a pair"), ("b", "traced, read by one of a pair: born or dead"),
                                ("unseen", "read, but not traced")])
    picture.text(left + 230, base - 46, f"seen {len(seen)}, true {top}, told {size}")
    picture.text(left + 230, base - 28, f"95 % interval {low} to {high}")
    return picture.done()


def draw_episodes(pool, stream):
    told = ("How often cells were met in separate pairs. Left, a pool that is read at random: "
            f"{', '.join(map(str, pool['met']))} cells were met 1, 2, 3 ... times. Right, a stream: all "
            f"{stream['met'][0]} were met once, and nothing but that is known of those not met.")
    picture = Picture(720, 260, "What is assumed: how often cells come back", told)
    for left, name, numbers in ((60, "a pool, read at random", pool), (420, "a stream: each cell read once", stream)):
        most = max(numbers["met"])
        for k, cells in enumerate(numbers["met"] + [0] * (7 - len(numbers["met"]))):
            high = 140 * cells / most
            picture.boxes("a" if k else "b", [(left + 36 * k, 200 - high, 28, high)] if cells else [])
            picture.text(left + 36 * k + 14, 195 - high, str(cells), "small", "middle")
            picture.text(left + 36 * k + 14, 216, str(k + 1), "small", "middle")
        picture.line("axis", [(left - 6, 200), (left + 36 * 7, 200)])
        picture.text(left - 6, 20, name)
        met, (true, size, low, high) = sum(numbers["met"]), (numbers[k] / 8 for k in ("exact", "size", "size_low", "size_high"))
        picture.text(left - 6, 38, f"met {count(met)}, true {count(true)}, told {count(size)} ({count(low)} to {count(high)})", "small")
        picture.text(left + 120, 240, "cells by number of pairs that met them", "", "middle")
    return picture.done()


def draw_intervals(numbers):
    truth, rows = numbers["exact"], numbers["sampled"]
    missed = [r["pairs"] for r in rows if not r["size_low"] <= truth <= r["size_high"]]
    told = (f"One loop of 20000 instances, true size {count(truth)} bytes, sampled at eight rates. Size and interval by pairs: "
            + "; ".join(f"{r['pairs']}: {count(r['size'])} ({count(r['size_low'])} to {count(r['size_high'])})" for r in rows)
            + f". Intervals that miss the truth, by pairs: {', '.join(map(str, missed)) or 'none'}.")
    picture = Picture(720, 320, "When it fails: few pairs", told)
    x, y = Log(1.4, 1500, 70, 690), Log(7e3, 2.2e6, 260, 40)
    frame(picture, x, y, [r["pairs"] for r in rows], (1e4, 1e5, 1e6), "pairs", "size, bytes")
    picture.line("truth", [(x.first, y(truth)), (x.last, y(truth))])
    picture.text(x.last, y(truth) - 26, f"true: {count(truth)}", "", "end")
    for row in rows:
        side = "b" if row["pairs"] in missed else "a"
        middle, ends = x(row["pairs"]), (y(row["size_low"]), y(row["size_high"]))
        picture.path(f"line-{side}", f"M{at(middle)} {at(ends[0])}V{at(ends[1])}" + "".join(f"M{at(middle - 5)} {at(e)}h10" for e in ends))
        picture.dot(side, middle, y(row["size"]))
        if side == "b":
            picture.text(middle + 12, ends[1] - 6, "misses the truth")
    return picture.done()


def draw_together(numbers):
    slopes = numbers["slopes"]
    told = (f"Cost against size of ten runs, a hundredth of the instances traced. True sizes have slope {slopes['exact']:.2f}, sizes "
            f"each run alone {slopes['streak']:.2f} with scatter, sizes by one law {slopes['joint']:.2f}, in a straight line beside the true one.")
    picture = Picture(720, 360, "Several runs together", told)
    x, y = Log(3e4, 7e5, 70, 690), Log(8e3, 1.3e5, 300, 40)
    frame(picture, x, y, (5e4, 1e5, 2e5, 5e5), (1e4, 2e4, 5e4, 1e5), "size, bytes", "cost, iterations")
    picture.line("truth", [(x(s), y(c)) for s, c in numbers["exact"]])
    for size, cost in numbers["streak"]:
        picture.dot("open", x(size), y(cost), 5)
    picture.line("line-a", [(x(s), y(c)) for s, c in numbers["joint"]])
    for size, cost in numbers["joint"]:
        picture.dot("a", x(size), y(cost))
    picture.dot("open", 96, 58, 5)
    picture.text(110, 62, f"each run alone: slope {slopes['streak']:.2f}")
    picture.dot("a", 96, 78)
    picture.text(110, 82, f"together, one law: slope {slopes['joint']:.2f}")
    picture.line("truth", [(86, 98), (106, 98)])
    picture.text(112, 102, f"true sizes: slope {slopes['exact']:.2f}")
    return picture.done()


def law(curve, n):
    """fit.h's struct fit_law."""
    return (math.exp(curve["ln_factor"] + curve["power"] * math.log(n) + curve["logs"] * math.log(math.log2(max(n, 2)))
                     + curve["rate"] * n) + curve["constant"])


def draw_fit(numbers):
    curves, points, further = numbers["curves"], numbers["points"], numbers["next_size"]
    names = [curve["class"] for curve in curves]
    exponent = tuple(numbers[k] for k in ("exponent", "exponent_low", "exponent_high"))
    told = (f"Six runs of sizes {points[0][0]} to {points[-1][0]}. The curves {' and '.join(names)} both go through them; they part "
            f"beyond, where size {round(further)} would tell. Exponent {exponent[0]:.2f}, interval {exponent[1]:.2f} to {exponent[2]:.2f}.")
    picture = Picture(720, 360, "A fit that cannot tell two curves apart", told)
    x, y = Log(80, 4000, 70, 690), Log(70, 7000, 300, 40)
    frame(picture, x, y, (100, 200, 500, 1000, 2000), (100, 300, 1000, 3000), "size", "cost")
    for cls, curve in zip(("line-a", "line-b"), curves):
        sizes = [90 * (3000 / 90) ** (k / 40) for k in range(41)]
        picture.line(cls, [(x(n), y(law(curve, n))) for n in sizes])
        above = curve is max(curves, key=lambda c: law(c, 3000))
        picture.text(x(3000) + 6, y(law(curve, 3000)) + (-4 if above else 14), curve["class"])
    picture.line("truth", [(x(further), y.first), (x(further), y.last)])
    picture.text(x(further) - 8, y.first - 12, f"a run of size {round(further)} would tell", "", "end")
    for size, cost in points:
        picture.dot("a", x(size), y(cost), 5)
    picture.text(86, 62, f"{numbers['class']}; could also be {', '.join(numbers['alternatives'])}")
    picture.text(86, 82, f"exponent {exponent[0]:.2f}, 95 % interval {exponent[1]:.2f} to {exponent[2]:.2f}")
    return picture.done()


def main():
    folder = sys.argv[1] if sys.argv[1:] else HERE
    with open(os.path.join(HERE, "numbers.json"), encoding="utf-8") as file:
        numbers = json.load(file)
    pictures = {"window": draw_window(numbers["window"]), "episodes": draw_episodes(numbers["pool"], numbers["stream"]),
                "intervals": draw_intervals(numbers["intervals"]), "together": draw_together(numbers["together"]),
                "fit": draw_fit(numbers["fit"])}
    for name, text in pictures.items():
        with open(os.path.join(folder, f"{name}.svg"), "w", encoding="utf-8") as file:
            file.write(text)


main()
