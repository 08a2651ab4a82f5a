// SPDX-License-Identifier: MIT OR Apache-2.0
// The exercises, as they stand in the suites of positions with which the engine is tested.

import { readBoard } from "./squares.js";

/** @typedef {import("./game.js").Side} Side */
/** @typedef {"mate"|"tactic"|"win"|"draw"} Kind */
/**
 * @typedef {object} Exercise
 * @property {string} fen
 * @property {Kind} kind
 * @property {Side} side whose moves are to be found
 * @property {number} moves to the mate; 0 if it is none
 * @property {string} best the best move of a tactic
 * @property {[string, string]|null} name of the theorem that an endgame shows
 */

const MATES = ["./mates.epd", "./mates_in_n.epd"];
const TACTICS = "./tactics.epd";
const ENDGAMES = "./endgames.txt";

/** What pieces can win with, roughly. @type {Record<string, number>} */
const FORCE = { R: 4, C: 2, N: 2, P: 1 };

/** @param {string} fen @returns {Side} */
const toMove = (fen) => (fen.split(" ")[1] === "b" ? "black" : "red");

/** The side that has less to win with, which holds the draw; the one to move if both have the same. @param {string} fen @returns {Side} */
function defender(fen) {
  const board = readBoard(fen);
  const force = (/** @type {(letter: string) => boolean} */ isOf) =>
    board.filter(isOf).reduce((sum, letter) => sum + (FORCE[letter.toUpperCase()] ?? 0), 0);
  const [red, black] = [force((letter) => letter < "a"), force((letter) => letter >= "a")];
  return red === black ? toMove(fen) : red < black ? "red" : "black";
}

/** @param {string} path */
async function lines(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.text()).split("\n").filter((line) => line && !line.startsWith("#"));
}

/** @param {string} line as `FEN; dm N; id "name"` @returns {Exercise} */
function readMate(line) {
  const [fen, mate] = line.split("; ");
  return { fen, kind: "mate", side: toMove(fen), moves: Number(mate.slice(3)), best: "", name: null };
}

/** @param {string} line as `FEN; bm MOVE; id "name"` @returns {Exercise} */
function readTactic(line) {
  const [fen, best] = line.split("; ");
  return { fen, kind: "tactic", side: toMove(fen), moves: 0, best: best.slice(3), name: null };
}

/** @param {string} line as `FEN ; result ; Chinese name / English name` @returns {Exercise} */
function readEndgame(line) {
  const [fen, result, text] = line.split(" ; ");
  const [chinese, english] = text.split(" / ");
  const name = /** @type {[string, string]} */ ([english, chinese]);
  const rest = { fen, moves: 0, best: "", name };
  if (result === "draw") return { ...rest, kind: "draw", side: defender(fen) };
  return { ...rest, kind: "win", side: result === "red_wins" ? "red" : "black" };
}

/** All exercises, the short mates first. */
export async function readExercises() {
  const [tactics, endgames, ...mates] = await Promise.all([TACTICS, ENDGAMES, ...MATES].map(lines));
  const short = mates.flat().map(readMate);
  short.sort((one, other) => one.moves - other.moves);
  return [...short, ...tactics.map(readTactic), ...endgames.map(readEndgame)];
}
