# SPDX-License-Identifier: MIT OR Apache-2.0
"""Judges a repetition by several rules and tells why: `judge_repetition.py FEN MOVE...`."""

import argparse

import chuhe


def main(fen: str, moves: list[str]) -> None:
    board = chuhe.Board(fen, moves)
    verdict = board.verdict()
    for line in verdict.lines():
        print(line)
    for rules in ("asian", "chinese", "computer", "check-ban", "always-draw"):
        print(f"{rules:12} {board.verdict(rules).name}")
    print(verdict.reason("zh"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("fen")
    parser.add_argument("moves", nargs="+")
    main(**vars(parser.parse_args()))
