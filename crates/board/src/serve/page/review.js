// SPDX-License-Identifier: MIT OR Apache-2.0
// The review of a game: every move is judged; mistakes can be found again and improved.

import { button, byId, html, notation, pick, say, svg, toast } from "./dom.js";
import { lineMoves } from "./line.js";
import { MARKS, label, moveList, numbered } from "./moves.js";
import { readGames } from "./read.js";
import { rulesField } from "./rules.js";
import { addShape, shapeArrows, shapeTools } from "./shapes.js";
import { shareButtons } from "./share.js";
import { GAME_FILES, GAME_FORMATS } from "./vocabulary.js";

const MOVETIME = 200;
/** Milliseconds between two pictures of a running review, and between two saves. */
const PAUSE = 300;
const KEPT = 3000;
/** Most moves that are shown of the engine's line. */
const REPLY = 6;
/** A loss of expected points up to which an own improvement counts as good. */
const TOLERANCE = 0.06;

/** @param {import("./game.js").Node} node */
const isMistake = (node) => (node.review?.verdict?.mark ?? -1) >= 0;

export class ReviewView {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.end = () => {};
    /** Accuracy of Red and Black. @type {(number|null)[]} */
    this.accuracy = [null, null];
    /** Average loss of Red and Black, in centipawns. @type {(number|null)[]} */
    this.loss = [null, null];
    this.forget();
  }

  forget() {
    this.end();
    this.isRunning = false;
    this.progress = 0;
    this.accuracy = [null, null];
    this.loss = [null, null];
    this.task = null;
    this.message = "";
    /** Whose mistakes are exercises; null: those of the person, or of both. @type {import("./game.js").Side|"both"|null} */
    this.learner = null;
    this.measure(this.line().flatMap((node) => node.review ?? []));
  }

  /** The mistake to improve. @type {import("./game.js").Node|null} */
  task = null;
  /** How the board was turned before the first exercise. @type {boolean|null} */
  turned = null;

  /** A review by other rules is another review. */
  rulesChanged() {
    if (this.isRunning) this.app.link.stop();
    this.forget();
  }

  leave() {
    if (this.isRunning) {
      this.end();
      this.app.link.stop();
      this.isRunning = false;
      this.app.keepReview(this.app.game, this.line());
    }
    this.endTasks();
    this.app.showBar(null);
  }

  /** Ends the exercises; the board is turned as before. */
  endTasks() {
    this.task = null;
    if (this.turned !== null) this.app.isFlipped = this.turned;
    this.turned = null;
  }

  /** @param {HTMLElement} panel */
  draw(panel) {
    panel.replaceChildren(html("div", { id: "review" }));
    this.card = null;
    this.update();
  }

  /** The card above, which stays as long as it would be the same: somebody may be typing in it. @type {Element|null} */
  card = null;
  cardKey = "";

  /** The nodes of the main line, the start first. */
  line() {
    const { root } = this.app.game;
    return [root, ...root.end().path()];
  }

  update() {
    const place = byId("review");
    if (!place) return;
    const { app } = this;
    const { here } = app.game;
    const nodes = this.line();
    const isReviewed = nodes.some((node) => node.review);
    const key = JSON.stringify([app.game.id, app.game.rules, app.game.tags, nodes.length > 1, this.isRunning]);
    if (!this.card || key !== this.cardKey) {
      this.card?.remove();
      this.card = this.source(nodes.length > 1);
      this.cardKey = key;
      place.prepend(this.card);
    }
    const stop = byId("stop-review");
    if (stop) stop.textContent = say(`Stop (${this.progress} %)`, `停止（${this.progress}%）`);
    for (const part of [...place.children]) if (part !== this.card) part.remove();
    place.append(
      isReviewed
        ? html(
            "div",
            { class: "card verdict-card" },
            this.graph(nodes),
            this.summary(nodes),
            this.verdict(here),
            this.buttons(nodes),
            html(
              "p",
              { class: "quiet", id: "legend" },
              say(
                "Scores are from Red's perspective; +M3 is a mate in 3 moves, +R a win by the rules of repetition.",
                "评分以红方为准；+M3 为红方3步杀，+R 为红方按循环规则取胜。",
              ),
            ),
          )
        : "",
      moveList(app),
      "remarks" in app.link ? "" : shapeTools(app),
      isReviewed
        ? shareButtons(
            app.link,
            () => app.game,
            () => here.situation?.fen ?? app.game.fen,
          )
        : "",
    );
    this.drawArrows();
    app.showBar(here.review ?? null);
  }

  drawArrows() {
    const { here } = this.app.game;
    this.app.board.drawArrows([...(this.task ? [] : this.arrows(here)), ...shapeArrows(here.shapes)]);
  }

  /** @param {string} shape */
  onShape(shape) {
    addShape(this.app, shape);
  }

  /** Takes the totals from the last step of a review. @param {import("./link.js").ReviewStep[]} steps */
  measure(steps) {
    const last = steps.at(-1);
    if (last) [this.accuracy, this.loss] = [last.accuracy, last.loss];
  }

  /** The game of a file: players, result and remarks. @param {[string, string][]} remarks */
  heading(remarks) {
    const { Red, Black, Result = "*" } = this.app.game.tags;
    const names = `${Red || say("Red", "红方")} – ${Black || say("Black", "黑方")}`;
    return html(
      "div",
      { class: "card source" },
      html("h2", {}, names, Result === "*" ? "" : ` ${Result}`),
      html("p", { class: "quiet", id: "remarks" }, remarks.map(pick).join(" · ")),
    );
  }

  /** @param {boolean} hasMoves */
  source(hasMoves) {
    const { app } = this;
    if ("remarks" in app.link) return this.heading(app.link.remarks);
    const file = html("input", {
      type: "file",
      id: "file",
      class: "unseen",
      accept: GAME_FILES,
      change: async (event) => {
        const [chosen] = event.target.files;
        if (chosen) readGames(app, await chosen.arrayBuffer());
      },
    });
    const names = ["Red", "Black"]
      .map((name) => app.game.tags[name])
      .filter(Boolean)
      .join(" – ");
    return html(
      "div",
      { class: "card source" },
      html("h2", {}, names || say("Review a game", "复盘")),
      html(
        "div",
        { class: "row" },
        hasMoves &&
          (this.isRunning
            ? button("", () => this.stop(), { id: "stop-review" })
            : button(say("Review this game", "复盘此局"), () => this.start(), { class: "primary", id: "review-game" })),
        html(
          "label",
          {
            class: "button",
            for: "file",
            tabindex: 0,
            keydown: (event) => {
              if (event.key === "Enter") file.click();
            },
          },
          say("Open a file…", "打开棋谱……"),
        ),
        file,
        button(say("Paste", "粘贴"), () => {
          const area = byId("paste");
          area.hidden = !area.hidden;
          area.querySelector("textarea").focus();
        }),
      ),
      html(
        "form",
        {
          id: "paste",
          hidden: true,
          submit: (event) => {
            event.preventDefault();
            readGames(app, event.target.querySelector("textarea").value);
          },
        },
        html("textarea", {
          rows: 5,
          "aria-label": say("Game record", "棋谱"),
          placeholder: say("PGN, DhtmlXQ, FEN or moves", "PGN、DhtmlXQ、FEN 或着法"),
        }),
        html("button", { type: "submit" }, say("Read", "读取")),
      ),
      rulesField(app),
      !hasMoves &&
        html(
          "p",
          { class: "quiet" },
          say(
            `Any of ${GAME_FORMATS[0]}. Files stay on this machine.`,
            `支持${GAME_FORMATS[1]}。文件不会离开本机。`,
          ),
        ),
    );
  }

  /** Reviews the game of the board, as soon as the engine has made its move in a match. */
  start() {
    const { app } = this;
    const { game } = app;
    if (app.views.play?.asked) return toast(say("The engine is choosing its move.", "引擎正在选择着法。"));
    const nodes = this.line();
    this.isRunning = true;
    this.progress = 0;
    this.endTasks();
    const moves = nodes.slice(1).map((node) => node.move);
    this.end = app.link.listen({ type: "review", ...game.query(), moves, movetime: MOVETIME }, (answer) => {
      if (answer.type === "reviewed") {
        const node = nodes[answer.ply];
        if (node) node.review = answer;
        this.measure([answer]);
        this.progress = Math.floor((100 * answer.ply) / Math.max(answer.plies, 1));
        this.pending ??= setTimeout(() => this.progressed(), PAUSE);
        return;
      }
      this.isRunning = false;
      app.keepReview(game, nodes);
      if (answer.type === "error") toast(pick(answer.error));
      if (answer.type === "lost")
        toast(say("The review was cut off: the connection was lost.", "服务器断开，复盘中断。"));
      this.progressed();
    });
    this.update();
  }

  /** Saves the review as far as it has come: a reload loses little. */
  keep() {
    this.kept = Date.now();
    this.app.keepReview(this.app.game, this.line());
  }

  /** When that was done last. */
  kept = 0;

  /** Shows how far the review has come. */
  progressed() {
    clearTimeout(this.pending);
    this.pending = undefined;
    if (this.isRunning && Date.now() - this.kept > KEPT) this.keep();
    if (this.app.view === this) this.app.calmly(() => this.app.view === this && this.update());
  }

  /** @type {ReturnType<typeof setTimeout>|undefined} */
  pending = undefined;

  stop() {
    this.leave();
    this.update();
  }

  /** Red's winning chances over the game. @param {import("./game.js").Node[]} nodes */
  graph(nodes) {
    const { app } = this;
    const [width, height] = [400, 110];
    const x = (ply) => (width * ply) / Math.max(nodes.length - 1, 1);
    const y = (points) => height * (1 - points);
    const known = nodes.filter((node) => node.review);
    const points = known
      .map((node) => `${x(node.ply).toFixed(1)} ${y(node.review?.points ?? 0.5).toFixed(1)}`)
      .join("L");
    const last = known.at(-1)?.ply ?? 0;
    const dots = known
      .filter((node) => (node.review?.verdict?.mark ?? null) !== null)
      .map((node) =>
        svg("path", {
          d: `M${x(node.ply)} ${y(node.review?.points ?? 0.5)}h0`,
          class: `spot spot-${node.review?.verdict?.mark}`,
        }),
      );
    const here = nodes.includes(app.game.here)
      ? [svg("path", { d: `M${x(app.game.here.ply)} 0V${height}`, class: "now" })]
      : [];
    const go = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
      const node = nodes[Math.min(Math.max(ply, 0), nodes.length - 1)];
      if (node) app.go(node);
    };
    return svg(
      "svg",
      {
        viewBox: `0 -4 ${width} ${height + 8}`,
        preserveAspectRatio: "none",
        class: "graph",
        role: "img",
        pointerdown: go,
      },
      svg("title", {}, say("Red's chances over the game", "红方胜率曲线")),
      svg("rect", { width, height, class: "ground" }),
      points && svg("path", { d: `M0 ${height}L${points}L${x(last)} ${height}Z`, class: "area" }),
      svg("path", { d: `M0 ${height / 2}H${width}`, class: "middle" }),
      ...dots,
      ...here,
    );
  }

  /** @param {import("./game.js").Node[]} nodes */
  summary(nodes) {
    const blackFirst = this.app.game.fen.split(" ")[1] === "b" ? 1 : 0;
    const count = (side, mark) =>
      nodes.filter(
        (node) => node.ply > 0 && (node.ply - 1 + blackFirst) % 2 === side && node.review?.verdict?.mark === mark,
      ).length;
    const known = (value, show) => html("td", {}, value === null ? "–" : show(value));
    const row = (side, title) =>
      html(
        "tr",
        {},
        html("th", { scope: "row", class: side ? "for-black" : "for-red" }, title),
        ...MARKS.map((_, mark) => html("td", {}, count(side, mark))),
        known(this.loss[side], (centipawns) => (centipawns / 100).toFixed(2)),
        known(this.accuracy[side], (share) => `${(100 * share).toFixed(1)} %`),
      );
    const names = [say("inaccuracies", "缓着"), say("mistakes", "错着"), say("blunders", "漏着")];
    const heads = names.map((name, mark) =>
      html(
        "th",
        { scope: "col", title: name },
        html("b", { class: `mark-${mark}` }, MARKS[mark]),
        html("span", { class: "wide" }, ` ${name}`),
      ),
    );
    return html(
      "table",
      { id: "summary" },
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          html("td"),
          ...heads,
          html("th", { scope: "col" }, say("average loss", "平均损失")),
          html("th", { scope: "col" }, say("accuracy", "准确率")),
        ),
      ),
      html("tbody", {}, row(0, say("Red", "红方")), row(1, say("Black", "黑方"))),
    );
  }

  /**
   * The verdict on the move that led here, the better line after a mistake, and the best reply.
   * @param {import("./game.js").Node} node
   */
  verdict(node) {
    if (this.task) return html("p", { class: "task", id: "task" }, this.message);
    const words = node.review?.verdict?.words[notation()];
    const title = node.parent ? say("Best reply: ", "最佳应着：") : say("Best line: ", "最佳变化：");
    return html(
      "div",
      { class: "verdict" },
      html(
        "p",
        {},
        html("b", {}, node.parent ? `${numbered(this.app.game, node, true)} ${label(node)}` : say("Start", "开局")),
        words ? ` ${pick(words)}` : "",
      ),
      isMistake(node) && node.parent && this.engineLine("better", say("Better was: ", "应走："), node.parent),
      this.engineLine("reply", title, node),
    );
  }

  /**
   * The engine's line from a position of the game.
   * @param {string} id
   * @param {string} title
   * @param {import("./game.js").Node} from
   */
  engineLine(id, title, from) {
    const { score = "", pv = [] } = from.review ?? {};
    return (
      pv.length > 0 &&
      html(
        "p",
        { class: "quiet", id, mouseleave: () => this.app.endPreview() },
        title,
        html("b", {}, score.replace("-", "−")),
        " ",
        ...lineMoves(this.app, pv.slice(0, REPLY), from),
      )
    );
  }

  /** Mistakes of the main line. @param {import("./game.js").Node[]} nodes */
  mistakes(nodes) {
    return nodes.filter(isMistake);
  }

  /** The side that made a move. @param {import("./game.js").Node} node @returns {import("./game.js").Side} */
  mover(node) {
    return (this.app.game.fen.split(" ")[1] === "b") === (node.ply % 2 === 1) ? "black" : "red";
  }

  /** Whose mistakes are exercises: by default not those of the engine. */
  learners() {
    return this.learner ?? this.app.game.match?.human ?? "both";
  }

  /** The choice of whose mistakes are exercises. */
  learnerField() {
    const choices = { both: say("of both sides", "双方"), red: say("of Red", "红方"), black: say("of Black", "黑方") };
    return html(
      "select",
      {
        id: "learner",
        "aria-label": say("Whose mistakes", "谁的失误"),
        change: (event) => {
          this.learner = event.target.value;
        },
      },
      ...Object.entries(choices).map(([value, text]) =>
        html("option", { value, selected: value === this.learners() }, text),
      ),
    );
  }

  /** @param {import("./game.js").Node[]} nodes */
  buttons(nodes) {
    const found = this.mistakes(nodes);
    if (!found.length)
      return html("p", { class: "quiet" }, this.isRunning ? "" : say("No mistakes were found.", "没有发现失误。"));
    return html(
      "div",
      { class: "row" },
      button(say("Next mistake", "下一个失误"), () => this.next(false), { id: "next-mistake" }),
      !("remarks" in this.app.link) &&
        button(say("Learn from mistakes", "从失误中学习"), () => this.next(true), { id: "learn" }),
      !("remarks" in this.app.link) && this.learnerField(),
      this.task && button(say("Show the solution", "显示答案"), () => this.solve()),
    );
  }

  /** Goes to the next mistake, or before it to find a better move. @param {boolean} isTask */
  next(isTask) {
    const nodes = this.line();
    const isAsked = (/** @type {import("./game.js").Node} */ node) =>
      !isTask || this.learners() === "both" || this.mover(node) === this.learners();
    const found = this.mistakes(nodes).filter(isAsked);
    const from = this.task?.ply ?? this.app.game.here.ply;
    const mistake = found.find((node) => node.ply > from) ?? found[0];
    if (!mistake?.parent) return toast(say("There is no such mistake.", "没有这样的失误。"));
    this.message = say(
      `${label(mistake)} was played. Find a better move.`,
      `实战走了${label(mistake)}。请找出更好的着法。`,
    );
    if (isTask) {
      this.turned ??= this.app.isFlipped;
      this.task = mistake;
      this.app.isFlipped = this.mover(mistake) === "black";
    } else this.endTasks();
    this.app.go(isTask ? mistake.parent : mistake);
  }

  solve() {
    const { task } = this;
    this.endTasks();
    if (task?.parent) this.app.go(task.parent);
  }

  /** A move made as the answer to a task. @param {string} move */
  onMove(move) {
    const { task, app } = this;
    if (!task?.parent || app.game.here !== task.parent) return false;
    this.judge(move, task);
    return true;
  }

  /** @param {string} move @param {import("./game.js").Node} task */
  async judge(move, task) {
    const { app } = this;
    if (app.views.play?.asked) return toast(say("The engine is choosing its move.", "引擎正在选择着法。"));
    const before = task.parent?.review;
    const moves = [...(task.parent?.moves() ?? []), move];
    let isGood = before?.pv[0]?.move === move;
    if (!isGood && move !== task.move) {
      this.message = say("Checking…", "正在检查……");
      this.update();
      const answer = await app.link.ask({ type: "hint", ...app.game.query(), moves }).catch(() => null);
      // Another search took its place, or the server went away: nothing is judged.
      if (answer?.type !== "move") {
        this.message = say("It could not be checked: try again.", "无法检查，请再试一次。");
        return (app.show(), this.update());
      }
      const side = task.parent?.situation?.side;
      const loss = before ? (side === "red" ? before.points - answer.points : answer.points - before.points) : 1;
      isGood = loss <= TOLERANCE;
    }
    this.message = isGood
      ? say("Good! That is better.", "很好！这样更好。")
      : say("Not good enough: try again.", "还不够好，再试一次。");
    if (isGood) {
      app.game.play(move);
      this.endTasks();
      toast(this.message);
      app.refresh();
    } else (app.show(), this.update());
  }

  /** @param {import("./game.js").Node} node */
  arrows(node) {
    const better = node.parent?.review?.pv[0]?.move;
    const reply = node.review?.pv[0]?.move;
    return [
      ...(reply ? [{ move: reply, kind: "other" }] : []),
      ...(isMistake(node) && better
        ? [
            { move: better, kind: "best" },
            { move: node.move, kind: "bad" },
          ]
        : []),
    ];
  }

  keys() {
    return { n: () => this.next(false) };
  }
}
