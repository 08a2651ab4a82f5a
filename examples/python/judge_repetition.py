# SPDX-License-Identifier: MIT OR Apache-2.0
"""Judges a repetition by several rules and tells why: `judge_repetition.py FEN MOVE...`."""

import sys

import chuhe


def main(fen: str, *moves: str) -> None:
    board = chuhe.Board(fen, moves)
    verdict = board.verdict()
    for line in verdict.lines():
        print(line)
    for rules in ("asian", "chinese", "computer", "check-ban", "always-draw"):
        print(f"{rules:12} {board.verdict(rules).name}")
    print(verdict.reason("zh"))


if __name__ == "__main__":
    main(*sys.argv[1:])
