#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes small opening books in the formats that are SQLite databases: .obk, .yfk, .pfb and .xqb.

    tests/oracle/database_books.py positions/books

Writes them there, with the moves of book_dat.py, so that synthetic.txt says what is in them; tests/it/book/formats.rs
compares. It shares no code with the program: the board is a dictionary, and each position is stored in one of the forms
that real files have (as it is or mirrored, the key as an integer or as the floating-point number with its bits, with or
without an index). Only the constants of the keys are read from the program's sources, being facts of the format.
Needs only Python.
"""

import pathlib
import sqlite3
import struct
import sys

from book_dat import ENTRIES, FILES, NONSENSE, mirror, play, square_byte

KEYS = pathlib.Path(__file__).parents[2] / "src/book/database/keys.txt"
CONSTANTS = {}
for row in KEYS.read_text(encoding="ascii").splitlines():
    if not row.startswith("#"):
        piece, place, constant = row.split()
        CONSTANTS[piece, place] = int(constant, 16)
RED_TO_MOVE = 0xA0CE2AF90C452F58

BHGUI = "(id INTEGER PRIMARY KEY, vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo BLOB, vindex)"
XQBOOK = "(Id INTEGER PRIMARY KEY, Key BLOB, Move, Score, Win, Draw, Lost, Valid, Memo)"


def twin(board):
    return {mirror(square): piece for square, piece in board.items()}


def bhgui_key(board, black_moves):
    value = 0 if black_moves else RED_TO_MOVE
    for square, piece in board.items():
        value ^= CONSTANTS[piece, square]
    return value


def as_integer(key):
    return key - (1 << 64) if key >> 63 else key


def as_original(key):
    return struct.unpack("<d", struct.pack("<Q", key))[0] if key >> 63 else key


def turn(text):
    """Rotates a square or a move by half a turn."""
    return "".join(FILES[8 - FILES.index(c)] if c in FILES else str(9 - int(c)) for c in text)


def numbers(board):
    """The board as xqbook numbers it, row by row from the top; capitals are the side to move."""
    code = {"R": 1, "N": 2, "B": 3, "A": 4, "K": 5, "C": 6, "P": 7}
    code |= {letter.lower(): number + 8 for letter, number in code.items()}
    return [[code[board[f + r]] if f + r in board else 0 for f in FILES] for r in "9876543210"]


def xqbook_place(board, black_moves):
    """The key, and how a move of the position is written there."""
    if black_moves:
        board = {turn(square): piece.swapcase() for square, piece in board.items()}
    rows = numbers(board)
    pairs = [(row[file], row[8 - file]) for row in rows for file in range(4)]
    flip = next((right > left for left, right in pairs if left != right), False)
    if flip:
        rows = [row[::-1] for row in rows]
    bits = "".join("0" if number == 0 else f"1{number:04b}" for row in rows for number in row)
    bits += "0" * (-len(bits) % 8)
    key = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))

    def write(move):
        move = turn(move) if black_moves else move
        move = mirror(move) if flip else move
        (a, b), (c, d) = ((9 - int(move[at + 1]), FILES.index(move[at])) for at in (0, 2))
        return a << 12 | b << 8 | c << 4 | d

    return key, write


def bhgui_rows(form, swapped=False):
    for line, moves, mirrored in ENTRIES:
        board, black_moves = play(line)
        key = form(bhgui_key(twin(board) if mirrored else board, black_moves))
        for move, score in moves.items():
            stored = mirror(move) if mirrored else move
            squares = [square_byte(stored[:2]), square_byte(stored[2:])]
            high, low = reversed(squares) if swapped else squares
            yield key, high << 8 | low, score, score // 2, 1, score // 4, 1
        for high, low in (move for place, move, _ in NONSENSE if place == line):
            yield key, high << 8 | low, 9999, 0, 0, 0, 1
    yield None, 0xAAA7, 7, 0, 0, 0, 1


def xqbook_rows():
    for line, moves, _ in ENTRIES:
        key, write = xqbook_place(*play(line))
        for move, score in moves.items():
            yield key, write(move), score, score // 2, 1, score // 4, 1


def make(path, table, columns, rows, indexed, extra=""):
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.executescript(f"PRAGMA page_size = 512; CREATE TABLE {table} {columns}; {extra}")
    key = columns.split(", ")[1].split()[0]
    names = ", ".join(column.split()[0] for column in columns.strip("()").split(", ")[1:8])
    database.executemany(f"INSERT INTO {table} ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    if indexed:
        database.execute(f"CREATE INDEX {table}_key ON {table} ({key})")
    database.commit()
    database.close()


def main():
    start, red = play("")
    assert bhgui_key(start, red) == 0x628D04D7C9C144AE
    assert bhgui_key(*play("h2e2")) == 0xA1EAD1F6470E07EE
    assert bhgui_key(*play("b2e2")) == 0x29D430B1D3AF9B9E
    folder = pathlib.Path(sys.argv[1])
    version = "CREATE TABLE bookVersion (key, version); INSERT INTO bookVersion VALUES ('version', 1);"
    information = "CREATE TABLE information (version, game); INSERT INTO information VALUES (1, 'xiangqi');"
    make(folder / "synthetic.obk", "bhobk", BHGUI, bhgui_rows(as_original), False)
    make(folder / "integer.obk", "bhobk", BHGUI.replace("vkey", "vkey INTEGER"), bhgui_rows(as_integer), True)
    make(folder / "synthetic.yfk", "bhobk", BHGUI, bhgui_rows(as_original, True), True)
    make(folder / "synthetic.pfb", "pfBook", BHGUI, bhgui_rows(as_integer), True, version)
    make(folder / "synthetic.xqb", "book", XQBOOK, xqbook_rows(), True, information)
    key = as_integer(bhgui_key(start, red))
    # Values of an engine instead of weights, and a move that is marked as not to be played.
    valued = [("h2e2", -5, 1, 2, 3, 1), ("g0e2", -20, 3, 1, 0, 1), ("c3c4", 90, 5, 0, 0, 0), ("b0c2", -5, 0, 0, 0, 1)]
    rows = ((key, square_byte(move[:2]) << 8 | square_byte(move[2:]), *rest) for move, *rest in valued)
    make(folder / "valued.obk", "bhobk", BHGUI, rows, True)


if __name__ == "__main__":
    main()
