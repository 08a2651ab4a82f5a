// SPDX-License-Identifier: MIT OR Apache-2.0
// The choice of the rules of repetition.

import { html, say } from "./dom.js";
import { RULES } from "./vocabulary.js";

/** @param {string} rules */
export const rulesName = (rules) => {
  const row = RULES.find(([name]) => name === rules);
  return row ? say(row[1], row[2]) : rules;
};

/** The field for the rules of this game and of new ones. @param {import("./app.js").App} app */
export const rulesField = (app) =>
  html(
    "label",
    { class: "choice" },
    html("span", {}, say("Rules", "规则")),
    html(
      "select",
      {
        id: "rules",
        // A match is played by one set of rules.
        disabled: app.views?.play?.isOn(),
        change: (event) => app.chooseRules(event.target.value),
      },
      ...RULES.map(([value, english, chinese]) =>
        html("option", { value, selected: value === app.game.rules }, say(english, chinese)),
      ),
    ),
  );
