#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the page of `chuhe serve` in headless Chromium, at the sizes of a desktop and a phone.

Usage: board_page.py ENGINE [FOLDER [AXE]]
       board_page.py ENGINE --picture FILE      writes the picture of the README instead, docs/board.png

At each size: plays a game at level 1 to mate, reloads, plays with clocks and a move chosen in advance, moves with the
keyboard, analyses a pasted FEN with three arrows that change as the search deepens, reviews an XQF file, judges a
repetition by two sets of rules, sets up a mate in two, changes the language, and watches searches in the laboratory. Requests to other hosts, messages on the
console and things that are too wide are errors. Screenshots are written to FOLDER. AXE is the script of axe-core, which then looks for faults of accessibility in each view,
in both colours. Exit status: 0 on success, 1 on failure, 2 if Chromium is missing.
"""

import base64
import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from browser import PATIENCE, Browser

SIZES = {"desktop": (1300, 900), "phone": (390, 844)}
VIEWS = ["play", "analyse", "review", "setup", "games", "puzzles"]
MIDDLE_GAME = "r1bakabr1/4n4/1cn4c1/p1p1p1p1p/9/2P3P2/P3P3P/1C2C1N2/9/RNBAKAB1R w - - 0 1"
MATE_IN_TWO = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w"
# Diagram 20 of the Chinese rules: Red threatens mate and chases in turn.
REPETITION = (
    "#fen=C3kab2/4a4/4b4/RNr3p1p/9/3pp1P2/P7P/4B4/3cA4/3AK1B2_w_-_-_0_1"
    "&moves=b6a8,c6c8,a8b6,c8c6,b6a8,c6c8,a8b6,c8c6"
)
RECORDS = Path(__file__).resolve().parents[2] / "positions/notation/records"
# The same game in each run: the page draws the seed of the opponent's mistakes.
FIXED_SEED = "Math.random = () => 0.5;"


class Board(Browser):
    """The page of the server at `url`."""

    def __init__(self, url):
        super().__init__(url)
        self.url, self.is_touched = url, False
        self.call("Page.addScriptToEvaluateOnNewDocument", source=FIXED_SEED)

    @classmethod
    def serving(cls, engine, *options):
        """The page of a server of its own, which ends with the block. Complaints of the page are errors."""
        words = [os.path.abspath(engine), "serve", "--port", "0", "--threads", "1", *options]
        return cls.served_by(words, str.strip)

    @classmethod
    @contextmanager
    def served_by(cls, words, address, **streams):
        """The page of a server that is started so; `address` finds its address in its first line."""
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **streams)
        try:
            board = cls(address(server.stdout.readline()))
            board.server = server
            try:
                yield board
                assert not board.complaints, board.complaints
            finally:
                board.close()
        finally:
            server.kill()
            server.wait()

    def enter(self):
        self.call("Page.navigate", url=self.url)
        self.wait("document.readyState === 'complete' && document.querySelectorAll('.board .piece').length > 0")

    def show_at(self, size):
        """Opens the page at this size, as on the first visit."""
        self.is_touched = size == "phone"
        self.look(*SIZES[size])
        self.call("Emulation.setTouchEmulationEnabled", enabled=self.is_touched)
        self.forget()
        self.enter()

    def forget(self):
        """Takes away all that the browser keeps of the page."""
        self.enter()
        self.value("sessionStorage.clear()")
        self.call("Page.navigate", url="about:blank")
        self.call("Storage.clearDataForOrigin", origin="/".join(self.url.split("/")[:3]), storageTypes="all")

    def click(self, selector):
        # At once: a press and a release might find the button redrawn in between.
        self.value(f"document.querySelector({json.dumps(selector)}).click()")

    def view(self, name):
        self.click(f"[data-view={name}]")
        self.wait(f"chuhe.name === '{name}'")

    def fits(self, name):
        width = self.value("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{name} is {width} pixels too wide"

    def fill(self, selector, value, event):
        self.wait(f"document.querySelector('{selector}')")
        self.value(
            f"(() => {{ const field = document.querySelector('{selector}'); field.value = {json.dumps(value)};"
            f" field.dispatchEvent(new Event('{event}')); }})()"
        )

    def place(self, square):
        """Where a square is on the screen."""
        return self.value(
            "(() => { scrollTo(0, 0); const board = chuhe.board; const box = board.image.getBoundingClientRect();"
            f" const at = board.at((9 - {square[1]}) * 9 + {ord(square[0]) - 97});"
            " const scale = box.width / board.image.viewBox.baseVal.width;"
            " return [box.x + at.x * scale, box.y + at.y * scale]; })()"
        )

    def tap(self, *squares):
        """Taps on squares, as on those of a move."""
        for square in squares:
            x, y = self.place(square)
            if self.is_touched:
                self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
                self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            else:
                self.mouse("mousePressed", x, y)
                self.mouse("mouseReleased", x, y)

    def drag(self, move):
        """Makes a move by dragging, with a pause for a frame in between."""
        begin, end = self.place(move[:2]), self.place(move[2:])
        middle = [(a + b) / 2 for a, b in zip(begin, end)]
        self.mouse("mousePressed", *begin)
        for point in [middle, end]:
            self.mouse("mouseMoved", *point)
            self.value("new Promise((resolve) => requestAnimationFrame(() => resolve(true)))")
        self.mouse("mouseReleased", *end)


def play(board):
    """Plays a game at level 1 to mate, with the moves of a high level. Returns its moves."""
    board.view("play")
    board.fill("#level", 1, "input")
    board.click("#start")
    board.wait("chuhe.views.play.match")
    end = time.monotonic() + 3 * PATIENCE
    is_over = "document.querySelector('#result')"
    while True:
        board.wait(f"{is_over} || (chuhe.mayMove() && chuhe.board.legal.length > 0)")
        if board.value(f"Boolean({is_over})"):
            break
        assert time.monotonic() < end, board.value("chuhe.game.here.moves().join(' ')")
        ply = board.value("chuhe.game.here.ply")
        query = "{ type: 'play', level: 14, seed: 1, fen: chuhe.game.fen, moves: chuhe.game.here.moves() }"
        move = board.value(f"chuhe.link.ask({query}).then((answer) => answer.move)")
        if ply % 4 == 0 and not board.is_touched:
            board.drag(move)
        else:
            board.tap(move[:2], move[2:])
        board.wait(f"chuhe.game.here.ply > {ply}")
    over = board.value("chuhe.views.play.match.over")
    assert over["winner"] == "red" and "mate" in over["reason"][0], over
    moves = board.value("chuhe.desk.saving.then(() => chuhe.game.here.moves())")
    board.enter()
    assert board.value("chuhe.game.here.moves()") == moves, "a reload keeps the game"
    assert board.value("chuhe.name") == "play" and board.value(f"Boolean({is_over})"), "a reload keeps the match"
    return moves


def prepare(board):
    """Plays with clocks, and chooses a move while the engine thinks; then resigns."""
    board.view("play")
    board.value("chuhe.view.close(), true")
    # The form is drawn once more when the server has described the position.
    board.wait("chuhe.announced === chuhe.game.here")
    board.fill("#time", "own", "change")
    board.fill("#minutes", 300, "input")
    board.click("#start")
    assert board.value("chuhe.game.match === null && !document.querySelector('#minutes').validity.valid"), "300 minutes"
    board.fill("#minutes", 7, "input")
    board.fill("#seconds", 2.5, "input")
    board.fits("a choice of the clock")
    board.click("#start")
    board.wait("document.querySelectorAll('.clock').length === 2")
    assert board.value("chuhe.view.match.clock.left.red === 420000 && chuhe.view.match.clock.increment === 2500")
    board.value("chuhe.view.close(), true")
    board.enter()
    assert board.value("document.querySelector('#time').value === 'own' && document.querySelector('#minutes').value === '7'"), "remembered"
    board.fill("#time", "10+5", "change")
    board.click("#start")
    board.wait("document.querySelectorAll('.clock').length === 2")
    # The engine's answer waits until it is let go.
    board.value(
        "(() => { const ask = chuhe.link.ask; chuhe.link.ask = async function (query) {"
        " if (query.type === 'play') await new Promise((resolve) => { window.letGo = resolve; });"
        " return ask.call(this, query); }; })()"
    )
    board.tap("h2", "e2")
    board.wait("window.letGo")
    board.wait("document.querySelector('.clock.running[data-side=black]')")
    board.tap("h0", "g2")
    board.wait("chuhe.view.premove === 'h0g2' && document.querySelectorAll('.premove').length === 2")
    board.value("window.letGo(), true")
    board.wait("chuhe.game.here.moves()[2] === 'h0g2' && chuhe.view.premove === null")
    board.fits("a game with clocks")
    left = board.value("chuhe.view.match.clock.left")
    assert 500_000 < left["red"] < 611_000 and left["black"] < 606_000, left
    board.tap("i0")
    board.wait("chuhe.board.selected === 89")
    board.click("#resign")
    board.wait("document.querySelector('#resign.danger')")
    board.click("#resign")
    board.wait("document.querySelector('#result')")
    assert board.value("chuhe.board.selected === null && chuhe.board.legal.length === 0"), "the game is over"
    assert board.value("chuhe.game.tags.Result") == "0-1"
    board.value("chuhe.view.close(), true")
    board.enter()


def press_keys(board):
    """Makes a move with the keyboard alone."""
    board.view("setup")
    board.click("#panel .row button")
    board.wait("chuhe.view.checked === chuhe.view.fen() && !document.querySelector('#use').disabled")
    board.click("#use")
    board.wait("chuhe.name === 'analyse' && chuhe.board.legal.length > 0")
    for key in ["b", *["ArrowUp"] * 3, "Enter", "ArrowUp", "Enter"]:
        board.press(key)
    board.wait("chuhe.game.here.moves().join() === 'e3e4' && chuhe.announced === chuhe.game.here")
    board.press("ArrowUp")
    assert "e5" in board.value("document.querySelector('#live').textContent")


def analyse(board):
    """Analyses a pasted position, and comments on it. Returns the seconds from the click to the first lines."""
    board.view("setup")
    board.fill("#fen", MIDDLE_GAME, "change")
    board.wait("chuhe.view.checked === chuhe.view.fen() && !document.querySelector('#use').disabled")
    # Notes the time of the first lines, and all that the arrows show.
    board.value(
        "(() => { window.seen = new Set(); window.first = 0; const note = () => {"
        " const arrows = [...document.querySelectorAll('.arrow path')].map((path) => path.getAttribute('d'));"
        " if (arrows.length) window.first ||= performance.now();"
        " if (arrows.length === 3) window.seen.add(arrows.join()); };"
        " new MutationObserver(note).observe(chuhe.board.arrows, { childList: true });"
        " const use = document.querySelector('#use'); window.begin = performance.now(); use.click(); })()"
    )
    board.wait("document.querySelectorAll('.arrow').length === 3")
    assert board.value("document.querySelectorAll('#pvs li').length") == 3
    depth = board.value("chuhe.view.lines.depth")
    board.wait(f"chuhe.view.lines.depth > {depth} && window.seen.size > 1")
    assert board.value("new Set(chuhe.view.lines.lines.map((line) => line.pv[0].move)).size") == 3, "three moves"
    board.click("#pvs .move")
    board.wait("document.querySelector('#moves .here')")
    board.click("#comment-on")
    board.fill("#comment", "<b>solid</b>", "change")
    board.wait("document.querySelector('#moves .aside em')?.textContent === '<b>solid</b>'")
    return board.value("(window.first - window.begin) / 1000")


def review(board):
    """Reviews an XQF file that is dropped on the page, and steps through it with the wheel."""
    content = base64.b64encode((RECORDS / "open.xqf").read_bytes()).decode()
    board.value(
        "(() => { const data = new DataTransfer();"
        f" data.items.add(new File([Uint8Array.from(atob('{content}'), (letter) => letter.charCodeAt(0))], 'open.xqf'));"
        " document.dispatchEvent(new DragEvent('drop', { dataTransfer: data })); })()"
    )
    board.wait("chuhe.name === 'review'")
    board.wait("document.querySelector('#review-game') && document.querySelectorAll('#moves .move').length > 3")
    board.click("#review-game")
    board.wait("document.querySelector('.graph .area')")
    board.wait("!chuhe.view.isRunning")
    plies = board.value("chuhe.view.line().length - 1")
    assert board.value("document.querySelectorAll('#moves .move small').length") == plies, "a move of the game has no score"
    board.fits("a review")
    for step, ply in [(1, 1), (1, 2), (-1, 1)]:
        board.value(f"chuhe.wheeled = -1000, chuhe.board.image.dispatchEvent(new WheelEvent('wheel', {{ deltaY: {step} }}))")
        board.wait(f"chuhe.announced.ply === {ply}")
    pieces = "[...document.querySelectorAll('.board .piece')].map((piece) => piece.style.transform).sort().join()"
    before = board.value(pieces)
    board.value("document.querySelector('#reply .move').dispatchEvent(new MouseEvent('mouseenter')), true")
    assert board.value(pieces) != before, "a move of the line is shown"
    board.value("document.querySelector('#reply').dispatchEvent(new MouseEvent('mouseleave')), true")
    assert board.value(pieces) == before, "and taken back"
    board.click("#reply .move")
    board.wait("chuhe.announced.ply === 2")


def set_up(board):
    """Sets up a mate in two, with one piece placed by hand, and lets it be solved."""
    board.view("setup")
    board.fill("#fen", MATE_IN_TWO.replace("R8", "9"), "change")
    board.wait("chuhe.view.checked === chuhe.view.fen()")
    board.click('.tool[aria-label="red rook"]')
    board.tap("a2")
    board.wait(f"chuhe.view.fen().startsWith('{MATE_IN_TWO}') && chuhe.view.checked === chuhe.view.fen()")
    board.wait("!document.querySelector('#use').disabled")
    assert MATE_IN_TWO.split()[0] in board.value("chuhe.view.shown().fragment()"), "the position set up is shared"
    board.click("#use")
    board.wait("document.querySelector('#score')?.textContent === '+M2'")
    assert board.value("chuhe.game.match === null"), "a position of its own"


def judge(board):
    """Has a repetition judged by the Asian rules, a draw, and by the Chinese ones, a loss of Red, before a review."""
    board.view("review")
    board.value(f"chuhe.load(chuhe.game.constructor.fromFragment({json.dumps(REPETITION)}), 'review'), true")
    outcome = "chuhe.game.here.situation?.outcome"
    board.wait(f"{outcome}?.winner === null")
    board.fill("#rules", "chinese", "change")
    board.wait(f"{outcome}?.winner === 'black'")
    reasons = board.value(f"{outcome}.reason")
    assert "article 25.3" in reasons[0] and "第25.3条" in reasons[1], reasons
    assert "rules=chinese" in board.value("chuhe.game.fragment()"), "a link says by which rules"
    board.value("chuhe.desk.saving.then(() => true)")
    board.enter()
    assert board.value("chuhe.game.rules") == "chinese", "a reload keeps the rules"
    board.click("#review-game")
    board.wait("!chuhe.view.isRunning && chuhe.game.here.end().review")
    assert board.value("chuhe.game.here.end().review.score") == "-R"
    # A new game is played by them.
    board.view("play")
    board.wait("document.querySelector('#rules')?.value === 'chinese'")
    board.click("#start")
    board.wait("chuhe.views.play.match && document.querySelector('#play').textContent.includes('Chinese rules')")
    board.value("chuhe.view.close(), true")
    board.fill("#rules", "asian", "change")
    board.wait("chuhe.game.rules === 'asian'")


def change_language(board):
    """Changes the language and back, and looks at Chinese in traditional characters."""
    board.value("document.querySelector('#settings details').open = true")
    board.fill("[name=language]", "zh-Hant", "change")
    board.wait("document.documentElement.lang === 'zh-Hant'")
    assert board.value("[...document.querySelectorAll('#views button')].map((one) => one.textContent).join()") == "對弈,分析,復盤,擺棋,棋譜,練習"
    assert board.value("document.documentElement.dataset.pieces") == "traditional"
    texts = {"复制链接": "複製鏈接", "此局面已重复出现，再次出现即终局。": "此局面已重複出現，再次出現即終局。", "分钟后开局": "分鐘後開局", "王天一 着": "王天一 着"}
    for text, expected in texts.items():
        found = board.value(f"import(new URL('./traditional.js', location.href)).then(({{ traditional }}) => traditional({json.dumps(text)}))")
        assert found == expected, (text, found)
    for language in ["zh", "en"]:
        board.fill("[name=language]", language, "change")
        board.wait(f"document.documentElement.lang === '{language}'")
    board.value("document.querySelector('#settings details').open = false")
    for language, play in [("zh", "对弈"), ("en", "Play")]:
        board.click("#language")
        board.wait(
            f"document.documentElement.lang === '{language}'"
            f" && document.querySelector('[data-view=play]').textContent === '{play}'"
        )


def watch(board, size, folder, axe):
    """The page of the laboratory: a deep cutoff, the table of both forms, and a game."""
    board.call("Page.navigate", url=board.url + "lab")
    board.wait("document.readyState === 'complete' && window.lab?.scene")
    board.press("c")
    assert "Deep alpha cutoff" in board.value("document.getElementById('told').textContent")
    assert board.value("document.querySelector('.place.here .name').textContent") == "D"
    assert board.value("document.querySelector('.place.holder .name').textContent") == "root"
    assert board.value("document.querySelector('#windows tr:last-child').textContent") == "D (Min)553−5−5−3"
    assert board.value("document.querySelectorAll('.place.cut').length") == 1
    for example in range(board.value("document.querySelectorAll('[name=example] option').length")):
        board.value("lab.scene = null")
        board.fill("[name=example]", example, "change")
        board.wait("lab.scene")
        board.press("End")
        board.fits(f"the laboratory, example {example}")
        for language in ["zh", "en"]:
            board.click("#language")
            board.wait(f"document.documentElement.lang === '{language}'")
        if folder:
            board.picture(folder / f"lab-{example}-{size}.png")
        if axe:
            board.value(axe + "; true")
            found = board.value("axe.run().then(({ violations }) => violations.map(({ impact, id, nodes }) => [impact, id, nodes[0].html]))")
            assert not any(fault[0] in ("serious", "critical") for fault in found), found
    board.enter()


def look(board, size, folder, axe):
    """Looks at each view in all languages and both colours."""
    faults = []
    for language in ["en", "zh", "zh-Hant"]:
        board.fill("[name=language]", language, "change")
        board.wait(f"document.documentElement.lang === '{language}'")
        for colour in ["light", "dark"]:
            board.look(*SIZES[size], colour == "dark")
            for view in VIEWS:
                board.view(view)
                time.sleep(0.3 if folder else 0)
                name = f"{view}-{size}-{colour}-{language}"
                board.fits(name)
                if folder:
                    board.picture(folder / f"{name}.png")
                if axe:
                    board.value(axe + "; true")
                    found = board.value("axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => [impact, id, nodes[0].html]))")
                    faults += [[name, *fault] for fault in found]
    for fault in faults:
        print("axe:", *fault)
    assert not any(fault[1] in ("serious", "critical") for fault in faults)


def take_picture(board, file):
    """Writes a picture of an analysis."""
    board.show_at("desktop")
    size = {"width": 1100, "height": 760, "deviceScaleFactor": 0.8, "mobile": False}
    board.call("Emulation.setDeviceMetricsOverride", **size)
    analyse(board)
    board.fill("#comment", "", "change")
    board.wait("!document.querySelector('#moves .aside em')")
    board.value("document.activeElement.blur()")
    board.wait("chuhe.view.lines.depth >= 16")
    board.picture(file)


def main():
    engine = sys.argv[1]
    picture = Path(sys.argv[3]) if sys.argv[2:3] == ["--picture"] else None
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 and not picture else None
    axe = Path(sys.argv[3]).read_text() if len(sys.argv) > 3 and not picture else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    with Board.serving(engine) as board:
        if picture:
            take_picture(board, picture)
            return
        for size in SIZES:
            board.show_at(size)
            plies = len(play(board))
            prepare(board)
            press_keys(board)
            first = analyse(board)
            set_up(board)
            review(board)
            judge(board)
            change_language(board)
            watch(board, size, folder, axe)
            look(board, size, folder, axe)
            print(f"board page, {size}: mate after {plies} plies, first arrows after {1000 * first:.0f} ms")
    print(f"board page: passed in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
