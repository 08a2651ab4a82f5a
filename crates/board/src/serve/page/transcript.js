// SPDX-License-Identifier: MIT OR Apache-2.0
// The moves of a game as text, and the position as an image of pixels.

import { button, html, say } from "./dom.js";
import { numbered } from "./moves.js";
import { attempt, copy, download, write } from "./share.js";

/** Pixels for a unit of the drawing. */
const SCALE = 2;

/** The main line from the place on the board, with numbers. @param {import("./app.js").App} app @param {number} kind the notation */
async function moves({ link, game }, kind) {
  const end = game.here.end();
  const { line } = await link.ask({ type: "position", ...game.query(end) });
  const words = end
    .path()
    .map((node, index) => `${numbered(game, node, index === 0)} ${line[index].texts[kind]}`.trim());
  return words.join(" ");
}

/** The game in a form of files. @param {import("./app.js").App} app @param {"pgn"|"dhtmlxq"} form */
const file = async ({ link, game }, form) => (await write(link, form, game))[form];

/** Draws the position as the server's SVG shows it. @param {import("./app.js").App} app */
async function savePicture({ link, game }) {
  const { svg } = await link.ask({ type: "picture", ...game.query() });
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = html("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  download("chuhe.png", blob, "image/png");
}

/** Copies the moves in a notation, or saves the position. @param {import("./app.js").App} app */
export function transcriptTools(app) {
  const kind = html(
    "select",
    { id: "transcript", "aria-label": say("Form of the moves", "着法的形式") },
    ...[
      ["2", "炮二平五"],
      ["3", "炮二平五（繁體）"],
      ["1", "C2.5 (WXF)"],
      ["0", "h2e2 (ICCS)"],
      ["pgn", "PGN"],
      ["dhtmlxq", "DhtmlXQ"],
    ].map(([value, text]) => html("option", { value }, text)),
  );
  const written = () => (/^\d$/.test(kind.value) ? moves(app, Number(kind.value)) : file(app, kind.value));
  return html(
    "div",
    { class: "row share" },
    kind,
    button(say("Copy moves", "复制着法"), () => attempt(() => copy(written())), { id: "copy-moves" }),
    button(say("Download PNG", "下载 PNG"), () => attempt(() => savePicture(app)), { id: "png" }),
  );
}
