# SPDX-License-Identifier: GPL-3.0-or-later
"""marked loops that are not sampled (ALGOPROF_LOG=off), over plain

By class: `tiny`, a mean of 8 iterations at most; `large`, 256 and more plain
instructions an instance; `small`, the others.

A short loop takes one cycle an iteration or two as it happens to lie within a line of the
cache or across its end, and any code before it moves it.  So times are taken with functions
at each of four places of a line, and judged by their means over these.
"""
import statistics

from common import LEVELS, spread, table
from programs import PLACES, PLAIN, Config, Programs, time_ratios

BUILDS = {"plugin": []}
PLAIN_RUN = Config("plain", PLAIN, 1, 10, {}, None)
OFF = Config("off", "plugin", 1, 10, {"ALGOPROF_LOG": "off"}, "plain")
COUNT = Config("count", "plugin", 1, 1, {"ALGOPROF_BUDGET": "0"}, "plain")
ROUNDS = 4 * len(PLACES)


def times_at_places(programs, ns, kernel):
    """[(ns with the plugin, ns without)] of a run at each place: medians over its rounds."""
    places = [programs.place_of(turn) for turn in range(ROUNDS)]
    return [tuple(statistics.median(t for t, p in zip(ns[config.name][kernel], places) if p == place)
                  for config in (OFF, PLAIN_RUN)) for place in programs.places]


def classify(programs, counts):
    """{kernel: (class, instances of a timed run, plain instructions and iterations an instance)}."""
    found = {}
    for kernel in programs.kernels:
        points = [p for t in programs.told(COUNT, kernel, "report")["targets"] for p in t["points"]]
        instances = sum(p["instances"] for p in points)
        iterations = sum(p["cost"] for p in points) / instances
        size = counts[kernel] * OFF.counted / instances
        name = "large" if size >= 256 else "tiny" if iterations <= 8 else "small"
        found[kernel] = name, instances, size, iterations
    return found


def report_code(programs, bars):
    """The originals' code, without the copies: the bar is a tenth and 16 bytes a loop more than plain."""
    rows, beyond = [], []
    for source, (plain, found, loops) in sorted(programs.code("plugin").items()):
        beyond.append((found - 1.1 * plain) / loops)
        rows.append([source, loops, plain, found, "%.1f" % ((found - plain) / loops), "%.1f" % beyond[-1]])
    table("%s: bytes of the originals" % programs.level,
          ["file", "loops", "plain", "with the plugin", "more a loop", "beyond a tenth"], rows)
    bars.judge("unsampled %s: code, bytes a loop beyond a tenth, median" % programs.level, statistics.median(beyond), 16, "%.1f")
    bars.judge("unsampled %s: code, bytes a loop beyond a tenth, worst" % programs.level, max(beyond), 16, "%.1f")


def report_vectorised(programs, bars):
    marked = programs.marked()
    before, after = programs.vectorised[PLAIN], programs.vectorised["plugin"]
    print("%s: marked loops that are vectorised: plain %d, with the plugin %d" % (
        programs.level, len(before & marked), len(after & marked)))
    for place in sorted(before - after):
        print("  not vectorised with the plugin: %s%s" % (
            place, "" if place in marked else " (not marked, a loop around a marked one)"))
    print()
    bars.judge("unsampled %s: vectorised loops that are not with the plugin" % programs.level,
               len((before - after) & marked), 0, "%d")


def measure_level(build, level, bars):
    programs = Programs(build, level, "kernels", BUILDS, [PLAIN_RUN, OFF], PLACES)
    counts = programs.instructions()
    ns = programs.times(ROUNDS)
    classes = classify(programs, counts["plain"])
    rows, ratios, tiny, times = [], {"tiny": [], "small": [], "large": []}, [], []
    for kernel in sorted(classes, key=lambda k: classes[k][2]):
        name, instances, size, iterations = classes[kernel]
        ratio = counts["off"][kernel] / counts["plain"][kernel]
        took = times_at_places(programs, ns, kernel)
        added = [(off - plain) / instances for off, plain in took]
        ratios[name].append(ratio)
        times.append(sum(off for off, _ in took) / sum(plain for _, plain in took))
        if name == "tiny":
            tiny.append(statistics.mean(added))
        rows.append([kernel, name, "%.1f" % iterations, "%.1f" % size, "%.4f" % ratio,
                     "%+.1f" % (size * (ratio - 1)), spread(time_ratios(ns, OFF, kernel)),
                     "%.3f" % times[-1],
                     "%+.2f [%+.2f, %+.2f]" % (statistics.mean(added), min(added), max(added))])
    table("%s: instructions and CPU time over plain" % level,
          ["kernel", "class", "iterations", "instructions", "over plain", "added", "time of rounds [quartiles]",
           "mean of places", "added ns [least, most of places]"],
          rows)
    everything = [r for values in ratios.values() for r in values]
    table("%s: by class" % level, ["class", "kernels", "instructions [quartiles]", "worst"],
          [[name, len(values), spread(values, "%.4f"), "%.4f" % max(values, default=0)]
           for name, values in [*ratios.items(), ("all", everything)]])
    bars.judge("unsampled %s: added ns an instance, tiny, worst" % level, max(tiny, default=None), 1, "%.2f")
    bars.judge("unsampled %s: CPU time, median" % level, statistics.median(times), 1.002, "%.4f")
    report_code(programs, bars)
    report_vectorised(programs, bars)


def measure(build, bars):
    for level in LEVELS:
        measure_level(build, level, bars)
