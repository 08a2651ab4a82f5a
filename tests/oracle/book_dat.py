#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes a small BOOK.DAT in ElephantEye's format, with a list of its contents.

    tests/oracle/book_dat.py positions/books
    tests/oracle/book_dat.py --read FILE

The first form writes synthetic.dat and synthetic.txt there; tests/it/book/formats.rs compares them with what the program reads. The
script shares no code with the program: it keeps the board as a dictionary, has its own RC4, and mirrors positions when
they are stored, whereas the program mirrors them when it probes. The moves begin common openings; the weights are
invented. Needs only Python.

The second form prints the moves of another BOOK.DAT in the same positions. For a book that the program converted from
synthetic.dat to its own format and back, they must equal synthetic.txt, except that moves of the start position may be
mirrored.

synthetic.txt has a line for each probe: the moves of the game so far, a colon, and the moves with their weights in the
expected order.
"""

import pathlib
import struct
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
FILES = "abcdefghi"

# The line so far, the moves known then, and whether the position is stored as its mirror image.
ENTRIES = [
    ("", {"h2e2": 500, "g0e2": 200, "c3c4": 120, "b2d2": 30, "h0g2": 0}, False),
    ("h2e2", {"h9g7": 400, "b9c7": 250, "h7e7": 90}, True),
    ("h2e2 h9g7", {"h0g2": 300, "g3g4": 20}, False),
    ("h2e2 h9g7 h0g2", {"i9h9": 280, "g6g5": 70}, True),
    ("h2e2 h9g7 h0g2 i9h9", {"i0h0": 200, "g3g4": 60}, True),
    ("h2e2 h7e7", {"h0g2": 65535, "e2e6": 1}, False),
    ("g0e2", {"b7d7": 40, "h9g7": 40}, True),
    ("c3c4", {"g9e7": 10}, False),
]
# Moves that a file may contain and a program must not play: from an empty square, with the opponent's piece, off the board,
# a null move.
NONSENSE = [("h2e2", b"\x77\x78", 9999), ("h2e2", b"\xaa\xa7", 9998), ("g0e2", b"\x00\xff", 9997), ("g0e2", b"\x54\x54", 9996)]
ABSENT = ["c3c4 g6g5", "a0a1", "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5"]


def rc4(key):
    s = list(range(256))
    j = 0
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) % 256
        s[i], s[j] = s[j], s[i]
    i = j = 0
    while True:
        i = (i + 1) % 256
        j = (j + s[i]) % 256
        s[i], s[j] = s[j], s[i]
        yield s[(s[i] + s[j]) % 256]


stream = rc4(bytes(4))


def triple():
    return struct.unpack("<3I", bytes(next(stream) for _ in range(12)))


PLAYER = triple()
TABLE = {piece: [triple() for _ in range(256)] for piece in "KABNRCPkabnrcp"}


def square_byte(square):
    return (9 - int(square[1]) + 3) * 16 + FILES.index(square[0]) + 3


def mirror(text):
    """Mirrors a square or a move."""
    return "".join(FILES[8 - FILES.index(c)] if c in FILES else c for c in text)


def start():
    board = {}
    for rank, row in zip("9876543210", START.split("/")):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            else:
                board[FILES[file] + rank] = c
                file += 1
    return board


def play(line):
    board = start()
    for move in line.split():
        board[move[2:]] = board.pop(move[:2])
    return board, len(line.split()) % 2 == 1


def lock(board, black_moves):
    value = PLAYER[2] if black_moves else 0
    for square, piece in board.items():
        value ^= TABLE[piece][square_byte(square)][2]
    return value


def read(path):
    """Prints the moves of a file in the form of synthetic.txt."""
    known = {}
    for key, start, end, weight in struct.iter_unpack("<IBBH", pathlib.Path(path).read_bytes()):
        squares = [FILES[number % 16 - 3] + str(9 - (number // 16 - 3)) for number in (start, end)]
        known.setdefault(key, {})["".join(squares)] = weight
    for line, _, _ in ENTRIES + [(line, {}, False) for line in ABSENT]:
        for line in [line, mirror(line)] if line and line not in ABSENT else [line]:
            board, black_moves = play(line)
            twin = {mirror(square): piece for square, piece in board.items()}
            moves = known.get(lock(board, black_moves))
            if moves is None:
                moves = {mirror(move): weight for move, weight in known.get(lock(twin, black_moves), {}).items()}
            order = sorted(moves, key=lambda move: (-moves[move], move[3], move[2], move[1], move[0]))
            print(f"{line}: {', '.join(f'{move} {moves[move]}' for move in order)}".strip())


def main():
    if sys.argv[1] == "--read":
        return read(sys.argv[2])
    assert PLAYER == (0x418918DE, 0x3A5D37A3, 0x671E068A)
    assert lock(start(), False) == 0x052656D5
    records = []
    probes = []
    for line, moves, mirrored in ENTRIES:
        board, black_moves = play(line)
        twin = {mirror(square): piece for square, piece in board.items()}
        key = lock(twin if mirrored else board, black_moves)
        for move, weight in moves.items():
            stored = mirror(move) if mirrored else move
            records.append((key, bytes([square_byte(stored[:2]), square_byte(stored[2:])]), weight))
        records += [(key, move, weight) for place, move, weight in NONSENSE if place == line]
        # Best first; equal weights from a0 to i9, the destination first.
        order = sorted(moves, key=lambda move: (-moves[move], move[3], move[2], move[1], move[0]))
        probes.append((line, [f"{move} {moves[move]}" for move in order]))
        # The whole game played on the other side of the board.
        if line:
            order = sorted(moves, key=lambda move: (-moves[move], move[3], mirror(move[2]), move[1], mirror(move[0])))
            probes.append((mirror(line), [f"{mirror(move)} {moves[move]}" for move in order]))
    probes += [(line, []) for line in ABSENT]
    folder = pathlib.Path(sys.argv[1])
    data = b"".join(struct.pack("<I2sH", *record) for record in sorted(records, key=lambda record: record[0]))
    (folder / "synthetic.dat").write_bytes(data)
    with open(folder / "synthetic.txt", "w", encoding="ascii", newline="\n") as file:
        file.write("# Made by tests/oracle/book_dat.py, as synthetic.dat was: what it says in these positions.\n")
        for line, moves in probes:
            file.write(f"{line}: {', '.join(moves)}".strip() + "\n")


if __name__ == "__main__":
    main()
