# SPDX-License-Identifier: MIT OR Apache-2.0
"""Builds the package for pip (PEP 517): maturin does, with the engine, its tools and its book in the package.

The programs are built, too, unless the environment variable `CHUHE_PROGRAM` has the path of an engine with the tools beside it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import maturin
from maturin import get_requires_for_build_sdist as get_requires_for_build_sdist
from maturin import get_requires_for_build_wheel as get_requires_for_build_wheel

# Without Rust, maturin says so. It would load one for itself alone, and the program needs it, too.
os.environ["MATURIN_NO_INSTALL_RUST"] = "1"

# The folder of pyproject.toml, seen from its own folder, in which pip calls the hooks. It is there while one works.
DATA = Path("bindings/python/data")

Hook = Callable[..., str]


def built_engine() -> str:
    """Builds the programs, and returns the path of the engine, which cargo tells."""
    command = ["cargo", "build", "--release", "--message-format", "json-render-diagnostics"]
    command += ["--bin", "chuhe", "--bin", "chuhe-tools"]
    messages = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    executables = (json.loads(message).get("executable") for message in messages.splitlines())
    return next(path for path in executables if path and Path(path).stem == "chuhe")


def with_data(hook: Hook, *, is_filled: bool) -> Hook:
    """The hook, with what pip puts beside the module: the program on the path, the book where the program finds it."""

    def wrapped(*arguments: Any, **named: Any) -> str:
        files: dict[str, str] = {}
        if is_filled:
            suffix = ".exe" if sys.platform == "win32" else ""
            engine = Path(os.environ.get("CHUHE_PROGRAM") or built_engine())
            files[f"scripts/chuhe{suffix}"] = str(engine)
            files[f"scripts/chuhe-tools{suffix}"] = str(engine.with_name(f"chuhe-tools{suffix}"))
            files["data/share/chuhe/chuhe.book"] = "book/chuhe.book"
        # What an ended build has left behind.
        shutil.rmtree(DATA, ignore_errors=True)
        DATA.mkdir()
        try:
            for target, source in files.items():
                (DATA / target).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, DATA / target)
            return hook(*arguments, **named)
        finally:
            shutil.rmtree(DATA)

    return wrapped


build_wheel = with_data(maturin.build_wheel, is_filled=True)
build_editable = with_data(maturin.build_editable, is_filled=True)
build_sdist = with_data(maturin.build_sdist, is_filled=False)
prepare_metadata_for_build_wheel = with_data(maturin.prepare_metadata_for_build_wheel, is_filled=False)
