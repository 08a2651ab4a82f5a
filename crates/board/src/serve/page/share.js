// SPDX-License-Identifier: MIT OR Apache-2.0
// What leaves the page: links, FEN, PGN and images of the game on the board.

import { addressOf, lineAddress, LONG } from "./address.js";
import { button, html, notation, pick, say, settings, showDialog, toast } from "./dom.js";

const TYPES = { pgn: "text/plain;charset=utf-8", html: "text/html;charset=utf-8", svg: "image/svg+xml" };

/**
 * Copies a text, which may be yet to come: browsers allow it at the click alone, and some not at all, as at an address
 * without encryption. Then the text is shown.
 * @param {string|Promise<string>} text
 */
export async function copy(text) {
  const content = (async () => new Blob([await text], { type: "text/plain" }))();
  content.catch(() => {});
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
    toast(say("Copied.", "已复制。"));
  } catch {
    showText(await text);
  }
}

/** Shows a text that is to be copied by hand. @param {string} text */
function showText(text) {
  const area = html("textarea", { rows: 6, readonly: true, id: "copied", "aria-label": say("Text", "文本") });
  area.value = text;
  const hint = say("This browser does not let the page copy it.", "浏览器不允许本页复制。");
  showDialog(say("Copy this text", "请复制以下文本"), [html("p", { class: "quiet" }, hint), area]);
  area.select();
}

/** Does something; an error is told. @param {() => Promise<unknown>} work */
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    toast(Array.isArray(error) ? pick(/** @type {[string, string]} */ (error)) : String(error));
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
 * @param {"pgn"|"dhtmlxq"|"html"} kind
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
  const answer = kind === "svg" ? await link.ask({ type: "picture", ...game.query() }) : await write(link, kind, game);
  download(`chuhe.${kind}`, answer[kind], TYPES[kind]);
}

/** Copies a link to a game. @param {import("./address.js").Link} link @param {import("./game.js").Game} game */
async function copyLink(link, game) {
  try {
    await copy(addressOf(link, game));
  } catch (error) {
    if (error !== LONG) throw error;
    const text = say(
      "With its variations and comments this game is too long for a link that all programs take.",
      "此局含变着和注释，过长，无法做成各种程序都能打开的链接。",
    );
    showDialog(
      pick(LONG),
      [html("p", {}, text)],
      [
        [say("Download PGN", "下载 PGN"), () => attempt(() => saveAs(link, game, "pgn"))],
        [say("Copy link to this line only", "仅复制当前变化的链接"), () => copy(lineAddress(game))],
      ],
    );
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
    !isFile && act(say("Copy link", "复制链接"), () => attempt(() => copyLink(link, game())), { id: "link" }),
    act(say("Copy FEN", "复制 FEN"), () => copy(fen()), { disabled: false }),
    act(say("Download PGN", "下载 PGN"), () => attempt(() => saveAs(link, game(), "pgn")), { id: "pgn" }),
    !isFile && act(say("Download SVG", "下载 SVG"), () => attempt(() => saveAs(link, game(), "svg"))),
    !isFile &&
      game().reviewed().length > 0 &&
      act(say("Download page", "下载复盘网页"), () => attempt(() => saveAs(link, game(), "html")), { id: "page" }),
  );
}
