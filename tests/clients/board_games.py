#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests that the page of `chuhe serve` loses no game, in headless Chromium.

Usage: board_games.py ENGINE [RUNS [ACTIONS]]

Does what once wiped a game or made a wrong result: links, files and pastes of all kinds, a second window, variations
beside a running match, an offer of a draw by a double click, clocks that one leaves. Then RUNS times (3 unless it is
given) ACTIONS random actions (100) of a person in two windows, from a fixed seed. Messages on the console, requests to
other hosts, and games that are gone are errors. Exit status: 0 on success, 1 on failure, 2 if Chromium is missing.
"""

import json
import os
import random
import subprocess
import sys
import time

from board_page import MATE_IN_TWO, Board

# What the page keeps: the identity of each game, and its number of nodes.
KEPT = (
    "chuhe.desk.saving.then(() => chuhe.desk.store.database.getAll('games'))"
    ".then((games) => games.map(({ id, nodes, deleted }) => [id, nodes.length, deleted !== null]))"
)
DROP = (
    "(async () => {{ const data = new DataTransfer(); data.items.add(new File([{content}], {name}));"
    " document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data }})); }})()"
)


class Games(Board):
    def kept(self):
        return {game: (nodes, deleted) for game, nodes, deleted in self.value(KEPT)}

    def drop(self, name, text):
        self.value(DROP.format(content=json.dumps(text), name=json.dumps(name)))

    def expect_told(self, text):
        """The message is this one."""
        told = self.told()
        assert told == text, (told, text)

    def told(self):
        """The text of the message, which is then taken away."""
        self.wait("!document.querySelector('#toast').hidden")
        return self.value("(() => { const toast = document.querySelector('#toast'); const text = toast.textContent; toast.hidden = true; return text; })()")

    def follow(self, link):
        self.value(f"location.hash = {json.dumps(link)}, true")
        self.wait("location.hash === ''")

    def new_match(self, side="red", level=1):
        self.view("play")
        self.value("chuhe.view.close(), true")
        self.wait("document.querySelector('#start')")
        self.value(f"(() => {{ const play = chuhe.views.play; play.side = '{side}'; play.level = {level}; play.time = ''; }})()")
        self.click("#start")
        self.wait("chuhe.game.match && chuhe.game.here.situation")

    def move(self, move):
        self.wait("chuhe.mayMove() && chuhe.board.legal.length > 0")
        ply = self.value("chuhe.game.here.ply")
        self.tap(move[:2], move[2:])
        self.wait(f"chuhe.game.here.ply > {ply}")


def annotate(board):
    """A game with a comment and a variation. Returns its identity."""
    board.view("analyse")
    board.value("chuhe.load(new chuhe.game.constructor(), 'analyse'), true")
    for text in ["炮二平五,马8进7", "h0g2"]:
        board.value(f"chuhe.type({json.dumps(text)})")
    board.wait("chuhe.game.here.ply === 3")
    board.value("chuhe.back(), true")
    board.wait("chuhe.announced?.ply === 2")
    board.value("chuhe.type('b0c2')")
    board.wait("chuhe.game.here.move === 'b0c2'")
    board.value("(() => { chuhe.game.here.comment = 'mine'; chuhe.refresh(); })()")
    board.value("chuhe.desk.saving.then(() => true)")
    return board.value("chuhe.game.id")


def nothing_is_wiped(board):
    """What once wiped an annotated game leaves it."""
    mine = annotate(board)
    nodes = board.kept()[mine]

    def is_there(what):
        kept = board.kept()
        assert kept.get(mine) == nodes, f"{what}: {nodes} became {kept.get(mine)}"

    board.new_match()
    is_there("a new game")
    match = board.value("chuhe.game.id")
    board.move("h2e2")
    board.wait("chuhe.game.match.moves.length === 2 && chuhe.game.here.ply === 2")
    for name, text in [("passwd", "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/usr/sbin:/bin/sh\n"), ("README.md", "# chuhe\n\nA Xiangqi engine.\n"), ("empty.pgn", "")]:
        board.drop(name, text)
        board.told()
        assert board.value("chuhe.game.id") == match, f"{name} took the place of the match"
        is_there(name)
    board.view("review")
    for text in ["hello world", "#", "1. Qd1 Kxh8"]:
        board.value("document.querySelector('#paste').hidden = false, true")
        board.value(f"document.querySelector('#paste textarea').value = {json.dumps(text)}, document.querySelector('#paste').requestSubmit(), true")
        board.told()
        assert board.value("chuhe.game.id") == match, text
    for link in ["#fen=rubbish", "#moves=a0a9", "#moves=h2e2,h2e2"]:
        board.follow(link)
        board.told()
        assert board.value("chuhe.game.id") == match, link
    board.follow("#moves=b2e2")
    board.wait("chuhe.game.here.moves().join() === 'b2e2'")
    assert board.value("chuhe.game.id") != match and board.value("chuhe.desk.games.length") > 1, "a link opens beside the match"
    assert board.value("document.querySelectorAll('#desk li').length") == board.value("chuhe.desk.games.length")
    is_there("links")
    # A FEN that is pasted for review is a game of its own.
    board.view("review")
    board.value("document.querySelector('#paste').hidden = false, true")
    board.value(f"document.querySelector('#paste textarea').value = {json.dumps(MATE_IN_TWO)}, document.querySelector('#paste').requestSubmit(), true")
    board.wait(f"chuhe.game.fen.startsWith({json.dumps(MATE_IN_TWO)})")
    is_there("a pasted FEN")
    # The match goes on where it was.
    board.value(f"chuhe.load(chuhe.desk.games.find((game) => game.id === '{match}'), 'play'), true")
    board.wait("chuhe.mayMove() && chuhe.game.match.moves.length === 2")
    return match


def variations_are_no_moves(board):
    """A variation beside a running match changes nothing in it; nor do deletions."""
    board.view("analyse")
    board.value("chuhe.go(chuhe.game.root), true")
    board.wait("chuhe.announced?.ply === 0")
    board.value("chuhe.type('b0c2')")
    board.wait("chuhe.game.here.move === 'b0c2'")
    moves = board.value("chuhe.game.match.moves")
    board.value("chuhe.view.promote(), chuhe.view.isOn && chuhe.view.toggle(), true")
    board.told()
    board.value("chuhe.go(chuhe.views.play.last()), true")
    board.wait("chuhe.announced?.ply === 2")
    board.value("chuhe.view.remove(), true")
    board.told()
    board.view("play")
    assert board.value("chuhe.game.match.moves") == moves and board.value("chuhe.isFlipped") is False
    board.value("chuhe.go(chuhe.views.play.last()), true")
    board.move("h0g2")
    board.wait("chuhe.game.match.moves.length === 4")
    assert board.value("chuhe.game.root.end().moves()") == board.value("chuhe.game.match.moves"), "the match is the main line"
    # What is deleted comes back.
    board.view("analyse")
    board.value("chuhe.go(chuhe.game.root.children[1]), true")
    board.wait("chuhe.announced?.move === 'b0c2'")
    count = board.value("[...chuhe.game.root.all()].length")
    board.click("#delete")
    board.wait("chuhe.game.root.children.length === 1")
    board.click("#undo")
    board.wait(f"[...chuhe.game.root.all()].length === {count}")


def undo_deletions(board):
    """Deletions are undone one after the other, also by key, and where the same move was made again."""
    annotate(board)
    nodes = "JSON.stringify(chuhe.game.pack().nodes)"
    count = "[...chuhe.game.root.all()].length"
    before = board.value(nodes)
    board.wait("chuhe.announced?.move === 'b0c2'")
    for key, move in [("ArrowUp", "h0g2"), ("ArrowUp", "h0g2"), ("ArrowDown", "b0c2")]:
        board.press(key)
        board.wait(f"chuhe.announced?.move === '{move}'")
    for move, left in [("h0g2", 4), ("b0c2", 3), ("h9g7", 2)]:
        board.value(f"chuhe.go([...chuhe.game.root.all()].find((node) => node.move === '{move}')), true")
        board.wait(f"chuhe.announced?.move === '{move}'")
        board.click("#delete")
        board.wait(f"{count} === {left}")
    board.value("chuhe.type('h9g7')")
    board.wait("chuhe.announced?.move === 'h9g7'")
    board.click("#undo")
    board.wait("chuhe.game.here.move === 'h9g7' && document.querySelector('#undo')")
    board.click("#undo")
    board.wait(f"{count} === 4")
    board.value("document.activeElement.blur(), document.querySelector('#toast').hidden = true")
    board.call("Input.dispatchKeyEvent", type="rawKeyDown", key="z", modifiers=2)
    board.wait(f"{count} === 5")
    assert board.value(nodes) == before, (board.value(nodes), before)
    board.press("z")
    assert board.value(nodes) == before and board.value("chuhe.deletions.length") == 0
    board.value("chuhe.desk.saving.then(() => true)")
    assert board.kept()[board.value("chuhe.game.id")][0] == 5


def draws_and_clocks(board):
    """A double click on the offer of a draw makes none, and the clocks run whatever is shown."""
    board.new_match("red", 20)
    board.wait("document.querySelector('#draw') && !document.querySelector('#draw').disabled")
    board.value("(() => { const play = chuhe.views.play; play.offerDraw(); play.offerDraw(); document.querySelector('#draw')?.click(); })()")
    board.wait("!chuhe.views.play.isAsking")
    time.sleep(0.2)
    assert board.value("chuhe.game.match.over === null"), "a draw at the first move"
    board.value("chuhe.view.close(), chuhe.views.play.time = '3+2', chuhe.views.play.level = 1, true")
    board.wait("document.querySelector('#start')")
    board.click("#start")
    board.wait("document.querySelectorAll('.clock').length === 2")
    board.move("h2e2")
    board.wait("chuhe.game.match.moves.length === 2")
    left = "(chuhe.game.match.clock.left.red - (Date.now() - chuhe.game.match.clock.since))"
    before, begin = board.value(left), time.monotonic()
    board.view("setup")
    time.sleep(0.5)
    board.enter()
    board.view("play")
    board.wait("chuhe.game.match && document.querySelectorAll('.clock').length === 2")
    gone = 1000 * (time.monotonic() - begin)
    assert before - board.value(left) > gone - 300, "leaving gives time back"
    board.value("chuhe.views.play.time = '', chuhe.views.play.resign(), true")
    board.wait("chuhe.game.match.over")


def annotate_in_two(board):
    """An annotated game in two windows, the second one in front. Returns its identity and the windows."""
    mine = annotate(board)
    first = board.session
    second = board.window(board.url)
    board.wait(f"chuhe.game.id === '{mine}' && [...chuhe.game.root.all()].length === 5")
    return mine, first, second


def two_windows(board):
    """A second window shows the same game, and each sees what the other does."""
    _, first, second = annotate_in_two(board)
    board.value("chuhe.open('analyse'), chuhe.go(chuhe.game.root), true")
    board.wait("chuhe.announced?.ply === 0")
    board.value("chuhe.type('c3c4')")
    board.wait("chuhe.game.here.move === 'c3c4'")
    board.switch(first)
    board.wait("[...chuhe.game.root.all()].length === 6")
    assert board.value("chuhe.game.here.move") == "b0c2", "the first window stays where it is"
    # Both change the game at the same moment.
    for session, move in [(first, "a0a1"), (second, "i0i1")]:
        board.switch(session)
        board.value(f"(() => {{ const {{ game }} = chuhe; game.here = game.child(game.root, '{move}'); chuhe.desk.keep(game); }})()")
    for session in [first, second]:
        board.switch(session)
        board.wait("['a0a1', 'i0i1'].every((move) => chuhe.game.root.children.some((child) => child.move === move))")
    time.sleep(0.3)
    assert board.value("chuhe.game.version") < 20, "the windows answer each other without end"
    board.close_window(second)
    board.switch(first)


def one_window_thinks(board):
    """Of two windows with one match, one asks the engine; if it is closed, the other one does."""
    count_asked = (
        "(() => { const ask = chuhe.link.ask; window.asked = 0; chuhe.link.ask = async function (query) {"
        " if (query.type === 'play') window.asked += 1;"
        " return ask.call(this, query); }; })()"
    )
    board.new_match()
    mine, first = board.value("chuhe.game.id"), board.session
    board.value(count_asked)
    board.value("chuhe.desk.saving.then(() => true)")
    board.move("h2e2")
    board.wait("chuhe.game.match.moves.length === 2")
    second = board.window(board.url)
    board.wait(f"chuhe.game.id === '{mine}' && chuhe.game.match.moves.length === 2")
    board.value(count_asked)
    for session, ply in [(first, 4), (second, 6), (first, 8)]:
        board.switch(session)
        board.wait(f"chuhe.game.match.moves.length === {ply - 2} && chuhe.mayMove() && chuhe.game.here.situation")
        board.value("chuhe.onMove(chuhe.game.here.situation.legal.find((move) => /^[ai]/.test(move)) ?? chuhe.game.here.situation.legal[0])")
        for either in [first, second]:
            board.switch(either)
            board.wait(f"chuhe.game.match.moves.length === {ply} && !chuhe.views.play.thinking")
    moves = board.value("chuhe.game.match.moves")
    asked = board.value("window.asked")
    board.switch(first)
    assert board.value("chuhe.game.match.moves") == moves
    asked += board.value("window.asked")
    assert asked == 4, f"{asked} answers for four moves"
    # The window that thinks is closed.
    board.switch(second)
    board.value("navigator.locks.request(`chuhe.think.${chuhe.game.id}`, () => { window.isHeld = true; return new Promise(() => {}); }), true")
    board.wait("window.isHeld")
    board.switch(first)
    board.value("chuhe.onMove(chuhe.game.here.situation.legal[0])")
    board.wait("chuhe.game.match.moves.length === 9 && chuhe.views.play.thinking && !chuhe.views.play.asked")
    board.close_window(second)
    board.switch(first)
    board.wait("chuhe.game.match.moves.length === 10 && chuhe.mayMove()")
    board.value("chuhe.views.play.resign(), true")


def merges(board):
    """Two versions of one game: no comment, end or tag is lost."""
    board.value(
        "(async () => { const { Game, merge } = await import('/game.js'); const game = new Game(); const match = (moves, over) =>"
        " ({ human: 'red', level: 1, seed: 1, moves, clock: null, over }); game.play('h2e2'); game.match = match(['h2e2'], null);"
        " const one = game.pack(); const other = game.pack(); one.nodes[1][2] = { comment: 'one' }; other.nodes[1][2] = { comment: 'two' };"
        " one.match.over = { winner: 'black', reason: ['', ''] }; one.tags = { Result: '0-1', Site: 'x' };"
        " other.match.moves.push('h9g7'); other.tags = { Result: '*', Event: 'y' }; window.merged = merge(one, other); })()"
    )
    merged = board.value("window.merged")
    assert merged["nodes"][1][2]["comment"] == "two\none", merged
    assert merged["match"]["over"] and merged["tags"] == {"Result": "0-1", "Site": "x", "Event": "y"}, merged


def take_back(board):
    """A move that is taken back is no part of the game, and gives no time."""
    board.view("play")
    board.value("chuhe.view.close(), Object.assign(chuhe.views.play, { isForTwo: true, time: '3+30' }), true")
    board.wait("document.querySelector('#start')")
    board.click("#start")
    board.wait("chuhe.game.match?.human === null && document.querySelectorAll('.clock').length === 2")
    for _ in range(3):
        for move in ["h2e2", "h9g7", "h0g2"]:
            board.move(move)
        for ply in [2, 1, 0]:
            board.click("#take-back")
            board.wait(f"chuhe.announced?.ply === {ply}")
    assert board.value("chuhe.game.root.children.length") == 0, "moves that were taken back are gone"
    assert board.value("Math.max(...Object.values(chuhe.game.match.clock.left))") <= 181_000
    board.value("Object.assign(chuhe.views.play, { isForTwo: false, time: '' }), chuhe.views.play.resign(), true")


def deleted_elsewhere(board):
    """A game that one window deletes is closed in the other, and stays deleted."""
    mine, first, second = annotate_in_two(board)
    board.switch(first)
    board.view("games")
    board.wait(f"chuhe.views.games.heads.some((head) => head.id === '{mine}')")
    board.value(f"chuhe.views.games.remove(chuhe.views.games.heads.find((head) => head.id === '{mine}')).then(() => true)")
    board.switch(second)
    board.wait(f"chuhe.desk.games.every((game) => game.id !== '{mine}')")
    board.close_window(second)
    board.switch(first)
    assert board.kept()[mine][1], "the game is deleted"
    board.click("#undo")
    board.wait("!document.querySelector('#undo') || document.querySelector('#toast').hidden")
    board.value("chuhe.desk.saving.then(() => true)")
    assert not board.kept()[mine][1], "and back"


def round_trip(board):
    """A file is written as it was read."""
    pgn = '[Red "Hu"]\n[Black "Xu"]\n[Result "0-1"]\n\n{at the root} 1. h2e2 ({before} 1. b2e2 {after}) ({again} 1. c3c4) h9g7 0-1\n'
    board.drop("game.pgn", pgn)
    board.wait("chuhe.game.tags.Red === 'Hu'")
    text = board.value("chuhe.link.write('pgn', { ...chuhe.game.sent(), notation: 0 }).then(({ pgn }) => pgn)")
    words = " ".join(text.split())
    for part in ['[Result "0-1"]', "{at the root} 1. H2-E2", "({before} 1. B2-E2 {after})", "({again} 1. C3-C4)"]:
        assert part in words, (part, words)
    assert words.count("at the root") == 1, words


def review_round_trip(board):
    """A reviewed game leaves with scores, clocks, marks, better lines and shapes, also after a reload, and comes back."""
    pgn = "1. h2h9 {[%eval 0.20] [%clk 0:04:58] [%cal Gh2e2]} i9h9 *\n"
    board.drop("game.pgn", pgn)
    board.wait("chuhe.game.here.situation && chuhe.game.root.children[0]?.clock === 298000")
    shapes = "chuhe.game.root.children[0].shapes.join()"
    assert board.value(shapes) == "Gh2e2"
    board.wait("[...document.querySelectorAll('#moves small')].some((score) => score.textContent === '+0.20')")
    board.view("review")
    board.click("#review-game")
    board.wait("!chuhe.view.isRunning && chuhe.game.reviewed().length === 3")
    board.value("chuhe.desk.saving.then(() => true)")
    board.call("Page.reload")
    board.wait("window.chuhe?.game.reviewed().length === 3")
    sent = "{ ...chuhe.game.sent(), notation: 0, language: 'zh' }"
    text = board.value(f"chuhe.link.write('pgn', {sent}).then(({{ pgn }}) => pgn)")
    assert text.count("[%eval ") == 2 and "[%clk 0:04:58]" in text and "[%cal Gh2e2]" in text and "：应走" in text.replace("\n", ""), text
    sent = sent.replace("'zh'", "'zh-Hant'")
    page = board.value(f"chuhe.link.write('html', {sent}).then(({{ html }}) => html)")
    assert '"language":"zh-Hant","notation":0' in page, "in the language and notation of the page"
    assert "Content-Security-Policy" in page and "[%" not in page.split('id="data">')[1].split('"pgn":')[0], "commands are shown as text"
    board.wait("document.querySelector('#page')")
    # The game is here already, unless it is deleted.
    board.value("chuhe.desk.store.bin(chuhe.game.id, true).then(() => true)")
    board.drop("again.pgn", text)
    board.wait("chuhe.game.reviewed().length === 0 && chuhe.game.root.children.length === 2 && chuhe.game.root.children[0].glyphs.length > 0")
    assert board.value(shapes) == "Gh2e2"


def long_games(board):
    """A message that the server would not read is refused here: the connection stays."""
    board.value("chuhe.link.connection.addEventListener('close', () => { window.wasLost = true; }), true")
    for query in ["{ type: 'position', moves: Array(25000).fill('h0g2') }", "{ type: 'read', text: '炮'.repeat(60000) }"]:
        error = board.value(f"chuhe.link.ask({query}).catch(([english]) => english)")
        assert error == "the game is too long", error
    assert "more than" in board.value("chuhe.link.ask({ type: 'position', moves: Array(5000).fill('h0g2') }).catch(([english]) => english)")
    assert board.value("chuhe.link.isUp && !window.wasLost")


def typing(board):
    """A typed move leaves the keyboard in the field; keys of the page are no moves; after a click on the board they act."""
    board.view("analyse")
    board.value("chuhe.load(new chuhe.game.constructor(), 'analyse'), true")
    board.wait("document.querySelector('#typed') && chuhe.board.legal.length > 0")
    board.value("document.querySelector('#typed').focus()")
    board.move("h2e2")
    board.wait("chuhe.announced?.ply === 1")
    board.press("ArrowLeft")
    board.wait("chuhe.announced?.ply === 0")
    for view in ["analyse", "play"]:
        board.view("play")
        board.value("chuhe.view.close(), true")
        board.view(view)
        board.wait("document.querySelector('#typed') && chuhe.board.legal.length > 0")
        board.value("document.querySelector('#typed').focus()")
        for ply, text in enumerate(["h2e2", "N8+7", "马二进三"], 1):
            board.call("Input.insertText", text=text)
            for kind, more in [("rawKeyDown", {}), ("char", {"text": "\r"}), ("keyUp", {})]:
                board.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, **more)
            board.wait(f"chuhe.announced?.ply === {ply}")
            assert board.value("document.activeElement.id") == "typed", view
            assert board.value("document.querySelector('#typed').value") == "", "the field is empty again"
        assert board.value("chuhe.name") == view
        board.value("document.querySelector('#moves .move').focus()")
        board.call("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13)
        board.call("Input.dispatchKeyEvent", type="char", key="Enter", text="\r")
        board.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
        board.wait("chuhe.announced?.ply === 1")
        board.wait("document.activeElement.matches('#moves .move')")


def choose_notation(board):
    """A word that is one move in WXF and another in Vietnamese notation is read in the one that is chosen."""
    board.view("analyse")
    board.value("document.querySelector('#settings details').open = true")
    for notation, move in [(1, "c2i2"), (4, "c3c4")]:
        board.fill("[name=notation]", notation, "change")
        board.value("chuhe.load(new chuhe.game.constructor('4k4/9/9/9/9/9/2P6/2C6/9/3K5 w'), 'analyse'), true")
        board.wait("chuhe.board.legal.length > 0")
        board.value("chuhe.type('C7.1')")
        board.wait("chuhe.announced?.ply === 1")
        assert board.value("chuhe.game.here.move") == move, notation
    board.fill("[name=notation]", 1, "change")
    board.value("document.querySelector('#settings details').open = false")


def keep_many(board):
    """Three hundred games are opened and searched at once. Returns the milliseconds of both."""
    game = '[Event "Match {0}"]\n[Red "Hu {0}"]\n[Black "Xu"]\n[Date "2026.01.{1:02}"]\n[Result "{2}"]\n\n1. h2e2 h9g7 2. h0g2 {2}\n\n'
    board.drop("many.pgn", "".join(game.format(at, at % 28 + 1, ["1-0", "0-1", "1/2-1/2"][at % 3]) for at in range(300)))
    board.wait("chuhe.name === 'games' && chuhe.views.games.found().length >= 300")
    board.told()
    # The best of some: other programs may hold up one.
    opened = min(
        board.value("(async () => { const begin = performance.now(); chuhe.open('games'); await chuhe.views.games.listChanged(); return performance.now() - begin; })()")
        for _ in range(5)
    )
    searched = board.value(
        "(() => { const field = document.querySelector('#search'); const begin = performance.now(); field.value = 'hu 117';"
        " field.dispatchEvent(new Event('input')); return performance.now() - begin; })()"
    )
    assert board.value("document.querySelectorAll('#list .entry').length") == 1
    for text, count in [("xu 2026.01.05", 11), ("match 45", 3), ("nobody", 0)]:
        board.fill("#search", text, "input")
        assert board.value("chuhe.views.games.found().length") == count, text
    board.fill("#search", "", "input")
    board.fill("#result-filter", "0-1", "change")
    assert board.value("chuhe.views.games.found().every((head) => head.tags.Result === '0-1') && chuhe.views.games.found().length >= 100")
    board.fill("#result-filter", "", "change")
    # Deleted by mistake.
    count = board.value("chuhe.views.games.found().length")
    board.click("#list .tool-button:last-child")
    board.wait(f"chuhe.views.games.found().length === {count - 1}")
    board.click("#undo")
    board.wait(f"chuhe.views.games.found().length === {count}")
    # On a quiet machine both take some 30 ms.
    assert max(opened, searched) < 500, (opened, searched)
    return opened, searched


def edit_details(board):
    """A game gets a name, players and a result; a reload keeps them, and a tag that is emptied goes."""
    board.value("chuhe.load(new chuhe.game.constructor(), 'analyse'), true")
    board.value("chuhe.type('炮二平五')")
    board.wait("chuhe.announced?.ply === 1")
    board.view("games")
    mine = "chuhe.desk.games.find((game) => game === chuhe.game)"
    for fields in [{"name": "Study", "Red": "Hu", "Black": "Xu", "Event": "Cup", "Result": "1-0"}, {"name": "", "Event": ""}]:
        board.wait("document.querySelector('#list .shown .tool-button')")
        board.click("#list .shown .tool-button")
        for name, value in fields.items():
            board.fill(f".details [name={name}]", value, "input")
        board.value("document.querySelector('.details').requestSubmit()")
        board.wait("!document.querySelector('.details')")
    board.wait(f"{mine}.name === ''")
    board.value("chuhe.desk.saving.then(() => true)")
    board.enter()
    assert board.value("chuhe.game.tags") == {"Red": "Hu", "Black": "Xu", "Result": "1-0"}, board.value("chuhe.game.tags")
    board.wait("document.querySelector('#list .shown strong')?.textContent === 'Hu – Xu 1-0'")


def keep_once(board):
    """A file of more than the server reads at once is read, and nothing that is here already is kept twice."""
    board.show_at("desktop")
    remark = "一二三四五六七八九 " * 120
    game = '[Event "Cup"]\n[Red "Hu {0}"]\n[Black "Xu"]\n[Result "1-0"]\n\n1. h2e2 {{first\n\n{1}}} (1. b2e2 {{other}}) h9g7 1-0\n\n'
    text = "".join(game.format(at, remark) for at in range(400))
    assert len(text.encode()) > 1 << 20
    board.drop("many.pgn", text)
    board.expect_told("400 games were added.")
    count = "chuhe.views.games.found().length"
    board.wait(f"{count} === 400")
    # One of them has been reviewed: its file has better lines.
    board.value("chuhe.views.games.open(chuhe.views.games.found().find((head) => head.tags.Red === 'Hu 7').id)")
    board.wait("chuhe.game.tags.Red === 'Hu 7'")
    board.value("chuhe.type('a0a2')")
    board.view("review")
    board.click("#review-game")
    board.wait("!chuhe.view.isRunning && chuhe.game.reviewed().length > 2")
    board.view("games")
    board.value("URL.createObjectURL = (blob) => { window.saved = blob; return 'data:,'; }, true")
    board.wait(f"{count} === 400")
    board.click("#save-all")
    board.wait("window.saved?.size > 1 << 20")
    assert "400 games were saved" in board.told()
    board.drop("again.pgn", board.value("window.saved.text()"))
    board.expect_told("400 are in the list already.")
    # A comment or a variation more makes another game.
    board.drop("more.pgn", text.replace("{other}", "{another}", 1) + game.format(1, "new") + game.format(2, remark))
    board.expect_told("2 games were added. 400 are in the list already.")
    board.wait(f"{count} === 402")
    board.drop("one.pgn", game.format(5, remark))
    board.expect_told("This game is in the list already.")
    board.wait("chuhe.game.tags.Red === 'Hu 5' && chuhe.game.version > 0")
    # A game that was deleted is read anew; one that is larger than the server reads takes no other with it.
    board.view("games")
    board.value("chuhe.views.games.remove(chuhe.views.games.found().find((head) => head.tags.Red === 'Hu 5')).then(() => true)")
    large = game.format(500, "x" * (1 << 20))
    board.told()
    board.drop("large.pgn", game.format(3, remark) + large + game.format(5, remark))
    board.expect_told("1 game was added. 1 is in the list already. Part 2, the file is too large")


# What a person may do, in any window: scripts that end at once.
ACTIONS = [
    "chuhe.board.legal.length && chuhe.onMove(chuhe.board.legal[{n} % chuhe.board.legal.length])",
    "chuhe.board.legal.length && chuhe.onMove(chuhe.board.legal[{n} % chuhe.board.legal.length])",
    "(() => {{ const all = [...document.querySelectorAll('button:not([disabled]), summary')].filter((one) => one.offsetParent && !one.closest('a'));"
    " if (all.length) all[{n} % all.length].click(); }})()",
    "(() => {{ const all = [...document.querySelectorAll('button:not([disabled]), summary')].filter((one) => one.offsetParent && !one.closest('a'));"
    " if (all.length) all[{n} % all.length].click(); }})()",
    "(() => {{ const all = [...document.querySelectorAll('select')].filter((one) => one.offsetParent && !one.disabled); const one = all[{n} % all.length];"
    " if (one) {{ one.selectedIndex = {n} % one.options.length; one.dispatchEvent(new Event('change')); }} }})()",
    "chuhe.type(['h2e2', '马8进7', 'N2+3', 'nonsense', '炮二平五,马8进7', '3k5/9/9/9/9/9/9/R8/1R7/5K3 w'][{n} % 6])",
    "chuhe.open(Object.keys(chuhe.views)[{n} % 6])",
    "chuhe.go([...chuhe.game.root.all()][{n} % [...chuhe.game.root.all()].length])",
    "location.hash = ['#moves=h2e2', '#fen=rubbish', '#moves=b2e2,b9c7'][{n} % 3]",
    "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ bubbles: true, key: ['ArrowLeft', 'ArrowRight', 'f', 'u', ' ', 'x', 'Home', 'End'][{n} % 8] }}))",
]


def illegal_moves(board):
    """Until a place is known, the board takes no moves; a game that holds an illegal one is shown up to there."""
    board.value("void chuhe.type('3k5/9/9/9/9/9/9/R8/1R7/5K3 w')")
    board.wait("chuhe.game.fen.startsWith('3k5') && chuhe.board.legal.length")
    left = board.value("chuhe.game.play('b1b5'); chuhe.refresh(); chuhe.board.legal.length")
    assert left == 0, left
    board.wait("chuhe.board.legal.length")
    board.value("chuhe.game.play('b2b0'); void chuhe.refresh()")
    board.wait("chuhe.game.here.move === 'b1b5' && chuhe.board.legal.length")
    assert "b2" in board.value("document.getElementById('toast').textContent")


def another_address(engine):
    """With `--host`: a link from elsewhere opens for somebody admitted, and a server that was started again says so."""

    def start(port):
        words = [engine, "serve", "--host", "0.0.0.0", "--port", port, "--threads", "1"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        address = server.stdout.readline().strip()
        return server, f"http://127.0.0.1:{address.rsplit(':', 1)[1]}"

    server, url = start("0")
    try:
        board = Games(url.split("?")[0])
        try:
            board.call("Page.navigate", url=url)
            board.wait("document.querySelector('.board .piece')")
            link = f"{board.url}#moves=h2e2"
            board.call("Page.navigate", url=f"data:text/html,<a href='{link.replace('#', '%23')}'>a game</a>")
            board.wait("document.querySelector('a')")
            board.click("a")
            board.wait("window.chuhe?.game.here.move === 'h2e2'")
            assert not board.complaints, board.complaints
            server.kill()
            server.wait()
            board.wait("!document.querySelector('#offline').hidden")
            server, _ = start(board.url.rsplit(":", 1)[1].strip("/"))
            board.wait("/new address/.test(document.querySelector('#offline').textContent)")
        finally:
            board.close()
    finally:
        server.kill()
        server.wait()


def wait_in_turn(engine):
    """A search for which no engine is free says that it waits, until it has its turn."""
    with Games.serving(engine, "--analyses", "1") as board:
        board.show_at("desktop")
        # Not by the view, whose analysis stops while its window is hidden.
        board.value("chuhe.link.listen({ type: 'analyse' }, (answer) => { window.answer = answer.type; }), true")
        board.wait("window.answer === 'lines'")
        first, second = board.session, board.window(board.url)
        board.view("analyse")
        board.wait("document.querySelector('#queue').textContent.includes('waits for its turn') && !document.querySelector('#queue').hidden")
        board.click("#on")
        board.wait("document.querySelector('#queue').hidden")
        board.click("#on")
        board.wait("!document.querySelector('#queue').hidden")
        board.close_window(first)
        board.switch(second)
        board.wait("document.querySelector('#queue').hidden && chuhe.view.lines?.depth > 3")


def monkey(board, run, actions):
    """Random actions in two windows. Every game that was kept once is there at the end."""
    chance = random.Random(run)
    board.show_at("desktop")
    sessions = [board.session, board.window(board.url)]
    seen, journal = {}, []
    try:
        for step in range(actions):
            board.switch(sessions[chance.randrange(2)])
            if chance.random() < 0.03:
                board.call("Page.reload")
                board.wait("window.chuhe?.desk")
            action = ACTIONS[chance.randrange(len(ACTIONS))].format(n=chance.randrange(10**6))
            journal.append(action)
            board.value(f"void ({action})")
            if step % 10 == 9:
                kept = board.kept()
                lost = set(seen) - set(kept)
                assert not lost, f"lost: {lost}"
                seen = kept
            assert not board.complaints, board.complaints
        for session in sessions:
            board.switch(session)
            board.value("chuhe.desk.saving.then(() => true)")
            board.wait("chuhe.link.isUp && chuhe.game.here")
    except AssertionError:
        print(f"run {run}, step {len(journal)}:", *journal[-12:], sep="\n  ", file=sys.stderr)
        raise
    board.close_window(sessions[1])
    board.switch(sessions[0])


def main():
    engine = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    actions = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    begin = time.monotonic()
    another_address(engine)
    wait_in_turn(engine)
    steps = [
        nothing_is_wiped,
        variations_are_no_moves,
        undo_deletions,
        draws_and_clocks,
        two_windows,
        one_window_thinks,
        merges,
        take_back,
        deleted_elsewhere,
        round_trip,
        review_round_trip,
        long_games,
        typing,
        illegal_moves,
        choose_notation,
        edit_details,
    ]
    with Games.serving(engine) as board:
        board.show_at("desktop")
        for step in steps:
            step(board)
        opened, searched = keep_many(board)
        keep_once(board)
        print(f"board games: 300 games opened in {opened:.0f} ms, searched in {searched:.0f} ms")
        assert not board.complaints, board.complaints
        for run in range(runs):
            monkey(board, run, actions)
    print(f"board games: passed, {runs} runs of {actions} random actions, in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
