# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks `chuhe review --all`: a folder of games is reviewed by a run that is killed three times and one that is not.

    python check_reviews.py PROGRAM [--games N] [--nodes N]

The reviews, the pages and the summary must be the same, and the summary that of a recount: players, results and moves
are counted in the game files, losses from the scores before and after each move, marks from the losses.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OPENINGS = Path(__file__).parent.parent.parent / "positions" / "openings.epd"
PLAYERS = ("Chen", "Huang", "Li", "Liu", "Wang", "Wu", "Xu", "Yang", "Zhang", "Zhao", "Zhou")
GAMES_OF_A_FILE = (1, 2, 3, 5, 8, 13)
BROKEN_EACH = 50
MARKS = {"blunder": ("blunders", 0.3), "mistake": ("mistakes", 0.2), "inaccuracy": ("inaccuracies", 0.1)}
RESULTS = {"1-0": ("wins", "losses"), "0-1": ("losses", "wins"), "1/2-1/2": ("draws", "draws")}


@dataclass
class Game:
    """What a game file says."""

    players: tuple[str, str]
    result: str
    opening: str | None
    moves: int
    is_broken: bool


def make_folder(program: str, folder: Path, count: int) -> dict[tuple[str, int], Game]:
    """Plays games and writes them to files, some with an illegal last move; returns them by file and number."""
    played = folder.with_suffix(".pgn")
    engines = [word for name in "AB" for word in ("--engine", f"cmd={program},name={name}")]
    limits = ["--nodes", "200", "--draw-plies", "120", "--games", str(count), "--concurrency", "2"]
    command = [program, "match", *engines, *limits, "--openings", str(OPENINGS), "--pgn", str(played)]
    subprocess.run(command, capture_output=True, check=True)
    texts = iter(text for text in re.split(r"(?m)^(?=\[Game )", played.read_text()) if text.strip())
    games: dict[tuple[str, int], Game] = {}
    for index, size in enumerate(itertools.cycle(GAMES_OF_A_FILE)):
        name = f"{index % 7}/{index}.pgn"
        written = []
        for text in itertools.islice(texts, size):
            number = len(games)
            red, black = PLAYERS[number % len(PLAYERS)], PLAYERS[(number // 3 + 1) % len(PLAYERS)]
            text = re.sub(r'\[Red ".*"\]', f'[Red "{red}"]', re.sub(r'\[Black ".*"\]', f'[Black "{black}"]', text))
            is_broken = number % BROKEN_EACH == BROKEN_EACH - 1
            moves = list(re.finditer(r"\b[A-I]\d-[A-I]\d\b", text))
            if is_broken:
                text = text[: moves[-1].start()] + "A0-A0" + text[moves[-1].end() :]
            tags = dict(re.findall(r'\[(\w+) "(.*)"\]', text))
            written.append(text)
            games[name, len(written)] = Game(
                (red, black), tags["Result"], tags.get("ECCO"), len(moves) - is_broken, is_broken
            )
        if not written:
            return games
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(written))
    raise AssertionError("the cycle has no end")


class Run:
    """A folder of games and where the reviews go."""

    def __init__(self, program: str, games: Path, name: str, nodes: int) -> None:
        self.reviews = games.with_name(f"{name}.jsonl")
        self.pages = games.with_name(name)
        self.command = [program, "review", str(games), "--all", "--jsonl", str(self.reviews), "--out", str(self.pages)]
        self.command += ["--nodes", str(nodes), "--threads", "2", "--json", "--resume"]

    def start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def finish(self) -> Any:
        """Returns the summary."""
        process = self.start()
        summary = json.loads(process.communicate()[0])
        assert process.returncode == (1 if summary["unreadable"] else 0), process.returncode
        return summary

    def lines(self) -> int:
        return self.reviews.read_bytes().count(b"\n") if self.reviews.exists() else 0

    def kill_after(self, lines: int) -> int:
        """Runs until there are this many reviews; returns how many there are then."""
        process = self.start()
        while self.lines() < lines:
            assert process.poll() is None, "it ended before it was killed"
            time.sleep(0.005)
        process.kill()
        process.communicate()
        return self.lines()

    def written(self) -> tuple[list[str], dict[str, str]]:
        """The reviews, sorted, and the pages by their paths."""
        pages = {str(path.relative_to(self.pages)): path.read_text() for path in self.pages.rglob("*.html")}
        return sorted(self.reviews.read_text().splitlines()), pages


def capped(score: dict[str, int], sign: int) -> int:
    """A score in centipawns from the mover's perspective; a loss by mate is at most 0 for the side to move."""
    ((kind, value),) = score.items()
    if kind == "cp":
        return sign * max(-1000, min(1000, value))
    is_won = value > 0 if kind == "mate" else value >= 0
    return sign * (1000 if is_won else -1000)


def recount(reviews: list[str], games: dict[tuple[str, int], Game]) -> dict[str, dict[str, dict[str, float]]]:
    """Counts by all, player and opening what the summary should say, and checks each move's loss and mark."""
    sums: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(float)))
    for review in map(json.loads, reviews):
        game = games.pop((review["file"], review["game"]))
        moves, opening = review["moves"], review["opening"] and review["opening"]["code"]
        assert len(moves) == game.moves and game.is_broken == bool(review["error"]), review["file"]
        assert opening == game.opening or game.is_broken, (opening, game)
        groups = [("all", "all", None), ("players", game.players[0], "red"), ("players", game.players[1], "black")]
        if opening:
            groups.append(("openings", opening, None))
        evaluations = [move["evaluation"] for move in moves] + [review["end"]["evaluation"]]
        for kind, name, side in groups:
            total = sums[kind][name]
            total["games"] += 1
            if game.result in RESULTS:
                total[RESULTS[game.result][side == "black"]] += 1
            for move, before, after in zip(moves, evaluations, evaluations[1:]):
                if side in (None, move["side"]):
                    add_move(total, move, before, after)
    assert not games, f"{len(games)} games without a review"
    return sums


def add_move(total: dict[str, float], move: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    is_judged = before["pv"][:1] != [move["move"]] and not {"book move", "only move"} & set(move["remarks"])
    loss_cp = max(0, capped(before["score"], 1) - capped(after["score"], -1)) if is_judged else 0
    assert loss_cp == move["loss_cp"], (loss_cp, move)
    total["moves"] += 1
    total["average_loss_cp"] += loss_cp
    total["average_loss_percent"] += 100 * move["loss"]
    if move["mark"]:
        total[MARKS[move["mark"]][0]] += 1
    # Losses are written in hundredths.
    least, most = (sign * 0.005 + move["loss"] for sign in (-1, 1))
    assert move["mark"] in {mark_of(least), mark_of(most)}, move


def mark_of(loss: float) -> str | None:
    return next((mark for mark, (_, threshold) in MARKS.items() if loss >= threshold), None)


def compare(summary: Any, sums: dict[str, dict[str, dict[str, float]]]) -> int:
    """Compares the summary with the recount; returns how many numbers were compared."""
    found = {
        "all": {"all": summary["all"]},
        "players": {player["player"]: player for player in summary["players"]},
        "openings": {opening["opening"]["code"]: opening for opening in summary["openings"]},
    }
    count = 0
    for kind, groups in found.items():
        assert groups.keys() == sums[kind].keys(), kind
        for name, said in groups.items():
            counted = sums[kind][name]
            for field in said.keys() - {"player", "opening"}:
                is_average = field.startswith("average")
                expected = counted[field] / counted["moves"] if is_average else counted[field]
                assert abs(said[field] - expected) <= 0.0051 * is_average, (name, field, said[field], expected)
                count += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=300)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "games")
        games = make_folder(args.program, folder, args.games)
        files = len({file for file, _ in games})
        whole, killed = (Run(args.program, folder, kind, args.nodes) for kind in ("whole", "killed"))
        summary = whole.finish()
        kills = [str(killed.kill_after(args.games // part)) for part in (8, 4, 2)]
        if killed.finish() != summary or killed.written() != whole.written():
            sys.exit("the run that was killed has other reviews, pages or sums than the one that was not")
        reviews, pages = whole.written()
        assert len(reviews) == len(games) and len(pages) == len(games)
        print(f"reviews: {len(games)} games of {files} files, killed after {', '.join(kills)}; those of an unbroken run")
        broken = sum(game.is_broken for game in games.values())
        assert summary["unreadable"] == broken, summary["unreadable"]
        numbers = compare(summary, recount(reviews, games))
        print(f"summary: {numbers} numbers, those of a recount; {broken} games end with an illegal move")


if __name__ == "__main__":
    main()
