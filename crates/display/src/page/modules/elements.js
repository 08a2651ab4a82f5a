// SPDX-License-Identifier: MIT OR Apache-2.0
// Elements, and texts in the language of the page. Texts are untrusted input: they only become text nodes and
// attributes.

import { traditional } from "./traditional.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} node
 * @param {Record<string, any>} attributes functions become listeners; false, null and undefined are left out
 * @param {any[]} children nodes and texts; false, null and undefined are left out
 */
export function fill(node, attributes, children) {
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
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);
/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

export const isChinese = () => document.documentElement.lang.startsWith("zh");
/** True for Chinese in traditional characters. */
export const isTraditional = () => document.documentElement.lang === "zh-Hant";
/** The text in the language of the page. @param {string} english @param {string} chinese in simplified characters */
export const say = (english, chinese) => (!isChinese() ? english : isTraditional() ? traditional(chinese) : chinese);

/** @type {[number, string][]} */
const UNITS = [
  [1e9, " G"],
  [1e6, " M"],
  [1e3, " k"],
];
/** Chinese counts by ten thousands. @type {[number, string][]} */
const CHINESE_UNITS = [
  [1e8, "亿"],
  [1e4, "万"],
];

/** A large number in three digits. @param {number} count */
export function short(count) {
  const unit = (isChinese() ? CHINESE_UNITS : UNITS).find(([size]) => count >= size);
  return unit ? `${Number((count / unit[0]).toPrecision(3))}${unit[1]}` : String(Math.round(count));
}
