#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recursions with known answers.  At every level and rate the log must have
the calls and outermost instances of each target, and of each traced outermost
instance its longest chain and the (size, cost) of every call below it.

The truth is the program's own account: built with -DTWIN, without the plugin,
at -O0, it reports every call to twin.c (see twin.h).  What the program's comments
state: tests/lib/marks.py.

    tests/judged/recursion/run.py [--all] [--flags "FLAGS|FLAGS..."] [FILE...]

Without arguments each program is run at some of the settings, in turn.
"""
import collections
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (Failure, JOBS, LEAVING, SANFLAGS, build, compile_to, compiler, execute,  # noqa: E402
                     other_versions, plugin, programs_asked_for, run_cases, run_profiled_logs, workers)
from marks import Marks  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
LEVELS = ["-O2", "-O3", "-O0", "-O1", "-Os"]
CALLS_ONLY = "-fplugin-arg-algoprof-no-accesses"
# Without sibling calls GCC inlines pure recursions into themselves, and merges
# calls if it may: those do not happen then, with the plugin or without.
MORE = ["-O2 -flto", f"-O2 {CALLS_ONLY}", f"-O0 {CALLS_ONLY}", f"-O3 {CALLS_ONLY} -flto",
        "-O2 -fPIC -pie -g", "-O3 -fno-inline -g", "-O2 -fno-optimize-sibling-calls -fno-ipa-pure-const",
        "-O3 -flto -g", "-O2 -lrt-sample", "-Og -g", "-O1 -foptimize-sibling-calls"]
RATES = ["1", "7", "auto"]
SQUARES = 1e-9          # relative error of a sum of squares, added up in another order
LISTED = 1024           # rows at most that stand one by one

Instance = collections.namedtuple("Instance", "calls longest end rows")


# ---- the truth

def size_class(size):
    """Sizes below 64 one by one, then 32 classes to each doubling."""
    bits = size.bit_length()
    return size if size < 64 else (bits - 5) * 32 + (size >> (bits - 6)) - 32


def summed(rows):
    """What the log says of more rows than it lists: a sum for each class of sizes."""
    sums = {}
    for size, cost, count in rows:
        key = size_class(size)
        low, high, n, sizes, least, most, costs, squares = sums.get(key, (size, size, 0, 0, cost, cost, 0, 0))
        sums[key] = (min(low, size), max(high, size), n + count, sizes + size * count, min(least, cost),
                     max(most, cost), costs + cost * count, squares + cost * cost * count)
    return [sums[key] for key in sorted(sums)]


def chain_rows(length):
    """The rows of a chain of calls, in which each makes one further call."""
    if length <= LISTED:
        return [(k, k, 1) for k in range(1, length + 1)]
    sums, low = [], 1
    while low <= length:
        high = low if low < 64 else low + (1 << (low.bit_length() - 6)) - 1
        high = min(high, length)
        numbers = (high * (high + 1) - (low - 1) * low) // 2
        squares = (high * (high + 1) * (2 * high + 1) - (low - 1) * low * (2 * low - 1)) // 6
        sums.append((low, high, high - low + 1, numbers, low, high, numbers, squares))
        low = high + 1
    return sums


def read_account(name):
    """[{target: {thread: [Instance]}}], one for each process, the parent first."""
    processes = [{}, {}]
    with open(name, encoding="ascii") as file:
        for line in file:
            _, target, process, thread, calls, longest, end, n = line.split()
            rows = [tuple(map(int, next(file).split())) for _ in range(int(n))]
            rows = rows if len(rows) <= LISTED else summed(rows)
            processes[int(process)].setdefault(target, {}).setdefault(thread, []).append(
                Instance(int(calls), int(longest), end, rows))
    return processes if processes[1] else processes[:1]


def check_stated(marks, account):
    for name, numbers in marks.calls():
        instances = [i for thread in account.get(name, {}).values() for i in thread]
        found = [len(instances), sum(i.calls for i in instances), max([i.longest for i in instances], default=0)]
        if found != numbers:
            raise Failure(f"{name}: instances, calls and longest chain are {found} by account, not {numbers}")


def find_truth(source):
    """(account, (status, output)) of the program that keeps its own account, or a Failure."""
    marks = Marks(source)
    stated = {name: {"1": [Instance(n, n, "whole", chain_rows(n)) for n in lengths]}
              for name, lengths in marks.chains().items()}
    if stated or marks.why("plain"):
        return [stated], None
    try:
        with tempfile.TemporaryDirectory(prefix="algoprof-test-") as folder:
            exe, out, twin = (os.path.join(folder, name) for name in ("twin", "account", "twin.o"))
            build(compiler("twin.c") + ["-O1", "-c", os.path.join(HERE, "twin.c"), "-o", twin])
            compile_to(exe, source, ["-O0", "-DTWIN", "-fexceptions"] + marks.words("options"),
                       profiled=False, extra=marks.further_sources() + [twin])
            result = execute([exe], {"TWIN_OUT": out}, cwd=folder)
            if not os.path.exists(out):
                raise Failure(f"no account; status {result[0]} and output\n{result[1].decode(errors='replace')}")
            account = read_account(out)
            check_stated(marks, account[0])
            return account, result
    except Failure as failure:
        return failure


# ---- the log

def site_names(log, account):
    """{site: its name in the account}, where ":LINE" stands for any name."""
    return {s["site"]: f":{s['line']}" if f":{s['line']}" in account else s["name"] for s in log["sites"]}


def found_totals(log, account):
    names, result = site_names(log, account), {}
    for t in log["totals"]:
        instances, cost = result.get(names[t["site"]], (0, 0))
        result[names[t["site"]]] = (instances + t["instances"], cost + t["cost"])
    return result


def expected_totals(account, marks):
    result = marks.loops()
    for name, threads in account.items():
        instances = [i for thread in threads.values() for i in thread]
        result[name] = (sum(i.end != "forked" for i in instances), sum(i.calls for i in instances))
    return result


def same_rows(found, rows):
    if len(found) != len(rows):
        return False
    return all(tuple(a[:7]) == tuple(b[:7]) and all(abs(x - y) <= SQUARES * y for x, y in zip(a[7:], b[7:]))
               for a, b in zip(found, rows))


def difference(instance, truth):
    """What a traced instance says that is not so, or None."""
    chain = instance["chain"]
    told = (instance["cost"], chain["longest"], chain["instances"], chain["flags"])
    right = (truth.calls, truth.longest, truth.calls, ["sums"] if len(truth.rows[0]) > 3 else [])
    if told != right:
        return f"calls, longest chain, instances, flags {told}, not {right}"
    rows = [tuple(row) for row in chain.get("rows", chain.get("sums"))]
    if not same_rows(rows, truth.rows):
        return f"rows (size, cost, count)\n  {rows[:40]}\nnot\n  {truth.rows[:40]}"
    return None


def compare_thread(traced, thread, may_be_cut):
    """The traced instances of a thread with that thread's account: a difference, or None."""
    for i in traced:
        if i["index"] >= len(thread):
            return f"instance {i['index']} of {len(thread)}"
        truth, cut = thread[i["index"]], "cut" in i["flags"]
        if cut and not may_be_cut and truth.end == "whole":
            return f"instance {i['index']} is cut"
        if not cut and truth.end != "whole":
            return f"instance {i['index']} is not cut, but {truth.end}"
        if cut and i["cost"] > truth.calls:
            return f"instance {i['index']} was cut after {i['cost']} of {truth.calls} calls"
        wrong = None if cut else difference(i, truth)
        if wrong:
            return f"instance {i['index']}: {wrong}"
    return None


def compare_instances(log, account, marks):
    recursions = {s["site"] for s in log["sites"] if s["kind"] == "recursion"}
    names, of = site_names(log, account), {}
    for i in log["instances"]:
        if i["site"] in recursions:
            of.setdefault((names[i["site"]], i["thread"]), []).append(i)
    for (name, _), traced in of.items():
        wrong = [compare_thread(traced, [i for i in thread if i.end != "forked"], bool(marks.why("cut")))
                 for thread in account[name].values()]
        if None not in wrong:
            raise Failure(f"{name}: {wrong[0]}")
    return of


def compare_inner(log, account):
    """Inner starts that were not cut are among the calls of their outermost instance,
    with all that is below them."""
    names = site_names(log, account)
    for i in log["instances"]:
        if "inner" not in i["flags"] or "cut" in i["flags"] or "rows" not in i["chain"]:
            continue
        around = [t[i["index"]] for t in account[names[i["site"]]].values() if i["index"] < len(t)]
        known = {tuple(row[:2]) for truth in around for row in truth.rows if len(row) == 3}
        told = {(i["chain"]["longest"], i["cost"])} | {tuple(row[:2]) for row in i["chain"]["rows"]}
        if not told <= known and all(len(truth.rows[0]) == 3 for truth in around):
            raise Failure(f"{names[i['site']]}: inner start in instance {i['index']}: no calls {sorted(told - known)[:9]}")


def compare_last(log, account):
    """The instance that began last is the account's last."""
    (name, threads), = account.items()
    last = max(log["instances"], key=lambda i: i["order"])
    wrong = "cut" if "cut" in last["flags"] else difference(last, threads["1"][-1])
    if wrong:
        raise Failure(f"{name}: the last instance: {wrong}")


def compare_log(log, account, marks, rate):
    expected, found = expected_totals(account, marks), found_totals(log, account)
    if marks.why("unknown"):
        expected = {name: (found.get(name, [0])[0], calls) for name, (_, calls) in expected.items()}
    found = {name: pair for name, pair in found.items() if name in expected or pair != (0, 0)}
    wrong = [f"{name}: instances and calls {found.get(name, (0, 0))}, not {expected.get(name)}"
             for name in sorted(set(found) | set(expected)) if found.get(name, (0, 0)) != expected.get(name)]
    if wrong:
        raise Failure("\n".join(wrong))
    if marks.why("unknown"):
        if rate == "1" and not LEAVING:
            compare_last(log, account)
        return
    if LEAVING:
        compare_inner(log, account)
        return
    of = compare_instances(log, account, marks)
    if rate == "1":
        for name, threads in account.items():
            traced = sum(len(instances) for (n, _), instances in of.items() if n == name)
            if traced != expected[name][0]:
                raise Failure(f"{name}: {traced} of {expected[name][0]} instances traced")


def check_seen(log, calls_only):
    """The RMS is known, but for recursions of which only the calls are told."""
    recursions = {s["site"] for s in log["sites"] if s["kind"] == "recursion"}
    for i in log["instances"]:
        unseen = calls_only and i["site"] in recursions
        if ("unseen" in i["flags"]) != unseen or (unseen and i["rms"]):
            raise Failure(f"site {i['site']}, instance {i['index']}: rms {i['rms']}, flags {i['flags']}")


def compare_logs(logs, accounts, marks, rate):
    """Each process has a log; which is whose they do not tell."""
    if len(logs) != len(accounts):
        raise Failure(f"{len(logs)} logs of {len(accounts)} processes")
    first = None
    for order in [logs, logs[::-1]]:
        try:
            for log, account in zip(order, accounts):
                compare_log(log, account, marks, rate)
            return
        except Failure as failure:
            first = first or failure
    raise first


def check_refused(source, words, flags, version, folder):
    command = compiler(source, version) + ["-fplugin=" + plugin(), *flags, "-c", source, "-o",
                                           os.path.join(folder, "refused.o")]
    status, output = execute(command)
    if status or f"warning: algoprof: {words}" not in output.decode(errors="replace"):
        raise Failure(f"compiler's status {status}, no warning \"algoprof: {words}\" in\n{output.decode()}")


def check(case, folder):
    _, source, flags, version, truth = case
    if isinstance(truth, Failure):
        raise truth
    accounts, result = truth
    marks = Marks(source)
    options = flags.split() + marks.words("options")
    more = marks.further_sources()
    refused = marks.why("refused")
    if refused:
        check_refused(source, refused, [f for f in options if f != "-lrt-sample"], version, folder)
    if not result:
        compile_to(os.path.join(folder, "plain"), source, options, version, profiled=False, extra=more)
        result = execute([os.path.join(folder, "plain")], cwd=folder)
    profiled = os.path.join(folder, "profiled")
    compile_to(profiled, source, options, version, extra=more)
    for rate in marks.words("rates") or RATES:
        env = {"ALGOPROF_RATE": rate, "ALGOPROF_BUDGET": "0", "ALGOPROF_SEED": "7"}
        if rate == "off":
            env["ALGOPROF_LOG"] = "off"
        status, output, logs = run_profiled_logs(profiled, os.path.join(folder, "log"), env)
        try:
            if (status, output) != result:
                raise Failure(f"status {status} and output\n{output.decode(errors='replace')}\n"
                              f"without plugin {result[0]} and\n{result[1].decode(errors='replace')}")
            if rate != "off" and not refused and not marks.why("plain"):
                compare_logs(logs, accounts, marks, rate)
                for log in logs:
                    check_seen(log, CALLS_ONLY in options)
        except Failure as failure:
            raise Failure(f"rate {rate}: {failure}") from None


def settings_of(number, source, everything):
    """[(flags, version)] that a program is run at."""
    only = Marks(source).words("levels")
    levels, versions = only or LEVELS, [] if SANFLAGS else other_versions()
    if SANFLAGS:
        return [("-O2", None)]
    more = [f for f in MORE if not only or (f.split()[0] in only and "-fno-optimize-sibling-calls" not in f)]
    if everything:
        return [(f, v) for f in levels + more for v in [None, *versions]]
    chosen = [(levels[number % len(levels)], None)]
    if more:
        chosen.append((more[number % len(more)], None))
    return chosen + [(levels[(number + 1) % len(levels)], v) for v in versions[:1] if number % 3 == 1]


def main():
    sources, everything, chosen = programs_asked_for(HERE, but=("twin.c",))
    with workers(JOBS) as pool:
        truths = pool.map(find_truth, sources, chunksize=1)
    cases = []
    for number, (source, truth) in enumerate(zip(sources, truths)):
        cases += [(f"recursion/{os.path.basename(source)} {'gcc-' + version + ' ' if version else ''}{flags}",
                   source, flags, version, truth)
                  for flags, version in chosen or settings_of(number, source, everything)]
    run_cases(check, cases)


main()
