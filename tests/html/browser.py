# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, by the WebDriver protocol (W3C) and the standard library."""
import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request


class Failed(Exception):
    pass


def missing():
    """Names what is not installed, or None."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return program
    return None


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Browser:
    """One page at a time; use as a context manager."""

    def __init__(self, folder, width=1280, height=1600, dark=False):
        self.port = free_port()
        environment = {**os.environ, "HOME": folder}
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--user-data-dir={folder}/profile", f"--window-size={width},{height}", "--force-device-scale-factor=1"]
        if dark:
            arguments += ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"]
        options = {"args": arguments, "binary": shutil.which("chromium")}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = self.start({"capabilities": {"alwaysMatch": wanted}})

    def start(self, request):
        until = time.monotonic() + 60
        while True:
            try:
                return self.call("POST", "/session", request)["sessionId"]
            except (urllib.error.URLError, ConnectionError) as error:
                if time.monotonic() > until or self.driver.poll() is not None:
                    raise Failed(f"no chromedriver: {error}") from error
                time.sleep(0.2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", f"/session/{self.session}")
        except (Failed, OSError):
            pass
        self.driver.terminate()
        self.driver.wait(20)

    def call(self, method, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failed(json.load(error)["value"]["message"].splitlines()[0]) from error

    def do(self, name, body=None, method="POST"):
        return self.call(method, f"/session/{self.session}/{name}", body if body is not None or method == "GET" else {})

    def open(self, path):
        self.do("url", {"url": path if ":" in path else f"file://{path}"})

    def run(self, script, *arguments):
        """What the function body `script` returns."""
        return self.do("execute/sync", {"script": script, "args": list(arguments)})

    def element(self, selector):
        return next(iter(self.do("element", {"using": "css selector", "value": selector}).values()))

    def click(self, selector):
        self.do(f"element/{self.element(selector)}/click")

    def keys(self, selector, text):
        self.do(f"element/{self.element(selector)}/value", {"text": text})

    def drag(self, selector, start, end):
        """Drags the mouse inside an element; both are shares of its width and height."""
        box = self.run("const b = document.querySelector(arguments[0]); b.scrollIntoView({block: 'center'});"
                       "const r = b.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]", selector)
        points = [(int(box[0] + box[2] * x), int(box[1] + box[3] * y)) for x, y in (start, end)]
        moves = [{"type": "pointerMove", "duration": 50, "x": x, "y": y} for x, y in points]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, moves[1], {"type": "pointerUp", "button": 0}]
        self.do("actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                         "actions": actions}]})

    def point(self, x, y):
        """Moves the mouse there, from a place nearby."""
        moves = [{"type": "pointerMove", "duration": 50, "x": int(x) + by, "y": int(y)} for by in (9, 0)]
        self.do("actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                         "actions": moves}]})

    def console(self):
        """Messages since the last call, worth a look: warnings and errors."""
        return [entry["message"] for entry in self.do("se/log", {"type": "browser"}) if entry["level"] in ("WARNING", "SEVERE")]

    def picture(self, selector):
        """An element as a PNG, in base64."""
        return self.do(f"element/{self.element(selector)}/screenshot", method="GET")

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.do("screenshot", method="GET")))
