// SPDX-License-Identifier: MIT OR Apache-2.0
// The questions of the page and their answers. What answers keeps nothing: each query names the whole game, so a lost
// connection is opened again and nothing else is lost.

import { connect, LAB, limits, LOST, MAX_MESSAGE, post } from "./transport.js";

/** @typedef {{move: string, texts: string[]}} MoveText */
/** @typedef {{winner: "red"|"black"|null, reason: [string, string]}} Outcome */
/** @typedef {MoveText & {share: number, games: number, points: number}} BookMove share in per mille; the mover's points in half points */
/** @typedef {{lines: [string[], string[]], offences: number[]}} Repeated */
/** @typedef {{value: [string, string], moves: (MoveText & {value: [string, string]})[]}} TableLook */
/**
 * @typedef {object} Situation the answer to `position`
 * @property {string} fen
 * @property {"red"|"black"} side
 * @property {boolean} check
 * @property {string[]} legal
 * @property {[string, string]|null} doubts
 * @property {MoveText[]} line
 * @property {Outcome|null} outcome
 * @property {Repeated|null} repetition
 * @property {[string, string]|null} opening
 * @property {TableLook|null} table
 * @property {BookMove[]} book
 * @property {[number, number]} rule60
 */
/** @typedef {{depth: number, score: string, points: number, pv: MoveText[]}} Line */
/** @typedef {{depth: number, nodes: number, nps: number, lines: Line[]}} Lines */
/** @typedef {{mark: number|null, book: boolean, words: [string, string][]}} Verdict */
/**
 * @typedef {object} ReviewStep
 * @property {number} ply
 * @property {number} plies
 * @property {string} score
 * @property {number} points
 * @property {MoveText[]} pv
 * @property {Verdict|null} verdict
 * @property {(number|null)[]} accuracy
 * @property {(number|null)[]} loss average loss of Red and Black, in centipawns
 */

const RETRY = 1000;

/** The answers that a search gives. */
const SEARCHED = ["waiting", "lines", "move", "reviewed", "done"];

const LONG = ["the game is too long", "对局过长"];

export class Link {
  /** @param {(isUp: boolean, reason?: [string, string]|null) => void} onState */
  constructor(onState) {
    this.onState = onState;
    /** Where the laboratory is. */
    this.lab = LAB;
    this.isUp = false;
    /** True while a search waits for its turn. */
    this.isQueued = false;
    /** Called when that changes. */
    this.onQueue = () => {};
    this.next = 1;
    /** @type {Map<number, (answer: any) => void>} */
    this.waiting = new Map();
    /** @type {string[]} */
    this.unsent = [];
    this.open();
  }

  open() {
    this.connection = connect({
      opened: () => {
        this.isUp = true;
        this.onState(true);
        for (const text of this.unsent.splice(0)) this.connection?.send(text);
      },
      told: (text) => {
        const answer = JSON.parse(text);
        const listener = this.waiting.get(answer.id);
        if (listener && SEARCHED.includes(answer.type)) this.queued(answer.type === "waiting");
        listener?.(answer);
      },
      closed: (reason) => {
        for (const listener of [...this.waiting.values()]) listener({ type: "lost" });
        this.waiting.clear();
        this.unsent = [];
        this.isUp = false;
        this.queued(false);
        this.onState(false, reason);
        setTimeout(() => this.open(), RETRY);
      },
    });
  }

  /** @param {boolean} isQueued */
  queued(isQueued) {
    if (isQueued === this.isQueued) return;
    this.isQueued = isQueued;
    this.onQueue();
  }

  /**
   * Sends a query; each answer goes to the listener until it is the last one, or the returned function is called.
   * @param {Record<string, unknown>} query
   * @param {(answer: any) => void} listener
   */
  listen(query, listener) {
    const id = this.next++;
    const end = () => this.waiting.delete(id);
    const text = JSON.stringify({ id, ...query });
    if (new TextEncoder().encode(text).length > MAX_MESSAGE) {
      queueMicrotask(() => listener({ type: "error", error: LONG }));
      return end;
    }
    this.waiting.set(id, (answer) => {
      if (!["lines", "reviewed", "waiting"].includes(answer.type)) end();
      listener(answer);
    });
    this.send(text);
    return end;
  }

  /**
   * Sends a query that has one answer.
   * @param {Record<string, unknown>} query
   * @returns {Promise<any>}
   */
  ask(query) {
    return new Promise((resolve, reject) => {
      this.listen(query, (answer) => {
        if (answer.type === "error") reject(answer.error);
        else if (answer.type === "lost") reject(LOST);
        else if (answer.type !== "waiting") resolve(answer);
      });
    });
  }

  stop() {
    this.queued(false);
    this.send(JSON.stringify({ type: "stop" }));
  }

  /** @param {string} text */
  send(text) {
    if (this.isUp) this.connection?.send(text);
    else this.unsent.push(text);
  }

  /** The most that a search may have: threads, and MiB of memory. @returns {Promise<{threads: number, hash: number}>} */
  limits() {
    return limits();
  }

  /** Reads the games of a file. @param {ArrayBuffer|string} content @returns {Promise<any>} */
  read(content) {
    return post("/games", content);
  }

  /**
   * Writes a game as text, or the page of its review.
   * @param {"pgn"|"dhtmlxq"|"html"} kind @param {Record<string, unknown>} game @returns {Promise<any>}
   */
  write(kind, game) {
    return post(
      kind === "html" ? "/review" : "/pgn",
      JSON.stringify({ ...game, form: kind === "html" ? "pgn" : kind }),
    );
  }
}
