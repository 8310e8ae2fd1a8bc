#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of loops that the mirror tells at their ends: the programs print what
each instance's size is; "lost|SIZE": or it is a lost one.

    tests/judged/even-reads/run.py [FILE...]
"""
import glob
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import EXACT, Failure, Skipped, compile_to, execute, other_versions, run_cases, run_profiled  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
LEVELS = ["-O1", "-O2", "-O3", "-Os", "-O3 -mavx2", "-O2 -ftree-vectorize -fno-pie -no-pie", "-O3 -funroll-loops",
          "-O3 -masm=intel", "-O2 -fPIC", "-O3 -fno-omit-frame-pointer -mno-red-zone", "-O2 -fno-ivopts",
          "-O2 -fplugin-arg-algoprof-no-ranges", "-O3 -fno-reorder-blocks-and-partition", "-O3 -fno-ipa-ra"]


def sizes(pairs):
    result = {}
    for name, size in pairs:
        result.setdefault(name, []).append(size)
    return result


def fit(found, expected):
    return len(found) == len(expected) and all(f in e.split("|") for f, e in zip(found, expected))


def check(case, folder):
    _, source, flags, version = case
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        if "avx2" in flags and "avx2" not in file.read():
            raise Skipped("the processor lacks avx2")
    exe, plain = os.path.join(folder, "profiled"), os.path.join(folder, "plain")
    compile_to(exe, source, flags.split(), version)
    compile_to(plain, source, flags.split(), version, profiled=False)
    status, output, log = run_profiled(exe, os.path.join(folder, "log"), EXACT)
    if status or log is None or execute([plain]) != (0, output):
        raise Failure(f"exit status {status}, {'no log' if log is None else 'a log'}\n{output!r}")
    expected = sizes(line.split() for line in output.decode().splitlines())
    names = {site["site"]: site["name"] for site in log["sites"]}
    instances = sorted(log["instances"], key=lambda i: i["order"])
    odd = [f"{names[i['site']]}: {i['flags']}, {i['opaque']}" for i in instances
           if set(i["flags"]) - {"first-pair", "lost"} or i["opaque"]]
    found = sizes((names[i["site"]], "lost" if "lost" in i["flags"] else str(i["rms"])) for i in instances)
    lines = odd + [f"{name}: {found.get(name)}, expected {expected.get(name)}" for name in sorted({*found, *expected})
                   if not fit(found.get(name, []), expected.get(name, []))]
    if lines:
        raise Failure("\n".join(lines))


def main():
    sources = [os.path.abspath(a) for a in sys.argv[1:]] or sorted(glob.glob(HERE + "/*.c"))
    run_cases(check, [(f"even-reads/{os.path.basename(s)} {flags}" + (f" gcc-{v}" if v else ""), s, flags, v)
                      for number, s in enumerate(sources) for v in [None, *other_versions()]
                      for flags in (LEVELS[number % len(LEVELS)::len(LEVELS)] if v else LEVELS)])


if __name__ == "__main__":
    main()
