// SPDX-License-Identifier: MIT OR Apache-2.0
// What a person chooses before a game.

import { readTime, TIME_LIMITS, TIMES } from "./clock.js";
import { button, byId, html, say } from "./dom.js";
import { START } from "./game.js";
import { rulesField } from "./rules.js";
import { LEVEL_ELO } from "./vocabulary.js";

export const FULL = 20;

/** @param {number} level */
export const levelName = (level) =>
  level === FULL ? say("full strength", "最强") : say(`level ${level}`, `${level}级`);

/** @param {number} level */
const levelText = (level) =>
  say(`${levelName(level)}, about ${LEVEL_ELO[level]} Elo`, `${levelName(level)}，约${LEVEL_ELO[level]} Elo`);

/** @param {string} time */
function timeName(time) {
  if (!time) return say("no clock", "不计时");
  const [minutes, seconds] = time.split("+");
  return say(`${minutes} min + ${seconds} s`, `${minutes}分 + ${seconds}秒`);
}

/**
 * The clock: one of the usual times, or minutes and seconds of one's own.
 * @param {import("./play.js").PlayView} view
 */
function timeFields(view) {
  const isUsual = TIMES.includes(view.time);
  const [minutes, seconds] = readTime(view.time) ?? [10, 5];
  const number = (/** @type {"minutes"|"seconds"} */ id, /** @type {number} */ value, /** @type {string} */ unit) => {
    const [min, max] = TIME_LIMITS[id];
    return html(
      "label",
      {},
      html("input", {
        type: "number",
        id,
        min,
        max,
        step: "any",
        value,
        required: true,
        inputmode: "decimal",
        input: read,
      }),
      html("span", {}, unit),
    );
  };
  const own = html(
    "div",
    { class: "own-time", hidden: isUsual },
    number("minutes", minutes, say("minutes", "分")),
    html("span", {}, "+"),
    number("seconds", seconds, say("seconds a move", "秒（每着加时）")),
  );
  const fields = () => /** @type {HTMLInputElement[]} */ ([...own.querySelectorAll("input")]);
  function read() {
    for (const field of fields()) {
      const { badInput, rangeOverflow, rangeUnderflow, valueMissing } = field.validity;
      field.setCustomValidity(
        badInput || rangeOverflow || rangeUnderflow || valueMissing
          ? say(`From ${field.min} to ${field.max}.`, `请输入 ${field.min} 到 ${field.max}。`)
          : "",
      );
    }
    const time = fields()
      .map((field) => field.valueAsNumber)
      .join("+");
    if (readTime(time)) view.time = time;
  }
  const choose = (/** @type {string} */ time) => {
    own.hidden = time !== "own";
    // Hidden fields must not hold back the form.
    for (const field of fields()) field.disabled = own.hidden;
    if (own.hidden) view.time = time;
    else read();
  };
  const select = html(
    "select",
    { id: "time", change: (event) => choose(event.target.value) },
    ...TIMES.map((value) => html("option", { value, selected: value === view.time }, timeName(value))),
    html("option", { value: "own", selected: !isUsual }, say("other…", "自定……")),
  );
  for (const field of fields()) field.disabled = isUsual;
  return [html("label", { class: "choice" }, html("span", {}, say("Time", "用时")), select), own];
}

/** @param {import("./play.js").PlayView} view */
export function newGameForm(view) {
  const { app } = view;
  const isStart = app.game.here === app.game.root && app.game.fen === START;
  const redraw = () => view.update();
  const radio = (/** @type {"red"|"black"|"random"} */ value, /** @type {string} */ text) =>
    html(
      "label",
      {},
      html("input", {
        type: "radio",
        name: "side",
        value,
        checked: value === view.side,
        change: () => {
          view.side = value;
        },
      }),
      html("span", {}, text),
    );
  const opponent = (/** @type {boolean} */ isForTwo, /** @type {string} */ text) =>
    html(
      "label",
      {},
      html("input", {
        type: "radio",
        name: "opponent",
        value: isForTwo ? "person" : "engine",
        checked: view.isForTwo === isForTwo,
        change: () => {
          view.isForTwo = isForTwo;
          redraw();
        },
      }),
      html("span", {}, text),
    );
  const name = (/** @type {"red"|"black"} */ side, /** @type {string} */ text) =>
    html(
      "label",
      { class: "choice" },
      html("span", {}, text),
      html("input", {
        value: view.names[side],
        maxlength: 40,
        autocomplete: "off",
        input: (event) => {
          view.names[side] = event.target.value;
        },
      }),
    );
  const shown = html("output", {}, levelText(view.level));
  const slider = html("input", {
    type: "range",
    id: "level",
    min: 0,
    max: FULL,
    value: view.level,
    input: (event) => {
      view.level = Number(event.target.value);
      shown.textContent = levelText(view.level);
    },
  });
  return html(
    "form",
    {
      class: "card",
      submit: (event) => {
        event.preventDefault();
        view.start(START);
      },
    },
    html("h2", {}, say("New game", "新局")),
    html(
      "fieldset",
      { class: "segments" },
      html("legend", {}, say("Opponent", "对手")),
      opponent(false, say("Engine", "引擎")),
      opponent(true, say("Two players", "双人")),
    ),
    ...(view.isForTwo
      ? [name("red", say("Red", "红方")), name("black", say("Black", "黑方"))]
      : [
          html(
            "fieldset",
            { class: "segments" },
            html("legend", {}, say("You play", "您执")),
            radio("red", say("Red", "红")),
            radio("black", say("Black", "黑")),
            radio("random", say("Random", "随机")),
          ),
          html("label", { class: "slider" }, html("span", {}, say("Strength", "棋力"), " ", shown), slider),
          html(
            "p",
            { class: "ends quiet", "aria-hidden": "true" },
            html("span", {}, say("beginner", "初学")),
            html("span", {}, say("full strength", "最强")),
          ),
        ]),
    ...timeFields(view),
    rulesField(app),
    html(
      "div",
      { class: "row" },
      html("button", { type: "submit", class: "primary", id: "start" }, say("New game", "新局")),
      !isStart &&
        button(
          say("Play from here", "从此局面开始"),
          () => {
            if (byId("from-here").form.reportValidity()) view.startHere();
          },
          { id: "from-here" },
        ),
    ),
  );
}
