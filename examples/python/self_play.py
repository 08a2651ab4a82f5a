# SPDX-License-Identifier: MIT OR Apache-2.0
"""Lets two levels play a game and prints it as PGN: `self_play.py RED BLACK [SEED]`, levels from 0 to 20."""

import argparse

import chuhe


def main(red: int, black: int, seed: int) -> None:
    engines = {
        chuhe.RED: chuhe.Engine(hash_mb=4, level=red, seed=seed),
        chuhe.BLACK: chuhe.Engine(hash_mb=4, level=black, seed=seed),
    }
    board = chuhe.Board()
    while not board.is_game_over():
        move = engines[board.turn].search(board, nodes=10_000).best_move
        assert move, "the game is not over"
        board.push(move)
    outcome = board.outcome()
    assert outcome
    game = chuhe.Game.from_board(board)
    game.headers.update(Red=f"level {red}", Black=f"level {black}", Termination=str(outcome))
    game.result = outcome.result()
    print(game.pgn("chinese"), end="")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("red", type=int)
    parser.add_argument("black", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    main(**vars(parser.parse_args()))
