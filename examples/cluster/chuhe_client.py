# SPDX-License-Identifier: MIT OR Apache-2.0
"""Asks a `chuhe analysis` process for analyses, from asyncio.

    async with Client(["chuhe", "analysis"]) as client:
        answers = await client.analyse({"moves": ["h2e2"], "nodes": 100_000}, timeout=60)

Each query gets exactly its answers, one for each position (`analyzeTurns`). To the process a query has a name of the
client's own, so that an answer that comes too late is never taken for that of another query; the answers have the
caller's `id`, or None. If the process dies, another one is started and asked what is not answered yet.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Query = Mapping[str, Any]
Answer = dict[str, Any]

MAX_DEATHS = 3
PAUSE = 0.2
LONGEST_ANSWER = 1 << 24


class AnalysisError(Exception):
    """A query that cannot be answered; the arguments are the message and the field that is wrong, or None."""


class EngineError(Exception):
    """A process that cannot be started, dies again and again, or writes something else than answers."""


class _Engine:
    """A process, and the number of lines it was sent."""

    def __init__(self, process: Process) -> None:
        assert process.stdin and process.stdout
        self.process = process
        self.input = process.stdin
        self.output = process.stdout
        self.lines = 0

    def send(self, line: bytes) -> int:
        """Returns the number of the line. Does not wait: the queries that wait are limited already."""
        self.lines += 1
        self.input.write(line)
        return self.lines

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


@dataclass
class _Pending:
    """A query without all of its answers."""

    name: str
    query: Query
    done: asyncio.Future[list[Answer]]
    answers: dict[int, Answer] = field(default_factory=dict)
    asked: _Engine | None = None
    line: int = 0
    deaths: int = 0

    def ask(self, engine: _Engine) -> None:
        """Sends the query for what has not been answered yet."""
        query = {**self.query, "id": self.name}
        if self.answers and query.get("analyzeTurns"):
            query["analyzeTurns"] = [turn for turn in query["analyzeTurns"] if turn not in self.answers]
        self.line = engine.send(_encode(query))
        self.asked = engine

    def take(self, answer: Answer) -> None:
        if "error" in answer:
            self.fail(AnalysisError(answer["error"], answer["field"]))
            return
        turn = answer["turn"]
        self.answers[turn] = {**answer, "id": self.query.get("id")}
        turns = self.query.get("analyzeTurns") or [turn]
        if all(turn in self.answers for turn in turns) and not self.done.done():
            self.done.set_result([self.answers[turn] for turn in turns])

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Client:
    """A process that answers queries, at most `max_waiting` at a time: `analyse` waits for room. More than the
    command's `--max-pending` make late queries slow to stop."""

    def __init__(self, command: Sequence[str] = ("chuhe", "analysis"), max_waiting: int = 256) -> None:
        self.restarts = 0
        self._command = command
        self._max_waiting = max_waiting
        self._room = asyncio.Semaphore(max_waiting)
        self._names = map(str, itertools.count())
        self._pending: dict[str, _Pending] = {}
        self._engine: _Engine | None = None
        self._error: EngineError | None = EngineError("the client is not open")
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Client:
        try:
            self._engine = await self._start()
        except OSError as error:
            raise EngineError(f"{self._command[0]}: {error.strerror}") from error
        self._error = None
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._fail("the client was closed")

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        return self._engine.process.pid if self._engine else None

    async def analyse(self, query: Query, timeout: float | None = None) -> list[Answer]:
        """Returns the answers to a query, in the order of its turns.

        Raises AnalysisError if the query is wrong, EngineError if there is no process to ask, and TimeoutError after
        `timeout` seconds, the wait for room included; the search is then stopped.
        """
        try:
            return await asyncio.wait_for(self._analyse(query), timeout)
        except asyncio.TimeoutError:  # Python 3.10 has two of that name.
            raise TimeoutError(f"no answer in {timeout} s") from None

    async def analyse_all(
        self, queries: Iterable[Query], timeout: float | None = None
    ) -> AsyncIterator[tuple[Query, list[Answer] | AnalysisError | TimeoutError]]:
        """Yields each query with its answers, or with what was wrong, as soon as they are ready; takes queries as there
        is room for them."""
        tasks: dict[asyncio.Task[list[Answer]], Query] = {}

        async def some() -> list[tuple[Query, list[Answer] | AnalysisError | TimeoutError]]:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return [(tasks.pop(task), _result(task)) for task in done]

        try:
            for query in queries:
                tasks[asyncio.create_task(self.analyse(query, timeout))] = query
                while len(tasks) > self._max_waiting:
                    for pair in await some():
                        yield pair
            while tasks:
                for pair in await some():
                    yield pair
        finally:
            for task in tasks:
                task.cancel()

    async def _analyse(self, query: Query) -> list[Answer]:
        if "action" in query:
            raise AnalysisError("an action is not a query", "action")
        _encode(query)
        async with self._room:
            if self._error:
                raise EngineError(*self._error.args)
            pending = _Pending(next(self._names), query, asyncio.get_running_loop().create_future())
            self._pending[pending.name] = pending
            try:
                if self._engine:
                    pending.ask(self._engine)
                return await pending.done
            finally:
                del self._pending[pending.name]
                if pending.done.cancelled() and self._engine:
                    self._engine.send(_encode({"id": pending.name, "action": "terminate"}))

    async def _start(self) -> _Engine:
        process = asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER)
        return _Engine(await process)

    async def _run(self) -> None:
        """Reads answers; starts the process again when it has died."""
        fruitless = 0
        try:
            while engine := self._engine:
                fruitless = 0 if await self._read(engine) else fruitless + 1
                await engine.kill()
                self._engine = None
                if fruitless == MAX_DEATHS:
                    raise EngineError(f"{self._command[0]} ended {MAX_DEATHS} times without an answer")
                for pending in self._pending.values():
                    pending.deaths += pending.asked is engine
                    if pending.deaths == MAX_DEATHS:
                        pending.fail(EngineError(f"{self._command[0]} died {MAX_DEATHS} times at this query"))
                await asyncio.sleep(PAUSE * fruitless)
                self._engine = await self._start()
                self.restarts += 1
                for pending in self._pending.values():
                    if not pending.done.done():
                        pending.ask(self._engine)
        except Exception as error:  # noqa: BLE001 - whatever ends the reader ends the queries.
            await self._fail(str(error) if isinstance(error, EngineError) else f"{self._command[0]}: {error!r}")

    async def _read(self, engine: _Engine) -> bool:
        """Hands out answers until the end of the output; returns whether there were any."""
        fruitful = False
        # A process that was killed may have left half a line.
        while (line := await engine.output.readline()).endswith(b"\n"):
            answer = json.loads(line)
            fruitful = True
            if answer.get("isDuringSearch") or "action" in answer:
                continue
            pending = self._pending.get(answer["id"]) if answer["id"] else self._asked_on(engine, answer["line"])
            if pending:
                pending.take(answer)
        return fruitful

    def _asked_on(self, engine: _Engine, line: int) -> _Pending | None:
        """Finds the query on a line that the process could not read."""
        asked = (pending for pending in self._pending.values() if pending.asked is engine and pending.line == line)
        return next(asked, None)

    async def _fail(self, message: str) -> None:
        self._error = EngineError(message)
        for pending in self._pending.values():
            pending.fail(EngineError(message))
        if self._engine:
            await self._engine.kill()
            self._engine = None


def _encode(query: Query) -> bytes:
    try:
        return json.dumps(query, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise AnalysisError(f"not JSON: {error}", None) from None


def _result(task: asyncio.Task[list[Answer]]) -> list[Answer] | AnalysisError | TimeoutError:
    try:
        return task.result()
    except (AnalysisError, TimeoutError) as error:
        return error
