# SPDX-License-Identifier: MIT OR Apache-2.0
"""Games as trees of moves, read from files and written to them; the compiled module knows the formats."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, Union

from . import _chuhe
from ._chuhe import Board, Move

_Line = tuple[str, list[tuple[Move, list[int], str, list[Any]]]]


class GameNode:
    """A position of a game: the move that led there, and the moves that follow.

    The first of the variations is the line of the game, the others are alternatives to it.
    """

    __slots__ = {
        "parent": "The node before the move; None for the game itself.",
        "move": "The move that led here; None for the game itself.",
        "comment": "The comment on the move, or on the start.",
        "starting_comment": "The comment before this move, where an alternative to the line begins with it; nowhere else is it "
        "written.",
        "nags": "The numeric annotation glyphs of the move: 1 is a good move, 2 a mistake, and so on.",
        "variations": "The moves that follow, as nodes.",
    }

    parent: GameNode | None
    move: Move | None
    comment: str
    starting_comment: str
    nags: list[int]
    variations: list[GameNode]

    def __init__(
        self, parent: GameNode | None = None, move: Move | None = None, comment: str = "", nags: Iterable[int] = ()
    ) -> None:
        self.parent = parent
        self.move = move
        self.comment = comment
        self.starting_comment = ""
        self.nags = list(nags)
        self.variations = []

    def add_variation(self, move: Move, comment: str = "", nags: Iterable[int] = ()) -> GameNode:
        """Adds a move that follows and returns its node. Legality is checked when the game is written.

        >>> game = chuhe.Game()
        >>> game.add_variation(chuhe.Move.from_iccs("h2e2"), "the central cannon").comment
        'the central cannon'
        """
        if not isinstance(move, Move):
            raise TypeError(f"a variation begins with a Move, not with {move!r}")
        node = GameNode(self, move, comment, nags)
        self.variations.append(node)
        return node

    def next(self) -> GameNode | None:
        """Returns the next node of the line; None at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """Returns the last node of the line."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def mainline(self) -> Iterator[GameNode]:
        """The nodes that follow on the line."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def mainline_moves(self) -> list[Move]:
        """Returns the moves that follow on the line."""
        return [node.move for node in self.mainline() if node.move is not None]

    def game(self) -> Game:
        """Returns the game that the node belongs to."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Game), "the root of a tree is a game"
        return node

    def board(self) -> Board:
        """Returns the position with the moves that led there.

        >>> game = chuhe.Game.from_board(chuhe.Board(moves=["h2e2", "h9g7"]))
        >>> len(game.end().board().move_stack)
        2
        """
        moves = []
        node: GameNode = self
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = node.parent
        board = self.game().start.copy()
        for move in reversed(moves):
            board.push(move)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles and copies the node with its game: the way from the start leads to it there, too."""
        path = []
        node: GameNode = self
        while node.parent is not None:
            path.append(node.parent.variations.index(node))
            node = node.parent
        return _node, (self.game(), path[::-1])

    def _add_line(self, line: _Line) -> None:
        """Adds the moves of a line of the compiled module, with their variations."""
        node = self
        for index, (move, nags, comment, variations) in enumerate(line[1]):
            previous = node
            node = previous.add_variation(move, comment, nags)
            if index == 0 and line[0]:
                node.starting_comment = line[0]
            for variation in variations:
                previous._add_line(variation)

    def _line(self) -> _Line:
        """Returns the line that begins with this node's move."""
        moves = []
        node: GameNode | None = self
        alternatives: list[GameNode] = []
        while node is not None:
            assert node.move is not None
            moves.append((node.move, node.nags, node.comment, [other._line() for other in alternatives]))
            alternatives = node.variations[1:]
            node = node.next()
        return (self.starting_comment, moves)


def _node(node: GameNode, path: list[int]) -> GameNode:
    """Returns the node to which the numbers of variations lead."""
    for index in path:
        node = node.variations[index]
    return node


class Game(GameNode):
    """A game: a tree of moves from a start position, with headers and a result.

    >>> game = chuhe.Game.from_board(chuhe.Board(moves=["炮二平五", "马8进7"]))
    >>> game.headers["Red"] = "Hu"
    >>> print(game.pgn("chinese"), end="")
    [Game "Chinese Chess"]
    [Red "Hu"]
    [Result "*"]
    <BLANKLINE>
      1. 炮二平五 马８进７
    *
    <BLANKLINE>
    """

    __slots__ = {
        "headers": "The tags, with `Result`, but without those that the game itself tells: `Game`, `Format` and `FEN`.",
        "start": "The start position.",
        "errors": "What could not be read: parts of variations, text around the game, an unknown result.",
    }

    headers: dict[str, str]
    start: Board
    errors: list[str]

    def __init__(self, start: Board | None = None) -> None:
        super().__init__()
        self.headers = {"Result": "*"}
        self.start = Board() if start is None else Board.copy(start, stack=False)
        self.errors = []

    @property
    def result(self) -> str:
        """The header `Result`: `1-0`, `0-1`, `1/2-1/2` or `*`, or the words of a file that are not known."""
        return self.headers.get("Result", "*")

    @result.setter
    def result(self, result: str) -> None:
        self.headers["Result"] = result

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """Makes a game of the moves that were played on a board."""
        game = cls(Board.root(board))
        node: GameNode = game
        for move in board.move_stack:
            node = node.add_variation(move)
        return game

    @classmethod
    def _from_record(cls, record: tuple[Any, ...]) -> Game:
        tags, start, line, result, errors = record
        game = cls(start)
        for name, value in tags:
            game.headers.setdefault(name, value)
        game.result = result
        game.errors = errors
        game._add_line(("", line[1]))
        game.comment = line[0]
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles and copies the moves as a list: node by node, Python could not go deep enough."""
        return type(self)._from_record, ((*self._record(), self.errors),)

    def _record(self) -> tuple[Any, ...]:
        following = self.next()
        line: _Line = ("", []) if following is None else following._line()
        if following is not None:
            first = line[1][0]
            line[1][0] = (*first[:3], [other._line() for other in self.variations[1:]])
        tags = [(name, value) for name, value in self.headers.items() if name != "Result"]
        return (tags, self.start, (self.comment, line[1]), self.result)

    def pgn(self, notation: str = "iccs") -> str:
        """Returns the game as PGN, its moves in `iccs`, `wxf`, `chinese`, `chinese-traditional` or `vietnamese`.

        An illegal move is a ValueError, here and in the other formats; so is a header `Game`, `Format` or `FEN`.
        """
        return _chuhe._write_pgn(self._record(), notation)

    def dhtmlxq(self) -> str:
        """Returns the game in DhtmlXQ, the text format of Chinese forums. What it has no place for, such as annotation
        glyphs and some tags, is left out with a warning."""
        return _chuhe._write_dhtmlxq(self._record())

    def xqf(self, encoding: str = "gbk") -> bytes:
        """Returns the game as an XQF file, with texts in `gbk`, `big5` or `utf-8`. What the format or the encoding has no
        place for, such as annotation glyphs and some tags, is left out with a warning."""
        return _chuhe._write_xqf(self._record(), encoding)

    def __str__(self) -> str:
        return self.pgn()


class GameError(ValueError):
    """A game that cannot be read. `game` is what was read before the problem, or None."""

    def __init__(self, message: str, game: Game | None) -> None:
        super().__init__(message)
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.game)


class GameReader(Iterator[Game]):
    """The games of a file, read one by one: what `read_games` returns."""

    def __init__(self, records: Iterator[tuple[Any, Any]], skip_errors: bool) -> None:
        self._records = records
        self._skip_errors = skip_errors

    def __next__(self) -> Game:
        while True:
            record, error = next(self._records)
            if error is None:
                return Game._from_record(record)
            if not self._skip_errors:
                raise GameError(error, None if record is None else Game._from_record(record))


def read_games(
    source: Union[str, os.PathLike[str], bytes], *, encoding: str | None = None, skip_errors: bool = False
) -> GameReader:
    """Reads the games of a file, of which the path or the bytes are given, one by one.

    The format is detected, whatever program wrote the file; `SUFFIXES` has the usual ends of the names of such files. Texts are UTF-8, or else in
    `encoding` (`gbk` or `big5`), by default in whichever makes more sense.

    A game that cannot be read raises `GameError`; the iterator goes on with the next one after it, and with
    `skip_errors` it does so by itself.

    >>> for game in chuhe.read_games("1. 炮二平五 马8进7 *".encode()):
    ...     print([move.iccs() for move in game.mainline_moves()])
    ['h2e2', 'h9g7']
    """
    return GameReader(_chuhe._Records(source, encoding), skip_errors)
