# SPDX-License-Identifier: MIT OR Apache-2.0
"""The programs of examples/python."""

import os
import subprocess
import sys
from pathlib import Path

import chuhe
import pytest
from test_board import POSITIONS

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"
RECORDS = POSITIONS / "notation" / "records"
GAME = Path(__file__).parents[3] / "docs" / "game.pgn"


def run(name: str, *arguments: object) -> str:
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    # No encoding of the system: the output is Chinese.
    environment = {**os.environ, "PYTHONUTF8": "1", "MPLBACKEND": "agg"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("program", sorted(EXAMPLES.glob("*.py")), ids=lambda program: program.name)
def test_a_program_without_arguments_tells_its_usage(program: Path) -> None:
    done = subprocess.run([sys.executable, str(program)], capture_output=True, encoding="utf-8", check=False)
    usage, error = done.stderr.splitlines()
    assert usage.startswith(f"usage: {program.name} ") and "required" in error and done.returncode == 2


def test_mates_in_a_folder_are_counted() -> None:
    lines = [line.split(maxsplit=1) for line in run("count_mates.py", RECORDS).splitlines()]
    assert sum(int(count) for count, _ in lines) >= 9 and any(ending == "not over" for _, ending in lines)


def test_a_game_is_reviewed(tmp_path: Path) -> None:
    [game] = chuhe.read_games(GAME)
    picture = tmp_path / "chances.png"
    lines = run("review_game.py", GAME, picture).splitlines()
    assert len(lines) == len(game.mainline_moves()) and all(line.endswith("%") for line in lines)
    pytest.importorskip("matplotlib")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_two_levels_play_a_game() -> None:
    [game] = chuhe.read_games(run("self_play.py", 6, 1).encode())
    outcome = game.end().board().outcome()
    assert outcome and outcome.result() == game.result and str(outcome) == game.headers["Termination"]


def test_positions_are_labelled(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    output = tmp_path / "labels.npz"
    assert "positions labelled" in run("label_positions.py", GAME, output)
    labels = numpy.load(output)
    assert labels["features"].shape == (len(labels["scores"]), 2, 32)
    assert 0 <= labels["scores"].min() <= labels["scores"].max() <= 1


def test_a_repetition_is_judged() -> None:
    moves = 2 * ["g6h6", "g2h2", "h6g6", "h2g2"]
    text = run("judge_repetition.py", "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", *moves)
    assert "asian        black wins" in text and "always-draw  draw" in text and "红方长捉作负" in text
