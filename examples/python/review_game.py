# SPDX-License-Identifier: MIT OR Apache-2.0
"""Scores every position of a game and plots Red's chances: `review_game.py GAME PICTURE`. Needs matplotlib for the picture;
without it, the scores are printed only."""

import sys

import chuhe


def main(path: str, picture: str) -> None:
    game = next(chuhe.read_games(path))
    boards = [node.board() for node in game.mainline()]
    chances = []
    for board, answer in zip(boards, chuhe.analyse_many(boards, nodes=5000)):
        win, draw, _ = answer["wdl"]
        expected = (win + draw / 2) / 1000
        chances.append(expected if board.turn else 1 - expected)
        before = board.copy()
        move = before.pop()
        print(f"{board.ply():3} {move.chinese(before)} {chances[-1]:4.0%}")
    try:
        from matplotlib import pyplot
    except ImportError:
        return
    pyplot.plot(range(1, len(chances) + 1), chances)
    pyplot.ylim(0, 1)
    pyplot.xlabel("ply")
    pyplot.ylabel("Red's expected result")
    pyplot.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
