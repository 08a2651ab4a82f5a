// SPDX-License-Identifier: MIT OR Apache-2.0
// The choice of the rules of repetition.

import { html, say } from "./dom.js";

/** The names of the rules on the command line, with those that people read. */
const names = () => ({
  asian: say("Asian and World rules", "亚洲规则（世界规则）"),
  chinese: say("Chinese rules (2020)", "中国规则（2020）"),
  "chinese-three-cycles": say("Chinese rules, after three full cycles", "中国规则（循环满三遍）"),
  "chinese-nine-moves": say("Chinese rules with the nine-move rule", "中国规则（兼判连续九回合）"),
  "chinese-2011": say("Chinese rules (2011)", "中国规则（2011）"),
  computer: say("Computer rules", "电脑规则"),
  "check-ban": say("Only perpetual check loses", "只禁长将"),
  "always-draw": say("Every repetition is a draw", "循环一律作和"),
});

/** @param {string} rules */
export const rulesName = (rules) => names()[rules] ?? rules;

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
      ...Object.entries(names()).map(([value, text]) =>
        html("option", { value, selected: value === app.game.rules }, text),
      ),
    ),
  );
