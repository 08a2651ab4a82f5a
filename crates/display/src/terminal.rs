// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of full-screen terminals: the board as a widget, and bars.
//!
//! Everything that a colour says is said by a character too, so that a screen without colours loses nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{self, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use xiangqi::diagram::columns::width;
use xiangqi::diagram::grid::{BoardGrid, BoardPart, SquareMark};
use xiangqi::types::Color;

/// The colours of a terminal; none if the user wants none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    pub is_colored: bool,
}

impl Palette {
    fn with(self, color: style::Color) -> Style {
        if self.is_colored { Style::new().fg(color) } else { Style::new() }
    }

    /// The style of a side's pieces and name.
    pub fn side(self, side: Color) -> Style {
        let color = if side == Color::Red { self.with(style::Color::LightRed) } else { Style::new() };
        color.add_modifier(Modifier::BOLD)
    }

    /// Lines and labels, which step back behind the pieces.
    pub fn faint(self) -> Style {
        self.with(style::Color::Gray).add_modifier(Modifier::DIM)
    }

    pub fn highlight(self) -> Style {
        self.with(style::Color::LightYellow)
    }

    fn part(self, part: BoardPart) -> Style {
        match part {
            BoardPart::Grid | BoardPart::Label => self.faint(),
            BoardPart::Piece(side, true) => self.side(side).add_modifier(Modifier::REVERSED),
            BoardPart::Piece(side, false) => self.side(side),
            BoardPart::Mark(SquareMark::LastMove) => self.highlight(),
            BoardPart::Mark(SquareMark::Target) => self.with(style::Color::LightGreen),
            BoardPart::Mark(SquareMark::Selected) => {
                self.with(style::Color::LightCyan).add_modifier(Modifier::BOLD)
            }
            BoardPart::Mark(SquareMark::Cursor) => {
                self.with(style::Color::LightCyan).add_modifier(Modifier::REVERSED)
            }
        }
    }
}

/// A board on the screen.
pub struct BoardWidget<'a> {
    pub grid: BoardGrid<'a>,
    pub palette: Palette,
}

impl Widget for BoardWidget<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for (row, parts) in area.rows().zip(self.grid.lines()) {
            let spans = parts.into_iter().map(|(text, part)| Span::styled(text, self.palette.part(part)));
            spans.collect::<Line<'_>>().render(row, buffer);
        }
    }
}

/// Returns the text of a buffer, one line for each row, for tests.
pub fn picture(buffer: &Buffer) -> String {
    let row = |y: u16| {
        let mut line = String::new();
        let mut x = buffer.area.left();
        while x < buffer.area.right() {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            // A wide character stands in the first of its cells.
            x += u16::try_from(width(symbol).max(1)).expect("a character has few columns");
        }
        line.trim_end().to_owned()
    };
    buffer.area.rows().map(|area| row(area.y)).collect::<Vec<_>>().join("\n")
}

/// A bar of `length` columns, filled up to a share of it.
pub fn bar(share: f64, length: usize, palette: Palette) -> Line<'static> {
    let filled = ((share.clamp(0.0, 1.0) * length as f64).round() as usize).min(length);
    Line::from_iter([
        Span::styled("█".repeat(filled), palette.side(Color::Red)),
        Span::styled("░".repeat(length - filled), palette.faint()),
    ])
}
