// SPDX-License-Identifier: MIT OR Apache-2.0
// The worker of the built package, as its users start it in node.

import { Worker } from "node:worker_threads";

const PACKAGE = new URL("../../../target/npm/chuhe/", import.meta.url);

/** A conversation with a worker. */
export class Session {
  lines = [];
  #wake = () => {};

  constructor() {
    this.worker = new Worker(new URL("worker.js", PACKAGE));
    this.worker.on("message", (line) => {
      this.lines.push(line);
      this.#wake();
    });
    this.exit = new Promise((resolve, reject) => {
      this.worker.on("exit", resolve);
      this.worker.on("error", reject);
    });
  }

  send(...lines) {
    for (const line of lines) this.worker.postMessage(line);
  }

  /** Sends lines, and takes the answers up to the first that matches. */
  async ask(lines, last) {
    this.send(...lines);
    for (;;) {
      const end = this.lines.findIndex((line) => last.test(line));
      if (end >= 0) return this.lines.splice(0, end + 1);
      await new Promise((resolve) => (this.#wake = resolve));
    }
  }

  async quit() {
    this.send("quit");
    return this.exit;
  }
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
