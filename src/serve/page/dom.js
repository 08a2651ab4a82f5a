// SPDX-License-Identifier: MIT OR Apache-2.0
// Elements, texts in two languages, and what the browser remembers. Texts are untrusted input: they only become text nodes
// and attributes.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} node
 * @param {Record<string, any>} attributes functions become listeners; false and null are left out
 * @param {(Node|string|null|false|undefined)[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** @param {string} name @param {Record<string, any>} attributes @param {any[]} children @returns {any} */
export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
/** @param {string} name @param {Record<string, any>} attributes @param {any[]} children @returns {any} */
export const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);
/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** @param {string|Element} text @param {() => void} click @param {Record<string, any>} more */
export const button = (text, click, more = {}) => html("button", { type: "button", click, ...more }, text);

/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {number|null} notation
 * @property {string|null} pieces
 * @property {string} theme
 * @property {boolean} sound
 * @property {number} lines
 * @property {string} view
 */
/** The choices of the user, kept by the browser. */
export const settings = load("chuhe.settings", /** @type {Settings} */ ({
  language: navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en",
  notation: null,
  pieces: null,
  theme: "auto",
  sound: false,
  lines: 3,
  view: "play",
}));

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

export const isChinese = () => settings.language === "zh";
/** The text in the language of the page. @param {string} english @param {string} chinese */
export const say = (english, chinese) => (isChinese() ? chinese : english);
/** @param {[string, string]} texts */
export const pick = (texts) => (isChinese() ? texts[1] : texts[0].charAt(0).toUpperCase() + texts[0].slice(1));

/** Notations in the order of the server: ICCS, WXF, Chinese, traditional Chinese. */
export const notation = () => /** @type {number} */ (settings.notation ?? (isChinese() ? 2 : 1));
/** @param {{texts: string[]}} move */
export const moveText = (move) => move.texts[notation()];

/** @param {number} count */
export function short(count) {
  for (const [size, unit] of /** @type {[number, string][]} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]])) {
    if (count >= size) return Number((count / size).toPrecision(3)) + " " + unit;
  }
  return String(Math.round(count));
}

/** Shows a text for some seconds. @param {string} text */
export function toast(text) {
  const place = byId("toast");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(place.timer);
  place.timer = setTimeout(() => { place.hidden = true; }, 5000);
}
