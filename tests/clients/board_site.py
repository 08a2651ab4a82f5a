#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the board as a site without a program behind it, in headless Chromium, at the sizes of a desktop and a phone.

Usage: board_site.py SITE [FOLDER [AXE]]
       board_site.py SITE --without-jspi

The files of the folder SITE come from a plain web server, in a folder as a project's page has, which no request or link
leaves. The server ends when the page has been opened once. Without it the page plays a game at level 1 to mate, reloads,
analyses a pasted FEN with three arrows, reviews an XQF file and writes its page, judges a repetition, sets up a mate,
changes the language, starts a failed engine again and copies a link, which opens its game. The manifest and the service
worker are those of an app. FOLDER and AXE as in `board_page.py`. Without JSPI, as in other browsers, the second program
of the site runs; this is tested at the size of a phone. Exit status: 0 on success, 1 on failure, 2 if Chromium is
missing.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from board_page import SIZES, Board, analyse, change_language, judge, look, play, review, set_up


class Site(Board):
    """The page of the site."""

    @classmethod
    @contextmanager
    def serving(cls, folder):
        with tempfile.TemporaryDirectory() as root:
            (Path(root) / "board").symlink_to(Path(folder).resolve())
            words = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", root, "0"]
            address = lambda line: re.search(r"http://[\d.:]+/", line)[0] + "board/"
            with cls.served_by(words, address, stderr=subprocess.DEVNULL) as board:
                yield board

    def cut(self):
        """Cuts the network, as soon as the service worker has all files."""
        self.wait("navigator.serviceWorker.controller?.state === 'activated'")
        self.server.kill()
        self.server.wait()


def install(board):
    """The page is an app that a phone or a desktop can install."""
    manifest = board.call("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest") and not manifest["errors"], manifest
    errors = [error["errorId"] for error in board.call("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert not [error for error in errors if error != "in-incognito"], errors


def link(board):
    """All that the page refers to lies in its folder, and so does the link to a game, which opens it."""
    addresses = board.value("""(async () => {
        const named = [...document.querySelectorAll("[href], [src]")].map(({ href, src }) => href ?? src);
        const manifest = document.querySelector("[rel=manifest]").href;
        const { start_url, scope, icons } = await (await fetch(manifest)).json();
        const installed = [start_url, scope, ...icons.map(({ src }) => src)].map((one) => new URL(one, manifest).href);
        const kept = await (await caches.open((await caches.keys())[0])).keys();
        const worker = await navigator.serviceWorker.ready;
        return [...named, ...installed, ...kept.map(({ url }) => url), worker.scope];
    })()""")
    assert len(addresses) > 50 and all(one.startswith(board.url) for one in addresses), addresses
    board.value("chuhe.load(chuhe.game.constructor.fromFragment('#moves=h2e2'), 'analyse'), true")
    board.wait("chuhe.announced?.move === 'h2e2'")
    board.value("navigator.clipboard.write = async ([item]) => { window.copied = await (await item.getType('text/plain')).text(); }, true")
    board.click("#share-on")
    board.click("#link")
    board.wait("window.copied")
    address = board.value("window.copied")
    assert address.startswith(board.url + "#") and address.endswith("moves=h2e2"), address
    board.value("chuhe.load(chuhe.game.constructor.fromFragment('#moves=b2e2'), 'analyse'), true")
    board.wait("chuhe.announced?.move === 'b2e2'")
    board.call("Page.navigate", url="about:blank")
    board.open(address)
    board.wait("window.chuhe?.game.here.move === 'h2e2'")


def write_review(board):
    """The page of a review has its data inside."""
    page = board.value(
        "(async () => (await chuhe.link.write('html', { ...chuhe.game.sent(), notation: 0, language: 'en' })).html)()"
    )
    data = re.search(r'id="data">(.*?)</script>', page)[1]
    assert '"steps":[{' in data and "<" not in data, data[:200]


def restart(board):
    """A worker that fails is started again. Calls that wait for it, or come before the new one, are rejected."""
    write = "chuhe.link.write('pgn', { ...chuhe.game.sent(), notation: 0, language: 'en' })"
    outcome = f"await {write}.then(() => 'written', ([reason]) => reason)"
    outcomes = board.value(f"""(async () => {{
        for (let i = 0; i < 2; i++) chuhe.link.connection.send("nonsense");
        const outcomes = [{outcome}, {outcome}];
        while (!chuhe.link.isUp) await new Promise((resolve) => setTimeout(resolve, 50));
        return [...outcomes, {outcome}];
    }})()""")
    assert outcomes == ["the engine has ended", "the engine has ended", "written"], outcomes


def check(site, size, folder=None, axe=None):
    with Site.serving(site) as board:
        board.show_at(size)
        install(board)
        board.cut()
        board.enter()
        moves = play(board)
        first_arrows = analyse(board)
        set_up(board)
        review(board)
        write_review(board)
        judge(board)
        change_language(board)
        restart(board)
        look(board, size, folder, axe)
        link(board)
        program = board.value("caches.keys().then(([name]) => caches.open(name)).then((files) => files.keys())"
                              ".then((files) => files.map(({ url }) => url).find((url) => url.endsWith('.wasm')))")
    print(f"board site, {size}, {program.rpartition('/')[2]}: mate after {len(moves)} plies, "
          f"first arrows after {1000 * first_arrows:.0f} ms")


def check_without_jspi(site):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(site, folder, dirs_exist_ok=True))
        for name in ["sw.js", "engine/turns.js"]:
            script = copy / name
            script.write_text(f"delete WebAssembly.Suspending;\n{script.read_text()}")
        check(copy, "phone")


def main():
    site, *others = sys.argv[1:]
    begin = time.monotonic()
    if others == ["--without-jspi"]:
        check_without_jspi(site)
    else:
        folder = Path(others[0]) if others else None
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        axe = Path(others[1]).read_text() if len(others) > 1 else None
        for size in SIZES:
            check(site, size, folder, axe)
    print(f"board site: passed in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
