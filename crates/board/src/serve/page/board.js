// SPDX-License-Identifier: MIT OR Apache-2.0
// The board: its image, pieces that are moved by dragging or by two taps, and shapes that are drawn with the right
// button. It knows no rules: the page tells it which moves there are.

import { Cursor } from "./cursor.js";
import { isChinese, notation, pieceSet, svg } from "./dom.js";
import { BoardImage } from "./image.js";
import { isRed } from "./pieces.js";
import { colourOf, shapeArrows } from "./shapes.js";
import { nameOf, squareOf } from "./squares.js";

/** Pixels that a finger may slip while it taps. */
const SLIP = 6;

export class Board extends BoardImage {
  /**
   * @param {HTMLElement} place
   * @param {{onMove: (move: string) => void, onSquare?: (square: number) => boolean,
   *   onDrop?: (from: number, to: number|null) => void, onPremove?: (move: string|null) => void,
   *   mayDraw?: () => boolean, onShape?: (shape: string) => void}} hooks
   */
  constructor(place, hooks) {
    super(place);
    this.hooks = hooks;
    /** @type {string[]} */
    this.legal = [];
    /** In free mode every piece may go anywhere. */
    this.isFree = false;
    /** The side that may choose its next move while the other one thinks. @type {"red"|"black"|null} */
    this.premover = null;
    /** @type {number|null} */
    this.selected = null;
    /** @type {any} */
    this.drag = null;
    /** True if also the left button, or a finger, draws shapes. */
    this.isDrawing = false;
    /** The letter of the colour in which they draw. */
    this.colour = "G";
    /** The shape that is being drawn. @type {{colour: string, from: number, shape: string}|null} */
    this.sketch = null;
    this.sketches = svg("g", { class: "arrows" });
    this.arrows.after(this.sketches);
    this.dots = svg("g", { class: "dots" });
    this.arrows.before(this.dots);
    this.image.setAttribute("role", "application");
    this.image.setAttribute("tabindex", "0");
    this.cursor = new Cursor(this);
    // Who clicks keeps the keys of the page: the board has the keyboard only if it was given to it.
    this.image.addEventListener("mousedown", (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      if (document.activeElement !== this.image) /** @type {HTMLElement} */ (document.activeElement)?.blur();
    });
    this.image.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.press(event));
    this.image.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.pull(event));
    this.image.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.release(event));
    this.image.addEventListener("pointercancel", () => this.cancel());
    this.image.addEventListener("contextmenu", (/** @type {Event} */ event) => {
      if (this.hooks.mayDraw?.()) event.preventDefault();
    });
  }

  /**
   * Shows a position and takes its moves.
   * @param {string[]} board
   * @param {Partial<import("./image.js").View> &
   *   {legal?: string[], isFree?: boolean, premover?: "red"|"black"|null}} state
   */
  show(board, { legal = [], isFree = false, premover = null, ...view } = {}) {
    const isSame = board.every((letter, square) => letter === this.board[square]);
    this.isFree = isFree;
    this.premover = premover;
    this.legal = legal;
    if (!isSame || (this.selected !== null && !this.canLift(this.selected))) this.cancel();
    const labels = notation() === 0 ? "coordinates" : isChinese() ? "chinese" : "arabic";
    super.show(board, { ...view, set: pieceSet(), labels });
    this.cursor.show();
    this.drawDots();
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
      ...spots.map((square) =>
        svg("circle", {
          r: this.board[square] ? 29 : 9,
          ...this.centre(square),
          class: this.board[square] ? "capture" : "dot",
        }),
      ),
    );
  }

  /** @param {number} square */
  canLift(square) {
    const letter = this.board[square];
    if (!letter) return false;
    return (
      this.isFree ||
      this.targets(square).length > 0 ||
      (this.premover !== null && isRed(letter) === (this.premover === "red"))
    );
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
    const { square } = this.place(event);
    if ((event.button === 2 || (event.button === 0 && this.isDrawing)) && this.hooks.mayDraw?.())
      return this.beginSketch(event, square);
    if (event.button !== 0) return;
    if (square === null) return this.select(null);
    if (!this.touch(square)) return;
    event.preventDefault();
    this.image.setPointerCapture(event.pointerId);
    this.drag = { square, piece: this.pieces.get(square), x: event.clientX, y: event.clientY, isMoving: false };
  }

  /** @param {PointerEvent} event @param {number|null} from */
  beginSketch(event, from) {
    if (from === null) return;
    event.preventDefault();
    this.cancel();
    this.image.setPointerCapture(event.pointerId);
    this.sketch = { colour: colourOf(event, event.button === 0 ? this.colour : "G"), from, shape: "" };
    this.pullSketch(event);
  }

  /** @param {PointerEvent} event */
  pullSketch(event) {
    const { sketch } = this;
    const { square } = this.place(event);
    if (!sketch || square === null) return;
    const { colour, from } = sketch;
    sketch.shape = colour + nameOf(from) + (square === from ? "" : nameOf(square));
    this.drawArrows(shapeArrows([sketch.shape]), this.sketches);
  }

  /** @param {PointerEvent} event */
  pull(event) {
    if (this.sketch) return this.pullSketch(event);
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
    const { drag, sketch } = this;
    if (sketch) {
      this.cancel();
      return this.hooks.onShape?.(sketch.shape);
    }
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
    this.sketch = null;
    this.sketches.replaceChildren();
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
