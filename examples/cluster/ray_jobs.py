# SPDX-License-Identifier: MIT OR Apache-2.0
"""Analyses, training games and matches of chuhe on a Ray cluster.

    python ray_jobs.py analyse queries.jsonl answers.jsonl
    python ray_jobs.py datagen training/ --games 100000 --seed 7
    python ray_jobs.py match logs/ --shards 8 -- --engine cmd=self,name=a --engine ... --games 1000

An actor holds a `chuhe analysis` process. Each has at most two batches of queries at a time, so that neither Ray's
object store nor a queue grows with the input; a batch whose actor, or its node, has died goes to another one. The
driver alone writes the answers, each batch once, and begins where an earlier driver was killed.

Games for training and parts of a match are tasks; each writes a file of its own, under its name only when it is
complete. Which games are in a part depends on its number and the seed alone, not on who plays it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError

from chuhe_client import AnalysisError, Client

Query = dict[str, Any]
Answer = dict[str, Any]

BATCH = 32
BATCHES_EACH = 2


@ray.remote(num_cpus=1)
class Analyst:
    """Holds a process that answers queries."""

    def __init__(self, chuhe: str) -> None:
        self._command = [chuhe, "analysis", "--threads", "1"]
        self._client: Client | None = None

    async def ready(self) -> int | None:
        if self._client is None:
            self._client = await Client(self._command).__aenter__()
        return self._client.pid

    async def analyse(self, queries: list[Query]) -> list[Answer]:
        await self.ready()
        answers: list[Answer] = []
        for query in queries:
            try:
                answers += await self._client.analyse(query)
            except AnalysisError as error:
                message, field = error.args
                answers.append({"id": query.get("id"), "error": message, "field": field})
        return answers


def analyse(chuhe: str, source: Path, target: Path) -> None:
    """Answers the queries of a file."""
    done = answered(target)
    with source.open() as lines, target.open("a") as output:
        queries = (query for query in map(json.loads, lines) if query["id"] not in done)
        count = int(ray.cluster_resources().get("CPU", 1))
        for answers in answers_in_batches(chuhe, count, batches(queries)):
            output.write("".join(json.dumps(answer) + "\n" for answer in answers))
            output.flush()


def answered(target: Path) -> set[str]:
    """Returns the ids that are answered completely, and cuts off what a driver that was killed has left behind
    them: a batch is written at once, so only the last query can lack answers."""
    if not target.exists():
        return set()
    kept, done, last = 0, set(), None
    with target.open("rb+") as file:
        begin = 0
        for line in file:
            if not line.endswith(b"\n"):
                break
            name = json.loads(line)["id"]
            if name != last:
                begin, last = kept, name
            kept += len(line)
            done.add(name)
        file.truncate(begin)
    done.discard(last)
    return done


def batches(queries: Iterable[Query]) -> Iterator[list[Query]]:
    queries = iter(queries)
    return iter(lambda: list(itertools.islice(queries, BATCH)), [])


def answers_in_batches(chuhe: str, count: int, work: Iterator[list[Query]]) -> Iterator[list[Answer]]:
    """Yields the answers to each batch, in any order. Work that is lost is done again, by another analyst: a new
    one takes the place of each that dies, as soon as a node has room for it."""
    starting: dict[Any, Any] = {}
    running: dict[Any, tuple[Any, list[Query]]] = {}
    idle: list[Any] = []
    lost: list[list[Query]] = []
    dead: set[Any] = set()

    def start() -> None:
        analyst = Analyst.remote(chuhe)
        starting[analyst.ready.remote()] = analyst

    for _ in range(count):
        start()
    batch = next(work, None)
    while batch or running:
        while idle and batch:
            analyst = idle.pop(0)
            running[analyst.analyse.remote(batch)] = (analyst, batch)
            batch = lost.pop() if lost else next(work, None)
        ready, _ = ray.wait([*running, *starting])
        for result in ready:
            analyst, asked = running.pop(result, None) or (starting.pop(result), None)
            try:
                answers = ray.get(result)
            except RayError as error:
                if asked:
                    print(f"ray_jobs: {type(error).__name__}: {len(asked)} queries again", file=sys.stderr)
                    lost.append(asked)
                if analyst not in dead:
                    dead.add(analyst)
                    idle = [other for other in idle if other != analyst]
                    start()
                continue
            if asked:
                yield answers
            if analyst not in dead:
                idle += [analyst] * (1 if asked else BATCHES_EACH)
        batch = batch or (lost.pop() if lost else None)


@ray.remote(num_cpus=1, max_retries=-1)
def run_part(command: list[str], option: str, target: str) -> str:
    """Runs a command whose output file gets its name when it is complete; one that has it is left alone."""
    if not os.path.exists(target):
        part = f"{target}.{os.getpid()}.part"
        subprocess.run([*command, option, part], check=True, stdout=subprocess.DEVNULL)
        os.replace(part, target)
    return target


def run_parts(parts: list[tuple[list[str], str, str]]) -> list[str]:
    return ray.get([run_part.remote(*part) for part in parts])


def datagen(chuhe: str, folder: Path, games: int, games_each: int, seed: int, nodes: int) -> list[str]:
    """Plays training games, in files of `games_each` games with a seed of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for index, first in enumerate(range(0, games, games_each)):
        count = min(games_each, games - first)
        command = [chuhe, "datagen", "--games", str(count), "--nodes", str(nodes), "--seed", str(seed * 1_000_003 + index)]
        parts.append((command, "--out", str(folder / f"games-{index:05}.bin")))
    return run_parts(parts)


def play_match(chuhe: str, folder: Path, shards: int, options: list[str]) -> list[str]:
    """Plays a match in parts; `chuhe match --merge` adds them up."""
    folder.mkdir(parents=True, exist_ok=True)
    return run_parts([
        ([chuhe, "match", *options, "--shard", f"{index}/{shards}"], "--log", str(folder / f"part{index}.jsonl"))
        for index in range(1, shards + 1)
    ])


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
    ray.init(address=args.address, num_cpus=args.cpus, log_to_driver=False, runtime_env=environment)
    if args.job == "analyse":
        analyse(args.chuhe, args.queries, args.answers)
    elif args.job == "datagen":
        files = datagen(args.chuhe, args.folder, args.games, args.games_each, args.seed, args.nodes)
        subprocess.run([args.chuhe, "datagen", "--info", *files], check=True)
    else:
        files = play_match(args.chuhe, args.folder, args.shards, words[end + 1 :])
        subprocess.run([args.chuhe, "match", "--merge", *files], check=True)


if __name__ == "__main__":
    main()
