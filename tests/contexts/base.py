# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of contexts share: how programs are built with contexts and run, and what `algoprof contexts' says of them."""
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
MUCH = {"ALGOPROF_CONTEXT_MEMORY": "64M"}        # nothing is forgotten
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


def path_counts(found):
    return {" > ".join(p): n for p, n in tree(found).items()}


def expect(name, found, wanted):
    counts = path_counts(found)
    bad = ["%s: expected %d, got %s" % (p, n, counts.get(p)) for p, n in wanted.items() if counts.get(p) != n]
    check(name, "\n".join(bad) or (found.get("error", "")))
