#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of report --html, of logs of in-house mode: every function with its plots, alone and beside targets.

    tests/tool/html/functions.py [TEST...]         KEEP=FOLDER keeps pages
"""
import os
import re
import subprocess

from cases import BUILD, TOOL, WHOLE, expect, expect_phones_width, main

SOURCE = """#include <stdio.h>
#include <unistd.h>
#define APART __attribute__((noipa))
static int a[4000];
APART static int sort(int n) { int moves = 0;
    for (int i = 1; i < n; i++) for (int k = i; k > 0 && a[k - 1] > a[k]; k--, moves++) { int x = a[k]; a[k] = a[k - 1]; a[k - 1] = x; }
    return moves; }
APART static long sum_of(int n) { long sum = 0; for (int i = 0; i < n; i++) sum += a[i]; return sum; }
APART static void load(int fd) { char b[8]; for (int i = 0; i < 4; i++) if (read(fd, b, 8) == 8) a[0] += b[0] + b[7]; }
int main(void) { long sum = 0; int pipes[2], fill[800] = { 0 };
    if (pipe(pipes) || write(pipes[1], fill, sizeof fill) < 0) return 1;
    for (int n = 20; n < 1500; n = n * 5 / 4) for (int down = 0; down < 2; down++) {
        for (int i = 0; i < n; i++) a[i] = down ? n - i : i;
        sum += sort(n) + sum_of(n); load(pipes[0]);
    }
    printf("%ld\\n", sum); }
"""
CHARTS = ["Worst cost", "Average cost", "Variance", "Frequency", "Total cost", "Workload", "Guess ratio"]
FIND = "data.functions.find(f => f.name === arguments[0] && f.metric === arguments[1])"


class Tests:
    def __init__(self, folder, browser):
        self.folder, self.browser = folder, browser
        self.source = os.path.join(folder, "sort.c")
        with open(self.source, "w", encoding="ascii") as file:
            file.write(SOURCE)
        self.page = self.make("inhouse", "-fplugin-arg-algoprof-inhouse=trms")

    def make(self, name, *arguments):
        program = os.path.join(self.folder, name)
        subprocess.run([os.environ.get("CC", "gcc"), "-O1", "-g", f"-fplugin={BUILD}/algoprof.so", *arguments, "sort.c", "-o", name,
                        f"{BUILD}/librt-sample.a", *os.environ.get("SANFLAGS", "").split()], cwd=self.folder, check=True)
        subprocess.run([program], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "ALGOPROF_LOG": program + ".aplog", "ALGOPROF_BUDGET": "0"})
        page = program + ".html"
        subprocess.run([TOOL, "report", "--html", page, "--source", self.folder, program + ".aplog"],
                       stdout=subprocess.DEVNULL, check=True)
        return page

    def open(self, page=None):
        self.browser.open("about:blank")
        self.browser.open(page or self.page)
        self.browser.run(WHOLE)

    def test_plots(self):
        """All plots of a function, their points those of its tuples; none has a place that is none."""
        self.open()
        self.browser.run(f"selectFunction({FIND})", "sort", "rms")
        titles = self.browser.run("return functionPlots.map(chart => chart.spec.title)")
        expect(titles == CHARTS, f"charts: {titles}")
        tuples = self.browser.run(f"return {FIND}.tuples", "sort", "rms")
        expect(tuples["count"] == [2] * len(tuples["size"]) and len(tuples["size"]) > 15, f"activations: {tuples['count']}")
        wanted = {"Worst cost": tuples["max"], "Average cost": [s / 2 for s in tuples["sum"]], "Total cost": tuples["sum"],
                  "Variance": [((high - low) / 2) ** 2 for high, low in zip(tuples["max"], tuples["min"])], "Frequency": tuples["count"]}
        drawn = self.browser.run("return Object.fromEntries(functionPlots.map(c => [c.spec.title, c.groups.at(-1).y]))")
        for title, values in wanted.items():
            expect(len(values) == len(drawn[title]) and all(abs(x - y) <= 1e-5 * y for x, y in zip(drawn[title], values)),
                   f"{title}: {drawn[title]}, expected {values}")
        paths = self.browser.run("return [...document.querySelectorAll('#functions .mark')].map(p => [p.getAttribute('class'), p.getAttribute('d')])")
        kinds = {name for look, path in paths if path for name in look.split()}
        expect(kinds >= {"points", "line", "steps"}, f"drawn are {kinds}")
        expect(not [path for _, path in paths if re.search("NaN|Infinity|undefined", path)], "a place that is none")
        answer = self.browser.run("return document.querySelector('#function-detail .answer').textContent")
        expect("n^2" in answer and "callees alone do not explain" in answer, answer)

    def test_guess(self):
        """The guess ratio of a quadratic cost stabilises for n^2, grows for n, and falls for n^3; few sizes tell nothing."""
        self.open()
        self.browser.run(f"selectFunction({FIND})", "sort", "trms")
        said = {}
        for guess in "n", "n^2", "n^3":
            said[guess] = self.browser.run("""const s = document.querySelector('#function-detail select'); s.value =
                costClasses.findIndex(([name]) => name === arguments[0]); s.dispatchEvent(new Event('change'));
                return document.querySelector('.guess').textContent.trim().split(':')[0]""", guess)
        expect(said == {"n": "grows", "n^2": "stabilises", "n^3": "falls"}, f"guesses: {said}")
        self.browser.run(f"selectFunction({FIND})", "load", "trms")
        expect("too few" in self.browser.run("return document.querySelector('.guess').textContent"), "one size tells something")

    def test_workload(self):
        """Shares of activations and of their cost add up to 100 %; the other metric is beside them."""
        self.open()
        self.browser.run(f"selectFunction({FIND})", "sort", "rms")
        groups = self.browser.run("return functionPlots.find(c => c.spec.title === 'Workload').groups.map(g => [g.label, g.y.reduce((a, b) => a + b)])")
        expect([label for label, _ in groups] == ["activations by rms", "their cost", "activations by trms"], f"groups: {groups}")
        expect(all(abs(share - 100) < 1e-6 for _, share in groups), f"shares: {groups}")

    def test_curves(self):
        """Over all functions: sizes, richness and the shares of input; load's input is the kernel's."""
        self.open()
        titles = self.browser.run("return [...document.querySelectorAll('#functions > .plots figure h3')].map(h => h.textContent)")
        expect(titles == ["Sizes of a function", "Richness of profiles", "Input from threads and the kernel"], f"charts: {titles}")
        drawn = self.browser.run("return document.querySelectorAll('#functions > .plots svg .mark.points').length")
        expect(drawn >= 6, f"{drawn} curves")
        facts = self.browser.run(f"selectFunction({FIND}); return document.querySelector('#function-detail dl').textContent", "load", "trms")
        expect("input from the kernel100 % of what others wrote" in facts and "input from threads0 %" in facts, facts)
        expect("100 % from the kernel" in self.browser.run("return document.querySelector('#functions').textContent"), "the run's input")

    def test_table(self):
        self.open()
        names = "return [...document.querySelectorAll('#function-table tbody tr td:nth-child(2)')].map(td => td.textContent)"
        everything = self.browser.run(names)
        expect(len(everything) == 8 and everything[:2] == ["sort", "sort"], f"functions: {everything}")
        self.browser.keys("#function-filter", "sum trms")
        expect(self.browser.run(names) == ["sum_of"], f"found {self.browser.run(names)}")
        self.browser.run("const f = document.getElementById('function-filter'); f.value = ''; f.dispatchEvent(new Event('input'))")
        self.browser.click("#superlinear")
        expect(set(self.browser.run(names)) == {"sort"}, f"superlinear: {self.browser.run(names)}")
        self.browser.click("#superlinear")
        self.browser.click("#function-table th:nth-child(9) button")
        values = self.browser.run("return [...document.querySelectorAll('#function-table tbody tr')].map(tr => [...functionRows].find(([f, r]) => r === tr)[0].activations)")
        expect(values == sorted(values, reverse=True) and values[0] > values[-1], f"by activations: {values}")

    def test_alone(self):
        """Without targets there are no parts of theirs; the summary speaks of functions; the source is shown."""
        self.open(self.page + "#function-3")
        expect(self.browser.run("return selectedFunction.rank") == 3, "the function in the address")
        expect(self.browser.run("return [...document.querySelectorAll('.of-targets')].every(e => e.hidden && e.offsetHeight === 0)"), "parts of targets")
        expect("8 profiles of functions in 1 log" in self.browser.run("return document.getElementById('summary').textContent"), "summary")
        self.browser.run(f"selectFunction({FIND})", "sort", "rms")
        expect("static int sort" in self.browser.run("return document.querySelector('#function-detail pre .here').textContent"), "the line")
        expect(self.browser.run("return performance.getEntriesByType('resource').length") == 0, "something was loaded")
        self.browser.run("for (const f of data.functions) selectFunction(f)")

    def test_beside_targets(self):
        """Both kinds in one page, each with a selection of its own; the marked loop is in both."""
        self.open(self.make("both", "-fplugin-arg-algoprof-inhouse", "-fplugin-arg-algoprof-target=sum_of"))
        found = self.browser.run("return [data.targets.length, data.functions.length, document.querySelector('#detail h2').textContent,"
                                 "document.querySelector('#function-detail h2').textContent]")
        expect(found[0] == 1 and found[1] == 5 and "sum_of" in found[2] and "sort" in found[3], f"found {found}")
        ids = self.browser.run("return [...document.querySelectorAll('[id]')].map(e => e.id)")
        expect(len(ids) == len(set(ids)), "an id occurs twice")

    def test_phone(self):
        expect_phones_width(self.folder, self.page)


main(Tests, "html/functions")
