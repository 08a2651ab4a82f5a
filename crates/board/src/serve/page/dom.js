// SPDX-License-Identifier: MIT OR Apache-2.0
// What the browser remembers for its user, and the texts that depend on it.

import { byId, html, isChinese, isTraditional, say } from "./elements.js";

export { byId, html, isChinese, isTraditional, say, short, svg } from "./elements.js";

/** @param {string|Element} text @param {(event: any) => void} click @param {Record<string, any>} more */
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
 * @property {string} chinese the Chinese that was chosen last
 * @property {number|null} notation
 * @property {string|null} pieces
 * @property {string} theme
 * @property {boolean} sound
 * @property {number} lines
 * @property {number|null} threads of an analysis; null: as many as there may be
 * @property {number|null} hash MiB of the transposition table of an analysis; null: as many as there may be
 * @property {string} view
 * @property {string} rules the rules of repetition of a new game
 */
/** The languages of the page by their names. */
export const LANGUAGES = { en: "English", zh: "简体中文", "zh-Hant": "繁體中文" };

/** The language of the browser. */
function usualLanguage() {
  const language = navigator.language.toLowerCase();
  if (!language.startsWith("zh")) return "en";
  return !language.includes("hans") && /hant|tw|hk|mo/.test(language) ? "zh-Hant" : "zh";
}

/** The choices of the user, kept by the browser. */
export const settings = load(
  "chuhe.settings",
  /** @type {Settings} */ ({
    language: usualLanguage(),
    chinese: "zh",
    notation: null,
    pieces: null,
    theme: "auto",
    sound: false,
    lines: 3,
    threads: null,
    hash: null,
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
export const pick = ([english, chinese]) => say(english.charAt(0).toUpperCase() + english.slice(1), chinese);

/** Notations in the order of the server: ICCS, WXF, Chinese, traditional Chinese, Vietnamese; usual ones in English and Chinese. */
export const usual = { notations: [1, 2] };
export const notation = () =>
  /** @type {number} */ (
    settings.notation ?? (isTraditional() ? TRADITIONAL_NOTATION : usual.notations[Number(isChinese())])
  );
const TRADITIONAL_NOTATION = 3;
/** @param {string} language */
export function chooseLanguage(language) {
  settings.language = language;
  settings.notation = null;
  if (language !== "en") settings.chinese = language;
}

/** The button between English and the Chinese that was chosen last. @param {() => void} changed */
export function languageButton(changed) {
  const other = isChinese() ? "en" : settings.chinese;
  const choose = () => {
    chooseLanguage(other);
    changed();
  };
  return button(isChinese() ? "English" : "中文", choose, { id: "language", lang: other });
}

/** @param {{texts: string[]}} move */
export const moveText = (move) => move.texts[notation()];

/** The piece set: the user's choice, or that of the language. */
export const pieceSet = () => settings.pieces ?? (isChinese() && !isTraditional() ? "simplified" : "traditional");

/** Draws a place anew; a button in it that has the keyboard keeps it. @param {HTMLElement} place @param {() => void} draw */
export function keepFocus(place, draw) {
  const index = [...place.querySelectorAll("button")].findIndex((one) => one === document.activeElement);
  draw();
  if (index >= 0) place.querySelectorAll("button")[index]?.focus({ preventScroll: true });
}

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
  // What can be undone stays so while other texts are shown.
  const before = !undo && !place.hidden && place.querySelector("button");
  place.replaceChildren(text, before || "", undo ? button(say("Undo", "撤销"), back, { id: "undo" }) : "");
  place.hidden = false;
  clearTimeout(place.timer);
  place.timer = setTimeout(hide, undo ? UNDONE : SHOWN);
}

/**
 * Shows a dialog, which ends by a button or beside it.
 * @param {string} title @param {any[]} content @param {[string, () => void][]} acts buttons beside the one that closes it
 */
export function showDialog(title, content, acts = []) {
  const dialog = byId("dialog");
  const act = (/** @type {string} */ text, /** @type {() => void} */ click) =>
    button(text, () => {
      dialog.close();
      click();
    });
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(
    html("h2", {}, title),
    ...content,
    html(
      "div",
      { class: "row" },
      ...acts.map(([text, click]) => act(text, click)),
      act(say("Close", "关闭"), () => {}),
    ),
  );
  dialog.showModal();
  // The button at the end has the keyboard, but one reads from the beginning.
  dialog.scrollTop = 0;
}
