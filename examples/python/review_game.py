# SPDX-License-Identifier: MIT OR Apache-2.0
"""Scores every position of a game and plots Red's chances: `review_game.py GAME PICTURE`. Needs matplotlib for the picture;
without it, the scores are printed only."""

import argparse
import sys

import chuhe


def main(game: str, picture: str) -> None:
    record = next(chuhe.read_games(game))
    boards = [record.board(), *(node.board() for node in record.mainline())]
    chances = [red_chances(board, answer) for board, answer in zip(boards, chuhe.analyse_many(boards, nodes=5000))]
    for before, board, chance in zip(boards, boards[1:], chances[1:]):
        print(f"{board.ply():3} {board.peek().chinese(before)} {chance:4.0%}")
    try:
        plot(record, chances, picture)
    except ImportError as error:
        print(f"no picture: {error}", file=sys.stderr)


def red_chances(board: chuhe.Board, answer: dict[str, list[int]]) -> float:
    """Red's expected result, from 0 to 1."""
    win, draw, _ = answer["wdl"]
    expected = (win + draw / 2) / 1000
    return expected if board.turn == chuhe.RED else 1 - expected


def plot(game: chuhe.Game, chances: list[float], picture: str) -> None:
    from matplotlib import font_manager, pyplot, ticker

    # The names of the players need a Chinese font.
    chinese = ["Noto Sans CJK JP", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "Hiragino Sans GB"]
    installed = {font.name for font in font_manager.fontManager.ttflist}
    pyplot.rcParams["font.family"] = [*(name for name in chinese if name in installed), "sans-serif"]

    figure, axes = pyplot.subplots(figsize=(9, 3.5), layout="constrained")
    moves = [ply / 2 for ply in range(len(chances))]
    axes.fill_between(moves, chances, 0.5, where=[chance >= 0.5 for chance in chances], interpolate=True, color="#c0392b55")
    axes.fill_between(moves, chances, 0.5, where=[chance <= 0.5 for chance in chances], interpolate=True, color="#33333355")
    axes.plot(moves, chances, color="#222222", linewidth=1.2)
    axes.axhline(0.5, color="#888888", linewidth=0.8)
    axes.set(xlim=(0, moves[-1]), ylim=(0, 1), xlabel="moves played", ylabel="Red's expected result")
    axes.yaxis.set_major_formatter(ticker.PercentFormatter(1))
    axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    axes.set_title(f"{game.headers.get('Red', 'Red')} – {game.headers.get('Black', 'Black')}  {game.result}")
    figure.savefig(picture, dpi=150)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("game")
    parser.add_argument("picture")
    main(**vars(parser.parse_args()))
