// SPDX-License-Identifier: MIT OR Apache-2.0
// The way to what answers the page: the server, over a WebSocket. The page that needs no server has another file of this
// name, whose way leads to a worker.

/** Longest message that the server reads, in bytes. */
export const MAX_MESSAGE = 1 << 17;
/** Where the laboratory is; null: there is none. @type {string|null} */
export const LAB = "./lab";
/** @type {[string, string]} */
export const LOST = ["the connection was lost", "连接已断开"];

/**
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(text: string) => void} told
 * @property {(reason: [string, string]|null) => void} closed
 */

/** Opens the connection. @param {Listener} listener @returns {{send: (text: string) => void}} */
export function connect(listener) {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => listener.opened();
  socket.onmessage = (event) => listener.told(event.data);
  socket.onclose = async () => listener.closed(await why());
  return socket;
}

/**
 * Asks what is too large for a message: `/games`, `/pgn`, `/review`, `/watch`.
 * @param {string} path @param {ArrayBuffer|string} body @returns {Promise<any>}
 */
export async function post(path, body) {
  const answer = await fetch(path, { method: "POST", body }).catch(() => Promise.reject(LOST));
  const text = await answer.text();
  if (answer.status === 413) throw ["the file is too large", "文件过大"];
  if (answer.status === 422) throw JSON.parse(text);
  if (!answer.ok) throw [text.trim(), text.trim()];
  return JSON.parse(text);
}

/** The most that a search may have. @returns {Promise<{threads: number, hash: number}>} */
export async function limits() {
  const answer = await fetch("/limits");
  return answer.json();
}

/** Why the server does not answer: a new one has another token. @returns {Promise<[string, string]|null>} */
async function why() {
  const answer = await fetch("/icon.svg").catch(() => null);
  return answer?.status === 403
    ? [
        "The server was started again and has a new address: open the one that it printed.",
        "服务器已重新启动，地址已更改：请打开它显示的新地址。",
      ]
    : null;
}
