# SPDX-License-Identifier: MIT OR Apache-2.0
"""Threads, garbage collection, interrupts, forks and memory."""

import gc
import os
import signal
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chuhe
import pytest


@pytest.fixture()
def engine() -> chuhe.Engine:
    return chuhe.Engine(hash_mb=1)


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_eight_engines_make_a_thousand_searches_each_beside_garbage_collection() -> None:
    counts: list[int] = []
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            engine, board = chuhe.Engine(hash_mb=1), chuhe.Board()
            for number in range(1000):
                board = board if board.legal_moves else chuhe.Board()
                counts.append(engine.search(board, nodes=20).nodes)
                board.push(board.legal_moves[(seed + number) % board.count_legal_moves()])
        except BaseException as failure:
            failures.append(failure)

    threads = [in_thread(lambda seed=seed: work(seed)) for seed in range(8)]  # type: ignore[misc]
    while any(thread.is_alive() for thread in threads):
        gc.collect()
        time.sleep(0.01)
    assert not failures and len(counts) == 8000


@pytest.mark.parametrize("job", ["search", "analyse", "perft", "many"])
def test_other_threads_play_on_a_board_that_is_searched(engine: chuhe.Engine, job: str) -> None:
    board = chuhe.Board()
    jobs: dict[str, Callable[[], object]] = {
        "search": lambda: engine.search(board, time=0.3),
        "analyse": lambda: list(engine.analyse(board, time=0.3)),
        "perft": lambda: chuhe.perft(board, 5),
        "many": lambda: list(chuhe.analyse_many([board], time=0.3)),
    }
    thread = in_thread(jobs[job])
    time.sleep(0.02)
    played = 0
    while thread.is_alive():
        board.push_text("h2e2")
        board.pop()
        played += 1
    thread.join()
    assert played > 10


def test_threads_that_share_an_engine_are_refused_or_searched(engine: chuhe.Engine) -> None:
    """None of them waits for the engine with the lock of the interpreter."""
    done, refused = [], []

    def work() -> None:
        for _ in range(200):
            try:
                engine.search(chuhe.Board(), nodes=50)
                engine.new_game()
                done.append(engine.level)
            except RuntimeError as error:
                refused.append(str(error))

    threads = [in_thread(work) for _ in range(4)]
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    assert done and all("is searching" in message for message in refused)


def jobs_without_end(engine: chuhe.Engine) -> dict[str, Callable[[], object]]:
    return {
        "search": lambda: engine.search(chuhe.Board(), depth=60),
        "analyse": lambda: list(engine.analyse(chuhe.Board())),
        "perft": lambda: chuhe.perft(chuhe.Board(), 7, threads=2),
        "many": lambda: list(chuhe.analyse_many([chuhe.Board()], depth=60)),
    }


def interrupted_after(run: Callable[[], object]) -> float:
    """The time from Ctrl-C to the exception."""
    sent: list[float] = []

    def interrupt() -> None:
        time.sleep(0.15)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    # A shell starts a program in the background with this signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = in_thread(interrupt)
    with pytest.raises(KeyboardInterrupt):
        run()
    signal.signal(signal.SIGINT, before)
    late = time.monotonic() - sent[0]
    thread.join()
    return late


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("job", ["search", "analyse", "perft", "many"])
def test_ctrl_c_ends_a_job_within_100_ms(engine: chuhe.Engine, job: str) -> None:
    run = jobs_without_end(engine)[job]
    # Medians, and more than one: the machine may be busy with something else.
    medians = (statistics.median(interrupted_after(run) for _ in range(5)) for _ in range(4))
    assert any(median < 0.1 for median in medians)
    assert engine.search(chuhe.Board(), nodes=100).best_move


def in_fork(work: Callable[[], None]) -> int:
    """The status of a process that does this work after a fork; 0 if there is no exception."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            gc.collect()
            status = 0
        finally:
            os._exit(status)
    until = time.monotonic() + 30
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise AssertionError("the process hangs")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_searches_is_refused_after_a_fork_and_new_engines_work(engine: chuhe.Engine, tmp_path: Path) -> None:
    def queries() -> Iterator[chuhe.Board]:
        while True:
            yield chuhe.Board()

    analysis, answers = engine.analyse(chuhe.Board()), chuhe.analyse_many(queries(), threads=2, nodes=300)
    tables = chuhe.Tables(tmp_path)
    held = [analysis, answers, engine, tables]

    def child() -> None:
        for use in (
            lambda: tables.probe(chuhe.Board()),
            lambda: tables.max_pieces,
            lambda: chuhe.Engine(tables=tables),
            lambda: engine.search(chuhe.Board(), nodes=100),
            engine.new_game,
            lambda: next(analysis),
            analysis.wait,
            analysis.stop,
            lambda: next(answers),
        ):
            with pytest.raises(RuntimeError, match="another process"):
                use()
        assert engine.level == 20 and chuhe.Tables(tmp_path).max_pieces == 0
        assert chuhe.Engine(hash_mb=1).search(chuhe.Board(), nodes=100).best_move
        assert len(list(chuhe.analyse_many([chuhe.Board()], nodes=100))) == 1
        held.clear()

    # At any moment: the locks of the threads may be held.
    for _ in range(10):
        next(answers)
        assert in_fork(child) == 0
    next(analysis)
    analysis.stop()
    assert analysis.wait().best_move
    assert next(answers)["lines"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_searched_is_dropped_after_a_fork() -> None:
    held: list[object] = []
    for _ in range(10):
        held += [chuhe.Engine(hash_mb=1).analyse(chuhe.Board()), chuhe.analyse_many([chuhe.Board()], depth=60)]
        assert in_fork(held.clear) == 0
        held.clear()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no count of the memory")
def test_a_million_boards_leave_nothing_behind() -> None:
    def pages() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1])

    def use(count: int) -> None:
        start, move = chuhe.Board(), chuhe.Move.from_iccs("h2e2")
        for number in range(count):
            board = start.copy()
            board.push(move)
            if number % 50 == 0:
                board.verdict()
                chuhe.Board(board.fen(), board.legal_moves[:1]).svg()

    use(20_000)
    before = pages()
    use(1_000_000)
    grown = (pages() - before) * os.sysconf("SC_PAGE_SIZE")
    assert grown < 4 << 20, f"{grown} bytes"


def test_threads_that_share_a_file_read_each_game_once_or_are_refused() -> None:
    reader = chuhe.read_games(b"".join(b'[Red "%d"]\n\n1. h2e2 *\n\n' % number for number in range(2000)))
    seen: list[str] = []
    refused: list[str] = []

    def read() -> None:
        while True:
            try:
                seen.append(next(reader).headers["Red"])
            except StopIteration:
                return
            except RuntimeError as error:
                refused.append(str(error))

    threads = [in_thread(read) for _ in range(4)]
    for thread in threads:
        thread.join()
    assert sorted(map(int, seen)) == list(range(2000))
    assert all("another thread is reading" in message for message in refused)
