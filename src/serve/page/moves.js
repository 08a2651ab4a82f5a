// SPDX-License-Identifier: MIT OR Apache-2.0
// The list of moves with its variations, and the field in which moves are typed.

import { byId, html, moveText, say } from "./dom.js";

const MARKS = ["?!", "?", "??"];
/** The glyphs that a move may get, by their numbers in PGN. @type {Record<number, string>} */
export const GLYPHS = { 3: "!!", 1: "!", 5: "!?", 6: "?!", 2: "?", 4: "??" };

/** @param {import("./game.js").Node} node */
export const label = (node) => (node.texts ? moveText({ texts: node.texts }) : node.move);

/** True if the first move of the game is Black's. @param {import("./game.js").Game} game */
const blackBegins = (game) => game.fen.split(" ")[1] === "b";

/** @param {import("./game.js").Game} game @param {import("./game.js").Node} node */
export function numbered(game, node, always = false) {
  const index = node.ply - 1 + (blackBegins(game) ? 1 : 0);
  const number = Math.floor(index / 2) + Number(game.fen.split(" ")[5] ?? 1);
  if (index % 2 === 0) return `${number}.`;
  return always ? `${number}…` : "";
}

/** @param {import("./app.js").App} app */
export function moveList(app) {
  const { game } = app;
  const here = new Set(game.here.path());
  const offences = game.here.situation?.repetition?.offences ?? [];
  /** @param {import("./game.js").Node} node @param {boolean} isFirst */
  const link = (node, isFirst) => {
    const mark = node.review?.verdict?.mark ?? null;
    const number = numbered(game, node, isFirst);
    const glyphs = node.glyphs.map((glyph) => GLYPHS[glyph] ?? "").join("");
    const isOffence = here.has(node) && offences.includes(node.ply);
    return [
      html("span", { class: "ply" }, number && html("span", { class: "number" }, number), html("button", {
        type: "button",
        class: `move ${node === game.here ? "here" : here.has(node) ? "passed" : ""}`,
        "aria-current": node === game.here && "true",
        click: () => app.go(node),
      }, label(node), glyphs && html("b", { class: "glyph" }, glyphs), isOffence && html("b", { class: "offence", title: say("forbidden repetition", "禁止的循环着法") }, "⟳"), mark !== null && html("b", { class: `mark-${mark}` }, MARKS[mark]), node.review?.verdict?.book && html("small", {}, say("book", "谱")), node.review && !node.review.verdict?.book && html("small", {}, node.review.score.replace("-", "−")))),
      node.comment && html("em", {}, node.comment),
    ];
  };
  /** @param {import("./game.js").Node} node the parent of the line @returns {any[]} */
  const line = (node, isFirst = false) => {
    const parts = [];
    let at = node;
    let needsNumber = isFirst;
    while (at.children.length) {
      const [main, ...others] = at.children;
      parts.push(...link(main, needsNumber));
      needsNumber = others.length > 0 || Boolean(main.comment);
      for (const other of others) parts.push(html("span", { class: "variation" }, "(", ...link(other, true), ...line(other), ")"));
      at = main;
    }
    return parts;
  };
  const list = html("div", { id: "moves", class: "moves" }, ...line(game.root, true));
  if (game.root.comment) list.prepend(html("em", {}, game.root.comment));
  if (!game.root.children.length) list.append(html("p", { class: "quiet" }, say("No moves yet.", "还没有着法。")));
  queueMicrotask(() => requestAnimationFrame(() => {
    const place = byId("moves");
    const current = place?.querySelector(".here");
    if (current && place.scrollHeight > place.clientHeight) place.scrollTop = current.offsetTop - place.offsetTop - place.clientHeight / 2;
  }));
  return list;
}

/** @param {import("./app.js").App} app */
export function typedMove(app) {
  const field = html("input", {
    id: "typed",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": say("Type a move in any notation", "输入着法，任何记谱法均可"),
    placeholder: say("Type a move: h2e2, C2.5, 炮二平五", "输入着法：炮二平五、h2e2"),
  });
  return html("form", {
    class: "typed",
    submit: async (event) => {
      event.preventDefault();
      const word = field.value.trim();
      if (word && await app.type(word)) byId("typed")?.focus();
    },
  }, field);
}
