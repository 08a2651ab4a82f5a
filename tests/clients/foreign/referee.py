# SPDX-License-Identifier: MIT OR Apache-2.0
"""Games under the eyes of pyffish, the rules of Fairy-Stockfish: it finds every move legal, and the end as well."""

import re

import pyffish

START = pyffish.start_fen("xiangqi")
# Red mates in three moves, and Black in two.
MATE_IN_3 = "2ba5/4k4/b2a5/R3r4/2R6/N2r5/9/9/9/4K4 w - - 0 1"
MATE_IN_2 = "9/9/5k3/9/9/9/3n5/9/3KA4/r8 b - - 0 1"
PLIES = 40


class Foul(Exception):
    """What a client or the engine did against the rules, or against what was agreed."""


def check(is_right, text):
    if not is_right:
        raise Foul(text)


def renumber(move, difference):
    """The move with its ranks counted from another number."""
    return re.sub(r"\d+", lambda rank: str(int(rank.group()) + difference), move)


class Game:
    """The moves since a position. `lowest` is the number that the client gives to the lowest rank."""

    def __init__(self, fen=START, lowest=1):
        self.fen, self.lowest, self.played = fen, lowest, []

    def moves(self):
        return [renumber(move, self.lowest - 1) for move in self.played]

    def now(self):
        return pyffish.get_fen("xiangqi", self.fen, self.played)

    def push(self, move):
        own = renumber(move, 1 - self.lowest)
        check(own in pyffish.legal_moves("xiangqi", self.fen, self.played), f"{move} in {self.now()}")
        self.played.append(own)

    def result(self):
        """The result by the rules, or `*`."""
        is_over, value = pyffish.is_immediate_game_end("xiangqi", self.fen, self.played)
        if not is_over:
            is_over, value = pyffish.is_optional_game_end("xiangqi", self.fen, self.played)
        if not is_over and not pyffish.legal_moves("xiangqi", self.fen, self.played):
            is_over, value = True, pyffish.game_result("xiangqi", self.fen, self.played)
        if not is_over or value == 0:
            return "1/2-1/2" if is_over else "*"
        is_red = self.now().split()[1] == "w"
        return "1-0" if (value > 0) == is_red else "0-1"


def play(choose, lowest=1):
    """Plays 40 plies from the start, and a mate in three from both sides to its end. `choose` gets the game and gives
    the client's move, or None if the client is told that there is none."""
    game = Game(START, lowest)
    while len(game.played) < PLIES:
        game.push(choose(game))
    mate = Game(MATE_IN_3, lowest)
    while (move := choose(mate)) is not None:
        mate.push(move)
        check(len(mate.played) <= 5, f"mate in 3 is missed: {' '.join(mate.moves())}")
    check(mate.result() == "1-0", f"no move in {mate.now()}, result {mate.result()}")
    return f"{PLIES} plies, a mate in 3 played out"
