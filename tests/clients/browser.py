# SPDX-License-Identifier: MIT OR Apache-2.0
"""Headless Chromium with one page, for the tests of pages.

It is driven through the DevTools protocol, over two pipes, because that tells what WebDriver does not: every request, all
messages of the console, and traces. Names of other hosts are not resolved.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

# Seconds. Nothing takes nearly as long, except on an overloaded machine.
PATIENCE = 120

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--hide-scrollbars",
    "--lang=en",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--remote-debugging-pipe",
]


class Browser:
    """A page. `complaints` lists its errors, console messages, and requests to other hosts than `host`.

    Chromium says when a page changes its address too often, as steps through a game do; this is not a complaint.
    """

    def __init__(self, host="file:"):
        program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if program is None:
            print("Chromium is missing", file=sys.stderr)
            sys.exit(2)
        self.host, self.complaints = host, []
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        take, self.give = os.pipe()
        self.take, give = os.pipe()
        # The browser reads from descriptor 3 and writes to 4. Not every other shell knows descriptors of two digits.
        words = ["bash", "-c", f'exec "$0" "$@" 3<&{take} 4>&{give}', program, *FLAGS]
        words.append(f"--user-data-dir={self.profile.name}")
        self.process = subprocess.Popen(words, pass_fds=[take, give], stderr=subprocess.DEVNULL)
        os.close(take)
        os.close(give)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        self.targets = {}
        self.session = self.attach("about:blank")

    def attach(self, url):
        """Opens a page. Returns its session."""
        self.session = None
        target = self.call("Target.createTarget", url=url)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.targets[self.session] = target
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(f"{domain}.enable")
        return self.session

    def window(self, url):
        """Opens a second page and goes to it. Returns its session."""
        session = self.attach(url)
        self.wait("document.readyState === 'complete' && Boolean(document.querySelector('.board .piece'))")
        return session

    def switch(self, session):
        """Goes to another page."""
        self.session = session
        self.call("Page.bringToFront")

    def close_window(self, session):
        self.session = None
        self.call("Target.closeTarget", targetId=self.targets.pop(session))

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session and not method.startswith("Browser."):
            message["sessionId"] = self.session
        os.write(self.give, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def read(self):
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.take], [], [], PATIENCE)
            assert ready, "the browser does not answer"
            part = os.read(self.take, 1 << 16)
            assert part, "the browser has ended"
            self.rest += part
        line, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(line)
        self.judge(message.get("method"), message.get("params", {}))
        return message

    def judge(self, method, params):
        if method == "Network.requestWillBeSent":
            address = params["request"]["url"]
            if not address.startswith((self.host, "about:", "blob:", "data:")):
                self.complaints.append(f"request to {address}")
        elif method == "Log.entryAdded" and "Throttling navigation" not in params["entry"]["text"]:
            self.complaints.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        elif method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.complaints.append(json.dumps(params))
        elif method and method.startswith("Tracing."):
            self.events.append((method, params))

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && Boolean(document.querySelector('.board .piece'))")

    def wait(self, script):
        end = time.monotonic() + PATIENCE
        while not self.value(f"Boolean({script})"):
            assert time.monotonic() < end, f"this does not become true: {script}"
            time.sleep(0.02)

    def value(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, (script, result["exceptionDetails"])
        return result["result"].get("value")

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def click(self, selector, across=0.5):
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        self.value(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }})")
        x, y = self.value(f"{box}.x + {across} * {box}.width"), self.value(f"{box}.y + {box}.height / 2")
        for kind in ["mousePressed", "mouseReleased"]:
            self.mouse(kind, x, y)

    def look(self, width, height, is_dark=False):
        features = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=features)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def picture(self, path):
        self.value("scrollTo(0, 0)")
        image = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        path.write_bytes(base64.b64decode(image))

    def close(self):
        try:
            self.call("Browser.close")
            self.process.wait(timeout=PATIENCE)
        finally:
            self.process.kill()
            self.profile.cleanup()
