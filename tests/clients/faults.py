#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs every command that writes into faults of its surroundings, and prints what happened as a table.

Usage: faults.py ENGINE

The faults: a full disk (a small tmpfs), a read-only folder, two runs that write the same file, SIGTERM in the middle, a closed
standard output, and a system clock that jumps by an hour (with the package faketime; left out without it). After each, every
file that was complete before must be as it was or have grown, no half file may stand under its name, and no temporary file
may be left behind; the same command without the fault must then succeed. Needs Linux and root, for the file systems.
Exit status: 0 on success, 1 if something was lost.
"""

import fnmatch
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ENGINE = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) == 2 else sys.exit(__doc__)
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
GAME = "[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 1-0\n\n"
PLAYERS = "--engine cmd=self,name=a,option.usebook=false --engine cmd=self,name=b,option.usebook=false"


class Job:
    """A command that writes, with `{o}` for the place of its output and `{i}` for that of its input. `long` is one that takes
    minutes; `beside` may stay beside the outputs after a fault, for the next run to go on from."""

    def __init__(self, name, words, outputs, check, long=None, appends=False, beside=()):
        self.name, self.words, self.outputs, self.check = name, words, outputs, check
        self.long, self.appends, self.beside = long, appends, beside


def whole(start, end=b"\n"):
    """The file begins and ends like this."""
    return lambda path: path.read_bytes().startswith(start) and path.read_bytes().endswith(end)


def begins(start):
    """The file, which grows record by record, begins like this; it may be empty."""
    return lambda path: path.read_bytes().startswith(start) or path.stat().st_size == 0


def reads(command):
    """The engine, whose readers compare lengths and checksums, reads the file without a word on standard error."""
    return lambda path: subprocess.run([ENGINE, *command.split(), path], capture_output=True).stderr == b""


def table(path):
    """The balance of the file has a whole table, or none yet: its results are written last."""
    return not path.with_suffix(".wdl").exists() or subprocess.run([ENGINE, "tables", "verify", "--dir", path.parent, path.stem], capture_output=True).returncode == 0


def lines(path):
    """All lines but a last one without an end are JSON."""
    *whole, _ = path.read_bytes().split(b"\n")
    return all(json.loads(line) is not None for line in whole)


JOBS = [
    Job("show --svg", "show --svg {o}/x.svg", ["x.svg"], whole(b"<svg", b"</svg>\n")),
    Job("convert --out", "convert --to wxf --games {i}/games.pgn --out {o}/x.pgn --force", ["x.pgn"], whole(b"[Game")),
    Job("review --html", "review {i}/game.pgn --nodes 10 --html {o}/x.html", ["x.html"], whole(b"<!DOCTYPE", b"</html>\n"),
        "review {i}/game.pgn --movetime 60000 --html {o}/x.html"),
    Job("review --pgn", "review {i}/game.pgn --nodes 10 --pgn {o}/x.pgn", ["x.pgn"], whole(b"[Game"),
        "review {i}/game.pgn --movetime 60000 --pgn {o}/x.pgn"),
    Job("review --all", "review {i}/games.pgn --all --nodes 10 --jsonl {o}/x.jsonl --resume", ["x.jsonl"], lines,
        "review {i}/games.pgn --all --nodes 100000 --jsonl {o}/x.jsonl", appends=True),
    Job("match --log", f"match {PLAYERS} --games 40 --nodes 1 --draw-plies 60 --log {{o}}/x.jsonl --resume", ["x.jsonl"], lines,
        f"match {PLAYERS} --games 400 --nodes 20000 --log {{o}}/x.jsonl", appends=True),
    Job("match --html", f"match {PLAYERS} --games 2 --nodes 1 --draw-plies 8 --html {{o}}/x.html", ["x.html"], whole(b"<!DOCTYPE", b"</html>\n"),
        f"match {PLAYERS} --games 400 --nodes 20000 --html {{o}}/x.html"),
    Job("match --pgn", f"match {PLAYERS} --games 20 --nodes 1 --draw-plies 60 --pgn {{o}}/x.pgn --force", ["x.pgn"], begins(b"[Game"),
        f"match {PLAYERS} --games 400 --nodes 20000 --pgn {{o}}/x.pgn"),
    Job("datagen", "datagen --out {o}/x.games --games 60 --nodes 1", ["x.games"], begins(b"chuheG"),
        "datagen --out {o}/x.games --games 100000 --nodes 2000", appends=True),
    Job("train", "train --data {i}/x.games --out {o}/x.net --hidden 32 --epochs 1 --batch 256 --force", ["x.net"], reads("net info"),
        "train --data {i}/x.games --out {o}/x.net --hidden 32 --epochs 10000 --batch 256 --force",
        beside=("x.csv", "x.svg", "x.net.checkpoint")),
    Job("book build", "book build --games {i}/games.pgn --min-games 1 --min-plies 1 --out {o}/x.book", ["x.book"], reads("book info"),
        "book build --positions 100000 --nodes 10000 --out {o}/x.book"),
    Job("book convert", "book convert {i}/x.book --out {o}/x.obk --force", ["x.obk"], reads("book info")),
    Job("tables build", "tables build KPvK --dir {o}", ["KPvK.wdl", "KPvK.dtm", "KvK.wdl", "KvK.dtm"], table,
        "tables build KRRvKRR --dir {o}", beside=[f"{name}.{kind}" for name in ("KRvK", "KRRvK", "KRvKR", "KRRvKR") for kind in ("wdl", "dtm")]),
    Job("lab compare --svg", "lab compare --game reversi --depth 1 --svg {o}/x.svg", ["x.svg"], whole(b"<svg", b"</svg>\n"),
        "lab compare --game xiangqi --depth 9 --svg {o}/x.svg"),
    Job("lab td --svg", "lab td --games 2 --trials 0 --svg {o}/x.svg", ["x.svg"], whole(b"<svg", b"</svg>\n"),
        "lab td --games 1000000 --trials 0 --svg {o}/x.svg"),
    Job("manual", "manual {o}", ["chuhe.1"], whole(b"."), beside=["chuhe-*.1"]),
]


class Place:
    """A small file system for the outputs of one job."""

    def __init__(self, inputs, job, folder):
        self.inputs, self.job, self.folder = inputs, job, folder
        folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], check=True)

    def close(self):
        subprocess.run(["umount", "--lazy", self.folder], check=True)

    def start(self, words, **more):
        words = words.format(o=self.folder, i=self.inputs).split()
        more = {"stdout": subprocess.DEVNULL} | more
        more["env"] = {**os.environ, "CHUHE_LANG": "en", **more.get("env", {})}
        return subprocess.Popen([ENGINE, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more)

    def run(self, words, **more):
        """Returns the exit status and the last line on standard error."""
        return self.end(self.start(words, **more))

    def end(self, process):
        error = process.communicate(timeout=120)[1].strip().splitlines()
        return process.returncode, error[-1].replace(f"{self.folder}/", "") if error else ""

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def clear(self):
        for path in self.folder.iterdir():
            path.unlink()

    def succeed(self, what):
        status, error = self.run(self.job.words)
        assert status == 0, f"{self.job.name}: {what}: exit {status}: {error}"
        self.check(what, must_exist=True)

    def check(self, what, before=None, must_exist=False):
        """Fails if something was lost, is half written, or was left behind."""
        files = self.files()
        for name in self.job.outputs:
            if must_exist or before:
                assert name in files, f"{self.job.name}: {what}: {name} is gone"
            if name in files:
                assert self.job.check(self.folder / name), f"{self.job.name}: {what}: {name} is damaged"
            if before and self.job.appends:
                # Half a record at the end may have been cut off or completed.
                kept = before[name][: before[name].rfind(b"\n") + 1] if self.job.check is lines else before[name]
                assert files[name].startswith(kept), f"{self.job.name}: {what}: {name} has lost records"
        known = [*self.job.outputs, *self.job.beside, "filler", *(before or ())]
        strange = [name for name in files if not any(fnmatch.fnmatch(name, pattern) for pattern in known)]
        assert not strange, f"{self.job.name}: {what}: left behind: {strange}"


def fill(place, spare):
    """Fills the disk but for some bytes."""
    filler = place.folder / "filler"
    with open(filler, "wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass
    os.truncate(filler, max(0, filler.stat().st_size - spare))


def full_disk(place):
    place.succeed("first run")
    before = place.files()
    fill(place, 0)
    told = place.run(place.job.words)
    place.check("full disk", before)
    if not place.job.appends:
        assert {name: place.files()[name] for name in before} == before or told[0] == 0, f"{place.job.name}: changed on a full disk"
    place.clear()
    # A little room: a file can be begun and not finished.
    fill(place, 4096)
    fresh = place.run(place.job.words)
    place.check("nearly full disk")
    (place.folder / "filler").unlink()
    place.succeed("after a full disk")
    return fresh if fresh[0] else told


def read_only(place):
    place.succeed("first run")
    before = place.files()
    subprocess.run(["mount", "-o", "remount,ro", place.folder], check=True)
    told = place.run(place.job.words)
    subprocess.run(["mount", "-o", "remount,rw", place.folder], check=True)
    assert place.files() == before, f"{place.job.name}: changed in a read-only folder"
    place.succeed("after a read-only folder")
    return told


def two_writers(place):
    both = [place.start(place.job.words) for _ in range(2)]
    told = sorted(place.end(process) for process in both)
    assert told[0][0] == 0, f"{place.job.name}: two writers: {told}"
    place.check("two writers", must_exist=True)
    return told[1]


def terminated(place):
    if not place.job.long:
        return None
    process = place.start(place.job.long)
    time.sleep(2)
    process.send_signal(signal.SIGTERM)
    told = place.end(process)
    assert told[0] == 1, f"{place.job.name}: SIGTERM: {told}"
    place.check("SIGTERM")
    place.clear()
    place.succeed("after SIGTERM")
    return told


def closed_output(place):
    reader, writer = os.pipe()
    os.close(reader)
    told = place.run(place.job.words, stdout=writer)
    os.close(writer)
    place.check("closed output")
    place.succeed("after a closed output")
    return told


def clock_jumps(place):
    """While the job runs, the clock goes forward by an hour and back by two, over and over."""
    if not os.path.exists(FAKETIME):
        return None
    shift = place.inputs / "shift"
    shift.write_text("+0")
    env = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(shift), "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    process = place.start(place.job.words, env=env)
    jumps = 0
    while process.poll() is None:
        shift.write_text(("+3600", "-3600")[jumps % 2])
        jumps += 1
        time.sleep(0.005)
    told = place.end(process)
    assert jumps, f"{place.job.name}: ended before the clock jumped"
    assert told[0] == 0, f"{place.job.name}: clock: {told}"
    place.check("clock", must_exist=True)
    place.succeed("after the clock jumped")
    return told


FAULTS = {"full disk": full_disk, "read-only folder": read_only, "two writers": two_writers, "SIGTERM": terminated,
          "closed output": closed_output, "clock jumps": clock_jumps}


def told(result):
    if result is None:
        return "-"
    status, error = result
    error = error.removeprefix("chuhe: ").replace("|", "/")
    return f"{status}: {error[:90]}" if status else "0"


def main():
    scratch = pathlib.Path(tempfile.mkdtemp())
    inputs = scratch / "in"
    inputs.mkdir()
    (inputs / "game.pgn").write_text(GAME)
    (inputs / "games.pgn").write_text(GAME * 300)
    for words in (f"datagen --out {inputs}/x.games --games 200 --nodes 1",
                  f"book build --games {inputs}/games.pgn --min-games 1 --min-plies 1 --out {inputs}/x.book"):
        subprocess.run([ENGINE, *words.split()], check=True, capture_output=True)
    print("| command | " + " | ".join(FAULTS) + " |\n|" + "---|" * (len(FAULTS) + 1))
    lost = []
    for number, job in enumerate(JOBS):
        cells = []
        for fault, cause in FAULTS.items():
            place = Place(inputs, job, scratch / f"{number}-{fault.replace(' ', '-')}")
            try:
                cells.append(told(cause(place)))
            except (AssertionError, subprocess.TimeoutExpired) as fault_found:
                lost.append(str(fault_found))
                cells.append("FAULT")
            finally:
                place.close()
        print(f"| `{job.name}` | " + " | ".join(cells) + " |", flush=True)
    shutil.rmtree(scratch)
    print("\n".join(lost) or "nothing lost")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
