# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks that `chuhe analysis` loses nothing and does not grow: a long stream with wrong lines, a run that is killed
three times, a producer without end.

    python endurance.py PROGRAM [--queries N] [--nodes N]
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from samples import make_lines, plain

MOST_MEGABYTES = 100


class Analysis:
    """A process with a thread that feeds it; its output is to be read by the caller."""

    def __init__(self, program: str, lines: Iterable[str]) -> None:
        command = [program, "analysis", "--threads", "2"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.fed = 0
        threading.Thread(target=self._feed, args=(lines,), daemon=True).start()

    def _feed(self, lines: Iterable[str]) -> None:
        assert self.process.stdin
        try:
            for line in lines:
                self.process.stdin.write(line + "\n")
                self.fed += 1
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # It was killed.

    def megabytes(self) -> float:
        """The memory that the process occupies."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def names(line: str, number: int) -> list[tuple[object, object]]:
    """What has to be answered: id and turn, or the number of a line without an id; a wrong query once."""
    try:
        query = json.loads(line)
    except ValueError:
        return [(None, number)]
    if not isinstance(query, dict) or not isinstance(query.get("id"), str):
        return [(None, number)]
    if query["nodes"] == "many":
        return [(query["id"], None)]
    return [(query["id"], turn) for turn in query.get("analyzeTurns", [len(query["moves"])])]


def check_stream(program: str, lines: list[str]) -> None:
    expected = Counter(itertools.chain.from_iterable(names(line, number) for number, line in enumerate(lines, 1)))
    analysis = Analysis(program, lines)
    assert analysis.process.stdout
    found: Counter[tuple[object, object]] = Counter()
    memory = []
    for count, text in enumerate(analysis.process.stdout, 1):
        answer = json.loads(text)
        found[answer["id"], answer["line"] if answer["id"] is None else answer.get("turn")] += 1
        if count % max(1, len(lines) // 10) == 0:
            memory.append(f"{analysis.megabytes():.1f}")
    assert analysis.process.wait() == 0
    if found != expected:
        sys.exit(f"stream: {sum((expected - found).values())} answers lost, {sum((found - expected).values())} too many")
    print(f"stream: {len(lines)} lines, each of {sum(found.values())} answers once; MiB by tenths: {' '.join(memory)}")


def check_kills(program: str, lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "queries.jsonl"), Path(folder, "answers.jsonl")
        source.write_text("".join(line + "\n" for line in lines))

        def start() -> subprocess.Popen[bytes]:
            with source.open() as queries, target.open("a") as answers:
                command = [program, "analysis", "--resume", str(target)]
                return subprocess.Popen(command, stdin=queries, stdout=answers)

        kills = []
        for part in (8, 4, 2):
            process = start()
            while target.read_bytes().count(b"\n") < len(lines) // part:
                time.sleep(0.01)
            process.kill()
            process.wait()
            kills.append(str(target.read_bytes().count(b"\n")))
        assert start().wait() == 0
        with source.open() as queries:
            alone = subprocess.run([program, "analysis"], stdin=queries, capture_output=True, text=True, check=True)
        if plain(target.read_text().splitlines()) != plain(alone.stdout.splitlines()):
            sys.exit("kills: the answers are not those of a run that was not killed")
    print(f"kills: after {', '.join(kills)} answers; then all of {alone.stdout.count(chr(10))} once")


def check_producer(program: str, seconds: float) -> None:
    """The answers of long searches are not waited for, and those of quick ones not read."""
    long = (json.dumps({"id": str(index), "movetime": 600_000}) for index in itertools.count())
    quick = (json.dumps({"id": str(index), "nodes": 10}) for index in itertools.count())
    for name, lines in (("long searches", long), ("unread answers", quick)):
        analysis = Analysis(program, lines)
        end, most = time.monotonic() + seconds, 0.0
        while time.monotonic() < end:
            time.sleep(0.1)
            most = max(most, analysis.megabytes())
        analysis.process.kill()
        analysis.process.wait()
        if most > MOST_MEGABYTES:
            sys.exit(f"producer without end, {name}: {most:.1f} MiB")
        print(f"producer without end, {name}: {analysis.fed} lines taken in {seconds:.0f} s, at most {most:.1f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=1000)
    args = parser.parse_args()
    lines = make_lines(args.queries, args.nodes)
    check_stream(args.program, lines)
    check_kills(args.program, lines[:20_000])
    check_producer(args.program, 10)


if __name__ == "__main__":
    main()
