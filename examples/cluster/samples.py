# SPDX-License-Identifier: MIT OR Apache-2.0
"""Queries for the checks of this folder, and answers in a form that can be compared."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

OPENINGS = Path(__file__).parent.parent.parent / "positions" / "openings.epd"


def make_lines(count: int, nodes: int = 1000) -> list[str]:
    """Queries of about this number of nodes for positions from the openings; one of ten with several turns, one line of a
    hundred wrong."""
    openings = [line.split(";")[0] for line in OPENINGS.read_text().splitlines() if line.startswith("startpos")]
    wrong = itertools.cycle(['{"id": "many", "nodes": "many"}', "no JSON", "[]", '{"nodes": 5}', '{"id": 5}', '{"id": "half'])
    lines = []
    for index, opening in zip(range(count), itertools.cycle(openings)):
        query: dict[str, object] = {"id": f"q{index}", "moves": opening.split()[2:], "nodes": nodes + index % 7}
        if index % 10 == 3:
            query["analyzeTurns"] = [0, 2, 1]
        lines.append(next(wrong).replace("many", f"q{index}", 1) if index % 100 == 7 else json.dumps(query))
    return lines


def plain(lines: list[str]) -> list[str]:
    """The answers without their times, sorted."""
    answers = [json.loads(line) for line in lines]
    return sorted(
        json.dumps({name: value for name, value in answer.items() if name != "time"}, sort_keys=True)
        for answer in answers
    )
