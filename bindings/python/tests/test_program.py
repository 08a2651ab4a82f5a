# SPDX-License-Identifier: MIT OR Apache-2.0
"""The program that the wheel carries, where the package was installed from a wheel."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

PROGRAM = Path(sysconfig.get_path("scripts")) / "chuhe"


@pytest.mark.skipif(not PROGRAM.exists() and not PROGRAM.with_suffix(".exe").exists(), reason="no wheel")
def test_the_program_plays_from_its_book() -> None:
    lines = "ucci\nposition startpos\ngo depth 8\nquit\n"
    answer = subprocess.run([PROGRAM], input=lines, capture_output=True, text=True, check=True).stdout
    assert "ucciok" in answer and "bestmove" in answer
    assert "depth 8" not in answer, "a book move is answered without a search"
