#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""algoprof.h: a program that uses it builds in every language level, with the plugin
and without it, with the runtime and without it, and without warnings; and the sampler
obeys it.

    tests/field/spool/header.py
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (ROOT, Failure, build, compile_to, compiler, execute, other_versions,  # noqa: E402
                     plugin, run_cases, run_profiled)

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = "-I" + os.path.join(ROOT, "include")
WARN = ["-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wundef"]
SOURCE = os.path.join(HERE, "paused.c")
# Every function of the header, without a target.
USES = """
#include <algoprof/algoprof.h>
#include <algoprof/algoprof.h>
int main(void)
{
    return algoprof_pause() + algoprof_resume() + algoprof_flush() + algoprof_process_run_begin("label") +
           algoprof_process_run_end() + algoprof_size(9) + 6;
}
"""


def languages(case, folder):
    """Nothing is profiled: every function says -1, and no library is needed."""
    _, version, standards = case
    for standard in standards:
        cxx = "++" in standard
        source = os.path.join(folder, "uses.C" if cxx else "uses.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(USES)
        warn = [w for w in WARN if not cxx or "prototypes" not in w]
        for more in [], ["-fplugin=" + plugin()], ["-fplugin=" + plugin(), "-save-temps=obj"]:
            for level in ["-O0"] if "-save-temps=obj" in more else ["-O0", "-O2"]:
                exe = os.path.join(folder, "uses")
                build([*compiler(source, version), *more, "-std=" + standard, level, *warn, "-Werror", INCLUDE,
                       source, "-o", exe])
                status, _ = execute([exe])
                if status:
                    raise Failure(f"{standard} {level} {more}: status {status}")


def check_log(log, rate, before, paused, after):
    total = log["totals"][0]
    cost = before * 10 + paused * 20 + after * 30
    if (total["instances"], total["cost"]) != (before + paused + after, cost):
        raise Failure(f"{total['instances']} instances of cost {total['cost']}, not "
                      f"{before + paused + after} of {cost}")
    traced = {size: sum(i["cost"] == size for i in log["instances"]) for size in (10, 20, 30)}
    # At `auto' the pairs of the beginning may have been dropped.
    if traced[20] or bool(after) != bool(traced[30]) or (rate != "auto" and bool(before) != bool(traced[10])):
        raise Failure(f"traced before, in and after the pause: {traced}")
    kinds = [e["kind"] for e in log["events"] if e["kind"] in ("paused", "resumed")]
    if kinds != (["paused", "resumed"] if after else ["paused"]):
        raise Failure(f"events {kinds}")


def pauses(case, folder):
    _, rate, shared = case
    exe = os.path.join(folder, "paused")
    compile_to(exe, SOURCE, ["-O2", INCLUDE, *(["-lrt-sample"] if shared else [])])
    env = {"ALGOPROF_RATE": rate, "ALGOPROF_BUDGET": "0"}
    for argument, counts in ("", (1000, 1000, 100000)), ("never", (0, 1000, 0)):
        status, output, log = run_profiled(exe, os.path.join(folder, "logs"), env, [argument])
        if status or output != b"0 0 0 errno 77\n":
            raise Failure(f"status {status}: {output!r}")
        check_log(log, rate, *counts)
    status, output, log = run_profiled(exe, os.path.join(folder, "logs"), {"ALGOPROF_LOG": "off"})
    if status or output != b"-1 -1 -1 errno 77\n" or log:
        raise Failure(f"switched off: status {status}, {output!r}, log {log is not None}")
    compile_to(exe, SOURCE, ["-O2", INCLUDE], profiled=False)
    if execute([exe]) != (0, b"-1 -1 -1 errno 77\n"):
        raise Failure("without the plugin it says something else")


def dispatch(case, folder):
    name, first, work, second = case
    return work((name, first, second), folder)


def main():
    cases = [(f"spool/header languages {version or ''}".strip(), version, languages, standards)
             for version in [None, *other_versions()]
             for standards in [("gnu89", "c99", "gnu17", "c++98", "c++20")]]
    cases += [(f"spool/pause rate {rate}{' shared' if shared else ''}", rate, pauses, shared)
              for rate in ("1", "auto", "7") for shared in (False, True)]
    run_cases(dispatch, cases)


if __name__ == "__main__":
    main()
