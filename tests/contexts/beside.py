#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts beside the other modes in the same files, against the full tree of oracle.c.

    tests/contexts/beside.py [NAME...]

  PARTNER-PROGRAM-LEVEL-RUNTIME-MODE   partner: targets (all that there are, every instance traced), left (likewise, and
                                       instances are left at random moments; with the shared runtime at once, for want of
                                       a budget), cet (left, and branches lead to marked places only), one (a recursion of
                                       inline functions), inhouse
  sizes                                targets have the sizes and costs that they have without contexts
  callers                              the report's JSON and --target say who calls a target's function, from where
  units                                a target in one file is traced through another that has contexts, too
"""
import json
import os
import sys

import base
from base import ALIKE, ARCHIVE, CC, PLUGIN, SHARED, TOOL, WORK, build, check, mode_argument, must, profile
from oracle import PROGRAMS, compare

ROWS = [
    # partner, program, level, runtime, mode
    ("targets", "kinds", "0", "static", "folded"),
    ("targets", "throws", "2", "shared", "full"),
    ("targets", "parser", "2", "static", "full"),
    ("targets", "threads", "0", "shared", "folded"),
    ("targets", "jumps", "2", "shared", "folded"),
    ("targets", "throws", "0", "static", "folded"),
    ("left", "kinds", "2", "shared", "full"),
    ("left", "throws", "0", "static", "full"),
    ("left", "parser", "0", "shared", "folded"),
    ("left", "jumps", "2", "static", "folded"),
    ("left", "parser", "2", "static", "full"),
    ("cet", "parser", "2", "static", "folded"),
    ("cet", "throws", "2", "static", "full"),
    ("one", "inline", "0", "static", "folded"),
    ("one", "inline", "2", "shared", "full"),
    ("inhouse", "kinds", "2", "static", "full"),
    ("inhouse", "throws", "0", "shared", "folded"),
    ("inhouse", "parser", "0", "shared", "full"),
    ("inhouse", "throws", "2", "static", "folded"),
    # at link time, where a place has other numbers
    ("targets", "parser", "2", "lto", "folded"),
    ("targets", "kinds", "2", "lto", "full"),
    ("inhouse", "parser", "2", "lto", "full"),
]
LEAVING = os.path.join(base.O, "tests/runtime/leaving/librt-sample.a")     # traced code is left at random moments
TARGETS = ["-fplugin-arg-algoprof-target=*", "-Wno-pragmas"]
PARTNERS = {
    "targets": (TARGETS, {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}),
    "left": (TARGETS, {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0.0001"}),
    "cet": ([*TARGETS, "-fcf-protection=full"], {"ALGOPROF_RATE": "1"}),
    "one": (["-fplugin-arg-algoprof-target=head:recursion"], {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}),
    "inhouse": (["-fplugin-arg-algoprof-inhouse"], {}),
}


def trees(wanted):
    for row in ROWS:
        partner, program, level, runtime, mode = row
        name = "-".join(row)
        if wanted and name not in wanted and partner not in wanted:
            continue
        flags, env = PARTNERS[partner]
        leaving = partner in ("left", "cet") and os.path.exists(LEAVING)
        link = SHARED if runtime == "shared" else (LEAVING if leaving else ARCHIVE,)
        more = ["-flto"] if runtime == "lto" else []
        if more:
            link = (*link, *more, "-O" + level, *ALIKE, *mode_argument(mode), *flags)
        check(name, compare(name, PROGRAMS[program], level, mode, flags=more, link=link, say=False, env=env, ours=flags)
              or missing_partner(os.path.join(WORK, "%s-%s-%s.aplog" % (name, level, mode))))


def missing_partner(log):
    """The other mode has told something, too."""
    return "" if report(log)["targets"] else "expected targets in the report, got none"


def report(log):
    return json.loads(must([TOOL, "report", "--json", log]).stdout)


def rows_of(log):
    wanted = ("name", "kind", "runs", "fit"), ("size", "cost", "instances", "sampled", "exact")
    return sorted(json.dumps([{k: t[k] for k in wanted[0]}, [{k: p[k] for k in wanted[1]} for p in t["points"]]])
                  for t in report(log)["targets"])


def sizes():
    env = {"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}
    for source in "parser.c", "throws.C":
        told = []
        for more in [], ["-fplugin-arg-algoprof-contexts", "-fplugin-arg-algoprof-callees=all"]:
            program = os.path.join(WORK, "sizes-" + source.replace(".", "-") + ("-with" if more else ""))
            build(program, [source], ["-O2", *ALIKE, PLUGIN, *TARGETS, *more])
            profile(program, env=env)
            told.append(rows_of(program + ".aplog"))
        fault = "" if told[0] == told[1] else "expected %s\ngot      %s" % tuple(told)
        check("sizes-" + source, fault or (not told[0] and "no targets"))


CALLERS = """static int scan(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static int few(const int *a) { return scan(a, 4); }
static int many(const int *a) { return scan(a, 9) + scan(a, 8); }
int main(void)
{
    int a[9] = { 0 }, s = few(a);
    for (int i = 0; i < 7; i++)
        s += many(a);
    return s;
}
"""


def callers():
    program = os.path.join(WORK, "callers")
    with open(program + ".c", "w", encoding="utf-8") as f:
        f.write(CALLERS)
    build(program, [program + ".c"], ["-O2", *ALIKE, *mode_argument("folded"), "-fplugin-arg-algoprof-target=scan"])
    profile(program)
    wanted = [("many", 7), ("many", 7), ("few", 1)]
    target = report(program + ".aplog")["targets"][0]
    found = [(c["name"], c["calls"]) for c in target.get("callers", [])]
    places = {c["place"].rsplit("/", 1)[-1] for c in target.get("callers", [])}
    check("callers-json", (found != wanted or places != {"callers.c:8", "callers.c:9"})
          and "expected %s, got %s at %s" % (wanted, found, places))
    text = must([TOOL, "report", "--target", "scan", program + ".aplog"]).stdout
    line = [line.strip() for line in text.splitlines() if line.strip().startswith("called by")]
    check("callers-text", [" ".join(line[0].split()) if line else ""]
          != ["called by many at callers.c:9 (7 calls), many at callers.c:9 (7 calls), few at callers.c:8 (1 call)"] and line)
    plain = json.loads(must([TOOL, "report", "--json", os.path.join(WORK, "sizes-parser-c.aplog")]).stdout)
    check("callers-none", ["callers" in t for t in plain["targets"] if "callers" in t] and "callers without contexts")


OUTER = """extern int other(const int *, int);
int main(void)
{
    int a[64], s = 0;
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma algoprof loop name(outer)
    for (int i = 0; i < 64; i++)
        s += other(a, i);
    return s & 1;
}
"""
OTHER = """static int inner(const int *a, int i) { return a[i]; }
int other(const int *a, int i) { return inner(a, i) + 1; }
"""


def units():
    """64 reads of 4 bytes lie in the other file, which has no target."""
    for where in "archive", "library":
        program = os.path.join(WORK, "units-" + where)
        files = []
        for name, text in ("outer", OUTER), ("other", OTHER):
            files.append("%s-%s.c" % (program, name))
            with open(files[-1], "w", encoding="utf-8") as f:
                f.write(text)
        flags = ["-O2", "-fPIC", *ALIKE, *mode_argument("folded"), "-fplugin-arg-algoprof-callees=all"]
        if where == "library":
            library = program + "-other.so"
            must([CC, *flags, "-shared", files[1], "-o", library, *SHARED])
            build(program, [files[0]], flags, (library, *SHARED))
        else:
            build(program, files, flags)
        found, _ = profile(program, env={"ALGOPROF_RATE": "1", "ALGOPROF_BUDGET": "0"}, status=None)
        size = report(program + ".aplog")["targets"][0]["points"][0]["size"]
        counts = base.path_counts(found)
        wanted = {"main": 1, "main > other": 64, "main > other > inner": 64}
        check("units-" + where, counts != wanted and "expected %s, got %s" % (wanted, counts)
              or size != 256 and "expected a size of 256 bytes, got %s" % size)


def main():
    os.makedirs(WORK, exist_ok=True)
    wanted = sys.argv[1:]
    trees(wanted)
    for f in sizes, callers, units:
        if not wanted or f.__name__ in wanted:
            f()
    print("%d passed, %d failed" % tuple(base.results))
    return base.results[1] > 0


if __name__ == "__main__":
    sys.exit(main())
