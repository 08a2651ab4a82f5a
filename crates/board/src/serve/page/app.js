// SPDX-License-Identifier: MIT OR Apache-2.0
// The page: one game on one board, and the views that work on it.

import { drawBar } from "./bar.js";
import { Board } from "./board.js";
import {
  button,
  byId,
  html,
  keepFocus,
  moveText,
  notation,
  pick,
  pieceSet,
  save,
  say,
  settings,
  toast,
} from "./dom.js";
import { Game, Node } from "./game.js";
import { icon } from "./icons.js";
import { showKeys } from "./keys.js";
import { menu } from "./menu.js";
import { knock } from "./sound.js";
import { kingOf, readBoard, squareOf } from "./squares.js";
import { hasChineseFont } from "./strokes.js";

/** Most leaves of a tree whose texts are asked for at once. */
const LEAVES = 200;

/** Milliseconds between two steps of the wheel: touchpads send many events. */
const WHEEL_PAUSE = 60;

/** The views in which one steps through a game, with the wheel or by itself. */
const STEPPED = ["analyse", "review", "puzzles"];

/** Milliseconds for a move, when the game goes on by itself. */
const AUTOPLAY_PAUSE = 1500;

/**
 * @typedef {object} Setup
 * @property {import("./link.js").Link|import("./file.js").FileLink} link what answers the page's questions
 * @property {(app: App) => Record<string, any>} views
 * @property {string} view the name of the first one
 * @property {Game} game
 */

export class App {
  /** @param {Setup} setup */
  constructor({ link, views, view, game }) {
    /** True while the board shows moves that are not played. */
    this.isPreview = false;
    /** When the wheel made the last step. */
    this.wheeled = 0;
    this.link = link;
    this.board = new Board(byId("board"), {
      onMove: (move) => this.onMove(move),
      onSquare: (square) => this.view.onSquare?.(square) ?? false,
      onDrop: (from, to) => this.view.onDrop?.(from, to),
      onPremove: (move) => this.view.onPremove?.(move),
      mayDraw: () => "onShape" in this.view,
      onShape: (shape) => this.view.onShape?.(shape),
    });
    /** The game that is open on the desk. */
    this.opened = game;
    this.views = views(this);
    this.name = view;
    this.view = this.views[view];
    document.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("pointerdown", (event) => {
      const menu = byId("settings").querySelector("details");
      if (menu?.open && !menu.contains(event.target)) menu.open = false;
    });
    this.board.image.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.onWheel(event), {
      passive: false,
    });
    const release = () => {
      this.isPressed = false;
      setTimeout(() => this.postponed.splice(0).forEach((act) => act()));
    };
    document.addEventListener("pointerdown", () => (this.isPressed = true), { capture: true });
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release, { capture: true });
    this.draw();
    this.refresh();
  }

  /** What waits until nothing is pressed. @type {(() => void)[]} */
  postponed = [];
  isPressed = false;

  /** Draws anew what may be pressed just now: at once, or after the click. @param {() => void} act */
  calmly(act) {
    if (this.isPressed) this.postponed.push(act);
    else act();
  }

  /** The game on the board: the open one, or that of a view which has its own. @returns {Game} */
  get game() {
    return this.view?.game ?? this.opened;
  }

  /** True if Black is shown below. */
  get isFlipped() {
    return this.game.isFlipped;
  }

  set isFlipped(isFlipped) {
    this.game.isFlipped = isFlipped;
  }

  /** All games that are open. */
  openGames() {
    return [this.game];
  }

  /** What was deleted and how it comes back, the last one at the end. @type {{game: Game, restore: () => void}[]} */
  deletions = [];

  /** Tells of a deletion, which can be undone. @param {string} text @param {() => void} restore */
  deleted(text, restore) {
    const { game } = this;
    this.deletions.push({ game, restore });
    this.refresh();
    toast(text, () => this.undo(game));
  }

  /** Brings back what was deleted last in a game; then what was deleted before. @param {Game} game */
  undo(game = this.game) {
    const isOf = (/** @type {{game: Game}} */ deletion) => deletion.game === game;
    const last = this.deletions.findLastIndex(isOf);
    if (last < 0) return;
    const [{ restore }] = this.deletions.splice(last, 1);
    restore();
    this.keep(game);
    if (game === this.game) this.refresh();
    toast(say("Brought back.", "已恢复。"), this.deletions.some(isOf) ? () => this.undo(game) : undefined);
  }

  /** Called when a game has changed and is to be kept. @param {Game} game @returns {Promise<unknown>|void} */
  keep(game) {
    void game;
  }

  /** Takes over what another window has done. @param {Game} game */
  async catchUp(game) {
    void game;
  }

  /** Called when a game was reviewed as far as its nodes say. @param {Game} game @param {Node[]} nodes */
  keepReview(game, nodes) {
    void [game, nodes];
  }

  /** The title of the page. */
  title() {
    return say("chuhe: Xiangqi board", "楚河：象棋棋盘");
  }

  /** Called when the place in the game has changed. */
  moved() {}

  /** Draws everything that does not depend on the position. */
  draw() {
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.pieces = pieceSet();
    document.body.dataset.shown = this.name;
    document.body.classList.toggle("no-font", !hasChineseFont());
    document.title = this.title();
    const titles = {
      play: say("Play", "对弈"),
      analyse: say("Analyse", "分析"),
      review: say("Review", "复盘"),
      setup: say("Set up", "摆棋"),
      games: say("Games", "棋谱"),
      puzzles: say("Puzzles", "练习"),
    };
    const names = Object.keys(this.views);
    const tab = (name) =>
      button(titles[name], () => this.open(name), {
        "data-view": name,
        "aria-current": name === this.name && "page",
      });
    const lab = this.link.lab ? [html("a", { href: this.link.lab }, say("Lab", "实验室"))] : [];
    keepFocus(byId("views"), () =>
      byId("views").replaceChildren(...(names.length > 1 ? [...names.map(tab), ...lab] : [])),
    );
    byId("views").setAttribute("aria-label", say("Views", "功能"));
    byId("views").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    byId("settings").replaceChildren(...menu(() => this.changed()));
    this.drawSteps();
    this.view.draw(byId("panel"));
  }

  /** The buttons below the board. */
  drawSteps() {
    const step = (sign, title, act) => button(sign, act, { title, "aria-label": title });
    const automatic = this.timer ? say("Pause (p)", "暂停（p）") : say("Play the moves (p)", "自动播放（p）");
    const hadFocus = document.activeElement?.id === "automatic";
    const toggle = () =>
      button(icon(this.timer ? "pause" : "play"), () => this.autoplay(), {
        id: "automatic",
        title: automatic,
        "aria-label": automatic,
      });
    byId("steps").replaceChildren(
      step(icon("first"), say("Start (Home)", "开局（Home）"), () => this.go(this.game.root)),
      step(icon("back"), say("Back (←)", "上一着（←）"), () => this.back()),
      STEPPED.includes(this.name) ? toggle() : "",
      step(icon("forth"), say("Forward (→)", "下一着（→）"), () => this.forth()),
      step(icon("last"), say("End (End)", "终局（End）"), () => this.go(this.game.here.end())),
      step(icon("flip"), say("Flip the board (f)", "翻转棋盘（f）"), () => this.flip()),
      step("?", say("Keys (?)", "快捷键（?）"), () => showKeys("remarks" in this.link)),
    );
    if (hadFocus) byId("automatic")?.focus();
  }

  changed() {
    save("chuhe.settings", settings);
    this.draw();
    this.refresh();
  }

  /** @param {string} name */
  open(name) {
    this.view.leave?.();
    this.pause();
    this.name = name;
    this.view = this.views[this.name];
    settings.view = name;
    save("chuhe.settings", settings);
    this.board.drawArrows([]);
    this.board.cancel();
    this.view.enter?.();
    this.draw();
    this.refresh();
  }

  /** Shows another game. @param {Game} game @param {string} view */
  load(game, view = this.name) {
    this.view.leave?.();
    this.opened = game;
    for (const other of Object.values(this.views)) other.forget?.();
    this.open(view);
  }

  /** @param {Node} node */
  go(node) {
    this.game.here = node;
    this.refresh();
  }

  back() {
    if (this.game.here.parent) this.go(this.game.here.parent);
  }

  forth() {
    const [next] = this.game.here.children;
    if (next) this.go(next);
  }

  /** The keys that lead to the variations before and after the move that is shown, if there are any. */
  variationKeys() {
    const { here } = this.game;
    const all = here.parent?.children ?? [];
    const at = all.indexOf(here);
    const before = at > 0 && all[at - 1];
    const after = at >= 0 && all[at + 1];
    return {
      ...(before && { ArrowUp: () => this.go(before) }),
      ...(after && { ArrowDown: () => this.go(after) }),
    };
  }

  /** Goes through the game by itself, from the start if this is the end; or stops. */
  autoplay() {
    if (this.timer || !STEPPED.includes(this.name)) return this.pause();
    const { game } = this;
    if (!game.here.children.length) this.go(game.root);
    this.timer = setInterval(() => {
      if (game === this.game) this.forth();
      if (game !== this.game || !game.here.children.length) this.pause();
    }, AUTOPLAY_PAUSE);
    this.drawSteps();
  }

  /** Ends what `autoplay` began. */
  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.drawSteps();
  }

  /** The clock of `autoplay`. @type {ReturnType<typeof setInterval>|null} */
  timer = null;

  flip() {
    this.isFlipped = !this.isFlipped;
    this.show();
  }

  /** Judges this game, and new ones, by other rules of repetition. @param {string} rules */
  chooseRules(rules) {
    settings.rules = rules;
    save("chuhe.settings", settings);
    this.game.judgeBy(rules);
    this.keep(this.game);
    for (const other of Object.values(this.views)) other.rulesChanged?.();
    this.refresh();
  }

  /** A move made on the board. @param {string} move */
  onMove(move) {
    if (this.view.onMove?.(move)) return;
    this.game.play(move);
    this.keep(this.game);
    this.refresh();
  }

  /** Moves in any notation, or a position with moves, which comes beside the game. @param {string} text */
  async type(text) {
    const { game } = this;
    const { here } = game;
    try {
      const { fen, moves } = await this.link.ask({ type: "read", text, notation: notation(), ...game.query() });
      if (game !== this.game || here !== game.here) return false;
      if (fen) {
        const other = new Game(fen);
        other.here = other.reach(moves);
        this.load(other, this.name === "play" ? "analyse" : this.name);
      } else if (!this.mayMove()) toast(say("it is not your turn", "还没轮到您走棋"));
      else if (moves.length > 1 && this.views.play?.isOn())
        toast(say("one move at a time in a match", "对局中每次只能走一着"));
      else for (const move of moves) this.onMove(move);
      return true;
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      return false;
    }
  }

  mayMove() {
    return this.view.mayMove?.() ?? true;
  }

  /** Asks what the rules say about a place in a game. @param {Node} node */
  async learn(node, game = this.game) {
    if (node.situation) return;
    const situation = await this.link.ask({ type: "position", ...game.query(node) });
    node.situation = situation;
    node.path().forEach((step, index) => {
      step.texts = situation.line[index]?.texts ?? step.texts;
    });
  }

  /** Asks for the texts of all moves that lack them. */
  async learnTexts() {
    const isNew = (/** @type {Node} */ node) => node.children.length === 0 && node.parent && !node.texts;
    const { game } = this;
    const leaves = [...game.root.all()].filter(isNew).slice(0, LEAVES);
    for (const leaf of leaves) await this.learn(leaf, game);
    return leaves.length > 0;
  }

  /** Shows the present place of the game. */
  async refresh() {
    const { game } = this;
    const node = game.here;
    // The board still shows another place, whose moves are not those of this one.
    if (!node.situation) this.board.legal = [];
    try {
      await this.learn(node);
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      const isShown = game === this.game && node === game.here;
      // A game may hold a move that is illegal: it is shown as far as it goes.
      if (this.link.isUp && isShown && node.parent) this.go(node.parent);
      return;
    }
    if (game !== this.game || node !== game.here) return;
    this.moved();
    this.show();
    const isNew = this.announced !== node;
    this.announced = node;
    if (isNew) this.announce(node);
    this.view.update();
    for (const view of Object.values(this.views)) view.attend?.();
    if (await this.learnTexts().catch(() => false)) this.view.update();
  }

  /** Draws the board. */
  show() {
    const { situation, move } = this.game.here;
    if (!situation) return;
    this.isPreview = false;
    const board = readBoard(situation.fen);
    const state = {
      legal: this.mayMove() && !situation.outcome ? situation.legal : [],
      last: move || null,
      check: situation.check ? kingOf(board, situation.side) : null,
      isFlipped: this.isFlipped,
      premover: this.view.premover?.() ?? null,
      premove: this.view.premove ?? null,
    };
    this.board.show(board, state);
    this.view.show?.();
  }

  /** Shows the board after moves from a node, which are not played. @param {string[]} moves @param {Node} from */
  async preview(moves, from) {
    this.isPreview = true;
    await this.learn(from).catch(() => {});
    const { situation } = from;
    if (!this.isPreview || !situation) return;
    const board = readBoard(situation.fen);
    for (const move of moves) {
      board[squareOf(move.slice(2))] = board[squareOf(move)];
      board[squareOf(move)] = "";
    }
    this.board.drawArrows([]);
    this.board.show(board, { last: moves.at(-1) ?? null, isFlipped: this.isFlipped });
  }

  /** Shows the present position again. */
  endPreview() {
    if (!this.isPreview) return;
    this.show();
    this.view.drawArrows?.();
  }

  /** The bar of the winning chances. @param {{score: string, points: number}|null} score */
  showBar(score) {
    drawBar(byId("bar"), score, this.isFlipped);
  }

  /** Says the last move and what it means. @param {Node} node */
  announce(node) {
    const { situation } = node;
    if (!situation) return;
    const parts = [];
    if (node.texts) parts.push(moveText({ texts: node.texts }));
    if (situation.outcome) parts.push(pick(situation.outcome.reason));
    else if (situation.check) parts.push(say("check", "将军"));
    byId("live").textContent = parts.join(say(", ", "，"));
    // Before the first click a browser lets no page make a sound.
    if (node.texts && settings.sound && navigator.userActivation?.hasBeenActive) {
      const before = node.parent?.situation;
      knock(before !== null && before !== undefined && readBoard(before.fen)[squareOf(node.move.slice(2))] !== "");
    }
  }

  /** The wheel steps through the game where nothing is at stake. @param {WheelEvent} event */
  onWheel(event) {
    if (event.ctrlKey || !STEPPED.includes(this.name)) return;
    event.preventDefault();
    if (event.timeStamp - this.wheeled < WHEEL_PAUSE || event.deltaY === 0) return;
    this.wheeled = event.timeStamp;
    if (event.deltaY > 0) this.forth();
    else this.back();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
    if (!isUndo && (event.ctrlKey || event.altKey || event.metaKey)) return;
    if (target.matches("input, select, textarea, dialog[open] *")) return;
    if (event.key === " " && target.matches("button, summary")) return;
    const keys = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forth(),
      Home: () => this.go(this.game.root),
      End: () => this.go(this.game.here.end()),
      ...this.variationKeys(),
      f: () => this.flip(),
      p: () => this.autoplay(),
      z: () => this.undo(),
      "?": () => showKeys("remarks" in this.link),
      m: () => byId("typed")?.focus(),
      b: () => this.board.image.focus(),
      ...Object.fromEntries(Object.keys(this.views).map((name, index) => [index + 1, () => this.open(name)])),
      ...this.view.keys?.(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
