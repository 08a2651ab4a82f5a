// SPDX-License-Identifier: MIT OR Apache-2.0
// The clocks of a game: base time and increment for each side. A side's time runs from its opponent's move to its own; the
// first move is free. Plain data, which the browser keeps with the game.

/** @typedef {"red"|"black"} Side */
/**
 * @typedef {object} Clock
 * @property {number} increment in milliseconds
 * @property {Record<Side, number>} left time in milliseconds when the clock was pressed last
 * @property {Side|null} running
 * @property {number} since the time of day when that was
 */

/** Base in minutes and increment in seconds, "" without a clock. */
export const TIMES = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"];

/** @param {string} time one of the above @returns {Clock|null} */
export function newClock(time) {
  if (!time) return null;
  const [minutes, seconds] = time.split("+").map(Number);
  return { increment: 1000 * seconds, left: { red: 60000 * minutes, black: 60000 * minutes }, running: null, since: 0 };
}

/** @param {Clock} clock @param {Side} side */
export function timeLeft(clock, side) {
  return Math.max(clock.left[side] - (clock.running === side ? Date.now() - clock.since : 0), 0);
}

/** Stops the running clock, and starts that of `side`. @param {Clock} clock @param {Side|null} side */
export function run(clock, side) {
  if (clock.running) clock.left[clock.running] = timeLeft(clock, clock.running);
  clock.running = side;
  clock.since = Date.now();
}

/** A side has moved: its increment is added, and the other clock runs. @param {Clock} clock @param {Side} mover */
export function press(clock, mover) {
  const isFirst = clock.running === null;
  run(clock, mover === "red" ? "black" : "red");
  if (!isFirst) clock.left[mover] += clock.increment;
}

/** @param {number} ms */
export function clockText(ms) {
  if (ms < 20000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
