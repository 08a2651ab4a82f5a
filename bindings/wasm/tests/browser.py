#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The package as its users have it, in Chromium: every program and page of the documents runs as it stands, an engine that
fails says so, and the worker has the signature, starts and stops in time and keeps its memory, on pages that are isolated
from other origins and on pages that are not. Programs that need no page run in node, too.

Usage: browser.py FOLDER, in which the package is installed, beside the files that the documents name.
"""

import functools
import http.server
import pathlib
import re
import resource
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "clients"))
from browser import Browser

FOLDER = pathlib.Path(sys.argv[1])
PACKAGE = "/node_modules/chuhe/"
DOCUMENTS = subprocess.check_output(["git", "ls-files", "*.md"], cwd=ROOT, text=True).split()


def blocks(kind):
    """The blocks of code of a kind in all documents: those of a section are one program."""
    for document in DOCUMENTS:
        for section in re.split(r"^## ", (ROOT / document).read_text(encoding="utf-8"), flags=re.MULTILINE):
            if found := re.findall(rf"^```{kind}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE):
                yield f"{document}, {section.splitlines()[0]}", "".join(found)


PROGRAMS, PAGES = dict(blocks("(?:js|javascript|ts|typescript)")), dict(blocks("html"))
assert len(PROGRAMS) >= 4 and len(PAGES) >= 2, (PROGRAMS.keys(), PAGES.keys())
# What a program prints if it has this in it.
PRINTED = {"BookFile": "^info depth 0 ", "legalMoves": "马８进７", "report": "^[0-9]+ |cp"}
STOPS = 200
# Milliseconds.
START_LIMIT, STOP_LIMIT = 150, 20
# Other programs on the machine delay some: the best of so many rounds counts.
ROUNDS = 5
CYCLES = 1000

# A conversation with the worker, for the scripts below.
CONVERSATION = r"""
const worker = new Worker("/node_modules/chuhe/worker.js", { type: "module" });
let wanted, found;
worker.onmessage = ({ data }) => wanted?.test(data) && found(data);
window.ask = (pattern, ...lines) => {
    const answer = new Promise((resolve) => { wanted = pattern; found = resolve; });
    lines.forEach((line) => worker.postMessage(line));
    return answer;
};
window.start = async () => {
    const start = performance.now();
    const other = new Worker("/node_modules/chuhe/worker.js", { type: "module" });
    await new Promise((resolve) => {
        other.onmessage = ({ data }) => data === "uciok" && resolve();
        other.postMessage("uci");
    });
    const time = performance.now() - start;
    other.terminate();
    return time;
};
window.cycles = async (count) => {
    const cycle = "position startpos moves h2e2\ngo infinite\nstop\n";
    for (let done = 0; done < count; done += 100) await ask(/^readyok$/, cycle.repeat(100), "isready");
};
window.stops = async (count) => {
    const times = [];
    for (let i = 0; i < count; i++) {
        worker.postMessage("position startpos");
        worker.postMessage("go infinite");
        await new Promise((resolve) => setTimeout(resolve, 5 + (i % 17)));
        const start = performance.now();
        await ask(/^bestmove /, "stop");
        times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
};
"""


# Bare names of packages lead to these, and what is printed is kept.
RUN = r"""
const map = document.createElement("script");
map.type = "importmap";
map.textContent = JSON.stringify({ imports: { chuhe: "/node_modules/chuhe/index.js" } });
document.head.append(map);
window.printed = [];
console.log = (...words) => printed.push(words.map((word) => (word instanceof Object ? JSON.stringify(word) : word)).join(" "));
"""

MISSING = ["/without/worker.js", "/empty/chuhe.wasm"]


class Handler(http.server.SimpleHTTPRequestHandler):
    shown = ""

    def __init__(self, *args, isolated, **keywords):
        self.isolated = isolated
        super().__init__(*args, **keywords)

    def do_GET(self):
        if self.path == "/empty":
            self.give("text/html; charset=utf-8", "<!doctype html><title>Empty</title>")
        elif self.path == "/page":
            self.give("text/html; charset=utf-8", self.shown)
        elif self.path == "/program.js":
            self.give("text/javascript; charset=utf-8", self.shown)
        elif self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        elif self.path == "/failing/worker.js":
            self.give("text/javascript", "onmessage = () => { throw new Error('no memory'); };")
        elif self.path == "/unloaded/worker.js":
            self.give("text/javascript", "import '/empty/worker.js';")
        elif self.path in MISSING:
            self.send_error(404)
        else:
            super().do_GET()

    def give(self, kind, text):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def translate_path(self, path):
        name = path.rpartition("/")[2]
        return str(FOLDER / name if (FOLDER / name).is_file() else FOLDER / PACKAGE.strip("/") / name)

    def end_headers(self):
        if self.isolated:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def check_program(browser, address, text):
    """A program of the documents runs to its end and prints something."""
    Handler.shown = text
    browser.call("Page.navigate", url=f"{address}empty")
    browser.wait("document.title === 'Empty'")
    browser.value(RUN)
    ended = browser.value("import('/program.js').then(() => 'ended', String)")
    assert ended == "ended", ended
    searches = len(re.findall(r"['\"]go\b", text))
    browser.wait(f"printed.filter((line) => line.startsWith('bestmove ')).length >= {searches}")
    judge(text, browser.value("printed"))


def check_program_in_node(text):
    """A program that needs no page ends by itself in node, too."""
    program = FOLDER / "program.mjs"
    program.write_text(text, encoding="utf-8")
    judge(text, subprocess.check_output(["node", program], text=True, timeout=120, encoding="utf-8").splitlines())


def judge(text, printed):
    assert printed
    for part, pattern in PRINTED.items():
        assert part not in text or any(re.search(pattern, line) for line in printed), (pattern, printed)


def check_page(browser, address, text):
    """Plays on a page of the documents."""
    Handler.shown = text
    browser.call("Page.navigate", url=f"{address}page")
    browser.wait("document.readyState === 'complete' && document.getElementById('move')?.onchange")

    def enter(move):
        browser.value(f"move.value = {move!r}; move.onchange()")

    enter("h2e2")
    browser.wait("game.children.length === 1")
    enter("nonsense")
    browser.wait("note.textContent.includes('nonsense')")
    enter("马二进三")
    browser.wait("game.children.length === 2")
    print("page:", browser.value("game.textContent"))


def check_failures(browser, address):
    """An engine that cannot be loaded, fails, or is terminated rejects what is asked."""
    browser.call("Page.navigate", url=f"{address}empty")
    browser.wait("document.title === 'Empty'")

    def failure(folder, request="Engine.start()"):
        answer = f"import('{folder}index.js').then(({{ Engine }}) => {request})"
        return browser.value(f"{answer}.then(() => 'none', (error) => error.message)")

    end = "setTimeout(() => engine.terminate(), 50)"
    terminated = failure(PACKAGE, f"Engine.start().then((engine) => ({end}, engine.search()))")
    assert terminated == "the engine was terminated", terminated
    assert "no memory" in failure("/failing/")
    assert failure("/without/") == "the engine has failed: its worker cannot be loaded"
    assert failure("/empty/") != "none"
    assert failure("/unloaded/").startswith("the engine has failed: ")
    # Chromium tells of the missing files.
    browser.complaints = [
        complaint for complaint in browser.complaints if not any(file in complaint for file in MISSING)
    ]


def memory(browser):
    """The resident memory of the browser's processes, in bytes."""
    used = 0
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if browser.profile.name in (folder / "cmdline").read_text():
                used += resource.getpagesize() * int((folder / "statm").read_text().split()[1])
        except OSError:
            continue
    return used


def check_times(browser):
    """An engine starts and a search stops in time."""
    starts = []
    while len(starts) < ROUNDS and min(starts, default=START_LIMIT + 1) > START_LIMIT:
        starts.append(browser.value("start()"))
    print("uciok after", ", ".join(f"{time:.0f} ms" for time in starts))
    assert min(starts) <= START_LIMIT, "a start takes too long"
    for _ in range(ROUNDS):
        times = browser.value(f"stops({STOPS})")
        # All but one in twenty count.
        most = times[STOPS * 95 // 100]
        print(f"stop: median {times[STOPS // 2]:.1f} ms, 95 % {most:.1f} ms, most {times[-1]:.1f} ms")
        if most < STOP_LIMIT:
            return
    raise AssertionError("a stop takes too long")


def check_memory(browser):
    """Searches that are stopped leave nothing."""
    browser.value(f"cycles({CYCLES})")
    before = memory(browser)
    browser.value(f"cycles({CYCLES})")
    growth = (memory(browser) - before) >> 20
    print(f"{CYCLES} searches: {growth} MiB more of {before >> 20}")
    assert growth < 16


def check_worker(browser, address, isolated):
    browser.call("Page.navigate", url=f"{address}empty")
    browser.wait("document.title === 'Empty'")
    assert browser.value("crossOriginIsolated") == isolated
    browser.value(f"{{{CONVERSATION}}}")
    browser.value("ask(/^uciok$/, 'uci')")
    counted = browser.value("ask(/ nps$/, 'bench')")
    log = subprocess.run(["git", "log", "--format=%B", "-n", "50"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert counted.split()[0] == re.search(r"^Bench: (\d+)$", log.stdout, re.MULTILINE)[1], counted
    print(f"isolated: {isolated}, {counted}")
    check_memory(browser)
    check_times(browser)


def main():
    for name, text in PROGRAMS.items():
        if "new Worker(" not in text and "fetch(" not in text:
            print(f"{name}, in node")
            check_program_in_node(text)
    for isolated in [False, True]:
        handler = functools.partial(Handler, isolated=isolated)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/"
            browser = Browser(address)
            for name, text in PROGRAMS.items():
                print(name)
                check_program(browser, address, text)
            for name, text in PAGES.items():
                print(name)
                check_page(browser, address, text)
            check_failures(browser, address)
            check_worker(browser, address, isolated)
            assert not browser.complaints, browser.complaints
            browser.close()
            server.shutdown()


main()
