# SPDX-License-Identifier: MIT OR Apache-2.0
"""Everything public has a docstring, and the examples in them and in the guide are right."""

import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import chuhe
import pytest

GUIDE = Path(__file__).parents[3] / "docs"


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


@pytest.mark.parametrize("page", ["python.md", "zh/python.md"])
def test_the_programs_of_the_guide_run_from_top_to_bottom(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall("```python\n(.*?)```", (GUIDE / page).read_text(encoding="utf-8"), re.DOTALL)
    exec("".join(blocks), {})
    printed = capsys.readouterr().out
    assert "black wins" in printed and "1. C2.5" in printed and "炮二平五" in printed
