// SPDX-License-Identifier: MIT OR Apache-2.0
// Games from files and from pasted text. What is read comes beside the games that are there; what cannot be read changes
// nothing.

import { pick, say, toast } from "./dom.js";
import { Game } from "./game.js";

/** The names of files that are offered. */
export const GAME_FILES = ".pgn,.xqf,.cbr,.cbl,.cbf,.pfc,.mxq,.ubb,.txt,.html";

/**
 * Opens one game, or adds the games of a collection to the list.
 * @param {import("./app.js").App} app @param {ArrayBuffer|string} content @param {string} view where one game is shown
 */
export async function readGames(app, content, view = "review") {
  /** @type {{games: any[], errors: [string, string][]}} */
  let sent;
  try {
    sent = await app.link.read(content);
  } catch (error) {
    return toast(pick(/** @type {[string, string]} */ (error)));
  }
  const games = sent.games.map(Game.of);
  const [first] = sent.errors;
  const others = sent.errors.length - 1;
  const faults = first ? pick(first) + (others > 0 ? say(` (and ${others} more)`, `（另有${others}处）`) : "") : "";
  if (!games.length) return toast(faults || say("There is no game in it.", "其中没有对局。"));
  if (games.length === 1) app.load(games[0], view);
  else await app.views.games.add(games);
  const count = games.length > 1 ? say(`${games.length} games were added.`, `已添加${games.length}局。`) : "";
  if (faults || count) toast([count, faults].filter(Boolean).join(" "));
}
