# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions with loops, one marked in each of the documented ways, and the lines that must be targets.

The product of three axes: WAYS to mark, LOOPS, and CONTEXTS that a function stands in.
Beside the marked loop each function has two that are not.
"""

BEFORE = ["for (int j = 0; j < n; j++) s ^= p[j] + 1;", "/* the line above */"]
AFTER = ["for (int j = 0; j < n; j++) s ^= p[j] * 3;", "return s;"]

# The first line is where the loop starts.  n > 0 elements at p, or `all' of them, into s.
LOOPS = {
    "for": ["for (int i = 0; i < n; i++)", "  {", "    s += p[i];", "  }"],
    "for-line": ["for (int i = 0; i < n; i++) s += p[i];"],
    "while": ["while (n--)", "  s += *p++;"],
    "while-line": ["while (n--) s += *p++;"],
    "do": ["do", "  {", "    s ^= *p++;", "  }", "while (--n);"],
    "do-line": ["do s ^= *p++; while (--n);"],
    "goto": ["again:", "  s ^= *p++;", "  if (--n)", "    goto again;"],
    "goto-line": ["again: s ^= *p++; if (--n) goto again;"],
    "macro": ["UP_TO (n) s += p[i];"],
    "omp": ["for (int i = 0; i < n; i++)", "  s += p[i];"],
    "range": ["for (int x : all)", "  s += x;"],
    "range-line": ["for (int x : all) s += x;"],
}
CXX_ONLY = {"range", "range-line"}

# In front of the loop; behind it in the line; what is said on the command line, of FILE and FUNCTION.
WAYS = {
    "pragma": {"before": ["#pragma algoprof loop"]},
    "operator": {"before": ['_Pragma ("algoprof loop")']},
    "operator-line": {"inline": '_Pragma ("algoprof loop") '},
    "operator-macro": {"before": ["MARKED"]},
    "attribute": {"attribute": "__attribute__ ((algoprof))"},
    "attribute-loops": {"attribute": '__attribute__ ((algoprof ("loops")))'},
    "brackets": {"attribute": '[[gnu::algoprof ("loops")]]'},
    "line": {"spec": "{file}:{line}"},
    "line-above": {"spec": "{file}:{above}"},
    "path-line": {"spec": "{folder}/{file}:{line}"},
    "function": {"spec": "{function}"},
    "function-loops": {"spec": "{function}:loops"},
}
OF_FUNCTION = {"attribute", "attribute-loops", "brackets", "function", "function-loops"}

HEAD = ["#define MARKED _Pragma (\"algoprof loop\")", "#define UP_TO(n) for (int i = 0; i < (n); i++)", ""]
HEAD_CXX = ["struct every { const int *b, *e; const int *begin () const { return b; } const int *end () const { return e; } };"]

# What stands before and behind the body; {a} is where an attribute belongs.  FUNCTION as a target names it.
CONTEXTS_C = {
    "function": (["{a} int {f} (int n, const int *p)", "{{", "  int s = 0;"], ["}}"], "{f}"),
    "static-inline": (["{a} static inline int {f} (int n, const int *p)", "{{", "  int s = 0;"],
                      ["}}", "int (*keep_{f}) (int, const int *) = {f};"], "{f}"),
    "if": (["{a} int {f} (int n, const int *p)", "{{", "  int s = 0;"], ["}}"], "{f}"),
    "nested-function": (["int {f} (int n, const int *p)", "{{", "  {a} auto int inner_{f} (int n);",
                         "  int inner_{f} (int n)", "  {{", "  int s = 0;"],
                        ["  }}", "  return inner_{f} (n);", "}}"], "inner_{f}"),
}
RANGE = "  every all = {{ p, p + n }};"
CONTEXTS_CXX = {
    "function": (["{a} int {f} (int n, const int *p)", "{{", "  int s = 0;", RANGE], ["}}"], "{f}"),
    "if": (["{a} int {f} (int n, const int *p)", "{{", "  int s = 0;", RANGE], ["}}"], "{f}"),
    "member-outside": (["struct class_{f} {{ {a} int {f} (int, const int *); }};", "int class_{f}::{f} (int n, const int *p)", "{{",
                        "  int s = 0;", RANGE], ["}}"], "{f}"),
    "member-inside": (["struct class_{f} {{ {a} int {f} (int n, const int *p)", "{{", "  int s = 0;", RANGE],
                      ["}} }};", "int use_{f} (int n, const int *p) {{ return class_{f} ().{f} (n, p); }}"], "class_{f}::{f}"),
    "template": (["template <class T> {a} int {f} (T n, const int *p)", "{{", "  int s = 0;", RANGE],
                 ["}}", "template int {f} (int, const int *);", "template int {f} (long, const int *);"], "{f}"),
    "template-used": (["template <class T> {a} int {f} (T n, const int *p)", "{{", "  int s = 0;", RANGE],
                      ["}}", "int use_{f} (int n, const int *p) {{ return {f} (n, p); }}"], "{f}"),
    "template-unused": (["template <class T> {a} int {f} (T n, const int *p)", "{{", "  int s = 0;", RANGE], ["}}"], None),
    "class-template": (["template <class T> struct class_{f} {{ {a} int {f} (T n, const int *p); }};",
                        "template <class T> int class_{f}<T>::{f} (T n, const int *p)", "{{", "  int s = 0;", RANGE],
                       ["}}", "template struct class_{f}<int>;"], "{f}"),
    "member-template": (["struct class_{f} {{ template <class T> {a} int {f} (T n, const int *p)", "{{", "  int s = 0;", RANGE],
                        ["}} }};", "int use_{f} (int n, const int *p) {{ return class_{f} ().{f} (n, p); }}"], "{f}"),
    "lambda": (["int {f} (int n, const int *p)", "{{", "  auto work = [p] (int n) mutable {a}", "{{", "  int s = 0;", RANGE],
               ["}};", "  return work (n);", "}}"], "{f}::lambda"),
    "generic-lambda": (["int {f} (int n, const int *p)", "{{", "  auto work = [p] (auto n) mutable {a}", "{{", "  int s = 0;", RANGE],
                       ["}};", "  int s = 0;", "  for (int j = 0; j < n; j++) s ^= p[j] + 7;", "  return s + work (n);", "}}"],
                       "{f}::lambda"),
    "local-class": (["int {f} (int n, const int *p)", "{{", "  struct local {{ {a} int inner_{f} (int n, const int *p)", "{{", "  int s = 0;",
                     RANGE], ["}} }};", "  return local ().inner_{f} (n, p);", "}}"], "inner_{f}"),
}


def fits(context, loop, way):
    """Is there such a combination in the language?"""
    if context == "if" and (loop.startswith("goto") or loop == "omp"):
        return False
    if context == "nested-function" and way == "brackets":
        return False
    if context in ("lambda", "generic-lambda") and way == "brackets":
        return False    # there they belong to the type
    if loop == "omp" and way in ("operator-line",):
        return False    # it would stand before the line, and that is OpenMP's
    if context == "template-unused" and "spec" in WAYS[way]:
        return False    # rightly matches nothing
    return True


def file_is_cxx(shape):
    return any("every" in line for line in shape[0])


class Source:
    """A file: its text, the targets on the command line, and of each line that must be a target whose it is."""

    def __init__(self, file, head, folder="marks"):
        self.file, self.folder, self.lines = file, folder, list(head)
        self.specs, self.expected, self.loops = [], {}, {}

    def add(self, name, context, shape, loop, way, marked=True):
        """A function; name: what it is, for messages."""
        function = f"f{len(self.lines)}"
        head, tail, named = shape
        mark = WAYS[way] if marked else {}
        fill = {"a": mark.get("attribute", ""), "f": function}
        all_lines = [line.format(**fill) for line in head]
        if "range" not in loop:
            all_lines = [line for line in all_lines if "every all" not in line]
        start = len(self.lines)
        body = ["  " + line for line in BEFORE]
        if context == "if":
            body += ["  if (n > 3)"]
        if loop == "omp":
            body += ["#pragma omp parallel for reduction (+: s)"]
        body += [line if line[0] == "#" else "  " + line for line in mark.get("before", [])]
        line = start + len(all_lines) + len(body) + 1
        body += ["  " + mark.get("inline", "") + LOOPS[loop][0]] + ["  " + more for more in LOOPS[loop][1:]]
        body += ["  " + more for more in AFTER]
        self.lines += all_lines + body + [more.format(**fill) for more in tail]
        if "spec" in mark:
            self.specs.append(mark["spec"].format(file=self.file, folder=self.folder, line=line, above=line - 1,
                                                  function=named.format(**fill)))
        # The C front end places a `do' at what follows it.
        own = line + 1 if loop == "do" and not file_is_cxx(shape) else line
        wanted = {own}
        first, last = start + len(all_lines) + 1, start + len(all_lines) + len(body) - 1
        if way in OF_FUNCTION:
            wanted |= {first, last}
        if named:
            for each in wanted if marked else set():
                self.expected[each] = name
            for each in (first, own, last):
                self.loops[each] = name
            if context == "generic-lambda":
                self.loops[start + len(all_lines) + len(body) + 3] = name

    def text(self, newline):
        return newline.join(self.lines + [""])


def product(language, file, marked=True):
    """One file with all combinations of a language."""
    cxx = language == "C++"
    source = Source(file, HEAD + (HEAD_CXX if cxx else []))
    for context, shape in (CONTEXTS_CXX if cxx else CONTEXTS_C).items():
        for loop in LOOPS:
            for way in WAYS if marked else ["function"]:
                if (cxx or loop not in CXX_ONLY) and fits(context, loop, way):
                    source.add(f"{context}, {loop}, {way}", context, shape, loop, way, marked)
    return source


def few(language, file):
    """What a header has, of all."""
    shapes = CONTEXTS_CXX if language == "C++" else CONTEXTS_C
    source = Source(file, ["#pragma once"] + HEAD + (HEAD_CXX if language == "C++" else []))
    for context in ("static-inline", "member-inside", "template-used", "member-template", "generic-lambda", "function"):
        for loop in ("for", "while-line", "goto", "range-line") if context in shapes else ():
            for way in WAYS:
                if (language == "C++" or loop not in CXX_ONLY) and fits(context, loop, way):
                    source.add(f"{context}, {loop}, {way}", context, shapes[context], loop, way)
    return source
