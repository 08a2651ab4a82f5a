// SPDX-License-Identifier: MIT OR Apache-2.0
// The settings: language, pieces, notation, colours, sounds.

import {
  LANGUAGES,
  byId,
  choice,
  chooseLanguage,
  html,
  languageButton,
  notation,
  pieceSet,
  say,
  settings,
} from "./dom.js";

/** The button of the language and the menu. @param {() => void} changed */
export function menu(changed) {
  const setting = (name, title, value, options, change) =>
    choice(name, title, Object.entries(options), value, (chosen) => {
      change(chosen);
      changed();
    });
  return [
    languageButton(changed),
    html(
      "details",
      { open: byId("settings").querySelector("details")?.open },
      html("summary", { "aria-label": say("Settings", "设置"), title: say("Settings", "设置") }, "⚙"),
      html(
        "div",
        { class: "menu" },
        setting("language", say("Language", "语言"), settings.language, LANGUAGES, chooseLanguage),
        setting(
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
        setting(
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
        setting(
          "theme",
          say("Colours", "外观"),
          settings.theme,
          { auto: say("Like the system", "跟随系统"), light: say("Light", "浅色"), dark: say("Dark", "深色") },
          (value) => {
            settings.theme = value;
          },
        ),
        setting(
          "sound",
          say("Sounds", "声音"),
          settings.sound,
          { false: say("Off", "关"), true: say("On", "开") },
          (value) => {
            settings.sound = value === "true";
          },
        ),
      ),
    ),
  ];
}
