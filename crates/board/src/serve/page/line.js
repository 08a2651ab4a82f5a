// SPDX-License-Identifier: MIT OR Apache-2.0
// The moves of an engine's line: each shows the board after it while the pointer is on it, and is played by a click.

import { html, moveText } from "./dom.js";

/**
 * @param {import("./app.js").App} app
 * @param {import("./link.js").MoveText[]} line
 * @param {import("./game.js").Node} from where the line begins
 */
export function lineMoves(app, line, from = app.game.here) {
  const moves = line.map(({ move }) => move);
  const play = (/** @type {number} */ count) => {
    app.game.here = from;
    for (const { move, texts } of line.slice(0, count)) {
      app.game.play(move);
      app.game.here.texts ??= texts;
    }
    app.refresh();
  };
  return line.map((move, index) =>
    html(
      "button",
      {
        type: "button",
        class: "move",
        mouseenter: () => app.preview(moves.slice(0, index + 1), from),
        click: () => play(index + 1),
      },
      moveText(move),
    ),
  );
}
