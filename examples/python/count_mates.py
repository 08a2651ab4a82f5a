# SPDX-License-Identifier: MIT OR Apache-2.0
"""Counts how the games in a folder end on the board: `count_mates.py FOLDER`. Files of all formats are read."""

import argparse
from collections import Counter
from pathlib import Path

import chuhe


def main(folder: str) -> None:
    endings: Counter[str] = Counter()
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix.lower() in chuhe.SUFFIXES:
            for game in chuhe.read_games(path, skip_errors=True):
                outcome = game.end().board().outcome()
                endings[outcome.termination if outcome else "not over"] += 1
    for ending, count in endings.most_common():
        print(f"{count:6} {ending}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("folder")
    main(**vars(parser.parse_args()))
