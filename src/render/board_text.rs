// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board drawn with characters, for terminals and mail.
//!
//! A square is four columns wide, so that a Chinese character, which is two columns wide, has room for the
//! marks of the last move on both sides:
//!
//! ```text
//! 2  ├───炮──┼───┼──[炮]─┼───
//! ```

use crate::position::Position;
use crate::types::{Color, File, Move, Piece, Rank, Square};
use core::fmt::{self, Write};

/// Characters that [`TextBoard`] draws with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceLetters {
    /// Chinese characters and box-drawing characters.
    Chinese,
    /// FEN letters; ASCII only.
    Latin,
}

/// Displays a position as a drawing of the board, with Red at the bottom and the last move in brackets.
///
/// ```
/// use chuhe::Position;
/// use chuhe::render::{PieceLetters, TextBoard};
/// let position = Position::startpos();
/// let drawing = TextBoard { position: &position, letters: PieceLetters::Latin, colored: false }.to_string();
/// assert!(drawing.starts_with("9  r---n---b---a---k---a---b---n---r\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextBoard<'a> {
    /// The position to draw.
    pub position: &'a Position,
    /// The characters to draw with.
    pub letters: PieceLetters,
    /// Draw Red's pieces in red, using ANSI escape sequences.
    pub colored: bool,
}

impl fmt::Display for TextBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            self.draw_rank(rank, f)?;
            if rank != Rank::R0 {
                writeln!(f, "   {}", self.between(rank))?;
            }
        }
        f.write_str("  ")?;
        for file in File::ALL {
            write!(f, " {file}{}", if file == File::I { "\n" } else { "  " })?;
        }
        Ok(())
    }
}

impl TextBoard<'_> {
    /// Draws one rank: its squares, with a mark or a line before and after each.
    fn draw_rank(&self, rank: Rank, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.pick('─', '-');
        write!(f, "{rank} ")?;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let marked = self.is_marked(square);
            f.write_char(match file {
                _ if marked => '[',
                File::A => ' ',
                _ => line,
            })?;
            let width = self.draw_square(square, f)?;
            if marked {
                f.write_char(']')?;
            }
            let columns = if file == File::I { 0 } else { 3 - width - usize::from(marked) };
            for _ in 0..columns {
                f.write_char(line)?;
            }
        }
        f.write_char('\n')
    }

    /// Draws a piece or the crossing of lines. Returns the number of columns used.
    fn draw_square(&self, square: Square, f: &mut fmt::Formatter<'_>) -> Result<usize, fmt::Error> {
        let Some(piece) = self.position.piece_on(square) else {
            f.write_char(self.pick(crossing(square), '+'))?;
            return Ok(1);
        };
        let letter = self.pick(Piece::hanzi(piece), piece.letter());
        if self.colored && piece.color() == Color::Red {
            write!(f, "\x1b[1;31m{letter}\x1b[0m")?;
        } else {
            f.write_char(letter)?;
        }
        Ok(self.pick(2, 1))
    }

    /// The lines between a rank and the next lower one.
    fn between(&self, rank: Rank) -> &'static str {
        let [plain, open, close, river] = match self.letters {
            PieceLetters::Chinese => [
                "│   │   │   │   │   │   │   │   │",
                "│   │   │   │ ╲ │ ╱ │   │   │   │",
                "│   │   │   │ ╱ │ ╲ │   │   │   │",
                "│     楚  河         汉  界     │",
            ],
            PieceLetters::Latin => [
                "|   |   |   |   |   |   |   |   |",
                "|   |   |   | \\ | / |   |   |   |",
                "|   |   |   | / | \\ |   |   |   |",
                "|         ~   river   ~         |",
            ],
        };
        match rank {
            Rank::R9 | Rank::R2 => open,
            Rank::R8 | Rank::R1 => close,
            Rank::R5 => river,
            _ => plain,
        }
    }

    fn is_marked(&self, square: Square) -> bool {
        self.position.state().last_move.is_some_and(|mv: Move| mv.from() == square || mv.to() == square)
    }

    fn pick<T>(&self, chinese: T, latin: T) -> T {
        match self.letters {
            PieceLetters::Chinese => chinese,
            PieceLetters::Latin => latin,
        }
    }
}

/// The crossing of lines on a square; lines end at the edges and along the river.
fn crossing(square: Square) -> char {
    let [left, middle, right] = match square.rank() {
        Rank::R9 => ['┌', '┬', '┐'],
        Rank::R5 => ['├', '┴', '┤'],
        Rank::R4 => ['├', '┬', '┤'],
        Rank::R0 => ['└', '┴', '┘'],
        _ => ['├', '┼', '┤'],
    };
    match square.file() {
        File::A => left,
        File::I => right,
        _ => middle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(letters: PieceLetters) -> String {
        let mut position = Position::startpos();
        position.play("h2e2".parse().unwrap()).unwrap();
        TextBoard { position: &position, letters, colored: false }.to_string()
    }

    /// Columns on a terminal: Chinese characters take two, box drawing characters one.
    fn columns(line: &str) -> usize {
        line.chars().map(|c| if ('一'..='龥').contains(&c) { 2 } else { 1 }).sum()
    }

    #[test]
    fn files_are_aligned_in_both_scripts() {
        for letters in [PieceLetters::Chinese, PieceLetters::Latin] {
            let drawing = draw(letters);
            assert_eq!(drawing.lines().count(), 20);
            for line in drawing.lines() {
                let edge = columns(line);
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
