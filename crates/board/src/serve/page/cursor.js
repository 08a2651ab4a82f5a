// SPDX-License-Identifier: MIT OR Apache-2.0
// The board without a pointer: while it has the focus, arrow keys move a cursor, enter or space does what a tap does,
// and the square is told to those who hear the board.

import { byId, say, svg } from "./dom.js";
import { pieceName } from "./pieces.js";
import { nameOf } from "./squares.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Cursor {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.square = 85;
    this.mark = svg("rect", { width: 58, height: 58, x: -29, y: -29, rx: 8, class: "cursor" });
    board.image.append(this.mark);
    board.image.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    board.image.addEventListener("focus", () => this.show());
  }

  show() {
    const { x, y } = this.board.at(this.square);
    this.mark.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) this.move(step);
    else if (event.key === "Enter" || event.key === " ") this.board.touch(this.square);
    else if (event.key === "Escape") this.board.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.tell();
  }

  /** @param {[number, number]} step */
  move([right, down]) {
    const sign = this.board.isFlipped ? -1 : 1;
    const [column, row] = [(this.square % 9) + sign * right, Math.floor(this.square / 9) + sign * down];
    if (column < 0 || column > 8 || row < 0 || row > 9) return;
    this.square = 9 * row + column;
    this.show();
  }

  tell() {
    const { board, selected, legal } = this.board;
    const letter = board[this.square];
    const isTarget = selected !== null && legal.includes(nameOf(selected) + nameOf(this.square));
    const parts = [nameOf(this.square), letter ? pieceName(letter) : say("empty", "空")];
    if (selected === this.square) parts.push(say("selected", "已选"));
    if (isTarget) parts.push(say("possible move", "可走"));
    byId("live").textContent = parts.join(say(", ", "，"));
  }
}
