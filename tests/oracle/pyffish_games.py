#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Replays the games of a match with Fairy-Stockfish's rules, through its Python module.

Not part of the test suite: it needs `pip install pyffish` and a log of `chuhe match --log FILE`.

    tests/oracle/pyffish_games.py games.jsonl ...

Every move must be legal, no game may have been over before its last move, and its end must be the one in the log. Verdicts
on repetitions on which the two programs differ are counted separately: they are known to read some of the rules
differently. The script also recounts the result of each pairing. Exit status 1 means any other difference.
"""

import argparse
import collections
import json
import re
import sys

import pyffish

VARIANT = "xiangqi_unlimited"
BY_REPETITION = {"perpetual check", "perpetual chase", "repetition"}
NOT_BY_RULE = {
    "resignation", "agreement", "hopeless score", "level score", "mate found", "length", "time", "crash", "no answer",
    "no handshake", "cannot start", "illegal move",
}
# No move limit: Fairy-Stockfish's own count does not discount checks.
pyffish.load_variant_config(f"[{VARIANT}:xiangqi]\nnMoveRule = 0\n")


def rank_one(move):
    """Converts h2e2 to Fairy-Stockfish's form: h3e3."""
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), move)


def result(winner):
    return {None: "1/2-1/2", "w": "1-0", "b": "0-1"}[winner]


def verdict(fen, moves):
    """Returns the outcome by Fairy-Stockfish's rules, (result, reason), or None while the game goes on."""
    side = pyffish.get_fen(VARIANT, fen, moves).split()[1]
    other = "b" if side == "w" else "w"
    if not pyffish.legal_moves(VARIANT, fen, moves):
        return result(other), "checkmate" if pyffish.gives_check(VARIANT, fen, moves) else "stalemate"
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, moves)
    if ended:
        return result(None if value == 0 else side if value > 0 else other), "repetition"
    if all(pyffish.has_insufficient_material(VARIANT, fen, moves)):
        return result(None), "insufficient material"
    return None


def replay(game):
    """Returns the kind of difference in a game (same, repetition or error) and its description."""
    fen, moves = game["fen"], []
    for number, move in enumerate(game["opening"] + game["moves"], 1):
        if (early := verdict(fen, moves)) is not None:
            if early[1] == "repetition":
                return "repetition", f"over at ply {number - 1}: {early[0]}"
            return "error", f"over at ply {number - 1}: {early}"
        move = rank_one(move)
        if move not in pyffish.legal_moves(VARIANT, fen, moves):
            return "error", f"illegal move {move} at ply {number}"
        moves.append(move)
    if pyffish.get_fen(VARIANT, fen, moves).split()[:2] != game["final"].split()[:2]:
        return "error", "another last position"
    end, reason = verdict(fen, moves), game["reason"]
    if reason in NOT_BY_RULE or reason == "no capture for too long":
        return ("error", f"over: {end}") if end and end[1] != "repetition" else ("same", "")
    if reason in BY_REPETITION:
        same = end is not None and end[0] == game["result"] and end[1] == "repetition"
        return ("same", "") if same else ("repetition", f"{reason} {game['result']} against {end}")
    return ("same", "") if end == (game["result"], reason) else ("error", f"{reason} against {end}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("logs", nargs="+")
    args = parser.parse_args()
    games = [json.loads(line) for path in args.logs for line in open(path, encoding="utf-8")]
    found = collections.Counter()
    points = collections.defaultdict(collections.Counter)
    for game in games:
        kind, detail = replay(game)
        found[kind] += 1
        if kind != "same":
            print(f"game {game['game']}: {detail}")
        pairing = tuple(sorted((game["red"], game["black"])))
        winner = {"1-0": game["red"], "0-1": game["black"]}.get(game["result"], "drawn")
        points[pairing][winner] += 1
    print(f"{len(games)} games: {found['same']} alike, {found['repetition']} repetitions judged differently, "
          f"{found['error']} errors")
    for (one, other), count in points.items():
        print(f"{one} against {other}: {count[one]}-{count['drawn']}-{count[other]}")
    return 1 if found["error"] else 0


if __name__ == "__main__":
    sys.exit(main())
