// SPDX-License-Identifier: MIT OR Apache-2.0
// The evaluation bar beside the board: Red's share of it, and the score at the end of the side that is better.

import { say } from "./elements.js";

/** The score without its sign, short enough for the bar. @param {string} score */
const shortScore = (score) =>
  (/\d\.\d/.test(score) ? Number(score.replace("−", "-")).toFixed(1) : score).replace(/^[-+−]/, "");

/**
 * @param {any} bar an element that contains `i`, Red's part, and `b`, the score
 * @param {{score: string, points: number}|null} evaluation
 * @param {boolean} isFlipped
 */
export function drawBar(bar, evaluation, isFlipped) {
  bar.hidden = false;
  bar.classList.toggle("off", !evaluation);
  if (!evaluation) return;
  const { score, points } = evaluation;
  const percent = Math.round(100 * points);
  bar.querySelector("i").style.setProperty("--share", String(points));
  bar.querySelector("span").textContent = shortScore(score);
  bar.classList.toggle("flipped", isFlipped);
  bar.classList.toggle("behind", points < 0.5);
  bar.setAttribute("aria-label", say(`Red's chances: ${percent} %`, `红方胜率：${percent}%`));
}
