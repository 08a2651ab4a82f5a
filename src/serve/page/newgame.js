// SPDX-License-Identifier: MIT OR Apache-2.0
// What a person chooses before a game.

import { TIMES } from "./clock.js";
import { button, html, say } from "./dom.js";
import { START } from "./game.js";

export const FULL = 20;

/** @param {number} level */
export const levelName = (level) => (level === FULL ? say("full strength", "最强") : say(`level ${level}`, `${level} 级`));

/** @param {string} time */
function timeName(time) {
  if (!time) return say("no clock", "不计时");
  const [minutes, seconds] = time.split("+");
  return say(`${minutes} min + ${seconds} s`, `${minutes} 分 + ${seconds} 秒`);
}

/** @param {import("./play.js").PlayView} view */
export function newGameForm(view) {
  const { app } = view;
  const isStart = app.game.here === app.game.root && app.game.fen === START;
  const radio = (/** @type {"red"|"black"|"random"} */ value, /** @type {string} */ text) => html("label", {},
    html("input", { type: "radio", name: "side", value, checked: value === view.side, change: () => { view.side = value; } }), html("span", {}, text));
  const shown = html("output", {}, levelName(view.level));
  const slider = html("input", { type: "range", id: "level", min: 0, max: FULL, value: view.level, input: (event) => { view.level = Number(event.target.value); shown.textContent = levelName(view.level); } });
  const time = html("select", { id: "time", change: (event) => { view.time = event.target.value; } },
    ...TIMES.map((value) => html("option", { value, selected: value === view.time }, timeName(value))));
  return html("form", { class: "card", submit: (event) => { event.preventDefault(); view.start(START); } },
    html("h2", {}, say("Play against the engine", "与引擎对弈")),
    html("fieldset", { class: "segments" }, html("legend", {}, say("You play", "你执")), radio("red", say("Red", "红")), radio("black", say("Black", "黑")), radio("random", say("Random", "随机"))),
    html("label", { class: "slider" }, html("span", {}, say("Strength", "棋力"), " ", shown), slider),
    html("label", { class: "choice" }, html("span", {}, say("Time", "用时")), time),
    html("div", { class: "row" },
      html("button", { type: "submit", class: "primary", id: "start" }, say("New game", "新对局")),
      !isStart && button(say("Play from here", "从此局面开始"), () => view.startHere(), { id: "from-here" })));
}
