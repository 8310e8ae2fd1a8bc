# SPDX-License-Identifier: GPL-3.0-or-later
"""The comments in GCC's own tests that say how each is built and whether it
runs: as far as they matter for x86-64 Linux."""
import os
import re
import shlex
import subprocess
import sys

import long_suites

OPTIONS = re.compile(r'\{\s*dg-(?:additional-)?options\s+\{?\s*("[^"]*"|[^\s{}"]+)\s*\}?\s*(?:\{\s*target\s+(.*?)\s*\}\s*)?\}')
DO_RUN = re.compile(r"\{\s*dg-do\s+run\b\s*(?:\{\s*target\s+(.*?)\s*\}\s*)?(?:\{\s*xfail.*?\}\s*)?\}")
REQUIRE = re.compile(r"dg-require-effective-target\s+(\S+)")
SOURCES = re.compile(r'\{\s*dg-additional-sources\s+"?([^"}]*?)"?\s*\}')
# Targets and features that hold here.
HERE = re.compile(r"^(\*-\*-\*|\*-\*-linux\S*|i\?86-\S*|x86_64-\*-(\*|linux\S*)|lp64|pthread|fopenmp|"
                  r"c\+\+\S*|int128)$")


def holds(selector):
    """Does a target selector hold?  Its braces, ! and && are taken word by word."""
    if not selector:
        return True
    words = re.findall(r"&&|\|\||!|[^\s{}&|!]+", selector)
    value, negate, conjunction = None, False, False
    for word in words:
        if word == "!":
            negate = True
        elif word in ("&&", "||"):
            conjunction = word == "&&"
        else:
            this = bool(HERE.match(word)) != negate
            value = this if value is None else (value and this if conjunction else value or this)
            negate = conjunction = False
    return bool(value)


def standard(selectors):
    """The option for the version of C++ that selectors ask for, if it is not the default."""
    for words in selectors:
        for pattern, option in ((r"!\s*c\+\+11|c\+\+(98|03)_only", "98"), (r"c\+\+11_(only|down)", "11"),
                                (r"c\+\+14_(only|down)", "14"), (r"c\+\+2[3b]", "23"), (r"c\+\+2[0a]|concepts", "20")):
            if re.search(pattern, words):
                return ["-std=gnu++" + option]
    return []


class Directives:
    """flags: to build with; sources: the file and those beside it; runs; expensive: left out unless asked for."""

    def __init__(self, source):
        with open(source, encoding="latin-1") as file:
            text = file.read()
        self.expensive = "run_expensive_tests" in REQUIRE.findall(text)
        selectors = [target for target in DO_RUN.findall(text) + REQUIRE.findall(text) if target]
        self.flags = [] if "-std=" in text else standard(selectors)
        self.flags += [word for words, target in OPTIONS.findall(text) if holds(target) for word in shlex.split(words.strip('"'))]
        folder = os.path.dirname(source)
        self.sources = [source] + [os.path.join(folder, name) for names in SOURCES.findall(text)
                                   for name in names.split()]
        self.runs = any(holds(re.sub(r"!\s*c\+\+11\b", "c++98", target)) for target in DO_RUN.findall(text))


# What the driver of a folder adds.
FOLDER_FLAGS = {"coroutines": ["-std=gnu++20", "-fcoroutines"], "gomp": ["-fopenmp"], "tm": ["-fgnu-tm"], "asan": ["-fsanitize=address"],
                "ubsan": ["-fsanitize=undefined"], "vect": ["-ftree-vectorize"]}


def folder_flags(source):
    return FOLDER_FLAGS.get(re.split(r"/(?:g\+\+|gcc)\.dg/", source)[-1].split("/")[0], [])


def suite_folder():
    """The folder with GCC's tests; exits with 77 if they can't be fetched."""
    got = subprocess.run([os.path.join(long_suites.HERE, "fetch-suite.sh"), os.path.join(long_suites.O, "torture")],
                         stdout=subprocess.PIPE, check=False)
    if got.returncode:
        sys.exit(got.returncode)
    return got.stdout.decode().strip()
