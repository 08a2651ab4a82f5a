#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the puzzles of `chuhe serve`, and its tools to study a game, in headless Chromium.

Usage: board_study.py ENGINE [BOOK]

Solves a mate, a tactic and an endgame, and fails in each way that a puzzle tells; draws arrows and circles; plays moves of the
opening explorer (BOOK: one that counts games); shows whole lines; lets a game play by itself; copies it as text and link. Requests to other hosts and
messages on the console are errors. Exit status: 0 on success, 1 on failure, 2 if Chromium is missing.
"""

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from board_page import SIZES
from board_games import Games

BOOK = Path(__file__).resolve().parents[2] / "positions/books/synthetic.obk"
# Shift and the others, as the protocol counts them.
ALT, CTRL, SHIFT = 1, 2, 8


class Study(Games):
    def sketch(self, squares, modifiers=0):
        """Drags the right button from the first square to the last one."""
        places = [self.place(square) for square in squares]
        for kind, (x, y) in [("mousePressed", places[0]), ("mouseMoved", places[-1]), ("mouseReleased", places[-1])]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="right", buttons=2, clickCount=1, modifiers=modifiers)

    def exercise(self, fen):
        """Begins the exercise with this board."""
        self.value(f"chuhe.view.begin(chuhe.view.all.find((one) => one.fen.startsWith({json.dumps(fen)}))), true")
        self.wait("chuhe.view.mayMove() && chuhe.board.legal.length > 0")

    def answer(self, move):
        """Makes a move of the exercise. Returns what is told."""
        self.wait("chuhe.view.mayMove() && chuhe.board.legal.length > 0")
        self.tap(move[:2], move[2:])
        self.wait("chuhe.view.state !== 'checking' && chuhe.view.message?.[0] === document.querySelector('#told').textContent")
        return self.value("document.querySelector('#told').textContent")

    def tells(self, words, move):
        told = self.answer(move)
        assert words in told, (move, told)

    def best(self):
        """The engine's move in the exercise."""
        return self.value("chuhe.view.look(chuhe.view.place).then((look) => look.move)")


def solve_mates(board):
    """Mates of one and two moves; the streak, and the list that goes on."""
    board.view("puzzles")
    board.wait("chuhe.view.all.length > 600 && chuhe.view.mayMove()")
    opened = board.value("chuhe.opened.id")
    first = board.value("chuhe.view.exercise.fen")
    assert board.value("chuhe.view.exercise.moves") == 1, "the shortest first"
    board.exercise("9/4ak3/9/2R6/5r3/9/9/9/4C4/3AKA3 b")
    board.tells("no forced mate", "f5f6")
    assert board.value("chuhe.game.here.ply === 0 && chuhe.game.root.children.length === 0"), "it is taken back"
    assert board.answer(board.best()) == "Solved!"
    assert board.value("chuhe.view.progress.streak") == 0, "a wrong move ends the streak"
    board.exercise("3k5/9/9/9/9/9/9/9/4R4/4K4 w")
    board.tells("mates as well", "e1e2")
    assert board.value("chuhe.view.isClean"), "that is no failure"
    assert board.answer("e1d1") == "Solved!"
    # In two moves, against the best defence.
    board.exercise("3aka3/9/9/4N4/9/9/9/9/9/C3K4 w")
    assert board.answer(board.best()) == "Right! Go on."
    assert board.value("chuhe.game.here.ply") == 2
    assert board.answer(board.best()) == "Solved!"
    assert board.value("chuhe.view.progress") | {"solved": 3} == {"kind": "mate", "moves": 0, "streak": 2, "longest": 2, "solved": 3}
    board.click("#next")
    board.wait("chuhe.view.mayMove()")
    assert board.value("!chuhe.view.progress.solved.includes(chuhe.view.exercise.fen)"), "one that is not solved"
    board.fill("[name=puzzle-moves]", "3", "change")
    board.wait("chuhe.view.exercise.moves === 3")
    assert board.value("chuhe.opened.id") == opened and board.value("chuhe.opened.root.children.length") == 0, first
    # A reload keeps the view and what is solved.
    board.enter()
    board.wait("chuhe.name === 'puzzles' && chuhe.view.all.length > 600 && chuhe.view.exercise.moves === 3")
    assert board.value("chuhe.view.progress.solved.length") == 3


def help_with_puzzles(board):
    """Hint, solution and analysis of an exercise, and a tactic."""
    board.fill("[name=puzzle-moves]", "2", "change")
    board.exercise("3aka3/9/9/4N4/9/9/9/9/9/C3K4 w")
    board.click("#puzzle-hint")
    board.wait("document.querySelectorAll('#board .ring-mark').length === 1")
    board.click("#puzzle-hint")
    board.wait("document.querySelectorAll('.arrow').length === 1")
    board.click("#solution")
    board.wait("chuhe.view.state === 'shown' && chuhe.game.root.end().ply === 3")
    board.wait("chuhe.game.here.ply > 0")
    assert board.value("chuhe.view.progress.streak") == 0
    games = board.value("chuhe.desk.games.length")
    board.click("#analyse-puzzle")
    board.wait("chuhe.name === 'analyse' && chuhe.game.fen.startsWith('3aka3') && chuhe.game.name === 'Puzzle: Mate in 2'")
    assert board.value("chuhe.desk.games.length") >= games, "beside the games that were open"
    board.view("puzzles")
    board.fill("[name=puzzle-kind]", "tactic", "change")
    board.wait("chuhe.view.exercise?.kind === 'tactic' && chuhe.announced === chuhe.view.place && chuhe.board.legal.length > 0")
    best = board.value("chuhe.view.exercise.best")
    other = board.value(f"chuhe.board.legal.find((move) => move !== '{best}')")
    assert "better move" in board.answer(other)
    assert board.answer(best) == "Solved!"


def drill_endgames(board):
    """A win that goes wrong, and a draw that is held."""
    board.fill("[name=puzzle-kind]", "win", "change")
    board.exercise("2bak4/4a4/4b4/9/6P2/R8/9/9/9/4K4 w")
    assert "win" in board.value("document.querySelector('#puzzles').textContent")
    board.tells("slip", "a4a3")
    assert board.answer(board.best()) == "Right! Go on."
    # Black moves first: the engine begins.
    board.exercise("3k5/4a4/5a3/9/9/9/1R7/9/9/4K4 b")
    assert board.value("chuhe.game.here.ply === 1 && !chuhe.isFlipped")
    board.fill("[name=puzzle-kind]", "draw", "change")
    board.exercise("4k4/9/9/7r1/9/9/9/4B4/4A4/4KAB2 w")
    assert board.value("chuhe.view.exercise.side") == "red", "the side that defends"
    assert board.answer(board.best()) == "Right! Go on."


def draw_shapes(board):
    """Arrows and circles of all colours, kept in the game."""
    board.value("chuhe.load(new chuhe.game.constructor(), 'analyse'), true")
    board.wait("chuhe.board.legal.length > 0")
    board.sketch(["h2", "e2"])
    board.wait("chuhe.game.here.shapes.join() === 'Gh2e2'")
    board.sketch(["e3"], SHIFT)
    board.sketch(["b0", "c2"], ALT)
    board.sketch(["e6"], ALT | SHIFT)
    board.wait("chuhe.game.here.shapes.join() === 'Gh2e2,Re3,Bb0c2,Ye6'")
    board.wait("document.querySelectorAll('#board .ring-mark').length === 2")
    assert board.value("chuhe.game.root.children.length") == 0, "no move is made"
    board.sketch(["e3"], CTRL)
    board.sketch(["h2", "e2"], ALT)
    board.wait("chuhe.game.here.shapes.join() === 'Bb0c2,Ye6,Bh2e2'")
    board.value("chuhe.desk.saving.then(() => true)")
    board.enter()
    board.wait("chuhe.game.here.shapes.length === 3 && document.querySelectorAll('#board .ring-mark').length === 1")
    # With a finger, or the left button.
    board.view("review")
    board.click("#sketch")
    board.drag("a3a4")
    board.wait("chuhe.game.here.shapes.includes('Ga3a4')")
    board.call("Emulation.setTouchEmulationEnabled", enabled=True)
    board.is_touched = True
    for colour, square in [("R", "b2"), ("B", "c3"), ("Y", "e6")]:
        board.click(f"#palette [data-colour={colour}]")
        assert board.value("document.querySelectorAll('#palette [aria-pressed=true]').length") == 1
        board.tap(square)
        board.wait(f"chuhe.game.here.shapes.at(-1)?.slice(1) === '{square}' || !chuhe.game.here.shapes.includes('Ye6')")
    board.wait("chuhe.game.here.shapes.join() === 'Bb0c2,Bh2e2,Ga3a4,Rb2,Bc3'")
    begin, end = board.place("a6"), board.place("a5")
    board.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": begin[0], "y": begin[1]}])
    board.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": end[0], "y": end[1]}])
    board.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    board.wait("chuhe.game.here.shapes.at(-1) === 'Ya6a5'")
    board.call("Emulation.setTouchEmulationEnabled", enabled=False)
    board.is_touched = False
    board.click("#sketch")
    assert board.value("document.querySelector('#palette').hidden")
    board.click("#clear-shapes")
    board.wait("chuhe.game.here.shapes.length === 0 && !document.querySelector('#clear-shapes')")
    board.press("z")
    board.wait("chuhe.game.here.shapes.length === 6")
    board.click("#clear-shapes")
    board.wait("chuhe.game.here.shapes.length === 0")
    board.view("play")
    board.sketch(["h2", "e2"])
    assert board.value("chuhe.game.here.shapes.length") == 0, "not in a match"


def choose_resources(board):
    """Lines, threads and memory of an analysis: what the server allows is said, and the choice is kept."""
    board.view("analyse")
    board.wait("document.querySelector('#hash')")
    texts = "['threads', 'hash'].map((id) => [...document.querySelector('#' + id)?.options ?? []].map((one) => one.textContent).join())"
    assert board.value(texts) == ["", "16 MiB,32 MiB,64 MiB (most)"], board.value(texts)
    board.value("chuhe.view.limits = { threads: 3, hash: 64 }, chuhe.view.drawResources()")
    assert board.value(texts)[0] == "1 thread,2 threads,3 threads (most)", board.value(texts)
    board.value("chuhe.view.limits = { threads: 1, hash: 64 }, chuhe.view.drawResources()")
    board.value(
        "(() => { const listen = chuhe.link.listen; window.queries = []; chuhe.link.listen = function (query, listener) {"
        " if (query.type === 'analyse') window.queries.push(query); return listen.call(this, query, listener); }; })()"
    )
    board.fill("#lines", 2, "change")
    board.fill("#hash", 16, "change")
    board.wait("document.querySelectorAll('#pvs li').length === 2 && chuhe.view.lines.depth > 2")
    last = board.value("window.queries.at(-1)")
    assert (last["lines"], last["hash"], last["threads"]) == (2, 16, None), last
    board.enter()
    board.wait("document.querySelector('#hash')?.value === '16' && document.querySelector('#lines').value === '2'")
    board.fill("#hash", 64, "change")
    board.fill("#lines", 3, "change")
    assert board.value("JSON.parse(localStorage.getItem('chuhe.settings')).hash") is None, "the most, whatever that is"


def explore(board):
    """Moves of the book, whole lines, and a game that plays by itself."""
    board.view("analyse")
    board.wait("document.querySelector('#explorer') && document.querySelector('#pvs .unfold')")
    assert board.value("document.querySelectorAll('#explorer thead th').length") == 4, "the book counts games"
    low = board.value("document.querySelector('#pvs li').getBoundingClientRect().height")
    board.value("chuhe.view.toggle(), true")
    board.value("chuhe.view.toggle(), true")
    board.wait("(chuhe.view.lines?.lines[0]?.pv.length ?? 0) > 9")
    board.click("#pvs .unfold")
    board.wait("document.querySelector('#pvs .unfolded [aria-expanded=true]')")
    high = board.value("document.querySelector('#pvs li').getBoundingClientRect().height")
    board.click("#pvs .unfold")
    board.wait("!document.querySelector('#pvs .unfolded')")
    assert high >= low, (high, low)
    board.click("#explorer .move")
    board.wait("chuhe.announced?.ply === 1")
    board.value("chuhe.view.toggle(), chuhe.type('马8进7,马二进三')")
    board.wait("chuhe.game.here.ply === 3")
    board.press("p")
    begin = time.monotonic()
    board.wait("chuhe.announced?.ply === 3 && chuhe.timer === null")
    assert 3 < time.monotonic() - begin < 9, "a move in 1.5 seconds"
    board.press("p")
    board.wait("chuhe.timer !== null && chuhe.announced?.ply === 0")
    board.view("setup")
    assert board.value("chuhe.timer === null"), "it ends with the view"


def transcribe(board):
    """The moves as text in several notations, and a PNG."""
    board.view("analyse")
    board.value("window.copied = [], navigator.clipboard.write = async ([item]) => { window.copied.push(await (await item.getType('text/plain')).text()); }, true")
    board.value("URL.createObjectURL = (blob) => { window.saved = blob; return 'data:,'; }, true")
    board.click("#share-on")
    for kind in ["2", "1", "0", "pgn", "dhtmlxq"]:
        board.fill("#transcript", kind, "change")
        count = board.value("window.copied.length")
        board.click("#copy-moves")
        board.wait(f"window.copied.length > {count}")
    chinese, wxf, iccs, pgn, dhtmlxq = board.value("window.copied")
    assert chinese == "1. 炮二平五 马８进７ 2. 马二进三", chinese
    assert wxf == "1. C2.5 N8+7 2. N2+3" and iccs == "1. h2e2 h9g7 2. h0g2", (wxf, iccs)
    assert "[Game \"Chinese Chess\"]" in pgn, pgn
    assert "[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]" in dhtmlxq, dhtmlxq
    board.click("#png")
    board.wait("window.saved?.type === 'image/png' && window.saved.size > 10000")


def share_links(board):
    """A link carries the whole game; what cannot be copied is shown, and what is too long for a link is offered as PGN."""
    pgn = '[Red "Hu"]\n[Black "Xu"]\n[Result "1-0"]\n\n{at the root} 1. h2e2 {[%cal Gh2e2] first} ({before} 1. b2e2 $1 b9c7 {after}) h9g7 1-0\n'
    board.drop("game.pgn", pgn)
    board.wait("chuhe.game.tags.Red === 'Hu'")
    board.view("analyse")
    board.value("chuhe.go(chuhe.game.root.children[1].children[0]), true")
    board.wait("chuhe.announced?.move === 'b9c7'")
    tree = "JSON.stringify([chuhe.game.fen, chuhe.game.pack().nodes, chuhe.game.pack().here])"
    before = board.value(tree)
    board.click("#share-on")
    board.click("#link")
    board.wait("window.copied.length === 6")
    link = board.value("window.copied[5]")
    assert link.startswith(board.url + "#fen=") and "&moves=b2e2,b9c7&pgn=" in link and len(link) < 500, link
    count = board.value("chuhe.desk.games.length")
    board.follow("#" + link.split("#")[1])
    board.wait(f"chuhe.desk.games.length === {count} + 1 && chuhe.announced?.move === 'b9c7'")
    assert board.value(tree) == before, (board.value(tree), before)
    assert board.value("chuhe.game.tags").items() >= {"Red": "Hu", "Black": "Xu", "Result": "1-0"}.items()
    # Cut off, as by another program; and one that would fill the memory.
    bomb = board.value(
        "new Response(new Blob([new Uint8Array(1 << 26)]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()"
        ".then((packed) => btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_'))"
    )
    for damaged in [link[:-20], link.split("&pgn=")[0] + "&pgn=" + bomb, link.split("&pgn=")[0] + "&pgn=%%"]:
        board.follow("#" + damaged.split("#")[1])
        assert "damaged" in board.told()
        board.wait("chuhe.announced?.move === 'b9c7' && [...chuhe.game.root.all()].length === 3")
    # A plain line stays a readable link.
    board.view("analyse")
    board.click("#share-on")
    board.value("navigator.clipboard.write = () => Promise.reject(new Error('refused')), true")
    board.click("#link")
    board.wait("document.querySelector('#dialog').open")
    shown = board.value("document.querySelector('#copied').value")
    assert shown.endswith("&moves=b2e2,b9c7"), shown
    assert board.value("getSelection().toString() || document.querySelector('#copied').selectionEnd > 0")
    board.press("ArrowLeft")
    board.click("#dialog .row button:last-child")
    assert board.value("!document.querySelector('#dialog').open && chuhe.game.here.ply === 2")
    board.value("chuhe.game.here.comment = Array.from(crypto.getRandomValues(new Uint32Array(2000)), String).join(' '), true")
    board.click("#link")
    board.wait("document.querySelector('#dialog').open && /too long/.test(document.querySelector('#dialog').textContent)")
    board.value("window.saved = null, true")
    board.click("#dialog .row button")
    board.wait("window.saved?.size > 20000 && !document.querySelector('#dialog').open")


def look(board):
    """The puzzles fit in both languages and at both sizes, and no game was lost."""
    for size in SIZES:
        board.look(*SIZES[size])
        for _ in range(2):
            board.click("#language")
            for view in ["puzzles", "analyse"]:
                board.view(view)
                board.wait("document.querySelector('#panel').children.length > 0")
                board.fits(f"{view}, {size}")


def main():
    # The engine writes an index beside a book that has none.
    folder = tempfile.TemporaryDirectory()
    book = shutil.copy(sys.argv[2] if len(sys.argv) > 2 else BOOK, folder.name)
    begin = time.monotonic()
    with Study.serving(sys.argv[1], "--book", book) as board:
        board.show_at("desktop")
        for step in [solve_mates, help_with_puzzles, drill_endgames, draw_shapes, choose_resources, explore, transcribe, share_links, look]:
            step(board)
            assert not board.complaints, board.complaints
    print(f"board study: passed in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
