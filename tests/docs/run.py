#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs what documents show.  In a folder of its own, in the order of the pages:

    <!-- file: NAME -->     the code block below becomes that file
    ```console              "$ COMMAND" lines are run, and must print the lines
                            below them; "= N" is the exit status (else 0)

A line "..." stands for any lines.  Numbers may differ from run to run: they only
must be numbers; but not classes and their powers (n^2) nor exponents, which are
compared to a tenth.

README.md's commands run where `make` was: with build/ and examples/.

    tests/docs/run.py [PAGE...]
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("O", os.path.join(ROOT, "build")))
PAGES = [["../README.md"], ["tutorial.md", "shipping.md"]]      # each list in a folder of its own
HEX = re.compile(r"\b(?=[0-9a-f]*[0-9])[0-9a-f]{6,}\b|\b[0-9a-f]{1,4}:[0-9a-f]{8}\b|\b0x[0-9a-f]+\b")


def blocks(text):
    """(kind, name of file or None, lines) of each code block."""
    pattern = r"(?:<!-- file: (\S+) -->\n)?```(\w+)\n(.*?)```\n"
    return [(kind, name, body.splitlines()) for name, kind, body in re.findall(pattern, text, re.DOTALL)]


def normal(line):
    if line.startswith("  set: "):      # where things lie differs from process to process
        return "set"
    line = re.sub(r"([0-9]+\.[0-9])[0-9]* ±[0-9.]+", r"\1±", line)
    line = re.sub(r"exponent ([0-9]+\.[0-9])[0-9]* \([^)]*\)", r"exponent \1±", line)
    line = re.sub(r"[0-9.]+ (ms|s|min) of CPU", "# of CPU", line)
    line = re.sub(r"[0-9.]+[kMG]?\.\.[0-9.]+[kMG]?", "#..#", HEX.sub("#", line))
    line = re.sub(r"(?<![\w^.])[0-9][0-9.]*[kMG%]*(?![\w±.])", "#", line)
    return re.sub(r"\s+", " ", line).strip()


def matches(expected, found):
    """Lists of lines; "..." in the first stands for any."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(matches(expected[1:], found[i:]) for i in range(len(found) + 1))
    return bool(found) and normal(expected[0]) == normal(found[0]) and matches(expected[1:], found[1:])


def steps(lines):
    """(command, expected lines, exit status) of a console block."""
    result = []
    for line in lines:
        if line.startswith("$ "):
            result.append([line[2:], [], 0])
        elif re.fullmatch(r"= [0-9]+", line):
            result[-1][2] = int(line[2:])
        else:
            result[-1][1].append(line)
    return result


class Shell:
    """One shell for all commands, so that `export` lasts."""

    def __init__(self, folder):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("ALGOPROF")}
        # Under a sanitised build the runtime is one too; its leaks are other tests' matter.
        environment.update(A=BUILD, LC_ALL="C.UTF-8", ASAN_OPTIONS="detect_leaks=0")
        self.shell = subprocess.Popen(["sh"], cwd=folder, env=environment, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, command):
        self.shell.stdin.write(f"{command}\necho \"= $?\"\n")
        self.shell.stdin.flush()
        lines = []
        for line in self.shell.stdout:
            if re.fullmatch(r"= [0-9]+\n", line):
                return lines, int(line[2:])
            lines.append(line.rstrip("\n"))
        raise RuntimeError("the shell ended")


def run_page(page, folder, shell):
    with open(os.path.join(ROOT, "docs", page), encoding="utf-8") as file:
        found = blocks(file.read())
    number = 0
    for kind, name, lines in found:
        if name:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        if kind != "console":
            continue
        for command, expected, status in steps(lines):
            number += 1
            output, ended = shell.run(command)
            if ended == status and matches(expected, output):
                print(f"ok docs/{os.path.basename(page)} {number}")
                continue
            print(f"not ok docs/{os.path.basename(page)} {number}\n    $ {command}\n    exit status {ended}, expected {status}")
            print("\n".join(f"    -{line}" for line in expected) + "\n" + "\n".join(f"    +{line}" for line in output))
            return False
    return number > 0


def run_pages(pages):
    with tempfile.TemporaryDirectory() as folder:
        if "../README.md" in pages:
            os.symlink(BUILD, os.path.join(folder, "build"))
            os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        shell = Shell(folder)
        good = [run_page(page, folder, shell) for page in pages]
        shell.shell.stdin.close()
        shell.shell.wait()
    return all(good)


def main():
    good = [run_pages(pages) for pages in ([sys.argv[1:]] if sys.argv[1:] else PAGES)]
    sys.exit(0 if all(good) else 1)


main()
