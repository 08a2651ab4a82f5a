// SPDX-License-Identifier: MIT OR Apache-2.0
// The opening explorer: the moves of the books, how often they are played, and how their games ended.

import { html, moveText, say } from "./dom.js";

/** @param {number} share of 1 */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {import("./link.js").Situation} situation @param {(move: string) => void} play */
export function explorer({ book }, play) {
  if (!book.length) return "";
  const hasGames = book.some((move) => move.games > 0);
  const head = (/** @type {string} */ text) => html("th", { scope: "col" }, text);
  const bar = (/** @type {number} */ share, /** @type {string} */ title) =>
    html("td", { class: "share-bar" }, html("meter", { value: share, max: 1, "aria-label": title }), percent(share));
  const row = (/** @type {import("./link.js").BookMove} */ move) =>
    html(
      "tr",
      {},
      html(
        "th",
        { scope: "row" },
        html("button", { type: "button", class: "move", click: () => play(move.move) }, moveText(move)),
      ),
      bar(move.share / 1000, say("share", "选用比例")),
      hasGames && html("td", {}, move.games || "–"),
      hasGames && html("td", {}, move.games ? percent(move.points / (2 * move.games)) : "–"),
    );
  return html(
    "table",
    { id: "explorer" },
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        head(say("Book", "开局库")),
        head(say("share", "选用")),
        hasGames && head(say("games", "局数")),
        hasGames && head(say("score", "得分率")),
      ),
    ),
    html("tbody", {}, book.map(row)),
  );
}
