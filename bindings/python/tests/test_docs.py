# SPDX-License-Identifier: MIT OR Apache-2.0
"""Everything public has a docstring, and the examples in them and in all documents run as they stand."""

import doctest
import inspect
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import chuhe
import pytest

ROOT = Path(__file__).parents[3]
PRINTED = {
    "analysis.md": ["first,2,cp,"],
    "python.md": ["black wins", "1. C2.5", "炮二平五"],
    "README.md": ["马"],
}


def programs() -> Iterator[tuple[str, str]]:
    """The documents with blocks of Python, and their programs: the blocks in their order."""
    for folder in ["", "bindings/", "book/", "crates/", "docs/", "examples/", "positions/"]:
        for document in sorted(ROOT.glob(f"{folder}**/*.md" if folder else "*.md")):
            blocks = re.findall("^```py[^\n]*\n(.*?)^```$", document.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
            if blocks:
                yield document.relative_to(ROOT).as_posix(), "".join(blocks)


PROGRAMS = dict(programs())


def documented() -> Iterator[tuple[str, object]]:
    """The module, its functions and classes, and the public members of these."""
    yield "chuhe", chuhe
    for name, value in vars(chuhe).items():
        if callable(value) and not name.startswith("_"):
            yield name, value
            if inspect.isclass(value):
                yield from ((f"{name}.{member}", vars(value)[member]) for member in vars(value) if member[0] != "_")


def test_everything_is_documented_with_examples_that_run() -> None:
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    undocumented = []
    for name, value in documented():
        text = inspect.getdoc(value)
        if not text:
            undocumented.append(name)
        else:
            runner.run(parser.get_doctest(text, {"chuhe": chuhe}, name, None, None))
    assert not undocumented
    results = runner.summarize()
    assert results.failed == 0 and results.attempted > 20


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_programs_of_a_document_run_from_top_to_bottom(page: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAMS[page], encoding="utf-8")
    # What the programs read, and where they find the command.
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "first.txt").write_text("h2e2 h9g7", encoding="utf-8")
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    # No encoding of the system: the output is Chinese.
    environment = {**os.environ, "PATH": path, "PYTHONUTF8": "1"}
    words = [sys.executable, str(program)]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    table = tmp_path / "scores.csv"
    result = done.stdout + (table.read_text(encoding="utf-8") if table.exists() else "")
    for expected in PRINTED[page.rpartition("/")[2]]:
        assert expected in result
