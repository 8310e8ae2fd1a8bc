# SPDX-License-Identifier: GPL-3.0-or-later
"""The comments in GCC's own tests that say how each is built and whether it
runs: as far as they matter for x86-64 Linux."""
import os
import re
import shlex
import subprocess
import sys

import same

OPTIONS = re.compile(r'\{\s*dg-(?:additional-)?options\s+"([^"]*)"\s*(?:\{\s*target\s+(.*?)\s*\}\s*)?\}')
DO_RUN = re.compile(r"\{\s*dg-do\s+run\b\s*(?:\{\s*target\s+(.*?)\s*\}\s*)?(?:\{\s*xfail.*?\}\s*)?\}")
SOURCES = re.compile(r'\{\s*dg-additional-sources\s+"?([^"}]*?)"?\s*\}')
# Features that options of the language's default give, and targets, that hold here.
HERE = re.compile(r"^(\*-\*-\*|\*-\*-linux\S*|i\?86-\S*|x86_64-\*-(\*|linux\S*)|lp64|pthread|fopenmp|c\+\+1[147](_only)?|"
                  r"c\+\+98_or_more|int128|.*effective_target.*)$")


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


class Directives:
    """flags: to build with; sources: the file and those beside it; runs."""

    def __init__(self, source):
        with open(source, encoding="latin-1") as file:
            text = file.read()
        self.flags = [word for words, target in OPTIONS.findall(text) if holds(target) for word in shlex.split(words)]
        folder = os.path.dirname(source)
        self.sources = [source] + [os.path.join(folder, name) for names in SOURCES.findall(text)
                                   for name in names.split()]
        self.runs = any(holds(target) for target in DO_RUN.findall(text))


def suite_folder():
    """The folder with GCC's tests; exits with 77 if they can't be fetched."""
    got = subprocess.run([os.path.join(same.HERE, "fetch-suite.sh"), os.path.join(same.O, "torture")],
                         stdout=subprocess.PIPE, check=False)
    if got.returncode:
        sys.exit(got.returncode)
    return got.stdout.decode().strip()
