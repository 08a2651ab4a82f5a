// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables that are readable as text and as Markdown.

use chuhe_console::failure::Failure;
use std::io::{self, Write};
use xiangqi::diagram::columns;
use xiangqi::types::Language;

/// A column: its heading and its minimum width. The first is aligned to the left, numbers to the right.
pub type Column<'a> = (&'a str, usize);

/// The headings of tables in English and Chinese.
const HEADINGS: [(&str, &str); 63] = [
    ("algorithm", "算法"),
    ("depth", "深度"),
    ("nodes", "节点数"),
    ("leaves", "叶子数"),
    ("seconds", "秒"),
    ("ns/node", "纳秒/节点"),
    ("factor", "分枝因子"),
    ("exact %", "直接命中 %"),
    ("partial %", "部分命中 %"),
    ("values", "值相同"),
    ("moves", "着法相同"),
    ("value", "值"),
    ("move", "着法"),
    ("position", "局面"),
    ("slots", "槽数"),
    ("score", "得分"),
    ("W D L", "胜 和 负"),
    ("W-D-L", "胜-和-负"),
    ("epsilon", "探索率"),
    ("weights", "权重"),
    ("different games", "不同的对局"),
    ("against chance", "对随机着法"),
    ("against squares, 1 ply", "对格子加权（一步）"),
    ("question", "问题"),
    ("answer", "回答"),
    ("games", "局数"),
    ("error", "误差"),
    ("points", "得分"),
    ("method", "方法"),
    ("start", "开始局面"),
    ("learner", "学习方法"),
    ("loss", "损失"),
    ("positions", "局面数"),
    ("before", "之前"),
    ("after", "之后"),
    ("plies", "步数"),
    ("Black", "黑方估计"),
    ("Black's points", "黑方得分"),
    ("side to move has", "走棋方有"),
    ("null move cuts", "空着剪枝"),
    ("fails", "失效"),
    ("by 100 or more", "差100以上"),
    ("zugzwang", "困境"),
    ("lost", "必败"),
    ("counted", "实数"),
    ("match at the end", "最后的比赛"),
    ("Elo at the end", "最后的 Elo"),
    ("value, rook = 9", "价值（车为9）"),
    ("rook", "车"),
    ("cannon", "炮"),
    ("horse", "马"),
    ("elephant", "象"),
    ("advisor", "士"),
    ("pawn", "兵"),
    ("mg before", "中局之前"),
    ("mg after", "中局之后"),
    ("eg before", "残局之前"),
    ("eg after", "残局之后"),
    ("pairs", "着法对"),
    ("change", "改变"),
    ("by chance", "随机期望"),
    ("low-high", "低高互变"),
    ("alpha-beta with the learned evaluation", "用学到的估值作 alpha-beta"),
];

/// A table that is printed row by row: the headings and the widths of its columns.
pub struct Table(Vec<(String, usize)>);

impl Table {
    /// Prints the headings in this language.
    pub fn begin(language: Language, columns: &[Column<'_>]) -> Result<Self, Failure> {
        let chinese = |heading: &str| HEADINGS.iter().find(|(english, _)| *english == heading);
        let column = |&(heading, least): &Column<'_>| {
            let heading = match language {
                Language::English => heading,
                Language::Chinese => chinese(heading).map_or(heading, |(_, chinese)| *chinese),
            };
            (heading.to_owned(), least.max(columns::width(heading)))
        };
        let table = Self(columns.iter().map(column).collect());
        table.row(table.0.iter().map(|(heading, _)| heading.clone()))?;
        let mut out = io::stdout().lock();
        for (index, (_, width)) in table.0.iter().enumerate() {
            write!(out, "|{}{}", "-".repeat(width + 1), if index == 0 { '-' } else { ':' })?;
        }
        writeln!(out, "|")?;
        Ok(table)
    }

    /// Prints a row.
    pub fn row(&self, cells: impl IntoIterator<Item = String>) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        for (index, ((_, width), cell)) in self.0.iter().zip(cells).enumerate() {
            let cell = if index == 0 { columns::pad(&cell, *width) } else { columns::right(&cell, *width) };
            write!(out, "| {cell} ")?;
        }
        writeln!(out, "|")?;
        out.flush()?;
        Ok(())
    }
}
