// SPDX-License-Identifier: MIT OR Apache-2.0
// The settings: language, pieces, notation, colours, sounds.

import { button, byId, html, isChinese, notation, pieceSet, say, settings } from "./dom.js";

/** The button of the language and the menu. @param {() => void} changed */
export function menu(changed) {
  const choice = (name, title, value, options, change) =>
    html(
      "label",
      {},
      html("span", {}, title),
      html(
        "select",
        {
          name,
          change: (event) => {
            change(event.target.value);
            changed();
          },
        },
        ...Object.entries(options).map(([key, text]) =>
          html("option", { value: key, selected: key === String(value) }, text),
        ),
      ),
    );
  return [
    button(
      say("中文", "English"),
      () => {
        settings.language = isChinese() ? "en" : "zh";
        settings.notation = null;
        changed();
      },
      { id: "language", lang: isChinese() ? "en" : "zh" },
    ),
    html(
      "details",
      { open: byId("settings").querySelector("details")?.open },
      html("summary", { "aria-label": say("Settings", "设置"), title: say("Settings", "设置") }, "⚙"),
      html(
        "div",
        { class: "menu" },
        choice(
          "pieces",
          say("Pieces", "棋子"),
          pieceSet(),
          {
            traditional: say("Traditional characters", "繁体字"),
            simplified: say("Simplified characters", "简体字"),
            pictograms: say("Pictograms", "图形"),
          },
          (value) => {
            settings.pieces = value;
          },
        ),
        choice(
          "notation",
          say("Moves", "记法"),
          notation(),
          {
            2: "炮二平五",
            3: "炮二平五（繁體）",
            1: "C2.5",
            4: say("P2-5 (Vietnamese)", "P2-5（越南）"),
            0: "h2e2",
          },
          (value) => {
            settings.notation = Number(value);
          },
        ),
        choice(
          "theme",
          say("Colours", "外观"),
          settings.theme,
          { auto: say("Like the system", "跟随系统"), light: say("Light", "浅色"), dark: say("Dark", "深色") },
          (value) => {
            settings.theme = value;
          },
        ),
        choice(
          "sound",
          say("Sounds", "声音"),
          String(settings.sound),
          { false: say("Off", "关"), true: say("On", "开") },
          (value) => {
            settings.sound = value === "true";
          },
        ),
      ),
    ),
  ];
}
