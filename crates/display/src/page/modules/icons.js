// SPDX-License-Identifier: MIT OR Apache-2.0
// The signs on the buttons that step through a game, so that they look alike with any font.

import { svg } from "./elements.js";

/** Outlines on a square of 24 units. @type {Record<string, string>} */
const OUTLINES = {
  first: "M5 5H8V19H5ZM19 5V19L9 12Z",
  back: "M16 5.5L14 3.5L5.5 12L14 20.5L16 18.5L9.5 12Z",
  play: "M7 5V19L18 12Z",
  pause: "M6 5H10V19H6ZM14 5H18V19H14Z",
  forth: "M8 5.5L10 3.5L18.5 12L10 20.5L8 18.5L14.5 12Z",
  last: "M16 5H19V19H16ZM5 5V19L15 12Z",
  flip: "M8 3L13 9H9.5V21H6.5V9H3ZM16 21L11 15H14.5V3H17.5V15H21Z",
};

/** @param {string} name */
export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: OUTLINES[name] }));
