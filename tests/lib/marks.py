# SPDX-License-Identifier: GPL-3.0-or-later
"""Marks: what the source of a judged test states about itself, in comments.  This is the one
place that reads them; tests/lib/dg.sh reads the DejaGnu directives of tests/plugin.

    /* target NAME: instances I, iterations N */                a loop's counts,
    /* target NAME at -O2 -O3: instances I, iterations N */     at these levels others
    /* loop NAME: instances I, iterations N */                  a loop beside recursions
    /* target NAME: instances I, calls C, longest L */          a recursion's
    /* chains NAME: L L ... */      outermost instances of a recursion in order, each a chain of L
                                    calls, where each call makes one further call at most
    /* exact NAME: instances I, size BYTES, union BYTES[, external BYTES][, opaque FUNCTION][, unseen] */
    /* exact NAME up to GCC 12: ... */
    /* exact NAME of GCC 13: ... */
    /* exact NAME from GCC 14: ... */                           by version, where their code reads otherwise
    /* options: FLAGS */            for the compiler, in all builds
    /* flags: FLAGS */              likewise, in those that are profiled
    /* levels: FLAGS */             no other levels
    /* rates: off 1 */              no other rates
    /* needs: FEATURE */            of the processor
    /* also: more/FILE.c */         a further source, compiled with the program
    /* archive: more/FILE.c */      a further source, in a static library
    /* shared: more/FILE.c */       in a shared library
    /* module: more/FILE.c */       in a library for dlopen
    /* lackey */                    valgrind's trace is a judge, too
    /* untraced: why */             not every instance can be traced
    /* unsanitised: why */          nothing for a sanitised runtime
    /* refused: WORDS */            a warning with these words, and no target
    /* unknown: why */              instances may be more; all calls and the last one are right
    /* cut: why */                  any traced instance may be cut
    /* plain: why */                nothing but output and status is compared
"""
import collections
import operator
import os
import re

Size = collections.namedtuple("Size", "name instances size union external opaque unseen")

# For which versions of GCC a size is stated.
HOLDS = {"": lambda gcc, named: True, "up to": operator.le, "of": operator.eq, "from": operator.ge}


class Marks:
    """The marks of one source file."""

    def __init__(self, source):
        self.folder = os.path.dirname(source)
        with open(source, encoding="utf-8") as file:
            self.text = file.read()

    def words(self, key):
        """All words that stand behind "KEY:"."""
        return " ".join(re.findall(rf"{key}: (.*?) *(?:\*/|$)", self.text, re.M)).split()

    def has(self, key):
        return f"/* {key} */" in self.text

    def why(self, key):
        """The comment "KEY: why"; None: there is none."""
        found = re.search(rf"/\* {key}: (.*?)\s*\*/", self.text, re.S)
        return found.group(1) if found else None

    def numbers(self, what, *names):
        """[(NAME, "at" LEVELS or "", number, ...)] of "WHAT NAME: FIRST 1, SECOND 2"."""
        stated = ", ".join(rf"{name} (\d+)" for name in names)
        return [(name, at, *map(int, found)) for name, at, *found
                in re.findall(rf"{what} (\S+?)( at [^:]*)?: {stated}", self.text)]

    def counts(self, level):
        """{NAME: (instances, iterations)} of loops at a level."""
        return {name: (instances, iterations) for name, at, instances, iterations
                in self.numbers("target", "instances", "iterations") if not at or level in at.split()}

    def loops(self):
        """{NAME: (instances, iterations)} of the loops beside recursions."""
        return {name: tuple(found) for name, _, *found in self.numbers("loop", "instances", "iterations")}

    def calls(self):
        """[(NAME, [instances, calls, longest chain])] of recursions."""
        return [(name, found) for name, _, *found in self.numbers("target", "instances", "calls", "longest")]

    def chains(self):
        """{NAME: [length, ...]}"""
        return {name: [int(n) for n in lengths.split()]
                for name, lengths in re.findall(r"chains (\S+): ([\d ]+?) *\*/", self.text)}

    def sizes(self, gcc):
        """[Size] with that version, the numbers in bytes; external 0 and opaque "" if not stated."""
        found = re.findall(r"exact (\S+)(?: (up to|of|from) GCC (\d+))?: instances (\d+), size (\d+), union (\d+)"
                           r"(?:, external (\d+))?(?:, opaque ([^*]+?))?(, unseen)? \*/", self.text)
        return [Size(name, int(n), int(size), int(union), int(external or 0), opaque, bool(unseen))
                for name, which, version, n, size, union, external, opaque, unseen in found
                if HOLDS[which](int(gcc), int(version or 0))]

    def further_sources(self):
        return [os.path.join(self.folder, name) for name in self.words("also")]

    def parts(self):
        """[("archive", "shared" or "module", source)]"""
        return [(kind, os.path.join(self.folder, name)) for kind, name
                in re.findall(r"/\* (archive|shared|module): (\S+) \*/", self.text)]
