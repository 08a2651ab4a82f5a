// SPDX-License-Identifier: MIT OR Apache-2.0
// The list of moves with its variations, and the field in which moves are typed.

import { byId, html, moveText, say } from "./dom.js";

/** Inaccuracy, mistake, blunder. */
export const MARKS = ["?!", "?", "??"];
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

/** A score of PGN as the review writes it: `0.35`, `#-3` and `0.2,20` (with a depth). @param {string} text */
function fileScore(text) {
  const [, mate, sign, size] = /^(#?)([+-]?)([^,]*)/.exec(text) ?? [];
  return size && `${sign || "+"}${mate && "M"}${size}`;
}

/**
 * The game in two columns, as it is written down: number, Red's move, Black's move. Comments and variations break the
 * columns and run on as text.
 * @param {import("./app.js").App} app
 */
export function moveList(app) {
  const { game } = app;
  const here = new Set(game.here.path());
  const offences = game.here.situation?.repetition?.offences ?? [];
  const move = (/** @type {import("./game.js").Node} */ node) => {
    const { verdict } = node.review ?? {};
    const mark = verdict?.mark ?? null;
    const glyphs = node.glyphs.map((glyph) => GLYPHS[glyph] ?? "").join("");
    const score = verdict?.book ? say("book", "库") : (node.review?.score ?? fileScore(node.eval)).replace("-", "−");
    const isOffence = here.has(node) && offences.includes(node.ply);
    return html(
      "button",
      {
        type: "button",
        class: `move ${node === game.here ? "here" : here.has(node) ? "passed" : ""}`,
        "aria-current": node === game.here && "true",
        click: () => app.go(node),
      },
      label(node),
      glyphs && html("b", { class: "glyph" }, glyphs),
      isOffence && html("b", { class: "offence", title: say("forbidden repetition", "禁止的循环着法") }, "⟳"),
      mark !== null && html("b", { class: `mark-${mark}` }, MARKS[mark]),
      score && html("small", {}, score),
    );
  };
  const comment = (/** @type {import("./game.js").Node} */ node) => node.comment && html("em", {}, node.comment);
  /** A line within the text, from a node on. @param {import("./game.js").Node} first @returns {any[]} */
  const text = (first) => {
    const parts = [];
    let needsNumber = true;
    for (let at = /** @type {import("./game.js").Node|undefined} */ (first); at; [at] = at.children) {
      const number = numbered(game, at, needsNumber);
      parts.push(
        html("span", { class: "ply" }, number && html("span", { class: "number" }, number), move(at)),
        comment(at),
      );
      const others = at === first ? [] : (at.parent?.children.slice(1) ?? []);
      for (const other of others) parts.push(html("span", { class: "variation" }, "(", ...text(other), ")"));
      needsNumber = others.length > 0 || Boolean(at.comment);
    }
    return parts;
  };
  const cells = [game.root.comment && html("div", { class: "aside" }, comment(game.root))];
  let needsNumber = true;
  for (let [at, ...others] = game.root.children; at; [at, ...others] = at.children) {
    const isBlack = (at.ply % 2 === 0) !== blackBegins(game);
    if (!isBlack || needsNumber)
      cells.push(html("span", { class: "number" }, numbered(game, at, true).replace("…", ".")));
    if (isBlack && needsNumber) cells.push(html("span", { class: "number gap" }, "…"));
    cells.push(move(at));
    needsNumber = others.length > 0 || Boolean(at.comment);
    if (needsNumber)
      cells.push(
        html(
          "div",
          { class: "aside" },
          comment(at),
          ...others.map((other) => html("div", { class: "variation" }, ...text(other))),
        ),
      );
  }
  const hadFocus = document.activeElement?.closest("#moves");
  const list = html("div", { id: "moves", class: "moves" }, ...cells);
  if (!game.root.children.length)
    list.append(html("p", { class: "quiet aside" }, say("No moves yet.", "还没有着法。")));
  queueMicrotask(() =>
    requestAnimationFrame(() => {
      const place = byId("moves");
      const current = place?.querySelector(".here");
      // The list is drawn anew: the keyboard stays where it was.
      if (hadFocus && document.activeElement === document.body) current?.focus({ preventScroll: true });
      if (current && place.scrollHeight > place.clientHeight)
        place.scrollTop = current.offsetTop - place.offsetTop - place.clientHeight / 2;
    }),
  );
  return list;
}

/** @param {import("./app.js").App} app */
export function typedMove(app) {
  const field = html("input", {
    id: "typed",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": say("Type a move in any notation", "输入着法，任何记法均可"),
    placeholder: say("Type a move: h2e2, C2.5, 炮二平五", "输入着法：炮二平五、h2e2"),
  });
  return html(
    "form",
    {
      class: "typed",
      submit: async (event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (!text) return;
        field.value = "";
        if (!(await app.type(text))) field.value ||= text;
      },
    },
    field,
  );
}
