# SPDX-License-Identifier: MIT
"""What a log says of the process and its runs, for logread.py."""
import struct

from logparts import LARGEST

RUN, LABEL, SPENT, LOST, RUN_END = 0x1134, 0x3210, 0x3236, 0x3282, 0x3205
OF_PROCESS = RUN, RUN_END, LABEL, SPENT, LOST
LOSSES = "full", "old", "dead", "not-a-log", "refused", "tries", "not-begun", "other"
RUN_FLAGS = ((1, "epoch"), (2, "marked"), (4, "between"), (8, "thread"))
END_FLAGS = ((1, "short"), (2, "sized"), (4, "command"))


class Bad(Exception):
    pass


def check(condition, why):
    if not condition:
        raise Bad(why)


def words(flags, names):
    """Names of the bits that are set; those without one in hexadecimal."""
    known = [name for bit, name in names if flags & bit]
    rest = flags & ~sum(bit for bit, _ in names)
    return known + ([f"{rest:#x}"] if rest else [])


def read_run(run, p):
    start, size, flags = struct.unpack_from("<QII", p)
    check(16 + size <= len(p), "bad run")
    return {"run": run, "start_time": start, "flags": words(flags, RUN_FLAGS),
            "label": p[16:16 + size].decode("utf-8", "replace") or None, "closed": False,
            "end": None, "user_size": None, "end_flags": []}


def finish_runs(runs, ends, used):
    """Sorts the runs and closes them; `used` are the numbers that blocks carry."""
    runs.sort(key=lambda r: r["run"])
    check([r["run"] for r in runs] == list(range(len(runs))), "runs with gaps")
    check(max(used, default=0) < max(len(runs), 1), "a block of no run")
    for run in [r for r in runs if "thread" not in r["flags"]][:-1]:
        run["closed"] = True
    for number, p in ends:
        time, size, flags, _ = struct.unpack_from("<QQII", p)
        check(number < len(runs) and runs[number]["end"] is None, "bad end of a run")
        runs[number].update(closed=True, end=time, end_flags=words(flags, END_FLAGS),
                            user_size=size if flags & 2 else None)
    return runs


class Process:
    """What is said of the process and its runs."""

    def __init__(self):
        self.runs, self.ends, self.labels, self.profiling, self.lost = [], [], {}, None, {}

    def add(self, tag, run, p):
        if tag == RUN:
            self.runs.append(read_run(run, p))
        elif tag == RUN_END:
            check(len(p) >= 24, "bad end of a run")
            self.ends.append((run, p))
        elif tag == LABEL:
            order, key_size, size = struct.unpack_from("<IHH", p)
            check(key_size <= 32 and size <= 200 and 8 + key_size + size <= len(p), "bad label")
            key, text = p[8:8 + key_size].decode(), p[8 + key_size:8 + key_size + size]
            if key not in self.labels or self.labels[key][0] < order:
                self.labels[key] = order, text.decode("utf-8", "replace")
        elif tag == SPENT:
            spent = struct.unpack_from("<4Q", p) + (struct.unpack_from("<Q", p, 32) if len(p) >= 40 else (0,))
            if spent[0] >= (self.profiling or {"order": 0})["order"]:
                self.profiling = {"order": spent[0], "start_ns": spent[1], "process_ns": spent[2],
                                  "traced_ns": None if spent[3] == LARGEST else spent[3],
                                  "input_bytes": spent[4] or None}
        elif tag == LOST:
            for reason, n in zip(LOSSES, struct.unpack_from("<8I", p)):
                if n:
                    self.lost[reason] = self.lost.get(reason, 0) + n
