// SPDX-License-Identifier: MIT OR Apache-2.0
// The image of a board: frame, names of the files, pieces that glide when they move, marks and arrows.

import { drawArrow, drawCircle } from "./arrows.js";
import { say, svg } from "./elements.js";
import { drawPiece, pieceName } from "./pieces.js";
import { nameOf, squareOf } from "./squares.js";
import { hasChineseFont } from "./strokes.js";

const UNIT = 60;
const LEFT = 42;
const TOP = 46;
const WIDTH = 2 * LEFT + 8 * UNIT;
const HEIGHT = 2 * TOP + 9 * UNIT;

/**
 * @typedef {object} View
 * @property {string|null} [last] the last move
 * @property {number|null} [check] the square of a king in check
 * @property {string|null} [premove] a move that is chosen in advance
 * @property {boolean} [isFlipped]
 * @property {string} set traditional, simplified or pictograms
 * @property {string} labels coordinates, chinese (九-一 for Red) or arabic
 */

export class BoardImage {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {string[]} */
    this.board = Array(90).fill("");
    /** The drawings of the pieces, by square. @type {Map<number, any>} */
    this.pieces = new Map();
    this.isFlipped = false;
    this.set = "";
    this.frame = svg("g", { class: "frame" });
    this.labels = svg("g", { class: "labels", "aria-hidden": "true" });
    this.marks = svg("g");
    this.layer = svg("g");
    this.arrows = svg("g", { class: "arrows" });
    this.image = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "board" },
      this.frame,
      this.labels,
      this.marks,
      this.layer,
      this.arrows,
    );
    place.replaceChildren(this.image);
  }

  drawFrame() {
    const line = (x1, y1, x2, y2) => `M${LEFT + x1 * UNIT} ${TOP + y1 * UNIT}L${LEFT + x2 * UNIT} ${TOP + y2 * UNIT}`;
    let grid = "";
    for (let row = 0; row < 10; row += 1) grid += line(0, row, 8, row);
    for (let file = 0; file < 9; file += 1)
      grid += file % 8 ? line(file, 0, file, 4) + line(file, 5, file, 9) : line(file, 0, file, 9);
    for (const [x, y] of [
      [3, 0],
      [3, 7],
    ])
      grid += line(x, y, x + 2, y + 2) + line(x + 2, y, x, y + 2);
    for (const [x, y] of [
      [1, 2],
      [7, 2],
      [1, 7],
      [7, 7],
      ...[0, 2, 4, 6, 8].flatMap((file) => [
        [file, 3],
        [file, 6],
      ]),
    ]) {
      for (const side of [-1, 1]) {
        if (x + side < 0 || x + side > 8) continue;
        for (const height of [-1, 1]) {
          const [left, top] = [LEFT + x * UNIT + 5 * side, TOP + y * UNIT + 5 * height];
          grid += `M${left} ${top + 9 * height}V${top}H${left + 9 * side}`;
        }
      }
    }
    const name = (x, text) => svg("text", { x: LEFT + x * UNIT, y: TOP + 4.5 * UNIT + 11, class: "river" }, text);
    this.frame.replaceChildren(
      svg("rect", { width: WIDTH, height: HEIGHT, rx: 8, class: "wood" }),
      svg("path", { d: grid, class: "grid" }),
      svg("rect", { x: LEFT - 6, y: TOP - 6, width: 8 * UNIT + 12, height: 9 * UNIT + 12, class: "edge" }),
      ...(hasChineseFont() ? (this.set === "simplified" ? "楚河汉界" : "楚河漢界") : "")
        .split("")
        .map((letter, index) => name([1.5, 2.5, 5.5, 6.5][index], letter)),
    );
  }

  /** @param {string} labels */
  drawLabels(labels) {
    const text = (x, y, label) => svg("text", { x, y }, label);
    const texts = [];
    const isCoordinates = labels === "coordinates";
    for (let column = 0; column < 9; column += 1) {
      const file = this.isFlipped ? 8 - column : column;
      const x = LEFT + column * UNIT;
      const red = isCoordinates
        ? "abcdefghi"[file]
        : labels === "chinese" && hasChineseFont()
          ? "九八七六五四三二一"[file]
          : String(9 - file);
      const black = isCoordinates ? "abcdefghi"[file] : String(file + 1);
      texts.push(text(x, 15, this.isFlipped ? red : black), text(x, HEIGHT - 5, this.isFlipped ? black : red));
    }
    if (isCoordinates) {
      for (let row = 0; row < 10; row += 1)
        texts.push(text(7, TOP + row * UNIT + 4, String(this.isFlipped ? row : 9 - row)));
    }
    this.labels.replaceChildren(...texts);
  }

  /** @param {number} square */
  at(square) {
    const seen = this.isFlipped ? 89 - square : square;
    return { x: LEFT + UNIT * (seen % 9), y: TOP + UNIT * Math.floor(seen / 9) };
  }

  /** @param {any} piece @param {{x: number, y: number}} place */
  put(piece, { x, y }) {
    piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  /**
   * Where an event is on the image. @param {PointerEvent} event
   * @returns {{x: number, y: number, square: number|null}}
   */
  place(event) {
    const box = this.image.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    const [column, row] = [Math.round((x - LEFT) / UNIT), Math.round((y - TOP) / UNIT)];
    const isOn = column >= 0 && column < 9 && row >= 0 && row < 10;
    const seen = row * 9 + column;
    return { x, y, square: isOn ? (this.isFlipped ? 89 - seen : seen) : null };
  }

  /** Shows a position. Pieces that moved glide to their new squares. @param {string[]} board @param {View} view */
  show(board, { last = null, check = null, premove = null, isFlipped = false, set, labels }) {
    if (set !== this.set || isFlipped !== this.isFlipped) {
      this.pieces.clear();
      this.layer.replaceChildren();
      this.board = Array(90).fill("");
    }
    if (set !== this.set) {
      this.set = set;
      this.drawFrame();
    }
    this.isFlipped = isFlipped;
    const gone = new Map();
    board.forEach((letter, square) => {
      const before = this.board[square];
      if (before && before !== letter) {
        const piece = this.pieces.get(square);
        this.pieces.delete(square);
        if (!gone.has(before)) gone.set(before, []);
        gone.get(before).push(piece);
      }
    });
    board.forEach((letter, square) => {
      if (!letter || this.pieces.has(square)) return;
      const piece = gone.get(letter)?.pop() ?? drawPiece(letter, set);
      piece.classList.remove("lifted");
      this.put(piece, this.at(square));
      this.layer.append(piece);
      this.pieces.set(square, piece);
    });
    for (const pieces of gone.values()) for (const piece of pieces) piece.remove();
    this.board = [...board];
    const marks = [];
    if (last) {
      marks.push(svg("circle", { r: 9, ...this.centre(squareOf(last)), class: "origin" }));
      marks.push(svg("circle", { r: 29.5, ...this.centre(squareOf(last.slice(2))), class: "goal" }));
    }
    if (check !== null) marks.push(svg("circle", { r: 31, ...this.centre(check), class: "check" }));
    if (premove) {
      for (const square of [premove, premove.slice(2)])
        marks.push(svg("circle", { r: 30, ...this.centre(squareOf(square)), class: "premove" }));
    }
    this.marks.replaceChildren(...marks);
    this.drawLabels(labels);
    this.image.setAttribute("aria-label", this.description());
  }

  /** The position in words. */
  description() {
    const pieces = this.board.flatMap((letter, square) => (letter ? [`${pieceName(letter)} ${nameOf(square)}`] : []));
    return say("board: ", "棋盘：") + pieces.join(say(", ", "，"));
  }

  /** @param {number} square */
  centre(square) {
    const { x, y } = this.at(square);
    return { cx: x, cy: y };
  }

  /**
   * Draws arrows, the short ones above the long ones, which they may lie on, and circles.
   * @param {import("./arrows.js").Arrow[]} shapes
   */
  drawArrows(shapes, layer = this.arrows) {
    const circles = shapes.filter(({ move }) => move.length === 2);
    const arrows = shapes.filter(({ move }) => move.length === 4);
    const placed = arrows.map((arrow) => {
      const [from, to] = [arrow.move, arrow.move.slice(2)].map((name) => this.at(squareOf(name)));
      return { arrow, from, to, length: Math.hypot(to.x - from.x, to.y - from.y) };
    });
    placed.sort((a, b) => b.length - a.length);
    layer.replaceChildren(
      ...circles.map((circle) => drawCircle(circle, this.at(squareOf(circle.move)))),
      ...placed.map(({ arrow, from, to }) => drawArrow(arrow, from, to)),
    );
  }
}
