// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board drawn with characters, for terminals and mail.

use crate::diagram::grid::{BoardGrid, BoardPart, EdgeLabels, PieceLetters, SquareMark};
use crate::position::Position;
use crate::types::{Color, Move, Square};
use core::fmt;

/// Displays a position as a drawing of the board, with the last move in brackets.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::diagram::{PieceLetters, TextBoard};
/// use xiangqi::types::Color;
/// let position = Position::startpos();
/// let letters = PieceLetters::Latin;
/// let drawing = TextBoard { position: &position, letters, colored: false, bottom: Color::Red };
/// assert!(drawing.to_string().starts_with("9  r---n---b---a---k---a---b---n---r\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextBoard<'a> {
    /// The position to draw.
    pub position: &'a Position,
    /// The characters to draw with.
    pub letters: PieceLetters,
    /// Draw Red's pieces in red, using ANSI escape sequences.
    pub colored: bool,
    /// The side at the bottom.
    pub bottom: Color,
}

impl fmt::Display for TextBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last_move = self.position.state().last_move;
        let is_of_last = |square| last_move.is_some_and(|mv: Move| mv.from() == square || mv.to() == square);
        let grid = BoardGrid {
            position: self.position,
            letters: self.letters,
            labels: EdgeLabels::Coordinates,
            bottom: self.bottom,
            mark: &|square: Square| is_of_last(square).then_some(SquareMark::LastMove),
        };
        for line in grid.lines() {
            for (text, part) in line {
                if self.colored && matches!(part, BoardPart::Piece(Color::Red, _)) {
                    write!(f, "\x1b[1;31m{text}\x1b[0m")?;
                } else {
                    f.write_str(&text)?;
                }
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::columns::width;

    fn draw(letters: PieceLetters) -> String {
        let mut position = Position::startpos();
        position.play("h2e2".parse().unwrap()).unwrap();
        TextBoard { position: &position, letters, colored: false, bottom: Color::Red }.to_string()
    }

    #[test]
    fn files_are_aligned_in_both_scripts() {
        for letters in [PieceLetters::Chinese, PieceLetters::Latin] {
            let drawing = draw(letters);
            assert_eq!(drawing.lines().count(), 20);
            for line in drawing.lines() {
                let edge = width(line);
                assert!(edge == 36 || edge == 37, "{edge} columns in {line}");
            }
        }
    }

    #[test]
    fn the_last_move_is_in_brackets() {
        let drawing = draw(PieceLetters::Latin);
        assert!(drawing.contains("2  +---C---+---+--[C]--+---+--[+]--+\n"), "{drawing}");
        let drawing = draw(PieceLetters::Chinese);
        assert!(drawing.contains("2  ├───炮──┼───┼──[炮]─┼───┼──[┼]──┤\n"), "{drawing}");
    }
}
