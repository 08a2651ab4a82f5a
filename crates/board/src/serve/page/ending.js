// SPDX-License-Identifier: MIT OR Apache-2.0
// The end of a game in words, and the repetitions that lead to it.

import { html, moveText, say } from "./dom.js";

/** What each move of a repetition does. @param {import("./game.js").Node} node its last move */
export function repetitionList(node) {
  const { situation } = node;
  if (!situation?.repetition) return "";
  // A heading, a line for each move with its coordinates, and a line for each side.
  const [english, chinese] = situation.repetition.lines;
  const lines = english.map((line, index) => say(line, chinese[index])).slice(1);
  const moves = node.path().slice(2 - lines.length);
  const inNotation = (/** @type {string} */ line, /** @type {number} */ index) =>
    moves[index]?.texts ? line.replace(moves[index].move, moveText({ texts: moves[index].texts })) : line;
  return html(
    "details",
    { class: "repetition", open: Boolean(situation.outcome) },
    html("summary", {}, say("The moves of the repetition", "循环中的着法")),
    html("ol", {}, ...lines.map((line, index) => html("li", {}, inNotation(line, index)))),
  );
}

/** Plies before the limit on plies without capture at which the warning begins. */
const NEAR_LIMIT = 30;

/** A warning while the game goes on. @param {import("./link.js").Situation|null} situation */
export function ruleWarning(situation) {
  if (!situation || situation.outcome) return "";
  const warn = (/** @type {string} */ english, /** @type {string} */ chinese) =>
    html("p", { class: "warning" }, say(english, chinese));
  if (situation.repetition)
    return warn("This position has occurred before: once more ends the game.", "此局面已重复出现，再次出现即终局。");
  const [plies, most] = situation.rule60;
  if (plies < most - NEAR_LIMIT) return "";
  return warn(
    `${plies} plies without a capture; the game is drawn after ${most}.`,
    `已连续${plies}着未吃子，满${most}着按自然限着判和。`,
  );
}

/** @param {import("./link.js").Outcome} outcome */
export const resultText = ({ winner }) => (winner === "red" ? "1-0" : winner === "black" ? "0-1" : "1/2-1/2");
