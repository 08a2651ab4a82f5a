# SPDX-License-Identifier: MIT OR Apache-2.0
"""Python packages that start an engine by code of their own: cchess, pikafish-terminal, fairyfishnet, stockfish."""

import configparser
import time

import pyffish

from . import referee
from .referee import check

SECONDS = 20


def cchess_client(engine, program):
    """Asks for moves by an engine class of cchess, whose own board checks them too."""
    from cchess import ChessBoard, iccs2pos

    check(engine.load(program) and engine.wait_for_ready(SECONDS), "the handshake does not end")
    check(engine.ids["name"].startswith("chuhe"), engine.ids)
    scores = 0

    def answer():
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            action = engine.get_action()
            if action is None:
                time.sleep(0.001)
            elif action["action"] in ("bestmove", "dead"):
                return action
        raise referee.Foul(f"no answer within {SECONDS} s")

    def choose(game):
        nonlocal scores
        fen = game.now()
        engine.go_from(fen, {"depth": 6})
        action = answer()
        if action["action"] == "dead":
            return None
        board = ChessBoard(fen)
        move = iccs2pos(action["move"])
        check(board.is_valid_move(*move) and not board.is_checked_move(*move), f"cchess refuses {action['move']} in {fen}")
        scores += "score" in action or "mate" in action
        return action["move"]

    played = referee.play(choose, lowest=0)
    check(scores >= referee.PLIES, f"{scores} scores")
    engine.quit()
    return f"{played}, {scores} scores"


def cchess_ucci(program):
    from cchess.engine import UcciEngine

    return cchess_client(UcciEngine(), program)


def cchess_uci(program):
    from cchess.engine import UciEngine

    return cchess_client(UciEngine(), program)


def pikafish_terminal(program):
    from pikafish_terminal import PikafishEngine, create_custom_difficulty, get_config

    for key, milliseconds in [("hints.time_limit_ms", 300), ("scoring.time_limit_ms", 200)]:
        section, name = key.split(".")
        get_config()._config[section][name] = milliseconds
    engine = PikafishEngine(program, create_custom_difficulty(4, uci_options={"Threads": 1, "Hash": 16}))
    engine.new_game()
    check(engine.is_move_legal(referee.START, [], "h2e2"), "h2e2 is refused")
    check(not engine.is_move_legal(referee.START, ["h2e2"], "e2e6"), "e2e6 is Red's")
    hints = engine.get_candidate_moves(referee.START, ["h2e2"], 3)
    check(len(hints) == 3, hints)
    ahead = engine.get_position_evaluation("4k4/9/9/9/9/9/9/4B4/3R1R3/4K4 w - - 0 1", [])
    check(ahead > 300, f"two rooks are worth {ahead}")

    def choose(game):
        move = engine.best_move(game.fen, game.moves())
        return None if move == "(none)" else move

    played = referee.play(choose, lowest=0)
    engine.quit()
    return f"legal moves by perft, {len(hints)} hints, score, {played}"


def fairyfishnet(program):
    """Its configuration takes engines alone that announce all variants of PyChess, so the worker is handed this one."""
    from fairyfishnet import worker as package

    package.get_stockfish_command = lambda *_: program
    settings = configparser.ConfigParser()
    settings["Fishnet"] = {"EngineDir": ".", "Key": "anonymous"}
    worker = package.Worker(settings, threads=1, memory=16, progress_reporter=None)

    def job(game, **work):
        return {"work": {"id": "job", **work}, "variant": "xiangqi", "position": game.fen, "moves": " ".join(game.moves())}

    def choose(game):
        # Quick moves, and the strongest level for the mate.
        worker.job = job(game, type="move", level=4 if game.fen == referee.START else 8)
        path, result = worker.work()
        check(path == "move/job" and result["move"]["fen"] == game.now(), result)
        return result["move"]["bestmove"]

    worker.start_stockfish()
    check(worker.stockfish_info["name"].startswith("chuhe"), worker.stockfish_info)
    played = referee.play(choose)
    game = referee.Game()
    for move in ["h3e3", "h10g8", "h1g3"]:
        game.push(move)
    worker.job = job(game, type="analysis") | {"nodes": 3000}
    rows = worker.work()[1]["analysis"]
    check(len(rows) == 4 and all({"score", "pv", "depth", "nodes"} <= row.keys() for row in rows), rows)
    for count, row in enumerate(rows):
        replies = pyffish.legal_moves("xiangqi", game.fen, game.played[:count])
        check(row["pv"].split()[0] in replies and row["bestmove"] in replies, row)
    worker.stop()
    return f"worker's jobs: {played}, 4 positions analysed"


def stockfish(program):
    """The package knows FENs and squares of 8 by 8 alone and looks at them when it starts: without that check, and with
    moves in lists, the rest of it works."""
    from stockfish import Stockfish

    Stockfish._is_fen_syntax_valid = staticmethod(lambda fen: True)
    engine = Stockfish(program, depth=6, parameters={"Hash": 16, "Threads": 1})
    check(engine.get_fen_position() == referee.START, engine.get_fen_position())
    top = engine.get_top_moves(3)
    check(len(top) == 3, top)
    check(engine.get_wdl_stats() is not None and sum(engine.get_wdl_stats()) == 1000, engine.get_wdl_stats())
    engine.set_fen_position(referee.MATE_IN_3)
    check(engine.get_evaluation() == {"type": "mate", "value": 3}, engine.get_evaluation())

    def choose(game):
        engine.set_fen_position(game.now())
        return engine.get_best_move_time(20)

    played = referee.play(choose, lowest=0)
    engine.send_quit_command()
    return f"3 top moves, WDL, mate 3, {played}"
