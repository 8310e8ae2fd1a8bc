# SPDX-License-Identifier: GPL-3.0-or-later
"""how soon the page of 200 targets is ready, and its size

A headless Chromium loads the page of `report --html` over 12 logs again and
again: from the request to the end of the `load` event, when the first screen is drawn
and answers, and to the moment when all rows and plots are.
"""
import os
import shutil
import sys
import tempfile

from common import BENCH, clean_environment, run, spread, table
from offline import compile_all, make_logs

sys.path.insert(0, os.path.join(os.path.dirname(BENCH), "tests", "tool", "html"))
ROUNDS = 15
TARGETS = 200


def loads(page, folder):
    """Seconds of each load, until all is drawn, and the CPU time of the page's thread; without the first load."""
    from browser import Browser     # Selenium is needed by this part only
    seconds, whole, cpu = [], [], []
    with Browser(folder) as browser:
        command = browser.driver.execute_cdp_cmd
        command("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
        command("Performance.enable", {})
        for _ in range(ROUNDS + 1):
            browser.open("about:blank")
            browser.open(page)
            metrics = {metric["name"]: metric["value"] for metric in command("Performance.getMetrics", {})["metrics"]}
            cpu.append(metrics["TaskDuration"])
            seconds.append(browser.run("const t = performance.getEntriesByType('navigation')[0]; return t.loadEventEnd / 1000"))
            whole.append(browser.run("const look = done => waiting ? setTimeout(look, 1, done) : done();"
                                     "return new Promise(look).then(() => performance.getEntriesByName('all-drawn')[0].startTime / 1000)"))
        points = browser.run("return data.targets.map(t => t.points.size.length)")
    if points != [12] * TARGETS:
        sys.exit("bench: the page has not all points: %s" % points)
    return seconds[1:], whole[1:], cpu[1:]


def measure(build, bars):
    build = os.path.abspath(build)
    logs, _ = make_logs(compile_all(build), "page", 12, TARGETS, lambda i: 4 * i, 20)
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        run([build + "/algoprof", "report", "--html", page, logs], env=clean_environment())
        (seconds, whole, cpu), size = loads(page, folder), os.path.getsize(page)
    shutil.rmtree(logs)
    table("The page of %d targets with 12 runs each" % TARGETS, ["kB", "ready after, s", "all drawn after, s", "CPU, s"],
          [["%.0f" % (size / 1000), spread(seconds), spread(whole), spread(cpu)]])
    bars.judge("page of 200 targets: seconds until it is ready, median", sorted(seconds)[len(seconds) // 2], 0.3, "%.2f")
    bars.judge("page of 200 targets: kB", size / 1000, 1000, "%.0f")
