# SPDX-License-Identifier: MIT OR Apache-2.0
"""The opening book that the package brings."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path


def opening_book() -> Path:
    """Returns the path of the opening book that was installed with the package, wherever pip put it."""
    for file in metadata.files("chuhe") or []:
        if file.name == "chuhe.book":
            return Path(str(file.locate())).resolve()
    raise FileNotFoundError("the package chuhe was installed without its opening book")
