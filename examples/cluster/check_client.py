# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks the client: answers, errors, timeouts, and processes that are killed.

    python check_client.py PROGRAM
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from chuhe_client import AnalysisError, Client


async def check(program: str) -> None:
    async with Client([program, "analysis", "--threads", "2"]) as client:
        (answer,) = await client.analyse({"id": "one", "nodes": 1000})
        assert answer["id"] == "one" and answer["nodes"] == 1000
        answers = await client.analyse({"id": "turns", "moves": "h2e2 h9g7", "analyzeTurns": [2, 0], "nodes": 100})
        assert [answer["turn"] for answer in answers] == [2, 0]

        try:
            await client.analyse({"id": "wrong", "nodes": 0})
            raise AssertionError("an error is raised")
        except AnalysisError as error:
            assert error.args[1] == "nodes"
        try:
            await client.analyse({"id": "long", "movetime": 600_000}, timeout=0.2)
            raise AssertionError("the search takes longer")
        except TimeoutError:
            pass

        queries = [{"id": f"q{index}", "nodes": 20_000, "analyzeTurns": [0, 1], "moves": "h2e2"} for index in range(300)]
        seen: list[str] = []

        async def kill() -> None:
            for count in (20, 150):
                while len(seen) < count:
                    await asyncio.sleep(0.005)
                os.kill(client.pid or 0, signal.SIGKILL)

        killer = asyncio.create_task(kill())
        async for result in client.analyse_all(queries):
            assert isinstance(result, list) and [answer["turn"] for answer in result] == [0, 1]
            seen.append(result[0]["id"])
        await killer
        assert sorted(seen) == sorted(query["id"] for query in queries) and client.restarts == 2
    print(f"client: {len(seen)} queries, each answered once; the process was killed {client.restarts} times")


if __name__ == "__main__":
    asyncio.run(check(sys.argv[1]))
