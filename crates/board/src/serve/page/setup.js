// SPDX-License-Identifier: MIT OR Apache-2.0
// Set-up of positions: pieces are placed freely, and the server says whether the position is legal. FEN, links, PGN,
// SVG.

import { button, html, pick, pieceSet, say } from "./dom.js";
import { Game, START } from "./game.js";
import { KINDS, pieceImage, pieceName } from "./pieces.js";
import { shareButtons } from "./share.js";
import { readBoard, writeBoard } from "./squares.js";

const NO_COUNTERS = "- - 0 1";

export class SetupView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {string[]} */
    this.board = [];
    this.side = "w";
    /** True if the position is not that of the game. */
    this.isEdited = false;
    /** The end of the FEN: plies without capture and the number of the move. */
    this.counters = NO_COUNTERS;
    /** The letter of the palette in hand, "" to remove. @type {string|null} */
    this.hand = null;
    /** @type {[string, string]|null} */
    this.error = null;
    /** The error, or a warning. @type {[string, string]|null} */
    this.problem = null;
    this.query = 0;
    /** The last position that was checked. */
    this.checked = "";
  }

  /** What was set up stays until it is used or another game is shown; else the place in the game is taken. */
  enter() {
    if (!this.isEdited) this.board = [];
  }

  forget() {
    this.isEdited = false;
    this.board = [];
  }

  take() {
    const fen = this.app.game.here.situation?.fen ?? START;
    this.board = readBoard(fen);
    this.side = fen.split(" ")[1];
    this.counters = fen.split(" ").slice(2).join(" ");
    this.hand = null;
  }

  fen() {
    return `${writeBoard(this.board)} ${this.side} ${this.counters}`;
  }

  /** The game to share: that of the page, or one that begins with the position that was set up. */
  shown() {
    const { game } = this.app;
    const same = (/** @type {string} */ fen) => fen.split(" ").slice(0, 2).join(" ");
    return same(game.here.situation?.fen ?? "") === same(this.fen()) ? game : new Game(this.fen());
  }

  mayMove() {
    return false;
  }

  /** @param {HTMLElement} panel */
  draw(panel) {
    this.panel = panel;
    panel.replaceChildren(html("div", { id: "setup" }));
    if (this.board.length) this.redraw();
  }

  update() {
    if (!this.board.length) this.take();
    this.app.showBar(null);
    this.redraw();
    this.check();
  }

  show() {
    if (this.board.length) this.app.board.show(this.board, { isFlipped: this.app.isFlipped, isFree: true });
  }

  /** Draws what follows from the position. */
  redraw() {
    const place = this.panel?.querySelector("#setup");
    if (!place) return;
    const { app } = this;
    const tool = (letter) =>
      html(
        "button",
        {
          type: "button",
          class: "tool",
          "aria-pressed": String(this.hand === letter),
          "aria-label": letter ? pieceName(letter) : say("Remove", "移除"),
          click: () => {
            this.hand = this.hand === letter ? null : letter;
            this.redraw();
          },
        },
        letter ? pieceImage(letter, pieceSet()) : "✕",
      );
    const fen = html("input", {
      id: "fen",
      value: this.fen(),
      spellcheck: "false",
      "aria-label": "FEN",
      change: (event) => this.read(event.target.value),
    });
    const radio = (value, text) =>
      html(
        "label",
        {},
        html("input", {
          type: "radio",
          name: "to-move",
          value,
          checked: value === this.side,
          change: () => {
            this.side = value;
            this.edited();
          },
        }),
        html("span", {}, text),
      );
    place.replaceChildren(
      html(
        "div",
        { class: "card" },
        html("h2", {}, say("Set up a position", "摆棋")),
        html("div", { class: "palette" }, ...[...KINDS].map(tool), ...[...KINDS.toLowerCase()].map(tool), tool("")),
        html(
          "p",
          { class: "quiet" },
          say(
            "Choose a piece and tap squares, or drag pieces; off the board they disappear.",
            "选中棋子后点击棋盘放置，也可以拖动棋子；拖出棋盘即移除。",
          ),
        ),
        html(
          "fieldset",
          { class: "segments" },
          html("legend", {}, say("To move", "先走")),
          radio("w", say("Red", "红")),
          radio("b", say("Black", "黑")),
        ),
        html(
          "div",
          { class: "row" },
          button(say("Start position", "初始局面"), () => this.read(START)),
          button(say("Clear", "清空"), () => this.read("3k5/9/9/9/9/9/9/9/9/5K3 w")),
        ),
        html("label", { class: "fen" }, html("span", {}, "FEN"), fen),
        html(
          "p",
          { id: "problem", class: this.problem ? "problem" : "fine", role: "status" },
          this.problem ? pick(this.problem) : say("A legal position.", "局面合法。"),
        ),
        html(
          "div",
          { class: "row" },
          button(say("Analyse", "分析"), () => this.use("analyse"), {
            class: "primary",
            disabled: Boolean(this.error),
            id: "use",
          }),
          button(say("Play from here", "从此局面对弈"), () => this.use("play"), { disabled: Boolean(this.error) }),
        ),
      ),
      html(
        "div",
        { class: "card" },
        html("h2", {}, say("Share", "分享")),
        shareButtons(
          app.link,
          () => this.shown(),
          () => this.fen(),
          Boolean(this.error),
        ),
      ),
    );
    this.show();
  }

  /** @param {string} text */
  read(text) {
    const board = readBoard(text.trim());
    if (board.length !== 90) {
      this.error = this.problem = ["a FEN has 10 ranks of 9 squares", "FEN 应有十行，每行九格"];
      return this.redraw();
    }
    this.board = board;
    const [, side, ...counters] = text.trim().split(/\s+/);
    this.side = side === "b" ? "b" : "w";
    this.counters = counters.length === 4 ? counters.join(" ") : NO_COUNTERS;
    this.isEdited = true;
    this.changed();
  }

  /** A piece was placed: what went before no longer counts. */
  edited() {
    this.isEdited = true;
    this.counters = NO_COUNTERS;
    this.changed();
  }

  changed() {
    this.show();
    this.check();
  }

  async check() {
    const query = ++this.query;
    const fen = this.fen();
    /** @type {[string, string]|null} */
    let error = null;
    /** @type {[string, string]|null} */
    let doubts = null;
    try {
      doubts = (await this.app.link.ask({ type: "position", fen })).doubts;
    } catch (reason) {
      error = /** @type {[string, string]} */ (reason);
    }
    if (query !== this.query) return;
    this.error = error;
    this.problem = error ?? doubts;
    this.checked = fen;
    if (this.app.view === this) this.redraw();
  }

  /** @param {number} square */
  onSquare(square) {
    if (this.hand === null) return false;
    this.board[square] = this.board[square] === this.hand ? "" : this.hand;
    this.edited();
    return true;
  }

  /** @param {number} from @param {number|null} to */
  onDrop(from, to) {
    if (to !== null) this.board[to] = this.board[from];
    this.board[from] = "";
    this.edited();
  }

  /** @param {string} view */
  use(view) {
    const { app } = this;
    app.load(new Game(this.fen()), view);
  }
}
