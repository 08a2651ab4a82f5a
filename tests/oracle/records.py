#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes game files in other programs' formats, with their games in PGN.

    tests/oracle/records.py positions/notation/records

writes XQF, CBR, CBL and DhtmlXQ there, and games.pgn with the same games; crates/xiangqi/tests/it/records.rs compares them with what the
program reads. The script shares no code with the program and follows the public descriptions: XQF.TXT by XQStudio's author
for the open version, XQStudio's published source for the keys of the others, the open readers of `cchess` for CBR and CBL,
dpxq.com's pages for DhtmlXQ. Needs only Python.

A line is a list of moves with their comments and their variations, which are lists of lines.
"""

import pathlib
import struct
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
ORDER = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
RESULTS = ["*", "1-0", "0-1", "1/2-1/2"]
FILES = "abcdefghi"


def line(moves, **more):
    """Returns plain moves, except those given as `m3=("comment", variation, ...)`."""
    told = {int(key[1:]): value for key, value in more.items()}
    return [(move, told.get(i, ("",))[0], list(told.get(i, ("",))[1:])) for i, move in enumerate(moves.split(), 1)]


# The example game of XQF.TXT, with invented remarks and variations.
FIRST = {
    "tags": {
        "Title": "仙人指路对起马局",
        "Event": '"中立杯"象棋电视快棋赛',
        "Date": ("1997年11月16日", "1997.11.16"),
        "Site": "北京",
        "Red": "柳大华",
        "Black": "吕  钦",
        "TimeControl": "20分",
        "Author": "过河象",
    },
    "fen": START + " w",
    "result": 2,
    "comment": "开局\n第二行",
    "line": line(
        "c3c4 h9g7 g3g4 b7c7 g0e2 b9a7 b0c2 a9b9 a0b0 b9b5 b2a2 b5h5 h2h7 c7h7 h0g2 i9h9",
        m1=("仙人指路", line("h2e2 h9g7 h0g2", m2=("屏风马", line("h7e7 e2e6", m2=("先吃", line("h0g2"))))), line("g0e2", m1=("飞相",))),
        m4=("", line("i9h9 i0i1"), line("b9c7"), line("g6g5 g4g5 c6c5", m3=("[弃卒] (抢先) 好棋！",))),
        m16=("黑方优势", line("i9i8")),
    ),
}
# Black moves first, pieces are missing, and a remark is too long for a slot of a library.
SECOND = {
    "tags": {"Title": "残局", "Red": "甲", "Black": "乙"},
    "fen": "4k4/4a4/4b4/9/9/2B6/3n5/4C4/9/3AK4 b",
    "result": 3,
    "comment": "",
    "line": line("d3f2 e0e1 f2g4 e1e0 e9d9", m1=("马" * 3000,), m2=("", line("e0f0")), m5=("和棋",)),
}
GAMES = [FIRST, SECOND]


def tags(game, written):
    """Returns the tags as written in a file, or as they must be read."""
    pick = 0 if written else 1
    return {name: value if isinstance(value, str) else value[pick] for name, value in game["tags"].items()}


def board(game):
    pieces = {}
    for rank, row in zip(range(9, -1, -1), game["fen"].split()[0].split("/")):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            else:
                pieces[(file, rank)] = c
                file += 1
    return pieces


def listed(game):
    """Returns the squares in XQF.TXT's order of pieces, from Red's right to left; None for a missing piece."""
    left = sorted(board(game).items(), reverse=True)
    squares = []
    for piece in ORDER:
        found = next((item for item in left if item[1] == piece), None)
        squares.append(found and found[0])
        if found:
            left.remove(found)
    assert not left
    return squares


def squares(move):
    return [(FILES.index(move[i]), int(move[i + 1])) for i in (0, 2)]


def nodes(line, has_more=False):
    """Returns the moves in the order of the binary formats: move, comment, whether one follows, whether there is an alternative."""
    for i, (move, comment, variations) in enumerate(line):
        yield move, comment, i + 1 < len(line), bool(variations) or i == 0 and has_more
    for i in range(len(line) - 1, -1, -1):
        variations = line[i][2]
        for number, variation in enumerate(variations, 1):
            yield from nodes(variation, number < len(variations) or i == 0 and has_more)


def crlf(text, encoding):
    return text.replace("\n", "\r\n").encode(encoding)


def xqf(game, version, keys=None):
    """`keys`: the mask, four numbers, and three of the four seeds; the first seed makes the sum zero."""
    head = bytearray(1024)
    head[:3] = b"XQ" + bytes([version])
    piece_key = from_key = to_key = comment_key = 0
    stream = bytes(32)
    if version > 10:
        mask, ors, seeds = keys
        seeds = [-sum(seeds) % 256, *seeds]
        head[3] = mask
        head[8:16] = bytes(ors + seeds)

        def polynomial(b):
            return ((((b * b) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8

        piece_key = polynomial(seeds[1]) * seeds[1] % 256
        from_key = polynomial(seeds[2]) * piece_key % 256
        to_key = polynomial(seeds[3]) * from_key % 256
        comment_key = (seeds[0] * 256 + seeds[1]) % 32000 + 767
        pattern = b"[(C) Copyright Mr. Dong Shiwei.]"
        stream = bytes(c & (seeds[i % 4] & mask | ors[i % 4]) for i, c in enumerate(pattern))
    stored = [255 if square is None else square[0] * 10 + square[1] for square in listed(game)]
    if version >= 12:
        stored = [stored[(i + piece_key + 1) % 32] for i in range(32)]
    head[16:48] = bytes((square + piece_key) % 256 for square in stored)
    head[0x33] = game["result"]
    places = {"Title": 0x50, "Event": 0xD0, "Date": 0x110, "Site": 0x120, "Red": 0x130, "Black": 0x140, "TimeControl": 0x150, "Author": 0x1E0}
    for name, text in tags(game, True).items():
        text = text.encode("gbk")
        head[places[name] : places[name] + 1 + len(text)] = bytes([len(text)]) + text

    body = bytearray()
    all_nodes = [(None, game["comment"], bool(game["line"]), False), *nodes(game["line"])]
    for move, comment, has_next, has_alternative in all_nodes:
        start, end = [(f * 10 + r) for f, r in squares(move)] if move else (0, 0)
        text = crlf(comment, "gbk")
        if version <= 10:
            marks = 0xF0 * has_next | 0x0F * has_alternative
        else:
            marks = 0x80 * has_next | 0x40 * has_alternative | 0x20 * bool(text)
        body += bytes([(start + 0x18 + from_key) % 256, (end + 0x20 + to_key) % 256, marks, 0 if move else 255])
        if version <= 10 or text:
            body += struct.pack("<I", len(text) + comment_key) + text
    return bytes(head) + bytes((b + stream[i % 32]) % 256 for i, b in enumerate(body))


def cbr(game):
    data = bytearray(2214)
    data[:20] = b"CCBridge Record\0\0\0\0\2"
    places = {"Title": 180, "Event": 692, "Date": 884, "Site": 948, "TimeControl": 1012, "Red": 1076, "Black": 1300, "Author": 1780}
    for name, text in tags(game, True).items():
        # The bytes behind the text are never cleared.
        text = (text + "\0残").encode("utf-16-le")
        data[places[name] : places[name] + len(text)] = text
    data[2076] = game["result"]
    data[2112] = 2 if game["fen"].endswith("b") else 1
    data[2116] = 1
    for (file, rank), piece in board(game).items():
        color = 0x10 if piece.isupper() else 0x20
        data[2120 + (9 - rank) * 9 + file] = color + "RNBAKCP".index(piece.upper()) + 1
    data[2210:2214] = b"\xff" * 4
    all_nodes = [(None, game["comment"], bool(game["line"]), False), *nodes(game["line"])]
    for move, comment, has_next, has_alternative in all_nodes:
        start, end = [(9 - r) * 9 + f for f, r in squares(move)] if move else (0, 0)
        text = crlf(comment, "utf-16-le")
        data += bytes([(not has_next) | has_alternative << 1 | bool(text) << 2, 0, start, end])
        if text:
            data += struct.pack("<I", len(text)) + text
    return bytes(data)


def cbl(games):
    slots = 128
    head = bytearray(66624)
    head[:16] = b"CCBridgeLibrary\0"
    struct.pack_into("<I", head, 60, slots)
    index = bytearray(slots * 276)
    # A headline has only a title.
    headline = bytearray(4096)
    headline[:20] = b"CCBridge Record\0\0\0\0\2"
    headline[180:188] = "残局选粹".encode("utf-16-le")
    padded = [data + bytes(-len(data) % 4096) for data in map(cbr, games)]
    return bytes(head + index) + padded[0] + bytes(headline) + padded[1]


def dhtmlxq(game):
    def digits(square):
        return "99" if square is None else f"{square[0]}{9 - square[1]}"

    names = {"TimeControl": "timerule", "Site": "place", "Author": "owner"}
    fields = [("ver", "www_dpxq_com")]
    fields += [(names.get(name, name.lower()), text) for name, text in tags(game, True).items()]
    fields += [("result", ["未知", "红胜", "黑胜", "和棋"][game["result"]])]
    fields += [("binit", "".join(map(digits, listed(game))))]
    comments = [("comment0", game["comment"])]
    branches = 0

    def branch(line, name, number, first):
        nonlocal branches
        fields.append((name, "".join(digits(p) for move, _, _ in line for p in squares(move))))
        for ply, (_, comment, variations) in enumerate(line, first):
            comments.append((f"comment{number}_{ply}" if number else f"comment{ply}", comment))
            for variation in variations:
                branches += 1
                branch(variation, f"move_{number}_{ply}_{branches}", branches, ply)

    branch(game["line"], "movelist", 0, 1)
    fields += [(name, text.replace("\n", "||")) for name, text in comments if text]
    return "[DhtmlXQ]\n" + "".join(f"[DhtmlXQ_{name}]{text}[/DhtmlXQ_{name}]\n" for name, text in fields) + "[/DhtmlXQ]\n"


def pgn(game):
    def words(line):
        for move, comment, variations in line:
            yield f"{move[:2]}-{move[2:]}".upper()
            if comment:
                yield "{" + comment + "}"
            for variation in variations:
                yield "(" + " ".join(words(variation)) + ")"

    values = tags(game, False) | {"Result": RESULTS[game["result"]], "Format": "ICCS"}
    if game["fen"] != START + " w":
        values["FEN"] = game["fen"] + " - - 0 1"
    escaped = {name: value.replace('"', '\\"') for name, value in values.items()}
    head = '[Game "Chinese Chess"]\n' + "".join(f'[{name} "{value}"]\n' for name, value in escaped.items())
    remark = ["{" + game["comment"] + "}"] if game["comment"] else []
    return head + "\n" + "\n".join(remark + list(words(game["line"]))) + "\n" + RESULTS[game["result"]] + "\n\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    keys = (0xAB, [0x12, 0x00, 0x40, 0x05], [0xD8, 0x11, 0x97])
    other_keys = (0xFF, [0, 0, 0, 0], [0x5E, 0xA9, 0xAA])
    files = {
        "open.xqf": xqf(FIRST, 10),
        "hidden.xqf": xqf(FIRST, 18, keys),
        "open-end.xqf": xqf(SECOND, 10),
        "first-keys-end.xqf": xqf(SECOND, 11, keys),
        "hidden-end.xqf": xqf(SECOND, 18, other_keys),
        "game.cbr": cbr(FIRST),
        "library.cbl": cbl(GAMES),
        "forum.ubb": "".join(map(dhtmlxq, GAMES)).encode("gbk"),
        "games.pgn": "".join(map(pgn, GAMES)).encode(),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
