# SPDX-License-Identifier: MIT OR Apache-2.0
"""Programs that are no Python packages: node-uci, and XBoard through its adapter uci2wb on a virtual screen."""

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from . import referee
from .referee import check

SECONDS = 20
GAME_SECONDS = 100


def node_uci(program):
    script = Path(__file__).with_name("node_uci.cjs")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen(["node", script, program], **pipes) as node:
        greeting = node.stdout.readline()
        check(re.fullmatch(r"chuhe \S+; \d+\n", greeting), f"node-uci says {greeting!r}")

        def choose(game):
            print(game.fen, " ".join(game.moves()), sep=",", file=node.stdin, flush=True)
            move = node.stdout.readline().strip()
            return None if move == "(none)" else move

        played = referee.play(choose, lowest=0)
        node.stdin.close()
        check(node.wait(SECONDS) == 0, f"node-uci ends with {node.returncode}")
    return f"chain of init, setoption, isready, position and go, MultiPV 3, infinite and stop, {played}"


@contextlib.contextmanager
def virtual_screen(folder):
    """The server picks a free display and writes its number."""
    reader, writer = os.pipe()
    words = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "640x720x24", "-nolisten", "tcp"]
    with open(folder / "xvfb.log", "w") as log, subprocess.Popen(words, pass_fds=[writer], stdout=log, stderr=log) as server:
        os.close(writer)
        try:
            with open(reader) as numbers:
                yield f":{numbers.readline().strip()}"
        finally:
            server.terminate()


def xboard(program, *flags):
    """XBoard, with `flags` for its adapter, plays the engine against itself to the end of the game."""
    adapter = " ".join(["uci2wb", *flags, program])
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        display = stack.enter_context(virtual_screen(folder))
        record, debug = folder / "game.pgn", folder / "xboard.debug"
        words = ["xboard", "-variant", "xiangqi", "-fcp", adapter, "-scp", adapter, "-mg", "1", "-autoCallFlag", "true"]
        # Pondering uci2wb now and then loses an answer that comes within a millisecond.
        words += ["-xponder", "-xanimate", "-depth", "4", "-xexit", "-xpopup", "-soundProgram", "true"]
        words += ["-sgf", record, "-debug", "-nameOfDebugFile", debug]
        # A home of its own: XBoard reads and writes its settings there.
        environment = {**os.environ, "HOME": name, "DISPLAY": display, "PATH": os.environ["PATH"] + ":/usr/games"}
        board = stack.enter_context(subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL))
        # It does not heed a polite signal while it shows an error.
        stack.callback(board.kill)
        with contextlib.suppress(subprocess.TimeoutExpired):
            board.wait(GAME_SECONDS)
        return judge(program, record, debug.read_text(errors="replace"))


def judge(program, record, debug):
    """The record is that of a game ended by the rules, and is read back to the moves that the engines sent."""
    text = record.read_text() if record.is_file() else ""
    result = re.search(r'^\[Result "(1-0|0-1|1/2-1/2)"\]', text, re.M)
    check(result, f"no game was finished: {text or debug[-2000:]}")
    fault = re.search(r"on time|forfeit|illegal|exits|false (win|draw|loss)|disconnect", text, re.I)
    check(not fault and "illegal move" not in debug.lower(), f"the game did not end by the rules: {text}")
    sent = re.findall(r"^\d+ <(?:first |second): move ([a-i][0-9][a-i][0-9])$", debug, re.M)
    convert = [program, "convert", "--to", "iccs", "--games", str(record)]
    written = subprocess.run(convert, check=True, capture_output=True, text=True).stdout
    read = [move.replace("-", "").lower() for move in re.findall(r"[A-I]\d-[A-I]\d", written)]
    check(sent and read == sent, f"the record is read back as {read} instead of {sent}")
    game = referee.Game(lowest=0)
    for move in sent:
        game.push(move)
    reason = re.findall(r"\{[^}]*\}", text)[-1]
    check(game.result() == result[1], f"{result[1]} {reason}, but {game.result()} by pyffish, after {' '.join(sent)}")
    return f"a game of {len(sent)} plies to its end, {result[1]}"


def xboard_uci(program):
    return xboard(program)


def xboard_ucci(program):
    return xboard(program, "-x")
