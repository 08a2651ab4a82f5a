// SPDX-License-Identifier: MIT OR Apache-2.0
// What leaves the page: links, FEN, PGN and images of the game on the board.

import { button, html, notation, pick, say, settings, toast } from "./dom.js";

const TYPES = { pgn: "text/plain;charset=utf-8", html: "text/html;charset=utf-8", svg: "image/svg+xml" };

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(say("Copied.", "已复制。"));
  } catch {
    prompt(say("Copy this text:", "请复制："), text);
  }
}

/** @param {string} name @param {string|Blob} text @param {string} type */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/**
 * The game with its variations and its review.
 * @param {import("./link.js").Link|import("./file.js").FileLink} link
 * @param {"pgn"|"html"} kind
 * @param {import("./game.js").Game} game
 * @returns {Promise<any>}
 */
export const write = (link, kind, game) =>
  link.write(kind, { ...game.sent(), notation: notation(), language: settings.language });

/**
 * PGN of the whole game with its variations and its review, the page of the review, or SVG of the position.
 * @param {import("./link.js").Link|import("./file.js").FileLink} link
 * @param {import("./game.js").Game} game
 * @param {"pgn"|"html"|"svg"} kind
 */
async function saveAs(link, game, kind) {
  try {
    const answer =
      kind === "svg" ? await link.ask({ type: "picture", ...game.query() }) : await write(link, kind, game);
    download(`chuhe.${kind}`, answer[kind], TYPES[kind]);
  } catch (error) {
    toast(pick(/** @type {[string, string]} */ (error)));
  }
}

/**
 * The buttons.
 * @param {import("./link.js").Link|import("./file.js").FileLink} link the file of a review has a PGN, but no links
 * @param {() => import("./game.js").Game} game
 * @param {() => string} fen the position that is shown
 */
export function shareButtons(link, game, fen, isIllegal = false) {
  const act = (/** @type {string} */ text, /** @type {() => void} */ click, more = {}) =>
    button(text, click, { disabled: isIllegal, ...more });
  const isFile = "remarks" in link;
  return html(
    "div",
    { class: "row share" },
    !isFile && act(say("Copy link", "复制链接"), () => copy(`${location.origin}/${game().fragment()}`)),
    act(say("Copy FEN", "复制 FEN"), () => copy(fen()), { disabled: false }),
    act(say("Download PGN", "下载 PGN"), () => saveAs(link, game(), "pgn"), { id: "pgn" }),
    !isFile && act(say("Download SVG", "下载 SVG"), () => saveAs(link, game(), "svg")),
    !isFile &&
      game().reviewed().length > 0 &&
      act(say("Download page", "下载复盘网页"), () => saveAs(link, game(), "html"), { id: "page" }),
  );
}
