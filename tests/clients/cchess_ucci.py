#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Plays an engine against itself through the UCCI client of the Python package `cchess`.

Usage: cchess_ucci.py ENGINE [PLIES]

The client starts ENGINE, does the handshake and asks for each move; the package's own board checks that the move is
legal. Exit status: 0 if all moves were legal, 1 if not or if the engine did not answer, 2 if the package is missing.
"""

import sys
import time
from pathlib import Path

try:
    from cchess import ChessBoard, iccs2pos
    from cchess.engine import UcciEngine
except ImportError:
    print("cchess_ucci.py: the Python package cchess is missing: pip install cchess", file=sys.stderr)
    sys.exit(2)

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
SECONDS_A_MOVE = 20
# The client reads one line of the handshake in 0.2 seconds.
SECONDS_TO_START = 30


def fail(text):
    print(f"cchess_ucci.py: {text}", file=sys.stderr)
    sys.exit(1)


def answer(engine):
    """The engine's next move, or None if it says that it has none."""
    deadline = time.monotonic() + SECONDS_A_MOVE
    while time.monotonic() < deadline:
        action = engine.get_action()
        if action is None:
            time.sleep(0.01)
        elif action["action"] == "bestmove":
            return action["move"]
        elif action["action"] == "dead":
            return None
    fail(f"no answer within {SECONDS_A_MOVE} s")


def is_legal(board, move):
    from_point, to_point = iccs2pos(move)
    return board.is_valid_move(from_point, to_point) and not board.is_checked_move(from_point, to_point)


def play(engine, plies):
    board = ChessBoard(START)
    moves = []
    while len(moves) < plies and not board.no_moves():
        fen = board.to_full_fen()
        engine.go_from(fen, {"depth": 6})
        move = answer(engine)
        if move is None or not is_legal(board, move):
            fail(f"{move or 'no move'} in {fen}")
        board.move_iccs(move)
        board.next_turn()
        moves.append(move)
    return moves


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    plies = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    engine = UcciEngine()
    if not engine.load(str(Path(sys.argv[1]).resolve())) or not engine.wait_for_ready(SECONDS_TO_START):
        fail(f"no ucciok within {SECONDS_TO_START} s")
    moves = play(engine, plies)
    engine.quit()
    print(f"{engine.ids.get('name', 'nameless')}: {len(moves)} legal moves: {' '.join(moves)}")


main()
