#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the page of `chuhe analyze` in headless Chromium, in both languages.

Usage: review_page.py ENGINE FOLDER

ENGINE plays a game against a noisy copy of itself and reviews it. The page must show each position of the review's
JSON, follow keys, links and the graph, switch between English and Chinese, fit on a phone, and raise no errors. The
page and screenshots of it are written to FOLDER. Exit status: 0 on success, 1 on failure, 2 if Chromium is missing.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

# Seconds.
PATIENCE = 10
OPENINGS = Path(__file__).resolve().parents[2] / "positions/openings.epd"


class Browser:
    """A page in Chromium, driven through two pipes by JSON messages terminated by zero bytes."""

    def __init__(self, program):
        take, self.give = os.pipe()
        self.take, give = os.pipe()
        # The browser reads from descriptor 3 and writes to 4; a shell sets them up.
        flags = "--headless --no-sandbox --disable-gpu --hide-scrollbars --remote-debugging-pipe"
        words = ["sh", "-c", f'exec "$0" {flags} 3<&{take} 4>&{give}', program]
        self.process = subprocess.Popen(words, pass_fds=[take, give], stderr=subprocess.DEVNULL)
        os.close(take)
        os.close(give)
        self.number, self.rest, self.session, self.errors = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime"]:
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.give, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("method") == "Runtime.exceptionThrown":
                self.errors.append(answer["params"]["exceptionDetails"])
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def read(self):
        while b"\0" not in self.rest:
            part = os.read(self.take, 1 << 16)
            assert part, "the browser has ended"
            self.rest += part
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && Boolean(document.querySelector('#pieces'))")

    def wait(self, script):
        end = time.monotonic() + PATIENCE
        while not self.value(script):
            assert time.monotonic() < end, f"this does not become true: {script}"

    def value(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, (script, result["exceptionDetails"])
        return result["result"].get("value")

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def click(self, selector, across=0.5):
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        self.value(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }})")
        x, y = self.value(f"{box}.x + {across} * {box}.width"), self.value(f"{box}.y + {box}.height / 2")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

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
        self.session = None
        self.call("Browser.close")
        self.process.wait(timeout=20)


def review(engine, folder):
    """Plays a game and reviews it; returns the JSON and the page."""
    games, page = folder / "game.pgn", folder / "review.html"
    games.unlink(missing_ok=True)
    noisy = "cmd=self,name=Noise,option.randomness=huge"
    words = [engine, "match", "--engine", "cmd=self,name=Chuhe", "--engine", noisy, "--openings", OPENINGS]
    subprocess.run([*words, "--games", "2", "--nodes", "300", "--pgn", games], check=True, capture_output=True)
    words = [engine, "analyze", games, "--nodes", "5000", "--html", page, "--json"]
    return json.loads(subprocess.run(words, check=True, capture_output=True).stdout), page


def step_through(browser, told):
    """Checks after each key that the board, the move list and the address agree."""
    fens = [move["fen"] for move in told["moves"]] + [told["end"]["fen"]]
    for ply, fen in enumerate(fens):
        shown = browser.value("document.querySelector('#fen').value")
        assert shown.split()[:2] == fen.split()[:2] and shown.split()[5] == fen.split()[5], (ply, shown, fen)
        pieces = sum(letter.isalpha() for letter in fen.split()[0])
        assert browser.value("document.querySelectorAll('#pieces use[href^=\"#piece-\"]').length") == pieces
        assert browser.value("location.hash") == f"#ply={ply}"
        if ply > 0:
            here = browser.value("document.querySelector('#moves a.here').dataset.ply")
            assert int(here) == ply, (ply, here)
            mark = told["moves"][ply - 1]["mark"]
            words = browser.value("document.querySelector('#verdict').textContent")
            assert words.startswith(mark or ""), (ply, mark, words)
        browser.press("ArrowRight")
    marks = sum(move["mark"] is not None for move in told["moves"])
    assert browser.value("document.querySelectorAll('#graph circle').length") == marks
    assert browser.value("document.querySelectorAll('#moves b').length") == marks
    return len(fens) - 1


def try_controls(browser, told, plies):
    """Checks the graph, the move list, and an engine line on the board."""
    lines = [(ply, move["evaluation"]["pv"]) for ply, move in enumerate(told["moves"])]
    place = next(ply for ply, line in lines[8:] if len(line) > 3 and told["moves"][ply - 1]["mark"] is None)
    ply = "Number(new URLSearchParams(location.hash.slice(1)).get('ply'))"
    browser.click("#graph svg", 0.5)
    assert abs(browser.value(ply) - plies / 2) < plies / 20 + 1
    browser.click(f'#moves a[data-ply="{place}"]')
    browser.wait(f"shown.ply === {place}")
    before = browser.value("document.querySelector('#fen').value")
    browser.click("#line a:nth-of-type(2)")
    along = browser.value("document.querySelector('#fen').value")
    assert along != before and browser.value("document.querySelectorAll('#line a.here').length") == 1
    browser.press("ArrowRight")
    assert browser.value("document.querySelector('#fen').value") != along
    for _ in range(3):
        browser.press("ArrowLeft")
    assert browser.value("document.querySelector('#fen').value") == before and browser.value(ply) == place
    browser.click("#line a:nth-of-type(2)")
    browser.click(f'#moves a[data-ply="{place}"]')
    assert browser.value("document.querySelector('#fen').value") == before, "the list leads back from a line"
    browser.press("Home")
    for is_playing in [True, False]:
        browser.press(" ")
        assert browser.value("Boolean(timer)") == is_playing
    browser.press("Home")
    browser.click("#mark-forth")
    assert browser.value("document.querySelector('#verdict').textContent") != ""
    browser.press(" ")
    assert not browser.value("Boolean(timer)"), "space presses the button that has the focus"


def look(browser, folder):
    """Takes screenshots in both languages, light and dark, on a desktop and on a phone."""
    for language in ["en", "zh"]:
        if browser.value("document.documentElement.lang") != language:
            browser.click("#language")
        assert browser.value("document.documentElement.lang") == language
        for name, width, height, is_dark in [("wide", 1240, 900, False), ("dark", 1240, 900, True), ("phone", 390, 844, False)]:
            browser.look(width, height, is_dark)
            fits = "document.documentElement.scrollWidth <= innerWidth"
            assert browser.value(fits), (language, name, "something is too wide")
            browser.picture(folder / f"{language}-{name}.png")
    assert browser.value("document.querySelector('#moves a').textContent")[1] in "一二三四五六七八九"


def main():
    engine, folder = sys.argv[1], Path(sys.argv[2])
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        print("review_page.py: chromium is missing", file=sys.stderr)
        sys.exit(2)
    folder.mkdir(parents=True, exist_ok=True)
    told, page = review(engine, folder)
    browser = Browser(program)
    try:
        browser.look(1240, 900)
        browser.open(page.resolve().as_uri())
        plies = step_through(browser, told)
        try_controls(browser, told, plies)
        look(browser, folder)
        assert not browser.errors, browser.errors
    finally:
        browser.close()
    print(f"review_page.py: {plies} plies stepped through, pictures in {folder}")


if __name__ == "__main__":
    main()
