#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact sizes: at rate 1 without a budget the log must have, instance by
instance, the iterations and the input in bytes that independent judges find.

1. judge.c, fed by the compiler's own -fsanitize=thread call-outs.
2. Numbers in the program, where that does not look (local arrays, bit-fields):
       /* exact NAME: instances I, size BYTES, union BYTES */
   and at the end, if there are any, ", external BYTES" from outside the process
   in each instance, ", opaque FUNCTION" that the trace misses, or ", unseen"
   of a recursion whose size is not known.
3. For programs that say "lackey": valgrind's trace of all memory accesses,
   of the variables called data_*.

Also without ranges (-fplugin-arg-algoprof-no-ranges), which must change no size.

Further units of a program: harness.build_parts.
"/* flags: ... */" in a program are added to the compiler's, "/* needs: avx2 */"
is a feature of the processor.

    tests/judged/exact/run.py [--all] [--flags "FLAGS|FLAGS..."] [FILE...]
"""
import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (EXACT, Failure, SANFLAGS, Skipped, TOOL, build as make, build_parts, compile_to,  # noqa: E402
                     compiler, execute, gcc_major, other_versions, programs_asked_for, run_cases, run_profiled)

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import valgrind_trace  # noqa: E402
from marks import Marks  # noqa: E402
# Both builds shall call the same functions of libc.
SAME_CALLS = ["-fno-optimize-strlen"]
# Each access is recorded where it is made: the sizes must be the same.
NO_RANGES = "-fplugin-arg-algoprof-no-ranges"


def build(folder, source, flags, version):
    exe = os.path.join(folder, "profiled")
    compile_to(exe, source, flags.split() + SAME_CALLS, version)
    return exe


def found_by_log(exe, folder, stated=()):
    """{name: ([(iterations, bytes)...], union)}, output of the run.  stated:
    (name, bytes from outside, opaque function or "", whether unseen) of all instances."""
    status, output, log = run_profiled(exe, os.path.join(folder, "log"), EXACT)
    if status or log is None:
        raise Failure(f"exit status {status}, {'no log' if log is None else 'a log'}\n{output!r}")
    stated, found = {name: facts for name, *facts in stated}, {}
    for site in log["sites"]:
        external, opaque, unseen = stated.get(site["name"], (0, "", False))
        instances = sorted((i for i in log["instances"] if i["site"] == site["site"]), key=lambda i: i["index"])
        for i in instances:
            calls = [call["name"] for call in i["opaque"]]
            flags = [flag for flag in i["flags"] if flag != "first-pair"]
            if calls != ([opaque] if opaque else []) or flags != (["unseen"] if unseen else []):
                raise Failure(f"{site['name']}: instance {i['index']}: {i['flags']}, opaque {calls}")
            if stated and i["external"] != external:
                raise Failure(f"{site['name']}: instance {i['index']}: {i['external']} bytes from outside")
            if i["rms"] != i["cells"]:
                raise Failure(f"{site['name']}: instance {i['index']}: size {i['rms']}, {i['cells']} cells")
        found[site["name"]] = ([(i["cost"], i["rms"]) for i in instances], union(instances))
    return found, output


def union(instances):
    """Number of different cells in the sets of instances."""
    ranges = sorted(((r << 32) + first, (r << 32) + first + n) for i in instances for r, first, n in i["set"])
    total = end = 0
    for first, after in ranges:
        total += max(0, after - max(first, end))
        end = max(end, after)
    return total


def found_by_judge(folder, source, flags, version):
    """The same by judge.c."""
    own = [flag for flag in flags.split() if not flag.startswith("-fplugin-arg-")]
    command = compiler(source, version) + own + SAME_CALLS + ["-w", "-DJUDGE", "-fsanitize=thread"]
    judge = compiler("judge.c", version) + ["-std=gnu17", "-O1", "-fno-builtin", "-fno-tree-loop-distribute-patterns",
                                            "-c", os.path.join(HERE, "judge.c")]
    exe, objects = os.path.join(folder, "judged"), [os.path.join(folder, "program.o"), os.path.join(folder, "judge.o")]
    parts = build_parts(source, exe, command, [])
    make(command + [p for p in parts if p.startswith("-D")] + ["-c", source, "-o", objects[0]])
    make(judge + ["-o", objects[1]])
    make(compiler(source, version) + objects + parts + [f for f in own if f == "-no-pie"] + ["-o", exe, "-lpthread"])
    out = os.path.join(folder, "judged.out")
    status, output = execute([os.path.join(folder, "judged")], {"JUDGE_OUT": out})
    if status:
        raise Failure(f"judged program: exit status {status}\n{output!r}")
    found = {}
    with open(out, encoding="ascii") as file:
        for line in file:
            word = line.split()
            if word[0] == "instance":
                found.setdefault(word[1], ([], 0))[0].append((int(word[3]), int(word[4])))
            else:
                found[word[1]] = (found[word[1]][0], int(word[2]))
    return found, output


def compare(found, expected):
    lines = []
    for name in sorted(set(found) | set(expected)):
        if name not in found or name not in expected:
            lines.append(f"{name}: {'not in the log' if name not in found else 'not judged'}")
            continue
        (mine, mine_union), (other, other_union) = found[name], expected[name]
        if len(mine) != len(other):
            lines.append(f"{name}: {len(mine)} instances, judge {len(other)}")
        lines += [f"{name}: instance {n}: (iterations, bytes) {a}, judge {b}"
                  for n, (a, b) in enumerate(zip(mine, other)) if a != b][:5]
        if mine_union != other_union:
            lines.append(f"{name}: {mine_union} bytes in all, judge {other_union}")
    if lines:
        raise Failure("\n".join(lines))


def check_judged(case, folder):
    _, _, source, flags, version = case
    found, output = found_by_log(build(folder, source, flags, version), folder)
    expected, judged_output = found_by_judge(folder, source, flags, version)
    if output != judged_output:
        raise Failure(f"output {output!r}, judged {judged_output!r}")
    compare(found, expected)
    check_report(folder, found)


def check_stated(case, folder):
    _, _, source, flags, version = case
    stated = Marks(source).sizes(version or gcc_major())
    found, _ = found_by_log(build(folder, source, flags, version), folder,
                            [(s.name, s.external, s.opaque, s.unseen) for s in stated])
    compare({name: ([size for _, size in instances], total) for name, (instances, total) in found.items()},
            {s.name: ([s.size] * s.instances, s.union) for s in stated})


def check_report(folder, found):
    """algoprof report must call the merged size exact."""
    if not os.path.exists(TOOL):
        return
    import json
    status, output = execute([TOOL, "report", "--json", *glob.glob(folder + "/log/*.aplog")], merge=False)
    if status:
        raise Failure(f"report: exit status {status}")
    for target in json.loads(output)["targets"]:
        point = target["points"][0]
        instances, total = found[target["name"]]
        calls = sum(cost for cost, _ in instances)
        if target["kind"] == "recursion":
            # Of the instance with the longest chain, which the judge does not know.
            expected = (True, True, calls, len(instances))
            told = (point["exact"], (point["cost"], point["rms"]) in instances, point["calls"], point["instances"])
        else:
            expected = (True, total, total, total, calls, len(instances))
            told = (point["exact"], point["size"], point["size_low"], point["size_high"], point["cost"],
                    point["instances"])
        if told != expected:
            raise Failure(f"report: {target['name']}: {told}, expected {expected}")


def check_lackey(case, folder):
    """Sizes of the data_* variables only; the loops touch no other memory."""
    _, _, source, flags, version = case
    if not shutil.which("valgrind"):
        raise Skipped("no valgrind")
    exe = build(folder, source, flags + " -DLACKEY -no-pie", version)
    found, output = found_by_log(exe, folder)
    expected, traced_output = valgrind_trace.sizes(exe, source, lambda name: name.startswith("data_"), folder)
    if output != traced_output:
        raise Failure(f"output {output!r}, under valgrind {traced_output!r}")
    compare({name: ([size for _, size in instances], total) for name, (instances, total) in found.items()}, expected)


def check(case, folder):
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        features = set(file.read().split())
    for needed in Marks(case[2]).words("needs"):
        if needed not in features:
            raise Skipped(f"the processor lacks {needed}")
    {"judge": check_judged, "formula": check_stated, "lackey": check_lackey}[case[1]](case, folder)


def settings_of(number, everything):
    """[(name, flags, version)] that a program is run at."""
    if SANFLAGS:
        return [("-O2", "-O2", None)]
    turns = [("-O0", "-O0", None), ("-O1", "-O1", None), ("-O2 no-ranges", "-O2 " + NO_RANGES, None)]
    return [("-O2", "-O2", None), *(turns if everything else turns[number % 3:][:1]),
            *((f"gcc-{v} -O2", "-O2", v) for v in other_versions() if everything or number % 4 == 1)]


def main():
    sources, everything, chosen = programs_asked_for(HERE, but=("judge.c",))
    cases = []
    for number, source in enumerate(sources):
        name = "exact/" + os.path.basename(source)
        marks = Marks(source)
        judge = "formula" if marks.sizes(gcc_major()) else "judge"
        more = "".join(" " + flag for flag in marks.words("flags"))
        cases += [(f"{name} {judge} {setting}", judge, source, flags + more, version)
                  for setting, flags, version in [(f, f, v) for f, v in chosen or ()] or settings_of(number, everything)]
        if marks.has("lackey") and not SANFLAGS:
            cases.append((f"{name} lackey -O1", "lackey", source, "-O1", None))
    run_cases(check, cases)


if __name__ == "__main__":
    main()
