# SPDX-License-Identifier: MIT OR Apache-2.0
"""The program and the licences that the package brings."""

import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

import chuhe

PROGRAM = Path(sysconfig.get_path("scripts")) / ("chuhe.exe" if sys.platform == "win32" else "chuhe")


def test_the_program_plays_from_its_book() -> None:
    lines = "ucci\nposition startpos\ngo depth 8\nquit\n"
    answer = subprocess.run([PROGRAM], input=lines, capture_output=True, text=True, check=True).stdout
    assert "ucciok" in answer and "bestmove" in answer
    assert "depth 8" not in answer, "a book move is answered without a search"


def test_the_engine_finds_its_tools() -> None:
    answer = subprocess.run([PROGRAM, "convert", "--to", "wxf", "h2e2"], capture_output=True, text=True, check=True).stdout
    assert answer == "C2.5\n"


def test_the_book_is_found() -> None:
    assert chuhe.Engine(hash_mb=1, book=chuhe.opening_book()).search(chuhe.Board(), depth=10).depth == 0


def test_package_and_program_have_one_version() -> None:
    program = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    assert program.split()[:2] == ["chuhe", chuhe.__version__]
    assert metadata.version("chuhe") == chuhe.__version__


def test_the_licences_are_installed() -> None:
    files = {path.name for path in metadata.files("chuhe") or []}
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= files and metadata.metadata("chuhe")["License-Expression"]
