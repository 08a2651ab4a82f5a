# SPDX-License-Identifier: MIT OR Apache-2.0
"""Game files: all samples of positions/notation are read, and trees are written and read again."""

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
    return (
        (game.move, game.nags, game.comment.split()) == (other.move, other.nags, other.comment.split())
        and len(game.variations) == len(other.variations)
        and all(map(same, game.variations, other.variations))
    )


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


def test_an_error_is_raised_and_the_next_game_read() -> None:
    reader = chuhe.read_games(b"1. h2e2 a9a5 *\n\n[Red \"x\"]\n\n1. h2e2 *\n")
    with pytest.raises(chuhe.GameError, match="'a9a5' is illegal: blocked path") as error:
        next(reader)
    assert error.value.game and error.value.game.mainline_moves() == [chuhe.Move.from_iccs("h2e2")]
    assert next(reader).headers == {"Red": "x"}
    with pytest.raises(StopIteration):
        next(reader)
    assert len(list(chuhe.read_games(b"1. h2e2 a9a5 *\n\n[Red \"x\"]\n\n1. h2e2 *\n", skip_errors=True))) == 1


def test_what_is_wrong_is_an_exception() -> None:
    with pytest.raises(FileNotFoundError, match="no-such.pgn"):
        chuhe.read_games("no-such.pgn")
    with pytest.raises(ValueError, match="encoding"):
        chuhe.read_games(b"", encoding="latin")
    with pytest.raises(TypeError):
        chuhe.read_games(5)  # type: ignore[arg-type]
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
