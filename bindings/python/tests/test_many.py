# SPDX-License-Identifier: MIT OR Apache-2.0
"""analyse_many: many searches at a time."""

import gc
import time
import weakref
from collections.abc import Iterator

import chuhe
import pytest


def test_many_positions_are_analysed_in_order() -> None:
    boards = [chuhe.Board(moves=[move]) for move in chuhe.Board().legal_moves]
    queries: list[object] = [*boards, {"id": "mine", "moves": ["h2e2"], "analyzeTurns": [0, 1]}, {"nodes": "many"}]
    answers = list(chuhe.analyse_many(iter(queries), threads=2, nodes=200))  # type: ignore[arg-type]
    assert [answer["id"] for answer in answers] == [*map(str, range(44)), "mine", "mine", "45"]
    assert answers[0]["fen"] == boards[0].fen() and answers[0]["nodes"] >= 200
    assert answers[-1]["field"] == "nodes" and "error" in answers[-1]
    again = list(chuhe.analyse_many(boards, threads=1, nodes=200))
    assert [answer["lines"] for answer in again] == [answer["lines"] for answer in answers[:44]]


def test_any_number_of_queries_may_come() -> None:
    taken = []

    def endless() -> Iterator[dict[str, object]]:
        while True:
            taken.append(1)
            yield {"moves": "h2e2"}

    answers = chuhe.analyse_many(endless(), threads=1, nodes=50)
    for _ in range(20):
        next(answers)
    assert 20 <= len(taken) <= 20 + 1024 + 2


def test_a_slow_query_does_not_idle_the_other_threads() -> None:
    """All the quick ones are done, in order behind it, when the first answer comes."""
    quick, taken = 200, []

    def queries() -> Iterator[dict[str, object]]:
        yield {"nodes": 600_000}
        for number in range(quick):
            taken.append(number)
            yield {"nodes": 50}

    answers = chuhe.analyse_many(queries(), threads=2)
    slow = next(answers)
    assert slow["nodes"] >= 600_000 and len(taken) == quick
    start = time.monotonic()
    assert len(list(answers)) == quick
    assert time.monotonic() - start < 0.5, "they were done meanwhile"


def test_an_answer_does_not_wait_for_slow_queries() -> None:
    taken = []

    def queries() -> Iterator[chuhe.Board]:
        while True:
            taken.append(1)
            yield chuhe.Board()
            time.sleep(0.1)

    next(chuhe.analyse_many(queries(), threads=2, nodes=50))
    assert len(taken) <= 3


def test_queries_that_refer_to_the_answers_are_collected() -> None:
    class Queries:
        answers: chuhe.Answers

        def __iter__(self) -> Iterator[chuhe.Board]:
            return self

        def __next__(self) -> chuhe.Board:
            return chuhe.Board()

    queries = Queries()
    queries.answers = chuhe.analyse_many(queries, threads=1, nodes=50)
    next(queries.answers)
    left = weakref.ref(queries)
    gc.collect()
    assert next(queries.answers)["id"] == "1"
    del queries
    gc.collect()
    assert left() is None


def test_a_query_that_fails_does_not_end_the_others() -> None:
    def broken() -> Iterator[chuhe.Board]:
        yield chuhe.Board()
        raise KeyError("lost")

    answers = chuhe.analyse_many(broken(), nodes=50)
    with pytest.raises(KeyError, match="lost"):
        list(answers)
    assert len(list(answers)) <= 1
    wrong = chuhe.analyse_many([5, "h2e2", {"moves": {1}}, chuhe.Board()], nodes=50)  # type: ignore[list-item]
    for _ in range(3):
        with pytest.raises(TypeError):
            next(wrong)
    assert next(wrong)["id"] == "3"
    assert next(wrong, None) is None and next(wrong, None) is None
