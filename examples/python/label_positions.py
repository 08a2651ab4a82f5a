# SPDX-License-Identifier: MIT OR Apache-2.0
"""Labels the positions of games with scores and network features, to learn from: `label_positions.py GAMES OUTPUT.npz`.
Needs numpy."""

import argparse

import chuhe
import numpy


def main(games: str, output: str) -> None:
    boards = [
        node.board()
        for game in chuhe.read_games(games, skip_errors=True)
        for node in game.mainline()
    ]
    quiet = [board for board in boards if not board.is_check() and not board.is_game_over()]
    results = chuhe.analyse_many(quiet, nodes=2000)
    scores = [chances(answer["wdl"]) for answer in results]
    numpy.savez_compressed(output, features=numpy.asarray(chuhe.features(quiet)), scores=numpy.array(scores, "f4"))
    print(f"{len(quiet)} of {len(boards)} positions labelled")


def chances(wdl: list[int]) -> float:
    """The expected result of the side to move, from 0 to 1."""
    win, draw, _ = wdl
    return (win + draw / 2) / 1000


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("games")
    parser.add_argument("output")
    main(**vars(parser.parse_args()))
