#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text on the page can be read: its contrast with what lies behind it, by day and by night; and paper is light.

    tests/tool/html/colours.py [TEST...]         KEEP=FOLDER keeps pages and screenshots
"""
import os
import re

from browser import Browser
from cases import WHOLE, expect, main
from pages import fleet, make_page


def luminance(rgb):
    parts = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def colours(browser, selector):
    """Text and the background behind it."""
    pair = browser.run("""let e = document.querySelector(arguments[0]); const text = getComputedStyle(e).color;
        while (getComputedStyle(e).backgroundColor === 'rgba(0, 0, 0, 0)') e = e.parentElement;
        return [text, getComputedStyle(e).backgroundColor]""", selector)
    return [[float(v) for v in re.findall(r"[\d.]+", colour)[:3]] for colour in pair]


class Tests:
    def __init__(self, folder, browser):
        self.folder, self.browser = folder, browser
        self.page = make_page(folder, "fleet", fleet())

    def test_contrast(self):
        for name, dark in (("light", False), ("dark", True)):
            with Browser(os.path.join(self.folder, name), dark=dark) as browser:
                browser.open(self.page)
                text, back = colours(browser, "body")
                expect((luminance(back) < 0.2) == dark, f"{name}: background {back}")
                for selector in ("body", "figcaption", "td a", "tr[aria-selected=true] a", ".alarm", ".badge", "th button",
                                 ".warnings li", "pre i", "footer", ".soft", "button"):
                    if browser.run("return document.querySelector(arguments[0]) !== null", selector):
                        ratio = contrast(*colours(browser, selector))
                        expect(ratio >= 4.5, f"{name}: {selector}: contrast {ratio:.2f}")
                browser.screenshot(os.path.join(self.folder, f"{name}.png"))
                expect(os.path.getsize(os.path.join(self.folder, f"{name}.png")) > 50000, "an empty picture")

    def test_print(self):
        """On paper there are no controls, dark or light; tables are whole."""
        with Browser(os.path.join(self.folder, "paper"), dark=True) as browser:
            browser.open(self.page)
            browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
            shown = browser.run("return ['.toolbar', 'figure .head button', '.skip'].filter(s => getComputedStyle(document.querySelector(s)).display !== 'none')")
            expect(not shown, f"printed: {shown}")
            expect(browser.run("return getComputedStyle(document.querySelector('.scroll')).maxHeight") == "none", "the table is cut")
            text, back = colours(browser, "body")
            expect(luminance(back) > 0.9 and contrast(text, back) > 7, f"paper is {back}")


main(Tests, "colours")
