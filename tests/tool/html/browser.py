# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, driven by Selenium."""
import os
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By


def missing():
    """Names what is not installed, or None."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return program
    return None


class Browser:
    """One page at a time; use as a context manager."""

    def __init__(self, folder, width=1280, height=1600, dark=False):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        options.ignore_local_proxy_environment_variables()
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--user-data-dir={folder}/profile", f"--window-size={width},{height}", "--force-device-scale-factor=1"]
        if dark:
            arguments += ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"]
        for argument in arguments:
            options.add_argument(argument)
        service = Service(shutil.which("chromedriver"), env={**os.environ, "HOME": folder})
        self.driver = webdriver.Chrome(service=service, options=options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self, path):
        self.driver.get(path if ":" in path else f"file://{path}")

    def run(self, script, *arguments):
        """What the function body `script` returns."""
        return self.driver.execute_script(script, *arguments)

    def element(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        self.element(selector).click()

    def keys(self, selector, text):
        self.element(selector).send_keys(text)

    def drag(self, selector, start, end):
        """Drags the mouse inside an element; both are shares of its width and height."""
        box = self.run("const b = document.querySelector(arguments[0]); b.scrollIntoView({block: 'center'});"
                       "const r = b.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]", selector)
        points = [(int(box[0] + box[2] * x), int(box[1] + box[3] * y)) for x, y in (start, end)]
        actions = ActionBuilder(self.driver, duration=50)
        actions.pointer_action.move_to_location(*points[0]).pointer_down().move_to_location(*points[1]).pointer_up()
        actions.perform()

    def point(self, x, y):
        """Moves the mouse there, from a place nearby."""
        actions = ActionBuilder(self.driver, duration=50)
        actions.pointer_action.move_to_location(int(x) + 9, int(y)).move_to_location(int(x), int(y))
        actions.perform()

    def console(self):
        """Messages since the last call, worth a look: warnings and errors."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("WARNING", "SEVERE")]

    def picture(self, selector):
        """An element as a PNG, in base64."""
        return self.element(selector).screenshot_as_base64

    def screenshot(self, path):
        self.driver.save_screenshot(path)
