#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the page of `chuhe serve` in headless Chromium, at the sizes of a desktop and a phone.

Usage: board_page.py ENGINE FOLDER

Plays a game to its end at level 1, analyses a pasted FEN with three arrows, reviews an XQF file, sets up a mate in two,
changes the language, and reloads. No request may go to another host, and the console must stay empty. Screenshots are
written to FOLDER. Exit status: 0 on success, 1 on failure, 2 if Chromium is missing.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from review_page import Browser

# Seconds.
PATIENCE = 60
MATE_IN_TWO = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w"
RECORDS = Path(__file__).resolve().parents[2] / "positions/notation/records"


class Board(Browser):
    """The page, with everything that it must not do."""

    def __init__(self, program, url):
        super().__init__(program)
        self.url, self.complaints = url, []
        for domain in ["Network", "Log"]:
            self.call(f"{domain}.enable")

    def read(self):
        message = super().read()
        method, params = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            address = params["request"]["url"]
            if not address.startswith((self.url, "about:", "blob:", "data:")):
                self.complaints.append(f"request to {address}")
        if method == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.complaints.append(json.dumps(params))
        return message

    def wait(self, script):
        end = time.monotonic() + PATIENCE
        while not self.value(f"Boolean({script})"):
            assert time.monotonic() < end, f"this does not become true: {script}"
            time.sleep(0.02)

    def enter(self):
        self.call("Page.navigate", url=self.url)
        self.wait("document.querySelectorAll('.board .piece').length > 0")

    def view(self, name):
        self.value(f"document.querySelector('[data-view={name}]').click()")

    def tap(self, move):
        """Makes a move by two taps on the board."""
        for square in [move[:2], move[2:]]:
            x, y = self.value(
                "(() => { const board = chuhe.board; const box = board.image.getBoundingClientRect();"
                f" const square = (9 - {square[1]}) * 9 + {ord(square[0]) - 97}; const at = board.at(square);"
                " const scale = box.width / board.image.viewBox.baseVal.width;"
                " return [box.x + at.x * scale, box.y + at.y * scale]; })()"
            )
            for kind in ["mousePressed", "mouseReleased"]:
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)


def play(board):
    """Plays a game at level 1 with the engine's hints, to mate."""
    board.view("play")
    board.wait("document.querySelector('#level')")
    board.value("(() => { const level = document.querySelector('#level'); level.value = 1; level.dispatchEvent(new Event('input')); })()")
    board.click("#start")
    end = time.monotonic() + 8 * PATIENCE
    while not board.value("Boolean(document.querySelector('#result'))"):
        assert time.monotonic() < end, board.value("chuhe.game.here.moves().join(' ')")
        ply = board.value("chuhe.game.here.ply")
        board.wait("document.querySelector('#result') || chuhe.board.legal.length > 0")
        if board.value("Boolean(document.querySelector('#result'))"):
            break
        move = board.call(
            "Runtime.evaluate",
            expression="chuhe.link.ask({ type: 'play', level: 14, seed: 1, fen: chuhe.game.fen, moves: chuhe.game.here.moves() }).then((answer) => answer.move)",
            awaitPromise=True,
        )["result"]["value"]
        board.tap(move)
        board.wait(f"chuhe.game.here.ply > {ply}")
    moves = board.value("chuhe.game.here.moves().length")
    assert board.value("chuhe.views.play.match.over.winner") == "red"
    return moves


def analyse(board, fen):
    """Analyses a pasted position: three arrows, which belong to lines that deepen."""
    board.view("setup")
    board.wait("document.querySelector('#fen')")
    board.value(f"(() => {{ const field = document.querySelector('#fen'); field.value = {json.dumps(fen)}; field.dispatchEvent(new Event('change')); }})()")
    board.wait("chuhe.view.checked === chuhe.view.fen() && !document.querySelector('#use').disabled")
    board.click("#use")
    begin = time.monotonic()
    board.wait("document.querySelectorAll('.arrow').length === 3")
    first, depth = time.monotonic() - begin, board.value("chuhe.view.lines.depth")
    board.wait(f"chuhe.view.lines.depth > {depth}")
    return first


def review(board):
    """Reviews an XQF file."""
    content = base64.b64encode(next(RECORDS.rglob("*.xqf")).read_bytes()).decode()
    board.view("review")
    board.value(f"chuhe.view.read(Uint8Array.from(atob('{content}'), (letter) => letter.charCodeAt(0)).buffer), true")
    board.wait("document.querySelector('#review-game') && document.querySelectorAll('#moves .move').length > 3")
    board.click("#review-game")
    board.wait("document.querySelector('.graph .area')")
    board.wait("!chuhe.view.isRunning")
    assert board.value("document.querySelectorAll('#moves small').length") > 3


def main():
    engine, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        print("Chromium is missing")
        return 2
    server = subprocess.Popen([engine, "serve", "--port", "0", "--threads", "1"], stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip()
    board = Board(program, url)
    try:
        board.look(1300, 900)
        board.enter()
        plies = play(board)
        board.picture(folder / "play.png")
        moves = board.value("chuhe.game.here.moves().join()")
        board.enter()
        assert board.value("chuhe.game.here.moves().join()") == moves, "a reload keeps the game"
        first = analyse(board, "2bak4/4a4/2n1b4/p1p1p3p/6r2/2P6/P3P3P/4B1N2/4A4/2BAK2R1 w")
        board.picture(folder / "analyse.png")
        analyse_mate = board.value("chuhe.game.fen")
        review(board)
        board.picture(folder / "review.png")
        board.view("setup")
        board.wait("document.querySelector('#fen')")
        board.value(f"chuhe.view.read('{MATE_IN_TWO}'), true")
        board.wait("chuhe.view.checked === chuhe.view.fen()")
        board.picture(folder / "setup.png")
        board.click("#use")
        board.wait("document.querySelector('#score')?.textContent === '+M2'")
        assert board.value("chuhe.views.play.match === null"), "another game ends the match"
        for size, name in [((1300, 900), "desktop"), ((390, 844), "phone")]:
            for is_dark in [False, True]:
                board.look(*size, is_dark)
                for view in ["play", "analyse", "review", "setup"]:
                    board.view(view)
                    time.sleep(0.4)
                    width = board.value("document.documentElement.scrollWidth - innerWidth")
                    assert width <= 0, f"{view} at {name} is {width} pixels too wide"
                    board.picture(folder / f"{view}-{name}-{'dark' if is_dark else 'light'}.png")
        board.click("#language")
        board.wait("document.documentElement.lang === 'zh' && document.querySelector('[data-view=play]').textContent === '对弈'")
        assert not board.complaints and not board.errors, board.complaints + board.errors
    finally:
        board.close()
        server.terminate()
        server.wait(timeout=20)
    print(f"board page: a game of {plies} plies, first arrows after {1000 * first:.0f} ms, {analyse_mate.split()[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
