// SPDX-License-Identifier: MIT OR Apache-2.0
// The way to what answers the page: a worker with the engine. The page of a server has another file of this name.

/** The worker reads all messages. */
export const MAX_MESSAGE = Infinity;
/** There is no laboratory. */
export const LAB = null;
export const LOST = ["the engine has ended", "引擎已停止"];

// From the second visit on the page needs no network.
navigator.serviceWorker?.register(new URL("./sw.js", import.meta.url), { updateViaCache: "none" }).catch(() => {});

let worker = null;
let number = 0;
/** Calls that wait for their answers. */
const calls = new Map();

/** Starts the worker. It is started again when it ends, which is a bug or a lack of memory. */
export function connect(listener) {
  const own = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
  worker = own;
  own.onmessage = ({ data }) => {
    if (own !== worker) return;
    if (typeof data === "string") return listener.told(data);
    if (data.isReady) return listener.opened();
    const { resolve, reject } = calls.get(data.number);
    calls.delete(data.number);
    if (data.error) reject(data.error);
    else resolve(JSON.parse(data.result));
  };
  own.onerror = (event) => {
    event.preventDefault();
    if (own !== worker) return;
    own.terminate();
    worker = null;
    for (const { reject } of calls.values()) reject(LOST);
    calls.clear();
    const message = event.message ?? "";
    listener.closed([`The engine has ended and starts again. ${message}`, `引擎已停止，正在重新启动。${message}`]);
  };
  return { send: (text) => own.postMessage(text) };
}

/** Calls a function of the worker. */
function call(name, body) {
  return new Promise((resolve, reject) => {
    if (!worker) return reject(LOST);
    calls.set(++number, { resolve, reject });
    worker.postMessage({ number, name, body });
  });
}

/** Asks for what a server has under these paths: `/games`, `/pgn`, `/review`. */
export async function post(path, body) {
  const isText = typeof body === "string" && path === "/games";
  const answer = await call(path, isText ? new TextEncoder().encode(body).buffer : body);
  return path === "/review" ? { html: await page(answer) } : answer;
}

/** The page of a review, which needs nothing else. */
async function page(data) {
  const empty = await (await fetch(new URL("./review.html", import.meta.url))).text();
  // No text of the data may end its element.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return empty.replace('id="data">null', () => `id="data">${text}`);
}

/** The most that a search may have. */
export const limits = () => call("/limits");
