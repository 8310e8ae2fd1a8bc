# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts against the full tree of oracle.c, which GCC's hooks feed."""
import collections
import os

from base import ALIKE, ARCHIVE, CC, HERE, WORK, build, check, mode_argument, must, plain, profile, run, tree

def oracle_tree(program, arguments, full, sites=False):
    """{path: calls} and the run.  A path is of names; with sites of (name, line that it is called in)."""
    file = program + ".tree"
    done = run([program, *arguments], env=dict(os.environ, ORACLE=file, **({"ORACLE_FULL": "1"} if full else {}),
                                               **({"ORACLE_SITES": "1"} if sites else {})))
    names = {}
    for line in must(["nm", "-C", program]).stdout.splitlines():
        words = line.split(None, 2)
        if len(words) == 3 and words[1] in "tTwW":
            names[int(words[0], 16)] = plain(words[2])
    counts, path, rows = collections.Counter(), [], [line.split() for line in open(file)]
    lines = lines_of(program, {row[2] for row in rows if len(row) == 3}) if sites else {}
    for row in rows:
        if row == ["-"]:
            path.pop()
            continue
        name = names[int(row[0], 16)]
        path.append((name, lines[row[2]]) if sites else name)
        counts[tuple(path)] += int(row[1])
    return counts, done


def lines_of(program, addresses):
    """{return address: line of the call}; "": not the program's."""
    addresses = sorted(addresses)
    before = "".join("%#x\n" % (int(a, 16) - 1) for a in addresses)
    places = must(["addr2line", "-e", program], input=before).stdout.splitlines()
    return {a: "" if p.startswith("?") else p.split(" ")[0].rsplit(":", 1)[1] for a, p in zip(addresses, places)}


def differences(found, wanted):
    bad = [(p, found.get(p, 0), wanted.get(p, 0)) for p in set(found) | set(wanted) if found.get(p, 0) != wanted.get(p, 0)]
    if not bad:
        return ""
    bad.sort(key=lambda b: (len(b[0]), b))
    lines = ["%s: expected %d, got %d" % (" > ".join(p), w, f) for p, f, w in bad[:6]]
    return "%d of %d contexts differ\n%s" % (len(bad), len(wanted), "\n".join(lines))


def compare(name, sources, level, mode, arguments=(), flags=(), link=(ARCHIVE,), say=True, env=None, ours=()):
    """ours: what the program with contexts is compiled with besides."""
    program = os.path.join(WORK, "%s-%s-%s" % (name, level, mode))
    common = ["-O" + level, *ALIKE, *flags]
    build(program, sources, [*common, *mode_argument(mode), *ours], link)
    oracle = program + "-oracle"
    must([CC, "-O1", "-c", os.path.join(HERE, "oracle.c"), "-o", oracle + ".o"])
    # The oracle tells calls by where frames are: a call's arguments must not stay on the stack behind it.
    build(oracle, sources, common + ["-finstrument-functions", "-fno-pie", "-maccumulate-outgoing-args"],
          (oracle + ".o", "-no-pie"))
    found, ours = profile(program, *arguments, env=env)
    wanted, theirs = oracle_tree(oracle, arguments, mode == "full")
    fault = differences(tree(found), wanted)
    if not fault and (ours.stdout, ours.returncode) != (theirs.stdout, theirs.returncode):
        fault = "expected output %r, got %r" % (theirs.stdout[:200], ours.stdout[:200])
    if not fault and found["epsilon"]:
        fault = "expected epsilon 0, got %s" % found["epsilon"]
    if say:
        check("%s-%s-%s" % (name, level, mode), fault)
    return fault


PROGRAMS = {
    "kinds": ["kinds.c", "kinds-other.c"],
    "inline": ["inline.C"],
    "kept": ["kept.c"],
    "parser": ["parser.c"],
    "jumps": ["jumps.c"],
    "throws": ["throws.C"],
    "threads": ["threads.c"],
}


def site_path(c):
    """(name, line that it is called in) of each frame that the oracle sees."""
    lines = [""] + ["" if place is None or k in c["outside"] else place.rsplit(":", 1)[1]
                    for k, place in enumerate(c["places"])]
    return tuple((plain(name), lines[k]) for k, name in enumerate(c["path"]) if k not in c["outside"])


def limits(found, sites):
    """{path: [count, bound]} of the contexts that the oracle sees."""
    all_of = {}
    for c in found["contexts"]:
        path = site_path(c)
        if path and path[0][0] != "(unknown)" and len(c["path"]) - 1 not in c["outside"]:
            here = all_of.setdefault(path if sites else tuple(name for name, _ in path), [0, 0])
            here[0] += c["count"]
            here[1] += c["bound"]
    return all_of


def path_text(path):
    return " > ".join(p if isinstance(p, str) else ":".join(p) for p in path)


def bound_fault(found, wanted, calls, sites):
    if found["calls"] != calls:
        return "expected %d calls, got %d" % (calls, found["calls"])
    got, error, bad = limits(found, sites), round(found["epsilon"] * found["calls"]), []
    for path, (n, bound) in got.items():
        if not n <= wanted[path] <= n + bound or bound > error:
            bad.append("%s: expected %d, got %d + %d of %d" % (path_text(path), wanted[path], n, bound, error))
    for path, n in wanted.items():
        if path not in got and n > error:
            bad.append("%s: expected %d calls, got none with an error of %d" % (path_text(path), n, error))
    return "%d of %d contexts: %s" % (len(bad), len(wanted), "\n".join(bad[:3])) if bad else ""
