// SPDX-License-Identifier: MIT OR Apache-2.0
// The board: pieces that are moved by dragging or by two taps, marks and arrows. It knows no rules: the page tells it which
// moves there are.

import { drawArrow } from "./arrows.js";
import { Cursor } from "./cursor.js";
import { isChinese, notation, say, svg } from "./dom.js";
import { drawPiece, isRed, pieceName, pieceSet } from "./pieces.js";
import { nameOf, squareOf } from "./squares.js";
import { hasChineseFont } from "./strokes.js";

const UNIT = 60;
const LEFT = 42;
const TOP = 46;
const WIDTH = 2 * LEFT + 8 * UNIT;
const HEIGHT = 2 * TOP + 9 * UNIT;
/** Pixels that a finger may slip while it taps. */
const SLIP = 6;

export class Board {
  /**
   * @param {HTMLElement} place
   * @param {{onMove: (move: string) => void, onSquare?: (square: number) => boolean, onDrop?: (from: number, to: number|null) => void, onPremove?: (move: string|null) => void}} hooks
   */
  constructor(place, hooks) {
    this.hooks = hooks;
    /** @type {string[]} */
    this.board = Array(90).fill("");
    /** @type {Map<number, any>} */
    this.pieces = new Map();
    /** @type {string[]} */
    this.legal = [];
    this.isFlipped = false;
    /** In free mode every piece may go anywhere. */
    this.isFree = false;
    /** The side that may choose its next move while the other one thinks. @type {"red"|"black"|null} */
    this.premover = null;
    /** @type {number|null} */
    this.selected = null;
    /** @type {any} */
    this.drag = null;
    this.frame = svg("g", { class: "frame" });
    this.labels = svg("g", { class: "labels", "aria-hidden": "true" });
    this.marks = svg("g");
    this.layer = svg("g");
    this.dots = svg("g", { class: "dots" });
    this.arrows = svg("g", { class: "arrows" });
    this.image = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "application", tabindex: 0, class: "board" },
      this.frame, this.labels, this.marks, this.layer, this.dots, this.arrows);
    place.replaceChildren(this.image);
    this.drawFrame();
    this.cursor = new Cursor(this);
    this.image.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.press(event));
    this.image.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.pull(event));
    this.image.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.release(event));
    this.image.addEventListener("pointercancel", () => this.cancel());
  }

  drawFrame() {
    const line = (x1, y1, x2, y2) => `M${LEFT + x1 * UNIT} ${TOP + y1 * UNIT}L${LEFT + x2 * UNIT} ${TOP + y2 * UNIT}`;
    let grid = "";
    for (let row = 0; row < 10; row += 1) grid += line(0, row, 8, row);
    for (let file = 0; file < 9; file += 1) grid += file % 8 ? line(file, 0, file, 4) + line(file, 5, file, 9) : line(file, 0, file, 9);
    for (const [x, y] of [[3, 0], [3, 7]]) grid += line(x, y, x + 2, y + 2) + line(x + 2, y, x, y + 2);
    for (const [x, y] of [[1, 2], [7, 2], [1, 7], [7, 7], ...[0, 2, 4, 6, 8].flatMap((file) => [[file, 3], [file, 6]])]) {
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
      ...(hasChineseFont() ? pieceSet() === "simplified" ? "楚河汉界" : "楚河漢界" : "").split("").map((letter, index) => name([1.5, 2.5, 5.5, 6.5][index], letter)));
  }

  /** File names: 九-一 and 1-9 with Chinese notation and WXF, a-i and ranks with coordinates. */
  drawLabels() {
    const text = (x, y, label) => svg("text", { x, y }, label);
    const labels = [];
    const isCoordinates = notation() === 0;
    for (let column = 0; column < 9; column += 1) {
      const file = this.isFlipped ? 8 - column : column;
      const x = LEFT + column * UNIT;
      const red = isCoordinates ? "abcdefghi"[file] : isChinese() && hasChineseFont() ? "九八七六五四三二一"[file] : String(9 - file);
      const black = isCoordinates ? "abcdefghi"[file] : String(file + 1);
      labels.push(text(x, 15, this.isFlipped ? red : black), text(x, HEIGHT - 5, this.isFlipped ? black : red));
    }
    if (isCoordinates) {
      for (let row = 0; row < 10; row += 1) labels.push(text(7, TOP + row * UNIT + 4, String(this.isFlipped ? row : 9 - row)));
    }
    this.labels.replaceChildren(...labels);
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
   * Shows a position. Pieces that moved glide to their new squares.
   * @param {string[]} board
   * @param {{legal?: string[], last?: string|null, check?: number|null, isFlipped?: boolean, isFree?: boolean, premover?: "red"|"black"|null, premove?: string|null, redraw?: boolean}} state
   */
  show(board, { legal = [], last = null, check = null, isFlipped = false, isFree = false, premover = null, premove = null, redraw = false } = {}) {
    if (redraw) this.drawFrame();
    if (redraw || isFlipped !== this.isFlipped) {
      this.pieces.clear();
      this.layer.replaceChildren();
      this.board = Array(90).fill("");
    }
    const isSame = board.every((letter, square) => letter === this.board[square]);
    this.isFlipped = isFlipped;
    this.isFree = isFree;
    this.premover = premover;
    this.legal = legal;
    if (!isSame || (this.selected !== null && !this.canLift(this.selected))) this.cancel();
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
      const piece = gone.get(letter)?.pop() ?? drawPiece(letter);
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
      for (const square of [premove, premove.slice(2)]) marks.push(svg("circle", { r: 30, ...this.centre(squareOf(square)), class: "premove" }));
    }
    this.marks.replaceChildren(...marks);
    this.cursor.show();
    this.drawLabels();
    this.drawDots();
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

  /** @param {number} square */
  targets(square) {
    return this.legal.filter((move) => squareOf(move) === square).map((move) => squareOf(move.slice(2)));
  }

  drawDots() {
    if (this.selected === null) return this.dots.replaceChildren();
    const spots = this.isFree ? [] : this.targets(this.selected);
    this.dots.replaceChildren(
      svg("circle", { r: 29.5, ...this.centre(this.selected), class: "selected" }),
      ...spots.map((square) => svg("circle", { r: this.board[square] ? 29 : 9, ...this.centre(square), class: this.board[square] ? "capture" : "dot" })));
  }

  /** @param {import("./arrows.js").Arrow[]} arrows */
  drawArrows(arrows) {
    this.arrows.replaceChildren(...arrows.map((arrow) => drawArrow(arrow, this.at(squareOf(arrow.move)), this.at(squareOf(arrow.move.slice(2))))));
  }

  /** @param {PointerEvent} event @returns {{x: number, y: number, square: number|null}} */
  place(event) {
    const box = this.image.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    const [column, row] = [Math.round((x - LEFT) / UNIT), Math.round((y - TOP) / UNIT)];
    const isOn = column >= 0 && column < 9 && row >= 0 && row < 10;
    const seen = row * 9 + column;
    return { x, y, square: isOn ? (this.isFlipped ? 89 - seen : seen) : null };
  }

  /** @param {number} square */
  canLift(square) {
    const letter = this.board[square];
    if (!letter) return false;
    return this.isFree || this.targets(square).length > 0 || (this.premover !== null && isRed(letter) === (this.premover === "red"));
  }

  /** What a tap does, or its key. Returns true if the piece may be dragged now. @param {number} square */
  touch(square) {
    if (this.hooks.onSquare?.(square)) return false;
    const from = this.selected;
    if (from !== null && from !== square && this.tryMove(from, square)) return false;
    const canLift = this.canLift(square);
    if (!canLift && this.premover) this.hooks.onPremove?.(null);
    this.select(canLift && from !== square ? square : null);
    return canLift;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    const { square } = this.place(event);
    if (square === null) return this.select(null);
    if (!this.touch(square)) return;
    event.preventDefault();
    this.image.setPointerCapture(event.pointerId);
    this.drag = { square, piece: this.pieces.get(square), x: event.clientX, y: event.clientY, isMoving: false };
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const { drag } = this;
    if (!drag) return;
    if (!drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLIP) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      this.select(drag.square);
      drag.piece.classList.add("lifted");
      this.layer.append(drag.piece);
    }
    drag.place = this.place(event);
    // Many events come between two frames; one of them is drawn.
    drag.frame ??= requestAnimationFrame(() => {
      drag.frame = null;
      if (this.drag === drag) this.put(drag.piece, drag.place);
    });
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    if (!drag.isMoving) return;
    const { square } = this.place(event);
    if (this.isFree) {
      this.select(null);
      if (square !== drag.square) return this.hooks.onDrop?.(drag.square, square);
    } else if (square !== null && square !== drag.square && this.tryMove(drag.square, square) && !this.premover) return;
    drag.piece.classList.remove("lifted");
    this.put(drag.piece, this.at(drag.square));
  }

  cancel() {
    if (this.drag?.isMoving) {
      this.drag.piece.classList.remove("lifted");
      this.put(this.drag.piece, this.at(this.drag.square));
    }
    this.drag = null;
    this.select(null);
  }

  /** @param {number|null} square */
  select(square) {
    this.selected = square;
    this.drawDots();
  }

  /** @param {number} from @param {number} to */
  tryMove(from, to) {
    if (this.isFree) {
      this.select(null);
      this.hooks.onDrop?.(from, to);
      return true;
    }
    if (this.premover) {
      // Of two own pieces the second one is chosen.
      if (this.canLift(to)) return false;
      this.select(null);
      this.hooks.onPremove?.(nameOf(from) + nameOf(to));
      return true;
    }
    if (!this.targets(from).includes(to)) return false;
    const move = nameOf(from) + nameOf(to);
    const board = [...this.board];
    board[to] = board[from];
    board[from] = "";
    this.show(board, { last: move, isFlipped: this.isFlipped });
    this.hooks.onMove(move);
    return true;
  }
}
