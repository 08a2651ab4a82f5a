#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads XQF, CBR and CBL with `chuhe convert` and with the Python package `cchess`.

Usage: cchess_records.py ENGINE [FILE...]

In every file (by default those in positions/notation/records) both must find the same games: the same lines from the
start to every last move, in XQF with the same comments. Then all samples in positions/notation are converted to XQF, and the
package must find the same lines and comments in what `chuhe` wrote. Exit status: 0 if they do, 1 if not, 2 if the
package is missing.

The package does not find comments in CBR and CBL. It skips moves that are impossible for the piece but ignores whose
turn it is, so files with two moves in a row by one side differ.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from cchess import Game
except ImportError:
    print("cchess_records.py: the Python package cchess is missing: pip install cchess", file=sys.stderr)
    sys.exit(2)

TOKEN = re.compile(r"\{([^}]*)\}|([A-I]\d-[A-I]\d)|([()])")


def words(remark):
    """A comment without line breaks, with braces replaced as in PGN."""
    return "".join((remark or "").replace("{", "(").replace("}", ")").replace("\0", "").split())


def from_package(game):
    """Every line as a sequence of moves and comments."""
    lines = set()
    open_ends = [((("", words(game.annote)),), game.first_move)]
    while open_ends:
        line, first = open_ends.pop()
        if first is None:
            lines.add(line)
            continue
        for move in first.get_siblings(include_me=True):
            open_ends.append((line + ((move.to_iccs(), words(move.annote)),), move.next_move))
    return lines


def from_pgn(text):
    """The lines of a game in PGN."""
    lines = set()
    line, stack = [("", "")], []
    for remark, move, bracket in TOKEN.findall(text):
        if move:
            line.append((move.replace("-", "").lower(), ""))
        elif bracket == "(":
            stack.append(line)
            line = line[:-1]
        elif bracket == ")":
            lines.add(tuple(line))
            line = stack.pop()
        else:
            line[-1] = (line[-1][0], words(remark))
    lines.add(tuple(line))
    return lines


def shown(line):
    return " ".join(move if isinstance(move, str) else "".join(move) for move in line)


def games_of_package(path):
    if path.suffix.lower() != ".cbl":
        return [Game.read_from(str(path))]
    games = Game.read_from_lib(str(path))["games"]
    # The board of a headline is empty.
    return [game for game in games if game.init_board.to_fen().strip("/9 wb")]


def pgn_of(engine, path):
    """The games of a file in PGN, as their lines, and the messages."""
    run = subprocess.run([engine, "convert", "--to", "iccs", "--games", path], capture_output=True, text=True)
    return [from_pgn(text.split("\n\n", 1)[1]) for text in run.stdout.split("[Game ")[1:]], run.stderr


def tell(path, message, read, expected):
    print(f"cchess_records.py: {path}: {message}differs", file=sys.stderr)
    for one, other in zip(read, expected):
        for line in list(one ^ other)[:3]:
            who = "chuhe alone" if line in one else "cchess alone"
            print(f"  {who}: {shown(line)}", file=sys.stderr)


def check_written(engine, samples):
    """Converts samples to XQF; returns the number of files that differ."""
    failed = games = files = 0
    for path in samples:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([engine, "convert", "--to", "xqf", "--games", path, "--out", folder + "/"], capture_output=True)
            # The first game has no number.
            written = sorted(Path(folder).iterdir(), key=lambda file: (len(file.name), file.name))
            expected = [from_package(Game.read_from(str(file))) for file in written]
        read, message = pgn_of(engine, path)
        files += bool(written)
        games += len(written)
        if read != expected:
            failed += 1
            tell(path, message, read, expected)
    print(f"{files} files, {games} games written as XQF: {failed} files differ")
    return failed


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.setrecursionlimit(100_000)
    own = Path(__file__).parents[2] / "positions/notation/records"
    paths = [Path(path) for path in sys.argv[2:]]
    paths = paths or sorted(path for path in own.iterdir() if path.suffix in (".xqf", ".cbr", ".cbl"))
    failed = lines = total = 0
    for path in paths:
        read, message = pgn_of(sys.argv[1], path)
        expected = [from_package(game) for game in games_of_package(path)]
        if path.suffix.lower() != ".xqf":
            read, expected = ([{tuple(move for move, _ in line) for line in game} for game in games] for games in (read, expected))
        if read != expected:
            failed += 1
            tell(path, message, read, expected)
        total += len(expected)
        lines += sum(map(len, expected))
    print(f"{len(paths)} files, {total} games, {lines} lines: {failed} files differ")
    if len(sys.argv) == 2:
        failed += check_written(sys.argv[1], sorted(path for path in own.parent.glob("*/*") if path.is_file()))
    sys.exit(failed > 0)


main()
