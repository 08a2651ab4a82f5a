// SPDX-License-Identifier: MIT OR Apache-2.0
// What the browser remembers for its user, and the texts that depend on it.

import { byId, html, isChinese, say } from "./elements.js";

export { byId, html, isChinese, say, short, svg } from "./elements.js";

/** @param {string|Element} text @param {() => void} click @param {Record<string, any>} more */
export const button = (text, click, more = {}) => html("button", { type: "button", click, ...more }, text);

/**
 * A labelled choice of one of some options, each a value and its text.
 * @param {string} name @param {string} title @param {[string|number, string][]} options @param {unknown} value
 * @param {(value: string) => void} choose
 */
export const choice = (name, title, options, value, choose) =>
  html(
    "label",
    {},
    html("span", {}, title),
    html(
      "select",
      { name, change: (event) => choose(event.target.value) },
      ...options.map(([key, text]) => html("option", { value: key, selected: String(key) === String(value) }, text)),
    ),
  );

/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {number|null} notation
 * @property {string|null} pieces
 * @property {string} theme
 * @property {boolean} sound
 * @property {number} lines
 * @property {string} view
 * @property {string} rules the rules of repetition of a new game
 */
/** The choices of the user, kept by the browser. */
export const settings = load(
  "chuhe.settings",
  /** @type {Settings} */ ({
    language: navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en",
    notation: null,
    pieces: null,
    theme: "auto",
    sound: false,
    lines: 3,
    view: "play",
    rules: "asian",
  }),
);

/** @template T @param {string} key @param {T} fallback @returns {T} */
export function load(key, fallback) {
  try {
    const text = localStorage.getItem(key);
    return text ? { ...fallback, ...JSON.parse(text) } : fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {unknown} value */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the page works, but forgets.
  }
}

// Before the first text is made.
document.documentElement.lang = settings.language;
/** @param {[string, string]} texts */
export const pick = (texts) => (isChinese() ? texts[1] : texts[0].charAt(0).toUpperCase() + texts[0].slice(1));

/** Notations in the order of the server: ICCS, WXF, Chinese, traditional Chinese, Vietnamese; usual ones in English and Chinese. */
export const usual = { notations: [1, 2] };
export const notation = () => /** @type {number} */ (settings.notation ?? usual.notations[Number(isChinese())]);
/** @param {{texts: string[]}} move */
export const moveText = (move) => move.texts[notation()];

/** The piece set: the user's choice, or that of the language. */
export const pieceSet = () => settings.pieces ?? (isChinese() ? "simplified" : "traditional");

/** Milliseconds for which a text is shown; longer if it can be undone. */
const SHOWN = 5000;
const UNDONE = 12000;

/** Shows a text for some seconds, with a button that undoes what it tells. @param {string} text @param {() => void} [undo] */
export function toast(text, undo) {
  const place = byId("toast");
  const hide = () => {
    place.hidden = true;
  };
  const back = () => {
    hide();
    undo?.();
  };
  place.replaceChildren(text, undo ? button(say("Undo", "撤销"), back, { id: "undo" }) : "");
  place.hidden = false;
  clearTimeout(place.timer);
  place.timer = setTimeout(hide, undo ? UNDONE : SHOWN);
}
