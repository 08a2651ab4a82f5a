# SPDX-License-Identifier: MIT OR Apache-2.0
"""Everything public has a docstring, and the examples in them are right."""

import doctest
import inspect
from collections.abc import Iterator

import chuhe


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
