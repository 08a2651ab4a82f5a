// SPDX-License-Identifier: MIT OR Apache-2.0
// Games that are kept already: what is read again is not kept twice. A game is known if one with the same headers and
// main line has all its variations and comments.

import { Game } from "./game.js";

/** @typedef {import("./game.js").Kept} Kept */
/** @typedef {import("./store.js").Head} Head */

const HEADERS = ["Event", "Site", "Date", "Round", "Red", "Black"];

/** What two copies of a game have in common; the result may have been unknown. @param {{fen: string, tags: Record<string, string>, plies: number}} head */
function keyOf({ fen, tags, plies }) {
  const headers = HEADERS.map((name) => (tags[name] ?? "").replace(/^[?.]*$/, ""));
  return JSON.stringify([...fen.split(" ").slice(0, 2), ...headers, plies]);
}

/** Letters and digits: files break lines, and have no place for some signs. @param {string} text */
const words = (text = "") => text.replace(/[^\p{L}\p{N}]/gu, "");

/** True if one game has all moves of another, and, if asked, its comments. @param {Kept} kept @param {Kept} game @param {boolean} hasComments */
function holds(kept, game, hasComments) {
  const places = new Map(kept.nodes.map(([parent, move], index) => [index && `${parent} ${move}`, index]));
  /** @type {number[]} */
  const found = [];
  return game.nodes.every(([parent, move, { comment, before }], index) => {
    const place = places.get(index && `${found[parent]} ${move}`);
    if (place === undefined) return false;
    found[index] = place;
    const [, , own] = kept.nodes[place];
    return !hasComments || (words(own.comment).includes(words(comment)) && words(own.before).includes(words(before)));
  });
}

/** A game with the better lines of its review, as a file of it has them. @param {import("./app.js").App} app @param {Game} game */
async function reviewed({ link }, game) {
  const { pgn } = await link.write("pgn", { ...game.sent(), notation: 0 });
  const { games } = await link.read(pgn);
  return Game.of(games[0]).pack();
}

/**
 * The kept games that hold these, by their identities; null for one that is new.
 * @param {import("./app.js").App} app @param {import("./desk.js").Desk} desk @param {Game[]} games
 */
export async function findKnown(app, desk, games) {
  /** @type {Map<string, Head[]>} */
  const heads = new Map();
  for (const head of await desk.store.heads()) {
    if (head.deleted === null) heads.set(keyOf(head), [...(heads.get(keyOf(head)) ?? []), head]);
  }
  const find = async (/** @type {Game} */ game) => {
    const packed = game.pack();
    for (const { id, isReviewed } of heads.get(keyOf({ ...game, plies: game.root.end().ply })) ?? []) {
      const kept = await desk.openKept(id);
      if (!kept) continue;
      if (holds(kept.pack(), packed, true)) return id;
      // The words of a review depend on the language.
      if (isReviewed && holds(await reviewed(app, kept), packed, false)) return id;
    }
    return null;
  };
  const known = [];
  for (const game of games) known.push(await find(game));
  return known;
}
