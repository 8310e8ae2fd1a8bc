#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of report --html in a headless Chromium: it needs no network and
says nothing on the console; its table sorts and filters, its plots zoom, by
mouse and keys; it holds 200 targets and 100,000 points, and any name.

    tests/tool/html/run.py [TEST...]         KEEP=FOLDER keeps pages and screenshots
"""
import os
import re
import subprocess

from browser import Browser
from cases import BUILD, ROOT, TOOL, WHOLE, expect, main, phone, quiet
from pages import fleet, make_page, write_page

CHARTS = {"Cost against size, run by run", "Residuals", "Guess ratio", "Single instances",
          "Workload: how often each size occurred"}
NAMES = "return [...document.querySelectorAll('#targets tbody tr td:nth-child(2)')].map(td => td.textContent)"
VIEW = "const c = shownCharts[0]; return [...c.x.domain(), ...c.y.domain()]"
SCAN = "select(data.targets.find(t => t.name === 'scan' && t.points.low.some((v, i) => v !== t.points.high[i])))"


def coloured(browser, selector):
    """How many pixels of an element, as the browser shows it, are neither grey nor faint."""
    return browser.run("""const png = Uint8Array.from(atob(arguments[0]), letter => letter.charCodeAt(0));
        return createImageBitmap(new Blob([png])).then(bitmap => {
            const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
            paper.drawImage(bitmap, 0, 0);
            const px = paper.getImageData(0, 0, bitmap.width, bitmap.height).data; let found = 0;
            for (let i = 0; i < px.length; i += 4)
                if (Math.max(px[i], px[i + 1], px[i + 2]) - Math.min(px[i], px[i + 1], px[i + 2]) > 60) found++;
            return found; })""", browser.picture(selector))


class Tests:
    def __init__(self, folder, browser):
        self.folder, self.browser = folder, browser
        self.page = make_page(folder, "fleet", fleet())

    def open(self, page=None):
        self.browser.open("about:blank")
        self.browser.open(page or self.page)
        self.browser.run(WHOLE)

    def test_opens_without_network(self):
        self.open()
        expect(self.browser.run("return performance.getEntriesByType('resource').length") == 0, "something was loaded")
        expect(re.fullmatch(r"algoprof: \d{4}-\d\d-\d\d", self.browser.run("return document.title")), "title")
        titles = self.browser.run("return [...document.querySelectorAll('figure h3')].map(h => h.textContent)")
        expect(set(titles) == CHARTS, f"charts: {titles}")
        ids = self.browser.run("return [...document.querySelectorAll('[id]')].map(e => e.id)")
        expect(len(ids) == len(set(ids)), "an id occurs twice")
        expect(self.browser.run("return document.querySelector('#detail .answer').textContent"), "no answer")

    def test_every_target_shows(self):
        self.open()
        targets = self.browser.run("return data.targets.length")
        expect(targets > 40, f"{targets} targets")
        self.browser.run("for (const t of data.targets) select(t)")
        quiet(self.browser)

    def test_plots_are_drawn(self):
        self.open()
        self.browser.run(SCAN)
        drawn = [coloured(self.browser, f".plots figure:nth-of-type({i + 1}) .chart") for i in range(len(CHARTS))]
        expect(min(drawn) > 200, f"coloured pixels: {drawn}")
        paths = self.browser.run("return [...document.querySelectorAll('.mark')].map(p => [p.getAttribute('class'), p.getAttribute('d')])")
        kinds = {name for look, path in paths if path for name in look.split()}
        expect(kinds >= {"points", "line", "dashed", "intervals", "steps"}, f"drawn are {kinds}")
        expect(not [path for look, path in paths if re.search("NaN|Infinity|undefined", path)], "a place that is none")

    def test_labels_stand_apart(self):
        """At any width and zoom, no two labels of an axis overlap, and there are at least two."""
        crowded = """return shownCharts.flatMap(chart => [...chart.box.querySelectorAll('.axis')].map(axis => {
            const boxes = [...axis.querySelectorAll('text')].filter(t => t.textContent).map(t => t.getBoundingClientRect());
            const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            if (boxes.length < 2) return chart.spec.title + ': labels ' + boxes.length;
            return boxes.some((a, i) => boxes.some((b, k) => k < i && meet(a, b))) ? chart.spec.title + ': overlap' : '';
            }).filter(Boolean))"""
        for width in (1280, 390):
            with Browser(os.path.join(self.folder, f"width{width}"), width=width, height=900) as browser:
                browser.open(self.page)
                browser.run(WHOLE)
                for select in (SCAN, "select(data.targets[0])"):
                    browser.run(select)
                    for name, change in (("all", "showAll()"), ("near", "zoom(0.2)"), ("nearer", "zoom(0.05)"), ("far", "zoom(100)")):
                        browser.run(f"for (const chart of shownCharts) chart.{change}")
                        found = browser.run(crowded)
                        expect(not found, f"{width} pixels, {name}: {found}")
                expect(width > 1000 or browser.run("return document.documentElement.scrollWidth <= innerWidth"),
                       f"{width} pixels: the page is wider")

    def test_mouse_finds_points(self):
        self.open()
        self.browser.run(SCAN)
        place = self.browser.run("""const c = shownCharts[0], g = c.groups.at(-1), b = c.box.querySelector('.overlay');
            b.scrollIntoView({ block: 'center' });
            const r = b.getBoundingClientRect(); return [r.left + c.x(g.x[3]) + 4, r.top + c.y(g.y[3]) + 3]""")
        self.browser.point(*place)
        said = self.browser.run("const c = shownCharts[0], g = c.groups.at(-1);"
                                "return [c.readout.textContent, c.spec.describe(g, g.from[3]), c.found[1]]")
        expect(said[0] == said[1] and said[0] and said[2] == 3, f"the point near the mouse: {said}")
        self.browser.run("document.querySelectorAll('figure .legend input')[shownCharts[0].groups.length - 1].click()")
        shown = "return shownCharts[0].marks.at(-1).path.attr('d') !== ''"
        expect(not self.browser.run(shown), "the legend hides the points")

    def test_work_that_decides_comes_first(self):
        sizes = [1000 << i for i in range(7)]
        logs = [["curves", 1 + i, "build", "scan", "a.c", 10, 0, n, f"{n}:{n // 50 * n}"] for i, n in enumerate(sizes)]
        self.open(make_page(self.folder, "work", logs))
        titles = self.browser.run("return [...document.querySelectorAll('figure h3')].map(h => h.textContent)")
        expect(titles[:2] == ["Work against size, run by run", "Cost against size, run by run"], f"charts: {titles}")
        expect(coloured(self.browser, ".plots figure:nth-of-type(1) .chart") > 200, "no points of work")
        answer = self.browser.run("return document.querySelector('#detail .answer').textContent")
        expect(answer.startswith("Work decides") and "n^2" in answer, answer)
        self.browser.run("data.targets[0].decides = 'instances_work_fit'; data.targets[0].instance_work_rows = data.targets[0].instance_rows;"
                         "select(data.targets[0])")
        titles = self.browser.run("return [...document.querySelectorAll('figure h3')].map(h => h.textContent)")
        expect(titles[0] == "Single instances", f"charts: {titles}")
        quiet(self.browser)

    def test_table_sorts(self):
        self.open()
        ranks = "return [...document.querySelectorAll('#targets tbody tr')].map(tr => [...rows].find(([t, r]) => r === tr)[0].%s)"
        for column, field in ((6, "runs"), (8, "cost"), (4, "exponent")):
            header = f"#targets th:nth-child({column + 1}) button"
            self.browser.click(header)
            values = [v for v in self.browser.run(ranks % (field if field != "exponent" else "fit.exponent")) if v is not None]
            expect(values == sorted(values, reverse=True) and values[0] != values[-1], f"{field}, downwards: {values}")
            self.browser.click(header)
            values = [v for v in self.browser.run(ranks % (field if field != "exponent" else "fit.exponent")) if v is not None]
            expect(values == sorted(values), f"{field}, upwards: {values}")
        expect(self.browser.run("return document.querySelector('[aria-sort]').textContent") == "exponent", "aria-sort")

    def test_table_filters(self):
        self.open()
        everything = self.browser.run(NAMES)
        self.browser.keys("#filter", "target_1 wide.c")
        found = self.browser.run(NAMES)
        expect(found and all("target_1" in name for name in found) and len(found) < len(everything), f"found {found}")
        self.browser.run("const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input'))")
        self.browser.click("#alarms")
        alarms = self.browser.run("return data.targets.filter(t => t.alarm).length")
        expect(0 < len(self.browser.run(NAMES)) == alarms < len(everything), "alarms only")

    def test_plot_zooms(self):
        self.open()
        before = self.browser.run(VIEW)
        self.browser.drag("figure .overlay", (0.3, 0.3), (0.6, 0.7))
        after = self.browser.run(VIEW)
        expect(before[0] < after[0] < after[1] < before[1] and before[2] < after[2] < after[3] < before[3],
               f"dragged from {before} to {after}")
        self.browser.run("shownCharts[0].box.focus()")
        self.browser.keys("figure .chart", "0")
        expect(self.browser.run(VIEW) == before, "0 shows all")
        self.browser.keys("figure .chart", "+")
        closer = self.browser.run(VIEW)
        expect(before[0] < closer[0] < closer[1] < before[1], "plus zooms in")
        self.browser.keys("figure .chart", "0n")
        expect("cost" in self.browser.run("return document.querySelector('.readout').textContent"), "n tells a point")

    def test_axes_change(self):
        self.open()
        # Where the middle of a range is: the geometric mean of its ends, or the arithmetic one.
        middle = """return ['x', 'y'].map(axis => { const scale = shownCharts[0][axis], [low, high] = scale.domain();
            const middle = scale.invert((scale.range()[0] + scale.range()[1]) / 2), near = v => Math.abs(middle / v - 1) < 1e-6;
            return near(Math.sqrt(low * high)) ? 'log' : near((low + high) / 2) ? 'linear' : middle; })"""
        expect(self.browser.run(middle) == ["log", "log"], "log-log first")
        self.browser.click("[role=radiogroup] label:nth-of-type(2) input")
        expect(self.browser.run(middle) == ["linear", "linear"], "then linear")

    def test_keys_walk(self):
        self.open()
        self.browser.run("document.querySelector('#targets tbody a').focus()")
        self.browser.keys("#targets tbody a", "\ue015")     # down
        row = "const tr = document.activeElement.closest('tr'); return tr && [...tr.parentElement.children].indexOf(tr)"
        expect(self.browser.run(row) == 1, "an arrow key goes to the second row")
        expect(self.browser.run("return [selected.rank, location.hash]") == [2, "#target-2"], "and it is selected, in the address too")
        self.browser.keys("#targets tbody tr:nth-child(2) a", "\ue013")     # up
        expect(self.browser.run("return selected.rank") == 1, "up again")
        self.browser.keys("body", "/")
        expect(self.browser.run("return document.activeElement.id") == "filter", "/ goes to the search")
        self.browser.keys("#filter", "target_1")
        self.browser.keys("#filter", "\ue015")
        expect("target_1" in self.browser.run("return selected.name"), "down goes to the first that was found")
        found = len(self.browser.run(NAMES))
        self.browser.keys("#filter", "\ue00c")                              # escape
        expect(len(self.browser.run(NAMES)) > found and self.browser.run("return document.activeElement.id") != "filter", "escape ends it")

    def test_address(self):
        """The target in the address is selected at once, and when it changes."""
        self.open(self.page + "#target-3")
        expect(self.browser.run("return selected.rank") == 3, "at once")
        self.browser.run("location.hash = '#target-5'")
        self.browser.run("return new Promise(done => setTimeout(done, 50))")
        expect(self.browser.run("return selected.rank") == 5, "when it changes")

    def test_overview(self):
        """Every target is a dot: exponent against share, its area its cost; alarms have names; a click leads to it."""
        self.open()
        dots = self.browser.run("""return [...document.querySelectorAll('#overview a')].map(a => { const t = d3.select(a).datum().t,
            c = a.querySelector('circle'); return { rank: t.rank, cost: t.cost, exponent: t.shown.exponent, alarm: t.alarm,
            x: +c.getAttribute('cx'), y: +c.getAttribute('cy'), r: +c.getAttribute('r') }; })""")
        expect(len(dots) == self.browser.run("return data.targets.length"), f"{len(dots)} dots")
        by_cost = sorted(dots, key=lambda dot: dot["cost"])
        for field in "xr":
            values = [dot[field] for dot in by_cost]
            expect(values == sorted(values) and values[0] < values[-1], f"{field} by cost: {values}")
        high = [dot["y"] for dot in sorted((dot for dot in dots if dot["exponent"] is not None), key=lambda dot: dot["exponent"])]
        expect(high == sorted(high, reverse=True) and high[0] > high[-1], f"y by exponent: {high}")
        names = self.browser.run("return [...document.querySelectorAll('#overview .name')].map(t => t.textContent)")
        alarms = self.browser.run("return data.targets.filter(t => t.alarm).map(t => t.name)")
        expect(names and set(names) <= set(alarms), f"named are {names} of the alarms {alarms}")
        self.browser.run("document.querySelector('#overview a[href=\"#target-4\"]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))")
        expect(self.browser.run("return [selected.rank, document.querySelector('#overview .selected').getAttribute('href')]") ==
               [4, "#target-4"], "a click leads to the target")

    def test_order_of_parts(self):
        """Answer, plot and source come before the remarks, which are folded."""
        self.open()
        self.browser.run("select(data.targets.find(t => t.name === 'scan'))")
        order = self.browser.run("""return ['.answer', '.plots', 'h3 + p, h3 + div > pre', 'details.remarks', 'dl'].map(s =>
            document.querySelector('#detail ' + s).getBoundingClientRect().top)""")
        expect(order == sorted(order), f"tops: {order}")
        expect(self.browser.run("return document.querySelector('details.remarks').open") is False, "remarks are open")

    def test_band_and_names(self):
        """A band around the best curve; few points have the run's label beside them, or the size."""
        self.open()
        self.browser.run("data.targets[0].points.label[0] = 'monday'; select(data.targets.find(t => t.name === 'scan'))")
        band = self.browser.run("const p = document.querySelector('#detail .band'); return p && p.getAttribute('d')")
        expect(band and band.endswith("Z") and not re.search("NaN|Infinity", band), f"band: {band}")
        around = self.browser.run("""const g = shownCharts[0].groups.find(g => g.band); return g.band.every(f => f >= 1) &&
            g.band[0] > Math.min(...g.band) && g.band.at(-1) > Math.min(...g.band)""")
        expect(around, "the band is not narrowest in the middle")
        names = self.browser.run("""select(data.targets[0]); const t = data.targets[0];
            return [[...shownCharts[0].names.node().querySelectorAll('text')].map(e => e.textContent), runNames(t, runSizes(t))]""")
        expect(names[0] and set(names[0]) <= set(names[1]) and "monday" in names[1], f"names: {names}")

    def test_places_are_whole(self):
        """file:line is never cut, however long."""
        with open(self.page, encoding="utf-8") as file:
            text = file.read().replace("scan.c", "a/very/long/path/" * 6 + "scan.c")
        page = os.path.join(self.folder, "long.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(text)
        self.open(page)
        cut = self.browser.run("return [...document.querySelectorAll('td.place')].filter(td => td.scrollWidth > td.clientWidth + 1).length")
        expect(cut == 0 and self.browser.run("return document.documentElement.scrollWidth <= innerWidth"), f"{cut} places are cut")

    def test_nested(self):
        """What a target runs inside, and what it contains, are links."""
        self.open()
        links = self.browser.run("""return data.targets.flatMap(t => t.inside.map(rank => [t.rank, rank,
            data.targets.find(o => o.rank === rank).contains.includes(t.rank)]))""")
        expect(links and all(both for _, _, both in links), f"nestings: {links}")
        self.browser.run("select(data.targets.find(t => t.inside.length))")
        expect("Runs inside: " in self.browser.run("return document.querySelector('.where').textContent"), "no word of it")

    def test_callers(self):
        """Where calls were counted in their contexts, the page has who calls a target's function, most calls first."""
        where = os.path.join(self.folder, "callers")
        os.mkdir(where)
        for name, text in (("scan.c", """int numbers[4096];
__attribute__((noinline, noclone, algoprof("loops"))) int scan(int n)
{ int s = 0; for (int i = 0; i < n; i++) s += numbers[i]; return s; }
"""), ("called.c", """#include <stdlib.h>
int scan(int n);
__attribute__((noinline)) int seldom(int n) { return scan(n) + 1; }
__attribute__((noinline)) int often(int n) { int s = 0; for (int i = 0; i < 7; i++) s += scan(n - i) + 1; return s; }
int main(int argc, char **argv) { (void)argc; return (often(atoi(argv[1])) + seldom(9)) & 1 & (argc > 5); }
""")):
            with open(os.path.join(where, name), "w", encoding="ascii") as file:
                file.write(text)
        plugin = [os.environ.get("CC", "gcc"), "-O1", "-g", f"-fplugin={BUILD}/algoprof.so"]
        subprocess.run([*plugin, "-c", "scan.c"], cwd=where, check=True)
        subprocess.run([*plugin, "-fplugin-arg-algoprof-contexts", "called.c", "scan.o", "-o", "called", f"{BUILD}/librt-sample.a",
                        *os.environ.get("SANFLAGS", "").split()], cwd=where, check=True)
        for n in (100, 200, 400, 800, 1600):
            subprocess.run(["./called", str(n)], cwd=where, check=True, env={**os.environ, "ALGOPROF_LOG": f"{n}.aplog", "ALGOPROF_BUDGET": "0"})
        self.open(write_page(self.folder, "called", where, where))
        said = self.browser.run("return document.querySelector('.where').textContent")
        expect(re.search(r"Called by: often at .*called\.c:4 \(35 calls\), seldom at .*called\.c:3 \(5 calls\)", said), said)

    def test_phone(self):
        """At 390 pixels name, cost function and exponent of a row are to be seen, and nothing is wider than the page."""
        self.fits_phone(self.page)
        self.fits_phone(self.long_lines())

    def long_lines(self):
        """Of long names and cost functions, and of exponents with both ends of their interval; made once."""
        page = os.path.join(self.folder, "long.html")
        logs = [["curves", 1 + i, "build", *(word for name in ("subject_find_special_char", "cmark_consolidate_text_nodes", "S_parser_feed")
                                             for word in (name, "src/houdini_html_escaped.c", 333, 0, n, 123456 + (n * k * (4 + (k % 3))) // 3))]
                for i, (k, n) in enumerate((k, 2000 << k) for k in range(9))]
        return page if os.path.exists(page) else make_page(self.folder, "long", logs)

    def test_table_is_whole(self):
        """At 1280 pixels all columns of the table are to be seen."""
        for page in (self.page, self.long_lines()):
            self.open(page)
            wide = self.browser.run("const box = document.querySelector('#targets').parentElement; return [box.scrollWidth, box.clientWidth]")
            expect(wide[0] <= wide[1], f"the table is {wide[0]} pixels wide, its place {wide[1]}")

    def fits_phone(self, page):
        with phone(self.folder, page) as browser:
            box = browser.run("""const seen = (tr) => ['name', 'cost-function', 'exponent'].map(c => tr.querySelector('.column-' + c).getBoundingClientRect());
                return [innerWidth, document.documentElement.scrollWidth,
                ...[...document.querySelectorAll('#targets tbody tr')].flatMap(tr => seen(tr).flatMap(r => [r.left, r.right]))]""")
            expect(box[0] == box[1] == 390 and min(box[2:]) >= 0 and max(box[2:]) <= 390, f"edges: {box[:2]} {min(box[2:])} {max(box[2:])}")
            browser.screenshot(os.path.join(self.folder, "phone.png"))

    def test_long_paths(self):
        """A place is its file and line, in one or two lines, however long the path is; on a phone names break at their words."""
        where, name = "/usr/src/packages/a-library-of-some-name-1.2.3/src/", "handle_something_in_brackets"
        logs = [["curves", 1 + i, "build", *(word for file in ("parse.c", "inner/parse.c", "scan.c") for word in
                                             (name, where + file, 10, 0, n, n * n))] for i, n in enumerate([100 << k for k in range(8)])]
        page = make_page(self.folder, "paths", logs)
        for width, most in ((1280, 60), (390, 100)):
            with Browser(os.path.join(self.folder, f"paths{width}"), width=max(width, 500), height=800) as browser:
                browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                               {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500})
                browser.open(page)
                places = browser.run("return [...document.querySelectorAll('td.place')].map(td => td.textContent)")
                expect(sorted(places) == ["…/inner/parse.c:10", "…/scan.c:10", "…/src/parse.c:10"], f"places: {places}")
                high = browser.run("return [...document.querySelectorAll('#targets tbody tr')].map(tr => tr.getBoundingClientRect().height)")
                expect(max(high) <= most, f"{width} pixels: rows of {high}")
                expect(browser.run("return document.querySelector('.where').textContent").startswith(where), "the whole path is nowhere")

    def test_two_hundred(self):
        """200 targets with 12 runs each: under 1 MB, and no point left out."""
        page = make_page(self.folder, "hundreds", [["wide", run, 201] for run in range(1, 13)])
        small = make_page(self.folder, "single", [["wide", run, 1] for run in range(1, 13)])
        expect(os.path.getsize(page) < 1000000, f"{os.path.getsize(page)} bytes")
        with Browser(os.path.join(self.folder, "quick")) as browser:
            command = browser.driver.execute_cdp_cmd
            command("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
            command("Performance.enable", {})
            command("Page.addScriptToEvaluateOnNewDocument", {"source": "addEventListener('load', () => {"
                    "window.first = [document.querySelectorAll('tbody tr').length, document.querySelectorAll('.chart > svg').length]; })"})
            times = {small: [], page: []}
            for which in [small, page] * 3:
                browser.open("about:blank")
                browser.open(which)
                found = {metric["name"]: metric["value"] for metric in command("Performance.getMetrics", {})["metrics"]}
                times[which].append(found["TaskDuration"])
            points = browser.run("return data.targets.map(t => t.points.size.length)")
            first = browser.run("return window.first")
            browser.run(WHOLE)
            drawn = browser.run("return [document.querySelectorAll('tbody tr').length, document.querySelectorAll('figure .chart').length,"
                                "document.querySelectorAll('figure .chart > svg').length]")
        expect(len(points) == 200 and sum(points) > 2300, f"points: {points}")
        expect(20 <= first[0] <= 40 and first[1] == 2, f"when the page was loaded there were rows, drawings: {first}")
        expect(drawn[0] == 200 and drawn[1] == drawn[2] > 2, f"in the end there are rows, charts, drawings: {drawn}")
        one, all_of_them = min(times[small]), min(times[page])
        print(f"# 200 targets: {os.path.getsize(page)} bytes, CPU time {all_of_them:.3f} s, of one target {one:.3f} s")

    def test_hostile_names(self):
        self.open(make_page(self.folder, "hostile", [["wide", i, 1] for i in range(10)]))
        expect("broken" not in self.browser.run("return document.title"), "a name ran as a script")
        expect(self.browser.run(NAMES) == ["</script><script>document.title='broken'</script><!--&\"'\\"], "name as it is")

    def test_few_points(self):
        for name, logs, words in (("none", [["pairs", 1, 0, 100, 64, 64]], "No cost function"),
                                  ("one", [["exact", 1, "build", 50, 8]], "No cost function"),
                                  ("alike", [["exact", i, "build", 50, 8] for i in range(8)], "No cost function")):
            self.open(make_page(self.folder, name, logs))
            answer = self.browser.run("return document.querySelector('.answer').textContent")
            expect(words in answer, f"{name}: {answer}")
            quiet(self.browser)

    def test_several_builds(self):
        self.open()
        rows = self.browser.run("return data.targets.filter(t => t.name === 'scan').map(t => t.build)")
        expect(len(rows) == len(set(rows)) == 2, f"builds {rows}")
        self.browser.run("select(data.targets.find(t => t.name === 'scan'))")
        expect("several builds" in self.browser.run("return document.querySelector('.warnings').textContent"), "no warning")

    def test_source_is_shown(self):
        sources = os.path.join(self.folder, "sources")
        os.mkdir(sources)
        with open(os.path.join(sources, "scan.c"), "w", encoding="utf-8") as file:
            file.write("".join(f"line {i} <b>&amp;\n" for i in range(1, 60)))
        self.open(write_page(self.folder, "sourced", os.path.join(self.folder, "fleet"), sources))
        self.browser.run("select(data.targets.find(t => t.name === 'scan'))")
        expect(self.browser.run("return document.querySelector('pre .here').textContent") == "10line 10 <b>&amp;", "the line")
        self.browser.run("select(data.targets.find(t => t.name === 'target_5'))")
        expect("--source" in self.browser.run("return document.getElementById('detail').textContent"), "missing source")

    def test_what_decides_comes_first(self):
        first = "return [shownCharts[0].figure.querySelector('h3').textContent, document.querySelector('.answer').textContent]"
        for view, title, words in (("runs", "Cost against size, run by run", False), ("instances", "Single instances", True)):
            self.open(write_page(self.folder, view, os.path.join(self.folder, "fleet"), self.folder, "--view", view))
            found, answer = self.browser.run(first)
            expect(found == title and ("Single instances decide" in answer) == words, f"--view {view}: {found}: {answer}")
            fits = self.browser.run("return data.targets.every(t => t.shown === (data.view === 'instances' ? t.instances_fit : t.fit))")
            expect(fits, f"--view {view}: the table shows another fit")
            self.browser.run("for (const t of data.targets) select(t)")
        # Of both the worse one: one run tells nothing, its instances do.
        sizes = [10 << i for i in range(9)]
        one_run = ["curves", 1, "build", *(word for n in sizes for word in ("scan", "a.c", 1, 0, n, n * n))]
        self.open(make_page(self.folder, "within", [one_run]))
        found, answer = self.browser.run(first)
        expect(found == "Single instances" and "Single instances decide" in answer, f"both: {found}: {answer}")

    def test_exponents_are_those_of_the_text(self):
        """Of each target the page writes exponent and interval as the text report does."""
        self.open()
        shown = self.browser.run("return data.targets.map(t => exponent(t.shown).replaceAll(' ', '').replace('…', '..'))")
        done = subprocess.run([TOOL, "report", "-v", "--columns", "exponent,rank", os.path.join(self.folder, "fleet")], check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        rows = re.findall(r"^(\S.*?) +[!~]?\d+$", done.stdout, re.MULTILINE)
        text = [row.replace(" ", "") for row in rows]
        expect(shown == text, f"{shown} is not {text}")

    def test_own_n_decides(self):
        """Where the program told its own n, that is what sizes and plots are of."""
        self.open(make_page(self.folder, "told", [["service", 1, 21, 10]]))
        self.browser.run("select(data.targets.find(t => t.name === 'serve'))")
        said = self.browser.run("return document.querySelector('.answer').textContent")
        expect(said.startswith("n is what the program told (algoprof_size)."), said)
        low, high = self.browser.run(VIEW)[:2]
        expect(low < 20 and 400 < high < 600, f"sizes of the plot: {low} to {high}")
        axis = self.browser.run("return document.querySelector('.plots figure').textContent")
        expect("size n, as the program told it" in axis, axis)
        row = self.browser.run("return rows.get(selected).textContent")
        expect("20…400" in row, row)
        for by, says, unit in ("command", "n is the size that the command was given.", "size n, that the command was given"), \
                ("input", "n is how many bytes the process read from files and pipes.", "size n, bytes that the process read"):
            self.browser.run("selected.user_size_by = arguments[0]; select(selected)", by)
            found = self.browser.run("return [document.querySelector('.answer').textContent, document.querySelector('.plots figure').textContent]")
            expect(found[0].startswith(says) and unit in found[1], f"{by}: {found}")

    def test_large(self):
        page = make_page(self.folder, "large", [["wide", run, 201] for run in range(501)])
        self.open(page)
        points = self.browser.run("return data.targets.reduce((sum, t) => sum + t.points.size.length, 0)")
        expect(self.browser.run("return data.targets.length") == 200 and points >= 99000, f"{points} points")
        self.browser.click("#targets th:nth-child(9) button")
        self.browser.drag("figure .overlay", (0.3, 0.3), (0.6, 0.7))
        expect(len(self.browser.run(NAMES)) == 200, "rows")
        took = self.browser.run("const t = performance.now(); for (const x of data.targets.slice(0, 20)) select(x);"
                                "return (performance.now() - t) / 20")
        print(f"# {points} points: {os.path.getsize(page) >> 20} MiB, "
              f"ready after {self.browser.run('return performance.timing.domComplete - performance.timing.navigationStart')} ms, "
              f"{took:.0f} ms a target")

    def test_many_points_of_one_target(self):
        self.open()
        self.browser.run("""const t = data.targets.find(t => t.fit.curves.length && t.points.size.length > 4);
            const p = t.points, n = 100000, grow = list => Array.from({ length: n }, (_, i) => list[i % list.length]);
            for (const key of Object.keys(p)) p[key] = grow(p[key]);
            p.size = p.size.map((s, i) => s * (1 + i / n)); t.runs = n; select(t)""")
        self.browser.drag("figure .overlay", (0.3, 0.3), (0.6, 0.7))
        expect(self.browser.run("return shownCharts[0].groups.at(-1).x.length") >= 100000, "points")

    def test_licences(self):
        """The page names who made D3, and on which terms; every module that is in it is under one of these."""
        with open(self.page, encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(ROOT, "offline/html/LICENSE.d3"), encoding="utf-8") as file:
            terms = file.read()
        modules = re.findall(r"^// https://d3js.org/(d3-\w+)/ v\S+ Copyright \S+ Mike Bostock$", text, re.MULTILINE)
        expect(len(modules) == len(set(modules)) > 10 and terms in text, f"modules {modules}")
        for module in modules:
            expect(re.search(rf"(d3)?{module[2:]}[,:]", terms), f"LICENSE.d3 lacks {module}")
            path = f"/usr/share/doc/node-{module}/copyright"
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    licence = re.search(r"^Files: \*$.*?^License: (\S+)", file.read(), re.MULTILINE | re.DOTALL)[1]
                expect(licence == ("ISC" if module == "d3-array" else "BSD-3-Clause"), f"{module} is under {licence}")


main(Tests, "html")
