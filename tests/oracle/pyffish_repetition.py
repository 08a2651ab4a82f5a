#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Compares verdicts on repetitions with Fairy-Stockfish's, through its Python module.

Not part of the test suite: it needs `pip install pyffish` and a release build.

    cargo build --release -p chuhe -p chuhe-tools -p chuhe-dev --bin chuhe --bin chuhe-tools --bin cycles
    tests/oracle/pyffish_repetition.py [--count 2000] [--seed 1] [--require 95]

Both programs judge random cycles (examples/dev/src/bin/cycles.rs) under the Asian rules after two rounds, at the third occurrence of
the first position. The script prints the agreement and classifies each disagreement by the explanation that
`chuhe adjudicate` gives. The two programs are known to read the rules differently in some of
the classes; exit status 1 means that less than `--require` per cent agree, or that a game could not be compared.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

import pyffish

ROOT = pathlib.Path(__file__).resolve().parents[2] / "target" / "release"
MOVE = re.compile(r"^ *\d+\. (red|black) +([a-i]\d[a-i]\d)  (.*)$")
CHASE = re.compile(r"(\w+) (\w\d) chases \w+ \w\d \((.*)\)$")


def rank_one(move):
    """Converts h2e2 to Fairy-Stockfish's form: h3e3."""
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), move)


def fairy_verdict(fen, moves):
    ended, value = pyffish.is_optional_game_end("xiangqi", fen, [rank_one(move) for move in moves])
    if not ended:
        return "ongoing"
    if value == 0:
        return "draw"
    red_to_move = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
    return "red wins" if (value > 0) == red_to_move else "black wins"


def explain(fen, moves):
    """Returns the moves of the repetition: side, coordinates, and chuhe's explanation of each."""
    command = [ROOT / "chuhe", "adjudicate", "--limit", "0", "--fen", fen, *moves]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [match.groups() for match in map(MOVE.match, text.splitlines()) if match]


def classify(ours, fairy, reason, explained):
    """Names the class of a disagreement, by what distinguishes our reading of the moves."""
    loser = {"red wins": "black", "black wins": "red"}
    if "perpetual check" in reason:
        return "perpetual check"
    if fairy == "ongoing":
        return "Fairy-Stockfish sees no third occurrence"
    if ours == "draw":
        own = [text for side, _, text in explained if side == loser[fairy]]
        if "perpetual chase" in reason:
            return "we see both sides chase one piece, Fairy-Stockfish only one side"
        if any("already under attack" in text for text in own):
            return "(a) a move attacks a piece that another piece attacked before"
        if "check" in own:
            return "checks and chases in turn"
        if any("chases" not in text for text in own):
            return "we see a move that chases nothing"
        return "we see different pieces chased"
    chases = [(move, CHASE.search(part)) for side, move, text in explained if side == loser[ours] for part in text.split("; ")]
    chases = [(move, match) for move, match in chases if match]
    resting = [match for move, match in chases if match[2] != move[2:]]
    if any(match[1] in ("elephant", "advisor") for match in resting):
        return "(b) a discovered attack by an elephant or advisor"
    if any("false protection" in match[3] for match in resting):
        return "(b) a piece that did not move chases, since a protector was pinned or shut out"
    if resting:
        return "(b) a piece that did not move chases: a discovered attack or a lost protection"
    if any("false protection" in match[3] for _, match in chases):
        return "the victim has a false protector"
    if any("irrelevant" in match[3] for _, match in chases):
        return "the victim is stronger than the chaser"
    return "other: we see a perpetual chase"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--require", type=float, default=95.0)
    args = parser.parse_args()

    command = [ROOT / "cycles", str(args.count), str(args.seed), "asian"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    pairs = collections.Counter()
    classes = collections.defaultdict(list)
    chases = 0
    for line in lines:
        fen, moves, ours, reason = line.split("\t")
        fairy = fairy_verdict(fen, moves.split())
        pairs[ours, fairy] += 1
        chases += ours == fairy and "loses by perpetual chase" in reason
        if ours != fairy:
            name = classify(ours, fairy, reason, explain(fen, moves.split()))
            classes[name].append((ours, fairy, fen, moves))

    agreed = sum(count for (ours, fairy), count in pairs.items() if ours == fairy)
    print("chuhe / Fairy-Stockfish")
    for (ours, fairy), count in sorted(pairs.items()):
        print(f"{count:6}  {ours} / {fairy}")
    share = 100 * agreed / len(lines)
    print(f"agreed on {agreed} of {len(lines)}: {share:.1f} %")
    draws = pairs["draw", "draw"]
    print(f"of the {len(lines) - draws} in which either sees an offender: {agreed - draws}")
    print(f"perpetual chases that both see: {chases}")
    for name, cases in sorted(classes.items(), key=lambda item: -len(item[1])):
        ours, fairy, fen, moves = cases[0]
        print(f"{len(cases):6}  {name}\n        {ours} / {fairy}: --fen '{fen}' {moves}")
    return 0 if len(lines) == args.count and share >= args.require else 1


if __name__ == "__main__":
    sys.exit(main())
