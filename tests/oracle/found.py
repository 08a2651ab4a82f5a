#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes game files as they are met: damaged, incomplete, or in rare formats.

    tests/oracle/found.py positions/notation/found

writes those of the samples there that are not plain text; crates/xiangqi/tests/it/game_files.rs says what they contain. The script shares no
code with the program. Needs only Python.
"""

import pathlib
import struct
import sys
import zlib

from records import FIRST, GAMES, board, crlf, listed, nodes, squares, tags, xqf

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


def cut(text, size):
    """The text in GBK, cut in the middle of its last character."""
    data = text.encode("gbk")[:size]
    assert len(data) == size and data[-1] > 127
    return data


def cut_xqf():
    """Names that are longer than their fields of 15 bytes."""
    game = {"tags": {"Title": "?"}, "fen": START + " w", "result": 0, "comment": "", "line": [("h2e2", "", [])]}
    data = bytearray(xqf(game, 10))
    for place, text in [(0x130, "象棋大师许银川先生"), (0x140, "特级大师吕钦先生")]:
        data[place : place + 16] = bytes([15]) + cut(text, 15)
    return bytes(data)


def cut_forum():
    """The same in a text, where the byte that is left over would take the bracket after it."""
    name = cut("许银川先生", 9)
    return b"[DhtmlXQ]\n[DhtmlXQ_redname]" + name + b"[/DhtmlXQ_redname]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"


def big5_xqf():
    """Traditional characters in Big5, in names and in a remark."""
    game = {"tags": {}, "fen": START + " w", "result": 1, "comment": "", "line": [("h2e2", "", []), ("h9g7", "", [])]}
    data = bytearray(xqf(game, 10))
    for place, text in [(0x50, "全國象棋個人賽"), (0x130, "趙國榮"), (0x140, "呂欽")]:
        text = text.encode("big5")
        data[place : place + 1 + len(text)] = bytes([len(text)]) + text
    remark = "屏風馬".encode("big5")
    return bytes(data[:-4]) + len(remark).to_bytes(4, "little") + remark


def big5_forum():
    text = "[DhtmlXQ]\n[DhtmlXQ_title]第一屆「五羊杯」[/DhtmlXQ_title]\n[DhtmlXQ_red]許銀川[/DhtmlXQ_red]\n"
    return (text + "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n").encode("big5")


def big5_names():
    return '[Red "趙國榮"]\n[Black "呂欽"]\n\n1. H2-E2 {當頭炮} H9-G7 1-0\n'.encode("big5")


def damaged_utf8():
    """UTF-8 with half a character in a name."""
    head = '[Event "全国象棋个人赛"]\n[Red "许银川先'.encode() + "生".encode()[:2]
    return head + '"]\n[Black "吕钦"]\n\n1. 炮二平五 马8进7 *\n'.encode()


def diagram(has_root):
    """A position of version 1.0 without moves, whose only node says that another one follows."""
    game = {"tags": {"Title": "残局"}, "fen": "3k5/9/9/9/9/9/9/9/4R4/4K4 w", "result": 0, "comment": "红先胜", "line": []}
    data = bytearray(xqf(game, 10))
    data[1026] = 0xF0
    return bytes(data if has_root else data[:1024])


def old_cbr(game, start):
    """Version 1 of CBR with the start position at this offset."""
    data = bytearray(start + 94)
    data[:20] = b"CCBridge Record\0\0\0\0\1"
    places = {"Title": 52, "Event": 564, "Date": 756, "Site": 820, "TimeControl": 884, "Red": 948, "Black": 1172, "Author": 1524}
    for name, text in tags(game, True).items():
        text = text.encode("utf-16-le")
        data[places[name] : places[name] + len(text)] = text
    data[1820] = game["result"]
    data[1856] = 2 if game["fen"].endswith("b") else 1
    for (file, rank), piece in board(game).items():
        color = 0x10 if piece.isupper() else 0x20
        data[start + (9 - rank) * 9 + file] = color + "RNBAKCP".index(piece.upper()) + 1
    data[-4:] = b"\xff" * 4
    for move, comment, has_next, has_alternative in [(None, game["comment"], bool(game["line"]), False), *nodes(game["line"])]:
        start, end = [f << 4 | 9 - r for f, r in squares(move)] if move else (0, 0)
        text = crlf(comment, "utf-16-le")
        data += bytes([(not has_next) | has_alternative << 1 | bool(text) << 2, 0, start, end])
        if text:
            data += len(text).to_bytes(4, "little") + text
    return bytes(data)


def sized(text):
    """A text in GBK after its size."""
    data = text.replace("\n", "||").encode("gbk")
    return struct.pack("<I", len(data)) + data


def numbered(line, number=1):
    """Moves with their numbers and comments, each variation after the rest of the line that it leaves."""
    for i, (move, comment, _) in enumerate(line):
        yield number + i, move, comment
    for i in range(len(line) - 1, -1, -1):
        for variation in line[i][2]:
            yield from numbered(variation, number + i)


def old_library_game(game):
    """A game of CBL 2.1. The text of a move, which readers do not need, is left at zero."""
    told = tags(game, True)
    text = [sized(told.get(name, "")) for name in ("Event", "Title", "", "", "Site", "Date", "Red", "Black", "", "", "Author", "")]
    places = bytes(0 if square is None else (square[0] + 1) << 4 | 10 - square[1] for square in listed(game))
    data = places + struct.pack("<I", 1) + text[0] + struct.pack("<I", 1) + b"".join(text[1:8])
    data += struct.pack("<I", game["result"] or 4) + b"".join(text[8:]) + sized(game["comment"])
    data += bytes([not game["fen"].endswith("b")]) + b"2004-01-02 03:04:05" * 2
    moves = list(numbered(game["line"]))
    data += struct.pack("<I", len(moves))
    for number, move, _ in moves:
        start, end = [f << 4 | 9 - r for f, r in squares(move)]
        data += struct.pack("<HBBH", number, start, end, 0)
    data += b"".join(comment.replace("\n", "||").encode("gbk") + b"\r\n" for _, _, comment in moves)
    return struct.pack("<I", len(data) + 4) + data


def old_library(games, level):
    """A library of CBL 2.1, compressed unless the level is 0."""
    data = sized("棋库") + sized("") * 2 + sized("某人") + sized("a@b.c") + b"2004-01-02 03:04:05" * 2
    data += struct.pack("<I", len(games)) + sized("说明||第二行") + b"".join(map(old_library_game, games))
    return struct.pack("<8s3I", b"CCBridge", 0x15, level, len(data)) + (zlib.compress(data) if level else data)


def mxq():
    """A game of the server 弈天: texts after their lengths."""
    head = ["弈天", "2004-1-2", "甲-负-乙", "1500", "1600", "", "", "", "", "", "好局", ""]
    moves = [f"{'abcdefghi'.index(move[0])}{'ABCDEFGHIJ'[int(move[1])]}-{'abcdefghi'.index(move[2])}{'ABCDEFGHIJ'[int(move[3])]}"
             for move in ("h2e2", "h9g7", "h0g2")]
    texts = [text.encode("gbk") for text in [*head, *moves, "Ends"]]
    return b"".join(bytes([len(text)]) + text for text in texts)


def main():
    folder = pathlib.Path(sys.argv[1])
    files = {"cut.xqf": cut_xqf(), "cut.ubb": cut_forum(), "cut.pgn": b'[Red "' + cut("许银川先生", 9) + b'"]\n\n1. C2.5 *\n'}
    files |= {"big5.xqf": big5_xqf(), "big5.ubb": big5_forum(), "big5.pgn": big5_names(), "utf8.pgn": damaged_utf8()}
    files |= {"diagram.xqf": diagram(True), "bare.xqf": diagram(False)}
    files |= {"old.cbr": old_cbr(FIRST, 1864), "old-2.cbr": old_cbr(FIRST, 1866)}
    files |= {"old.cbl": old_library(GAMES, 2), "old-plain.cbl": old_library(GAMES, 0), "game.mxq": mxq()}
    for name, data in files.items():
        (folder / name).write_bytes(data)


main()
