// SPDX-License-Identifier: MIT OR Apache-2.0
//! The picture of a step: the board or the tree on the left, the line and what happens on the right.
//!
//! Each colour has a character with the same meaning, for terminals without colours.

use super::texts::Texts;
use crate::commands::play::Look;
use crate::commands::tree::{label, stems};
use crate::commands::words;
use crate::games::Xiangqi;
use crate::worked::Outline;
use crate::{Game, Subject};
use chuhe_display::terminal::Palette;
use core::fmt::Write;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use xiangqi::diagram::columns::{cut, folded, pad, right, width};
use xiangqi::text;

/// The smallest screen.
pub const SMALLEST: (u16, u16) = (60, 20);

/// A search on a screen.
pub struct View<'a> {
    pub texts: Texts<'a>,
    pub look: Look,
    pub palette: Palette,
    pub title: String,
}

/// A piece of text and its style.
type Piece = (String, Style);

impl View<'_> {
    /// Draws a step.
    pub fn draw(&self, step: usize, area: Rect, buffer: &mut Buffer) {
        let language = self.texts.language;
        let (columns, rows) = SMALLEST;
        if area.width < columns || area.height < rows {
            let text = text!(
                language,
                "at least {columns} x {rows} characters are needed",
                "窗口至少需要{columns}×{rows}个字符"
            );
            return Line::from(text).render(area, buffer);
        }
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        let (number, count) = (step + 1, self.texts.scene.record.steps.len());
        let steps = text!(language, "step {number} of {count}", "第{number}步，共{count}步");
        let total = usize::from(area.width);
        let title = cut(&self.title, total.saturating_sub(width(&steps) + 2));
        let title = format!("{}{steps} ", pad(&format!(" {title}"), total.saturating_sub(width(&steps) + 1)));
        let keys = language.pick(
            " i → step  n ↓ end or next  o ↑ out  b ← back  c cutoff  Home End  q quit",
            " i → 一步  n ↓ 跳过  o ↑ 跳出  b ← 后退  c 下一个剪枝  Home End  q 退出",
        );
        put(&[vec![(title, reversed)]], Rect { height: 1, ..area }, buffer);
        put(&[vec![(pad(keys, total), reversed)]], Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        let left = self.left(step);
        let columns = left.iter().map(|line| line.iter().map(|(text, _)| width(text)).sum::<usize>()).max();
        let columns = u16::try_from(columns.unwrap_or(0)).unwrap_or(u16::MAX).min(area.width * 6 / 10) + 1;
        let main = Rect { y: area.y + 1, height: area.height - 2, ..area };
        let beside = Rect { x: main.x + columns, width: main.width - columns, ..main };
        // A tree that is higher than the screen moves with the current node.
        let current =
            left.iter().position(|line| line.iter().any(|(_, style)| *style == self.current())).unwrap_or(0);
        let height = usize::from(main.height);
        let first = current.saturating_sub(height / 2).min(left.len().saturating_sub(height));
        put(&left[first..], Rect { width: columns, ..main }, buffer);
        put(&self.right(step, beside.width.into()), beside, buffer);
    }

    fn current(&self) -> Style {
        self.palette.highlight().add_modifier(Modifier::BOLD)
    }

    /// The board, or the tree.
    fn left(&self, step: usize) -> Vec<Vec<Piece>> {
        let scene = self.texts.scene;
        let node = scene.record.steps[step];
        let Some(outline) = &scene.outline else {
            let drawing = self.look.drawing(&self.board(node));
            return drawing.lines().map(|line| vec![(line.to_owned(), Style::new())]).collect();
        };
        let stems = stems(outline);
        let columns = outline
            .iter()
            .zip(&stems)
            .map(|(line, stem)| width(stem) + width(&label(line, self.texts.language)));
        let columns = columns.max().unwrap_or(0);
        let parents = parents(outline);
        let row = |(number, line): (usize, &Outline)| {
            let label = label(line, self.texts.language);
            let room = columns - width(&stems[number]);
            let (style, mark) = match line.node {
                Some(other) if other == node => (self.current(), "◀"),
                Some(other) if self.texts.node(other).steps[0] <= step => (Style::new(), ""),
                _ => (self.palette.faint(), ""),
            };
            let is_over =
                |node: Option<usize>| node.is_none_or(|node| self.texts.node(node).steps[1] <= step);
            let end = match line.node {
                Some(node) => self.state(node, step),
                None if is_over(parents[number].and_then(|parent| outline[parent].node)) => {
                    right(self.texts.language.pick("cut", "剪去"), STATE)
                }
                None => String::new(),
            };
            vec![
                (stems[number].clone(), self.palette.faint()),
                (format!("{}{end}{mark}", pad(&label, room)), style),
            ]
        };
        outline.iter().enumerate().map(row).collect()
    }

    /// Returns the drawing of a node's position. That of xiangqi is recorded as a FEN, and its last move is
    /// played again to be marked.
    fn board(&self, number: usize) -> String {
        let node = self.texts.node(number);
        let before = node.parent.and_then(|parent| Xiangqi::parse(&self.texts.node(parent).picture).ok());
        let after = before.zip(node.mv.as_deref()).and_then(|(mut game, mv)| {
            let mv = game.parse_move(mv)?;
            game.play(mv);
            Some(game)
        });
        let game = after.or_else(|| Xiangqi::parse(&node.picture).ok());
        game.map_or_else(|| node.picture.clone(), |game| game.to_string())
    }

    /// The window and the value of a node at a step, if it has begun.
    fn state(&self, number: usize, step: usize) -> String {
        let node = self.texts.node(number);
        if step < node.steps[0] {
            return String::new();
        }
        let value = match self.texts.scene.record.value(number, step) {
            Some(_) if step >= node.steps[1] && !node.children.is_empty() && self.texts.scene.has_windows => {
                words::bounded(node)
            }
            Some(value) => words::value(value),
            None => "?".to_owned(),
        };
        format!("{}{}", right(&self.texts.window(number, step), STATE - 9), right(&value, 9))
    }

    /// The line, what happens, and the moves.
    fn right(&self, step: usize, columns: usize) -> Vec<Vec<Piece>> {
        let record = &self.texts.scene.record;
        let number = record.steps[step];
        let mut lines = Vec::new();
        for node in record.line(number) {
            let style = if node == number { self.current() } else { Style::new() };
            let name = format!("{}{}", " ".repeat(self.texts.node(node).ply), self.texts.name(node));
            let state = self.state(node, step);
            let room = columns.saturating_sub(width(&state));
            lines.push(vec![(format!("{}{state}", pad(&cut(&name, room), room)), style)]);
        }
        lines.push(Vec::new());
        for sentence in self.texts.sentences(step) {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            lines.extend(folded(&sentence, columns).into_iter().map(|line| vec![(line, bold)]));
        }
        lines.push(Vec::new());
        if self.texts.scene.outline.is_none() {
            lines.extend(self.moves(number, step, columns));
        }
        lines
    }

    /// The moves of the node, or of the one before it if it has none.
    fn moves(&self, number: usize, step: usize, columns: usize) -> Vec<Vec<Piece>> {
        let node = self.texts.node(number);
        let has_moves = node.children.len() + node.unsearched.len() > 0;
        let number = node.parent.filter(|_| !has_moves).unwrap_or(number);
        let node = self.texts.node(number);
        let language = self.texts.language;
        let name = self.texts.name(number);
        let heading = text!(language, "moves of {name}:", "{name} 的着法：");
        let mut lines = vec![vec![(heading, Style::new())]];
        let child = |&child: &usize| {
            let [begin, end] = self.texts.node(child).steps;
            let name = self.texts.plain_name(child);
            match step {
                _ if step >= end => {
                    (format!("{name} {}", words::value(self.texts.node(child).value)), Style::new())
                }
                _ if step >= begin => (format!("{name} …"), self.current()),
                _ => (name, self.palette.faint()),
            }
        };
        let is_over = step >= node.steps[1];
        let left = |mv: &String| (if is_over { format!("{mv} ×") } else { mv.clone() }, self.palette.faint());
        let mut used = columns;
        for (text, style) in node.children.iter().map(child).chain(node.unsearched.iter().map(left)) {
            let room = width(&text) + 2;
            if used + room > columns + 2 {
                lines.push(Vec::new());
                used = 0;
            }
            used += room;
            lines.last_mut().expect("a line was begun").push((format!("{text}  "), style));
        }
        lines
    }

    /// Returns a step as an SVG picture.
    pub fn svg(&self, step: usize) -> String {
        let rows = u16::try_from(self.left(step).len()).unwrap_or(u16::MAX).saturating_add(2).clamp(24, 200);
        let area = Rect::new(0, 0, 96, rows);
        let mut buffer = Buffer::empty(area);
        self.draw(step, area, &mut buffer);
        svg(&buffer)
    }
}

/// Columns of a window and a value.
const STATE: usize = 25;

/// Returns the number of the position before each position.
fn parents(outline: &[Outline]) -> Vec<Option<usize>> {
    let before =
        |number: usize| (0..number).rev().find(|&other| outline[other].ply + 1 == outline[number].ply);
    (0..outline.len()).map(before).collect()
}

/// Writes lines into an area, as far as they fit.
fn put(lines: &[Vec<Piece>], area: Rect, buffer: &mut Buffer) {
    for (line, row) in lines.iter().zip(area.rows()) {
        let spans = line.iter().map(|(text, style)| Span::styled(text.clone(), *style));
        spans.collect::<Line<'_>>().render(row, buffer);
    }
}

/// A line of each picture, by which the command recognises its files.
pub const FILE_MARK: &str = "<!-- chuhe: watch -->";

/// Returns the characters of a screen as an SVG picture.
fn svg(buffer: &Buffer) -> String {
    const CELL: (u16, u16) = (9, 18);
    let (across, down) = (buffer.area.width * CELL.0, buffer.area.height * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\">\n{FILE_MARK}\n<style>\
         text {{ font: 15px monospace; white-space: pre; fill: #222 }} .faint {{ fill: #888 }} \
         .strong {{ font-weight: bold }} .current {{ font-weight: bold; fill: #a50 }} rect {{ fill: #fff }}</style>\n\
         <rect width=\"{across}\" height=\"{down}\"/>\n"
    );
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let symbol = match cell.symbol() {
                " " | "" => continue,
                "<" => "&lt;",
                "&" => "&amp;",
                symbol => symbol,
            };
            let class = match cell.modifier {
                modifier if modifier.contains(Modifier::DIM) => " class=\"faint\"",
                modifier
                    if modifier.contains(Modifier::BOLD)
                        && cell.fg != Style::reset().fg.unwrap_or_default() =>
                {
                    " class=\"current\""
                }
                modifier if modifier.contains(Modifier::BOLD) => " class=\"strong\"",
                _ => "",
            };
            let (x, y) = (x * CELL.0, y * CELL.1 + 14);
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{class}>{symbol}</text>").expect("texts accept all");
        }
    }
    svg.push_str("</svg>\n");
    svg
}
