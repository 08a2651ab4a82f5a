// SPDX-License-Identifier: MIT OR Apache-2.0
// The list of keys.

import { html, say, showDialog } from "./dom.js";

/** @param {boolean} isFile the page of a review has fewer keys */
export function showKeys(isFile) {
  const rows = [
    ["← →", say("back, forward", "上一着、下一着")],
    ["↑ ↓", say("other variations of this move", "此着的其他变着")],
    ["Home End", say("start, end", "开局、终局")],
    ["f", say("flip the board", "翻转棋盘")],
    ["p", say("play the moves one by one, pause", "自动播放、暂停")],
    [say("wheel", "滚轮"), say("back, forward (analyse, review)", "上一着、下一着（分析、复盘）")],
    ["n", say("next mistake (review)", "下一个失误（复盘）")],
  ];
  const more = [
    ["m", say("type a move", "输入着法")],
    [say("b, arrows, enter", "b、方向键、回车"), say("move on the board without a mouse", "不用鼠标在棋盘上走棋")],
    [
      say("space", "空格"),
      say("engine on or off (analyse), hint (play, puzzles)", "开关引擎（分析）、提示（对弈、练习）"),
    ],
    ["z", say("undo a deletion", "撤销删除")],
    ["x", say("show the threat (analyse)", "显示威胁（分析）")],
    ["u", say("take back (play)", "悔棋（对弈）")],
    [say("right button", "右键"), say("draw an arrow or a circle (analyse, review)", "画箭头或圆圈（分析、复盘）")],
    ["1 2 3 4 5 6", say("play, analyse, review, set up, games, puzzles", "对弈、分析、复盘、摆棋、棋谱、练习")],
  ];
  if (!isFile) rows.push(...more);
  const list = rows.flatMap(([key, text]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, text)]);
  showDialog(say("Keys", "快捷键"), [html("dl", {}, ...list)]);
}
