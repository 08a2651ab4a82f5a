# SPDX-License-Identifier: MIT OR Apache-2.0
"""Random games: moves are taken back, and FEN, notations, images and copies give the position again."""

import copy
import pickle

import chuhe
from hypothesis import given, settings
from hypothesis import strategies as st

NOTATIONS = ["iccs", "wxf", "chinese", "chinese-traditional", "vietnamese"]

walks = st.lists(st.integers(0, 1 << 30), max_size=120)


def play(walk: list[int]) -> chuhe.Board:
    """The board after a game, each move chosen by a number."""
    board = chuhe.Board()
    for number in walk:
        moves = board.legal_moves
        if not moves:
            break
        board.push(moves[number % len(moves)])
    return board


@given(walks)
def test_moves_are_taken_back(walk: list[int]) -> None:
    board, before = chuhe.Board(), []
    for number in walk:
        if not board.legal_moves:
            break
        before.append((board.fen(), board.key, board.checkers()))
        board.push(board.legal_moves[number % board.count_legal_moves()])
        assert board.is_check() == bool(board.checkers())
    while before:
        board.pop()
        assert (board.fen(), board.key, board.checkers()) == before.pop()
    assert board == chuhe.Board()


@given(walks)
def test_a_position_is_its_fen_its_pieces_and_its_moves(walk: list[int]) -> None:
    board = play(walk)
    assert chuhe.Board(board.fen()).fen() == board.fen()
    assert chuhe.Board(board.fen()) == board and hash(chuhe.Board(board.fen())) == hash(board)
    assert chuhe.Board.from_piece_map(board.piece_map(), board.turn).key == board.key
    for twin in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board), chuhe.Board(moves=board.move_stack)):
        assert twin == board and twin.move_stack == board.move_stack and twin.fen() == board.fen()


@given(walks)
@settings(max_examples=30)
def test_moves_are_legal_and_written_in_all_notations(walk: list[int]) -> None:
    board = play(walk)
    moves = board.legal_moves
    assert len(set(moves)) == len(moves) == board.count_legal_moves()
    assert sorted(map(str, moves)) == sorted(str(move) for square in range(90) for move in board.moves_from(square))
    for move in moves:
        assert board.is_legal(move) and board.why_illegal(move) is None
        for notation in NOTATIONS:
            assert board.parse_text(move.text(board, notation), notation) == move


@given(walks)
@settings(max_examples=30)
def test_images_have_the_images_of_the_moves(walk: list[int]) -> None:
    board = play(walk)
    flipped = {(89 - move.from_square, 89 - move.to_square) for move in board.legal_moves}
    assert {(move.from_square, move.to_square) for move in board.color_flipped().legal_moves} == flipped
    assert board.mirrored().count_legal_moves() == len(flipped)


@given(walks)
@settings(max_examples=30)
def test_every_rule_set_gives_a_verdict_with_a_reason(walk: list[int]) -> None:
    board = play(walk)
    for rules in ("asian", "chinese", "computer", "check-ban", "always-draw"):
        verdict = board.verdict(rules)
        assert verdict.outcome == board.outcome(rules)
        assert verdict.reason("en") and verdict.reason("zh")


@given(st.text())
def test_no_text_is_more_than_an_exception(text: str) -> None:
    for read in (chuhe.Board, chuhe.Move.from_iccs, chuhe.parse_square, chuhe.Board().parse_text, chuhe.Board().outcome):
        try:
            read(text)
        except ValueError as error:
            assert str(error)
