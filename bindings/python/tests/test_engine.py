# SPDX-License-Identifier: MIT OR Apache-2.0
"""The engine: searches, analyses, numbers about positions. test_threads.py has threads, interrupts and forks."""

from collections.abc import Callable
from pathlib import Path

import chuhe
import pytest
from test_program import PROGRAM

MATE_IN_ONE = "3k5/9/9/9/9/9/9/9/4R4/4K4 w"


@pytest.fixture()
def engine() -> chuhe.Engine:
    return chuhe.Engine(hash_mb=1)


def test_a_search_has_a_result(engine: chuhe.Engine) -> None:
    result = engine.search(chuhe.Board(), nodes=3000)
    assert result.best_move in chuhe.Board().legal_moves and result.pv[0] == result.best_move
    assert result.nodes >= 3000 and result.depth > 3 and result.time > 0 and sum(result.wdl) == 1000
    assert result.score.cp is not None and result.score.mate is None and (-result.score).cp == -result.score.cp
    assert len(result.lines) == 1 and result.lines[0].pv == result.pv and result.lines[0].multipv == 1
    mate = engine.search(chuhe.Board(MATE_IN_ONE), mate=1)
    assert (mate.mate_verdict, mate.score.mate, str(mate.score)) == ("proven", 1, "mate in 1")
    assert len({mate.score, engine.search(chuhe.Board(MATE_IN_ONE), mate=1).score, -mate.score}) == 2
    assert mate.score.number(1000) == 999 and mate.score.text("zh") == "1步杀"
    over = engine.search(chuhe.Board("3k5/9/9/9/9/9/9/9/3R5/4K4 b"), depth=3)
    assert over.best_move is None and over.score.mate == 0 and not over.lines


def test_a_search_of_one_thread_is_reproducible() -> None:
    results = [chuhe.Engine(hash_mb=2).search(chuhe.Board(), nodes=5000) for _ in range(2)]
    assert results[0].nodes == results[1].nodes and results[0].pv == results[1].pv
    engine = chuhe.Engine(hash_mb=2)
    engine.search(chuhe.Board(), nodes=3000)
    engine.new_game()
    assert engine.search(chuhe.Board(), nodes=5000).nodes == results[0].nodes


def test_lines_and_root_moves(engine: chuhe.Engine) -> None:
    board = chuhe.Board()
    result = engine.search(board, depth=4, multipv=5)
    assert len({line.pv[0] for line in result.lines}) == 5 and [line.multipv for line in result.lines] == [1, 2, 3, 4, 5]
    only = chuhe.Move.from_iccs("a0a1")
    assert engine.search(board, depth=2, search_moves=[only]).best_move == only
    others = [move for move in board.legal_moves if move != only]
    assert engine.search(board, depth=2, ban_moves=others).best_move == only


def test_levels_need_no_limit() -> None:
    engine = chuhe.Engine(hash_mb=1, level=3, seed=7)
    assert engine.level == 3 and engine.search(chuhe.Board()).best_move
    assert engine.search(chuhe.Board(), time=1.8e19).best_move, "no time is too long"


def test_an_analysis_reports_until_it_is_stopped(engine: chuhe.Engine) -> None:
    with engine.analyse(chuhe.Board()) as analysis:
        depths = []
        for info in analysis:
            depths.append(info.depth)
            assert info.pv and info.nps >= 0 and info.bound in ("exact", "lower", "upper")
            if info.depth >= 6:
                analysis.stop()
    result = analysis.wait()
    assert depths == sorted(depths) and result.depth >= 6 and result.best_move
    assert list(analysis) == [] and analysis.wait().best_move == result.best_move
    # An analysis that is dropped is stopped, and the engine is free.
    for _ in range(20):
        for info in engine.analyse(chuhe.Board()):
            break
        assert engine.search(chuhe.Board(), nodes=100).best_move


def test_the_engine_is_free_after_a_with_statement(engine: chuhe.Engine) -> None:
    for _ in range(20):
        with engine.analyse(chuhe.Board()) as analysis:
            next(analysis)
        assert engine.search(chuhe.Board(), nodes=10).best_move
        assert list(analysis) == [] and analysis.wait().best_move


def test_one_search_at_a_time(engine: chuhe.Engine) -> None:
    analysis = engine.analyse(chuhe.Board())
    with pytest.raises(RuntimeError, match="the engine is searching"):
        engine.search(chuhe.Board(), depth=1)
    with pytest.raises(RuntimeError, match="the engine is searching"):
        engine.new_game()
    analysis.stop()
    assert analysis.wait().best_move
    engine.search(chuhe.Board(), depth=1)


def test_a_book_answers_without_a_search() -> None:
    book = Path(__file__).parents[3] / "book" / "chuhe.book"
    result = chuhe.Engine(hash_mb=1, book=book).search(chuhe.Board(), depth=10)
    assert result.depth == 0 and result.best_move
    assert chuhe.Engine(hash_mb=1, book=book).search(chuhe.Board(), depth=1, multipv=2).depth == 1
    with pytest.raises(OSError, match="missing.book"):
        chuhe.Engine(hash_mb=1, book=[str(book), "missing.book"])


@pytest.mark.skipif(not PROGRAM.exists(), reason="no program to build tables")
def test_endgame_tables_are_probed(tmp_path: Path) -> None:
    import subprocess

    subprocess.run([PROGRAM, "tables", "build", "KRvK", "--out", tmp_path], check=True, capture_output=True)
    tables = chuhe.Tables(tmp_path)
    board = chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/4K4 w")
    assert "KRvK" in tables.balances and tables.max_pieces == 3
    assert tables.probe(board) == ("win", 1) and tables.probe(chuhe.Board()) is None
    moves = tables.moves(board)
    assert moves and moves[0] == (chuhe.Move.from_iccs("e1d1"), ("win", 1))
    assert chuhe.Engine(hash_mb=1, tables=tables).search(board, depth=2).best_move == moves[0][0]
    [answer] = chuhe.analyse_many([{"fen": board.fen(), "includeTable": True}], tables=tables, nodes=100)
    assert answer["table"] == {"result": "win", "plies": 1}


def test_tables_need_a_folder() -> None:
    with pytest.raises(OSError, match="no-such-folder"):
        chuhe.Tables("no-such-folder")


WRONG: list[tuple[str, Callable[[chuhe.Engine], object]]] = [
    ("needs a limit", lambda engine: engine.search(chuhe.Board())),
    ("is not a time", lambda engine: engine.search(chuhe.Board(), time=-1)),
    ("is not a time", lambda engine: engine.search(chuhe.Board(), time=float("nan"))),
    ("nodes is at least 1", lambda engine: engine.search(chuhe.Board(), nodes=0)),
    ("nodes is at least 1", lambda engine: chuhe.analyse_many([], nodes=0)),
    ("mate is at least 1", lambda engine: engine.analyse(chuhe.Board(), mate=0)),
    ("multipv is 1 to 128", lambda engine: engine.search(chuhe.Board(), depth=1, multipv=0)),
    ("illegal move a0a9", lambda engine: engine.search(chuhe.Board(), depth=1, search_moves=[chuhe.Move(0, 81)])),
    ("21 is not a level", lambda engine: chuhe.Engine(level=21)),
    ("threads are 1 to 512", lambda engine: chuhe.Engine(threads=0)),
    ("threads are 1 to 512", lambda engine: chuhe.analyse_many([], threads=0)),
    ("threads are 1 to 512", lambda engine: chuhe.perft(chuhe.Board(), 2, threads=513)),
    ("hash_mb is 1 to 65536, not 0", lambda engine: chuhe.Engine(hash_mb=0)),
    ("hash_mb is 1 to 65536", lambda engine: chuhe.Engine(hash_mb=1 << 40)),
    ("hash_mb is 1 to 65536", lambda engine: chuhe.analyse_many([], hash_mb=65_537)),
    ("is not a time", lambda engine: chuhe.analyse_many([], time=float("inf"))),
    ("the depth is 0 to 100", lambda engine: chuhe.perft(chuhe.Board(), 1_000_000)),
    ("unknown rule set", lambda engine: chuhe.Engine(rules="x")),
]


@pytest.mark.parametrize(("message", "call"), WRONG)
def test_what_is_wrong_is_an_exception(engine: chuhe.Engine, message: str, call: Callable[[chuhe.Engine], object]) -> None:
    with pytest.raises(ValueError, match=message):
        call(engine)


def test_perft_counts_and_static_values() -> None:
    assert [chuhe.perft(chuhe.Board(), depth) for depth in range(4)] == [1, 44, 1920, 79666]
    assert chuhe.perft(chuhe.Board(), 4, threads=2) == 3290240
    board = chuhe.Board(moves=["h2e2"])
    value = chuhe.static_eval(board)
    assert value == chuhe.static_eval(board.mirrored()) and value == chuhe.static_eval(board.color_flipped())


def test_batches_are_numpy_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    boards = [chuhe.Board(), chuhe.Board(moves=["h2e2"]), chuhe.Board(MATE_IN_ONE)]
    moves, offsets = map(numpy.asarray, chuhe.legal_moves_batch(boards))
    assert moves.dtype == numpy.uint8 and moves.shape == (44 + 45 + 17, 2) and offsets.tolist() == [0, 44, 89, 106]
    for index, board in enumerate(boards):
        rows = moves[offsets[index] : offsets[index + 1]].tolist()
        assert rows == [[move.from_square, move.to_square] for move in board.legal_moves]
    features = numpy.asarray(chuhe.features(boards))
    assert features.shape == (3, 2, 32) and features.dtype == numpy.int16
    assert (features >= 0).sum(axis=2).tolist() == [[32, 32], [32, 32], [3, 3]] and features.max() < 692
    start = features[0]
    assert sorted(start[0]) == sorted(start[1]), "the sides begin alike"
    [flipped] = numpy.asarray(chuhe.features([boards[1].color_flipped().mirrored()]))
    assert [sorted(side) for side in flipped] == [sorted(side) for side in features[1]]
    assert len(chuhe.features([])) == 0 and len(chuhe.legal_moves_batch([])[0]) == 0
