// SPDX-License-Identifier: MIT OR Apache-2.0
// The library: positions and game files on the caller's thread, and an engine in a worker.

import { load } from "./load.js";

export { Position, Record, Verdict, readRecords } from "./chuhe.js";

await load("chuhe.wasm");

/** Starts a worker. Returns it with its messages passed on to `onLine`. */
async function startWorker(onLine) {
  if (typeof Worker !== "undefined") {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => onLine(data);
    return worker;
  }
  const { Worker: Thread } = await import("node:worker_threads");
  return new Thread(new URL("./worker.js", import.meta.url)).on("message", onLine);
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
  #last = Promise.resolve();

  /** Starts an engine. */
  static async start() {
    const engine = new Engine();
    engine.#worker = await startWorker((line) => engine.#onLine(line));
    await engine.#ask("uci", (line) => line === "uciok");
    return engine;
  }

  #send(line) {
    this.#worker.postMessage(line);
  }

  /** Sends lines when the last request has been answered. Resolves with what `answer` makes of a line. */
  #ask(text, answer) {
    const ask = () =>
      new Promise((resolve) => {
        this.#onLine = (line) => {
          const found = answer(line);
          if (found) resolve(found);
        };
        this.#send(text);
      });
    this.#last = this.#last.then(ask);
    return this.#last;
  }

  async setOption(name, value) {
    await this.#ask(`setoption name ${name} value ${value}\nisready`, (line) => line === "readyok");
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
  search({ fen, moves = [], searchMoves = [], ...limits } = {}, onReport = () => {}) {
    const words = [`position ${fen ? `fen ${fen}` : "startpos"}`, ...(moves.length ? ["moves", ...moves] : [])];
    const go = ["go"];
    for (const [name, word] of Object.entries(LIMITS)) if (limits[name] !== undefined) go.push(word, limits[name]);
    if (go.length === 1) go.push("infinite");
    if (searchMoves.length) go.push("searchmoves", ...searchMoves);
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

  /** Stops the search that is running; it answers with the best move so far. */
  stop() {
    this.#send("stop");
  }

  /** Ends the engine at once. */
  terminate() {
    this.#worker.terminate();
  }
}
