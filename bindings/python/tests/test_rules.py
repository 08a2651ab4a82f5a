# SPDX-License-Identifier: MIT OR Apache-2.0
"""The cases of positions/rules, judged through Python."""

from __future__ import annotations

import json
from typing import Any

import chuhe
import pytest
from test_board import POSITIONS

WINNERS = {"red wins": "black_loses", "black wins": "red_loses", "draw": "draw", "ongoing": "none"}


def cases(name: str) -> list[dict[str, Any]]:
    lines = (POSITIONS / "rules" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def judge(case: dict[str, Any], rules: str, limit: int | None = None) -> chuhe.Verdict:
    verdict = chuhe.Board(case["fen"], case["moves"]).verdict(rules, limit)
    assert verdict.rules == rules
    if verdict.repetition:
        check_explanation(verdict, verdict.repetition)
    return verdict


def check_explanation(verdict: chuhe.Verdict, repetition: chuhe.Repetition) -> None:
    """The structure and both texts tell the same."""
    moves = repetition.moves
    for lang in ("en", "zh"):
        lines = verdict.lines(lang)
        assert len(lines) == 1 + len(moves) + 2 and all(lines)
        for move, line in zip(moves, lines[1:]):
            assert move.move.iccs() in line and line.endswith(move.text(lang))
        for color, line in zip((chuhe.RED, chuhe.BLACK), lines[-2:]):
            assert line.endswith(repetition.text(color, lang))
    for move in moves:
        chases = [attack for attack in move.attacks if attack.is_chase]
        if not verdict.rules.startswith("chinese"):
            assert (move.move_class == "chase") == bool(chases)
        for attack in move.attacks:
            assert attack.attacker[1].color == move.color != attack.target[1].color
            assert attack.text() and attack.text("zh") and str(attack.effect)


def test_agreed_repetitions_are_judged_as_agreed() -> None:
    judged = 0
    for case in cases("repetition.jsonl"):
        for rules in ["asian", "computer"] if case["ruleset"] == "both" else [case["ruleset"]]:
            assert WINNERS[judge(case, rules).name] == case["verdict"], case
            judged += 1
    assert judged == 390


def test_chinese_diagrams_are_judged_as_the_library_judges_them() -> None:
    """The page of the rules says that the book's verdict is met in 50 of 55 cases."""
    verdicts = [(judge(case, "chinese"), case["verdict"]) for case in cases("chinese.jsonl")]
    assert len(verdicts) == 55
    assert sum(WINNERS.get(verdict.name) == expected for verdict, expected in verdicts) == 50
    decided = [verdict.repetition for verdict, _ in verdicts if verdict.repetition and verdict.outcome]
    assert all(repetition.levels(color) for repetition in decided for color in (chuhe.RED, chuhe.BLACK))


def test_the_natural_limit_counts_as_agreed() -> None:
    for case in cases("rule60.jsonl"):
        board = chuhe.Board(case["fen"], case["moves"])
        assert board.rule60_count == case["clock"]
        assert WINNERS[board.verdict().name] == case["verdict"], case


def test_every_rule_set_has_its_own_verdict() -> None:
    """A rook that chases a cannon: perpetual chase, unless the rules ban checks alone or nothing."""
    board = chuhe.Board("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", 2 * ["g6h6", "g2h2", "h6g6", "h2g2"])
    names = {rules: board.verdict(rules).name for rules in ("asian", "computer", "chinese", "check-ban", "always-draw")}
    assert names == {
        "asian": "black wins",
        "computer": "black wins",
        "chinese": "black wins",
        "check-ban": "draw",
        "always-draw": "draw",
    }
    assert board.verdict("chinese-2011").name == "ongoing", "judged at the fourth occurrence"
    repetition = board.verdict().repetition
    assert repetition and repetition.occurrences == 3 and repetition.offence(chuhe.RED) == "perpetual chase"
    assert repetition.chased(chuhe.RED) == [(chuhe.G6, chuhe.Piece.from_symbol("c"))]
    assert [move.move_class for move in repetition.moves] == 4 * ["idle", "chase"]
    attack = repetition.moves[1].attacks[0]
    assert (attack.attacker[0], attack.target[0], attack.effect) == (chuhe.H2, chuhe.H6, "on unprotected")


def test_a_second_occurrence_is_explained_and_not_judged() -> None:
    board = chuhe.Board(moves=["h0g2", "h9g7", "g2h0", "g7h9"])
    verdict = board.verdict()
    assert verdict.name == "ongoing" and verdict.outcome is None and verdict.repetition
    assert verdict.repetition.occurrences == 2
    with pytest.raises(ValueError, match="'fr' is not a supported language"):
        verdict.reason("fr")
