#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads games written by `chuhe convert` with the Python package `cchess`.

Usage: cchess_pgn.py ENGINE [GAMES]

Random games are played on the package's own board, converted by ENGINE and read back by the package, which must find
the same moves. It does not read comments, WXF or traditional characters. Exit status: 0 if the moves agree, 1 if not,
2 if the package is missing.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from cchess import FULL_INIT_FEN, ChessBoard, Game
except ImportError:
    print("cchess_pgn.py: the Python package cchess is missing: pip install cchess", file=sys.stderr)
    sys.exit(2)

PLIES = 80


def has_tandem_pieces(board):
    """The package finds tandem pawns only if the side has no others, and confuses two advisors or elephants."""
    return any(len(board.get_fenchs_x(x, piece)) > 1 for x in range(9) for piece in "PpAaBb")


def random_game(rng):
    """Random moves in coordinates."""
    board = ChessBoard(FULL_INIT_FEN)
    moves = []
    while len(moves) < PLIES and not board.no_moves() and not has_tandem_pieces(board):
        legal = [move for move in board.create_moves() if not board.is_checked_move(*move)]
        start, end = rng.choice(legal)
        moves.append(board.move(start, end).to_iccs())
        board.next_turn()
    return moves


def read_back(engine, moves, notation, folder):
    """The moves that the package finds in the converted game."""
    played, converted = folder / "played.pgn", folder / "converted.pgn"
    played.write_text(f'[Red "a"]\n\n{" ".join(moves)} *\n', encoding="utf-8")
    words = [engine, "convert", "--to", notation, "--games", played, "--out", converted]
    subprocess.run(words, check=True)
    game = Game.read_from(str(converted))
    return game.dump_iccs_moves()[0]


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(games):
            moves = random_game(rng)
            for notation in ["iccs", "chinese"]:
                found = read_back(sys.argv[1], moves, notation, Path(folder))
                if found != moves:
                    print(f"cchess_pgn.py: {notation}: {moves} was read as {found}", file=sys.stderr)
                    sys.exit(1)
    print(f"{games} games in coordinates and in Chinese: the same moves")


main()
