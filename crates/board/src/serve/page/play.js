// SPDX-License-Identifier: MIT OR Apache-2.0
// A match: against a level of the engine, or of two people at one board; from any position, with or without clocks. The
// match belongs to its game and goes on whatever is shown: only its own moves count, not the variations beside them.

import { clockText, newClock, press, readTime, run, timeLeft } from "./clock.js";
import { button, byId, html, load, pick, pieceSet, save, say, toast } from "./dom.js";
import { repetitionList, ruleWarning, resultText } from "./ending.js";
import { Game, START } from "./game.js";
import { moveList, typedMove } from "./moves.js";
import { FULL, levelName, newGameForm } from "./newgame.js";
import { isRed, pieceImage, pieceName } from "./pieces.js";
import { rulesName } from "./rules.js";
import { readBoard } from "./squares.js";

/** The choices for the next match. */
const KEY = "chuhe.play";
/** Milliseconds between two looks at the clock. */
const TICK = 100;
/** Milliseconds after an error before the engine is asked again. */
const RETRY = 1000;

/** @typedef {import("./game.js").Side} Side */
/** @typedef {import("./game.js").Match} Match */

const other = (/** @type {Side} */ side) => (side === "red" ? "black" : "red");
const sideName = (/** @type {Side} */ side, isChinese = false) =>
  side === "red" ? (isChinese ? "红方" : "Red") : isChinese ? "黑方" : "Black";
/** Does what no other window may do at the same time, where the browser sees to that. @param {string} name @param {() => Promise<void>} act */
const alone = (name, act) => (navigator.locks ? navigator.locks.request(name, act) : act());
/** The side to move after some plies. @param {Game} game @param {number} ply @returns {Side} */
const sideAt = (game, ply) => ((game.fen.split(" ")[1] === "b") === (ply % 2 === 0) ? "black" : "red");

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
};

export class PlayView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    const kept = load(KEY, { opponent: "engine", side: "red", level: 3, time: "", red: "", black: "" });
    this.isForTwo = kept.opponent === "person";
    this.side = /** @type {Side|"random"} */ (["red", "black", "random"].includes(kept.side) ? kept.side : "red");
    this.level = Math.min(Math.max(Math.round(Number(kept.level)) || 0, 0), FULL);
    this.time = readTime(String(kept.time)) ? String(kept.time) : "";
    /** The names of two people. */
    this.names = { red: String(kept.red), black: String(kept.black) };
    /** @type {Game|null} the game whose next move is the engine's */
    this.thinking = null;
    /** @type {import("./game.js").Node|null} the place for which this window has asked for it */
    this.asked = null;
    /** True while the engine is asked for a hint or offered a draw. */
    this.isAsking = false;
    /** @type {string|null} a move that is made as soon as it is legal */
    this.premove = null;
    /** @type {import("./arrows.js").Arrow[]} */
    this.hint = [];
    setInterval(() => this.tick(), TICK);
  }

  /** The match of the game on the board. */
  get match() {
    return this.app.game.match;
  }

  keepChoices() {
    const { isForTwo, side, level, time, names } = this;
    save(KEY, { opponent: isForTwo ? "person" : "engine", side, level, time, ...names });
  }

  /** @param {HTMLElement} panel */
  draw(panel) {
    panel.replaceChildren(html("div", { id: "play" }), typedMove(this.app));
    this.update();
  }

  leave() {
    this.hint = [];
    this.premove = null;
    for (const place of ["players-top", "players-bottom"]) byId(place).replaceChildren();
  }

  forget() {
    this.leave();
  }

  /** The node at the end of the match. */
  last(game = this.app.game) {
    return game.match ? game.reach(game.match.moves) : game.here;
  }

  isAtEnd() {
    const { here } = this.app.game;
    return this.match ? here === this.last() : here.children.length === 0;
  }

  isOn(game = this.app.game) {
    return game.match !== null && game.match.over === null;
  }

  /** The side to move at the end of the match. */
  turn(game = this.app.game) {
    return sideAt(game, game.match?.moves.length ?? 0);
  }

  isPersonsTurn(game = this.app.game) {
    return game.match?.human === null || this.turn(game) === game.match?.human;
  }

  mayMove() {
    return !this.match || (this.isOn() && this.isAtEnd() && this.isPersonsTurn());
  }

  /** The side whose moves are prepared while the engine thinks. */
  premover() {
    return this.isOn() && this.isAtEnd() && !this.isPersonsTurn() ? (this.match?.human ?? null) : null;
  }

  /** @param {string|null} move */
  onPremove(move) {
    this.premove = move;
    this.app.show();
  }

  /** @param {string} move */
  onMove(move) {
    const { app } = this;
    this.hint = [];
    if (this.match) this.make(app.game, move);
    else app.game.play(move);
    app.keep(app.game);
    app.refresh();
    this.attend();
    return true;
  }

  /** Makes a move of the match of a game. @param {Game} game @param {string} move */
  make(game, move) {
    const { match } = game;
    if (!match) return;
    const last = this.last(game);
    const mover = this.turn(game);
    const node = game.child(last, move);
    if (game.here === last) game.here = node;
    match.moves.push(move);
    game.promote(node);
    if (match.clock) {
      press(match.clock, mover);
      node.clock = match.clock.left[mover];
    }
    this.app.keep(game);
  }

  /** What the matches that are open need: their ends, the clocks, the engine's moves. */
  async attend() {
    for (const game of this.app.openGames()) await this.attendTo(game);
  }

  /** @param {Game} game */
  async attendTo(game) {
    const { app } = this;
    const { match } = game;
    // Another window may have ended the match, or taken a move back.
    if (this.thinking === game && this.asked && (match?.over || this.asked !== this.last(game))) app.link.stop();
    if (!match || match.over) return;
    const last = this.last(game);
    await app.learn(last, game).catch(() => {});
    if (last !== this.last(game) || !this.isOn(game) || !last.situation) return;
    if (last.situation.outcome) return this.end(game, last.situation.outcome);
    if (match.clock && !match.clock.running && match.moves.length) run(match.clock, this.turn(game));
    if (!this.isPersonsTurn(game)) this.think(game);
    else if (app.view === this && game === app.game) this.tryPremove();
  }

  update() {
    const place = byId("play");
    if (!place) return;
    const { app, match } = this;
    app.showBar(null);
    place.replaceChildren(match ? this.status(match) : newGameForm(this), moveList(app));
    app.board.drawArrows(this.hint);
    this.drawPlayers();
  }

  tryPremove() {
    const move = this.premove;
    if (!move || !this.isAtEnd()) return;
    this.premove = null;
    if (this.app.game.here.situation?.legal.includes(move)) this.onMove(move);
    else {
      toast(say("The premove is illegal.", "预走的着法已不合法。"));
      this.app.show();
    }
  }

  startHere() {
    const { situation } = this.app.game.here;
    if (situation?.outcome) return toast(say("the game is over here", "这一局到此已经结束"));
    this.start(situation?.fen ?? this.app.game.fen);
  }

  /** Begins a match in a game of its own. @param {string} fen */
  start(fen) {
    const { app } = this;
    const human = this.isForTwo ? null : this.side === "random" ? (Math.random() < 0.5 ? "red" : "black") : this.side;
    const seed = Math.floor(Math.random() * 2 ** 48);
    this.keepChoices();
    const game = new Game(fen);
    game.match = { human, level: this.level, seed, moves: [], clock: newClock(this.time), over: null };
    const name = (/** @type {Side} */ side) => {
      if (!human) return this.names[side].trim() || say(sideName(side), sideName(side, true));
      return side === human ? say("Player", "棋手") : this.opponent(game.match);
    };
    game.tags = { Red: name("red"), Black: name("black"), Date: today() };
    game.isFlipped = human === "black";
    app.load(game, "play");
  }

  /** @param {Match|null} match */
  opponent(match) {
    const level = levelName(match?.level ?? FULL);
    return say(`chuhe, ${level}`, `楚河（${level}）`);
  }

  /** @param {Match} match */
  status(match) {
    return html("div", { class: "card" }, ...(match.over ? this.ended(match, match.over) : this.goingOn(match)));
  }

  /** @param {Match} match @param {import("./link.js").Outcome} outcome */
  ended(match, outcome) {
    const { app } = this;
    const won = outcome.winner && (match.human ? outcome.winner === match.human : null);
    const title = !outcome.winner
      ? say("Draw", "和棋")
      : won === null
        ? outcome.winner === "red"
          ? say("Red wins", "红胜")
          : say("Black wins", "黑胜")
        : won
          ? say("You win", "您赢了")
          : say("You lose", "您输了");
    const { situation } = this.last();
    return [
      html("h2", { class: "result", id: "result" }, title),
      html("p", {}, pick(outcome.reason)),
      situation?.repetition ? html("p", { class: "quiet" }, rulesName(app.game.rules)) : "",
      repetitionList(this.last()),
      html(
        "div",
        { class: "row" },
        button(say("Rematch", "再来一局"), () => this.rematch(match), { class: "primary", id: "rematch" }),
        button(say("Review", "复盘"), () => app.open("review")),
        button(say("Analyse", "分析"), () => app.open("analyse")),
        button(say("New game", "新局"), () => this.close(), { id: "close" }),
      ),
    ];
  }

  /** The same match with the colours exchanged. @param {Match} match */
  rematch(match) {
    this.isForTwo = match.human === null;
    if (match.human) this.side = other(match.human);
    else this.names = { red: this.names.black, black: this.names.red };
    this.level = match.level;
    this.start(this.app.game.fen);
  }

  /** @param {Match} match */
  goingOn(match) {
    const { app } = this;
    const { situation } = app.game.here;
    const check = situation?.check ? say(" You are in check.", "您被将军。") : "";
    const mover = say(sideName(this.turn()), sideName(this.turn(), true));
    const yours = match.human ? say("Your move.", "轮到您走棋。") : say(`${mover} to move.`, `轮到${mover}走棋。`);
    const text =
      this.thinking === app.game
        ? say("The engine is thinking…", "引擎正在思考……")
        : this.mayMove()
          ? yours + check
          : say(
              "You are viewing an earlier position. Go to the last move to continue.",
              "正在回看：回到最后一着可继续对局。",
            );
    const title = match.human ? this.opponent(match) : say("Two players", "双人对弈");
    const draw = match.human
      ? button(say("Offer draw", "提和"), () => this.offerDraw(), { id: "draw", disabled: this.isAsking })
      : this.confirmed(say("Agree a draw", "议和"), "draw", () =>
          this.end(app.game, { winner: null, reason: ["draw by agreement", "双方议和"] }),
        );
    return [
      html("h2", {}, title),
      html("p", { class: "quiet", id: "status" }, text),
      html("p", { class: "quiet" }, rulesName(app.game.rules)),
      ruleWarning(situation),
      html(
        "div",
        { class: "row" },
        button(say("Take back", "悔棋"), () => this.takeBack(), { id: "take-back", disabled: !match.moves.length }),
        button(say("Hint", "提示"), () => this.askHint(), { id: "hint", disabled: this.isAsking }),
        draw,
        this.confirmed(say("Resign", "认输"), "resign", () => this.resign()),
      ),
    ];
  }

  /** A button that asks again before it acts. @param {string} text @param {string} id @param {() => void} act */
  confirmed(text, id, act) {
    const sure = button(
      text,
      () => {
        if (this.sure === id) {
          this.sure = null;
          return act();
        }
        this.sure = id;
        this.update();
        byId(id)?.focus();
      },
      { id },
    );
    if (this.sure === id) {
      sure.textContent = say(`${text}: sure?`, `确定${text}？`);
      sure.classList.add("danger");
      sure.addEventListener("blur", () => {
        this.sure = null;
        queueMicrotask(() => this.update());
      });
    }
    return sure;
  }

  /** The button that waits for a second press. @type {string|null} */
  sure = null;

  /** The players, what they have captured, and their clocks, beside the board. */
  drawPlayers() {
    const { app, match } = this;
    const sides = /** @type {Side[]} */ (app.isFlipped ? ["red", "black"] : ["black", "red"]);
    ["players-top", "players-bottom"].forEach((place, index) => {
      const side = sides[index];
      if (!match || app.view !== this) return byId(place).replaceChildren();
      const name = side === match.human ? say("You", "您") : match.human ? this.opponent(match) : this.nameOf(side);
      byId(place).replaceChildren(html("span", { class: "name" }, name), this.captured(side), this.clock(match, side));
    });
  }

  /** @param {Side} side */
  nameOf(side) {
    return this.app.game.tags[side === "red" ? "Red" : "Black"] || say(sideName(side), sideName(side, true));
  }

  /** The pieces that a side has captured. @param {Side} side */
  captured(side) {
    const { game } = this.app;
    const count = (/** @type {string[]} */ board, /** @type {string} */ letter) =>
      board.filter((piece) => piece === letter).length;
    const [before, now] = [readBoard(game.fen), readBoard(game.here.situation?.fen ?? game.fen)];
    const letters = [..."RCNBAP"].map((letter) => (side === "red" ? letter.toLowerCase() : letter));
    const taken = letters.flatMap((letter) =>
      Array(Math.max(count(before, letter) - count(now, letter), 0)).fill(letter),
    );
    const spoken = say("captured: ", "已吃：") + (taken.map(pieceName).join(say(", ", "、")) || say("none", "无"));
    return html(
      "span",
      { class: "captured", role: "img", "aria-label": spoken },
      ...taken.filter((letter) => isRed(letter) !== (side === "red")).map((letter) => pieceImage(letter, pieceSet())),
    );
  }

  /** @param {Match} match @param {Side} side */
  clock({ clock }, side) {
    if (!clock) return "";
    const left = timeLeft(clock, side);
    const look = `clock ${clock.running === side ? "running" : ""} ${left < 20000 ? "short" : ""}`;
    return html("time", { class: look, "data-side": side }, clockText(left));
  }

  tick() {
    const { game } = this.app;
    const { match } = game;
    const running = match?.clock?.running;
    if (!match?.clock || !running || match.over) return;
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".player .clock"))) {
      clock.replaceWith(this.clock(match, /** @type {Side} */ (clock.dataset.side)));
    }
    // The engine's clock counts while it thinks.
    const isWaiting = match.human !== null && running !== match.human && this.thinking !== game;
    if (isWaiting || timeLeft(match.clock, running) > 0) return;
    this.end(game, {
      winner: other(running),
      reason: [`${sideName(running)} ran out of time`, `${sideName(running, true)}超时`],
    });
  }

  /** A fresh board, for the next match. This one is kept. */
  close() {
    this.app.load(new Game(), "play");
  }

  /** Lets the engine choose its move: in this window or in another one. @param {Game} game */
  async think(game) {
    const { app } = this;
    if (this.thinking || !game.match?.human) return;
    this.thinking = game;
    app.view.update();
    try {
      await alone(`chuhe.think.${game.id}`, () => this.answer(game));
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    } finally {
      this.thinking = null;
    }
    if (app.link.isUp) app.refresh();
  }

  /** Makes the engine's move, unless another window has made it. @param {Game} game */
  async answer(game) {
    const { app } = this;
    await app.catchUp(game);
    const { match } = game;
    if (!match?.human || !this.isOn(game) || this.isPersonsTurn(game)) return;
    const node = this.last(game);
    if (match.clock) match.clock.since = Date.now();
    const clock = match.clock && {
      time: Math.round(timeLeft(match.clock, other(match.human))),
      increment: match.clock.increment,
    };
    const { level, seed } = match;
    this.asked = node;
    try {
      const answer = await app.link.ask({ type: "play", ...game.query(node), level, seed, clock });
      if (answer.move && this.last(game) === node && this.isOn(game)) this.make(game, answer.move);
    } finally {
      this.asked = null;
    }
    await app.keep(game);
  }

  takeBack() {
    const { app, match } = this;
    if (!match || match.over || !match.moves.length) return;
    const { game } = app;
    if (this.thinking === game) app.link.stop();
    const last = this.last();
    do {
      match.moves.pop();
      // The time that was used is not given back, and what was added for the move is taken.
      if (match.clock && match.moves.length) match.clock.left[this.turn()] -= match.clock.increment;
    } while (match.moves.length && !this.isPersonsTurn());
    const node = this.last();
    // What somebody wrote about these moves stays as a variation.
    const [next] = last.path().slice(node.ply);
    if (next?.isBare()) game.remove(next);
    game.promote(node);
    this.hint = [];
    this.premove = null;
    if (match.clock) run(match.clock, match.moves.length ? this.turn() : null);
    app.keep(game);
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

  /** The best move at full strength; null while another answer is awaited. */
  async best() {
    const { app } = this;
    if (this.isAsking || this.thinking) return null;
    this.isAsking = true;
    this.update();
    try {
      const answer = await app.link.ask({ type: "hint", ...app.game.query() });
      return answer.type === "move" ? answer : null;
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      return null;
    } finally {
      this.isAsking = false;
      this.update();
    }
  }

  async offerDraw() {
    const { game } = this.app;
    if (!this.isOn() || !this.mayMove()) return;
    const node = game.here;
    const answer = await this.best();
    if (!answer || !this.isOn(game) || this.last(game) !== node) return;
    if (answer.takes_draw !== true) return toast(say("The engine declines the draw.", "引擎不同意和棋。"));
    this.end(game, { winner: null, reason: ["draw by agreement", "双方议和"] });
  }

  resign() {
    const { game } = this.app;
    if (!game.match || !this.isOn()) return;
    const loser = game.match.human ?? this.turn();
    this.end(game, {
      winner: other(loser),
      reason: [`${sideName(loser)} resigned`, `${sideName(loser, true)}认输`],
    });
  }

  /** Ends the match of a game. @param {Game} game @param {import("./link.js").Outcome} outcome */
  end(game, outcome) {
    const { match } = game;
    if (!match || match.over) return;
    if (this.thinking === game) this.app.link.stop();
    match.over = outcome;
    this.premove = null;
    if (match.clock) run(match.clock, null);
    game.tags.Result = resultText(outcome);
    this.app.keep(game);
    byId("live").textContent = pick(outcome.reason);
    this.app.refresh();
  }

  keys() {
    return { " ": () => this.askHint(), u: () => this.takeBack() };
  }
}
