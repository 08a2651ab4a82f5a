// SPDX-License-Identifier: MIT OR Apache-2.0
// Puzzles and endgame drills. They are solved on a board of their own, beside the games that are open. The engine makes
// the best defence, and what it says of the position after a move judges the move.

import { button, byId, choice, html, load, pick, save, say, toast } from "./dom.js";
import { readExercises } from "./exercises.js";
import { Game } from "./game.js";
import { moveList, typedMove } from "./moves.js";

const KEY = "chuhe.puzzles";
/** Moves for which a draw is held. */
const HOLD = 10;
/** A loss of expected points up to which a move of an endgame keeps the result. */
const TOLERANCE = 0.1;
/** Milliseconds before the engine answers, so that one sees the own move first. */
const PAUSE = 400;
/** Longest time for the engine's line to the end, in milliseconds. */
const LINE_TIME = 2500;

/** @typedef {import("./exercises.js").Exercise} Exercise */
/** @typedef {import("./game.js").Node} Node */
/** @typedef {{move: string|null, score: string, points: number}} Look what the engine says of a position */
/** @typedef {{isRight: boolean, isOver: boolean, later: number, reply: string}} Verdict */

const isRed = (/** @type {Exercise} */ { side }) => side === "red";
const pause = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

function readProgress() {
  const kept = load(KEY, { kind: "mate", moves: 0, streak: 0, longest: 0, solved: /** @type {string[]} */ ([]) });
  return { ...kept, solved: Array.isArray(kept.solved) ? kept.solved : [] };
}

export class PuzzlesView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Exercise[]} */
    this.all = [];
    /** @type {Exercise|null} */
    this.exercise = null;
    /** The board of the exercise. @type {Game|null} */
    this.game = null;
    /** Where the next move is to be found. @type {Node|null} */
    this.place = null;
    /** @type {"loading"|"solving"|"checking"|"solved"|"shown"} */
    this.state = "loading";
    /** @type {[string, string]|null} */
    this.message = null;
    /** True as long as nothing helped and no move was wrong. */
    this.isClean = true;
    /** @type {import("./arrows.js").Arrow[]} */
    this.hint = [];
    this.progress = readProgress();
    /** Whoever waits for an answer of an earlier attempt gives up. */
    this.attempt = 0;
    /** What the engine said of the positions. @type {WeakMap<Node, Promise<Look>>} */
    this.looks = new WeakMap();
  }

  async enter() {
    this.progress = readProgress();
    if (this.exercise) return;
    try {
      this.all = await readExercises();
      if (this.app.view === this) this.next();
    } catch {
      toast(say("The puzzles could not be loaded.", "练习题未能载入。"));
    }
  }

  leave() {
    this.giveUp();
    this.app.board.drawArrows([]);
  }

  /** Drops what is being asked; a move that was not judged is taken back. */
  giveUp() {
    this.attempt += 1;
    if (this.state !== "checking") return;
    this.app.link.stop();
    if (this.place && this.game) this.game.here = this.place;
    this.state = "solving";
    this.message = null;
  }

  /** The exercises of the kind and length that were chosen. */
  chosen() {
    const { kind, moves } = this.progress;
    return this.all.filter(
      (exercise) => exercise.kind === kind && (kind !== "mate" || !moves || exercise.moves === moves),
    );
  }

  /** Goes to the next exercise, one that is not solved if there is any. */
  next() {
    const chosen = this.chosen();
    const solved = new Set(this.progress.solved);
    const from = this.exercise ? chosen.indexOf(this.exercise) + 1 : 0;
    const order = [...chosen.slice(from), ...chosen.slice(0, from)];
    const exercise = order.find(({ fen }) => !solved.has(fen)) ?? order[0];
    if (exercise) this.begin(exercise);
  }

  /** Chooses other exercises. @param {{kind?: string, moves?: number}} choices */
  choose(choices) {
    this.progress = { ...readProgress(), ...choices };
    save(KEY, this.progress);
    this.exercise = null;
    this.next();
  }

  /** @param {Exercise} exercise */
  begin(exercise) {
    this.giveUp();
    this.exercise = exercise;
    this.game = new Game(exercise.fen);
    this.game.isFlipped = !isRed(exercise);
    this.place = this.game.root;
    this.isClean = true;
    this.message = null;
    this.hint = [];
    this.app.pause();
    this.app.board.cancel();
    this.state = "solving";
    this.app.draw();
    this.app.refresh();
    const isBlacks = exercise.fen.split(" ")[1] === "b";
    if (isBlacks === isRed(exercise)) this.reply(null);
  }

  mayMove() {
    return this.state === "solving" && this.game?.here === this.place;
  }

  /** @param {string} move */
  onMove(move) {
    if (this.mayMove()) this.judge(move);
    else this.app.show();
    return true;
  }

  /** What the engine says of a position, at full strength. @param {Node} node @returns {Promise<Look>} */
  look(node) {
    let look = this.looks.get(node);
    if (!look) {
      look = this.app.link.ask({ type: "hint", ...this.game?.query(node) }).then((answer) => {
        // One that was stopped says nothing.
        if (answer.type !== "move") this.looks.delete(node);
        return answer;
      });
      look.catch(() => this.looks.delete(node));
      this.looks.set(node, look);
    }
    return look;
  }

  /** Judges a move, and answers it. @param {string} move */
  async judge(move) {
    const { app, game, place } = this;
    if (!game || !place) return;
    const attempt = ++this.attempt;
    const isNew = !place.children.some((child) => child.move === move);
    const node = game.child(place, move);
    game.here = node;
    this.hint = [];
    this.state = "checking";
    this.message = ["Checking…", "正在检查……"];
    app.refresh();
    const verdict = await this.verdict(place, node).catch((error) => {
      toast(pick(error));
      return null;
    });
    if (attempt !== this.attempt) return isNew && game.remove(node);
    if (verdict?.isRight) return verdict.isOver ? this.solved() : this.reply(verdict.reply);
    if (isNew) game.remove(node);
    game.here = place;
    this.state = "solving";
    if (verdict && !verdict.later) this.spoil();
    this.message = this.fault(verdict);
    app.refresh();
  }

  /** Why a move does not count. @param {Verdict|null} verdict @returns {[string, string]|null} */
  fault(verdict) {
    if (!verdict) return null;
    const { later } = verdict;
    if (later)
      return [
        `That mates as well, but ${later} moves later: find the shortest way.`,
        `这样也能杀，但要多走${later}步：请找出最短的杀法。`,
      ];
    const texts = {
      mate: ["That is no forced mate: try again.", "这样杀不成，请再试一次。"],
      tactic: ["There is a better move: try again.", "还有更好的着法，请再试一次。"],
      win: ["That lets the win slip: try again.", "这样就赢不了了，请再试一次。"],
      draw: ["That loses: try again.", "这样会输，请再试一次。"],
    };
    return /** @type {[string, string]} */ (texts[this.exercise?.kind ?? "mate"]);
  }

  /** @param {Node} place @param {Node} node after the move @returns {Promise<Verdict|null>} null if no answer came */
  async verdict(place, node) {
    const { app, exercise, game } = this;
    if (!exercise || !game) return null;
    const { kind, side, moves, best } = exercise;
    const result = { isRight: false, isOver: true, later: 0, reply: "" };
    if (kind === "tactic") return { ...result, isRight: node.move === best };
    await app.learn(node, game);
    const outcome = node.situation?.outcome;
    if (outcome) return { ...result, isRight: outcome.winner === side || (kind === "draw" && !outcome.winner) };
    const before = kind === "mate" ? null : await this.look(place);
    const after = await this.look(node);
    if (!after.move || (before && !before.move)) return null;
    const played = this.played(node);
    const next = { ...result, isOver: kind === "draw" && played >= HOLD, reply: after.move };
    if (before) return { ...next, isRight: this.points(after) >= this.points(before) - TOLERANCE };
    const [, sign, number] = /^([+-])M(\d+)$/.exec(after.score) ?? [];
    if (sign !== (isRed(exercise) ? "+" : "-")) return next;
    const later = Math.max(Number(number) - (moves - played), 0);
    return { ...next, later, isRight: later === 0 };
  }

  /** Expected points of the person. @param {Look} look */
  points({ points }) {
    return this.exercise?.side === "red" ? points : 1 - points;
  }

  /** The number of moves that the person has made. @param {Node} node */
  played(node) {
    const isFirst = this.exercise?.side === (this.exercise?.fen.split(" ")[1] === "b" ? "black" : "red");
    return isFirst ? Math.ceil(node.ply / 2) : Math.floor(node.ply / 2);
  }

  /** The engine's move: this one, or the best one. @param {string|null} move */
  async reply(move) {
    const { app, game, attempt } = this;
    if (!game) return;
    this.state = "checking";
    this.message = null;
    const from = game.here;
    try {
      const [found] = await Promise.all([move ?? this.look(from).then((look) => look.move), pause(PAUSE)]);
      if (attempt !== this.attempt || !found) return;
      const node = game.child(from, found);
      await app.learn(node, game);
      if (attempt !== this.attempt) return;
      this.place = node;
      game.here = node;
      this.state = "solving";
      this.message = move ? ["Right! Go on.", "正确！请继续。"] : null;
      const outcome = node.situation?.outcome;
      if (outcome) return this.ended(outcome);
    } catch (error) {
      if (attempt !== this.attempt) return;
      toast(pick(/** @type {[string, string]} */ (error)));
      this.state = "solving";
      this.place = from;
    }
    app.refresh();
  }

  /** The engine's move ended the game. @param {import("./link.js").Outcome} outcome */
  ended(outcome) {
    if (this.exercise?.kind === "draw" && !outcome.winner) return this.solved();
    this.spoil();
    this.state = "shown";
    this.message = outcome.reason;
    this.app.refresh();
  }

  solved() {
    const { exercise } = this;
    if (!exercise) return;
    this.state = "solved";
    this.message = ["Solved!", "解对了！"];
    // Another window may have solved some in the meantime.
    const { streak, longest, solved } = readProgress();
    const now = this.isClean ? streak + 1 : 0;
    this.progress = {
      ...this.progress,
      streak: now,
      longest: Math.max(longest, now),
      solved: [...new Set([...solved, exercise.fen])],
    };
    save(KEY, this.progress);
    this.app.refresh();
  }

  /** A wrong move or help ends the streak. */
  spoil() {
    this.isClean = false;
    this.progress = { ...readProgress(), kind: this.progress.kind, moves: this.progress.moves, streak: 0 };
    save(KEY, this.progress);
  }

  /** Shows which piece moves, then where to. */
  async askHint() {
    const { app, exercise, place, attempt } = this;
    if (!this.mayMove() || !place || !exercise) return;
    this.spoil();
    try {
      const move = exercise.best || (await this.look(place)).move;
      if (!move || attempt !== this.attempt || this.game?.here !== place) return;
      this.hint = [{ move: this.hint.length ? move : move.slice(0, 2), kind: "blue" }];
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
    }
    app.view.update();
  }

  /** Shows the engine's line to the end. */
  async showSolution() {
    const { app, exercise, game, place } = this;
    if (!exercise || !game || !place) return;
    this.giveUp();
    const { attempt } = this;
    this.spoil();
    this.hint = [];
    this.state = "shown";
    this.message = ["The engine is looking for the line…", "引擎正在计算变化……"];
    app.go(place);
    const line = exercise.best ? [exercise.best] : await this.line(place);
    if (attempt !== this.attempt) return;
    this.message = line.length
      ? ["The solution: step through it.", "答案如下，可逐着观看。"]
      : ["No line was found.", "没有找到变化。"];
    let node = place;
    for (const move of line) node = game.child(node, move);
    game.promote(node);
    app.go(place);
    if (app.view === this && !app.timer) app.autoplay();
  }

  /** The engine's line from a place: to the mate, or as far as it comes in some seconds. @param {Node} place @returns {Promise<string[]>} */
  line(place) {
    const { link } = this.app;
    const left = (this.exercise?.moves ?? 0) - this.played(place);
    return new Promise((resolve) => {
      /** @type {string[]} */
      let found = [];
      const stop = () => link.stop();
      const timer = setTimeout(stop, LINE_TIME);
      link.listen({ type: "analyse", ...this.game?.query(place), lines: 1 }, (answer) => {
        if (answer.type !== "lines") {
          clearTimeout(timer);
          return resolve(found);
        }
        const [best] = answer.lines;
        if (!best) return;
        found = best.pv.map((/** @type {{move: string}} */ { move }) => move);
        if (best.score.endsWith(`M${left}`) && found.length === 2 * left - 1) stop();
      });
    });
  }

  /** Opens the exercise as a game beside the others. */
  analyse() {
    const { app, exercise, game } = this;
    if (!exercise || !game) return;
    const copy = new Game(exercise.fen);
    copy.name = `${say("Puzzle", "练习")}: ${this.title(exercise)}`;
    copy.isFlipped = game.isFlipped;
    copy.here = copy.reach((this.place ?? game.root).moves());
    app.load(copy, "analyse");
  }

  /** @param {Exercise} exercise */
  title({ kind, moves, name }) {
    if (name) return pick(name);
    return kind === "mate" ? say(`Mate in ${moves}`, `${moves}步杀`) : say("Find the best move", "找出最佳着法");
  }

  /** What is to be done. @param {Exercise} exercise */
  task(exercise) {
    const { kind } = exercise;
    const [side, chinese] = isRed(exercise) ? ["Red", "红"] : ["Black", "黑"];
    if (kind === "win") return say(`You play ${side}: win.`, `您执${chinese}：请取胜。`);
    if (kind === "draw")
      return say(`You play ${side}: hold the draw for ${HOLD} moves.`, `您执${chinese}：请守和${HOLD}步。`);
    return say(`${side} to move.`, `${chinese}先。`);
  }

  /** @param {HTMLElement} panel */
  draw(panel) {
    panel.replaceChildren(html("div", { id: "puzzles" }), typedMove(this.app));
    this.update();
  }

  update() {
    const place = byId("puzzles");
    if (!place || this.app.view !== this) return;
    const { app, exercise } = this;
    app.showBar(null);
    app.board.drawArrows(app.game.here === this.place ? this.hint : []);
    place.replaceChildren(
      html(
        "div",
        { class: "card" },
        exercise && html("h2", {}, this.title(exercise)),
        exercise && html("p", {}, this.task(exercise)),
        html(
          "p",
          { id: "told", class: this.state === "solved" ? "fine" : "", role: "status" },
          this.message ? pick(this.message) : "",
        ),
        exercise && this.buttons(exercise),
      ),
      html("div", { class: "card" }, this.choices(), this.record()),
      moveList(app),
    );
  }

  /** @param {Exercise} exercise */
  buttons(exercise) {
    const isDone = this.state === "solved" || this.state === "shown";
    return html(
      "div",
      { class: "row" },
      button(say("Next", "下一题"), () => this.next(), { id: "next", class: isDone && "primary" }),
      !isDone && button(say("Hint", "提示"), () => this.askHint(), { id: "puzzle-hint", disabled: !this.mayMove() }),
      !isDone && button(say("Solution", "答案"), () => this.showSolution(), { id: "solution" }),
      button(say("Again", "重来"), () => this.begin(exercise), { id: "again" }),
      button(say("Analyse", "分析"), () => this.analyse(), { id: "analyse-puzzle" }),
    );
  }

  choices() {
    const { kind, moves } = this.progress;
    const lengths = [...new Set(this.all.map((exercise) => exercise.moves).filter(Boolean))];
    return html(
      "div",
      { class: "row choices" },
      choice(
        "puzzle-kind",
        say("Kind", "类别"),
        [
          ["mate", say("Mates", "杀法")],
          ["tactic", say("Tactics", "战术")],
          ["win", say("Endgames to win", "残局取胜")],
          ["draw", say("Endgames to hold", "残局守和")],
        ],
        kind,
        (value) => this.choose({ kind: value }),
      ),
      kind === "mate" &&
        choice(
          "puzzle-moves",
          say("Moves", "步数"),
          [
            [0, say("any", "不限")],
            ...lengths.map((length) => /** @type {[number, string]} */ ([length, String(length)])),
          ],
          moves,
          (value) => this.choose({ moves: Number(value) }),
        ),
    );
  }

  /** How many are solved, and the streak. */
  record() {
    const { streak, longest } = this.progress;
    const solved = new Set(this.progress.solved);
    const chosen = this.chosen();
    const count = chosen.filter(({ fen }) => solved.has(fen)).length;
    return html(
      "p",
      { class: "quiet", id: "record" },
      say(
        `Solved ${count} of ${chosen.length} · streak ${streak}, longest ${longest}`,
        `已解${count}/${chosen.length}题 · 连对${streak}题，最长${longest}题`,
      ),
    );
  }

  keys() {
    return { " ": () => this.askHint(), n: () => this.next() };
  }
}
