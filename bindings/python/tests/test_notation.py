# SPDX-License-Identifier: MIT OR Apache-2.0
"""The notations: the word lists of positions/notation through Python. They are made for notation alone: some
positions and moves are illegal. A board refuses these, and they are left to the tests of the library.

Covered are 38 of the 56 lines of golden.txt, 163 of the 176 of readings.txt, 112 of the 131 of vietnamese.txt, and the 13
lines of games of xiangqicore.txt; its 136 words, which mix notations, are left to the library, too."""

import re
from collections.abc import Iterator

import chuhe
import pytest
from test_board import POSITIONS


def lines(name: str, heading: str = "fen ") -> Iterator[tuple[str, str]]:
    """The lines of a file, each with the heading above it."""
    above = None
    for line in (POSITIONS / "notation" / name).read_text(encoding="utf-8").splitlines():
        if line.startswith(("fen ", "game ")):
            above = line[len(heading) :] if line.startswith(heading) else None
        elif line and not line.startswith("#") and above is not None:
            yield above, line


def possible(name: str) -> Iterator[tuple[chuhe.Board, str]]:
    """The lines below legal positions."""
    for fen, line in lines(name):
        try:
            yield chuhe.Board(fen), line
        except ValueError:
            pass


def test_golden_words_are_written_and_read() -> None:
    seen = 0
    for board, line in possible("golden.txt"):
        iccs, wxf, chinese, *star = line.split()
        if not star:
            move = chuhe.Move.from_iccs(iccs)
            assert (move.wxf(board), move.chinese(board)) == (wxf, chinese)
            assert [board.parse_text(word) for word in (iccs, wxf, chinese)] == 3 * [move]
            seen += 1
    assert seen == 38


COORDINATES = re.compile("[a-i][0-9][a-i][0-9]")


@pytest.mark.parametrize(("name", "notation", "expected"), [("readings.txt", "wxf", 163), ("vietnamese.txt", "vietnamese", 112)])
def test_words_are_read_as_in_their_files(name: str, notation: str, expected: int) -> None:
    seen = 0
    for board, line in possible(name):
        word, meaning = line.split(" ", 1)
        if COORDINATES.fullmatch(word) and not COORDINATES.fullmatch(meaning):
            # A move and the word that is written for it.
            word, meaning = meaning, word
            move = chuhe.Move.from_iccs(meaning)
            assert not board.is_legal(move) or move.text(board, notation) == word
        if not COORDINATES.fullmatch(meaning):
            with pytest.raises(ValueError, match=" is "):
                board.parse_text(word, notation)
            seen += 1
        elif board.is_legal(chuhe.Move.from_iccs(meaning)):
            assert board.parse_text(word, notation).iccs() == meaning, line
            seen += 1
    assert seen == expected


def test_games_are_translated() -> None:
    """The games of another library, in Chinese, WXF and Vietnamese words."""
    seen = 0
    for coordinates, words in lines("xiangqicore.txt", "game "):
        board = chuhe.Board(moves=words.split())
        assert " ".join(move.iccs() for move in board.move_stack) == coordinates
        for notation in ("wxf", "chinese", "chinese-traditional", "vietnamese"):
            before, copied = chuhe.Board(), chuhe.Board()
            for move in board.move_stack:
                assert copied.push_text(move.text(before, notation), notation) == move
                before.push(move)
        seen += 1
    assert seen == 13
