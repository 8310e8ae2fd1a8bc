#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The original of a marked loop stays as it is without the plugin.

vector/LEVEL: every "loop vectorized" report of a plain build is there, at the
same line and as often, with the plugin, and each library function that it calls is called.
opcodes/FUNCTION LEVEL: the innermost loops of a plain build stand in the
function's hot code with the same opcodes, but for one counter's addition and
one copy between registers.  Those of OLDER are entered behind that copy.  Of those of PARTS, which GCC
makes several loops of, those with vectors.  Of those of TWO_WAYS each way round is as long, but for the counter.
lines/FUNCTION LEVEL: and with -g each of these opcodes is of the same line.
aligned/FUNCTION LEVEL: these loops begin where GCC asks the assembler for the same
alignment.
debug/LEVEL: -g changes no instruction, of the mirrors neither.
ahead/FUNCTION LEVEL: of those of AHEAD the count is added before the loop.
entered/FUNCTION LEVEL: each countdown's branch follows it at once, and those of UNSAVED
save no registers before the loop unless they do without the plugin.

    tests/compile/original/run.py          -O2 and -O3 take turns
    tests/compile/original/run.py --all    all at both
"""
import collections
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import CC, Failure, execute, gcc_major, other_versions, plugin, run_cases  # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels.c")
LEVELS = ["-O2", "-O3"]
COUNTER = {"add", "addq", "inc", "lea", "sub"}
OLDER = {"least"}
PADDING = {"nop", "nopw", "nopl", "cs", "data16"}
AHEAD = ["sum", "add", "bytes", "dot", "global_sum", "fill", "histogram", "matrix"]
PARTS = {"merge"}
UNSAVED = {"gather"}
UNMARKED = {"set", "blanks"}
# From that GCC on: a loop with two ways back (docs/compilers.md).
TWO_WAYS = {"search": 16}


def build(folder, flags, profiled, version):
    """Compiles; the object's name and what the compiler said."""
    out = os.path.join(folder, "profiled.o" if profiled else "plain.o")
    command = ["gcc-" + version if version else CC, *flags, "-w", "-c", SOURCE, "-o", out]
    if profiled:
        command.append("-fplugin=" + plugin())
    status, output = execute(command)
    if status:
        raise Failure(output.decode())
    return out, output.decode()


def vectorized(text):
    return collections.Counter(re.findall(r"kernels\.c:(\d+):\d+: optimized: *loop vectorized", text))


def check_vector(folder, level, version):
    reports = [vectorized(build(folder, [level, "-fopt-info-vec-optimized"], profiled, version)[1])
               for profiled in (False, True)]
    lost = reports[0] - reports[1]
    if not reports[0]:
        raise Failure("no loop is vectorized without the plugin either")
    if lost:
        raise Failure(f"lines whose loop is no longer vectorized: {dict(lost)}")


def called(obj):
    status, output = execute(["nm", "-u", obj])
    if status:
        raise Failure(output.decode())
    return set(output.decode().split()) - {"U"}


def check_calls(folder, level, version):
    calls = [called(build(folder, [level], profiled, version)[0]) for profiled in (False, True)]
    if "strlen" not in calls[0] and int(version or gcc_major()) > 11:
        raise Failure("no strlen is made without the plugin either")
    if calls[0] - calls[1]:
        raise Failure(f"no longer called: {calls[0] - calls[1]}")


def functions(obj, lines=False, section=".text"):
    """{name: [(address, opcode, jump target or None)]} of the hot code, or another section's.  lines:
    opcodes have the line they are of, "add:17"."""
    status, output = execute(["objdump", "-d", "--no-show-raw-insn", "-j", section, *(["-l"] if lines else []), obj])
    if status:
        raise Failure(output.decode())
    result, code, place = {}, None, ""
    for line in output.decode().splitlines():
        of_line = re.match(r"\S+:(\d+)(?: \(discriminator \d+\))?$", line)
        if of_line:
            place = ":" + of_line.group(1)
            continue
        head = re.match(r"[0-9a-f]+ <(\S+)>:", line)
        if head:
            code = result.setdefault(head.group(1), [])
        step = re.match(r"\s+([0-9a-f]+):\s+(\S+)\s*(\S*)", line)
        if step and code is not None:
            target = re.match(r"[0-9a-f]+$", step.group(3)) if step.group(2).startswith("j") else None
            name = "nop" if line.split()[-2:] == ["xchg", "%ax,%ax"] else step.group(2)
            code.append((int(step.group(1), 16), name + place, int(target.group(0), 16) if target else None))
    return result


def natural_loops(code):
    """Instructions of each natural loop, as sets of indices into the code."""
    place = {at: n for n, (at, _, _) in enumerate(code)}
    before = collections.defaultdict(set)
    for n, (_, op, target) in enumerate(code):
        if target in place:
            before[place[target]].add(n)
        if op.split(":")[0] != "jmp" and not op.startswith("ret") and n + 1 < len(code):
            before[n + 1].add(n)
    loops = {}
    for n, (_, _, target) in enumerate(code):
        if target in place and place[target] <= n:
            body, work = {place[target]}, [n]
            while work:
                i = work.pop()
                if i not in body:
                    body.add(i)
                    work += before[i]
            if 0 not in body or place[target] == 0:
                loops.setdefault(place[target], set()).update(body)
    return list(loops.values())


def innermost_loops(code):
    """Their opcodes, counted: scheduling may move them."""
    loops = natural_loops(code)
    return [collections.Counter(code[i][1] for i in loop
                                if code[i][1].split(":")[0] not in PADDING)
            for loop in loops if not any(other < loop for other in loops)]


def ways_round(code):
    """How many instructions each way takes that comes back to where it began, sorted."""
    place = {at: n for n, (at, _, _) in enumerate(code)}
    lengths = []

    def follow(first, way):
        _, op, target = code[way[-1]]
        op = op.split(":")[0]
        next_ones = {place[target]} if target in place else set()
        if op != "jmp" and not op.startswith("ret") and way[-1] + 1 < len(code):
            next_ones.add(way[-1] + 1)
        for n in next_ones:
            if n == first:
                lengths.append(sum(code[i][1].split(":")[0] not in PADDING for i in way))
            elif n > first and n not in way:
                follow(first, way + [n])

    for n in range(len(code)):
        follow(n, [n])
    return sorted(lengths)


def is_original(plain, found):
    """Is `found` the loop `plain`, with at most a counter's addition more?"""
    more, less = found - plain, plain - found
    return not less and sum(more.values()) <= 1 and not {op.split(":")[0] for op in more} - COUNTER


def is_original_part(plain, found):
    """Likewise of a part that is vectorised: a vector may step beside it, for the count."""
    more = found - plain
    return not plain - found and {op.split(":")[0] for op in more} <= {"movdqa", "paddq"} and sum(more.values()) <= 2


def is_entered_inside(plain, code):
    """Does the code jump back over the loop `plain`, which begins with a copy between registers and steps by
    `lea`, since the count keeps the variable's older value?"""
    place = {at: n for n, (at, _, _) in enumerate(code)}
    wanted = collections.Counter({op.replace("add", "lea", 1) if op.split(":")[0] == "add" else op: n
                                  for op, n in plain.items()})
    for n, (_, _, target) in enumerate(code):
        first = place.get(target, n)
        found = collections.Counter(op for _, op, _ in code[first:n + 1])
        if first < n and not wanted - found and [op.split(":")[0] for op in (found - wanted).elements()] == ["mov"]:
            return True
    return False


def check_opcodes(folder, level, version, function):
    """level: with -g lines are compared too."""
    plain, profiled = (functions(build(folder, level.split(), p, version)[0], "-g" in level)[function]
                       for p in (False, True))
    gcc = int(version or gcc_major())
    if gcc >= TWO_WAYS.get(function, gcc + 1):
        lengths = [ways_round(code) for code in (plain, profiled)]
        if not lengths[0] or len(lengths[0]) != len(lengths[1]) or any(b > a + 1 for a, b in zip(*lengths)):
            raise Failure(f"ways round take {lengths[0]} instructions without the plugin, {lengths[1]} with it")
        return
    left = innermost_loops(profiled)
    for loop in innermost_loops(plain):
        if function in PARTS and not any(re.match(r"mov[au]ps\b", op) for op in loop):
            continue
        if function in OLDER and is_entered_inside(loop, profiled):
            continue
        match = next((f for f in left if is_original(loop, f) or function in PARTS and is_original_part(loop, f)), None)
        if match is None:
            raise Failure("no loop in the hot code like\n  " + " ".join(sorted(loop.elements())) + "\nbut\n  " +
                          "\n  ".join(" ".join(sorted(f.elements())) for f in left))
        left.remove(match)


def listing(folder, flags, profiled):
    """{name: ([(place, opcode, jump target or None)], {place: how it is aligned})} of the hot code, from
    what the compiler writes for the assembler; places are numbers of instructions."""
    command = [CC, *flags, "-w", "-S", SOURCE, "-o", os.path.join(folder, "text.s")]
    status, output = execute(command + (["-fplugin=" + plugin()] if profiled else []))
    if status:
        raise Failure(output.decode())
    result, cold, code, labels, align = {}, False, [], {}, []
    with open(os.path.join(folder, "text.s"), encoding="utf-8") as lines:
        for line in lines:
            words = line.split(None, 1)
            if re.match(r"\s+\.(section|text|data|bss)\b", line):
                cold = not re.match(r"\s+\.(text|section\s+\.text)\s*(,|$)", line)
            elif cold or not words:
                continue
            elif re.match(r"\s+\.p2align ", line):
                align.append(words[1].strip())
            elif re.match(r"\.L\w+:", line):
                labels[words[0][:-1]] = len(code), " ".join(align)
            elif re.match(r"\w+:", line):
                code, labels = result.setdefault(words[0][:-1], ([], {}))
            elif re.match(r"\t[a-z]", line):
                code.append((words[0], words[1].strip() if len(words) > 1 else ""))
            if line[0] not in "\t#" or re.match(r"\t[a-z]", line):
                align = []
    return {name: ([(n, op, labels[to][0] if op[0] == "j" and to in labels else None)
                    for n, (op, to) in enumerate(code)],
                   {at: how for at, how in labels.values() if how},
                   [n for n, (op, to) in enumerate(code) if op == "addq" and "%fs:" in to])
            for name, (code, labels) in result.items()}


def check_aligned(folder, level, function):
    heads = []
    for profiled in (False, True):
        code, alignments, _ = listing(folder, level.split(), profiled)[function]
        loops = natural_loops(code)
        heads.append([(collections.Counter(code[i][1] for i in loop), alignments.get(min(loop)))
                      for loop in loops if not any(other < loop for other in loops)])
    for opcodes, align in heads[0]:
        match = [h for h in heads[1] if is_original(opcodes, h[0])]
        same = next((h for h in match if h[1] == align), None)
        if same:
            heads[1].remove(same)
        elif match:
            raise Failure(f"a loop aligned by {align} without the plugin, by {[h[1] for h in match]} with it")


def check_debug(folder, level):
    found = []
    for flags in ([level], [level, "-g"]):
        obj = build(folder, flags, True, None)[0]
        found.append([(section, name, [op for _, op, _ in code]) for section in (".text", ".text.unlikely")
                      for name, code in functions(obj, section=section).items()])
    for (_, name, plain), (_, _, code) in zip(*found):
        if plain != code:
            at = next((n for n, pair in enumerate(zip(plain, code)) if pair[0] != pair[1]), min(len(plain), len(code)))
            raise Failure(f"{name}: instruction {at} is another one: {plain[at:at + 6]}, with -g {code[at:at + 6]}")
    if len(found[0]) != len(found[1]) or b".algoprof\n" not in execute(["nm", obj])[1]:
        raise Failure("other functions, or no mirrors")


def check_ahead(folder, level, function):
    code, _, counts = listing(folder, level.split(), True)[function]
    if not counts or max(counts) > min(min(loop) for loop in natural_loops(code)):
        raise Failure(f"counted by instruction {counts} of {len(code)}")


def check_entered(folder, level, function):
    plain, code = (functions(build(folder, [level], profiled, None)[0])[function] for profiled in (False, True))
    ops, own = ([op for _, op, _ in c] for c in (code, plain))
    sets = [sum(op.startswith("set") for op in o) for o in (ops, own)]
    pairs = list(zip(ops, ops[1:]))
    if sets[0] > sets[1] or not any(a.startswith("sub") and b == "js" for a, b in pairs):
        raise Failure("the countdown is tested by more than a branch: " + " ".join(ops))
    if function in UNSAVED and ops.count("push") > own.count("push"):
        raise Failure("it saves registers: " + " ".join(ops))


def check(case, folder):
    name, level, version, function = case
    if "/aligned " in name:
        check_aligned(folder, level, function)
    elif "/ahead " in name:
        check_ahead(folder, level, function)
    elif "/debug " in name:
        check_debug(folder, level)
    elif "/entered " in name:
        check_entered(folder, level, function)
    elif function:
        check_opcodes(folder, level, version, function)
    else:
        check_vector(folder, level, version)
        check_calls(folder, level, version)


def main():
    with open(SOURCE, encoding="utf-8") as file:
        names = re.findall(r"^\w[^;{}()\n]*?\b(\w+)\([^;]*\)\n\{", file.read(), re.M)
    everything = sys.argv[1:] == ["--all"]
    cases = [(f"original/vector {level}{' gcc-' + v if v else ''}", level, v, None)
             for level in LEVELS for v in [None, *other_versions()]
             if int(v or gcc_major()) > 11 or level != "-O2"]      # GCC 11 vectorises at -O3 only
    cases += [(f"original/debug {level}", level, None, None) for level in LEVELS]
    cases += [(f"original/ahead {name} {level}", level, None, name) for name in AHEAD for level in LEVELS]
    for number, name in enumerate(names):
        # What is looked at takes turns at the levels.
        for turn, (what, more) in enumerate((("opcodes", ""), ("lines", " -g"), ("aligned", ""), ("entered", ""))):
            if what != "entered" or name not in UNMARKED:
                cases += [(f"original/{what} {name} {level}", level + more, None, name)
                          for level in (LEVELS if everything else [LEVELS[(number + turn) % 2]])]
    run_cases(check, cases)


main()
