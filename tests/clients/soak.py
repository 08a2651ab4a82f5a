#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Wears the engine through a pipe, under both protocols: games, and searches that are stopped at once.

Usage: soak.py ENGINE [GAMES [STOPS]]

Half of GAMES (default: 1,000) and of STOPS (default: 100,000) go to each protocol, in one process each. Every `go` must be
answered by one best move, and the memory must not grow after the first quarter by more than a tenth.
Prints the memory at each tenth. Exit status: 0 on success, 1 on a fault.
"""

import random
import subprocess
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MAX_PLIES = 200


class Engine:
    def __init__(self, path, protocol):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.new_game = {"ucci": "setoption newgame", "uci": "ucinewgame"}[protocol]
        self.send(protocol)
        self.wait(protocol + "ok")
        book = {"ucci": "setoption usebook false", "uci": "setoption name OwnBook value false"}[protocol]
        self.send(book)

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def wait(self, *words):
        """Returns the next line that begins with one of the words, and skips information before it."""
        for line in self.process.stdout:
            word = line.split()[0]
            if word in words:
                return line.split()
            if word not in ("info", "id", "option"):
                raise SystemExit(f"fault: {line.strip()!r} instead of {' or '.join(words)}")
        raise SystemExit(f"fault: the engine ended instead of {' or '.join(words)}")

    def best_move(self):
        """Returns the best move; none if the game is over."""
        answer = self.wait("bestmove", "nobestmove")
        return answer[1] if answer[0] == "bestmove" and answer[1][0] in "abcdefghi" else None

    def synchronise(self):
        """Fails if more than one best move has come."""
        self.send("isready")
        self.wait("readyok")

    def memory(self):
        """Returns the resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def play(engine):
    """Plays a game of the engine against itself, with searches of several lengths."""
    engine.send(engine.new_game)
    moves = []
    while len(moves) < MAX_PLIES:
        engine.send(f"position fen {START}" + (" moves " + " ".join(moves) if moves else ""))
        engine.send(f"go nodes {random.choice((1, 20, 300))}")
        move = engine.best_move()
        if move is None:
            break
        moves.append(move)
    engine.synchronise()


def stop_at_once(engine):
    """Starts and stops a search."""
    engine.send(f"position fen {START} moves " + random.choice(("h2e2 h9g7", "c3c4", "b0c2 b9c7 a0b0")))
    engine.send(random.choice(("go infinite", "go depth 60", "go nodes 100000000")), "stop")
    assert engine.best_move() is not None


def wear(engine, name, number, cycle):
    """Repeats a cycle and watches the memory."""
    curve = []
    for part in range(10):
        for _ in range(number * part // 10, number * (part + 1) // 10):
            cycle(engine)
        engine.synchronise()
        curve.append(engine.memory())
    print(f"{name}: {number}, MiB", *(f"{memory:.1f}" for memory in curve), flush=True)
    if curve[-1] > 1.1 * curve[2]:
        raise SystemExit("fault: the memory grows")


def main():
    path = sys.argv[1]
    games, stops = (int(number) for number in (sys.argv[2:] + ["1000", "100000"][len(sys.argv) - 2 :])[:2])
    random.seed(1)
    for protocol in ("ucci", "uci"):
        engine = Engine(path, protocol)
        wear(engine, f"{protocol} games", games // 2, play)
        wear(engine, f"{protocol} stopped searches", stops // 2, stop_at_once)
        engine.send("quit")
        if engine.process.wait(10) != 0:
            raise SystemExit("fault: the engine did not end well")
    print("faults: 0")


if __name__ == "__main__":
    main()
