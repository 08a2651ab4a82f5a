# SPDX-License-Identifier: MIT OR Apache-2.0
"""Asks a `chuhe analysis` process for analyses, from asyncio.

    async with Client(["chuhe", "analysis"]) as client:
        answers = await client.analyse({"id": "a", "moves": ["h2e2"], "nodes": 100_000})

Each query gets exactly its answers, one for each position (`analyzeTurns`). If the process dies, another one is
started, and what was not answered is asked again; a query that was under way at several deaths fails. At most
`max_waiting` queries wait at a time: `analyse` waits for room.

Alone, the file answers the queries on standard input:

    python chuhe_client.py chuhe analysis < queries.jsonl > answers.jsonl
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Query = Mapping[str, Any]
Answer = dict[str, Any]

MAX_DEATHS = 3
LONGEST_LINE = 1 << 24


class AnalysisError(Exception):
    """A query that cannot be answered; the arguments are the message and the field."""


@dataclass
class _Pending:
    """A query without all of its answers."""

    query: Query
    done: asyncio.Future[list[Answer]]
    answers: dict[int | None, Answer] = field(default_factory=dict)
    asked: Process | None = None
    deaths: int = 0

    def count(self) -> int:
        return len(self.query.get("analyzeTurns") or [None])

    def line(self) -> bytes:
        """The query for what has not been answered yet."""
        query = dict(self.query)
        if self.answers and query.get("analyzeTurns"):
            query["analyzeTurns"] = [turn for turn in query["analyzeTurns"] if turn not in self.answers]
        return json.dumps(query).encode() + b"\n"

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Client:
    """A process that answers queries."""

    def __init__(self, command: Sequence[str] = ("chuhe", "analysis"), max_waiting: int = 256) -> None:
        self._command = command
        self._room = asyncio.Semaphore(max_waiting)
        self._pending: dict[str, _Pending] = {}
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self.restarts = 0

    async def __aenter__(self) -> Client:
        await self._start()
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task:
            self._task.cancel()
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self._fail_all(AnalysisError("the client was closed", None))

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def analyse(self, query: Query, timeout: float | None = None) -> list[Answer]:
        """Returns the answers to a query, in the order of its turns.

        Raises AnalysisError if the query is wrong, and TimeoutError after `timeout` seconds; the search is then
        stopped.
        """
        name = str(query["id"])
        async with self._room:
            if name in self._pending:
                raise AnalysisError(f"the id {name!r} is in use", "id")
            pending = _Pending(query, asyncio.get_running_loop().create_future())
            self._pending[name] = pending
            try:
                await self._ask(pending)
                return await asyncio.wait_for(pending.done, timeout)
            except (TimeoutError, asyncio.TimeoutError):
                await self._send(json.dumps({"id": name, "action": "terminate"}).encode() + b"\n")
                raise TimeoutError(f"{name}: no answer in {timeout} s") from None
            finally:
                del self._pending[name]

    async def analyse_all(
        self, queries: Iterable[Query], timeout: float | None = None
    ) -> AsyncIterator[list[Answer] | AnalysisError | TimeoutError]:
        """Yields the answers to many queries as they are ready; takes queries as there is room for them."""
        tasks: set[asyncio.Task[list[Answer]]] = set()
        most = 2 * self._room._value + 1  # noqa: SLF001 - the room of an unused semaphore
        for query in queries:
            tasks.add(asyncio.create_task(self.analyse(query, timeout)))
            while len(tasks) >= most:
                for result in await _some(tasks):
                    yield result
        while tasks:
            for result in await _some(tasks):
                yield result

    async def _start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )

    async def _run(self) -> None:
        """Reads answers; starts the process again when it has died."""
        try:
            while True:
                process = self._process
                assert process and process.stdout
                async for line in process.stdout:
                    # A process that was killed may have left half a line.
                    if line.endswith(b"\n"):
                        self._take(json.loads(line))
                await process.wait()
                for pending in list(self._pending.values()):
                    pending.deaths += pending.asked is process
                    if pending.deaths >= MAX_DEATHS:
                        pending.fail(AnalysisError(f"{self._command[0]} died {MAX_DEATHS} times", None))
                self.restarts += 1
                await self._start()
                for pending in list(self._pending.values()):
                    await self._ask(pending)
        except (OSError, ValueError) as error:
            self._fail_all(AnalysisError(str(error), None))

    async def _ask(self, pending: _Pending) -> None:
        if pending.asked is not self._process and not pending.done.done():
            pending.asked = self._process
            await self._send(pending.line())

    async def _send(self, line: bytes) -> None:
        assert self._process and self._process.stdin
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            pass  # The process has died; the next one is asked again.

    def _take(self, answer: Answer) -> None:
        pending = self._pending.get(answer.get("id") or "")
        if pending is None or answer.get("isDuringSearch") or "action" in answer or pending.done.done():
            return
        if "error" in answer:
            pending.fail(AnalysisError(answer["error"], answer.get("field")))
            return
        pending.answers[answer["turn"]] = answer
        if len(pending.answers) == pending.count():
            turns = pending.query.get("analyzeTurns") or list(pending.answers)
            pending.done.set_result([pending.answers[turn] for turn in turns])

    def _fail_all(self, error: Exception) -> None:
        for pending in self._pending.values():
            pending.fail(error)


async def _some(tasks: set[asyncio.Task[list[Answer]]]) -> list[Any]:
    """Waits until some tasks are done, and takes them out."""
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    tasks -= done
    results = []
    for task in done:
        error = task.exception()
        if error is not None and not isinstance(error, (AnalysisError, TimeoutError)):
            raise error
        results.append(task.result() if error is None else error)
    return results


async def main(command: Sequence[str]) -> None:
    queries = (json.loads(line) for line in sys.stdin if line.strip())
    async with Client(command or ("chuhe", "analysis")) as client:
        async for result in client.analyse_all(queries):
            if isinstance(result, Exception):
                print(f"chuhe_client: {result}", file=sys.stderr)
            else:
                for answer in result:
                    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
