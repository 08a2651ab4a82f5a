// SPDX-License-Identifier: MIT OR Apache-2.0
// A game in an address, after `#`: the position and the moves to the place that is shown, and, if there is more to it,
// the whole game as PGN, compressed. An address is a text of others: it is read as a file of theirs is.

import { say, settings, toast } from "./dom.js";
import { Game } from "./game.js";

/** Longest address that all programs should take, in bytes (RFC 9110, section 4.1). */
const MOST = 8000;
/** Longest text that is unpacked, in bytes. */
const MOST_TEXT = 1 << 20;

export const LONG = /** @type {[string, string]} */ (["the link would be too long", "链接过长"]);

/** @typedef {import("./link.js").Link|import("./file.js").FileLink} Link */

/** The address of the moves to the place that is shown. @param {Game} game */
export const lineAddress = (game) => `${location.origin}${location.pathname}${game.fragment()}`;

/** True if the moves to the place that is shown are the whole game. @param {Game} game */
function isLine({ root, here, tags }) {
  const isNamed = Object.entries(tags).some(([name, value]) => name !== "Result" || value !== "*");
  return root.isBare() && here === root.end() && !isNamed;
}

/** The address of the whole game. @param {Link} link @param {Game} game */
export async function addressOf(link, game) {
  const line = lineAddress(game);
  if (isLine(game)) return line;
  // A review is made again, and would be longer than the game.
  const { pgn } = await link.write("pgn", { ...game.sent(), review: [], notation: 0, language: settings.language });
  const address = `${line}&pgn=${await pack(pgn)}`;
  if (address.length > MOST) throw LONG;
  return address;
}

/** The game of an address; null if it names none. @param {Link} link @param {string} fragment */
export async function gameAt(link, fragment) {
  const line = Game.fromFragment(fragment);
  const packed = new URLSearchParams(fragment.replace(/^#/, "")).get("pgn");
  if (!line || !packed) return line;
  const text = await unpack(packed);
  const { games } = text ? await link.read(text) : { games: [] };
  if (!games.length) {
    toast(say("The link is damaged: only one line of the game is left.", "链接已损坏：仅剩一条变化。"));
    return line;
  }
  const game = Game.of(games[0]);
  game.rules = line.rules;
  game.here = game.reach(line.here.moves());
  return game;
}

/** @param {string} text */
async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text; empty if there is none. @param {string} packed */
async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const parts = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let [text, length] = ["", 0];
    for (let part = await parts.read(); !part.done; part = await parts.read()) {
      length += part.value.length;
      if (length > MOST_TEXT) return "";
      text += decoder.decode(part.value, { stream: true });
    }
    return text;
  } catch {
    return "";
  }
}
