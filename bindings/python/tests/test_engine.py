# SPDX-License-Identifier: MIT OR Apache-2.0
"""The engine: searches, analyses, threads, interrupts and forks."""

import gc
import os
import signal
import sys
import threading
import time
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
    ("multipv is 1 to 128", lambda engine: engine.search(chuhe.Board(), depth=1, multipv=0)),
    ("illegal move a0a9", lambda engine: engine.search(chuhe.Board(), depth=1, search_moves=[chuhe.Move(0, 81)])),
    ("21 is not a level", lambda engine: chuhe.Engine(level=21)),
    ("threads are 1 to 512", lambda engine: chuhe.Engine(threads=0)),
    ("threads are 1 to 512", lambda engine: chuhe.analyse_many([], threads=0)),
    ("hash_mb is at least 1", lambda engine: chuhe.Engine(hash_mb=0)),
    ("the depth is 0 to 100", lambda engine: chuhe.perft(chuhe.Board(), 1_000_000)),
    ("unknown rule set", lambda engine: chuhe.Engine(rules="x")),
]


@pytest.mark.parametrize(("message", "call"), WRONG)
def test_what_is_wrong_is_an_exception(engine: chuhe.Engine, message: str, call: Callable[[chuhe.Engine], object]) -> None:
    with pytest.raises(ValueError, match=message):
        call(engine)


def test_several_engines_search_in_several_threads_beside_garbage_collection() -> None:
    counts: list[int] = []
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            engine, board = chuhe.Engine(hash_mb=1), chuhe.Board()
            for number in range(50):
                moves = board.legal_moves
                board = board if moves else chuhe.Board()
                counts.append(engine.search(board, nodes=50).nodes)
                board.push(board.legal_moves[(seed + number) % board.count_legal_moves()])
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        gc.collect()
        time.sleep(0.01)
    assert not failures and len(counts) == 400


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("job", ["search", "analyse", "perft", "many"])
def test_an_interrupt_ends_the_job_at_once(engine: chuhe.Engine, job: str) -> None:
    jobs: dict[str, Callable[[], object]] = {
        "search": lambda: engine.search(chuhe.Board(), depth=60),
        "analyse": lambda: list(engine.analyse(chuhe.Board())),
        "perft": lambda: chuhe.perft(chuhe.Board(), 7, threads=2),
        "many": lambda: list(chuhe.analyse_many([chuhe.Board()], depth=60)),
    }
    sent: list[float] = []

    def interrupt() -> None:
        time.sleep(0.3)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        jobs[job]()
    late = time.monotonic() - sent[0]
    thread.join()
    # 100 ms on a machine that is free; the tests may run on one that is not.
    assert late < 1.0, late
    assert engine.search(chuhe.Board(), nodes=100).best_move


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_engine_is_refused_after_a_fork_and_a_new_one_works(engine: chuhe.Engine) -> None:
    analysis = engine.analyse(chuhe.Board())
    next(analysis)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            try:
                engine.search(chuhe.Board(), nodes=100)
            except RuntimeError as error:
                assert "another process" in str(error)
                assert chuhe.Engine(hash_mb=1).search(chuhe.Board(), nodes=100).best_move
                del analysis, engine
                gc.collect()
                status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    analysis.stop()
    assert analysis.wait().best_move


def test_many_positions_are_analysed_in_order() -> None:
    boards = [chuhe.Board(moves=[move]) for move in chuhe.Board().legal_moves]
    queries: list[object] = [*boards, {"id": "mine", "moves": ["h2e2"], "analyzeTurns": [0, 1]}, {"nodes": "many"}]
    answers = list(chuhe.analyse_many(iter(queries), threads=2, nodes=200))  # type: ignore[arg-type]
    assert [answer["id"] for answer in answers] == [*map(str, range(44)), "mine", "mine", "45"]
    assert answers[0]["fen"] == boards[0].fen() and answers[0]["nodes"] >= 200
    assert answers[-1]["field"] == "nodes" and "error" in answers[-1]
    again = list(chuhe.analyse_many(boards, threads=1, nodes=200))
    assert [answer["lines"] for answer in again] == [answer["lines"] for answer in answers[:44]]


def test_queries_are_taken_as_needed() -> None:
    taken = []

    def endless() -> object:
        while True:
            taken.append(1)
            yield {"moves": "h2e2"}

    answers = chuhe.analyse_many(endless(), threads=1, nodes=50)  # type: ignore[arg-type]
    for _ in range(20):
        next(answers)
    assert len(taken) < 60

    def broken() -> object:
        yield chuhe.Board()
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        list(chuhe.analyse_many(broken(), nodes=50))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        list(chuhe.analyse_many([5], nodes=50))  # type: ignore[list-item]


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
