// SPDX-License-Identifier: MIT OR Apache-2.0
// Arrows and circles on the board.

import { svg } from "./elements.js";

/** @type {Record<string, [string, number]>} */
const COLOURS = {
  best: ["#1d7f3c", 0.75],
  other: ["#1c669f", 0.55],
  bad: ["#c3261d", 0.75],
  threat: ["#c3261d", 0.75],
  green: ["#2f8f2f", 0.8],
  red: ["#a5201c", 0.8],
  blue: ["#003f9e", 0.75],
  yellow: ["#e08a00", 0.85],
};

/** An arrow along a move, or a circle around one square. @typedef {{move: string, kind: string, label?: string}} Arrow */
/** @typedef {{x: number, y: number}} Point */

/** @param {Arrow} arrow @param {Point} from @param {Point} to */
export function drawArrow({ kind, label }, from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const point = (along, side) =>
    `${(from.x + dx * along - dy * side).toFixed(1)} ${(from.y + dy * along + dx * side).toFixed(1)}`;
  const end = length - 12;
  const half = kind === "best" || kind === "bad" ? 6 : 4;
  const left = [point(14, half), point(end - 18, half), point(end - 20, half + 9)];
  const right = [point(end - 20, -half - 9), point(end - 18, -half), point(14, -half)];
  const path = `M${[...left, point(end, 0), ...right].join("L")}Z`;
  // In the head, which arrows along one line do not share.
  const at = length - 26;
  const number = label ? svg("text", { x: from.x + dx * at, y: from.y + dy * at + 5 }, label) : "";
  const [fill, opacity] = COLOURS[kind];
  return svg("g", { class: "arrow", fill, opacity }, svg("path", { d: path }), number);
}

/** @param {Arrow} arrow @param {Point} at */
export function drawCircle({ kind }, { x, y }) {
  const [stroke, opacity] = COLOURS[kind];
  return svg("circle", { class: "ring-mark", cx: x, cy: y, r: 27, fill: "none", stroke, opacity, "stroke-width": 5 });
}
