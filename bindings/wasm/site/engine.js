// SPDX-License-Identifier: MIT OR Apache-2.0
// The worker of the site: it answers what the page asks. A message is a query of the board, as text; or a call with a
// number, which is answered with the number.

import init, {
  board_ask,
  board_book,
  board_limits,
  board_read,
  board_review,
  board_stop,
  board_write,
} from "./engine/chuhe.js";
import { connect, hasSuspending, run } from "./engine/turns.js";

const calls = {
  "/limits": board_limits,
  "/games": (body) => board_read(new Uint8Array(body)),
  "/pgn": board_write,
  "/review": board_review,
};

/** @type {unknown[]} */
const waiting = [];
let take = (/** @type {any} */ message) => void waiting.push(message);
self.onmessage = ({ data }) => take(data);

const program = new URL(hasSuspending ? "./engine/chuhe.wasm" : "./engine/chuhe_asyncify.wasm", import.meta.url);
connect(await init({ module_or_path: program }), (answer) => postMessage(answer));
// Without its book the page shows no book moves.
const book = await fetch(new URL("./chuhe.book", import.meta.url)).catch(() => null);
if (book?.ok) board_book(new Uint8Array(await book.arrayBuffer()));

take = (message) => {
  if (typeof message !== "string") return call(message);
  if (JSON.parse(message).type === "stop") board_stop();
  else board_ask(message);
  run();
};

function call({ number, name, body }) {
  try {
    postMessage({ number, result: calls[name](body) });
  } catch (error) {
    postMessage({ number, error: Array.isArray(error) ? error : [String(error), String(error)] });
  }
}

waiting.forEach(take);
postMessage({ isReady: true });
