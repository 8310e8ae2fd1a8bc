#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Independent decoder of an algoprof log: logread.py LOG prints JSON.

Written from the format's description alone, sharing no code with the tool; so
that the two check each other.  Exits with 3 and one line if the log is bad.
"""
import json
import struct
import sys

from logparts import LARGEST, is_sum, size_class, tell_contexts
from logprocess import OF_PROCESS, Bad, Process, check, finish_runs, words  # noqa: F401
from xxhash import xxh3_64_intdigest as xxh3_64

NONE = 0xFFFFFFFF
FREE, MODULE, SITE, NAME = 0x0E07, 0x1252, 0x1469, 0x187A
INSTANCE, COUNTER, SAMPLER, EVENT, CHAIN = 0x218B, 0x229C, 0x24A5, 0x28B6, 0x31C1
COMPACT, UNION = 0x3243, 0x3264
CALLABLE, CONTEXT, CONTEXT_OF = 0x4400, 0x4419, 0x442A
SIZED_INSTANCE, SIZED_CHAIN = 0x322A, 0x32F7
INSTANCES = (INSTANCE, CHAIN, SIZED_INSTANCE, SIZED_CHAIN)
STATES = ("running", "finished", "stopped")
INSTANCE_FLAGS = ((1, "cut"), (2, "first-pair"), (4, "stale"), (8, "lost"),
                  (16, "unseen"), (32, "inner"), (64, "counted"))
CHAIN_FLAGS = ((1, "sums"), (2, "lost"))
EVENTS = {1: "halved", 2: "thinned", 3: "stopped", 4: "paused", 5: "resumed", 6: "crossed",
          7: "last-run"}


def newest(copies, size, fields):
    """Of the copies with a right checksum the one with the largest sequence."""
    best = None
    for copy in copies:
        values = struct.unpack_from(fields, copy)
        if xxh3_64(copy[:size]) == struct.unpack_from("<Q", copy, size)[0] and values[0] > 0:
            if best is None or values[0] > best[0]:
                best = values
    return best


def read_header(data):
    check(len(data) > 0, "empty file")
    check(data[:8] == b"aplog\r\n\x1a", "not an algoprof log")
    check(len(data) >= 4096, "truncated")
    version, min_reader, header_size, endian = struct.unpack_from("<4I", data, 8)
    check(min_reader <= 3, "future version")
    check(endian == 0x01020304, "not little endian")
    check(xxh3_64(data[:184]) == struct.unpack_from("<Q", data, 184)[0], "checksum of header")
    commit = newest((data[192:256], data[256:320]), 32, "<4Q")
    check(commit, "no commit")
    _, used, state, end_time = commit
    check(used <= len(data), "truncated")
    check(header_size % 8 == 0 and 4096 <= header_size <= used and state < 3, "bad header")
    start_time, max_log, rate, pairs, budget, flags = struct.unpack_from("<QQIIII", data, 48)
    return {"version": version, "run_id": data[32:48].hex(), "state": STATES[state],
            "start_time": start_time, "end_time": end_time, "used": used, "pairs": pairs,
            "max_log": max_log, "budget_ppm": budget}, header_size


def blocks(data, at, used):
    while at < used:
        check(used - at >= 16, "no room for a block")
        tag, run, size, checksum = struct.unpack_from("<HHIQ", data, at)
        check(size >= 16 and size % 8 == 0 and size <= used - at, "bad block length")
        payload = data[at + 16:at + size]
        if tag != FREE:
            checked = 16 if tag in (COUNTER, SAMPLER, UNION) else len(payload)
            seed = struct.unpack_from("<Q", data, at)[0]
            check(xxh3_64(payload[:checked], seed) == checksum, f"checksum at {at}")
            yield tag, run, payload
        at += size


def varint(b, at):
    value = shift = 0
    while True:
        check(at < len(b) and shift < 70, "bad varint")
        value |= (b[at] & 0x7F) << shift
        at += 1
        shift += 7
        if not b[at - 1] & 0x80:
            check(value < 1 << 64, "bad varint")
            return value, at


def mask_runs(mask):
    """[(start, end)] of the runs of ones."""
    bits = f"{mask:064b}"[::-1]
    starts = [i for i in range(64) if bits[i] == "1" and (i == 0 or bits[i - 1] == "0")]
    return [(i, (bits + "0").index("0", i)) for i in starts]


def cell_ranges(b):
    """[region, offset, cells] of each maximal range within a region."""
    ranges, at, line, mask = [], 0, 0, (1 << 64) - 1

    def add(first, end):
        while first < end:
            stop = min(end, (first | 0xFFFFFFFF) + 1)
            if ranges and first & 0xFFFFFFFF and (ranges[-1][0] << 32) + ranges[-1][1] + \
                    ranges[-1][2] == first:
                ranges[-1][2] += stop - first
            else:
                ranges.append([first >> 32, first & 0xFFFFFFFF, stop - first])
            first = stop

    while at < len(b):
        gap, at = varint(b, at)
        run, at = varint(b, at)
        if run == 0:
            bit, at = varint(b, at)
            size, at = varint(b, at)
            step, at = varint(b, at)
            count, at = varint(b, at)
            check(bit < 64 and 0 < size < step and count > 0, "bad stride")
            first = (line + gap) * 64 + bit
            for i in range(count):
                add(first + i * step, first + i * step + size)
            line = (first + (count - 1) * step + size - 1) // 64 + 1
            continue
        if run & 1:
            check(len(b) - at >= 8, "bad set")
            mask = struct.unpack_from("<Q", b, at)[0]
            at += 8
        lines = run >> 1
        check(lines > 0 and mask > 0, "bad set")
        line += gap
        if mask == (1 << 64) - 1:
            add(line * 64, (line + lines) * 64)
        else:
            runs = mask_runs(mask)
            for i in range(line, line + lines):
                for start, end in runs:
                    add(i * 64 + start, i * 64 + end)
        line += lines
    return ranges


LIMITS = [None, "1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3", "2^n"]


def read_site(p):
    site, module, key, line, column, function_line, _, kind, flags, _, blind = \
        struct.unpack_from("<IIQIIIIBBHI", p)
    strings, at = [], 40
    for _ in range(3):
        check(at + 2 <= len(p), "bad site")
        size = struct.unpack_from("<H", p, at)[0]
        check(at + 2 + size <= len(p), "bad site")
        strings.append(p[at + 2:at + 2 + size].decode("utf-8", "replace"))
        at += 2 + size
    return {"site": site, "module": module, "key": f"{key:016x}", "name": strings[0] or None,
            "function": strings[1] or None, "file": strings[2] or None, "line": line,
            "column": column, "function_line": function_line,
            "kind": "recursion" if kind == 2 else "loop", "blind": blind,
            "limit": LIMITS[flags >> 4] if flags >> 4 < len(LIMITS) else None}


def listed_rows(p, n):
    """[size, cost, count]..., and the bytes used."""
    rows, at, size, cost = [], 0, 0, 0
    for _ in range(n):
        more, at = varint(p, at)
        number, at = varint(p, at)
        count, at = varint(p, at)
        check(more or number, "bad rows")
        size, cost = size + more, number if more else cost + number
        check(size < 1 << 64 and cost < 1 << 64, "bad rows")
        check(size >= 1 and cost >= size and count >= 1, "bad rows")
        rows.append([size, cost, count])
    return rows, at


def summed_rows(p, n):
    """[size low, high, count, sum, cost low, high, sum, sum of squares]..."""
    rows, at, end = [], 0, 0
    for _ in range(n):
        low, at = varint(p, at)
        width, at = varint(p, at)
        count, at = varint(p, at)
        sizes, at = varint(p, at)
        cost, at = varint(p, at)
        span, at = varint(p, at)
        costs, at = varint(p, at)
        check(len(p) - at >= 8, "bad rows")
        squares = struct.unpack_from("<d", p, at)[0]
        at += 8
        low, high, most = low + end, low + end + width, cost + span
        check(high < 1 << 64 and most < 1 << 64 and count >= 1 and low >= 1, "bad rows")
        check(size_class(low) == size_class(high) and size_class(low) > size_class(end),
              "bad rows")
        check(is_sum(low, high, count, sizes) and is_sum(cost, most, count, costs), "bad rows")
        check(cost >= low and most >= high and costs >= sizes, "bad rows")
        mean = cost if costs == LARGEST else costs / count
        check(squares * 1.001 >= min(count * mean ** 2, 2.0 ** 128) and
              squares <= count * float(most) ** 2 * 1.001, "bad rows")
        rows.append([low, high, count, sizes, cost, most, costs, squares])
        end = high
    return rows, at


def read_chain(p, at, head, cut, cost):
    """The chain of an instance of `cost` calls, with that head; its rows are at `at`."""
    longest, instances, rows, size, flags = head
    check(flags & 1 or rows <= 1024, "bad chain")
    read = summed_rows if flags & 1 else listed_rows
    found, used = read(p[at:at + size], rows)
    sizes = [row[1] if flags & 1 else row[0] for row in found]
    costs = [row[5] if flags & 1 else row[1] for row in found]
    check(used == size, "bad rows")
    check(min(sum(row[2] for row in found), LARGEST) == instances, "bad chain")
    check(max(sizes, default=0) <= longest <= cost and instances <= cost, "bad chain")
    if not cut:
        check(longest > 0 and max(costs, default=0) <= cost, "bad chain")
        check(flags & 2 or (instances == cost and sizes[-1] == longest), "bad chain")
    return {"longest": longest, "instances": instances,
            "flags": words(flags, CHAIN_FLAGS), "sums" if flags & 1 else "rows": found}


def read_lists(run, fields, head, p, at):
    """An instance with those fields (and of a chain with that head) whose lists are at `at`, and their end."""
    (site, thread, index, cost, pair, period, instances, total, rms, external, order, parent,
     place, flags, thin, work, opaque_bytes, set_bytes) = fields
    opaque, end = [], at + opaque_bytes
    check(end + set_bytes <= len(p), "bad instance")
    check(not flags & 16 or (rms == 0 and set_bytes == 0), "bad instance")
    while at < end:
        name, at = varint(p, at)
        calls, at = varint(p, at)
        opaque.append((name, calls))
    ranges = cell_ranges(p[at:at + set_bytes])
    cells = sum(r[2] for r in ranges)
    if flags & 64:
        check(set_bytes == 0 and thin == 0, "a set that is counted only")
    else:
        check(cells <= rms and (cells == rms or thin or flags & 8), "cells of a set")
    check(place < 2 and thin <= 32 and thread != NONE and period > 0, "bad instance")
    check(not flags & 32 or (head and place == 0), "bad inner start")
    instance = {
        "run": run, "site": site, "thread": thread, "index": index, "cost": cost, "pair": pair,
        "place": place, "period": period, "total_instances": instances, "total_cost": total,
        "rms": rms, "cells": cells, "external": external, "order": order,
        "parent": None if parent == NONE else parent, "thin": thin, "work": work,
        "flags": words(flags, INSTANCE_FLAGS), "opaque": opaque,
        "set": ranges}
    at += set_bytes
    if head:
        check(at + head[3] <= len(p), "bad chain")
        instance["chain"] = read_chain(p, at, head, flags & 1, cost)
        at += head[3]
    return instance, at


def read_instance(run, p, recursive):
    head = struct.unpack_from("<QQIII", p, 96) if recursive else None
    instance, at = read_lists(run, struct.unpack_from("<II9QIBBBBII", p), head, p, 128 if recursive else 96)
    check(len(p) - at <= 7, "bad instance")
    return instance


WORD = 1 << 64
(P_SECOND, P_COST, P_RMS, P_WORK, P_OPAQUE, P_FLAGS, P_INDEX, P_TOTAL_INSTANCES, P_TOTAL_COST, P_PAIR, P_PERIOD,
 P_ORDER, P_SET, P_PARENT, P_THIN, P_EXTERNAL, P_SIZE, P_LONGEST, P_CALLS, P_ROWS, P_ROWS_BYTES,
 P_CHAIN_FLAGS) = range(22)


def read_compact(run, p):
    """The instances of a block that has them in short."""
    site, at = varint(p, 0)
    thread, at = varint(p, at)
    count, at = varint(p, at)
    cost = rms = work = flags = thin = total = 0
    index = order = pair = WORD - 1
    period, parent, found = 1, NONE, []
    for _ in range(count >> 1):
        has, at = varint(p, at)
        check(has < 1 << 22, "unknown numbers")
        value = {}
        for bit in range(1, 22):
            if has >> bit & 1:
                value[bit], at = varint(p, at)
        step = {bit: -(n >> 1) - 1 if n & 1 else n >> 1 for bit, n in value.items()}
        place = has & 1
        cost, rms, work = value.get(P_COST, cost), value.get(P_RMS, rms), value.get(P_WORK, work)
        flags, period = value.get(P_FLAGS, flags), value.get(P_PERIOD, period)
        parent, thin = value.get(P_PARENT, parent), value.get(P_THIN, thin)
        index = (index + 1 + step.get(P_INDEX, 0)) % WORD
        instances = (index + 1 + step.get(P_TOTAL_INSTANCES, 0)) % WORD
        total = (total + cost + step.get(P_TOTAL_COST, 0)) % WORD
        pair = (pair + 1 - place + step.get(P_PAIR, 0)) % WORD
        order = (order + 1 + step.get(P_ORDER, 0)) % WORD
        fields = (site, thread, index, cost, pair, period, instances, total, rms, value.get(P_EXTERNAL, 0), order,
                  parent, place, flags, thin, work, value.get(P_OPAQUE, 0), value.get(P_SET, 0))
        head = tuple(value.get(i, 0) for i in range(P_LONGEST, P_CHAIN_FLAGS + 1)) if count & 1 else None
        instance, at = read_lists(run, fields, head, p, at)
        found.append(dict(instance, user_size=value.get(P_SIZE)))
    check(len(p) - at <= 7, "bad compact block")
    return found


def read_any_instance(tag, run, p):
    """With the user's size in front or not."""
    user_size = None
    if tag in (SIZED_INSTANCE, SIZED_CHAIN):
        user_size, p = struct.unpack_from("<Q", p)[0], p[8:]
    instance = read_instance(run, p, tag in (CHAIN, SIZED_CHAIN))
    return dict(instance, user_size=user_size)


def totals(counters, instances):
    """Exact (instances, cost) of each run and site; see struct alog_counts."""
    known = {}
    for run, site, thread, counts in counters:
        known.setdefault((run, site), {}).setdefault(thread, []).append(counts or (0,) * 7)
    late = {}
    for i in instances:
        key, thread = (i["run"], i["site"]), i["thread"]
        of = late.setdefault(key, {})
        of[thread] = max(of.get(thread, (0, 0)), (i["total_instances"], i["total_cost"]))
        known.setdefault(key, {})
    result = []
    for (run, site), threads in sorted(known.items()):
        sums = threads.get(NONE)
        folded = max(sums)[5] if sums else NONE
        of = {t: max((c[1], c[2]) for c in counts) for t, counts in threads.items()
              if t == NONE or not sums or t != folded}
        for t, pair in late.get((run, site), {}).items():
            if t in of or not sums:
                of[t] = max(of.get(t, (0, 0)), pair)
        result.append({"run": run, "site": site, "instances": sum(v[0] for v in of.values()),
                       "cost": sum(v[1] for v in of.values())})
    return result


def said_of_all(run, site, copies, counted):
    """Of a union the newest valid copy that is not of more instances than are counted."""
    most = sum(t["instances"] for t in counted if (t["run"], t["site"]) == (run, site))
    valid = [c for c in (newest([copy], 72, "<9Q") for copy in copies) if c and c[1] <= most]
    state = max(valid, default=(0,) * 9)
    return {"run": run, "site": site, "instances": state[1], "cells": list(state[2:])}


def read_log(data):
    header, at = read_header(data)
    modules, sites, names, instances, counters, events = [], [], {}, [], [], []
    process, used, unions = Process(), set(), []
    contexts, contexts_of, callables = [], [], {}
    for tag, run, p in blocks(data, at, header["used"]):
        if tag in INSTANCES + (COUNTER, SAMPLER, EVENT, COMPACT, UNION):
            used.add(run)
        if tag in OF_PROCESS:
            process.add(tag, run, p)
        elif tag == MODULE:
            module, size = struct.unpack_from("<II", p)
            modules.append({"module": module, "build_id": p[8:8 + size].hex() or None})
        elif tag == SITE:
            sites.append(read_site(p))
        elif tag == NAME:
            name, size = struct.unpack_from("<II", p)
            names[name] = p[8:8 + size].decode("utf-8", "replace")
        elif tag in INSTANCES:
            instances.append(read_any_instance(tag, run, p))
        elif tag == COMPACT:
            instances += read_compact(run, p)
        elif tag == UNION:
            unions.append((run, struct.unpack_from("<I", p)[0], (p[16:96], p[96:176])))
        elif tag == COUNTER:
            site, thread = struct.unpack_from("<II", p)
            counters.append((run, site, thread,
                             newest((p[16:72], p[72:128]), 48, "<5QII")))
        elif tag == CALLABLE:
            number, _, _, first, calls = struct.unpack_from("<5I", p)
            callables[number] = max(callables.get(number, 0), first + calls)
        elif tag == CONTEXT:
            contexts.append(struct.unpack_from("<4IQ", p))
        elif tag == CONTEXT_OF:
            contexts_of.append((run, *struct.unpack_from("<IIQ", p)))
        elif tag == EVENT:
            site, kind, value, _, starts, kept = struct.unpack_from("<IIQQQQ", p)
            events.append({"run": run, "site": None if site == NONE else site, "kind": EVENTS.get(kind, kind),
                           "value": value, "starts": starts, "kept": kept})
    counted = totals(counters, instances)
    chains, damaged = tell_contexts(contexts, contexts_of, {m["module"] for m in modules}, callables, instances)
    kinds = {site["site"]: site["kind"] for site in sites}
    for instance in instances:
        check(instance["parent"] is None or instance["parent"] in kinds, "no such parent")
        check((kinds[instance["site"]] == "recursion") == ("chain" in instance), "wrong kind")
        instance["opaque"] = [{"name": names[n], "calls": c} for n, c in instance["opaque"]]
    return {"algoprof": 1, "header": header, "client": data[80:96].hex() if any(data[80:96]) else None,
            "profiling": process.profiling, "labels": {key: text for key, (_, text) in process.labels.items()}, "lost": process.lost,
            "runs": finish_runs(process.runs, process.ends, used),
            "modules": sorted(modules, key=lambda m: m["module"]),
            "sites": sorted(sites, key=lambda s: s["site"]),
            "totals": counted, "instances": instances, "contexts": chains, "damaged_contexts": damaged,
            "unions": [said_of_all(*union, counted) for union in unions], "events": events}


def read_merged(data):
    """The logs of a merged file."""
    version, endian, count, checksum = struct.unpack_from("<IIQQ", data, 8)
    end = 32 + 40 * count
    check(version == 1 and endian == 0x01020304 and 0 < count and end <= len(data), "bad head")
    check(xxh3_64(data[32:end], count) == checksum, "checksum of the index")
    logs, before = [], b""
    for i in range(count):
        run_id, offset, size, checksum = struct.unpack_from("<16sQQQ", data, 32 + 40 * i)
        check(offset == end and offset + size <= len(data) and before < run_id, "bad index")
        part = data[offset:offset + size]
        check(xxh3_64(part, 0) == checksum, f"checksum of log {i}")
        logs.append(read_log(part))
        check(logs[-1]["header"]["run_id"] == run_id.hex(), "another log")
        before, end = run_id, offset + size
    return {"algoprof": 1, "logs": logs}


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        log = read_merged(data) if data[:8] == b"apmrg\r\n\x1a" else read_log(data)
    except (Bad, struct.error, KeyError) as error:
        print(f"logread.py: {sys.argv[1]}: {error}", file=sys.stderr)
        return 3
    print(json.dumps(log))
    return 0


if __name__ == "__main__":
    sys.exit(main())
