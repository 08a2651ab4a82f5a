// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi on a small board, as two sets of squares.

use core::fmt;

/// A set of squares, on a board eight squares wide: with an empty border, lines of discs end by themselves.
pub type Squares = u64;

pub const WIDTH: u32 = 8;

/// The distances between neighbours along the four lines.
pub const LINES: [u32; 4] = [1, WIDTH - 1, WIDTH, WIDTH + 1];

pub const fn square(x: u32, y: u32) -> Squares {
    1 << ((y + 1) * WIDTH + x + 1)
}

/// A position, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const SIDE: u32> {
    pub(super) own: Squares,
    pub(super) other: Squares,
}

impl<const SIDE: u32> Board<SIDE> {
    const SQUARES: Squares = {
        let (mut board, mut at) = (0, 0);
        while at < SIDE * SIDE {
            board |= square(at % SIDE, at / SIDE);
            at += 1;
        }
        board
    };

    /// Returns the start position: Black, to move, has the upper right and the lower left square of the middle.
    pub const fn start() -> Self {
        let (before, after) = (SIDE / 2 - 1, SIDE / 2);
        Self {
            own: square(after, before) | square(before, after),
            other: square(before, before) | square(after, after),
        }
    }

    /// Plays moves such as `d2 c2` from the start, upper left being a1. A side that cannot move passes by
    /// itself.
    ///
    /// # Errors
    /// The word that is not a legal move.
    pub fn after<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, &'a str> {
        words.into_iter().try_fold(Self::start(), |board, word| {
            let mv = Self::square(word).filter(|mv| board.moves() & mv != 0).ok_or(word)?;
            let next = board.play(mv);
            Ok(if next.moves() == 0 { next.pass() } else { next })
        })
    }

    /// Returns the empty squares.
    pub(super) const fn empty(self) -> Squares {
        Self::SQUARES & !(self.own | self.other)
    }

    /// Returns the number of empty squares.
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// Returns the discs of the side to move less the other's.
    pub const fn margin(self) -> i32 {
        self.own.count_ones().cast_signed() - self.other.count_ones().cast_signed()
    }

    /// Passes.
    #[must_use]
    pub const fn pass(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// Returns the square of a name such as `d2`, upper left being a1.
    fn square(name: &str) -> Option<Squares> {
        let [file @ b'a'..=b'z', rank @ b'1'..=b'9'] = *name.as_bytes() else { return None };
        let (x, y) = (u32::from(file - b'a'), u32::from(rank - b'1'));
        (x < SIDE && y < SIDE).then(|| square(x, y))
    }

    /// Returns the squares that the side to move can play to.
    pub(super) fn moves(self) -> Squares {
        LINES.iter().fold(0, |ends, &by| ends | self.ends(|set| set << by) | self.ends(|set| set >> by))
            & self.empty()
    }

    /// Returns the squares behind rows of the other's discs that begin beside own ones, in one direction.
    fn ends(self, next: impl Fn(Squares) -> Squares) -> Squares {
        let first = next(self.own) & self.other;
        // All but two discs of a line may lie between two others.
        let row = (1..SIDE - 2).fold(first, |row, _| row | next(row) & self.other);
        next(row)
    }

    /// Returns the positions after all moves that put down a disc.
    pub fn next(self) -> Vec<Self> {
        each(self.moves()).map(|mv| self.play(mv)).collect()
    }

    /// Plays to a square.
    pub(super) fn play(self, mv: Squares) -> Self {
        let turn =
            |turned, &by: &u32| turned | self.turned(mv, |set| set << by) | self.turned(mv, |set| set >> by);
        let turned = LINES.iter().fold(0, turn);
        Self { own: self.other & !turned, other: self.own | turned | mv }
    }

    /// Returns the discs that a move turns over in one direction.
    fn turned(self, mv: Squares, next: impl Fn(Squares) -> Squares) -> Squares {
        let (mut row, mut at) = (0, next(mv));
        while at & self.other != 0 {
            row |= at;
            at = next(at);
        }
        if at & self.own == 0 { 0 } else { row }
    }
}

impl<const SIDE: u32> fmt::Display for Board<SIDE> {
    /// Writes the board, the side to move as `X`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = ["a", "b", "c", "d", "e", "f"];
        writeln!(f, "  {}", letters[..SIDE as usize].join(" "))?;
        for y in 0..SIDE {
            let mark = |x| match square(x, y) {
                here if self.own & here != 0 => " X",
                here if self.other & here != 0 => " O",
                _ => " .",
            };
            writeln!(f, "{}{}", y + 1, (0..SIDE).map(mark).collect::<String>())?;
        }
        Ok(())
    }
}

/// Iterates over the squares of a set, each as a set of its own.
pub fn each(mut squares: Squares) -> impl Iterator<Item = Squares> {
    core::iter::from_fn(move || {
        let next = squares & squares.wrapping_neg();
        squares &= !next;
        (next != 0).then_some(next)
    })
}
