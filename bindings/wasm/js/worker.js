// SPDX-License-Identifier: MIT OR Apache-2.0
// A web worker (in node, a worker thread) that speaks UCCI and UCI: each message is a line, and so is each answer.

import init, { send } from "./chuhe.js";
import { connect, hasSuspending, run } from "./turns.js";

const isNode = typeof process !== "undefined" && process.versions?.node;
const port = isNode ? (await import("node:worker_threads")).parentPort : self;
const program = new URL(hasSuspending ? "./chuhe.wasm" : "./chuhe_asyncify.wasm", import.meta.url);

const waiting = [];
let take = (line) => waiting.push(line);
port.addEventListener("message", ({ data }) => take(data));
port.start?.();

const bytes = isNode ? (await import("node:fs/promises")).readFile(program) : program;
connect(await init({ module_or_path: await bytes }), (line) => port.postMessage(line));
take = (message) => {
    for (const line of String(message).split("\n")) send(line);
    run().then(() => {
        if (/^\s*quit\s*$/im.test(message)) port.close();
    });
};
waiting.forEach(take);
