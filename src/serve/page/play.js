// SPDX-License-Identifier: MIT OR Apache-2.0
// A game against a level of the engine, from any position, with or without clocks.

import { clockText, newClock, press, readTime, run, timeLeft } from "./clock.js";
import { button, byId, html, load, pick, save, say, toast } from "./dom.js";
import { repetitionList, ruleWarning, resultText } from "./ending.js";
import { Game, START } from "./game.js";
import { moveList, typedMove } from "./moves.js";
import { levelName, newGameForm } from "./newgame.js";
import { rulesName } from "./rules.js";

const KEY = "chuhe.match";
/** Milliseconds between two looks at the clock. */
const TICK = 100;

/** @typedef {"red"|"black"} Side */
/**
 * @typedef {{human: Side, level: number, seed: number, fen: string, clock: import("./clock.js").Clock|null,
 *   over: import("./link.js").Outcome|null}} Match
 */

const other = (/** @type {Side} */ side) => (side === "red" ? "black" : "red");
const sideName = (/** @type {Side} */ side, isChinese = false) =>
  side === "red" ? (isChinese ? "红方" : "Red") : isChinese ? "黑方" : "Black";

export class PlayView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    const kept = load(KEY, {
      match: /** @type {Match|null} */ (null),
      side: /** @type {Side|"random"} */ ("red"),
      level: 3,
      time: "",
    });
    this.match = kept.match;
    this.side = kept.side;
    this.level = kept.level;
    this.time = readTime(String(kept.time)) ? kept.time : "";
    this.isThinking = false;
    /** @type {string|null} a move that is made as soon as it is legal */
    this.premove = null;
    /** @type {import("./arrows.js").Arrow[]} */
    this.hint = [];
    if (this.match?.human === "black") app.isFlipped = true;
    setInterval(() => this.tick(), TICK);
  }

  keep() {
    save(KEY, { match: this.match, side: this.side, level: this.level, time: this.time });
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
    this.premove = null;
    // The clocks wait until the game is shown again.
    if (this.match?.clock) run(this.match.clock, null);
    this.keep();
    for (const place of ["players-top", "players-bottom"]) byId(place).replaceChildren();
  }

  /** The side to move at the end of the game, where it is played. */
  turn() {
    return this.app.game.here.situation?.side;
  }

  isAtEnd() {
    return this.app.game.here.children.length === 0;
  }

  isOn() {
    return this.match !== null && this.match.over === null;
  }

  mayMove() {
    return !this.match || (this.isOn() && this.isAtEnd() && this.turn() === this.match.human);
  }

  /** The side whose moves are prepared while the engine thinks. */
  premover() {
    return this.isOn() && this.isAtEnd() && !this.mayMove() ? this.match?.human : null;
  }

  /** @param {string|null} move */
  onPremove(move) {
    this.premove = move;
    this.app.show();
  }

  /** @param {string} move */
  onMove(move) {
    this.hint = [];
    this.make(move);
    return true;
  }

  /** Makes a move of either side. @param {string} move */
  make(move) {
    const { app, match } = this;
    const mover = this.turn();
    app.game.play(move);
    if (match?.clock && mover && this.isOn()) press(match.clock, mover);
    this.keep();
    app.refresh();
  }

  update() {
    const place = this.panel?.querySelector("#play");
    if (!place) return;
    const { app, match } = this;
    app.showBar(null);
    const outcome = match?.over ?? (this.isAtEnd() ? (app.game.here.situation?.outcome ?? null) : null);
    if (match && !match.over && outcome) this.finish(match, outcome);
    place.replaceChildren(match ? this.status(match, outcome) : newGameForm(this), moveList(app), typedMove(app));
    app.board.drawArrows(this.hint);
    this.drawClocks();
    if (!match || match.over || !this.isAtEnd() || !this.turn()) return;
    if (match.clock && !match.clock.running && app.game.here !== app.game.root) run(match.clock, this.turn() ?? null);
    if (this.turn() !== match.human) this.think();
    else this.tryPremove();
  }

  tryPremove() {
    const move = this.premove;
    if (!move) return;
    this.premove = null;
    if (this.app.game.here.situation?.legal.includes(move)) this.onMove(move);
    else {
      toast(say("The prepared move is not possible.", "预走的着法已不合法。"));
      this.app.show();
    }
  }

  startHere() {
    const { situation } = this.app.game.here;
    if (situation?.outcome) return toast(say("the game is over here", "这一局到此已经结束"));
    this.start(situation?.fen ?? this.app.game.fen);
  }

  /** @param {string} fen */
  start(fen) {
    const { app } = this;
    const human = this.side === "random" ? (Math.random() < 0.5 ? "red" : "black") : this.side;
    this.leave();
    this.match = {
      human,
      level: this.level,
      seed: Math.floor(Math.random() * 2 ** 48),
      fen,
      clock: newClock(this.time),
      over: null,
    };
    this.keep();
    const names = { [sideName(human)]: say("Player", "棋手"), [sideName(other(human))]: this.opponent(this.match) };
    const { rules } = app.game;
    app.game = new Game(fen, { Red: names.Red, Black: names.Black });
    app.game.rules = rules;
    app.isFlipped = human === "black";
    app.refresh();
  }

  /** @param {Match} match */
  opponent(match) {
    return say(`chuhe, ${levelName(match.level)}`, `楚河（${levelName(match.level)}）`);
  }

  /** @param {Match} match @param {import("./link.js").Outcome|null} outcome */
  status(match, outcome) {
    const { app } = this;
    const { situation } = app.game.here;
    const end = () => {
      const title = outcome?.winner
        ? outcome.winner === match.human
          ? say("You win", "您赢了")
          : say("You lose", "您输了")
        : say("Draw", "和棋");
      return [
        html("h2", { class: "result", id: "result" }, title),
        html("p", {}, outcome ? pick(outcome.reason) : ""),
        situation?.repetition ? html("p", { class: "quiet" }, rulesName(app.game.rules)) : "",
        repetitionList(app.game.here),
        html(
          "div",
          { class: "row" },
          button(
            say("Rematch", "再来一局"),
            () => {
              this.side = other(match.human);
              this.level = match.level;
              this.start(match.fen ?? START);
            },
            { class: "primary", id: "rematch" },
          ),
          button(say("Review", "复盘"), () => app.open("review")),
          button(say("Analyse", "分析"), () => app.open("analyse")),
          button(say("New game", "新局"), () => this.close()),
        ),
      ];
    };
    const goingOn = () => {
      const check = situation?.check ? say(" You are in check.", "您被将军。") : "";
      const text = this.isThinking
        ? say("The engine is thinking…", "引擎正在思考……")
        : this.mayMove()
          ? say("Your move.", "轮到您走棋。") + check
          : say("You are looking back: go to the end to play on.", "正在回看：回到最后一着可继续对局。");
      return [
        html("h2", {}, this.opponent(match)),
        html("p", { class: "quiet", id: "status" }, text),
        html("p", { class: "quiet" }, rulesName(app.game.rules)),
        ruleWarning(situation),
        html(
          "div",
          { class: "row" },
          button(say("Take back", "悔棋"), () => this.takeBack(), { id: "take-back" }),
          button(say("Hint", "提示"), () => this.askHint(), { id: "hint" }),
          button(say("Offer draw", "提和"), () => this.offerDraw(), { id: "draw" }),
          button(say("Resign", "认输"), () => this.resign(), { id: "resign" }),
        ),
      ];
    };
    return html("div", { class: "card" }, ...(match.over ? end() : goingOn()));
  }

  /** The names with their clocks, beside the board. */
  drawClocks() {
    const { app, match } = this;
    const clock = match?.clock;
    const sides = /** @type {Side[]} */ (app.isFlipped ? ["red", "black"] : ["black", "red"]);
    ["players-top", "players-bottom"].forEach((place, index) => {
      const side = sides[index];
      if (!clock || app.view !== this) return byId(place).replaceChildren();
      const left = timeLeft(clock, side);
      const name = side === match.human ? say("You", "您") : this.opponent(match);
      byId(place).replaceChildren(
        html("span", {}, name),
        html(
          "time",
          {
            class: `clock ${clock.running === side ? "running" : ""} ${left < 20000 ? "short" : ""}`,
            "data-side": side,
          },
          clockText(left),
        ),
      );
    });
  }

  tick() {
    const { match } = this;
    const running = match?.clock?.running;
    if (!match?.clock || !running || match.over || this.app.view !== this) return;
    this.drawClocks();
    if (timeLeft(match.clock, running) > 0) return;
    this.end({
      winner: other(running),
      reason: [`${sideName(running)} ran out of time`, `${sideName(running, true)}超时`],
    });
  }

  /** Ends the match without a word: another game is on the board. */
  forget() {
    this.leave();
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
    const clock = match.clock && {
      time: Math.round(timeLeft(match.clock, other(match.human))),
      increment: match.clock.increment,
    };
    try {
      const answer = await app.link.ask({
        type: "play",
        ...app.game.query(node),
        level: match.level,
        seed: match.seed,
        clock,
      });
      this.isThinking = false;
      if (answer.move && app.game.here === node && this.match === match && this.isOn() && app.view === this)
        this.make(answer.move);
    } catch (error) {
      this.isThinking = false;
      toast(pick(/** @type {[string, string]} */ (error)));
    }
  }

  takeBack() {
    const { app, match } = this;
    if (!match || match.over) return;
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
      return await app.link.ask({ type: "hint", ...app.game.query() });
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      return null;
    }
  }

  async offerDraw() {
    const { match } = this;
    if (!match || !this.mayMove()) return;
    const answer = await this.best();
    if (!answer || match !== this.match) return;
    if (!answer.takes_draw) return toast(say("The engine declines the draw.", "引擎不同意和棋。"));
    this.end({ winner: null, reason: ["draw by agreement", "双方议和"] });
  }

  resign() {
    const { match } = this;
    if (match && this.isOn())
      this.end({
        winner: other(match.human),
        reason: [`${sideName(match.human)} resigned`, `${sideName(match.human, true)}认输`],
      });
  }

  /** Ends the match for a reason that is not on the board. @param {import("./link.js").Outcome} outcome */
  end(outcome) {
    if (!this.match) return;
    if (this.isThinking) this.app.link.stop();
    this.isThinking = false;
    this.finish(this.match, outcome);
    byId("live").textContent = pick(outcome.reason);
    this.app.refresh();
  }

  /** @param {Match} match @param {import("./link.js").Outcome} outcome */
  finish(match, outcome) {
    match.over = outcome;
    this.premove = null;
    if (match.clock) run(match.clock, null);
    this.app.game.tags.Result = resultText(outcome);
    this.keep();
  }

  keys() {
    return { " ": () => this.askHint(), u: () => this.takeBack() };
  }
}
