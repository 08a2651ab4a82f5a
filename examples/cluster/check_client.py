# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks the client: answers, errors, timeouts, processes that are killed, and other programs than the engine.

    python check_client.py PROGRAM
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
import time
from typing import Any

from chuhe_client import AnalysisError, Client, EngineError, Query


async def fails(client: Client, query: Query, error: type[Exception], timeout: float = 30) -> Exception:
    """Returns the error that a query ends with."""
    try:
        await client.analyse(query, timeout)
    except error as raised:
        return raised
    raise AssertionError(f"{query} ends with {error.__name__}")


async def check_answers(client: Client) -> None:
    (answer,) = await client.analyse({"id": "one", "nodes": 1000})
    assert answer["id"] == "one" and answer["nodes"] == 1000
    (answer,) = await client.analyse({"nodes": 10})
    assert answer["id"] is None and answer["nodes"] == 10
    answers = await client.analyse({"id": "turns", "moves": "h2e2 h9g7", "analyzeTurns": [2, 0], "nodes": 100})
    assert [answer["turn"] for answer in answers] == [2, 0]
    same = await asyncio.gather(*(client.analyse({"id": "same", "nodes": nodes}) for nodes in (50, 60)))
    assert [answers[0]["nodes"] for answers in same] == [50, 60]


async def check_wrong_queries(client: Client) -> None:
    deep: list[object] = []
    for _ in range(500):
        deep = [deep]
    wrong: list[tuple[Query, str | None]] = [
        ({"id": "wrong", "nodes": 0}, "nodes"),
        ({"id": "turns", "analyzeTurns": 5}, "analyzeTurns"),
        ({"id": "action", "action": "terminate_all"}, "action"),
        ({"id": "number", "nodes": math.nan}, None),
        ({"id": "half a character", "fen": "\ud800"}, None),
        ({"id": "no JSON", "moves": {1, 2}}, None),
        ({"id": "nested", "moves": deep}, None),
        ({"id": "long", "moves": "h2e2 " * 100_000}, None),
    ]
    for query, field in wrong:
        error = await fails(client, query, AnalysisError)
        assert error.args[1] == field, error


async def check_timeouts(program: str) -> None:
    async with Client([program, "analysis", "--threads", "1"], max_waiting=1) as client:
        begin = time.perf_counter()
        # The second waits for room and is late as well.
        await asyncio.gather(
            *(fails(client, {"movetime": 600_000}, TimeoutError, timeout=0.2) for _ in range(2))
        )
        (answer,) = await client.analyse({"nodes": 100}, timeout=30)
        assert answer["nodes"] == 100 and time.perf_counter() - begin < 10


async def check_programs() -> None:
    """Programs that cannot be started, end at once, write something else, or stay silent."""
    try:
        await Client(["/no/such/program"]).__aenter__()
        raise AssertionError("the program cannot be started")
    except EngineError:
        pass
    for command in (["false"], ["cat"], ["yes"], ["sh", "-c", "read line; exit 3"]):
        async with Client(command) as client:
            await fails(client, {"nodes": 1}, EngineError)
            await fails(client, {"nodes": 1}, EngineError)
    async with Client(["sleep", "600"]) as client:
        waiting = asyncio.create_task(fails(client, {"nodes": 1}, EngineError))
        await fails(client, {"nodes": 1}, TimeoutError, timeout=0.1)
    assert isinstance(await waiting, EngineError)
    await fails(client, {"nodes": 1}, EngineError)


async def check_kills(client: Client) -> int:
    """Kills the process twice; returns the number of queries."""
    game = {"nodes": 20_000, "analyzeTurns": [0, 1], "moves": "h2e2"}
    queries: list[dict[str, Any]] = [{"id": f"q{index}", **game} for index in range(300)]
    seen: list[str] = []
    kills = [150, 20]
    async for query, result in client.analyse_all(queries):
        assert isinstance(result, list) and [(answer["id"], answer["turn"]) for answer in result] == [
            (query["id"], 0),
            (query["id"], 1),
        ]
        seen.append(query["id"])
        if kills and client.pid and len(seen) >= kills[-1]:
            kills.pop()
            os.kill(client.pid, signal.SIGKILL)
    assert sorted(seen) == sorted(query["id"] for query in queries) and client.restarts == 2
    return len(seen)


async def check(program: str) -> None:
    async with Client([program, "analysis", "--threads", "2"]) as client:
        await check_answers(client)
        await check_wrong_queries(client)
        count = await check_kills(client)
    await check_timeouts(program)
    await check_programs()
    print(f"client: {count} queries, each answered once; the process was killed {client.restarts} times")


if __name__ == "__main__":
    asyncio.run(check(sys.argv[1]))
