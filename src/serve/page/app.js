// SPDX-License-Identifier: MIT OR Apache-2.0
// The page: one game on one board, and four views that work on it: play, analyse, review and set up.

import { AnalyseView } from "./analyse.js";
import { drawBar } from "./bar.js";
import { Board } from "./board.js";
import { button, byId, html, isChinese, moveText, pick, pieceSet, save, say, settings, toast } from "./dom.js";
import { Game, Node } from "./game.js";
import { icon } from "./icons.js";
import { Link } from "./link.js";
import { PlayView } from "./play.js";
import { ReviewView } from "./review.js";
import { SetupView } from "./setup.js";
import { kingOf, readBoard, squareOf } from "./squares.js";
import { hasChineseFont } from "./strokes.js";

/** Most leaves of a tree whose texts are asked for at once. */
const LEAVES = 200;

/** Milliseconds between two steps of the wheel: touchpads send many events. */
const WHEEL_PAUSE = 60;

export class App {
  constructor() {
    this.isFlipped = false;
    /** True while the board shows moves that are not played. */
    this.isPreview = false;
    /** When the wheel made the last step. */
    this.wheeled = 0;
    this.link = new Link((isUp) => this.linkChanged(isUp));
    this.board = new Board(byId("board"), {
      onMove: (move) => this.onMove(move),
      onSquare: (square) => this.view.onSquare?.(square) ?? false,
      onDrop: (from, to) => this.view.onDrop?.(from, to),
      onPremove: (move) => this.view.onPremove?.(move),
    });
    this.views = { play: new PlayView(this), analyse: new AnalyseView(this), review: new ReviewView(this), setup: new SetupView(this) };
    this.game = Game.fromFragment(location.hash) ?? Game.restore();
    /** @type {keyof App["views"]} */
    this.name = location.hash ? "analyse" : settings.view in this.views ? /** @type {any} */ (settings.view) : "play";
    if (location.hash) {
      this.views.play.forget();
      history.replaceState(null, "", "/");
    }
    /** @type {any} */
    this.view = this.views[this.name];
    document.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("pointerdown", (event) => {
      const menu = byId("settings").querySelector("details");
      if (menu?.open && !menu.contains(event.target)) menu.open = false;
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.onFile(event));
    this.board.image.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.onWheel(event), { passive: false });
    window.addEventListener("hashchange", () => {
      const game = Game.fromFragment(location.hash);
      if (!game) return;
      history.replaceState(null, "", "/");
      this.load(game, "analyse");
    });
    this.draw();
    this.refresh();
  }

  linkChanged(isUp) {
    this.isUp = isUp;
    byId("offline").hidden = isUp;
    byId("offline").textContent = isUp ? "" : say("The server does not answer; trying again…", "服务器没有应答，正在重试……");
    if (isUp && this.wasDown) this.refresh();
    this.wasDown = !isUp;
  }

  /** Draws everything that does not depend on the position. */
  draw() {
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.pieces = pieceSet();
    document.body.classList.toggle("no-font", !hasChineseFont());
    document.title = say("chuhe: Xiangqi board", "楚河：象棋棋盘");
    const views = { play: say("Play", "对弈"), analyse: say("Analyse", "分析"), review: say("Review", "复盘"), setup: say("Set up", "摆棋") };
    byId("views").replaceChildren(...Object.entries(views).map(([name, title]) =>
      button(title, () => this.open(name), { "data-view": name, "aria-current": name === this.name && "page" })));
    byId("views").setAttribute("aria-label", say("Views", "功能"));
    const choice = (name, title, value, options, change) => html("label", {}, html("span", {}, title),
      html("select", { name, change: (event) => { change(event.target.value); this.changed(); } },
        ...Object.entries(options).map(([key, text]) => html("option", { value: key, selected: key === String(value) }, text))));
    byId("settings").replaceChildren(
      button(say("中文", "English"), () => { settings.language = isChinese() ? "en" : "zh"; settings.notation = null; this.changed(); }, { id: "language", lang: isChinese() ? "en" : "zh" }),
      html("details", { open: byId("settings").querySelector("details")?.open }, html("summary", { "aria-label": say("Settings", "设置"), title: say("Settings", "设置") }, "⚙"),
        html("div", { class: "menu" },
          choice("pieces", say("Pieces", "棋子"), pieceSet(), { traditional: say("Traditional characters", "繁体字"), simplified: say("Simplified characters", "简体字"), pictograms: say("Pictograms", "图形") }, (value) => { settings.pieces = value; }),
          choice("notation", say("Moves", "记谱"), settings.notation ?? (isChinese() ? 2 : 1), { 2: "炮二平五", 3: "炮二平五（繁體）", 1: "C2.5", 0: "h2e2" }, (value) => { settings.notation = Number(value); }),
          choice("theme", say("Colours", "外观"), settings.theme, { auto: say("Like the system", "跟随系统"), light: say("Light", "浅色"), dark: say("Dark", "深色") }, (value) => { settings.theme = value; }),
          choice("sound", say("Sounds", "声音"), String(settings.sound), { false: say("Off", "关"), true: say("On", "开") }, (value) => { settings.sound = value === "true"; }))));
    const step = (sign, title, act) => button(sign, act, { title, "aria-label": title });
    byId("steps").replaceChildren(
      step(icon("first"), say("Start (Home)", "开局（Home）"), () => this.go(this.game.root)),
      step(icon("back"), say("Back (←)", "上一着（←）"), () => this.back()),
      step(icon("forth"), say("Forward (→)", "下一着（→）"), () => this.forth()),
      step(icon("last"), say("End (End)", "终局（End）"), () => this.go(this.game.here.end())),
      step(icon("flip"), say("Flip the board (f)", "翻转棋盘（f）"), () => this.flip()),
      step("?", say("Keys (?)", "快捷键（?）"), () => this.showKeys()));
    this.view.draw(byId("panel"));
  }

  changed() {
    save("chuhe.settings", settings);
    this.draw();
    this.refresh();
  }

  /** @param {string} name */
  open(name) {
    this.view.leave?.();
    this.name = /** @type {keyof App["views"]} */ (name);
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
  load(game, view) {
    this.game = game;
    this.views.play.forget();
    this.views.review.forget();
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

  flip() {
    this.isFlipped = !this.isFlipped;
    this.show();
  }

  /** A move made on the board. @param {string} move */
  onMove(move) {
    if (this.view.onMove?.(move)) return;
    this.game.play(move);
    this.refresh();
  }

  /** A move typed in any notation. @param {string} word */
  async type(word) {
    try {
      const answer = await this.link.ask({ type: "position", fen: this.game.fen, moves: [...this.game.here.moves(), word] });
      const { move } = answer.line.at(-1);
      if (this.mayMove()) this.onMove(move);
      else toast(say("it is not your turn", "还没有轮到你走"));
      return true;
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      return false;
    }
  }

  mayMove() {
    return this.view.mayMove?.() ?? true;
  }

  /** @param {Node} node */
  async learn(node) {
    if (node.situation) return;
    const situation = await this.link.ask({ type: "position", fen: this.game.fen, moves: node.moves() });
    node.situation = situation;
    node.path().forEach((step, index) => { step.texts = situation.line[index].texts; });
  }

  /** Asks for the texts of all moves that lack them. */
  async learnTexts() {
    /** @type {Node[]} */
    const leaves = [];
    const collect = (/** @type {Node} */ node) => {
      if (leaves.length < LEAVES && node.children.length === 0 && node.parent && !node.texts) leaves.push(node);
      node.children.forEach(collect);
    };
    collect(this.game.root);
    for (const leaf of leaves) await this.learn(leaf);
    return leaves.length > 0;
  }

  /** Shows the present place of the game. */
  async refresh() {
    const { game } = this;
    const node = game.here;
    try {
      await this.learn(node);
    } catch (error) {
      toast(pick(/** @type {[string, string]} */ (error)));
      // A move that the server does not know, from a link for instance.
      if (game === this.game && node.parent && this.isUp) {
        game.remove(node);
        return this.refresh();
      }
      return;
    }
    if (game !== this.game || node !== game.here) return;
    game.save();
    this.show();
    const isNew = this.announced !== node;
    this.announced = node;
    if (isNew) this.announce(node);
    this.view.update();
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

  /** Shows the board after moves that are not played. @param {string[]} moves */
  preview(moves) {
    const { situation } = this.game.here;
    if (!situation) return;
    const board = readBoard(situation.fen);
    for (const move of moves) {
      board[squareOf(move.slice(2))] = board[squareOf(move)];
      board[squareOf(move)] = "";
    }
    this.isPreview = true;
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
    if (node.texts && settings.sound) click();
  }

  /** A file that is dropped on the page is a game to review. @param {DragEvent} event */
  async onFile(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    const content = await file.arrayBuffer();
    this.open("review");
    this.views.review.read(content);
  }

  /** The wheel steps through the game where nothing is at stake. @param {WheelEvent} event */
  onWheel(event) {
    if (event.ctrlKey || !["analyse", "review"].includes(this.name)) return;
    event.preventDefault();
    if (event.timeStamp - this.wheeled < WHEEL_PAUSE || event.deltaY === 0) return;
    this.wheeled = event.timeStamp;
    if (event.deltaY > 0) this.forth();
    else this.back();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input, select, textarea")) return;
    if (event.key === " " && target.matches("button, summary")) return;
    const keys = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forth(),
      Home: () => this.go(this.game.root),
      End: () => this.go(this.game.here.end()),
      f: () => this.flip(),
      "?": () => this.showKeys(),
      m: () => byId("typed")?.focus(),
      b: () => this.board.image.focus(),
      1: () => this.open("play"),
      2: () => this.open("analyse"),
      3: () => this.open("review"),
      4: () => this.open("setup"),
      ...this.view.keys?.(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  showKeys() {
    const dialog = byId("keys");
    const rows = [
      ["← →", say("back, forward", "上一着、下一着")],
      ["Home End", say("start, end", "开局、终局")],
      ["f", say("flip the board", "翻转棋盘")],
      [say("wheel", "滚轮"), say("back, forward (analyse, review)", "上一着、下一着（分析、复盘）")],
      ["m", say("type a move", "输入着法")],
      [say("b, arrows, enter", "b、方向键、回车"), say("move on the board without a mouse", "不用鼠标在棋盘上走棋")],
      [say("space", "空格"), say("engine on or off (analyse), hint (play)", "开关引擎（分析）、提示（对弈）")],
      ["x", say("show the threat (analyse)", "显示威胁（分析）")],
      ["u", say("take back (play)", "悔棋（对弈）")],
      ["n", say("next mistake (review)", "下一个失误（复盘）")],
      ["1 2 3 4", say("play, analyse, review, set up", "对弈、分析、复盘、摆棋")],
    ];
    dialog.replaceChildren(
      html("h2", {}, say("Keys", "快捷键")),
      html("dl", {}, ...rows.flatMap(([key, text]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, text)])),
      button(say("Close", "关闭"), () => dialog.close()));
    dialog.showModal();
  }
}

/** A short knock of wood. */
function click() {
  const audio = click.audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(110, audio.currentTime + 0.06);
  volume.gain.setValueAtTime(0.25, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
}
/** @type {AudioContext|undefined} */
click.audio = undefined;

// For tests, and for the curious.
Object.assign(window, { chuhe: new App() });
