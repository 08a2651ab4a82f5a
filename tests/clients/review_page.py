#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the page of `chuhe review` and the report of `chuhe match` in headless Chromium, in both languages.

Usage: review_page.py ENGINE FOLDER

ENGINE plays a game against a noisy copy of itself and reviews it. The page must show each position of the review's
JSON, follow keys, the move list, the address and the graph, switch between English and Chinese, fit on a phone, and raise no errors. The
page and screenshots of it are written to FOLDER. The report of the match must show its games without faults of layout. Exit status: 0 on success, 1 on failure, 2 if Chromium is missing.
"""

import json
import subprocess
import sys
from pathlib import Path

from browser import Browser

OPENINGS = Path(__file__).resolve().parents[2] / "positions/openings.epd"


def review(engine, folder):
    """Plays a game and reviews it; returns the JSON, the page, and the report of the match."""
    games, page, report = folder / "game.pgn", folder / "review.html", folder / "match.html"
    games.unlink(missing_ok=True)
    noisy = "cmd=self,name=Noise,option.randomness=huge"
    words = [engine, "match", "--engine", "cmd=self,name=Chuhe", "--engine", noisy, "--openings", OPENINGS]
    subprocess.run([*words, "--games", "2", "--nodes", "300", "--pgn", games, "--html", report], check=True, capture_output=True)
    words = [engine, "review", games, "--nodes", "5000", "--html", page, "--json"]
    return json.loads(subprocess.run(words, check=True, capture_output=True).stdout), page, report


FEN = "chuhe.game.here.situation.fen"


def step_through(browser, told):
    """Checks after each key that the board, the move list and the address agree."""
    fens = [move["fen"] for move in told["moves"]] + [told["end"]["fen"]]
    for ply, fen in enumerate(fens):
        browser.wait(f"chuhe.announced?.ply === {ply}")
        shown = browser.value(FEN)
        assert shown.split()[:2] == fen.split()[:2] and shown.split()[5] == fen.split()[5], (ply, shown, fen)
        pieces = sum(letter.isalpha() for letter in fen.split()[0])
        assert browser.value("document.querySelectorAll('.board .piece').length") == pieces
        assert browser.value("location.hash") == f"#ply={ply}"
        if ply > 0:
            here = browser.value("[...document.querySelectorAll('#moves .move')].findIndex((move) => move.matches('.here'))")
            assert here == ply - 1, (ply, here)
            mark = told["moves"][ply - 1]["mark"]
            words = browser.value("document.querySelector('.verdict').textContent")
            assert (mark or "") in words.lower(), (ply, mark, words)
            better = browser.value("document.querySelectorAll('#better .move').length")
            line = told["moves"][ply - 1]["evaluation"]["pv"]
            assert better == (min(len(line), 6) if mark else 0), (ply, mark, better)
        browser.press("ArrowRight")
    marks = sum(move["mark"] is not None for move in told["moves"])
    assert browser.value("document.querySelectorAll('.graph .spot').length") == marks
    assert browser.value("document.querySelectorAll('#moves b').length") == marks
    return len(fens) - 1


def try_controls(browser, told, plies):
    """Checks the graph, the move list, and an engine line on the board."""
    lines = [(ply, move["evaluation"]["pv"]) for ply, move in enumerate(told["moves"])]
    # A place whose line leaves the game at once.
    leaves = lambda ply, line: len(line) > 3 and line[0] != told["moves"][ply]["move"]
    place = next(ply for ply, line in lines[8:] if leaves(ply, line) and told["moves"][ply - 1]["mark"] is None)
    ply = "Number(new URLSearchParams(location.hash.slice(1)).get('ply'))"
    before_graph = browser.value(ply)
    browser.click(".graph", 0.5)
    browser.wait(f"{ply} !== {before_graph}")
    assert abs(browser.value(ply) - plies / 2) < plies / 20 + 1
    move = f"document.querySelectorAll('#moves .move')[{place - 1}]"
    browser.value(f"{move}.click()")
    browser.wait(f"chuhe.announced.ply === {place}")
    before = browser.value(FEN)
    browser.click("#reply .move:nth-of-type(2)")
    browser.wait(f"chuhe.announced.ply === {place + 2}")
    along = browser.value(FEN)
    assert along != before and browser.value(ply) == place, "the address stays where the line leaves the game"
    assert browser.value("document.querySelectorAll('#moves .variation').length") > 0
    for _ in range(2):
        browser.press("ArrowLeft")
    browser.wait(f"chuhe.announced.ply === {place}")
    assert browser.value(FEN) == before
    browser.value("chuhe.game.remove(chuhe.game.here.children[1]), chuhe.refresh(), true")
    browser.press("Home")
    browser.wait("chuhe.announced.ply === 0")
    browser.click("#next-mistake")
    browser.wait("chuhe.announced.ply > 0")
    assert browser.value("document.querySelector('.verdict').textContent") != ""
    assert "+M3" in browser.value("document.querySelector('#legend').textContent")
    mistake = browser.value("chuhe.announced.ply")
    better = browser.value("chuhe.game.here.parent.review.pv[0].move")
    browser.click("#better .move")
    browser.wait(f"chuhe.announced.move === '{better}'")
    assert browser.value("chuhe.announced.ply") == mistake, "the better move is played in place of the mistake"
    browser.value("chuhe.game.remove(chuhe.game.here), chuhe.refresh(), true")
    browser.value(f"location.hash = '#ply={place}'")
    browser.wait(f"chuhe.announced.ply === {place}")


def look(browser, folder):
    """Takes screenshots in both languages, light and dark, on a desktop and on a phone."""
    for language in ["en", "zh"]:
        if browser.value("document.documentElement.lang") != language:
            browser.value("document.querySelector('#language').click()")
        browser.wait(f"document.documentElement.lang === '{language}'")
        for name, width, height, is_dark in [("wide", 1240, 900, False), ("dark", 1240, 900, True), ("phone", 390, 844, False)]:
            browser.look(width, height, is_dark)
            fits = "document.documentElement.scrollWidth <= innerWidth"
            assert browser.value(fits), (language, name, "something is too wide")
            browser.picture(folder / f"{language}-{name}.png")
    assert browser.value("document.querySelector('#moves .move').textContent")[1] in "一二三四五六七八九"


# Pairs of labels in charts that lie on each other by more than the space around letters.
OVERLAPS = """
(() => {
  const boxes = [...document.querySelectorAll(".chart text")].map((text) => text.getBoundingClientRect()).filter((box) => box.width);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2;
  return boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => meet(a, b))).length;
})()
"""


def look_at_match(browser, report, folder):
    """Looks at the report of the match and at one of its games."""
    for language in ["en", "zh"]:
        for view in ["", "#game=1&ply=30"]:
            for name, width, height in [("wide", 1240, 900), ("phone", 390, 844)]:
                browser.look(width, height)
                browser.call("Page.navigate", url="about:blank")
                browser.call("Page.navigate", url=f"{report.resolve().as_uri()}?lang={language}{view}")
                browser.wait("document.readyState === 'complete' && document.querySelectorAll('.chart text').length > 3")
                title = f"match-{'game' if view else 'report'}-{language}-{name}"
                assert browser.value("document.documentElement.scrollWidth <= innerWidth"), f"{title}: something is too wide"
                assert browser.value(OVERLAPS) == 0, f"{title}: labels overlap"
                assert not view or browser.value("document.querySelectorAll('.board .piece').length") > 2, title
                browser.picture(folder / f"{title}.png")


def main():
    engine, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    told, page, report = review(engine, folder)
    browser = Browser()
    try:
        browser.look(1240, 900)
        browser.open(page.resolve().as_uri())
        plies = step_through(browser, told)
        try_controls(browser, told, plies)
        look(browser, folder)
        look_at_match(browser, report, folder)
        assert not browser.complaints, browser.complaints
    finally:
        browser.close()
    print(f"review_page.py: {plies} plies stepped through, pictures in {folder}")


if __name__ == "__main__":
    main()
