// SPDX-License-Identifier: MIT OR Apache-2.0
// Games from files and from pasted text. What is read comes beside the games that are there; what cannot be read changes
// nothing.

import { pick, say, toast } from "./dom.js";
import { Game } from "./game.js";

/** Largest file that the server reads at once, in bytes. */
const MOST = 1 << 20;
const LARGE = ["the file is too large", "文件过大"];
/** Where a game begins in a text of many: after an empty line, at a tag of PGN or the mark of DhtmlXQ. */
const BORDER = /\n\r?\n(?=\[[A-Za-z]+(?: "|\]))/g;

/** The parts of a file that the server reads one by one; larger than it reads if a game is. @param {ArrayBuffer|string} content */
function partsOf(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  if (bytes.length <= MOST) return [bytes];
  // A letter for each byte, whatever the encoding is.
  const letters = new TextDecoder("latin1").decode(bytes);
  const borders = [...letters.matchAll(BORDER)].map(({ index, 0: { length } }) => index + length);
  const parts = [];
  let begin = 0;
  [...borders, bytes.length].forEach((end, index, ends) => {
    const next = ends[index + 1] ?? Infinity;
    if (next - begin <= MOST) return;
    parts.push(bytes.subarray(begin, end));
    begin = end;
  });
  return parts;
}

/**
 * Reads the games of a file. A part that cannot be read takes no other with it.
 * @param {import("./app.js").App} app @param {ArrayBuffer|string} content
 */
async function readAll(app, content) {
  /** @type {{games: any[], errors: [string, string][]}} */
  const all = { games: [], errors: [] };
  const parts = partsOf(content);
  for (const [index, part] of parts.entries()) {
    const read = part.length > MOST ? Promise.reject(LARGE) : app.link.read(part);
    const { games, errors } = await read.catch((error) => ({ games: [], errors: [error] }));
    all.games.push(...games);
    // Lines are counted from the beginning of the part.
    const place = parts.length > 1 ? [`part ${index + 1}, `, `第${index + 1}部分，`] : ["", ""];
    for (const error of errors) all.errors.push([place[0] + error[0], place[1] + error[1]]);
  }
  return all;
}

/**
 * Opens one game, or adds the games of a collection to the list. One that is there already is not kept twice.
 * @param {import("./app.js").App} app @param {ArrayBuffer|string} content @param {string} view where one game is shown
 */
export async function readGames(app, content, view = "review") {
  const sent = await readAll(app, content);
  const games = sent.games.map(Game.of);
  const [first] = sent.errors;
  const others = sent.errors.length - 1;
  const faults = first ? pick(first) + (others > 0 ? say(` (and ${others} more)`, `（另有${others}处）`) : "") : "";
  if (!games.length) return toast(faults || say("There is no game in it.", "其中没有对局。"));
  const told = games.length === 1 ? await app.views.games.openOne(games[0], view) : await app.views.games.add(games);
  if (faults || told) toast([told, faults].filter(Boolean).join(" "));
}
