// SPDX-License-Identifier: MIT OR Apache-2.0
// The clocks of a game: base time and increment for each side. A side's time runs from its opponent's move to its own;
// the first move is free. Plain data, which the browser keeps with the game.

/** @typedef {"red"|"black"} Side */
/**
 * @typedef {object} Clock
 * @property {number} increment in milliseconds
 * @property {Record<Side, number>} left time in milliseconds when the clock was pressed last
 * @property {Side|null} running
 * @property {number} since the time of day when that was
 */

/** Base in minutes and increment in seconds, "" without a clock. Others can be chosen within the limits. */
export const TIMES = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"];
/** @type {Record<"minutes"|"seconds", [number, number]>} */
export const TIME_LIMITS = { minutes: [0.5, 180], seconds: [0, 180] };

/** @param {string} time @returns {[number, number]|null} minutes and seconds; null if they are beyond the limits */
export function readTime(time) {
  const [minutes, seconds, ...others] = time
    .split("+")
    .map((word) => (/^\d+(\.\d+)?$/.test(word) ? Number(word) : NaN));
  const isWithin = (/** @type {number} */ value, /** @type {[number, number]} */ [low, high]) =>
    value >= low && value <= high;
  return isWithin(minutes, TIME_LIMITS.minutes) && isWithin(seconds, TIME_LIMITS.seconds) && !others.length
    ? [minutes, seconds]
    : null;
}

/** @param {string} time @returns {Clock|null} */
export function newClock(time) {
  const read = readTime(time);
  if (!read) return null;
  const [minutes, seconds] = read;
  const base = Math.round(60000 * minutes);
  return { increment: Math.round(1000 * seconds), left: { red: base, black: base }, running: null, since: 0 };
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
