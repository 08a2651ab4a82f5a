// SPDX-License-Identifier: MIT OR Apache-2.0
// The pieces: characters, traditional or simplified throughout, and pictograms that need no font and no Chinese.

import { html, isChinese, isTraditional, say, svg } from "./elements.js";
import { hasChineseFont, strokesOf } from "./strokes.js";

/** @type {Record<string, string>} */
const TRADITIONAL = {
  K: "帥",
  A: "仕",
  B: "相",
  N: "傌",
  R: "俥",
  C: "炮",
  P: "兵",
  k: "將",
  a: "士",
  b: "象",
  n: "馬",
  r: "車",
  c: "砲",
  p: "卒",
};
/** @type {Record<string, string>} */
const SIMPLIFIED = {
  K: "帅",
  A: "仕",
  B: "相",
  N: "马",
  R: "车",
  C: "炮",
  P: "兵",
  k: "将",
  a: "士",
  b: "象",
  n: "马",
  r: "车",
  c: "炮",
  p: "卒",
};

/** Outlines around the origin, about 34 units wide. @type {Record<string, string>} */
const PICTURES = {
  K: "M-14 9H14L17-9L8-1L0-14L-8-1L-17-9ZM-14 12H14V16H-14Z",
  A: "M-9 1V-8Q-9-15 0-15Q9-15 9-8V1ZM-18-3Q-14-6-11-4V1Q-14 0-18 2ZM18-3Q14-6 11-4V1Q14 0 18 2ZM-11 4H11L14 16H-14Z",
  B: "M-15 15V0Q-15-11-3-11H4Q14-12 15-2V6Q15 11 19 10Q19 16 13 15Q10 14 10 8V5Q7 6 5 4V15H0V7H-9V15ZM7-6A1.6 1.6 0 1 0 7.1-6Z",
  N: "M-8 15H13Q14-1 8-8Q5-13-1-13L-3-17L-7-12Q-12-8-15 1Q-14 6-11 6Q-8 6-6 3Q-1 3 1 1Q1 6-4 9Q-8 12-8 15ZM-6-6A1.6 1.6 0 1 0-5.9-6Z",
  R: "M-13 16H13V11H9V-3H13V-15H7V-10H3V-15H-3V-10H-7V-15H-13V-3H-9V11H-13Z",
  C: "M-16 0L11-14L17-3L-3 6ZM-6 3A7 7 0 1 0-5.9 3ZM-6 7A3 3 0 1 1-6.1 7ZM3 12L15 12V16H3Z",
  P: "M0-16A6 6 0 1 0 .1-16ZM-5-3H5L9 10H-9ZM-12 12H12V16H-12Z",
};

export const KINDS = "KABNRCP";
/** @param {string} letter */
export const isRed = (letter) => letter < "a";

/** The piece in words, for those who hear the board. @param {string} letter */
export function pieceName(letter) {
  const names = { K: "king", A: "advisor", B: "elephant", N: "horse", R: "rook", C: "cannon", P: "pawn" };
  const side = isRed(letter) ? say("red", "红") : say("black", "黑");
  const name = isChinese() ? (isTraditional() ? TRADITIONAL : SIMPLIFIED)[letter] : names[letter.toUpperCase()];
  return isChinese() ? side + name : `${side} ${name}`;
}

/** The character on a piece. @param {string} letter @param {string} set */
export const characterOf = (letter, set) => (set === "simplified" ? SIMPLIFIED : TRADITIONAL)[letter] ?? "";

/** Draws a piece around the origin. @param {string} letter @param {string} set traditional, simplified or pictograms */
export function drawPiece(letter, set) {
  const character = characterOf(letter, set);
  const face =
    set === "pictograms"
      ? svg("path", { d: PICTURES[letter.toUpperCase()], class: "face", "fill-rule": "evenodd" })
      : hasChineseFont()
        ? svg("text", { y: 11.5, class: "face" }, character)
        : svg("path", { d: strokesOf(character), class: "face strokes" });
  return svg(
    "g",
    { class: `piece ${isRed(letter) ? "red" : "black"}` },
    svg("circle", { r: 27, cx: 0.8, cy: 2.2, class: "shadow" }),
    svg("circle", { r: 26.5, class: "body" }),
    svg("circle", { r: 22.5, class: "ring" }),
    face,
  );
}

/** A piece as an image of its own. @param {string} letter @param {string} set */
export function pieceImage(letter, set) {
  return html("span", { class: "piece-image" }, svg("svg", { viewBox: "-30 -30 60 60" }, drawPiece(letter, set)));
}
