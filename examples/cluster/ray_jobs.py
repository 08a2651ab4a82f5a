# SPDX-License-Identifier: MIT OR Apache-2.0
"""Analyses, training games and matches of chuhe on a Ray cluster.

    python ray_jobs.py analyse queries.jsonl answers.jsonl
    python ray_jobs.py datagen training/ --games 100000 --seed 7
    python ray_jobs.py match logs/ --shards 8 -- --engine cmd=self,name=a --engine ... --games 1000

An actor holds a `chuhe analysis` process. Each has at most two batches of lines at a time, so that neither Ray's
object store nor a queue grows with the input; a batch whose actor, or its node, has died goes to another one. The
driver alone writes the answers, each batch once, and begins where an earlier driver was killed.

Games for training and parts of a match are tasks; each writes a file of its own, under its name only when it is
complete, into a folder that all nodes share. Which games are in a part depends on its number and the seed alone, not
on who plays it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from chuhe_client import AnalysisError, Client

Answer = dict[str, Any]

BATCH = 32
BATCHES_EACH = 2
MAX_FAILURES = 3


@dataclass
class Batch:
    """Lines of the input with their numbers."""

    lines: list[tuple[int, str]]
    failures: int = 0


@ray.remote(num_cpus=1)
class Analyst:
    """Holds a process that answers queries."""

    def __init__(self, chuhe: str) -> None:
        self._chuhe = chuhe
        self._client: Client | None = None

    async def open(self) -> None:
        self._client = await Client([self._chuhe, "analysis", "--threads", "1"]).__aenter__()

    async def analyse(self, lines: list[tuple[int, str]]) -> list[Answer]:
        assert self._client
        answers: list[Answer] = []
        for number, line in lines:
            name = name_of(line)
            if name is None:
                answers.append({**alone(self._chuhe, line), "line": number})
                continue
            try:
                answers += await self._client.analyse(json.loads(line))
            except AnalysisError as error:
                message, field = error.args
                answers.append({"id": name, "error": message, "field": field, "line": number})
        return answers


def name_of(line: str) -> str | None:
    """Returns the id of a query, or None if the line is none that the client could ask."""
    try:
        query = json.loads(line)
    except (ValueError, RecursionError):
        return None
    name = query.get("id") if isinstance(query, dict) and "action" not in query else None
    return name if isinstance(name, str) else None


def alone(chuhe: str, line: str) -> Answer:
    """Returns what the engine says of a line that is not a query."""
    run = subprocess.run([chuhe, "analysis"], input=line + "\n", capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def analyse(chuhe: str, source: Path, target: Path) -> None:
    """Answers the lines of a file."""
    done = answered(target)
    with source.open() as text, target.open("a") as output:
        lines = ((number, line.strip()) for number, line in enumerate(text, 1))
        left = ((number, line) for number, line in lines if line and key(name_of(line), number) not in done)
        count = int(ray.cluster_resources().get("CPU", 1))
        for answers in answers_in_batches(chuhe, count, batches(left)):
            output.write("".join(json.dumps(answer) + "\n" for answer in answers))
            output.flush()


def answered(target: Path) -> set[str | int]:
    """Returns the ids that are answered completely, and the numbers of lines without one. Cuts off what a driver that
    was killed has left behind them: a batch is written at once, so only the last query can lack answers."""
    if not target.exists():
        return set()
    kept, done, last = 0, set[str | int](), None
    with target.open("rb+") as file:
        begin = 0
        for line in file:
            if not line.endswith(b"\n"):
                break
            answer = json.loads(line)
            name = key(answer["id"], answer.get("line"))
            if name != last:
                begin, last = kept, name
            kept += len(line)
            done.add(name)
        file.truncate(begin)
    done.discard(last)
    return done


def key(name: str | None, number: int) -> str | int:
    return number if name is None else name


def batches(lines: Iterable[tuple[int, str]]) -> Iterator[Batch]:
    lines = iter(lines)
    return map(Batch, iter(lambda: list(itertools.islice(lines, BATCH)), []))


def answers_in_batches(chuhe: str, count: int, work: Iterator[Batch]) -> Iterator[list[Answer]]:
    """Yields the answers to each batch, in any order. Work that is lost is done again, by another analyst: a new
    one takes the place of each that dies, as soon as a node has room for it. What fails again and again while
    nothing dies ends the run."""
    starting: dict[Any, Any] = {}
    running: dict[Any, tuple[Any, Batch]] = {}
    idle: list[Any] = []
    lost: list[Batch] = []
    dead: set[Any] = set()
    failed_starts = 0

    def start() -> None:
        analyst = Analyst.remote(chuhe)
        starting[analyst.open.remote()] = analyst

    for _ in range(count):
        start()
    batch = next(work, None)
    while batch or running:
        while idle and batch:
            analyst = idle.pop(0)
            running[analyst.analyse.remote(batch.lines)] = (analyst, batch)
            batch = lost.pop() if lost else next(work, None)
        ready, _ = ray.wait([*running, *starting])
        for result in ready:
            analyst, asked = running.pop(result, None) or (starting.pop(result), None)
            try:
                answers = ray.get(result)
            except RayError as error:
                engine_failed = isinstance(error, RayTaskError)
                if asked:
                    print(f"ray_jobs: {type(error).__name__}: {len(asked.lines)} queries again", file=sys.stderr)
                    asked.failures += engine_failed
                    lost.append(asked)
                else:
                    failed_starts += engine_failed
                if max(failed_starts, asked.failures if asked else 0) >= MAX_FAILURES:
                    where = f"lines {asked.lines[0][0]} to {asked.lines[-1][0]}: " if asked else ""
                    sys.exit(f"ray_jobs: {where}{reason(error)}")
                if analyst not in dead:
                    dead.add(analyst)
                    ray.kill(analyst)  # One whose process failed still holds its core.
                    idle = [other for other in idle if other != analyst]
                    start()
                continue
            if asked:
                yield answers
            else:
                failed_starts = 0
            if analyst not in dead:
                idle += [analyst] * (1 if asked else BATCHES_EACH)
        batch = batch or (lost.pop() if lost else None)


def reason(error: RayError) -> str:
    """Returns what went wrong in a task, without the lines of its stack."""
    return str(error.cause if isinstance(error, RayTaskError) else error)


@ray.remote(num_cpus=1, max_retries=-1)
def run_part(command: list[str], option: str, target: str) -> None:
    """Runs a command whose output file gets its name when it is complete; one that has it is left alone."""
    if os.path.exists(target):
        return
    part = f"{target}.{uuid.uuid4().hex}.part"
    try:
        run = subprocess.run([*command, option, part], capture_output=True, text=True, check=False)
        if run.returncode:
            raise RuntimeError(run.stderr.strip() or f"{command[0]}: exit status {run.returncode}")
        os.replace(part, target)
    finally:
        Path(part).unlink(missing_ok=True)


def run_parts(folder: Path, settings: dict[str, Any], option: str, parts: dict[str, list[str]]) -> list[str]:
    """Runs the commands by the names of their files. The folder keeps the settings, so that a run that goes on makes
    parts of the same whole."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [str((folder / name).absolute()) for name in parts]
    kept = folder / "settings.json"
    if any(map(os.path.exists, files)) and json.loads(kept.read_text()) != settings:
        sys.exit(f"ray_jobs: {folder} has parts of a run with other settings: {kept.read_text().strip()}")
    kept.write_text(json.dumps(settings) + "\n")
    try:
        ray.get([run_part.remote(command, option, file) for command, file in zip(parts.values(), files)])
    except RayError as error:
        sys.exit(f"ray_jobs: {reason(error)}")
    for left in folder.glob("*.part"):  # Of tasks that were killed.
        left.unlink()
    return files


def datagen(chuhe: str, folder: Path, games: int, games_each: int, seed: int, nodes: int) -> list[str]:
    """Plays training games, in files of `games_each` games with a seed of their own."""
    parts = {}
    for index, first in enumerate(range(0, games, games_each)):
        command = [chuhe, "datagen", "--games", str(min(games_each, games - first)), "--nodes", str(nodes)]
        parts[f"games-{index:05}.bin"] = [*command, "--seed", str(seed * 1_000_003 + index)]
    return run_parts(folder, {"games": games, "games_each": games_each, "seed": seed, "nodes": nodes}, "--out", parts)


def play_match(chuhe: str, folder: Path, shards: int, options: list[str]) -> list[str]:
    """Plays a match in parts; `chuhe match --merge` adds them up."""
    parts = {
        f"part{index}.jsonl": [chuhe, "match", *options, "--shard", f"{index}/{shards}"] for index in range(1, shards + 1)
    }
    return run_parts(folder, {"shards": shards, "options": options}, "--log", parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--chuhe", default="chuhe", help="the program, on every node")
    parser.add_argument("--address", help="the cluster [default: this machine]")
    parser.add_argument("--cpus", type=int, help="cores to use on this machine [default: all]")
    jobs = parser.add_subparsers(dest="job", required=True)
    job = jobs.add_parser("analyse", help="answer the queries of a file")
    job.add_argument("queries", type=Path)
    job.add_argument("answers", type=Path)
    job = jobs.add_parser("datagen", help="play training games")
    job.add_argument("folder", type=Path)
    job.add_argument("--games", type=int, default=1000)
    job.add_argument("--games-each", type=int, default=100, help="games of a file")
    job.add_argument("--nodes", type=int, default=5000)
    job.add_argument("--seed", type=int, default=1)
    job = jobs.add_parser("match", help="play a match in parts; its options follow after --")
    job.add_argument("folder", type=Path)
    job.add_argument("--shards", type=int, default=8)
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:end])

    here = str(Path(__file__).parent)
    environment = {"env_vars": {"PYTHONPATH": here}}
    # Failures are told in a line of our own.
    os.environ["RAY_IGNORE_UNHANDLED_ERRORS"] = "1"
    ray.init(address=args.address, num_cpus=args.cpus, log_to_driver=False, runtime_env=environment)
    if args.job == "analyse":
        analyse(args.chuhe, args.queries, args.answers)
    elif args.job == "datagen":
        files = datagen(args.chuhe, args.folder, args.games, args.games_each, args.seed, args.nodes)
        sys.exit(subprocess.run([args.chuhe, "datagen", "--info", *files], check=False).returncode)
    else:
        files = play_match(args.chuhe, args.folder, args.shards, words[end + 1 :])
        sys.exit(subprocess.run([args.chuhe, "match", "--merge", *files], check=False).returncode)


if __name__ == "__main__":
    main()
