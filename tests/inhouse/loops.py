#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""In-house mode's loops: the programs of loops/ at -O0 to -O3.

  sizes    executions of each loop by size equal those of oracle.cc, to which the programs tell where loops begin and end;
           those of C functions, too
  blocks   the tuples equal those of a counter in each block and a check at each access (no-ranges)
  costs    at -O0 their blocks are those that -fsanitize-coverage=trace-pc tells oracle.cc of; for a loop besides up to three an execution,
           those between its edges and the calls by which the program tells of it; likewise what longjmp leaves.  Of functions alone
           the blocks with those of callees, and without
  marked   without the option: loops with a pragma, an attribute or a target, and no others
  tool     report, dump, check and suggest know loops
  refused  the option without in-house mode, and with a value
"""
import json
import os
import subprocess
import sys

from suite import CC, CXX, HERE, INHOUSE, O, RUNTIME, TOOL, check, must, summed_up

WORK = os.path.join(O, "tests", "inhouse-loops")
LOOPS = ["-fplugin-arg-algoprof-inhouse-loops"]


def compiler(source):
    return CXX if source.endswith("cc") else CC


def run(program, **more):
    """The functions and loops of a run by name, and its output."""
    log = program + ".aplog"
    if os.path.exists(log):
        os.unlink(log)
    done = must([program], env=dict(os.environ, ALGOPROF_LOG=log, **more))
    report = json.loads(must([TOOL, "report", "--json", "--metric", "rms", log]).stdout)
    return {t["name"]: t for t in report["targets"] if t["kind"] == "function"}, done.stdout


def rows_of(functions):
    return {name: {row["size"]: tuple(row.values())
                   for row in f["tuples"]} for name, f in functions.items()}


def oracle(name, cell, *flags):
    path = os.path.join(WORK, "oracle-%s.o" % name)
    must([CXX, "-O2", "-DCELL=%d" % cell, *flags, "-c", os.path.join(HERE, "oracle.cc"), "-o", path])
    return path


def read_sets(path):
    sets = {}
    for line in open(path, encoding="ascii"):
        name, size, *numbers = line.split()
        sets.setdefault(name, {})[int(size)] = tuple(int(n) for n in numbers)
    return sets


def compare_sizes(source, level, cell, objects, costs="", loops=True):
    program = os.path.join(WORK, "-".join([source, level, str(cell), costs]))
    more = ["-fsanitize-coverage=trace-pc", "-DCOSTS"] if costs else []
    more += LOOPS if loops else ["-DFUNCTIONS"]
    must([compiler(source), "-O" + level, "-g", "-w", "-fsanitize=thread", *INHOUSE, *more, "-DCELL=%d" % cell,
          "-fplugin-arg-algoprof-cell=%d" % cell, "-c", os.path.join(HERE, "loops", source), "-o", program + ".o"])
    must([CXX, program + ".o", objects, RUNTIME, "-rdynamic", "-ldl", "-o", program])
    found, _ = run(program, ORACLE=program + ".sets")
    wanted = read_sets(program + ".sets")
    names = {n for n in wanted if ":" in n} | ({n for n in wanted if n != "?"} if source.endswith(".c") else set())
    if len(names) < 10 or {n for n in found if found[n]["loop"]} != {n for n in wanted if ":" in n}:
        return "loops %s, by sets %s" % (sorted(n for n in found if found[n]["loop"]), sorted(n for n in wanted if ":" in n))
    if costs == "self_sum":             # the program tells of a jump behind blocks of where it leads
        names -= {"leap", "landed", "tried"}
    for name in sorted(names):
        rows = {row["size"]: (row["count"], row[costs] if costs else 0) for row in found[name]["tuples"]}
        column = {"": 0, "cost_sum": 1, "self_sum": 2}[costs]
        sets = {size: (row[0], row[column] if costs else 0) for size, row in wanted[name].items()}
        besides = [{size: (count, cost - n * count) for size, (count, cost) in sets.items()} for n in range(4)]
        if rows not in besides[:4 if costs and (found[name]["loop"] or name == "leap") else 1]:
            return "%s has %s, by sets %s" % (name, sorted(rows.items())[:8], sorted(sets.items())[:8])
    return ""


def compare_blocks(source, level):
    base = os.path.join(WORK, "%s-%s" % (source, level))
    path = os.path.join(HERE, "loops", source)
    must([compiler(source), "-O" + level, "-w", path, "-o", base + "-plain"])
    plain = must([base + "-plain"]).stdout
    seen = []
    for kind, flags in ("edges", []), ("each", ["-fplugin-arg-algoprof-no-ranges"]):
        must([compiler(source), "-O" + level, "-w", "-fchecking", *INHOUSE, *LOOPS, *flags, path, RUNTIME, "-o", base + "-" + kind])
        functions, output = run(base + "-" + kind)
        if output != plain:
            return "other output: " + output
        seen.append(rows_of(functions))
    if seen[0] != seen[1]:
        name = next(n for n in sorted(set(seen[0]) | set(seen[1])) if seen[0].get(n) != seen[1].get(n))
        return "%s: %s, by each block %s" % (name, seen[0].get(name), seen[1].get(name))
    return "" if len(seen[0]) > 15 else "only %s" % sorted(seen[0])


MARKED = """
static int v[100];
__attribute__((noinline)) int by_pragma(int n)
{
    int s = 0;
#pragma algoprof loop name(rows)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            s += v[k];
    return s;
}
__attribute__((noinline, algoprof)) int by_attribute(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += v[i]; for (int k = 0; k < i; k++) s += v[k]; for (int k = 0; k < 3; k++) v[k]++;
    }
    return s;
}
__attribute__((noinline, algoprof)) int recursive(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return n ? s + recursive(n - 1) : s;
}
__attribute__((noinline)) int by_target(int n)
{
    int s = 0, i = 0;
again:
    s += v[i];
    if (++i < n)
        goto again;
    for (int k = 0; k < n; k++)
        s += v[k];
    return s;
}
int main(void)
{
    int s = 0;
    for (int n = 1; n < 60; n++)
        s += by_pragma(n) + by_attribute(n) + recursive(n) + by_target(n);
    return s != 0x7fffffff ? 0 : 1;
}
"""


def build_marked(name, *flags):
    source, program = os.path.join(WORK, "marked.c"), os.path.join(WORK, name)
    with open(source, "w", encoding="ascii") as file:
        file.write(MARKED)
    must([CC, "-O1", "-g", *INHOUSE, *flags, source, RUNTIME, "-o", program])
    return program


def marked():
    target = ["-fplugin-arg-algoprof-target=marked.c:34"]
    wanted = {"rows", "by_attribute:15", "by_attribute:16:20", "by_attribute:16:59", "by_target:34"}
    functions, _ = run(build_marked("marked", *target))
    loops = {n for n in functions if functions[n]["loop"]}
    check("marked", "" if loops == wanted else sorted(loops))
    functions, _ = run(build_marked("every", *target, *LOOPS))
    loops = {n for n in functions if functions[n]["loop"]}
    check("every", "" if loops == wanted | {"by_pragma:8", "recursive:23", "by_target:30", "main:41"} else sorted(loops))
    # The same executions by both modes, if each is traced.
    program = build_marked("both", *target, "-fplugin-arg-algoprof-cell=1")
    run(program, ALGOPROF_RATE="1", ALGOPROF_BUDGET="0")
    log = program + ".aplog"
    dump = json.loads(must([TOOL, "dump", "--json", log]).stdout)
    found = {t["name"]: sorted(row["size"] for row in t["tuples"] for _ in range(row["count"]))
             for t in json.loads(must([TOOL, "report", "--json", log]).stdout)["targets"] if t.get("loop")}
    fault = ""
    for site in dump["sites"]:
        name = next((n for n in found if n == site["name"] or n.startswith("%s:%d" % (site["function"], site["line"]))
                     and (":16:" not in n or n.endswith(str(site["column"])))), None)
        traced = sorted(i["rms"] for i in dump["instances"] if i["site"] == site["site"])
        if site["kind"] == "loop" and traced != found.get(name):
            fault = fault or "%s: %s, in-house %s" % (site["name"], traced[:9], found.get(name, [])[:9])
    check("both modes agree", fault or ("" if dump["sites"] else "no sites"))


def tool():
    program = build_marked("tool", *LOOPS)
    run(program)
    log = program + ".aplog"
    text = must([TOOL, "report", log]).stdout
    check("report", "" if "by_pragma:8" in text and "5 functions and 9 loops, of in-house runs" in text else text)
    text = must([TOOL, "dump", log]).stdout
    check("dump", "" if "function (a loop) " in text and ": recursive:23, " in text else text[:300])
    lines = must([TOOL, "suggest", log]).stdout.splitlines()
    check("suggest", "" if any(line.startswith(program.replace("tool", "marked.c:7 ")) for line in lines)
          and not any(line.startswith("by_pragma") for line in lines) else lines)
    done = subprocess.run([TOOL, "check", "--max-exponent", "1.5", log], capture_output=True, text=True)
    check("check", "" if done.returncode == 1 and "rows" in done.stdout else done.stdout + done.stderr)
    html = os.path.join(WORK, "page.html")
    must([TOOL, "report", "--html", html, log])
    with open(html, encoding="utf-8") as file:
        check("html", "" if '"name":"by_pragma:8","loop":true' in file.read().replace(" ", "") else "no loop")


def refused():
    source = os.path.join(WORK, "marked.c")
    for name, flags, why in (
            ("without inhouse", INHOUSE[:1] + LOOPS, "'-fplugin-arg-algoprof-inhouse-loops' is for in-house mode: "
             "give '-fplugin-arg-algoprof-inhouse' too"),
            ("a value", INHOUSE + [LOOPS[0] + "=all"], "'-fplugin-arg-algoprof-inhouse-loops' takes no value"),
            ("misspelt", INHOUSE + ["-fplugin-arg-algoprof-inhouse-loop"], "did you mean '-fplugin-arg-algoprof-inhouse-loops'?")):
        done = subprocess.run([CC, "-c", *flags, source, "-o", "/dev/null"], capture_output=True, text=True,
                              env=dict(os.environ, LC_ALL="C"))
        lines = [line for line in done.stderr.splitlines() if "error:" in line]
        check("refused: " + name, "" if done.returncode and why in lines[0] else done.stderr)


def main():
    os.makedirs(WORK, exist_ok=True)
    for cell in 8, 1:
        objects = oracle(str(cell), cell)
        for source in sorted(f for f in os.listdir(os.path.join(HERE, "loops")) if f.startswith("leaving")):
            for level in "0123" if cell == 8 else "2":
                check("sizes %s -O%s, cells of %d" % (source, level, cell), compare_sizes(source, level, cell, objects))
    objects = oracle("costs", 8)
    check("costs leaving.c -O0", compare_sizes("leaving.c", "0", 8, objects, "cost_sum"))
    for column in "cost_sum", "self_sum":
        check("costs of functions leaving.c -O0, " + column, compare_sizes("leaving.c", "0", 8, objects, column, False))
    for source in "leaving.c", "leaving.cc":
        for level in "0123":
            check("blocks %s -O%s" % (source, level), compare_blocks(source, level))
    marked()
    tool()
    refused()
    return summed_up()


sys.exit(main())
