// SPDX-License-Identifier: MIT OR Apache-2.0
// The list of games that this browser keeps: each is found by its players, its opening, its result or its date; all of
// them can be written to one file, and read from files.

import { title } from "./desk.js";
import { button, byId, choice, html, isChinese, keepFocus, pick, say, toast } from "./dom.js";
import { findKnown } from "./known.js";
import { readGames } from "./read.js";
import { download, write } from "./share.js";
import { traditional } from "./traditional.js";
import { GAME_FILES } from "./vocabulary.js";

/** Most games that are shown at once; a search finds the others. */
const MOST = 200;

/** @typedef {import("./store.js").Head} Head */
/** @typedef {import("./game.js").Game} Game */

/** All words of a game that a search may name. @param {Head} head */
const wordsOf = ({ name, tags, opening, changed }) =>
  [
    name,
    ...Object.values(tags),
    ...(opening ?? []),
    traditional(opening?.[1] ?? ""),
    new Date(changed).toISOString().slice(0, 10),
  ]
    .join(" ")
    .toLowerCase();

/** The results of games, with their texts; the first one is any. */
const results = () => ({
  "": say("any result", "全部结果"),
  "1-0": "1-0",
  "1/2-1/2": "½-½",
  "0-1": "0-1",
  "*": say("unfinished", "未完"),
});

export class GamesView {
  /** @param {import("./app.js").App} app @param {import("./desk.js").Desk} desk */
  constructor(app, desk) {
    this.app = app;
    this.desk = desk;
    /** @type {Head[]} */
    this.heads = [];
    this.search = "";
    this.result = "";
    /** True while the deleted games are shown. */
    this.isBin = false;
    /** The game whose details are being changed. @type {string|null} */
    this.edited = null;
  }

  /** @param {HTMLElement} panel */
  draw(panel) {
    const file = html("input", {
      type: "file",
      id: "import",
      class: "unseen",
      accept: GAME_FILES,
      multiple: true,
      change: async (event) => {
        for (const chosen of event.target.files) await readGames(this.app, await chosen.arrayBuffer(), "games");
        event.target.value = "";
      },
    });
    panel.replaceChildren(
      html(
        "div",
        { id: "games" },
        html(
          "div",
          { class: "card" },
          html(
            "div",
            { class: "row search" },
            html("input", {
              type: "search",
              id: "search",
              value: this.search,
              "aria-label": say("Search games", "搜索对局"),
              placeholder: say("Player, opening, event, date", "棋手、布局、赛事、日期"),
              input: (event) => {
                this.search = event.target.value;
                this.drawList();
              },
            }),
            html(
              "select",
              {
                id: "result-filter",
                "aria-label": say("Result", "结果"),
                change: (event) => {
                  this.result = event.target.value;
                  this.drawList();
                },
              },
              ...Object.entries(results()).map(([value, text]) =>
                html("option", { value, selected: value === this.result }, text),
              ),
            ),
          ),
          html(
            "div",
            { class: "row" },
            html("label", { class: "button", for: "import" }, say("Add files…", "添加棋谱……")),
            file,
            button(say("Save all as PGN", "全部存为 PGN"), () => this.saveAll(), { id: "save-all" }),
            button("", () => this.showBin(), { id: "bin" }),
          ),
        ),
        html("ol", { id: "list", class: "games-list" }),
      ),
    );
    this.listChanged();
  }

  update() {
    this.app.showBar(null);
    this.app.board.drawArrows([]);
  }

  /** Reads the list anew. */
  async listChanged() {
    if (this.app.view !== this) return;
    await this.desk.saving;
    this.heads = await this.desk.store.heads();
    // What is being typed is not taken away.
    const list = byId("list");
    if (list && !this.edited) keepFocus(list, () => this.drawList());
  }

  found() {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    return this.heads.filter(
      (head) =>
        (head.deleted !== null) === this.isBin &&
        (!this.result || (head.tags.Result ?? "*") === this.result) &&
        words.every((word) => wordsOf(head).includes(word)),
    );
  }

  drawList() {
    const list = byId("list");
    if (!list) return;
    const found = this.found();
    const deleted = this.heads.filter((head) => head.deleted !== null).length;
    byId("bin").textContent = this.isBin
      ? say("Back to the games", "返回棋谱")
      : say(`Deleted (${deleted})`, `已删除（${deleted}）`);
    byId("bin").hidden = !this.isBin && !deleted;
    byId("save-all").disabled = this.isBin || !found.length;
    const more = found.length - MOST;
    list.replaceChildren(
      ...found.slice(0, MOST).map((head) => this.item(head)),
      more > 0 ? html("li", { class: "quiet" }, say(`and ${more} more: search for them`, `另有${more}局，请搜索`)) : "",
      found.length
        ? ""
        : html(
            "li",
            { class: "quiet" },
            this.heads.length
              ? say("No matching games.", "没有符合的对局。")
              : say(
                  "No games yet: each one that you play or open is kept here.",
                  "还没有对局：下过或打开的对局都会保存在这里。",
                ),
          ),
    );
  }

  /** @param {Head} head */
  item(head) {
    const { id, tags, plies, opening, isOn, isReviewed, changed } = head;
    if (this.edited === id) return this.details(head);
    const { Result = "*", Date: date, Event } = tags;
    const facts = [
      Event && title(head) !== Event && Event,
      date && !date.includes("?") ? date : new Date(changed).toLocaleDateString(isChinese() ? "zh" : "en"),
      opening && pick(opening),
      say(`${plies} plies`, `${plies}着`),
      isOn && say("in progress", "进行中"),
      isReviewed && say("reviewed", "已复盘"),
    ];
    const tool = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act) =>
      button(text, act, { class: "tool-button", title: name, "aria-label": `${name}: ${title(head)}` });
    return html(
      "li",
      { class: id === this.app.game.id ? "shown" : "" },
      html(
        "button",
        { type: "button", class: "entry", disabled: this.isBin, click: () => this.open(id) },
        html("strong", {}, title(head), Result === "*" ? "" : html("span", { class: "score" }, ` ${Result}`)),
        html("small", {}, facts.filter(Boolean).join(" · ")),
      ),
      this.isBin
        ? tool(say("Restore", "恢复"), say("Restore", "恢复"), () => this.bin(id, false))
        : [
            tool("✎", say("Name and players", "名称与棋手"), () => {
              this.edited = id;
              this.drawList();
              byId("edit-name").focus();
            }),
            tool("✕", say("Delete", "删除"), () => this.remove(head)),
          ],
    );
  }

  /** The form for what a game is called and who played it. @param {Head} head */
  details(head) {
    const end = () => {
      this.edited = null;
      this.drawList();
    };
    const field = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ value) =>
      html(
        "label",
        {},
        html("span", {}, text),
        html("input", { id: `edit-${name}`, name, value, maxlength: 100, autocomplete: "off" }),
      );
    const { name, tags, id } = head;
    const known = (/** @type {string} */ tag) => (tags[tag] ?? "").replace(/^[?.]*$/, "");
    const save = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      this.change(id, Object.fromEntries([...new FormData(form)].map(([key, text]) => [key, String(text).trim()])));
    };
    return html(
      "li",
      {},
      html(
        "form",
        { class: "details", submit: save },
        field("name", say("Name", "名称"), name),
        field("Red", say("Red", "红方"), known("Red")),
        field("Black", say("Black", "黑方"), known("Black")),
        field("Event", say("Event", "赛事"), known("Event")),
        field("Date", say("Date", "日期"), known("Date")),
        // The result of a match is that of the match.
        !head.isMatch &&
          choice("Result", say("Result", "结果"), Object.entries(results()).slice(1), tags.Result ?? "*", () => {}),
        html(
          "div",
          { class: "row" },
          html("button", { type: "submit", class: "primary" }, say("Save", "保存")),
          button(say("Cancel", "取消"), end),
        ),
      ),
    );
  }

  /** @param {string} id */
  async open(id) {
    const game = await this.desk.openKept(id);
    if (game) this.app.load(game, game.match && !game.match.over ? "play" : "analyse");
    else this.listChanged();
  }

  /** Changes what a game is called and its tags; an empty one goes. @param {string} id @param {Record<string, string>} fields */
  async change(id, { name, ...tags }) {
    this.edited = null;
    const game = await this.desk.openKept(id);
    if (game) {
      game.name = name;
      const all = Object.entries({ ...game.tags, ...tags });
      game.tags = Object.fromEntries(all.filter(([, value]) => value));
      await this.desk.keep(game);
    }
    this.desk.draw();
    this.listChanged();
  }

  /** @param {Head} head */
  async remove(head) {
    const open = this.desk.games.find((game) => game.id === head.id);
    await this.bin(head.id, true);
    if (open) this.desk.close(open);
    toast(say(`${title(head)} was deleted.`, `已删除：${title(head)}`), () => this.bin(head.id, false));
  }

  /** @param {string} id @param {boolean} isDeleted */
  async bin(id, isDeleted) {
    await this.desk.inTurn(() => this.desk.store.bin(id, isDeleted));
    await this.listChanged();
  }

  showBin() {
    this.isBin = !this.isBin;
    this.drawList();
  }

  /** Opens a game that was read, or the one that is kept already. Returns what is to be told. @param {Game} game @param {string} view */
  async openOne(game, view) {
    const [id] = await findKnown(this.app, this.desk, [game]);
    const kept = id && (await this.desk.openKept(id));
    this.app.load(kept || game, view);
    return kept ? say("This game is in the list already.", "此局已在列表中。") : "";
  }

  /** Adds the games of a collection that are new. Returns what is to be told. @param {Game[]} games */
  async add(games) {
    await this.desk.saving;
    const known = await findKnown(this.app, this.desk, games);
    const added = games.filter((_, index) => known[index] === null);
    await this.desk.inTurn(() => this.desk.store.add(added.map((game) => game.pack())));
    this.app.open("games");
    const here = games.length - added.length;
    return [
      added.length > 0 &&
        say(`${added.length} ${added.length === 1 ? "game was" : "games were"} added.`, `已添加${added.length}局。`),
      here > 0 && say(`${here} ${here === 1 ? "is" : "are"} in the list already.`, `${here}局已在列表中。`),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** Writes all games that are found to one file. */
  async saveAll() {
    const [texts, faults] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
    for (const { id } of this.found()) {
      const game = await this.desk.openKept(id);
      if (!game) continue;
      try {
        texts.push((await write(this.app.link, "pgn", game)).pgn);
      } catch (error) {
        faults.push(`${title(game)}: ${pick(/** @type {[string, string]} */ (error))}`);
      }
    }
    download("chuhe.pgn", texts.join("\n"), "text/plain;charset=utf-8");
    toast(
      [
        say(`${texts.length} ${texts.length === 1 ? "game was" : "games were"} saved.`, `已保存${texts.length}局。`),
        ...faults,
      ].join(" "),
    );
  }

  mayMove() {
    return false;
  }

  leave() {
    this.isBin = false;
    this.edited = null;
  }
}
