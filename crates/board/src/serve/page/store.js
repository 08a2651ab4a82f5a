// SPDX-License-Identifier: MIT OR Apache-2.0
// The games that this browser keeps, in its own database: what the list of games shows, the games, and their reviews,
// which are large and change seldom. All windows of the page share them; each is told what another one has saved.

import { openDB } from "./idb.js";
import { merge } from "./game.js";

/** Milliseconds for which a deleted game can be brought back: 30 days. */
const BIN = 30 * 24 * 60 * 60 * 1000;

/** @typedef {import("./game.js").Kept} Kept */
/**
 * What the list of games shows.
 * @typedef {object} Head
 * @property {string} id
 * @property {string} name
 * @property {string} fen
 * @property {Record<string, string>} tags
 * @property {number} plies
 * @property {[string, string]|null} opening
 * @property {boolean} isMatch
 * @property {boolean} isOn a match that goes on
 * @property {boolean} isReviewed
 * @property {number} made
 * @property {number} changed
 * @property {number|null} deleted
 */
/** @typedef {{id: string, rules: string, moves: string[], steps: import("./link.js").ReviewStep[]}} Review */

/** @param {Kept} kept @param {boolean} isReviewed @returns {Head} */
function headOf({ id, name, fen, tags, nodes, match, opening, made, changed, deleted }, isReviewed) {
  // The main line: the first child of each node follows it at once.
  let plies = 0;
  while (nodes[plies + 1]?.[0] === plies) plies++;
  const isMatch = match !== null;
  const isOn = match !== null && match.over === null;
  return { id, name, fen, tags, plies, opening, isMatch, isOn, isReviewed, made, changed, deleted };
}

export class Store {
  /** @param {any} database null: this browser keeps nothing */
  constructor(database) {
    this.database = database;
    this.channel = new BroadcastChannel("chuhe");
    /** Called with the id of a game that another window has saved; "" if they are many. @type {(id: string) => void} */
    this.onChange = () => {};
    this.channel.onmessage = (event) => this.onChange(event.data);
  }

  static async open() {
    const upgrade = (/** @type {any} */ database) => {
      for (const name of ["heads", "games", "reviews"]) database.createObjectStore(name, { keyPath: "id" });
    };
    // A window that is being closed must not hold back the next version of the page.
    const blocking = () => store?.database?.close();
    /** @type {Store|undefined} */
    let store;
    // Some browsers refuse at once, others later.
    const opened = (async () => openDB("chuhe", 1, { upgrade, blocking }))();
    store = new Store(await opened.catch(() => null));
    await store.empty().catch(() => {});
    return store;
  }

  /** Removes the games that were deleted more than 30 days ago. */
  async empty() {
    for (const { id, deleted } of await this.heads()) {
      if (deleted === null || Date.now() - deleted < BIN) continue;
      for (const name of ["heads", "games", "reviews"]) await this.database.delete(name, id);
    }
  }

  /** All games, deleted ones too, the last changed first. @returns {Promise<Head[]>} */
  async heads() {
    const heads = (await this.database?.getAll("heads")) ?? [];
    return heads.sort((/** @type {Head} */ a, /** @type {Head} */ b) => b.changed - a.changed);
  }

  /** @param {string} id @returns {Promise<Kept|undefined>} */
  game(id) {
    return this.database?.get("games", id);
  }

  /** @param {string} id @returns {Promise<Review|undefined>} */
  review(id) {
    return this.database?.get("reviews", id);
  }

  /** Saves a game. Returns what was saved: if another window was faster, the moves of both. @param {Kept} game */
  async save(game) {
    if (!this.database) return game;
    const change = this.database.transaction(["heads", "games", "reviews"], "readwrite");
    const games = change.objectStore("games");
    const saved = /** @type {Kept|undefined} */ (await games.get(game.id));
    const next = saved && saved.version !== game.version ? merge(saved, game) : game;
    next.version = (saved?.version ?? 0) + 1;
    next.deleted = saved?.deleted ?? null;
    if (saved && isSame(saved, next)) next.changed = saved.changed;
    const isReviewed = (await change.objectStore("reviews").getKey(game.id)) !== undefined;
    await Promise.all([games.put(next), change.objectStore("heads").put(headOf(next, isReviewed)), change.done]);
    this.channel.postMessage(game.id);
    return next;
  }

  /** Saves new games together, which is much faster than one by one. @param {Kept[]} games */
  async add(games) {
    if (!this.database) return;
    const change = this.database.transaction(["heads", "games"], "readwrite");
    for (const game of games) {
      game.version = 1;
      change.objectStore("games").put(game);
      change.objectStore("heads").put(headOf(game, false));
    }
    await change.done;
    this.channel.postMessage("");
  }

  /** @param {Review} review */
  async saveReview(review) {
    if (!this.database) return;
    const change = this.database.transaction(["heads", "reviews"], "readwrite");
    const head = await change.objectStore("heads").get(review.id);
    if (head) await change.objectStore("heads").put({ ...head, isReviewed: true });
    await Promise.all([change.objectStore("reviews").put(review), change.done]);
  }

  /** Puts a game into the bin, or takes it out. @param {string} id @param {boolean} isDeleted */
  async bin(id, isDeleted) {
    const change = this.database.transaction(["heads", "games"], "readwrite");
    for (const name of ["heads", "games"]) {
      const kept = await change.objectStore(name).get(id);
      const version = (kept?.version ?? 0) + 1;
      if (kept) await change.objectStore(name).put({ ...kept, version, deleted: isDeleted ? Date.now() : null });
    }
    await change.done;
    this.channel.postMessage(id);
  }
}

/** True if only the place that is shown differs. @param {Kept} one @param {Kept} other */
function isSame(one, other) {
  const text = (/** @type {Kept} */ { here, changed, version, isFlipped, opening, ...rest }) => JSON.stringify(rest);
  return text(one) === text(other);
}
