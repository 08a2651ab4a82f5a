#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Compares the package with two others, pyffish and cchess, in one run: legal moves, perft, and game files; and its perft with
that of the program of the wheel.

Each has the same job on the same positions, from FEN to a list of legal moves, and the answers are compared before the
times. A package that is not installed is left out. The targets are asserted: as many legal moves as five of pyffish and a
hundred of cchess, and at least half of the program's perft.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import random
import subprocess
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chuhe


def package(name: str) -> Any:
    """The package; None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


pyffish, cchess = package("pyffish"), package("cchess")

POSITIONS = Path(__file__).parents[3] / "positions"
PROGRAM = Path(sysconfig.get_path("scripts")) / "chuhe"
REPEATS = 200


def sample(count: int) -> list[str]:
    """Positions of random games."""
    rng, board = random.Random(1), chuhe.Board()
    fens: list[str] = []
    while len(fens) < count:
        moves = board.legal_moves
        if not moves or board.ply() > 120:
            board = chuhe.Board()
            continue
        board.push(rng.choice(moves))
        if board.legal_moves:
            fens.append(board.fen())
    return fens


def chuhe_moves(fen: str) -> list[Any]:
    return chuhe.Board(fen).legal_moves


def pyffish_moves(fen: str) -> list[str]:
    moves: list[str] = pyffish.legal_moves("xiangqi", fen, [])
    return moves


def cchess_moves(fen: str) -> list[Any]:
    board = cchess.ChessBoard(fen)
    return [move for move in board.create_moves() if not board.is_checked_move(*move)]


def from_zero(move: str) -> str:
    """pyffish counts ranks from 1."""
    files, rest = move[0], move[1:]
    cut = next(index for index, letter in enumerate(rest) if letter.isalpha())
    return f"{files}{int(rest[:cut]) - 1}{rest[cut]}{int(rest[cut + 1 :]) - 1}"


def processor_time() -> float:
    """The processor time of this process and of the programs that it has run."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def timed(job: Callable[[], int]) -> tuple[int, float]:
    """The number of items, and the items per second of processor time, of the best of three runs."""
    count, best = 0, 0.0
    for _ in range(3):
        start = processor_time()
        count = job()
        best = max(best, count / (processor_time() - start))
    return count, best


def show(name: str, rates: dict[str, float], unit: str) -> None:
    ours = next(iter(rates.values()))
    for package, rate in rates.items():
        print(f"{name:14} {package:10} {rate:14,.0f} {unit}{'' if rate == ours else f'   1 / {ours / rate:,.1f}'}")


def compare_moves(fens: list[str]) -> None:
    if pyffish:
        for fen in fens[:200]:
            assert {str(move) for move in chuhe_moves(fen)} == {from_zero(move) for move in pyffish_moves(fen)}, fen
    if cchess:
        for fen in fens[:200]:
            theirs = {chuhe.square_name(9 * a[1] + a[0]) + chuhe.square_name(9 * b[1] + b[0]) for a, b in cchess_moves(fen)}
            assert {str(move) for move in chuhe_moves(fen)} == theirs, fen
    readers = {"chuhe": (chuhe_moves, fens)}
    if pyffish:
        readers["pyffish"] = (pyffish_moves, fens[:200])
    if cchess:
        readers["cchess"] = (cchess_moves, fens[:200])
    rates = {name: timed(lambda: sum(len(moves(fen)) for fen in some))[1] for name, (moves, some) in readers.items()}
    show("legal moves", rates, "moves/s")
    for name, target in (("pyffish", 5), ("cchess", 100)):
        assert rates["chuhe"] >= target * rates.get(name, 0), f"less than {target} times {name}"
    boards = [chuhe.Board(fen) for fen in fens]
    show("from boards", {"chuhe": timed(lambda: sum(len(board.legal_moves) for board in boards))[1]}, "moves/s")


def compare_perft() -> None:
    def pyffish_perft(moves: list[str], depth: int) -> int:
        legal: list[str] = pyffish.legal_moves("xiangqi", pyffish.start_fen("xiangqi"), moves)
        return len(legal) if depth == 1 else sum(pyffish_perft([*moves, move], depth - 1) for move in legal)

    def cchess_perft(board: Any, depth: int) -> int:
        count = 0
        for move in [move for move in board.create_moves() if not board.is_checked_move(*move)]:
            after = board.copy()
            after.move(*move)
            after.next_turn()
            count += 1 if depth == 1 else cchess_perft(after, depth - 1)
        return count

    def python_perft(board: chuhe.Board, depth: int) -> int:
        if depth == 1:
            return board.count_legal_moves()
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += python_perft(board, depth - 1)
            board.pop()
        return count

    leaves, rate = timed(lambda: chuhe.perft(chuhe.Board(), 4))
    assert leaves == python_perft(chuhe.Board(), 4) == 3_290_240
    rates = {"chuhe": rate, "(loop)": timed(lambda: python_perft(chuhe.Board(), 4))[1]}
    if pyffish:
        count, rates["pyffish"] = timed(lambda: pyffish_perft([], 3))
        assert count == 79_666
    if cchess:
        count, rates["cchess"] = timed(lambda: cchess_perft(cchess.ChessBoard(cchess.FULL_INIT_FEN), 2))
        assert count == 1920
    show("perft", rates, "leaves/s")


def compare_with_the_program() -> None:
    def program_perft() -> int:
        done = subprocess.run([PROGRAM, "perft", "5", "--json"], check=True, capture_output=True)
        return int(json.loads(done.stdout)["nodes"])

    leaves, ours = timed(lambda: chuhe.perft(chuhe.Board(), 5))
    count, program = timed(program_perft)
    assert leaves == count == 133_312_995
    show("perft 5", {"chuhe": ours, "program": program}, "leaves/s")
    assert ours >= program / 2, "less than half as fast as the program"


def our_games(path: Path) -> list[list[str]]:
    return [[move.iccs() for move in game.mainline_moves()] for game in chuhe.read_games(path, skip_errors=True)]


def cchess_games(path: Path) -> list[list[str]]:
    if path.suffix == ".cbl":
        games = cchess.Game.read_from_lib(str(path))["games"]
    else:
        games = [cchess.Game.read_from(str(path))]
    lines = []
    for game in games:
        move, moves = game.first_move, []
        while move:
            moves.append(move.to_iccs())
            move = move.next_move
        lines.append(moves)
    return lines


def is_read_alike(path: Path) -> bool:
    """True if cchess finds the same games."""
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
        try:
            return cchess_games(path) == our_games(path)
        except Exception:  # of any kind, for what it does not know
            return False


def compare_games() -> None:
    """Reads a folder of samples 200 times: all of them, and those that cchess reads, too, with the same moves."""
    files = [path for path in sorted((POSITIONS / "notation").glob("*/*")) if path.suffix in chuhe.SUFFIXES]

    def read(games: Callable[[Path], list[list[str]]], files: list[Path]) -> float:
        return timed(lambda: sum(len(games(path)) for _ in range(REPEATS) for path in files))[1]

    show(f"{len(files)} files", {"chuhe": read(our_games, files)}, "games/s")
    if cchess:
        alike = [path for path in files if is_read_alike(path)]
        rates = {"chuhe": read(our_games, alike), "cchess": read(cchess_games, alike)}
        show(f"{len(alike)} of them", rates, "games/s")


if __name__ == "__main__":
    compare_moves(sample(2000))
    compare_perft()
    compare_with_the_program()
    compare_games()
