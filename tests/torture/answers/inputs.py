# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs of answers.py are given: files as people write them, of n items, from a seeded random."""
import json

LETTERS = "etaoinshrdlcumwfgypbvk"
WORDS = 4000


def vocabulary(rng):
    """Words, and how often each occurs (Zipf)."""
    words = ["".join(rng.choices(LETTERS, range(len(LETTERS), 0, -1), k=min(2 + int(rng.expovariate(0.3)), 14)))
             for _ in range(WORDS)]
    return words, [1 / (k + 2) for k in range(WORDS)]


class Prose:
    """Endless text."""

    def __init__(self, rng):
        self.rng, (self.words, self.weights) = rng, vocabulary(rng)
        self.ready = []

    def word(self):
        if not self.ready:
            self.ready = self.rng.choices(self.words, self.weights, k=20000)
        return self.ready.pop()

    def phrase(self, low, high):
        return " ".join(self.word() for _ in range(self.rng.randint(low, high)))

    def sentence(self):
        return self.phrase(4, 18).capitalize() + self.rng.choice([".", ".", ".", "?", "!"])

    def paragraph(self):
        return " ".join(self.sentence() for _ in range(self.rng.randint(2, 7)))


def text(n, rng):
    """n paragraphs, for a compressor."""
    prose = Prose(rng)
    return "".join(prose.paragraph() + "\n\n" for _ in range(n))


def _spans(prose, rng, reference):
    """A paragraph of a book, with what Markdown has for words."""
    kinds = [lambda: f"*{prose.phrase(1, 3)}*", lambda: f"**{prose.phrase(1, 3)}**",
             lambda: f"`{prose.word()} ({prose.word()})`",
             lambda: f"[{prose.phrase(1, 4)}](https://example.org/{prose.word()}/{prose.word()}.html)",
             lambda: f"[{prose.phrase(1, 4)}][r{reference()}]",
             lambda: f"![{prose.word()}]({prose.word()}.png \"{prose.word()}\")",
             lambda: f"_{prose.word()}_ &amp; &eacute;", lambda: f"<https://example.org/{prose.word()}>",
             lambda: f"{prose.word()}\\*", lambda: f"<em>{prose.word()}</em>"]
    parts = []
    for _ in range(rng.randint(2, 6)):
        parts.append(prose.sentence())
        if rng.random() < 0.5:
            parts.append(rng.choice(kinds)())
    line, lines = "", []
    for word in " ".join(parts).split(" "):
        if len(line) > 65:
            lines.append(line)
            line = ""
        line += word + " "
    return "\n".join([*lines, line.rstrip()])


def markdown(n, rng):
    """A book of n blocks: chapters, paragraphs, lists, quotes, code; links by reference."""
    prose, blocks, references = Prose(rng), [], 0

    def reference():
        return rng.randrange(references + 1)

    for k in range(n):
        kind = rng.random()
        if k % 12 == 0:
            blocks.append("#" * rng.randint(1, 3) + " " + prose.phrase(2, 6))
        elif kind < 0.6:
            blocks.append(_spans(prose, rng, reference))
        elif kind < 0.72:
            mark = rng.choice(["* ", "- ", "1. "])
            blocks.append("\n".join(rng.choice(["", "", "    "]) + mark + prose.sentence()
                                    for _ in range(rng.randint(3, 8))))
        elif kind < 0.8:
            blocks.append("\n".join("> " + prose.sentence() for _ in range(rng.randint(1, 4))))
        elif kind < 0.9:
            code = "\n".join("    " * rng.randint(0, 2) + f"{prose.word()} = {prose.word()} ({rng.randrange(99)});"
                             for _ in range(rng.randint(2, 9)))
            blocks.append(f"```c\n{code}\n```" if kind < 0.86 else "    " + code.replace("\n", "\n    "))
        elif kind < 0.94:
            blocks.append(f"<div class=\"{prose.word()}\">\n{prose.sentence()}\n</div>")
        elif kind < 0.97:
            blocks.append(rng.choice(["---", "***", prose.phrase(1, 4) + "\n====="]))
        else:
            blocks.append(f"[r{references}]: https://example.org/{prose.word()} \"{prose.phrase(1, 3)}\"")
            references += 1
    return "\n\n".join(blocks) + "\n"


def _person(prose, rng, k):
    return {"id": k, "name": prose.phrase(2, 2).title(), "age": rng.randrange(18, 90),
            "city": prose.words[rng.randrange(40)], "email": f"{prose.word()}@{prose.word()}.example",
            "active": rng.random() < 0.7, "balance": round(rng.gauss(0, 900), 2),
            "tags": [prose.word() for _ in range(rng.randrange(6))], "about": prose.sentence(),
            "address": {"street": f"{prose.word()} \"{rng.randrange(99)}\"", "zip": f"{rng.randrange(99999):05}"},
            "note": None}


def json_people(n, rng):
    """One array of n objects."""
    prose = Prose(rng)
    return json.dumps([_person(prose, rng, k) for k in range(n)], indent=1)


def access_log(n, rng):
    """n lines of a web server's."""
    prose = Prose(rng)
    hosts = [f"10.{rng.randrange(99)}.{rng.randrange(255)}.{rng.randrange(255)}" for _ in range(300)]
    return "".join(
        f'{rng.choice(hosts)} - - [{1 + k % 28:02}/Jan/2024:{k // 3600 % 24:02}:{k // 60 % 60:02}:{k % 60:02} +0000] '
        f'"{rng.choice(["GET", "GET", "GET", "POST"])} /{prose.word()}/{prose.word()}.html?q={prose.word()} HTTP/1.1" '
        f'{rng.choice([200, 200, 200, 304, 404, 500])} {int(rng.paretovariate(1.2) * 300)} "-" '
        f'"Mozilla/5.0 ({prose.phrase(2, 5)})"\n'
        for k in range(n))


def xml_catalog(n, rng):
    """A catalogue of n books, with a small DTD."""
    prose = Prose(rng)
    lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
             "<!DOCTYPE catalog [\n<!ENTITY house \"Example &amp; Sons\">\n"
             "<!ATTLIST book lang CDATA \"en\" id ID #REQUIRED>\n<!ELEMENT title (#PCDATA)>\n]>",
             "<catalog xmlns:x=\"http://example.org/extra\" made=\"2024-01-01\">", "<!-- " + prose.sentence() + " -->"]
    for k in range(n):
        lines.append(f"  <book id=\"b{k}\" year=\"{rng.randrange(1900, 2024)}\" price='{rng.randrange(9999) / 100}'>")
        lines.append(f"    <title>{prose.phrase(2, 7).title()}</title>")
        for _ in range(rng.randint(1, 3)):
            lines.append(f"    <author x:role=\"{prose.word()}\">{prose.phrase(2, 2).title()} "
                         f"&lt;{prose.word()}&gt;</author>")
        if rng.random() < 0.3:
            lines.append(f"    <note><![CDATA[{prose.sentence()} <raw> & more]]></note><empty/>")
        lines.append(f"    <text>{prose.paragraph()} &#233;t&#xe9; {'' if k % 9 else '&house;'}\n"
                     f"      {prose.sentence()}</text>")
        lines.append("  </book>")
    return "\n".join([*lines, "</catalog>"]) + "\n"


def xml_plain(n, rng):
    """The same for a parser that knows no DTD."""
    head, rest = xml_catalog(n, rng).split("<!DOCTYPE", 1)
    return head + rest.split("]>\n", 1)[1].replace("&house;", "")


def yaml_settings(n, rng):
    """Settings of n services, in documents of up to 200 of them."""
    prose, lines = Prose(rng), []
    for k in range(n):
        if k % 200 == 0:
            lines += ["---", "# " + prose.sentence(), "defaults: &base {cpu: 1, memory: 512M}", "services:"]
        lines += [f"  service-{k}:",
                  f"    image: \"{prose.word()}/{prose.word()}:{rng.randrange(9)}.{rng.randrange(20)}\"",
                  f"    replicas: {rng.randrange(1, 9)}",
                  "    limits: *base" if k % 5 == 0 else "    limits: {cpu: 2, memory: 1G}",
                  "    command: [" + ", ".join(prose.word() for _ in range(rng.randint(1, 6))) + "]",
                  "    environment:"]
        lines += [f"      {prose.word().upper()}_{j}: '{prose.phrase(1, 4)}'" for j in range(rng.randint(1, 5))]
        lines += ["    ports:"] + [f"    - {rng.randrange(1024, 9999)}:{rng.randrange(80, 90)}"
                                   for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.4:
            lines += ["    description: |"] + ["      " + prose.sentence() for _ in range(rng.randint(1, 4))]
        elif rng.random() < 0.5:
            lines += ["    description: >-"] + ["      " + prose.sentence() for _ in range(rng.randint(1, 3))]
        else:
            lines += ["    description: " + prose.phrase(3, 9) + "  # " + prose.phrase(1, 4)]
    return "\n".join(lines) + "\n"


def nothing(n, rng):
    """For programs that are told n."""
    del n, rng
    return ""
