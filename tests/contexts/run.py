#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts: every context's count against the full tree of oracle.c, which GCC's hooks feed.

    tests/contexts/run.py [NAME...]

  NAME-LEVEL-folded, -full   the tree of programs/NAME equals the oracle's, and so does the output
  the others                 one property each, by name
"""
import collections
import json
import os
import subprocess
import sys

O = os.path.abspath(os.environ.get("O", "build"))
CC, CXX = os.environ.get("CC", "gcc"), os.environ.get("CXX", "g++")
HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.path.join(O, "tests", "contexts")
PLUGIN = "-fplugin=" + os.path.join(O, "algoprof.so")
TOOL = os.path.join(O, "algoprof")
ARCHIVE, SHARED = os.path.join(O, "librt-sample.a"), ["-L" + O, "-lrt-sample", "-Wl,-rpath," + O]
# Both trees are of one program: GCC merges, splits and inlines nothing.
ALIKE = ["-fno-inline", "-fno-ipa-cp", "-fno-ipa-icf", "-fno-ipa-pure-const", "-fno-ipa-modref", "-fno-ipa-sra",
         "-fno-partial-inlining", "-fno-optimize-sibling-calls", "-fno-builtin", "-g", "-pthread"]
results = [0, 0]


def check(name, fault):
    results[bool(fault)] += 1
    print(("not ok " if fault else "ok ") + name)
    if fault:
        print("  " + str(fault).replace("\n", "\n  "))
    sys.stdout.flush()


def main_of(name, tests):
    """Runs the tests that the command line names, or all; exits with 1 if one failed."""
    os.makedirs(WORK, exist_ok=True)
    for wanted in sys.argv[1:] or tests:
        tests[wanted]()
    print("%s: %d passed, %d failed" % (name, *results))
    sys.exit(results[1] > 0)


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def must(command, **more):
    done = run(command, **more)
    if done.returncode:
        sys.exit("%s:\n%s" % (" ".join(command), done.stderr[-3000:]))
    return done


def mode_argument(mode):
    return [PLUGIN, "-fplugin-arg-algoprof-contexts" + ("" if mode == "folded" else "=" + mode)]


def compiler(source):
    return CXX if source.endswith((".C", ".cpp")) else CC


def source_of(name):
    return name if os.path.isabs(name) else os.path.join(HERE, "programs", name)


def build(program, sources, flags, link=(ARCHIVE,), compile_more=()):
    objects = []
    for s in sources:
        o = "%s-%s.o" % (program, os.path.basename(s).replace(".", "-"))
        must([compiler(s), *flags, *compile_more, "-c", source_of(s), "-o", o])
        objects.append(o)
    cxx = any(compiler(s) == CXX for s in sources)
    must([CXX if cxx else CC, "-pthread", *objects, *link, "-ldl", "-lm", "-o", program])
    return program


def contexts(log, *options):
    done = run([TOOL, "contexts", "--json", *options, log])
    if done.returncode:
        return {"calls": 0, "epsilon": 0, "contexts": [], "unknown": 0, "forgotten": 0, "error": done.stderr}
    return json.loads(done.stdout)


def profile(program, *arguments, env=None, status=0, options=("--by-callee",)):
    """What `algoprof contexts` says of a run, and the run."""
    log = program + ".aplog"
    if os.path.exists(log):
        os.unlink(log)
    done = run([program, *arguments], env=dict(os.environ, ALGOPROF_LOG=log, **(env or {})), timeout=120)
    if status is not None and done.returncode != status:
        sys.exit("%s: status %s for %s\n%s" % (program, done.returncode, status, done.stderr))
    return contexts(log, *options), done


def tree(found):
    """{path of names: count} without frames that no oracle sees."""
    counts = collections.Counter()
    for c in found["contexts"]:
        seen = [n for i, n in enumerate(c["path"]) if i not in c["outside"] and i not in c["inlined"]]
        if len(c["path"]) - 1 not in c["outside"]:
            counts[tuple(plain(n) for n in seen)] += c["count"]
    return counts


def plain(name):
    """The same for a declaration's name and a linker's."""
    depth, out = 0, ""
    for c in name.split(" [")[0]:
        depth += c == "("
        if not depth:
            out += c
        depth -= c == ")"
    return out.split("::")[-1].removesuffix(" const") if "lambda" not in name else "lambda"


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


def compare(name, sources, level, mode, arguments=(), flags=(), link=(ARCHIVE,), say=True, env=None):
    program = os.path.join(WORK, "%s-%s-%s" % (name, level, mode))
    common = ["-O" + level, *ALIKE, *flags]
    build(program, sources, common + mode_argument(mode), link)
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
    "kept": ["kept.c"],
    "parser": ["parser.c"],
    "jumps": ["jumps.c"],
    "throws": ["throws.C"],
    "threads": ["threads.c"],
}


def trees(wanted):
    for name, sources in PROGRAMS.items():
        for level in ("0", "1", "2", "3", "s"):
            for mode in ("folded", "full"):
                test = "%s-%s-%s" % (name, level, mode)
                if not wanted or test in wanted or name in wanted:
                    compare(name, sources, level, mode)


def path_counts(found):
    return {" > ".join(p): n for p, n in tree(found).items()}


def expect(name, found, wanted):
    counts = path_counts(found)
    bad = ["%s: expected %d, got %s" % (p, n, counts.get(p)) for p, n in wanted.items() if counts.get(p) != n]
    check(name, "\n".join(bad) or (found.get("error", "")))


def ways_to_link():
    """The other unit is in an archive, in a library, without contexts, optimised at link time."""
    kinds = PROGRAMS["kinds"]
    compare("kinds-no-pie", kinds, "2", "folded", flags=["-fno-pie"], link=(ARCHIVE, "-no-pie"))
    compare("kinds-static", kinds, "2", "folded", link=(ARCHIVE, "-static"))
    compare("kinds-shared-runtime", kinds, "2", "folded", link=SHARED)
    compare("kinds-pic", kinds, "2", "folded", flags=["-fPIC"])
    compare("throws-pic", PROGRAMS["throws"], "2", "folded", flags=["-fPIC"])
    compare("kinds-intel", kinds, "2", "folded", flags=["-masm=intel"])
    compare("kinds-cet", kinds, "2", "folded", flags=["-fcf-protection=full"])
    compare("kinds-no-plt", kinds, "2", "folded", flags=["-fno-plt", "-fPIC"])
    compare("kinds-sections", kinds, "2", "folded", flags=["-ffunction-sections"], link=(ARCHIVE, "-Wl,--gc-sections"))
    compare("throws-frame", PROGRAMS["throws"], "2", "full", flags=["-fno-omit-frame-pointer", "-fstack-protector-all"])


def pure():
    """Calls of functions that are pure or const, whose calls are counted all the same."""
    for mode in "folded", "full":
        compare("pure", ["pure.C", "pure-other.C"], "2", mode, flags=["-fipa-pure-const"])


def own_allocator():
    """The program's own malloc, which GCC has built in, is called in its context, and counted once."""
    program = os.path.join(WORK, "own-malloc")
    flags = ["-O2", "-g", "-fno-optimize-sibling-calls", *mode_argument("folded")]
    units = [("caller", []), ("allocator", ["-DALLOCATOR", "-fno-builtin"])]
    for unit, more in units:
        must([CC, *flags, *more, "-c", source_of("own-malloc.c"), "-o", "%s-%s.o" % (program, unit)])
    must([CC, *("%s-%s.o" % (program, unit) for unit, _ in units), ARCHIVE, "-pthread", "-ldl", "-o", program])
    found, _ = profile(program)
    ordered = path_counts(found)["main > order"]
    expect("own-allocator", found, {"main > grab > malloc": 10, "main > grab > malloc > carve": 10, "main > grab > free": 10,
                                    "main > clear > calloc": 10, "main > clear > calloc > carve": 10,
                                    "main > widen > realloc": 10, "main > widen > realloc > malloc > carve": 10,
                                    "main > order > grab > malloc > carve": ordered})


def in_library():
    """Both units in one library; the caller without contexts."""
    program = os.path.join(WORK, "in-library")
    library = program + ".so"
    must([CC, "-O2", *ALIKE, *mode_argument("folded"), "-fPIC", "-shared", "-o", library, source_of("kinds-other.c"),
          source_of("module.c"), *SHARED])
    build(program, ["kinds.c"], ["-O2", *ALIKE, *mode_argument("folded")], (library, *SHARED, "-Wl,-rpath," + WORK))
    found, done = profile(program)
    whole, theirs = profile(os.path.join(WORK, "kinds-2-folded"))
    fault = differences(tree(found), tree(whole))
    check("in-library", fault or (done.stdout != theirs.stdout and "the output differs"))


def without_contexts():
    """The other unit has none: its functions are told as such, what they call is not."""
    program = os.path.join(WORK, "mixed")
    main = program + ".o"
    must([CC, "-O2", *ALIKE, *mode_argument("folded"), "-c", source_of("kinds.c"), "-o", main])
    must([CC, "-O2", *ALIKE, "-c", source_of("kinds-other.c"), "-o", program + "-other.o"])
    must([CC, "-pthread", main, program + "-other.o", ARCHIVE, "-o", program])
    found, done = profile(program)
    outside = {tuple(c["path"]): c["count"] for c in found["contexts"] if len(c["path"]) - 1 in c["outside"]}
    fault = "" if outside.get(("main", "tail", "other")) == 20 else "expected 20 calls of other, got %s" % outside
    check("without-contexts", fault)


def depth():
    """A million levels and a thousand calls behind them; five calls are libc's.  Where each level counts they do not fit."""
    for mode, memory in ("folded", "8M"), ("full", "4M"):
        program = os.path.join(WORK, "deep-" + mode)
        build(program, ["deep.c"], ["-O2", *ALIKE, *mode_argument(mode)])
        found, _ = profile(program, env={"ALGOPROF_CONTEXT_MEMORY": memory}, options=("--phi=1",))
        missed, expected = found["unknown"] + found["forgotten"], 1000001 + 1001 + 2 + 5
        fault = "" if found["calls"] == expected else "expected %d calls, got %d" % (expected, found["calls"])
        if (missed > 0) != (mode == "full"):
            fault = fault or "expected %s calls without context, got %d" % ("some" if mode == "full" else "no", missed)
        check("deep-%s-%s" % (mode, memory), fault)


def processes():
    program = os.path.join(WORK, "fork")
    build(program, ["fork.c"], ["-O2", *ALIKE, *mode_argument("folded")])
    logs = os.path.join(WORK, "fork-logs")
    must(["rm", "-rf", logs])
    must([program], env=dict(os.environ, ALGOPROF_LOG=logs + "/%p.aplog"))
    found = [path_counts(contexts(os.path.join(logs, f), "--by-callee")) for f in os.listdir(logs)]
    counts = sorted(f.get("main > work > leaf", 0) for f in found)
    check("fork", counts != [7, 16] and "expected logs with 16 and 7 calls, got %s" % counts)
    found, _ = profile(program, "exec")
    expect("exec", found, {"main > work > leaf": 30})
    found, _ = profile(program, "_exit")
    expect("_exit", found, {"main > work > leaf": 20})


def stacks():
    program = os.path.join(WORK, "fibers")
    build(program, ["fibers.c"], ["-O2", *ALIKE, *mode_argument("folded")])
    found, done = profile(program)
    expect("fibers", found, {"main > left > leaf": 10, "main > left > give": 20, "main > left > give > leaf": 39,
                             "main > left > give > right": 1, "main > left > give > right > sort": 10})
    program = os.path.join(WORK, "coroutines")
    build(program, ["coroutines.C"], ["-O2", "-std=c++20", "-fcoroutines", *ALIKE, *mode_argument("folded")])
    found, done = profile(program)
    counts = path_counts(found)
    leaves = {p.split(" > ")[1]: n for p, n in counts.items() if p.endswith("leaf")}
    check("coroutines", leaves != {"resume_here": 25, "resume_there": 75} and "expected 25 and 75, got %s" % counts)


def modules():
    program = os.path.join(WORK, "modules")
    build(program, ["modules.c"], ["-O2", *ALIKE, *mode_argument("folded")], SHARED)
    libraries = []
    for name in "one", "two":
        libraries.append(os.path.join(WORK, name + ".so"))
        must([CC, "-O2", "-fPIC", "-shared", *ALIKE, *mode_argument("folded"), source_of("module.c"), "-o", libraries[-1],
              *SHARED, *(["-DTWO"] if name == "two" else [])])
    found, done = profile(program, *libraries)
    expect("modules", found, {"main > use > module_entry": 24, "main > use > module_entry > callback": 48,
                              "main > use > module_entry > module_shared": 24,
                              "main > use > module_entry > module_shared > inner": 24})


def untouched():
    """Without the argument an object is a plain build's."""
    for source in "kinds.c", "throws.C":
        names = [os.path.join(WORK, "plain-" + n + ".o") for n in ("with", "without")]
        for name, flags in zip(names, ([PLUGIN, "-fplugin-arg-algoprof-callees=auto"], [])):
            must([compiler(source), "-O2", *flags, "-c", source_of(source), "-o", name])
        same = open(names[0], "rb").read() == open(names[1], "rb").read()
        check("untouched-" + source, not same and "the objects differ")


def switched_off():
    program = os.path.join(WORK, "kinds-2-folded")
    on = run([program], env=dict(os.environ, ALGOPROF_LOG=program + ".aplog"))
    found, done = profile(program, env={"ALGOPROF_CONTEXTS": "off"}, status=None)
    check("off", (found["calls"] or done.stdout != on.stdout) and "expected no calls, got %d" % found["calls"])
    done = run([program], env=dict(os.environ, ALGOPROF_LOG="off"))
    check("no-log", done.stdout != on.stdout and "the output differs")


MUCH = {"ALGOPROF_CONTEXT_MEMORY": "64M"}


BUDGETS = {"32K": 32 << 10, "128K": 128 << 10, "256K": 256 << 10, "1M": 1 << 20}


def memory_fault(done, much, budget, threads):
    """Pages that threads took for contexts, and whatever else was mapped beyond what is with so much that none is forgotten."""
    (own, other), (_, other_before) = [[int(n) for n in d.stderr.split("mapped ")[1].split()[:2]] for d in (done, much)]
    took = own + max(0, other - other_before)
    return took > 1.1 * budget * threads and "expected %d bytes at most, got %d" % (1.1 * budget * threads, took)


def bounds():
    """In little memory: no context below its count or above its bound, none with the share missed, and the memory is kept.
    SEEDS: how many."""
    mapped = os.path.join(WORK, "mapped.o")
    must([CC, "-O1", "-c", os.path.join(HERE, "mapped.c"), "-o", mapped])
    for mode in "folded", "full":
        program = os.path.join(WORK, "sites-2-" + mode)
        compare("sites", ["sites.c", "sites-other.c"], "2", mode, env=MUCH,
                link=(mapped, ARCHIVE, "-Wl,--wrap=mmap,--wrap=munmap"))
        for seed in range(1, 1 + int(os.environ.get("SEEDS", "2"))):
            arguments = [str(seed), "3" if seed % 2 == 0 else "1"]
            wanted, _ = oracle_tree(program + "-oracle", arguments, mode == "full", sites=True)
            merged = collections.Counter()
            for path, n in wanted.items():
                merged[tuple(name for name, _ in path)] += n
            found, much = profile(program, *arguments, env=MUCH, options=("--phi=1",))
            calls = found["calls"]
            for memory, budget in BUDGETS.items():
                by_site, done = profile(program, *arguments, env={"ALGOPROF_CONTEXT_MEMORY": memory}, options=())
                by_callee = contexts(program + ".aplog", "--by-callee")
                test = "%s-%s-%d" % (mode, memory, seed)
                if memory == "32K":
                    check("forgets-" + test, not by_site["forgotten"] and "expected that contexts are forgotten")
                check("memory-" + test, memory_fault(done, much, budget, int(arguments[1])))
                check("bounds-" + test, bound_fault(by_site, wanted, calls, True))
                check("bounds-by-callee-" + test, bound_fault(by_callee, merged, calls, False))
                hot = contexts(program + ".aplog", "--phi=0.002")
                check("hot-" + test, hot_fault(hot, wanted, 0.002))


def sums():
    """All calls are told, whatever is forgotten: also those of a function that another module has."""
    program, library = os.path.join(WORK, "sites-library"), os.path.join(WORK, "sites.so")
    must([CC, "-O2", "-fPIC", "-shared", *ALIKE, *mode_argument("full"), source_of("sites-other.c"), "-o", library, *SHARED])
    build(program, ["sites.c"], ["-O2", "-fPIC", *ALIKE, *mode_argument("full")], (library, *SHARED))
    like_much("sums-library", program)
    program = os.path.join(WORK, "sites-inlined")
    build(program, ["sites.c", "sites-other.c"], ["-O3", "-g", *mode_argument("full")])
    like_much("sums-inlined", program)


def like_much(name, program):
    """With little memory against with much."""
    much, _ = profile(program, env=MUCH)
    wanted = collections.Counter({path: n for path, (n, _) in limits(much, False).items()})
    for memory in "64K", "256K":
        found, _ = profile(program, env={"ALGOPROF_CONTEXT_MEMORY": memory})
        check("%s-%s" % (name, memory), bound_fault(found, wanted, much["calls"], False))


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


def hot_fault(found, wanted, phi):
    """With --phi every context that has the share, and none that has less than it less epsilon."""
    shown, calls = limits(found, True), found["calls"]
    missed = [p for p, n in wanted.items() if n >= phi * calls and p not in shown]
    cold = [p for p in shown if wanted[p] < (phi - found["epsilon"]) * calls]
    return "missed %s\nshown %s" % ([path_text(p) for p in missed[:3]], [path_text(p) for p in cold[:3]]) if missed or cold else ""


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
    program = os.path.join(WORK, "kinds-2-folded")
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


PROPERTIES = [bounds, sums, formats, ways_to_link, pure, own_allocator, in_library, without_contexts, depth, processes, stacks, modules, untouched, switched_off]


def main():
    os.makedirs(WORK, exist_ok=True)
    wanted = sys.argv[1:]
    trees(wanted)
    for f in PROPERTIES:
        if not wanted or f.__name__ in wanted:
            f()
    print("%d passed, %d failed" % tuple(results))
    return results[1] > 0


if __name__ == "__main__":
    sys.exit(main())
