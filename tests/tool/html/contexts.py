#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of report --html, of logs with calling contexts: flame graph, hot path and search.

    tests/tool/html/contexts.py [TEST...]         KEEP=FOLDER keeps pages and a screenshot
"""
import os
import subprocess

from cases import BUILD, TOOL, WHOLE, expect, expect_phones_width, main

SOURCE = """#include <stdlib.h>
#define APART __attribute__((noipa))
int deep(int n);
APART static int leaf(int n) { return n + 1; }
APART static int often(int n) { int s = 0; for (int i = 0; i < 9; i++) s += leaf(n + i); return s; }
APART static int seldom(int n) { return leaf(n) + often(n); }
APART int deep(int n) { return n ? leaf(n) + deep(n - 1) : 0; }
static int order(const void *a, const void *b) { return leaf(*(const int *)a) - leaf(*(const int *)b); }
APART static int scan(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int main(void)
{
    int s = 0, a[40];
    for (int i = 0; i < 100; i++)
        s += often(i) + (i % 10 ? 0 : seldom(i));
    for (int i = 0; i < 40; i++)
        a[i] = i * 7 % 40;
    qsort(a, 40, sizeof *a, order);
    for (int n = 1; n < 40; n++)
        s += scan(a, n);
    return (s + deep(DEPTH)) & 0;
}
"""
NAMES = "return flame.shown.map(box => contextName(box.i))"
ZOOM = """const i = data.contexts.name.findIndex((n, i) => contextName(i) === arguments[0]);
    document.querySelectorAll('#flame g.context')[flame.shown.findIndex(box => box.i === i)].dispatchEvent(new MouseEvent('click'));"""


class Tests:
    def __init__(self, folder, browser):
        self.folder, self.browser = folder, browser
        with open(os.path.join(folder, "calls.c"), "w", encoding="ascii") as file:
            file.write(SOURCE)
        self.page = self.make("calls", "-fplugin-arg-algoprof-target=scan")

    def make(self, name, *arguments, depth=5):
        program = os.path.join(self.folder, name)
        subprocess.run([os.environ.get("CC", "gcc"), "-O1", "-g", f"-DDEPTH={depth}", f"-fplugin={BUILD}/algoprof.so",
                        "-fplugin-arg-algoprof-contexts=full", *arguments, "calls.c", "-o", name,
                        f"{BUILD}/librt-sample.a", *os.environ.get("SANFLAGS", "").split()], cwd=self.folder, check=True)
        subprocess.run([program], check=True, env={**os.environ, "ALGOPROF_LOG": program + ".aplog"})
        page = program + ".html"
        subprocess.run([TOOL, "report", "--html", page, "--source", self.folder, program + ".aplog"],
                       stdout=subprocess.DEVNULL, check=True)
        return page

    def open(self, page=None):
        self.browser.open("about:blank")
        self.browser.open(page or self.page)
        self.browser.run(WHOLE)

    def test_flame(self):
        """Boxes lie below their callers and within them; widths are the calls; nothing is loaded."""
        self.open()
        boxes = self.browser.run("return flame.shown.map(b => [b.i, data.contexts.parent[b.i], b.left, b.width, b.row])")
        by_index = {box[0]: box for box in boxes}
        expect(len(boxes) > 10 and boxes[0][2:] == [0, 1, 0], f"boxes: {boxes}")
        for i, parent, left, width, row in boxes:
            if parent >= 0:
                above = by_index[parent]
                expect(row == above[4] + 1 and above[2] - 1e-9 <= left and left + width <= above[2] + above[3] + 1e-9, f"box {i}")
        told = self.browser.run("return [data.contexts.calls, data.contexts.below[0]]")
        expect(told[0] == told[1], f"all calls are below main: {told}")
        rects = self.browser.run("return [...document.querySelectorAll('#flame rect')].map(r => [+r.getAttribute('width'), r.getBoundingClientRect().height])")
        expect(len(rects) == len(boxes) and all(w > 0 and h > 5 for w, h in rects), f"rectangles: {rects}")
        expect(self.browser.run("return performance.getEntriesByType('resource').length") == 0, "something was loaded")
        expect("counted exactly" in self.browser.run("return document.getElementById('contexts').textContent"), "summary")

    def test_zoom(self):
        self.open()
        before = self.browser.run(NAMES)
        self.browser.run(ZOOM, "seldom")
        after = self.browser.run(NAMES)
        expect(after == ["main", "seldom", "often", "leaf", "leaf"], f"below seldom: {after}")
        widths = self.browser.run("return flame.shown.map(b => b.width)")
        expect([round(120 * w) for w in widths] == [120, 120, 100, 10, 90], f"widths {widths}")
        self.browser.click("#context-all")
        expect(self.browser.run(NAMES) == before, "all")

    def test_tells(self):
        """The mouse on a box, and a key on it."""
        self.open()
        self.browser.run("document.querySelectorAll('#flame g.context')[1].dispatchEvent(new MouseEvent('mouseenter'))")
        told = self.browser.run("return document.getElementById('context-told').textContent")
        expect("often" in told and "calls.c:20" in told and "100 calls" in told, told)
        self.browser.run("const g = document.querySelectorAll('#flame g.context')[1]; g.focus();"
                         "g.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))")
        expect(self.browser.run(NAMES)[:2] == ["main", "often"], "Enter goes there")

    def test_hot_path(self):
        self.open()
        self.browser.click("#context-hot")
        way = self.browser.run("return [...document.querySelectorAll('#context-way button')].map(b => b.textContent)")
        expect(way == ["main", "often", "leaf"], f"hot path: {way}")
        hot = self.browser.run("return [...document.querySelectorAll('#flame .hot')].length")
        expect(hot == 3, f"{hot} boxes are marked")

    def test_search(self):
        self.open()
        self.browser.keys("#context-filter", "OFTEN")
        found = self.browser.run("return [...document.querySelectorAll('#flame .found')].length")
        share = self.browser.run("return foundCalls()")
        expect(found == 2 and share == 110 * 10, f"{found} boxes with {share} calls")
        expect("% of all calls" in self.browser.run("return document.getElementById('context-found').textContent"), "share")
        self.browser.run("const f = document.getElementById('context-filter'); f.value = 'nowhere'; f.dispatchEvent(new Event('input'))")
        expect(self.browser.run("return document.getElementById('context-found').textContent") == "no context has it", "nothing is found")

    def test_deep(self):
        """A deep tree: as many rows as there is room for, and more behind a click."""
        self.open(self.make("deep", depth=3000))
        rows = self.browser.run("return Math.max(...flame.shown.map(b => b.row))")
        expect(40 <= rows <= 50, f"{rows} rows")
        self.browser.run("goToContext(flame.shown.find(b => b.row === 40).i)")
        expect(self.browser.run("return Math.max(...flame.shown.map(b => b.row))") > 80, "the rest")

    def test_alone(self):
        """Without targets the page has this part only; without contexts it has not."""
        self.open(self.make("alone"))
        expect(self.browser.run("return [...document.querySelectorAll('.of-targets')].every(e => e.offsetHeight === 0)"), "parts of targets")
        expect("Calling contexts of 1 log" in self.browser.run("return document.getElementById('summary').textContent"), "summary")
        self.browser.run("data.contexts = null; document.getElementById('contexts').replaceChildren(); showContexts()")
        expect(self.browser.run("return document.getElementById('contexts').offsetHeight") == 0, "a part without contexts")

    def test_growth(self):
        """Beside in-house mode each context tells how it grows, alone how not."""
        self.open(self.make("grows", "-fplugin-arg-algoprof-inhouse"))
        growth = dict(self.browser.run("return data.contexts.name.map((n, i) => [contextName(i), data.contexts.growth[i]])"))
        expect(growth["scan"] == "n", f"growth: {growth}")
        self.browser.run("tellContext(data.contexts.name.findIndex((n, i) => contextName(i) === 'scan'))")
        told = self.browser.run("return document.getElementById('context-told').textContent")
        expect("growth n," in told, told)
        self.open()
        expect(self.browser.run("return data.contexts.growth.every(g => g === null)"), "growth without in-house mode")

    def test_phone(self):
        expect_phones_width(self.folder, self.page)


def picture(tests):
    tests.open()
    tests.browser.run("document.getElementById('contexts').scrollIntoView()")
    tests.browser.screenshot(os.path.join(tests.folder, "contexts.png"))


main(Tests, "html/contexts", picture)
