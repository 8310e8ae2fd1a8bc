#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GCC's own tests that run, C and C++, and csmith's programs, each with a dozen of the compiler's options drawn at random,
behave as without the plugin, which has the same options: every loop a target, or in-house, or with calling contexts, in turn.
What does not compile or run without the plugin is left out.

    tests/torture/flags.py [NUMBER...]

A number gives a program and its options; default: 1 to TORTURE_COUNT (500).
"""
import glob
import os
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dejagnu  # noqa: E402
import long_suites  # noqa: E402
import modes  # noqa: E402
from harness import compiler  # noqa: E402

INHOUSE, CONTEXTS = "-fplugin-arg-algoprof-inhouse", "-fplugin-arg-algoprof-contexts"
MODES = (long_suites.ALL, long_suites.ALL, [INHOUSE], [INHOUSE + "=trms"], [CONTEXTS], [CONTEXTS, *long_suites.ALL])
LEVELS = ("-O0", "-Og", "-O1", "-O2", "-O2", "-O3", "-Os")
# What is no optimisation.
OTHERS = (
    "-fpic", "-fPIC", "-fno-plt", "-fno-pie -no-pie", "-mno-red-zone", "-fstack-protector-all", "-fstack-clash-protection",
    "-fcf-protection=full", "-fcf-protection=none", "-fno-asynchronous-unwind-tables", "-fexceptions", "-fnon-call-exceptions",
    "-ffunction-sections", "-fdata-sections", "-fwrapv", "-ftrapv", "-fsanitize=undefined", "-fsanitize=address", "-flto",
    "-fwhole-program", "-fipa-pta", "-finstrument-functions", "-pg", "--coverage", "-g3", "-gsplit-dwarf", "-g1",
    "-mcmodel=medium", "-mcmodel=large", "-march=native", "-mtune=skylake", "-mtune=atom", "-mavx2", "-mno-sse3", "-mbmi2",
    "-fno-builtin", "-fno-common", "-fvisibility=hidden", "-ftls-model=global-dynamic", "-mtls-dialect=gnu2", "-fopenmp",
    "-ftree-parallelize-loops=2", "-floop-parallelize-all", "-fgraphite-identity", "-funroll-all-loops", "-fno-zero-initialized-in-bss",
    "-mforce-drap", "-mstackrealign", "-mincoming-stack-boundary=4", "-maccumulate-outgoing-args", "-mno-push-args",
    "-mindirect-branch=thunk", "-mfunction-return=thunk-inline", "-mstrict-align", "-fzero-call-used-regs=all", "-ffixed-r15",
    "-fharden-compares", "-fsplit-stack", "-fpatchable-function-entry=4", "-falign-functions=64", "-mrecord-mcount",
    "-fkeep-inline-functions", "-fkeep-static-functions", "-mpartial-vector-fp-math", "-fsched-stress",
    "-mstringop-strategy=rep_byte", "-mmemcpy-strategy=unrolled_loop:-1:align", "-minline-all-stringops", "-mveclibabi=svml",
    "-fstrict-volatile-bitfields", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-fprofile-generate",
    "-fprofile-arcs", "-mprefer-vector-width=128", "-mavx", "-mfpmath=387", "-m96bit-long-double",
    "-fvect-cost-model=unlimited", "-fsimd-cost-model=unlimited", "-fira-region=all", "-fira-algorithm=priority",
    "--param=max-unrolled-insns=2000", "--param=ggc-min-expand=0 --param=ggc-min-heapsize=0", "--param=inline-unit-growth=1000",
    "--param=max-inline-insns-auto=400", "--param=early-inlining-insns=200", "--param=ipa-cp-eval-threshold=1",
)
# Sums of numbers depend on which code they are made in.
NOT_EXACT = re.compile(r"-f(no-)?(unsafe|fast|associative|reciprocal|finite|signed-zeros|signaling|cx-|rounding|excess|fp-|trapping|float)")


def optimisations():
    text = subprocess.run([*compiler("x.c"), "-O2", "-Q", "--help=optimizers"], stdout=subprocess.PIPE, check=True).stdout.decode()
    names = re.findall(r"^  (-f[a-z0-9-]+)\s+\[(?:enabled|disabled)\]", text, re.M)
    return [n for n in names if not NOT_EXACT.match(n)]


def tests_that_run():
    """Not what the lists leave out, and what looks for errors of memory, which prints addresses."""
    suite, out = dejagnu.suite_folder(), {**long_suites.left_out("c-left-out.txt"), **long_suites.left_out("g++-left-out.txt")}
    found = glob.glob(suite + "/gcc.c-torture/execute/*.c")
    for part, ends in (("gcc.dg", "c"), ("c-c++-common", "c"), ("g++.dg", "C")):
        found += [s for s in glob.glob(f"{suite}/{part}/**/*.{ends}", recursive=True) if dejagnu.Directives(s).runs]
    names = [(os.path.basename(s) if s.endswith(".c") else s.split("/g++.dg/")[-1], s) for s in sorted(found)]
    return [s for name, s in names if name not in out and not re.search(r"/(asan|tsan|hwasan|ubsan|gcov|guality)/", s)]


def draw(number, sources, known):
    r = random.Random(number)
    what = r.choice(sources) if r.random() < 0.75 else str(r.randrange(1, 100000))
    flags = [r.choice(LEVELS)]
    for name in r.sample(known, r.randrange(2, 12)):
        flags.append(name if r.random() < 0.6 else "-fno-" + name[2:])
    for words in r.sample(OTHERS, r.randrange(0, 5)):
        flags += words.split()
    return what, flags, r.randrange(len(MODES))


def check(case, folder):
    _, _, what, flags, mode = case
    long_suites.ALL = MODES[mode]
    if what.isdigit():
        if not shutil.which("csmith"):
            raise long_suites.LeftOut("csmith is not installed")
        sources, more = modes.random_program(what, folder)
    else:
        found = dejagnu.Directives(what)
        sources, more = found.sources, [*dejagnu.folder_flags(what), *found.flags]
    return long_suites.compare(sources, [*flags, *more, "-w"], folder, seconds=5,
                               unfit=long_suites.LeftOut("it does not compile or end well with these options"))


def main():
    sources, known, cases = tests_that_run(), optimisations(), []
    for number in sys.argv[1:] or [str(n) for n in range(1, long_suites.COUNT + 1)]:
        what, flags, mode = draw(int(number), sources, known)
        cases.append((number, ("production", "in-house", "contexts")[mode // 2], what, flags, mode))
    long_suites.run("flags", check, cases)


main()
