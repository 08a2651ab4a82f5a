// SPDX-License-Identifier: MIT OR Apache-2.0
// A game against a level of the engine, from any position.

import { button, byId, html, load, pick, save, say, toast } from "./dom.js";
import { Game, START } from "./game.js";
import { moveList, typedMove } from "./moves.js";

const KEY = "chuhe.match";
const FULL = 20;
/** The engine takes a draw if it expects at most this, and not before this ply. */
const DRAW_POINTS = 0.48;
const DRAW_PLY = 30;

/** @typedef {{human: "red"|"black", level: number, seed: number, over: import("./link.js").Outcome|null}} Match */

const other = (/** @type {"red"|"black"} */ side) => (side === "red" ? "black" : "red");
const sideName = (/** @type {"red"|"black"} */ side) => (side === "red" ? say("Red", "红方") : say("Black", "黑方"));
const levelName = (/** @type {number} */ level) => (level === FULL ? say("full strength", "最强") : say(`level ${level}`, `${level} 级`));

export class PlayView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    const kept = load(KEY, { match: /** @type {Match|null} */ (null), side: /** @type {"red"|"black"|"random"} */ ("red"), level: 3 });
    this.match = kept.match;
    this.side = kept.side;
    this.level = kept.level;
    this.isThinking = false;
    /** @type {import("./board.js").Arrow[]} */
    this.hint = [];
    if (this.match?.human === "black") app.isFlipped = true;
  }

  keep() {
    save(KEY, { match: this.match, side: this.side, level: this.level });
  }

  /** @param {HTMLElement} panel */
  draw(panel) {
    this.panel = panel;
    panel.replaceChildren(html("div", { id: "play" }));
    this.update();
  }

  leave() {
    if (this.isThinking) this.app.link.stop();
    this.isThinking = false;
    this.hint = [];
  }

  /** The side to move at the end of the game, where it is played. */
  turn() {
    return this.app.game.here.situation?.side;
  }

  isAtEnd() {
    return this.app.game.here.children.length === 0;
  }

  mayMove() {
    if (!this.match || this.match.over) return true;
    return this.isAtEnd() && this.turn() === this.match.human;
  }

  outcome() {
    return this.match?.over ?? this.app.game.here.situation?.outcome ?? null;
  }

  onMove() {
    this.hint = [];
    return false;
  }

  update() {
    const place = this.panel?.querySelector("#play");
    if (!place) return;
    this.app.showBar(null);
    const outcome = this.isAtEnd() || this.match?.over ? this.outcome() : null;
    if (this.match && !this.match.over && outcome) {
      this.match.over = outcome;
      this.keep();
    }
    place.replaceChildren(this.match ? this.status(this.match, outcome) : this.form(), moveList(this.app), typedMove(this.app));
    this.app.board.drawArrows(this.hint);
    if (this.match && !this.match.over && this.isAtEnd() && this.turn() && this.turn() !== this.match.human) this.think();
  }

  form() {
    const { app } = this;
    const isStart = app.game.here === app.game.root && app.game.fen === START;
    const radio = (/** @type {"red"|"black"|"random"} */ value, /** @type {string} */ text) => html("label", {}, html("input", { type: "radio", name: "side", value, checked: value === this.side, change: () => { this.side = value; } }), html("span", {}, text));
    const shown = html("output", {}, levelName(this.level));
    const slider = html("input", { type: "range", id: "level", min: 0, max: FULL, value: this.level, input: (event) => { this.level = Number(event.target.value); shown.textContent = levelName(this.level); } });
    return html("form", { class: "card", submit: (event) => { event.preventDefault(); this.start(true); } },
      html("h2", {}, say("Play against the engine", "与引擎对弈")),
      html("fieldset", { class: "segments" }, html("legend", {}, say("You play", "你执")), radio("red", say("Red", "红")), radio("black", say("Black", "黑")), radio("random", say("Random", "随机"))),
      html("label", { class: "slider" }, html("span", {}, say("Strength", "棋力"), " ", shown), slider),
      html("div", { class: "row" },
        html("button", { type: "submit", class: "primary", id: "start" }, say("New game", "新对局")),
        !isStart && button(say("Play from here", "从此局面开始"), () => this.start(false), { id: "from-here" })));
  }

  /** @param {boolean} isNew from the start position, or from what is on the board */
  start(isNew) {
    const { app } = this;
    const situation = app.game.here.situation;
    if (!isNew && situation?.outcome) return toast(say("the game is over here", "此局面已分胜负"));
    const human = this.side === "random" ? (Math.random() < 0.5 ? "red" : "black") : this.side;
    this.match = { human, level: this.level, seed: Math.floor(Math.random() * 2 ** 48), over: null };
    this.keep();
    app.game = isNew ? new Game() : new Game(situation?.fen ?? app.game.fen);
    app.isFlipped = human === "black";
    app.refresh();
  }

  /** @param {Match} match @param {import("./link.js").Outcome|null} outcome */
  status(match, outcome) {
    const { app } = this;
    const opponent = say(`chuhe, ${levelName(match.level)}`, `楚河（${levelName(match.level)}）`);
    const end = () => {
      const title = outcome?.winner ? (outcome.winner === match.human ? say("You win", "你赢了") : say("You lose", "你输了")) : say("Draw", "和棋");
      return [html("h2", { class: "result", id: "result" }, title), html("p", {}, outcome ? pick(outcome.reason) : ""),
        html("div", { class: "row" },
          button(say("Rematch", "再来一局"), () => { this.side = other(match.human); this.start(true); }, { class: "primary" }),
          button(say("Review", "复盘"), () => app.open("review")),
          button(say("Analyse", "分析"), () => app.open("analyse")),
          button(say("New game", "新对局"), () => this.close()))];
    };
    const goingOn = () => {
      const check = app.game.here.situation?.check ? say(" You are in check.", "你被将军。") : "";
      const text = this.isThinking ? say("The engine is thinking…", "引擎正在思考……") : this.mayMove() ? say("Your move.", "轮到你走棋。") + check : say("You are looking back: go to the end to play on.", "正在回看：回到最后一着可继续对局。");
      return [html("h2", {}, opponent), html("p", { class: "quiet", id: "status" }, text),
        html("div", { class: "row" },
          button(say("Take back", "悔棋"), () => this.takeBack(), { id: "take-back" }),
          button(say("Hint", "提示"), () => this.askHint(), { id: "hint" }),
          button(say("Offer draw", "提和"), () => this.offerDraw()),
          button(say("Resign", "认输"), () => this.resign()))];
    };
    return html("div", { class: "card" }, ...(match.over ? end() : goingOn()));
  }

  /** Ends the match without a word: another game is on the board. */
  forget() {
    this.match = null;
    this.keep();
  }

  close() {
    this.forget();
    this.update();
    this.app.show();
  }

  async think() {
    const { app, match } = this;
    if (this.isThinking || !match) return;
    const node = app.game.here;
    this.isThinking = true;
    this.update();
    try {
      const answer = await app.link.ask({ type: "play", fen: app.game.fen, moves: node.moves(), level: match.level, seed: match.seed });
      this.isThinking = false;
      if (answer.move && app.game.here === node && this.match === match && app.view === this) {
        app.game.play(answer.move);
        app.refresh();
      }
    } catch (error) {
      this.isThinking = false;
      toast(pick(/** @type {[string, string]} */ (error)));
    }
  }

  takeBack() {
    const { app, match } = this;
    if (!match) return;
    this.leave();
    let node = app.game.here.end();
    do {
      if (!node.parent) break;
      node = node.parent;
    } while (node.situation && node.situation.side !== match.human);
    node.children = [];
    app.go(node);
  }

  async askHint() {
    const { app } = this;
    if (!this.mayMove()) return;
    const node = app.game.here;
    const answer = await this.best();
    if (!answer?.move || app.game.here !== node) return;
    this.hint = [{ move: answer.move, kind: "best" }];
    app.board.drawArrows(this.hint);
  }

  async best() {
    const { app } = this;
    try {
      return await app.link.ask({ type: "hint", fen: app.game.fen, moves: app.game.here.moves() });
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      return null;
    }
  }

  async offerDraw() {
    const { app, match } = this;
    if (!match || !this.mayMove()) return;
    const answer = await this.best();
    if (!answer || match !== this.match) return;
    const points = match.human === "red" ? 1 - answer.points : answer.points;
    const ply = app.game.here.ply;
    if (points > DRAW_POINTS || (ply < DRAW_PLY && points > 0.2)) return toast(say("The engine declines the draw.", "引擎不同意和棋。"));
    this.end({ winner: null, reason: ["draw by agreement", "双方同意作和"] });
  }

  resign() {
    const { match } = this;
    if (match) this.end({ winner: other(match.human), reason: [`${match.human === "red" ? "Red" : "Black"} resigned`, `${match.human === "red" ? "红方" : "黑方"}认输`] });
  }

  /** @param {import("./link.js").Outcome} outcome */
  end(outcome) {
    if (!this.match) return;
    this.leave();
    this.match.over = outcome;
    this.keep();
    byId("live").textContent = pick(outcome.reason);
    this.app.refresh();
  }

  keys() {
    return { " ": () => this.askHint(), u: () => this.takeBack() };
  }
}
