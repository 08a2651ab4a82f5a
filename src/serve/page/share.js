// SPDX-License-Identifier: MIT OR Apache-2.0
// What leaves the page: links, FEN, PGN and images of the game on the board.

import { button, html, notation, pick, say, toast } from "./dom.js";

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
 * PGN of the whole game with its variations, or SVG of the position.
 * @param {import("./link.js").Link|import("./file.js").FileLink} link
 * @param {import("./game.js").Game} game
 * @param {"pgn"|"svg"} kind
 */
async function saveAs(link, game, kind) {
  const { fen, rules, tags } = game;
  try {
    const answer =
      kind === "pgn"
        ? await link.write({ fen, rules, line: game.branch(), tags: Object.entries(tags), notation: notation() })
        : await link.ask({ type: "picture", ...game.query() });
    download(`chuhe.${kind}`, answer[kind], kind === "svg" ? "image/svg+xml" : "text/plain;charset=utf-8");
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
  );
}
