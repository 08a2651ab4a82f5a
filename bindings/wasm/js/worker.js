// SPDX-License-Identifier: MIT OR Apache-2.0
// A web worker (in node, a worker thread) that speaks UCCI and UCI: each message is a line, and so is each answer. A
// message { name, bytes } puts a file in memory.

import { addFile, send } from "./chuhe.js";
import { load } from "./load.js";
import { connect, run } from "./turns.js";

const isNode = typeof self === "undefined";
const port = isNode ? (await import(/* webpackIgnore: true */ "node:worker_threads")).parentPort : self;

const waiting = [];
let take = (message) => waiting.push(message);
port.addEventListener("message", ({ data }) => take(data));
port.start?.();

connect(await load(), (line) => port.postMessage(line));
take = (message) => {
  if (typeof message !== "string") return addFile(message.name, new Uint8Array(message.bytes));
  for (const line of message.split("\n")) send(line);
  run().then(() => {
    if (/^\s*quit\s*$/im.test(message)) port.close();
  });
};
waiting.forEach(take);
