// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board as lines of text, in parts that plain text and full-screen terminals style in their own ways.
//!
//! A square is four columns wide, so that a Chinese character, which is two columns wide, has room for marks
//! on both sides:
//!
//! ```text
//! 2  ├───炮──┼───┼──[炮]─┼───
//! ```

use crate::position::Position;
use crate::types::{Color, File, PieceKind, Rank, Square};

/// Characters that boards are drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceLetters {
    /// Chinese characters and box-drawing characters.
    Chinese,
    /// FEN letters; ASCII only.
    Latin,
}

/// The labels at the edges of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeLabels {
    /// Files a to i below, ranks 9 to 0 on the left.
    Coordinates,
    /// The numbers of the files as Chinese notation counts them, above and below.
    FileNumbers,
}

/// A square that is marked; characters on both sides show how.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SquareMark {
    /// From or to which the last move went.
    LastMove,
    /// To which the selected piece may go.
    Target,
    /// Whose piece is selected.
    Selected,
    /// Under the cursor.
    Cursor,
}

impl SquareMark {
    const fn sides(self) -> [char; 2] {
        match self {
            Self::LastMove => ['[', ']'],
            Self::Target => ['(', ')'],
            Self::Selected => ['{', '}'],
            Self::Cursor => ['<', '>'],
        }
    }
}

/// The part that a piece of text is of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardPart {
    /// The lines of the board.
    Grid,
    /// A label at the edge.
    Label,
    /// A piece, and whether it is the king in check.
    Piece(Color, bool),
    /// The characters on both sides of a square, and an empty square between them.
    Mark(SquareMark),
}

/// A line of the drawing.
pub type BoardLine = Vec<(String, BoardPart)>;

/// The drawing of a position.
#[derive(Clone, Copy)]
pub struct BoardGrid<'a> {
    /// The position.
    pub position: &'a Position,
    /// The characters for pieces and lines.
    pub letters: PieceLetters,
    /// The labels at the edges.
    pub labels: EdgeLabels,
    /// The side at the bottom.
    pub bottom: Color,
    /// The mark of a square, if it has one.
    pub mark: &'a dyn Fn(Square) -> Option<SquareMark>,
}

impl BoardGrid<'_> {
    /// Returns the lines, those of labels included.
    pub fn lines(&self) -> Vec<BoardLine> {
        let mut lines = Vec::new();
        lines.extend(self.file_numbers(!self.bottom));
        for rank in Rank::ALL.into_iter().rev() {
            lines.push(self.rank(rank));
            if rank != Rank::R0 {
                let indent = if self.labels == EdgeLabels::Coordinates { "   " } else { " " };
                lines.push(vec![(format!("{indent}{}", self.between(rank)), BoardPart::Grid)]);
            }
        }
        lines.push(self.file_numbers(self.bottom).unwrap_or_else(|| self.file_letters()));
        lines
    }

    /// Returns the place of a square in the drawing: line, and the first of its four columns.
    pub fn place(&self, square: Square) -> (usize, usize) {
        let seen = self.seen_at(square.file(), square.rank());
        let (top, left) = if self.labels == EdgeLabels::Coordinates { (0, 2) } else { (1, 0) };
        (top + 2 * (9 - seen.rank() as usize), left + 4 * seen.file() as usize)
    }

    /// The square that is seen at this place of the board.
    fn seen_at(&self, file: File, rank: Rank) -> Square {
        let square = Square::new(file, rank);
        if self.bottom == Color::Red { square } else { square.rotate() }
    }

    fn file_letters(&self) -> BoardLine {
        let letters: Vec<String> =
            File::ALL.into_iter().map(|file| self.seen_at(file, Rank::R0).file().to_string()).collect();
        vec![(format!("   {}", letters.join("   ")), BoardPart::Label)]
    }

    /// The numbers of the files from a side's view, which count from its right.
    fn file_numbers(&self, side: Color) -> Option<BoardLine> {
        const RED: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
        const BLACK: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
        if self.labels != EdgeLabels::FileNumbers {
            return None;
        }
        let number = |file: File| {
            let file = self.seen_at(file, Rank::R0).file() as usize;
            let index = if side == Color::Red { 8 - file } else { file };
            match (self.letters, side) {
                (PieceLetters::Latin, _) => format!("{} ", index + 1),
                (PieceLetters::Chinese, Color::Red) => RED[index].to_owned(),
                (PieceLetters::Chinese, Color::Black) => BLACK[index].to_owned(),
            }
        };
        let numbers: Vec<String> = File::ALL.into_iter().map(number).collect();
        Some(vec![(format!(" {}", numbers.join("  ")), BoardPart::Label)])
    }

    /// A rank: its squares, with a mark or a line before and after each.
    fn rank(&self, rank: Rank) -> BoardLine {
        let line = self.pick('─', '-');
        let mut parts = BoardLine::new();
        if self.labels == EdgeLabels::Coordinates {
            parts.push((format!("{} ", self.seen_at(File::A, rank).rank()), BoardPart::Label));
        }
        for file in File::ALL {
            let square = self.seen_at(file, rank);
            let mark = (self.mark)(square);
            let before = if file == File::A { ' ' } else { line };
            parts.push(match mark {
                Some(mark) => (mark.sides()[0].to_string(), BoardPart::Mark(mark)),
                None => (before.to_string(), BoardPart::Grid),
            });
            let (text, part, columns) = if let Some(piece) = self.position.piece_on(square) {
                let letter = self.pick(piece.hanzi(), piece.letter());
                let is_checked = piece.kind() == PieceKind::King
                    && piece.color() == self.position.side_to_move()
                    && self.position.in_check();
                (letter, BoardPart::Piece(piece.color(), is_checked), self.pick(2, 1))
            } else {
                let crossing = self.pick(crossing(Square::new(file, rank)), '+');
                (crossing, mark.map_or(BoardPart::Grid, BoardPart::Mark), 1)
            };
            parts.push((text.to_string(), part));
            parts.extend(mark.map(|mark| (mark.sides()[1].to_string(), BoardPart::Mark(mark))));
            let rest = if file == File::I { 0 } else { 3 - columns - usize::from(mark.is_some()) };
            parts.push((line.to_string().repeat(rest), BoardPart::Grid));
        }
        parts
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
