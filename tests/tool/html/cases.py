# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of pages share: where things are, and how a class of tests is run in one browser."""
import contextlib
import os
import sys
import tempfile

from browser import Browser, missing

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("O", os.path.join(ROOT, "build")))
TOOL = os.path.join(BUILD, "algoprof")
# Once all is drawn, also what the first screen does not show.
WHOLE = "return new Promise(done => { const look = () => waiting ? setTimeout(look, 5) : done(); look(); })"


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def quiet(browser):
    console = browser.console()
    expect(not console, f"console: {console}")


@contextlib.contextmanager
def phone(folder, page):
    """A browser of 390 pixels with the page, once all of it is drawn."""
    with Browser(os.path.join(folder, "phone"), width=500, height=800) as browser:
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                       {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True})
        browser.open(page)
        browser.run(WHOLE)
        yield browser


def expect_phones_width(folder, page):
    with phone(folder, page) as browser:
        wide = browser.run("return [innerWidth, document.documentElement.scrollWidth]")
        expect(wide == [390, 390], f"widths {wide}")


def main(kind, prefix, kept=None):
    """Runs the tests of the class, or those that are named, in a folder; exits.  kept: for a folder that is kept."""
    if missing():
        print(f"# SKIP {missing()} is not installed")
        sys.exit(77)
    wanted, failed = sys.argv[1:], 0
    with contextlib.ExitStack() as stack:
        folder = os.environ.get("KEEP") or stack.enter_context(tempfile.TemporaryDirectory())
        browser = stack.enter_context(Browser(os.path.join(folder, "home")))
        tests = kind(folder, browser)
        for name in [name for name in dir(tests) if name.startswith("test_") and (not wanted or name in wanted)]:
            try:
                getattr(tests, name)()
                quiet(browser)
                print(f"ok {prefix}/{name}")
            except Exception as error:      # a broken browser is a failure of that test too
                browser.console()
                print(f"not ok {prefix}/{name}\n    {type(error).__name__}: {error}")
                failed += 1
        if kept and os.environ.get("KEEP"):
            kept(tests)
    sys.exit(1 if failed else 0)
