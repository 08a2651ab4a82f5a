# SPDX-License-Identifier: MIT OR Apache-2.0
"""Scores all positions of the game files in a folder on a Ray cluster, with the Python package in place of JSON lines.

    python ray_positions.py FOLDER scores.csv [--address auto] [--nodes 1000]

The package is on every node, and the folder is one that they share. A file is a task; Ray repeats those whose worker
or node dies. At fixed nodes, the scores do not depend on who found them.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import chuhe
import ray

Row = tuple[str, int, str, str, int]
WIN = 30_000


@ray.remote(num_cpus=1, max_retries=-1)
def score(path: str, nodes: int) -> list[Row]:
    """Returns the positions of a file: file, number of the game, FEN, best move and score in centipawns."""
    rows: list[Row] = []
    for number, game in enumerate(chuhe.read_games(path, skip_errors=True), 1):
        engine = chuhe.Engine(hash_mb=4)
        for board in [game.board(), *(node.board() for node in game.mainline())]:
            result = engine.search(board, nodes=nodes)
            rows.append((path, number, board.fen(), str(result.best_move or "-"), result.score.number(WIN)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("scores", type=Path)
    parser.add_argument("--address", help="the cluster; without it, one on this machine")
    parser.add_argument("--cpus", type=int, help="cores of the cluster on this machine")
    parser.add_argument("--nodes", type=int, default=1000)
    args = parser.parse_args()
    ray.init(address=args.address, num_cpus=args.cpus, log_to_driver=False)
    files = sorted(str(path) for path in args.folder.rglob("*") if path.suffix.lower() in chuhe.SUFFIXES)
    tasks = [score.remote(path, args.nodes) for path in files]
    with args.scores.open("w", newline="", encoding="utf-8") as output:
        table = csv.writer(output)
        table.writerow(("file", "game", "fen", "best", "score"))
        for task in tasks:
            rows = ray.get(task)
            table.writerows(rows)


if __name__ == "__main__":
    main()
