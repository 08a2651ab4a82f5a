// SPDX-License-Identifier: MIT OR Apache-2.0
// The library: positions and game files on the caller's thread, and an engine in a worker.

import { Position } from "./chuhe.js";
import { load } from "./load.js";

export { Position };
export { Record, Verdict, readRecords } from "./chuhe.js";

await load();

/** Starts a worker, with listeners for its messages and for its end, which is a failure. Returns it. */
async function startWorker(onLine, onEnd) {
  if (typeof Worker !== "undefined") {
    // In one piece, by which bundlers know a worker.
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => onLine(data);
    worker.onerror = (event) => {
      event.preventDefault();
      onEnd(event.message ?? "its worker cannot be loaded");
    };
    return worker;
  }
  const { Worker: Thread } = await import(/* webpackIgnore: true */ "node:worker_threads");
  return new Thread(new URL(/* webpackIgnore: true */ "./worker.js", import.meta.url))
    .on("message", onLine)
    .on("error", (error) => onEnd(error.message))
    .on("exit", (code) => onEnd(`exit code ${code}`));
}

/** Reads an `info` line; `null` if it has no variation. */
function readInfo(line) {
  const words = line.split(" ");
  const after = (name) => words[words.indexOf(name) + 1];
  const number = (name) => (words.includes(name) ? Number(after(name)) : undefined);
  if (!words.includes("pv")) return null;
  const wdl = words.indexOf("wdl");
  return {
    depth: number("depth"),
    selectiveDepth: number("seldepth"),
    line: number("multipv") ?? 1,
    score: { [after("score")]: Number(words[words.indexOf("score") + 2]) },
    bound: words.includes("lowerbound") ? "lower" : words.includes("upperbound") ? "upper" : "exact",
    wdl: wdl < 0 ? undefined : words.slice(wdl + 1, wdl + 4).map(Number),
    nodes: number("nodes"),
    nodesPerSecond: number("nps"),
    tableFill: number("hashfull"),
    endgameHits: number("tbhits"),
    milliseconds: number("time"),
    moves: words.slice(words.indexOf("pv") + 1),
  };
}

const LIMITS = { depth: "depth", nodes: "nodes", milliseconds: "movetime", mate: "mate" };

/** An engine in a worker of its own. */
export class Engine {
  #worker;
  #onLine = () => {};
  #reject = () => {};
  #last = Promise.resolve();
  /** The number of requests, and of those that a stop has met. */
  #asked = 0;
  #stopped = 0;
  /** Why it has ended. */
  #error = null;

  /** Starts an engine. */
  static async start() {
    const engine = new Engine();
    engine.#worker = await startWorker(
      (line) => engine.#onLine(line),
      (reason) => engine.#end(`the engine has failed: ${reason}`),
    );
    await engine.#ask("uci", (line) => line === "uciok");
    return engine;
  }

  #send(line) {
    this.#worker.postMessage(line);
  }

  /** Sends lines when the last request has been answered. Resolves with what `answer` makes of a line. */
  #ask(text, answer) {
    const number = ++this.#asked;
    const ask = () =>
      new Promise((resolve, reject) => {
        if (this.#error) return reject(this.#error);
        this.#reject = reject;
        this.#onLine = (line) => {
          const found = answer(line);
          if (found) resolve(found);
        };
        this.#send(text);
        if (number <= this.#stopped) this.#send("stop");
      });
    this.#last = this.#last.then(ask);
    return this.#last;
  }

  /** Rejects the request that waits, and all after it. */
  #end(message) {
    this.#error ??= new Error(message);
    this.#reject(this.#error);
    this.#worker.terminate();
  }

  async setOption(name, value) {
    // In debug mode the session tells of all that it does not take.
    const lines = `debug on\nsetoption name ${name} value ${value}\ndebug off\nisready`;
    let refusal;
    await this.#ask(lines, (line) => {
      refusal ??= /^info string (?!idleline )(.*)/.exec(line)?.[1];
      return line === "readyok";
    });
    if (refusal) throw new Error(refusal);
  }

  /** Begins a new game: what was learned is forgotten. */
  async newGame() {
    await this.#ask("ucinewgame\nisready", (line) => line === "readyok");
  }

  /** Puts a book, a network or a file of endgame tables in memory, where options find it. */
  addFile(name, bytes) {
    this.#worker.postMessage({ name, bytes });
  }

  /** Searches a position, with reports of the progress. */
  async search({ fen, moves = [], searchMoves = [], ...limits } = {}, onReport = () => {}) {
    const position = new Position(fen);
    const words = ["position fen", position.fen, "moves"];
    for (const move of moves) words.push(position.play(move));
    const only = searchMoves.map((move) => position.read(move));
    position.free();
    const go = ["go"];
    for (const [name, word] of Object.entries(LIMITS)) if (limits[name] !== undefined) go.push(word, limits[name]);
    if (go.length === 1) go.push("infinite");
    if (only.length) go.push("searchmoves", ...only);
    const reports = [];
    return this.#ask(`${words.join(" ")}\n${go.join(" ")}`, (line) => {
      const [word, move, , ponder] = line.split(" ");
      if (word === "bestmove" || word === "nobestmove") {
        return { move: move === "(none)" ? undefined : move, ponder, lines: reports.filter(Boolean) };
      }
      const report = word === "info" && readInfo(line);
      if (report) {
        if (report.bound === "exact") reports[report.line - 1] = report;
        onReport(report);
      }
    });
  }

  /** Stops the searches asked for so far: that which is running now, and those that wait as soon as they begin. */
  stop() {
    this.#stopped = this.#asked;
    this.#send("stop");
  }

  /** Ends the engine at once; requests that wait for their answer are rejected. */
  terminate() {
    this.#end("the engine was terminated");
  }
}
