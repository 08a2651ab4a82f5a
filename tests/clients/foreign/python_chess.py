# SPDX-License-Identifier: MIT OR Apache-2.0
"""python-chess, which knows no Xiangqi: as PyChess's bots do, it gets a board that asks pyffish and counts ranks from 1."""

import asyncio
import logging
import shutil

import chess.engine
import pyffish
from chess.engine import Limit

from . import referee
from .referee import check

SECONDS = 20


class Move(str):
    def uci(self):
        return str(self)


class Board:
    """What python-chess uses of its own boards."""

    uci_variant = "xiangqi"
    chess960 = False

    def __init__(self, fen=referee.START, moves=()):
        self.start, self.move_stack = fen, [Move(move) for move in moves]

    @property
    def turn(self):
        return (self.start.split()[1] == "w") == (len(self.move_stack) % 2 == 0)

    def fen(self, **_):
        return pyffish.get_fen("xiangqi", self.start, self.move_stack)

    def root(self):
        return Board(self.start)

    def copy(self, stack=True):
        return Board(self.start, self.move_stack) if stack else Board(self.fen())

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def parse_uci(self, text):
        if text not in pyffish.legal_moves("xiangqi", self.start, self.move_stack):
            raise ValueError(f"{text} in {self.fen()}")
        return Move(text)

    def push_uci(self, text):
        self.push(self.parse_uci(text))
        return self.move_stack[-1]

    def __eq__(self, other):
        return (self.start, self.move_stack) == (other.start, other.move_stack)


class Log(logging.Handler):
    """The lines sent, and what python-chess complains of, which it does in its log alone."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines, self.complaints = [], []
        logger = logging.getLogger("chess.engine")
        logger.setLevel(logging.DEBUG)
        logger.propagate = False
        logger.addHandler(self)

    def emit(self, record):
        kept = self.complaints if record.levelno >= logging.WARNING else self.lines
        kept.append(record.getMessage())

    def count(self, command):
        return sum(line.endswith(f"<< {command}") for line in self.lines)


def lines_of(infos, count):
    check([info["multipv"] for info in infos] == list(range(1, count + 1)), f"{count} lines asked for: {infos}")
    check(all({"score", "depth", "nodes", "nps", "time"} <= info.keys() for info in infos), f"parts are missing: {infos}")
    check(len({info["pv"][0] for info in infos if info["pv"]}) == count, f"a move twice: {infos}")


def sync(program):
    log = Log()
    # Everything that `lines_of` compares begins with moves that python-chess's pattern for chess lets through.
    roots = [Move(move) for move in ["h3e3", "b3e3", "c4c5", "g4g5"]]
    with chess.engine.SimpleEngine.popen_uci(program, timeout=SECONDS) as engine:
        check(engine.id["name"].startswith("chuhe"), engine.id)
        engine.ping()
        engine.configure({"Hash": 16, "Threads": 1, "UCI_ShowWDL": True})

        first = engine.play(Board(), Limit(time=0.02), game="first")
        check(first.move in pyffish.legal_moves("xiangqi", referee.START, []), first)
        infos = engine.analyse(Board(), Limit(depth=6), multipv=3, root_moves=roots)
        lines_of(infos, 3)
        check(all(sum(info["wdl"].relative) == 1000 for info in infos), f"WDL: {infos}")
        mate = engine.analyse(Board(referee.MATE_IN_3), Limit(mate=3))
        check(mate["score"].relative.mate() == 3, mate)
        nodes = engine.analyse(Board(), Limit(nodes=3000), game="second")["nodes"]
        check(0 < nodes <= 4000, f"{nodes} of 3,000 nodes")
        with engine.analysis(Board()) as analysis:
            depth = next(info["depth"] for info in analysis if info.get("depth", 0) >= 6)
        check(depth >= 6, depth)
        clock = Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01)
        check(engine.play(Board(), clock, root_moves=roots[:2]).move in roots[:2], "another move than those asked for")
        engine.ping()

        name = object()
        choose = lambda game: engine.play(Board(game.fen, game.moves()), Limit(nodes=3000), game=name).move
        played = referee.play(choose)
    check(not log.complaints, log.complaints)
    return f"ping, configure, play, analyse, MultiPV 3, WDL, mate 3, nodes, clocks, infinite analysis, {played}"


async def ponder_game(engine, log):
    """Ponders at each move; the reply is the expected one at every second move."""
    game, board, hits = referee.Game(), Board(), 0
    while len(game.played) < 12:
        result = await engine.play(board, Limit(time=0.05), game="ponder", ponder=True)
        game.push(result.move)
        board.push(result.move)
        await asyncio.sleep(0.02)
        replies = pyffish.legal_moves("xiangqi", game.fen, game.played)
        expects = len(game.played) % 4 == 1
        reply = result.ponder if expects and result.ponder else next(move for move in replies if move != result.ponder)
        hits += reply == result.ponder
        game.push(reply)
        board.push(Move(reply))
    await engine.ping()
    check(hits >= 2 and log.count("ponderhit") == hits, f"{log.count('ponderhit')} ponder hits, {hits} expected")
    return f"{hits} ponder hits"


async def against_another(engine, program):
    """The engine is Red against Fairy-Stockfish, through one client."""
    _, other = await chess.engine.popen_uci(shutil.which("fairy-stockfish", path="/usr/games:/usr/bin:/usr/local/bin"))
    game = referee.Game()
    while len(game.played) < referee.PLIES:
        mover = other if len(game.played) % 2 else engine
        result = await mover.play(Board(game.fen, game.moves()), Limit(nodes=3000), game="match")
        game.push(result.move)
    await other.quit()
    return f"{referee.PLIES} plies against {other.id['name']}"


async def talk(program):
    log = Log()
    _, engine = await asyncio.wait_for(chess.engine.popen_uci(program), SECONDS)
    await engine.ping()
    await engine.configure({"Hash": 16, "UCI_ShowWDL": True})
    with await engine.analysis(Board(), multipv=2) as analysis:
        async for info in analysis:
            if info.get("multipv") == 2 and info["depth"] >= 6:
                break
    best = await analysis.wait()
    check(best.move in pyffish.legal_moves("xiangqi", referee.START, []), best)
    check(sum(analysis.multipv[1]["wdl"].relative) == 1000, analysis.multipv)
    mate = await engine.analyse(Board(referee.MATE_IN_2), Limit(mate=2))
    check(mate["score"].relative.mate() == 2, mate)
    pondered = await ponder_game(engine, log)
    played = await against_another(engine, program)
    await engine.quit()
    check(engine.returncode.result() == 0, engine.returncode)
    check(not log.complaints, log.complaints)
    return f"ping, analysis with MultiPV 2 stopped, WDL, mate 2, {pondered}, {played}"


def asynchronous(program):
    return asyncio.run(asyncio.wait_for(talk(program), 2 * SECONDS))
