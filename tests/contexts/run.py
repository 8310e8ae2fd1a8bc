#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts: every context's count against the full tree of oracle.c, which GCC's hooks feed.

    tests/contexts/run.py [NAME...]

  NAME-LEVEL-folded, -full   the tree of programs/NAME equals the oracle's, and so does the output
  the others                 one property each, by name
"""
import collections
import os
import shutil
import sys

from base import (ALIKE, ARCHIVE, CC, PLUGIN, SHARED, WORK, build, check, compiler, contexts, expect, mode_argument, must,
                  path_counts, profile, results, run, source_of, tree)
from oracle import PROGRAMS, compare, differences

def trees(wanted):
    for name, sources in PROGRAMS.items():
        for level in ("0", "1", "2", "3", "s"):
            for mode in ("folded", "full"):
                test = "%s-%s-%s" % (name, level, mode)
                if not wanted or test in wanted or name in wanted:
                    compare(name, sources, level, mode)


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


def expect_whole(name, program, wanted):
    """These paths, with what is inlined and what has no contexts, have these counts.  Result: the functions at the top."""
    counts = collections.Counter()
    for c in profile(program)[0]["contexts"]:
        counts[" > ".join(c["path"])] += c["count"]
    check(name, "\n".join("%s: expected %d, got %d" % (p, n, counts[p]) for p, n in wanted.items() if counts[p] != n))
    return {p.split(" > ")[0] for p in counts}


def names():
    """Functions have the names of the source where they are compiled when the program is linked, too.  One that has several symbols,
    as constructors do, is one, whichever it is called by."""
    wanted = {"main > " + f: 20 for f in ("shop::rows::operator+=", "shop::rows::sum_of<int>", "shop::rows::sum_of<double>",
                                          "shop::item::item", "shop::item::~item", "box::box", "box::~box", "box::box > srand",
                                          "shop::rows::operator+= > std::basic_ostream<char>::flush")}
    wanted.update({"main > twice": 40, "main > twice > srand": 40, "main > shop::rows::both > shop::rows::value": 40})
    for title, flags in ("plain", ["-O2"]), ("lto", ["-O2", "-flto"]), ("pic", ["-O2", "-fPIC"]), ("O0", ["-O0"]):
        program = os.path.join(WORK, "names-" + title)
        must([compiler("names.C"), "-w", *flags, *mode_argument("folded"), source_of("names.C"), source_of("names-other.C"), ARCHIVE,
              "-pthread", "-ldl", "-o", program])
        expect_whole("names-" + title, program, wanted)


def chosen():
    """What the dynamic linker chooses is called once, by its own name."""
    wanted = {"main > first": 1, "main > near": 1, "main > second": 10, "main > cloned": 10,
              "main > between > second": 10, "main > between > cloned": 10,
              "main > chosen": 0, "main > between > chosen": 0, "main > cloned > cloned": 0}
    for title, flags in ("0", ["-O0"]), ("2", ["-O2"]), ("pic", ["-O2", "-fPIC"]), ("hidden", ["-O2", "-fvisibility=hidden"]):
        for mode in "folded", "full":
            program = os.path.join(WORK, "chosen-%s-%s" % (title, mode))
            build(program, ["chosen.c"], [*flags, *mode_argument(mode)])
            expect_whole("chosen-%s-%s" % (title, mode), program, wanted)


def roots():
    """What the C library calls one after the other, without contexts: constructors, main, comparisons, what runs at the end."""
    wanted = {p: 1 for p in ("first", "first > setenv", "second > register_all > srand", "third > inner > register_all > srand", "main",
                             "main > qsort > by_text > strcoll", "main > qsort > by_length", "at_end", "last > register_all > srand")}
    for level in "0", "2", "s":
        for mode in "folded", "full":
            program = os.path.join(WORK, "roots-" + level + "-" + mode)
            build(program, ["roots.c", "roots-other.c"], ["-O" + level, *mode_argument(mode)])
            tops = expect_whole("roots-%s-%s" % (level, mode), program, wanted)
            check("roots-%s-%s-tops" % (level, mode), tops != {"at_end", "first", "last", "main", "second", "third"} and tops)


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


def instructions(functions):
    """That a program takes with a library of so many functions, each of which is called once, and has a record."""
    base = os.path.join(WORK, "many-%d" % functions)
    with open(base + "-library.c", "w") as library, open(base + ".c", "w") as program:
        library.write("static volatile int sink;\n")
        for i in range(functions):
            library.write("void f%d(void); void f%d(void) { sink++; }\n" % (i, i))
        library.write("void all(void); void all(void) { %s }\n" % " ".join("f%d();" % i for i in range(functions)))
        program.write("void all(void); int main(void) { all(); return 0; }\n")
    must([CC, "-O1", "-fPIC", "-shared", *ALIKE, *mode_argument("full"), base + "-library.c", *SHARED, "-o", base + ".so"])
    build(base, [base + ".c"], ["-O1"], (base + ".so", *SHARED, "-Wl,-rpath," + WORK))
    done = must(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", base],
                env=dict(os.environ, ALGOPROF_LOG=base + ".aplog", ALGOPROF_CONTEXT_MEMORY="1M"))
    return int(done.stderr.split("Collected :")[1].split()[0])


def many_functions():
    """What a module's end takes grows as the module does."""
    if not shutil.which("valgrind") or os.environ.get("SANFLAGS"):
        print("ok many-functions # SKIP no valgrind, or a sanitised runtime")
        return
    few, many = instructions(1000), instructions(2000)
    check("many-functions", many > 2.5 * few and "1000 functions take %d instructions, 2000 take %d" % (few, many))


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


PROPERTIES = [ways_to_link, pure, names, chosen, roots, own_allocator, in_library, without_contexts, depth, processes, stacks,
              modules, many_functions, untouched, switched_off]


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
