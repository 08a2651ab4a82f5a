// SPDX-License-Identifier: MIT OR Apache-2.0
// Analysis: the engine's lines on any position of a tree of moves, the opening and its book.

import { button, byId, html, moveText, pick, save, say, settings, short, toast } from "./dom.js";
import { repetitionList, ruleWarning } from "./ending.js";
import { explorer } from "./explorer.js";
import { lineMoves } from "./line.js";
import { GLYPHS, moveList, typedMove } from "./moves.js";
import { addShape, shapeArrows, shapeTools } from "./shapes.js";
import { shareButtons } from "./share.js";
import { transcriptTools } from "./transcript.js";

/** Most moves that are shown of those in an endgame table, the best ones. */
const TABLE_MOVES = 6;
const MOST_LINES = 5;
/** Sizes of the transposition table that are offered, in MiB, below the most. */
const HASH_SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];

export class AnalyseView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.isOn = true;
    this.isThreat = false;
    /** @type {import("./link.js").Lines|null} */
    this.lines = null;
    /** @type {import("./game.js").Node|null} the place of the running analysis */
    this.node = null;
    /** @type {import("./game.js").Node|null} the place whose comment is in the field */
    this.commented = null;
    this.end = () => {};
    document.addEventListener("visibilitychange", () => {
      if (app.view !== this) return;
      // The page is hidden: the engine stops.
      if (document.hidden) this.stop();
      else this.update();
    });
  }

  enter() {
    this.isOn = true;
  }

  leave() {
    this.stop();
    this.app.showBar(null);
  }

  stop() {
    if (!this.node) return;
    this.end();
    this.node = null;
    this.app.link.stop();
  }

  /** @param {HTMLElement} panel */
  draw(panel) {
    this.commented = null;
    panel.replaceChildren(
      html(
        "div",
        { class: "card", id: "engine" },
        html(
          "div",
          { class: "row engine" },
          html(
            "label",
            { class: "switch" },
            html("input", { type: "checkbox", id: "on", checked: this.isOn, change: () => this.toggle() }),
            html("span", {}, say("Engine", "引擎")),
          ),
          html("strong", { id: "score" }),
          html("span", { id: "speed", class: "quiet" }),
          html(
            "div",
            { class: "tools" },
            html("span", { id: "resources" }),
            button(say("Threat", "威胁"), () => this.toggleThreat(), {
              id: "threat",
              "aria-pressed": String(this.isThreat),
              title: say("What if it were the other side's move? (x)", "假如轮到对方走，会怎么走？（x）"),
            }),
          ),
        ),
        html("ol", { id: "pvs" }),
      ),
      html("div", { id: "opening" }),
      html("div", { id: "tree" }),
      typedMove(this.app),
      html("div", { id: "glyphs", class: "chips" }),
      html(
        "div",
        { class: "row" },
        button(say("Promote line", "设为主变"), () => this.promote()),
        button(say("Delete from here", "从此着起删除"), () => this.remove(), { id: "delete", class: "danger" }),
        button(say("Comment", "注释"), () => this.comment(), {
          id: "comment-on",
          "aria-expanded": "false",
          "aria-controls": "comment",
        }),
        button(say("Share", "分享"), () => this.toggleField("share"), {
          id: "share-on",
          "aria-expanded": "false",
          "aria-controls": "share",
        }),
        html("div", { id: "drawing" }),
      ),
      html(
        "div",
        { id: "share", hidden: true },
        shareButtons(
          this.app.link,
          () => this.app.game,
          () => this.app.game.here.situation?.fen ?? this.app.game.fen,
        ),
        transcriptTools(this.app),
      ),
      html("textarea", {
        id: "comment",
        rows: 2,
        hidden: true,
        "aria-label": say("Comment on this position", "对此局面的注释"),
        placeholder: say("Comment on this position", "对此局面的注释"),
        input: (event) => this.setComment(event.target.value),
        change: (event) => {
          this.setComment(event.target.value);
          this.app.refresh();
        },
      }),
    );
    this.drawResources();
    if (!this.limits) this.learnLimits();
    this.update();
  }

  update() {
    const { app } = this;
    const { here } = app.game;
    document.querySelector("#tree")?.replaceChildren(moveList(app));
    const { situation } = here;
    if (!situation) return;
    const table =
      situation.table?.moves
        .slice(0, TABLE_MOVES)
        .map((move) =>
          html(
            "button",
            { type: "button", class: "chip", click: () => app.onMove(move.move) },
            moveText(move),
            html("small", {}, ` ${pick(move.value)}`),
          ),
        ) ?? [];
    document.querySelector("#opening")?.replaceChildren(
      html("p", {}, situation.opening ? pick(situation.opening) : ""),
      explorer(situation, (move) => app.onMove(move)),
      situation.table && !situation.outcome
        ? html(
            "p",
            { class: "chips", id: "table-look" },
            html("span", { class: "quiet" }, say("Table: ", "残局库："), html("b", {}, pick(situation.table.value))),
            ...table,
          )
        : "",
      ruleWarning(situation),
      repetitionList(here),
    );
    this.drawGlyphs();
    document.querySelector("#drawing")?.replaceChildren(shapeTools(app));
    this.drawComment();
    if (!this.isOn) {
      this.stop();
      return this.drawLines();
    }
    if (this.node === here) return this.drawLines();
    this.start(here);
  }

  /** Makes the line to this place the main line; that of a match that goes on stays it. */
  promote() {
    const { app } = this;
    if (app.views.play?.isOn())
      return toast(say("The moves of the match stay the main line.", "对局的着法保持为主变。"));
    app.game.promote(app.game.here);
    app.refresh();
  }

  /** Deletes this move with all that follows. */
  remove() {
    const { app } = this;
    const { game } = app;
    const { here } = game;
    if (!here.parent) return;
    const isPlayed = app.views.play?.isOn() && app.views.play.last().path().includes(here);
    if (isPlayed)
      return toast(say("Moves of a match in progress cannot be deleted.", "对局尚未结束，不能删除其着法。"));
    app.deleted(say("Moves deleted.", "着法已删除。"), game.remove(here));
  }

  /** The marks that the present move may get. */
  drawGlyphs() {
    const { here } = this.app.game;
    const toggle = (glyph) => {
      here.glyphs = here.glyphs.includes(glyph) ? [] : [glyph];
      this.app.refresh();
    };
    const names = {
      3: say("brilliant", "妙着"),
      1: say("good", "好着"),
      5: say("interesting", "值得注意"),
      6: say("dubious", "缓着"),
      2: say("mistake", "错着"),
      4: say("blunder", "漏着"),
    };
    document.querySelector("#glyphs")?.replaceChildren(
      ...(here.parent ? [3, 1, 5, 6, 2, 4] : []).map((glyph) =>
        button(GLYPHS[glyph], () => toggle(glyph), {
          class: "chip",
          title: names[glyph],
          "aria-label": names[glyph],
          "aria-pressed": String(here.glyphs.includes(glyph)),
        }),
      ),
    );
  }

  /** @param {import("./game.js").Node} node */
  start(node) {
    const { app } = this;
    this.end();
    this.lines = null;
    if (node.situation?.outcome) {
      this.stop();
      return this.drawLines();
    }
    // An engine that plays a match here is not interrupted: its answer brings the analysis back.
    if (document.hidden || app.views.play?.asked) return this.drawLines();
    this.node = node;
    this.end = app.link.listen(
      {
        type: "analyse",
        ...app.game.query(node),
        lines: settings.lines,
        threads: settings.threads,
        hash: settings.hash,
        threat: this.isThreat,
      },
      (answer) => {
        if (answer.type === "lines") {
          this.lines = answer;
          // While a piece is dragged, the frames belong to it.
          if (!app.board.drag?.isMoving) this.drawLines();
        } else {
          if (answer.type === "error") toast(pick(answer.error));
          this.node = null;
        }
      },
    );
    this.drawLines();
  }

  drawLines() {
    const { app, lines } = this;
    const place = document.querySelector("#pvs");
    if (!place) return;
    const outcome = app.game.here.situation?.outcome;
    const best = lines?.lines[0] ?? null;
    const set = (id, text) => {
      const node = document.querySelector(id);
      if (node) node.textContent = text;
    };
    set("#score", best ? best.score.replace("-", "−") : "");
    set(
      "#speed",
      lines
        ? say(`depth ${lines.depth}\n${short(lines.nps)} nodes/s`, `深度${lines.depth}\n${short(lines.nps)}节点/秒`)
        : "",
    );
    if (outcome) {
      place.replaceChildren(html("li", { class: "over" }, pick(outcome.reason)));
      this.drawArrows();
      const points = outcome.winner === "red" ? 1 : outcome.winner === "black" ? 0 : 0.5;
      return app.showBar({ score: outcome.winner ? "" : "0", points });
    }
    if (place.matches(":hover") && lines && place.children.length === lines.lines.length) {
      // A line under the pointer stays where it is, for the click that may follow.
    } else {
      place.replaceChildren(...(lines?.lines ?? []).map((line, index) => this.line(line, index)));
    }
    if (!app.isPreview) this.drawArrows();
    app.showBar(this.isThreat ? null : best);
  }

  drawArrows() {
    const { here } = this.app.game;
    const isSearched = this.isOn && !here.situation?.outcome;
    this.app.board.drawArrows([...(isSearched ? this.arrows() : []), ...shapeArrows(here.shapes)]);
  }

  /** @param {string} shape */
  onShape(shape) {
    addShape(this.app, shape);
  }

  arrows() {
    return (this.lines?.lines ?? [])
      .map((line, index) => ({
        move: line.pv[0].move,
        kind: this.isThreat ? "threat" : index === 0 ? "best" : "other",
        label: (this.lines?.lines.length ?? 0) > 1 ? String(index + 1) : "",
      }))
      .reverse();
  }

  /** Which lines are shown to their whole length, by their rank. @type {Set<number>} */
  unfolded = new Set();

  /** The button that shows the whole of a line, or its beginning. @param {number} index */
  unfold(index) {
    const isOpen = this.unfolded.has(index);
    const title = isOpen ? say("Show the beginning", "收起变化") : say("Show the whole line", "展开变化");
    const toggle = (event) => {
      if (isOpen) this.unfolded.delete(index);
      else this.unfolded.add(index);
      event.currentTarget.closest("li").classList.toggle("unfolded", !isOpen);
      event.currentTarget.replaceWith(this.unfold(index));
    };
    return button("▾", toggle, { class: "unfold", title, "aria-label": title, "aria-expanded": String(isOpen) });
  }

  /** @param {import("./link.js").Line} line @param {number} index */
  line(line, index) {
    const moves = this.isThreat
      ? line.pv.map((move) => html("span", { class: "move" }, moveText(move)))
      : lineMoves(this.app, line.pv);
    return html(
      "li",
      { class: this.unfolded.has(index) && "unfolded", mouseleave: () => this.app.endPreview() },
      html("b", { class: line.points >= 0.5 ? "for-red" : "for-black" }, line.score.replace("-", "−")),
      html("span", { class: "line" }, ...moves),
      this.unfold(index),
    );
  }

  /** The choices of lines, threads and memory. The server has the last word: it says what it allows. */
  drawResources() {
    const { limits } = this;
    const count = (/** @type {number} */ most) => Array.from({ length: most }, (_, index) => index + 1);
    const most = (/** @type {boolean} */ isMost) => (isMost ? say(" (most)", "（上限）") : "");
    const lines = (/** @type {number} */ n) => say(`${n} ${n === 1 ? "line" : "lines"}`, `${n}路变化`);
    const threads = (/** @type {number} */ n) =>
      say(`${n} ${n === 1 ? "thread" : "threads"}`, `${n}线程`) + most(n === limits?.threads);
    const hash = (/** @type {number} */ n) => `${n} MiB${most(n === limits?.hash)}`;
    const sizes = HASH_SIZES.filter((size) => size < (limits?.hash ?? 0));
    document.querySelector("#resources")?.replaceChildren(
      this.resource("lines", say("Number of lines", "变化数"), count(MOST_LINES), lines),
      // One thread is no choice.
      limits && limits.threads > 1
        ? this.resource("threads", say("Search threads", "搜索线程"), count(limits.threads), threads)
        : "",
      limits ? this.resource("hash", say("Memory for positions", "置换表大小"), [...sizes, limits.hash], hash) : "",
    );
  }

  /**
   * A choice that is kept; more than there is counts as the most.
   * @param {"lines"|"threads"|"hash"} name @param {string} title @param {number[]} values @param {(value: number) => string} text
   */
  resource(name, title, values, text) {
    const most = values[values.length - 1];
    const chosen = values.find((value) => value >= (settings[name] ?? most)) ?? most;
    const choose = (/** @type {number} */ value) => {
      // The most is what the server allows, today and later.
      Object.assign(settings, { [name]: value === most && name !== "lines" ? null : value });
      save("chuhe.settings", settings);
      this.restart();
    };
    return html(
      "select",
      { id: name, "aria-label": title, title, change: (event) => choose(Number(event.target.value)) },
      ...values.map((value) => html("option", { value, selected: value === chosen }, text(value))),
    );
  }

  /** What the server allows, as soon as it has said so. @type {{threads: number, hash: number}|null} */
  limits = null;

  async learnLimits() {
    this.limits ??= await this.app.link.limits().catch(() => null);
    this.drawResources();
  }

  restart() {
    this.node = null;
    this.update();
  }

  toggle() {
    this.isOn = !this.isOn;
    const box = /** @type {HTMLInputElement|null} */ (document.querySelector("#on"));
    if (box) box.checked = this.isOn;
    if (!this.isOn) {
      this.lines = null;
      this.app.showBar(null);
    }
    this.restart();
  }

  toggleThreat() {
    this.isThreat = !this.isThreat;
    document.querySelector("#threat")?.setAttribute("aria-pressed", String(this.isThreat));
    this.restart();
  }

  /** Shows or hides a part of the panel. @param {string} id @returns {any} the part */
  toggleField(id) {
    const field = byId(id);
    field.hidden = !field.hidden;
    byId(`${id}-on`).setAttribute("aria-expanded", String(!field.hidden));
    return field;
  }

  comment() {
    const field = this.toggleField("comment");
    this.drawComment();
    field.focus();
  }

  /** The comment on the present position, unless its field is hidden. */
  drawComment() {
    const field = byId("comment");
    const { here } = this.app.game;
    if (!field || field.hidden || this.commented === here) return;
    this.commented = here;
    field.value = here.comment;
  }

  /** @param {string} text */
  setComment(text) {
    if (!this.commented) return;
    this.commented.comment = text.trim();
    this.app.keep(this.app.game);
  }

  keys() {
    return { " ": () => this.toggle(), x: () => this.toggleThreat() };
  }
}
