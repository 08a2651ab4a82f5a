# SPDX-License-Identifier: MIT OR Apache-2.0
"""Game files: all samples of positions/notation are read, and trees are written and read again."""

import copy
import pickle
import re
import warnings
from pathlib import Path

import chuhe
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_board import POSITIONS

SAMPLES = sorted(
    path
    for folder in ("found", "pgn", "records")
    for path in (POSITIONS / "notation" / folder).iterdir()
    if path.suffix != ".py"
)


def same(game: chuhe.GameNode, other: chuhe.GameNode) -> bool:
    """True if the trees have the same moves, glyphs and comments."""
    pairs = [(game, other)]
    for one, two in pairs:
        if (one.move, one.nags, one.comment.split()) != (two.move, two.nags, two.comment.split()):
            return False
        if len(one.variations) != len(two.variations):
            return False
        pairs += zip(one.variations, two.variations)
    return True


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_read_and_written_again(path: Path) -> None:
    games = list(chuhe.read_games(path, skip_errors=True))
    assert [game.pgn() for game in chuhe.read_games(path.read_bytes(), skip_errors=True)] == [game.pgn() for game in games]
    for game in games:
        for notation in ("iccs", "wxf", "chinese"):
            [again] = chuhe.read_games(game.pgn(notation).encode())
            assert same(game, again) and again.result == game.result and again.start == game.start
        if game.next():
            [forum] = chuhe.read_games(game.dhtmlxq().encode())
            [binary] = chuhe.read_games(game.xqf())
            assert forum.mainline_moves() == binary.mainline_moves() == game.mainline_moves()


def test_the_suffixes_of_game_files_are_known() -> None:
    assert {".pgn", ".xqf", ".cbr", ".cbl", ".cbf", ".pfc", ".mxq", ".ubb"} == set(chuhe.SUFFIXES)


def test_most_samples_have_games() -> None:
    counts = {path.name: len(list(chuhe.read_games(path, skip_errors=True))) for path in SAMPLES}
    assert len(SAMPLES) >= 37 and sum(count > 0 for count in counts.values()) >= 30, counts


def test_trees_are_built_and_walked() -> None:
    game = chuhe.Game()
    game.headers.update(Red="Hu", Black="Yang")
    cannon = game.add_variation(chuhe.Move.from_iccs("h2e2"), "the central cannon", [1])
    other = game.add_variation(chuhe.Move.from_iccs("c3c4"))
    other.starting_comment = "or a pawn"
    reply = cannon.add_variation(chuhe.Move.from_iccs("h9g7"))
    cannon.add_variation(chuhe.Move.from_iccs("h7e7"), "the same")
    game.result = "1-0"
    assert game.next() is cannon and game.end() is reply and reply.game() is game and reply.next() is None
    assert list(game.mainline()) == [cannon, reply]
    assert reply.board().fen() == chuhe.Board(moves=["h2e2", "h9g7"]).fen()
    text = game.pgn("chinese")
    assert "1. 炮二平五 $1 {the central cannon}" in text and "{or a pawn}" in text and "炮８平５" in text
    [again] = chuhe.read_games(text.encode())
    assert same(game, again) and again.headers == game.headers and again.result == "1-0"
    assert again.variations[1].starting_comment == "or a pawn"
    assert str(game) == game.pgn()


def test_long_games_are_copied_and_pickled() -> None:
    board = chuhe.Board(moves=250 * ["h0g2", "h9g7", "g2h0", "g7h9"])
    game = chuhe.Game.from_board(board)
    game.headers["Red"] = "Hu"
    game.comment, game.result = "long", "1/2-1/2"
    other = game.add_variation(chuhe.Move.from_iccs("h2e2"), "short", [1])
    other.starting_comment = "or"
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert same(game, twin) and twin.end().board().move_stack == board.move_stack
        assert (twin.headers, twin.result, twin.comment) == (game.headers, game.result, game.comment)
        assert twin.variations[1].starting_comment == "or" and twin is not game
    for node in (game.end(), other):
        for copied in (copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
            assert copied.board().move_stack == node.board().move_stack and copied.comment == node.comment
            assert copied.game() is not game and same(copied.game(), game)
    twin, node = copy.deepcopy((game, other))
    assert node.game() is twin and twin.variations[1] is node


def test_the_result_is_a_header() -> None:
    game = chuhe.Game()
    assert game.headers == {"Result": "*"}
    game.headers["Result"] = "1-0"
    assert game.result == "1-0" and game.pgn().count("Result") == 1 and '[Result "1-0"]' in game.pgn()
    game.result = "0-1"
    assert game.headers["Result"] == "0-1"
    del game.headers["Result"]
    assert game.result == "*"
    for name in ("Game", "Format", "FEN"):
        wrong = chuhe.Game()
        wrong.headers[name] = "x"
        with pytest.raises(ValueError, match=f"'{name}' cannot be a header"):
            wrong.pgn()


def test_what_a_format_has_no_place_for_is_left_out_with_a_warning() -> None:
    game = chuhe.Game()
    game.headers.update(ECCO="A00", Red="一二三四五六七八")
    game.add_variation(chuhe.Move.from_iccs("h2e2"), "♜ 好", [1])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        game.xqf()
        game.dhtmlxq()
    assert [str(warning.message) for warning in caught] == [
        "1 characters do not exist in gbk and became question marks",
        "XQF has no field for these tags, which are left out: ECCO",
        "these tags are too long for XQF and are cut: Red",
        "XQF has no annotation marks; left out: 1",
        "DhtmlXQ has no field for these tags, which are left out: ECCO",
        "DhtmlXQ has no annotation marks; left out: 1",
    ]
    assert all(warning.filename == __file__ for warning in caught)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game.pgn()


def test_an_error_is_raised_and_the_next_game_read() -> None:
    reader = chuhe.read_games(b"1. h2e2 a9a5 *\n\n[Red \"x\"]\n\n1. h2e2 *\n")
    with pytest.raises(chuhe.GameError, match="'a9a5' is illegal: blocked path") as error:
        next(reader)
    assert error.value.game and error.value.game.mainline_moves() == [chuhe.Move.from_iccs("h2e2")]
    for twin in (copy.copy(error.value), pickle.loads(pickle.dumps(error.value))):
        assert str(twin) == str(error.value) and twin.game and same(twin.game, error.value.game)
    assert next(reader).headers == {"Red": "x", "Result": "*"}
    with pytest.raises(StopIteration):
        next(reader)
    assert len(list(chuhe.read_games(b"1. h2e2 a9a5 *\n\n[Red \"x\"]\n\n1. h2e2 *\n", skip_errors=True))) == 1


def test_what_is_wrong_is_an_exception() -> None:
    with pytest.raises(FileNotFoundError, match="no-such.pgn"):
        chuhe.read_games("no-such.pgn")
    with pytest.raises(ValueError, match="encoding"):
        chuhe.read_games(b"", encoding="latin")
    with pytest.raises(TypeError, match="a path or bytes, not <class 'int'>"):
        chuhe.read_games(5)  # type: ignore[arg-type]
    with pytest.raises(OSError, match=re.escape(repr(str(POSITIONS)))):
        list(chuhe.read_games(POSITIONS))
    with pytest.raises(chuhe.GameError, match="not a file of games in a known format") as error:
        list(chuhe.read_games(bytes(range(256))))
    assert error.value.game is None
    assert list(chuhe.read_games(bytes(range(256)), skip_errors=True)) == []
    with pytest.raises(TypeError, match="begins with a Move, not with 'h2e2'"):
        chuhe.Game().add_variation("h2e2")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        chuhe.Game("startpos")  # type: ignore[arg-type]
    illegal = chuhe.Game()
    illegal.add_variation(chuhe.Move.from_iccs("a0a9"))
    for write in (illegal.pgn, illegal.dhtmlxq, illegal.xqf):
        with pytest.raises(ValueError, match="'a0a9' is illegal"):
            write()
    unfinished = chuhe.Game()
    unfinished.result = "?"
    with pytest.raises(ValueError, match="is not a result"):
        unfinished.pgn()
    deep: chuhe.GameNode = chuhe.Game()
    for number in range(400):
        deep = deep.add_variation(chuhe.Board().legal_moves[0])
        deep.parent.add_variation(chuhe.Board().legal_moves[1])  # type: ignore[union-attr]
        deep = deep.parent.variations[1]  # type: ignore[union-attr]
    with pytest.raises((ValueError, RecursionError)):
        deep.game().pgn()


@given(st.lists(st.integers(0, 1 << 20), max_size=60))
@settings(max_examples=40)
def test_random_trees_are_written_and_read_again(numbers: list[int]) -> None:
    game = chuhe.Game()
    nodes: list[chuhe.GameNode] = [game]
    for number in numbers:
        node = nodes[number % len(nodes)]
        taken = {child.move for child in node.variations}
        free = [move for move in node.board().legal_moves if move not in taken]
        if free:
            nodes.append(node.add_variation(free[number % len(free)], "" if number % 3 else f"comment {number}"))
    [again] = chuhe.read_games(game.pgn().encode())
    assert same(game, again)
