# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures `chuhe analysis` against the same searches one after the other through UCI.

    python throughput.py PROGRAM [--queries N] [--nodes N] [--rounds N]

Prints positions per second and the processor time of a search: with one thread, with two, through UCI, and through UCI
with `ucinewgame` before each position, which makes its searches as independent as those of `analysis`. The rounds are
interleaved; the best of each counts. The machine must be quiet.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

OPENINGS = Path(__file__).parent.parent.parent / "positions" / "openings.epd"


def analysis(program: str, positions: list[str], nodes: int, threads: int) -> tuple[float, float]:
    """Returns the wall time and the processor time in seconds."""
    queries = "".join(
        json.dumps({"id": str(index), "moves": moves, "nodes": nodes}) + "\n" for index, moves in enumerate(positions)
    )
    command = [program, "analysis", "--threads", str(threads)]
    return timed(lambda: subprocess.run(command, input=queries.encode(), stdout=subprocess.PIPE, check=True))


def uci(program: str, positions: list[str], nodes: int, command: str) -> tuple[float, float]:
    """The same through UCI: each search begins when the one before has ended."""

    def run() -> None:
        with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
            assert engine.stdin and engine.stdout
            engine.stdin.write(b"uci\nsetoption name Hash value 1\n")
            for moves in positions:
                engine.stdin.write(f"{command}position startpos moves {moves}\ngo nodes {nodes}\n".encode())
                engine.stdin.flush()
                while not engine.stdout.readline().startswith(b"bestmove"):
                    pass
            engine.communicate(b"quit\n")

    return timed(run)


def timed(run: Callable[[], object]) -> tuple[float, float]:
    begin, before = time.perf_counter(), os.times()
    run()
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - begin, used


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    lines = [line.split(";")[0] for line in OPENINGS.read_text().splitlines() if line.startswith("startpos moves ")]
    positions = [lines[index % len(lines)].removeprefix("startpos moves ") for index in range(args.queries)]

    runs: dict[str, Callable[[], tuple[float, float]]] = {
        "UCI": lambda: uci(args.program, positions, args.nodes, ""),
        "UCI, ucinewgame": lambda: uci(args.program, positions, args.nodes, "ucinewgame\n"),
        "analysis, 1 thread": lambda: analysis(args.program, positions, args.nodes, 1),
        "analysis, 2 threads": lambda: analysis(args.program, positions, args.nodes, 2),
    }
    best = {name: (float("inf"), float("inf")) for name in runs}
    for _ in range(args.rounds):
        for name, run in runs.items():
            wall, used = run()
            best[name] = min(wall, best[name][0]), min(used, best[name][1])
    first = best["UCI"][0]
    for name, (wall, used) in best.items():
        each = 1e6 * used / args.queries
        print(f"{name:20} {args.queries / wall:8.0f} positions/s  x {first / wall:.2f}  {each:7.1f} us of processor each")


if __name__ == "__main__":
    main()
