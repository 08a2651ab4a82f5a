// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of the board and the patterns on them.
//!
//! A line holds one side's stones as bits. The four lines through a point are all that a move there can
//! change. They are evaluated together, side by side in one word: a line has up to eleven bits in sixteen, so
//! that shifts by up to five carry nothing over from one line to the next.

use xiangqi::types::Value;

/// Number of points along a side of the board.
pub const SIZE: usize = 11;
/// Number of points of the board.
pub const POINTS: usize = SIZE * SIZE;
/// Number of lines: the rows, then the columns, the falling and the rising diagonals.
pub const LINES: usize = 2 * SIZE + 2 * (2 * SIZE - 1);

const OPEN_FOUR: Value = 100_000;
const CLOSED_FOUR: Value = 5_000;
const OPEN_THREE: Value = 1_000;
const CLOSED_THREE: Value = 500;
const OPEN_TWO: Value = 100;

/// Returns the numbers of the lines through a point, and the point's bit on each. On a diagonal it is the bit
/// of its column.
pub const fn through(x: usize, y: usize) -> [(usize, u16); 4] {
    let falling = 2 * SIZE + x + y;
    let rising = 4 * SIZE - 1 + (SIZE - 1) + x - y;
    [(y, 1 << x), (SIZE + x, 1 << y), (falling, 1 << x), (rising, 1 << x)]
}

/// The points of each line.
const ON_BOARD: [u16; LINES] = {
    let mut lines = [0; LINES];
    let mut point = 0;
    while point < POINTS {
        let through = through(point % SIZE, point / SIZE);
        let mut i = 0;
        while i < through.len() {
            let (line, bit) = through[i];
            lines[line] |= bit;
            i += 1;
        }
        point += 1;
    }
    lines
};

/// The stones of one side, repeated on each line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stones([u16; LINES]);

impl Stones {
    pub const NONE: Self = Self([0; LINES]);

    /// Puts a stone on an empty point, or removes one.
    pub fn toggle(&mut self, x: usize, y: usize) {
        for (line, bit) in through(x, y) {
            self.0[line] ^= bit;
        }
    }

    pub const fn row(&self, y: usize) -> u16 {
        self.0[y]
    }

    /// Returns the four lines through a point, side by side.
    fn gather(&self, x: usize, y: usize) -> u64 {
        gather(&self.0, x, y)
    }

    /// Returns true if a line through this point has five in a row.
    pub fn has_five(&self, x: usize, y: usize) -> bool {
        let own = self.gather(x, y);
        let pairs = own & own >> 1;
        pairs & pairs >> 2 & own >> 4 != 0
    }
}

fn gather(lines: &[u16; LINES], x: usize, y: usize) -> u64 {
    through(x, y).into_iter().fold(0, |word, (line, _)| word << 16 | u64::from(lines[line]))
}

/// Returns the sums of both sides' patterns on the four lines through a point.
pub fn pattern_sums([black, white]: &[Stones; 2], x: usize, y: usize) -> [Value; 2] {
    let (black, white) = (black.gather(x, y), white.gather(x, y));
    let empty = gather(&ON_BOARD, x, y) & !(black | white);
    [patterns(black, empty), patterns(white, empty)]
}

/// Returns the sum of one side's patterns on the lines of a word.
fn patterns(own: u64, empty: u64) -> Value {
    // A stone counts only within five points in line that are all own or empty.
    let free = own | empty;
    let pairs = free & free >> 1;
    let fives = pairs & pairs >> 2 & free >> 4;
    let fives = fives | fives << 1;
    let own = own & (fives | fives << 2 | fives << 3);

    // A run is represented by its first stone.
    let two = own & own >> 1;
    if two == 0 {
        return 0;
    }
    let three = two & own >> 2;
    let four = two & two >> 2;
    let first = !(own << 1);
    let before = empty << 1;
    let after = |length: u32| empty >> length;
    let open = |run: u64, length: u32| count(run & before & after(length));
    let closed = |run: u64, length: u32| count(run & first & !(own >> length) & (before ^ after(length)));
    OPEN_FOUR * open(four, 4)
        + CLOSED_FOUR * closed(four, 4)
        + OPEN_THREE * open(three, 3)
        + CLOSED_THREE * closed(three, 3)
        + OPEN_TWO * open(two, 2)
}

#[expect(clippy::cast_possible_wrap, reason = "64 at most")]
const fn count(runs: u64) -> Value {
    runs.count_ones() as Value
}
