// SPDX-License-Identifier: MIT OR Apache-2.0

export { Position, Record, Verdict, readRecords } from "./chuhe.js";
export type { Language, Notation, Rules, Side } from "./chuhe.js";

/** The position and the limits of a search. The first limit reached ends it; without one it goes on until `stop`. */
export interface Search {
  /** The position in which the game began; default: the start position. */
  fen?: string;
  /** The moves from there, in any notation. */
  moves?: readonly string[];
  /** The only moves to search, in any notation. */
  searchMoves?: readonly string[];
  /** Plies. */
  depth?: number;
  nodes?: number;
  /** The time for the move. */
  milliseconds?: number;
  /** Looks for a mate in this number of moves. */
  mate?: number;
}

/** Centipawns, or moves to mate, for the side to move. */
export type Score = { cp: number } | { mate: number };

/** The state of a search. */
export interface Report {
  /** Plies that are searched in full. */
  depth: number;
  /** Plies of the longest variation that was searched. */
  selectiveDepth?: number;
  /** The number of the variation, from 1. */
  line: number;
  score: Score;
  /** Whether the score is exact, or only a bound. */
  bound: "exact" | "lower" | "upper";
  /** Wins, draws and losses in a thousand games, with the option `UCI_ShowWDL`. */
  wdl?: [number, number, number];
  nodes?: number;
  nodesPerSecond?: number;
  /** The fill of the transposition table, per mille. */
  tableFill?: number;
  /** Positions found in endgame tables. */
  endgameHits?: number;
  /** The time since the search began. */
  milliseconds?: number;
  /** The principal variation, in coordinates. */
  moves: string[];
}

export interface Answer {
  /** The best move; `undefined` if there is none. */
  move?: string;
  /** The reply expected. */
  ponder?: string;
  /** The last report of each variation, the best first. */
  lines: Report[];
}

/**
 * An engine in a worker of its own. It answers one request after the other. When it fails, or is terminated, requests
 * are rejected with an `Error`.
 */
export class Engine {
  private constructor();
  /** Starts an engine. */
  static start(): Promise<Engine>;
  /**
   * Sets an option of UCI, such as `Skill Level`, `MultiPV`, `Hash`, `BookFile`. It is rejected if there is no such
   * option, or if the value is not taken as it is. A book or tables that cannot be used are ignored.
   */
  setOption(name: string, value: string | number | boolean): Promise<void>;
  /** Begins a new game: what was learned is forgotten. */
  newGame(): Promise<void>;
  /** Puts a book, a network or a file of endgame tables in memory, where options that are set later find it by its name. */
  addFile(name: string, bytes: Uint8Array | ArrayBuffer): void;
  /** Searches a position, with reports of the progress. It is rejected if the FEN or a move is illegal. */
  search(search?: Search, onReport?: (report: Report) => void): Promise<Answer>;
  /**
   * Stops all searches asked for so far, which answer with the best move so far: that which is running at once, and
   * those that wait as soon as they begin.
   */
  stop(): void;
  /** Ends the engine at once; requests that wait for their answer are rejected. */
  terminate(): void;
}
