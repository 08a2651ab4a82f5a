// SPDX-License-Identifier: MIT OR Apache-2.0
// The games that are open in this window, one of them on the board. Whatever is opened comes beside what is there. Each
// change is saved at once; what another window saves is taken over.

import { button, byId, html, keepFocus, load, say, settings, toast } from "./dom.js";
import { Game, merge, START } from "./game.js";

/** The games of this window; a new window begins with those of the last one. */
const KEY = "chuhe.desk";
/** The single game that earlier versions kept, and its match. */
const FORMER = "chuhe.game";
const FORMER_MATCH = "chuhe.match";
/** Longest name of a game in its tab. */
const NAME = 24;

/** The players, or the name that its owner gave a game. @param {{name: string, fen: string, tags: Record<string, string>}} game */
export function title({ name, fen, tags }) {
  const { Red, Black, Event } = tags;
  if (name) return name;
  if (Red || Black) return `${Red || say("Red", "红方")} – ${Black || say("Black", "黑方")}`;
  return Event || (fen === START ? say("Game", "对局") : say("Position", "局面"));
}

export class Desk {
  /** @param {import("./store.js").Store} store @param {Game[]} games @param {Game} game */
  constructor(store, games, game) {
    this.store = store;
    this.games = games;
    this.game = game;
    /** Saves are made one after the other. @type {Promise<unknown>} */
    this.saving = Promise.resolve();
    /** @type {import("./app.js").App|null} */
    this.app = null;
    store.onChange = (id) => this.changed(id);
    for (const open of games) if (open.version) this.saved.set(open, textOf(open.pack()));
  }

  /** The games that were open last. @param {import("./store.js").Store} store */
  static async open(store) {
    await takeFormer(store);
    const { open, shown } = loadOpen();
    const games = [];
    for (const id of open) {
      const game = await read(store, id);
      if (game) games.push(game);
    }
    // An untouched game is kept nowhere.
    const last = games.find((game) => game.id === shown) ?? new Game();
    return new Desk(store, games.includes(last) ? games : [...games, last], last);
  }

  /** Remembers what is open. */
  note() {
    const text = JSON.stringify({ open: this.games.map((game) => game.id), shown: this.game.id });
    try {
      sessionStorage.setItem(KEY, text);
      localStorage.setItem(KEY, text);
    } catch {
      // Without storage the next visit begins anew.
    }
  }

  /** Puts a game on the board, beside those that are open; an untouched one makes room. @param {Game} game */
  show(game) {
    if (!this.games.includes(game)) {
      const place = this.games.indexOf(this.game);
      if (place >= 0 && this.game.isEmpty()) this.games.splice(place, 1, game);
      else this.games.push(game);
    }
    this.game = game;
    this.note();
    this.keep(game);
  }

  /** Takes a game off the desk. It stays in the list of games. @param {Game} game */
  close(game) {
    const index = this.games.indexOf(game);
    this.games.splice(index, 1);
    if (!this.games.length) this.games.push(new Game());
    if (game !== this.game) {
      this.note();
      return this.draw();
    }
    this.app?.load(this.games[Math.min(index, this.games.length - 1)]);
  }

  /** Opens a kept game, or goes to it. @param {string} id */
  async openKept(id) {
    const open = this.games.find((game) => game.id === id);
    if (open) return open;
    const game = await read(this.store, id);
    // A second click may have opened it meanwhile.
    const other = this.games.find((game) => game.id === id);
    if (game && !other) this.saved.set(game, textOf(game.pack()));
    return other ?? game;
  }

  /** Saves a game, unless nothing was done to it. @param {Game} game */
  keep(game) {
    if (game.isEmpty() && !game.version) return this.saving;
    return this.inTurn(async () => {
      const sent = game.pack();
      if (this.saved.get(game) === textOf(sent)) return;
      const saved = await this.store.save(sent);
      game.version = saved.version;
      this.saved.set(game, textOf(sent));
      if (saved !== sent) this.adopt(game, saved);
    });
  }

  /** Does something with the database after all that was asked for before; a failure is told and ends nothing else. @param {() => Promise<unknown>} act */
  inTurn(act) {
    this.saving = this.saving.then(act).catch(complain);
    return this.saving;
  }

  /** Takes over what was saved, beside what was changed here since. @param {Game} game @param {import("./game.js").Kept} kept */
  adopt(game, kept) {
    const own = game.pack();
    const isSaved = textOf(own) === this.saved.get(game);
    game.adopt(isSaved ? kept : { ...merge(kept, own), version: kept.version });
    if (isSaved) this.saved.set(game, textOf(game.pack()));
    else this.keep(game);
    if (game === this.game) this.app?.refresh();
  }

  /** What is known to be saved: windows that tell each other of every save would never end. @type {WeakMap<Game, string>} */
  saved = new WeakMap();

  /** Saves the review of a game, as far as it has come. @param {Game} game @param {import("./game.js").Node[]} nodes */
  keepReview(game, nodes) {
    const end = nodes.findIndex((node) => !node.review);
    const known = end < 0 ? nodes : nodes.slice(0, end);
    const steps = known.flatMap((node) => node.review ?? []);
    if (!steps.length) return;
    this.keep(game);
    const moves = known.slice(1).map((node) => node.move);
    this.inTurn(() => this.store.saveReview({ id: game.id, rules: game.rules, moves, steps }));
  }

  /** Takes over what another window has saved of a game. @param {Game} game */
  catchUp(game) {
    return this.inTurn(async () => {
      const kept = await this.store.game(game.id);
      if (kept && kept.deleted !== null) this.close(game);
      else if (kept && kept.version > game.version) this.adopt(game, kept);
    });
  }

  /** Another window has saved a game. @param {string} id */
  changed(id) {
    const game = this.games.find((open) => open.id === id);
    if (game) this.catchUp(game);
    this.inTurn(async () => {
      this.app?.views.games?.listChanged();
      this.draw();
    });
  }

  /** The tabs of the open games. */
  draw() {
    const place = byId("desk");
    place.hidden = this.games.length < 2;
    place.setAttribute("aria-label", say("Open games", "打开的对局"));
    const tab = (/** @type {Game} */ game) => {
      const name = title(game);
      const shown = name.length > NAME ? `${name.slice(0, NAME)}…` : name;
      return html(
        "li",
        {},
        button(shown, () => this.app?.load(game), { title: name, "aria-current": game === this.game && "true" }),
        button("×", () => this.close(game), {
          class: "close",
          title: this.store.database ? say("Close (the game is kept)", "关闭（对局会保留）") : say("Close", "关闭"),
          "aria-label": say(`Close ${name}`, `关闭${name}`),
        }),
      );
    };
    keepFocus(place, () => place.replaceChildren(html("ul", {}, ...this.games.map(tab))));
    place.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** All but the numbers that each save changes. @param {import("./game.js").Kept} kept */
const textOf = (kept) => JSON.stringify({ ...kept, changed: 0, version: 0 });

/** Says that something was not saved, as when the disk is full. @param {unknown} error */
const complain = (error) => toast(say(`This could not be saved: ${error}`, `未能保存：${error}`));

function loadOpen() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "{}");
    const open = Array.isArray(kept.open) ? kept.open.map(String) : [];
    return { open, shown: String(kept.shown) };
  } catch {
    return { open: [], shown: "" };
  }
}

/** @param {import("./store.js").Store} store @param {string} id */
async function read(store, id) {
  try {
    const kept = await store.game(id);
    if (!kept || kept.deleted !== null) return null;
    const game = Game.unpack(kept);
    attach(game, await store.review(id));
    return game;
  } catch {
    return null;
  }
}

/** Gives the positions of a game their review, as far as the moves are the same. @param {Game} game @param {any} review */
function attach(game, review) {
  if (!review || review.rules !== game.rules) return;
  const line = [game.root, ...game.root.end().path()];
  const end = review.moves.findIndex(
    (/** @type {string} */ move, /** @type {number} */ ply) => move !== line[ply + 1]?.move,
  );
  const known = end < 0 ? review.steps : review.steps.slice(0, end + 1);
  known.forEach((/** @type {any} */ step, /** @type {number} */ ply) => {
    line[ply].review = step;
  });
}

/** Takes over the game of an earlier version. @param {import("./store.js").Store} store */
async function takeFormer(store) {
  const former = load(FORMER, /** @type {any} */ ({ tree: null }));
  if (!former.tree || !store.database) return;
  try {
    const game = new Game(former.fen, former.tags);
    game.rules = former.rules ?? settings.rules;
    const waiting = [{ packed: former.tree, node: game.root }];
    for (const { packed, node } of waiting) {
      const [, comment, children, glyphs = []] = packed;
      node.annotate({ comment, glyphs });
      for (const child of children) waiting.push({ packed: child, node: game.child(node, child[0]) });
    }
    const { match } = load(FORMER_MATCH, /** @type {any} */ ({ match: null }));
    if (match) game.match = { ...match, moves: game.root.end().moves() };
    game.here = game.root.end();
    if (!game.isEmpty()) await store.save(game.pack());
    localStorage.setItem(KEY, JSON.stringify({ open: [game.id], shown: game.id }));
    localStorage.removeItem(FORMER);
    localStorage.removeItem(FORMER_MATCH);
  } catch {
    // It was not a game: it stays where it is.
  }
}
