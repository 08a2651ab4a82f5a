# SPDX-License-Identifier: MIT OR Apache-2.0
"""Xiangqi (Chinese chess): legal moves, the rules of repetition, notations, game files, and the engine chuhe.

>>> board = chuhe.Board()
>>> board.push_text("炮二平五")
Move.from_iccs('h2e2')
>>> len(board.legal_moves)
45
"""

from ._chuhe import *  # noqa: F403
from ._chuhe import __version__ as __version__
from .book import opening_book as opening_book
from .games import Game as Game
from .games import GameError as GameError
from .games import GameNode as GameNode
from .games import GameReader as GameReader
from .games import read_games as read_games
