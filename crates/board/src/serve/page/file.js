// SPDX-License-Identifier: MIT OR Apache-2.0
// The page of a review that `chuhe review --html` wrote: the same board, without a server. `#ply=20` in the address
// shows the game after 20 plies.

import { App } from "./app.js";
import { byId, isChinese, pick, say, settings, usual } from "./dom.js";
import { Game } from "./game.js";
import { ReviewView } from "./review.js";
import { readBoard, squareOf, writeBoard } from "./squares.js";

const data = JSON.parse(byId("data").textContent);

/** Answers from the data of the file. It knows no rules: a position has no legal moves. */
export class FileLink {
  isUp = true;
  lab = null;
  /** What the file tells beside the game. @type {[string, string][]} */
  remarks = data.remarks;

  /** @param {any} query @returns {Promise<any>} */
  async ask(query) {
    return this.situation(query.moves);
  }

  /** The PGN of the review. */
  async write() {
    return { pgn: data.pgn[Number(isChinese())] };
  }

  /** @returns {Promise<any>} */
  async read() {
    throw ["this page has no server", "本页没有服务器"];
  }

  /** @returns {() => void} */
  listen() {
    return () => {};
  }

  stop() {}

  /** @returns {Promise<any>} */
  async limits() {
    return null;
  }

  /** The position after these moves. @param {string[]} moves @returns {import("./link.js").Situation} */
  situation(moves) {
    const [, first, , , quiet = "0", number = "1"] = data.fen.split(" ");
    const board = readBoard(data.fen);
    let rule60 = Number(quiet);
    for (const move of moves) {
      const [from, to] = [squareOf(move), squareOf(move.slice(2))];
      rule60 = board[to] ? 0 : rule60 + 1;
      board[to] = board[from];
      board[from] = "";
    }
    const plies = moves.length + (first === "b" ? 1 : 0);
    const side = plies % 2 ? "black" : "red";
    const fullMove = Number(number) + Math.floor(plies / 2);
    const played = data.line.moves;
    const isPlayed = moves.every((move, index) => played[index]?.move === move);
    return {
      fen: `${writeBoard(board)} ${side === "black" ? "b" : "w"} - - ${rule60} ${fullMove}`,
      side,
      check: isPlayed && data.checks[moves.length],
      legal: [],
      doubts: null,
      line: [],
      outcome: isPlayed && moves.length === played.length ? data.outcome : null,
      repetition: null,
      opening: null,
      table: null,
      book: [],
      rule60: [rule60, 120],
    };
  }
}

/** The game with its review. */
function readGame() {
  const game = Game.of({ ...data, tags: Object.entries(data.tags), result: data.tags.Result });
  for (const node of [game.root, ...game.root.end().path()]) node.review = data.steps[node.ply] ?? null;
  return game;
}

class FileApp extends App {
  constructor() {
    const views = (app) => ({ review: new ReviewView(app) });
    super({ link: new FileLink(), views, view: "review", game: readGame() });
    byId("brand").removeAttribute("href");
    this.views.review.measure(data.steps);
    window.addEventListener("hashchange", () => this.route());
    this.route();
  }

  title() {
    const { Red, Black } = data.tags;
    return `${Red || say("Red", "红方")} – ${Black || say("Black", "黑方")} · ${say("Review", "复盘")}`;
  }

  /** Shows the ply that the address names. */
  route() {
    const ply = Math.round(Number(new URLSearchParams(location.hash.slice(1)).get("ply"))) || 0;
    const line = this.views.review.line();
    this.go(line[Math.min(Math.max(ply, 0), line.length - 1)]);
  }

  /** Keeps the ply in the address; in a line of the engine, that where it leaves the game. */
  moved() {
    const line = this.views.review.line();
    let node = this.game.here;
    while (!line.includes(node) && node.parent) node = node.parent;
    history.replaceState(null, "", `#ply=${node.ply}`);
  }
}

settings.language = data.language;
document.documentElement.lang = data.language;
usual.notations = data.notations;
settings.notation = data.notation;
if (data.language !== "en") settings.chinese = data.language;
// For tests, and for the curious.
Object.assign(window, { chuhe: new FileApp() });
