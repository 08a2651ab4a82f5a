// SPDX-License-Identifier: MIT OR Apache-2.0
// Squares and boards. A board is an array of 90 FEN letters, a9 first; "" is an empty square.

/** @param {string} name a square like "e3" @returns {number} its index, a9 first */
export const squareOf = (name) => (9 - Number(name[1])) * 9 + name.charCodeAt(0) - 97;
/** @param {number} square */
export const nameOf = (square) => String.fromCharCode(97 + (square % 9)) + (9 - Math.floor(square / 9));

/** @param {string} fen @returns {string[]} 90 letters, "" for an empty square */
export function readBoard(fen) {
  return [...fen.split(" ")[0].replaceAll("/", "")].flatMap((letter) =>
    /\d/.test(letter) ? Array(Number(letter)).fill("") : [letter],
  );
}

/** @param {string[]} board */
export function writeBoard(board) {
  const ranks = Array.from({ length: 10 }, (_, row) =>
    board
      .slice(9 * row, 9 * row + 9)
      .map((letter) => letter || "1")
      .join(""),
  );
  return ranks.join("/").replace(/1+/g, (empty) => String(empty.length));
}

/** The square of a side's king. @param {string[]} board @param {"red"|"black"} side */
export const kingOf = (board, side) => board.findIndex((letter) => letter === (side === "red" ? "K" : "k"));
