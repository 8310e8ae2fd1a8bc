# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of the documents: what a part of the bench printed, as tables of Markdown.

In one of DOCUMENTS a part has a block, which the bench replaces:

    <!-- bench: PART -->
    ...
    <!-- end -->

What stands between the blocks is written by people.
"""
import datetime
import os
import re

import common

DOCUMENTS = [os.path.join(os.path.dirname(common.BENCH), "docs", name) for name in ("cost.md", "inhouse.md")]


def block_of(part):
    return re.compile(r"(<!-- bench: %s -->\n).*?(<!-- end -->\n)" % re.escape(part), re.DOTALL)


def rows_of(head, rows):
    cells = [[str(cell).replace("|", "\\|") for cell in row] for row in [head, *rows]]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    return [lines[0], "|---|" + "---:|" * (len(head) - 1), *lines[1:]]


def text_of(part, tables, bars):
    """A block's inside: the command, the day, the machine and its load; what was promised; then each table."""
    lines = ["`make bench PART=%s`, %s, %s, load %.1f." % (part, datetime.date.today().isoformat(), common.machine(), os.getloadavg()[2]),
             ""]
    if bars:
        verdict = {"holds": "holds", "ABOVE": "**above**", "BELOW": "**below**", "undecided": "undecided"}
        lines += rows_of(["what", "measured", "bar", ""], [(*row[:3], verdict[row[3]]) for row in bars]) + [""]
    for title, head, rows in tables:
        lines += ["<details><summary>%s</summary>" % title, "", *rows_of(head, rows), "", "</details>", ""]
    return "\n".join(lines)


def parts_in(text):
    return re.findall(r"<!-- bench: (\S+) -->", text)


def write(part, tables, bars):
    """Replaces the part's block, if a document has one."""
    for path in DOCUMENTS:
        with open(path, encoding="utf-8") as file:
            before = file.read()
        after = block_of(part).sub(lambda found: found[1] + text_of(part, tables, bars) + found[2], before)
        if after != before:
            with open(path, "w", encoding="utf-8") as file:
                file.write(after)
