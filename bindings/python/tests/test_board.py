# SPDX-License-Identifier: MIT OR Apache-2.0
"""Squares, pieces, moves and boards."""

import copy
import pickle
from collections.abc import Callable, Iterable
from pathlib import Path

import chuhe
import pytest

POSITIONS = Path(__file__).parents[3] / "positions"


def test_squares_have_names() -> None:
    names = [chuhe.square_name(square) for square in range(90)]
    assert names[0] == "a0" and names[89] == "i9"
    for square, name in enumerate(names):
        assert getattr(chuhe, name.upper()) == chuhe.parse_square(name) == square
        assert chuhe.square(chuhe.square_file(square), chuhe.square_rank(square)) == square


def test_pieces_have_letters_and_chinese_names() -> None:
    letters = "KkAaBbNnRrCcPp"
    pieces = [chuhe.Piece.from_symbol(letter) for letter in letters]
    assert "".join(map(str, pieces)) == letters
    assert "".join(piece.chinese() for piece in pieces) == "帅将仕士相象马马车车炮炮兵卒"
    assert [(piece.piece_type, piece.color) for piece in pieces[:3]] == [(1, True), (1, False), (2, True)]
    assert all(chuhe.Piece(piece.piece_type, piece.color) == piece for piece in pieces)


def test_a_board_knows_its_position() -> None:
    board = chuhe.Board()
    assert board.turn is chuhe.RED and board.fullmove_number == 1 and board.ply() == 0
    assert len(board.piece_map()) == 32
    assert chuhe.Board.from_piece_map(board.piece_map()) == board
    assert board.king(chuhe.BLACK) == chuhe.E9
    assert board.attackers(chuhe.RED, chuhe.C2) == [chuhe.B0]
    assert not board.is_check() and not board.is_insufficient_material()
    assert board.is_capture(chuhe.Move.from_iccs("h2h9")) and not board.gives_check(chuhe.Move.from_iccs("h2h9"))
    assert "<svg" in board.svg() and board._repr_svg_() == board.svg()
    assert "炮" in board.text() and board.text(chinese=False) == str(board)


def test_moves_are_played_and_taken_back() -> None:
    board = chuhe.Board()
    played = [board.push_text(text) for text in ("炮二平五", "H9-G7", "N2+3")]
    assert [move.iccs() for move in played] == ["h2e2", "h9g7", "h0g2"]
    assert board.move_stack == played and board.peek() == played[-1]
    assert board.root() == chuhe.Board() and not board.root().move_stack
    for move in reversed(played):
        assert board.pop() == move
    assert board == chuhe.Board()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_boards_take_moves_as_a_list_or_as_a_text() -> None:
    played = [chuhe.Move.from_iccs(text) for text in ("h2e2", "h9g7", "h0g2")]
    mixed: list[chuhe.Move | str] = ["炮二平五", played[1], "N2+3"]
    given: list[Iterable[chuhe.Move | str]] = [played, map(str, played), mixed, "1. 炮二平五 马8进7 2. h0g2"]
    for moves in given:
        assert chuhe.Board(moves=moves).move_stack == played
    with pytest.raises(ValueError, match="ply 2.*'a9a5' is illegal"):
        chuhe.Board(moves="h2e2 a9a5")


def test_the_game_ends_by_mate_stalemate_and_limit() -> None:
    mated = chuhe.Board("3k5/9/9/9/9/9/9/9/3R5/4K4 b")
    assert mated.is_checkmate() and mated.is_check() and not mated.legal_moves and mated.checkers() == [chuhe.D1]
    outcome = mated.outcome()
    assert outcome and outcome.winner is chuhe.RED and outcome.result() == "1-0" and outcome.termination == "checkmate"
    assert chuhe.Board("3k5/4P4/9/9/9/9/9/9/9/4K4 b").is_stalemate()
    long = chuhe.Board("3k5/9/9/9/9/9/9/R8/9/4K4 w - - 120 90")
    assert long.is_game_over() and not long.is_game_over(limit=None)
    assert chuhe.Board().outcome() is None


def test_boards_are_copied_pickled_and_hashed() -> None:
    board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 7 20", ["e1d1"])
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and hash(twin) == hash(board) and twin.move_stack == board.move_stack
        assert twin.fen() == board.fen()
        twin.pop()
        assert twin != board
    assert board.copy(stack=False) == board and not board.copy(stack=False).move_stack
    for value in (chuhe.Move.from_iccs("h2e2"), chuhe.Piece.from_symbol("c")):
        assert pickle.loads(pickle.dumps(value)) == value == eval(repr(value), dict(vars(chuhe)))
    assert board != 5 and chuhe.Move.from_iccs("h2e2") != "h2e2"


def test_images_of_boards_have_the_same_moves() -> None:
    board = chuhe.Board(moves=["h2e2"])
    for image in (board.mirrored(), board.color_flipped()):
        assert image.count_legal_moves() == board.count_legal_moves()
    assert board.mirrored().mirrored() == board == board.color_flipped().color_flipped()


@pytest.mark.parametrize("kind", ["valid", "invalid"])
def test_the_strict_reader_knows_good_positions(kind: str) -> None:
    lines = (POSITIONS / "fen" / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    cases = [line.rsplit(" # ", 1) for line in lines if " # " in line]
    assert len(cases) > 15
    for fen, reason in cases:
        if kind == "valid" and not reason.startswith("relaxed"):
            assert chuhe.Board(fen, strict=True).fen(), reason
        else:
            with pytest.raises(ValueError):
                chuhe.Board(fen, strict=True)


def test_a_pawn_that_cannot_have_come_there_moves_and_is_named() -> None:
    board = chuhe.Board("3k5/9/9/9/9/9/9/9/4P4/4K4")
    assert board.doubts == "P on e1 cannot have come there"
    board.push_text("e1e2")
    assert chuhe.Board().doubts is None


WRONG: list[tuple[type[Exception], str, Callable[[], object]]] = [
    (ValueError, "1 rank instead of ten", lambda: chuhe.Board("x")),
    (TypeError, "'int' object", lambda: chuhe.Board(5)),  # type: ignore[arg-type]
    (TypeError, "'int' object", lambda: chuhe.Board(moves=[5])),  # type: ignore[list-item]
    (ValueError, "illegal move a0a9: blocked path", lambda: chuhe.Board().push(chuhe.Move.from_iccs("a0a9"))),
    (TypeError, "'str' object", lambda: chuhe.Board().push("h2e2")),  # type: ignore[arg-type]
    (ValueError, "is not a move", lambda: chuhe.Board().push_text("x" * 100_000)),
    (ValueError, "unknown notation 'x'", lambda: chuhe.Board().push_text("h2e2", "x")),
    (ValueError, "there is no piece on e5", lambda: chuhe.Move(chuhe.E5, chuhe.E6).chinese(chuhe.Board())),
    (ValueError, "unknown rule set 'x'", lambda: chuhe.Board().outcome("x")),
    (ValueError, "90 is not a square", lambda: chuhe.Board().piece_at(90)),
    (OverflowError, "too large", lambda: chuhe.Board().piece_at(1 << 80)),
    (ValueError, "is not a square", lambda: chuhe.parse_square("é0")),
    (ValueError, "not on the board", lambda: chuhe.square(9, 0)),
    (ValueError, "a move from a0 to a0 is none", lambda: chuhe.Move(0, 0)),
    (ValueError, "is not a move in coordinates", lambda: chuhe.Move.from_iccs("炮二平五")),
    (ValueError, "8 is not a kind of piece", lambda: chuhe.Piece(8, chuhe.RED)),
    (ValueError, "'x' is not the letter of a piece", lambda: chuhe.Piece.from_symbol("x")),
    (ValueError, "red has no king; black has no king", lambda: chuhe.Board.from_piece_map({})),
]


@pytest.mark.parametrize(("error", "message", "call"), WRONG)
def test_what_is_wrong_is_an_exception(error: type[Exception], message: str, call: Callable[[], object]) -> None:
    with pytest.raises(error, match=message.replace("(", "\\(")):
        call()
