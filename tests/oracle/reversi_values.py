#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Compares the values of `chuhe lab compare --game reversi` with an independent program.

The program is Bai's (2007): equations 2 and 3, and his minimax and negamax as plain as that, on a board of 64 characters. Only the
weights of the squares are the laboratory's, since the paper does not list its own.

    tests/oracle/reversi_values.py target/release/chuhe [positions] [depth]
"""

import random
import subprocess
import sys
import tempfile

ROW = [[100, -20, 10, 5], [-20, -50, -5, -5], [10, -5, 0, -2], [5, -5, -2, -3]]
WEIGHT = [ROW[min(y, 7 - y)][min(x, 7 - x)] for y in range(8) for x in range(8)]
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
RAYS = [[[8 * (y + n * dy) + x + n * dx for n in range(1, 8) if 0 <= x + n * dx < 8 and 0 <= y + n * dy < 8]
         for dx, dy in DIRECTIONS] for y in range(8) for x in range(8)]
NAMES = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]


def flips(board, side, square):
    if board[square]:
        return []
    turned = []
    for ray in RAYS[square]:
        for number, other in enumerate(ray):
            if board[other] != -side:
                turned += ray[:number] if board[other] == side else []
                break
    return turned


def moves(board, side):
    return [square for square in range(64) if flips(board, side, square)]


def play(board, side, square):
    after = list(board)
    for other in [square, *flips(board, side, square)]:
        after[other] = side
    return after


passes = [0]


def evaluate(board, mine):
    return sum(w * mine * disc for w, disc in zip(WEIGHT, board)) + len(moves(board, mine))


def minimax(board, side, depth, mine):
    choices = moves(board, side) if depth else []
    if not choices and depth and moves(board, -side):
        passes[0] += 1
        return minimax(board, -side, depth, mine)
    if not choices:
        return evaluate(board, mine)
    return (max if side == mine else min)(minimax(play(board, side, to), -side, depth - 1, mine) for to in choices)


def negamax(board, side, depth, mine):
    choices = moves(board, side) if depth else []
    if not choices:
        sign = 1 if side == mine else -1
        return -negamax(board, -side, depth, mine) if depth and moves(board, -side) else sign * evaluate(board, mine)
    return max(-negamax(play(board, side, to), -side, depth - 1, mine) for to in choices)


def position(rng, plies):
    """A random game of so many moves, as text, board and side to move; none if it ends before."""
    board, side, text = [0] * 64, 1, []
    for square, disc in ((28, 1), (35, 1), (27, -1), (36, -1)):
        board[square] = disc
    for _ in range(plies):
        choices = moves(board, side)
        if not choices:
            side, choices = -side, moves(board, -side)
            text.append("pass")
        if not choices:
            return None
        square = rng.choice(choices)
        board, side = play(board, side, square), -side
        text.append(NAMES[square])
    return (" ".join(text), board, side) if moves(board, side) or moves(board, -side) else None


def engine_values(binary, text, deepest):
    """Returns the values of one position by algorithm and depth, from the tables that are printed."""
    values = {}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text + "\n")
        file.flush()
        for depth in range(1, deepest + 1):
            command = [binary, "lab", "compare", "--game", "reversi", "--algorithms", "minimax,negamax", "--depth", str(depth),
                       "--positions", file.name]
            table = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
            rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
            heads = next(row for row in rows if "value" in row)
            for row in rows:
                cells = dict(zip(heads, row))
                if cells["algorithm"] in ("minimax", "negamax") and len(row) == len(heads):
                    values[cells["algorithm"], depth] = int(cells["value"])
    return values


def main():
    binary = sys.argv[1]
    count, deepest = (int(word) for word in (sys.argv[2:] + ["200", "4"][len(sys.argv) - 2:])[:2])
    rng, done = random.Random(1), 0
    while done < count:
        found = position(rng, 1 + rng.randrange(58))
        if not found:
            continue
        text, board, side = found
        values = engine_values(binary, text, deepest)
        for depth in range(1, deepest + 1):
            for name, search in (("minimax", minimax), ("negamax", negamax)):
                expected = search(board, side, depth, side)
                if values[name, depth] != expected:
                    sys.exit(f"{text}: {name} {depth} plies deep: {values[name, depth]}, expected {expected}")
        done += 1
    print(f"{count} positions ({passes[0]} passes in their trees), depths 1 to {deepest}: all values equal")


if __name__ == "__main__":
    main()
