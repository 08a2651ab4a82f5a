// SPDX-License-Identifier: MIT OR Apache-2.0
// Arrows and circles that somebody draws on a position. A shape is a letter of colour with one or two squares, as in
// the comments of PGN: `Gh2e2` is a green arrow, `Re4` a red circle.

import { drawCircle } from "./arrows.js";
import { button, html, say, svg } from "./dom.js";

/** @type {Record<string, string>} */
const COLOURS = { G: "green", R: "red", B: "blue", Y: "yellow" };
const SHAPE = /^[GRBY]([a-i]\d){1,2}$/;

/** The letter of the colour: red with Shift or Ctrl, blue with Alt, yellow with both. @param {MouseEvent} event @param {string} plain without them */
export const colourOf = ({ shiftKey, ctrlKey, altKey, metaKey }, plain) =>
  [plain, "R", "B", "Y"][Number(shiftKey || ctrlKey) + 2 * Number(altKey || metaKey)];

/** The shapes after one more is drawn: the same again takes it away, in another colour it takes its place. @param {string[]} shapes @param {string} shape */
export function drawn(shapes, shape) {
  const others = shapes.filter((other) => other.slice(1) !== shape.slice(1));
  return shapes.includes(shape) ? others : [...others, shape];
}

/** What the board draws. @param {string[]} shapes @returns {import("./arrows.js").Arrow[]} */
export const shapeArrows = (shapes) =>
  shapes.filter((shape) => SHAPE.test(shape)).map((shape) => ({ move: shape.slice(1), kind: COLOURS[shape[0]] }));

/** Draws a shape on the position that is shown. @param {import("./app.js").App} app @param {string} shape */
export function addShape(app, shape) {
  const { here } = app.game;
  here.shapes = drawn(here.shapes, shape);
  app.refresh();
}

/** The colours in which a finger draws. @param {import("./board.js").Board} board */
function palette(board) {
  const names = {
    G: say("green", "绿"),
    R: say("red", "红"),
    B: say("blue", "蓝"),
    Y: say("yellow", "黄"),
  };
  const choose = (/** @type {string} */ letter) => {
    board.colour = letter;
    for (const other of colours) other.setAttribute("aria-pressed", String(other.dataset.colour === letter));
  };
  const colours = Object.entries(names).map(([letter, name]) => {
    const ring = drawCircle({ move: "", kind: COLOURS[letter] }, { x: 0, y: 0 });
    const more = { class: "colour", title: name, "aria-label": name, "data-colour": letter };
    const isChosen = board.colour === letter;
    return button(svg("svg", { viewBox: "-32 -32 64 64" }, ring), () => choose(letter), {
      ...more,
      "aria-pressed": String(isChosen),
    });
  });
  const hint = html("span", { class: "quiet" }, say("Drag: arrow. Tap: circle.", "拖动画箭头，点击画圆圈。"));
  return html("div", { class: "row", id: "palette", hidden: !board.isDrawing }, ...colours, hint);
}

/** The button that lets a finger draw, and the one that clears the drawings. @param {import("./app.js").App} app */
export function shapeTools(app) {
  const { board, game } = app;
  const clear = () => {
    const { here } = game;
    const { shapes } = here;
    here.shapes = [];
    app.deleted(say("Drawings cleared.", "箭头已清除。"), () => {
      here.shapes = shapes;
    });
  };
  const colours = palette(board);
  const toggle = (event) => {
    board.isDrawing = !board.isDrawing;
    board.cancel();
    colours.hidden = !board.isDrawing;
    event.currentTarget.setAttribute("aria-pressed", String(board.isDrawing));
  };
  return html(
    "div",
    { class: "row drawing" },
    button(say("Draw", "画箭头"), toggle, {
      id: "sketch",
      "aria-pressed": String(board.isDrawing),
      title: say(
        "Draw arrows and circles; the right mouse button always does (Shift red, Alt blue, both yellow)",
        "画箭头和圆圈；也可随时用鼠标右键（Shift 红，Alt 蓝，同按为黄）",
      ),
    }),
    game.here.shapes.length > 0 && button(say("Clear drawings", "清除箭头"), clear, { id: "clear-shapes" }),
    colours,
  );
}
