// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board of reversi as two sets of squares, one bit each: bit 0 is a1, bit 1 b1, bit 8 a2.
//!
//! A move turns discs over along lines; shifting a set moves all its discs along a line at once, so that the
//! moves of a position cost as much as those of a single disc.

use crate::Key;
use xiangqi::types::{SplitMix64, Value};

/// Number of squares.
pub const SQUARES: usize = 64;

/// The files b to g. A disc to be turned over along a rank or a diagonal has neighbours on both sides, so it
/// lies here; and a shift of these files crosses neither edge of the board.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The value of a disc on each square. A corner is never turned over again, and its neighbours (C beside it,
/// X diagonally) give it to the other side; discs in the middle are easily turned over and give away moves.
/// Chosen by games three plies deep.
#[rustfmt::skip]
pub const WORTH: [Value; SQUARES] = [
    100, -20,  10,   5,   5,  10, -20, 100,
    -20, -50,  -5,  -5,  -5,  -5, -50, -20,
     10,  -5,   0,  -2,  -2,   0,  -5,  10,
      5,  -5,  -2,  -3,  -3,  -2,  -5,   5,
      5,  -5,  -2,  -3,  -3,  -2,  -5,   5,
     10,  -5,   0,  -2,  -2,   0,  -5,  10,
    -20, -50,  -5,  -5,  -5,  -5, -50, -20,
    100, -20,  10,   5,   5,  10, -20, 100,
];

/// The random numbers of the keys: for a disc of either side (the first player's come first) on a square, and
/// for the first player to move.
const KEYS: ([[Key; SQUARES]; 2], Key) = {
    let mut random = SplitMix64::new(0x7265_7665_7273_6931);
    (Key::for_stones(&mut random), Key::random(&mut random))
};

/// The change of the key when a disc is turned over.
static TURNED: [Key; SQUARES] = {
    let [first, second] = KEYS.0;
    let mut turned = first;
    let mut i = 0;
    while i < SQUARES {
        turned[i].index ^= second[i].index;
        turned[i].check ^= second[i].check;
        i += 1;
    }
    turned
};
static PLACED: [[Key; SQUARES]; 2] = KEYS.0;
const FIRST_TO_MOVE: Key = KEYS.1;

/// The random numbers of the paper's additive key (equations 4 to 7): for a square that is the second
/// player's, empty, or the first player's.
static MASKS: [[u64; SQUARES]; 3] = {
    let mut random = SplitMix64::new(0x6164_6469_7469_7665);
    let mut masks = [[0; SQUARES]; 3];
    let mut i = 0;
    while i < 3 * SQUARES {
        masks[i / SQUARES][i % SQUARES] = random.next_u64();
        i += 1;
    }
    masks
};
const EMPTY: usize = 1;

/// Returns the number of the state of a square with a disc.
const fn owned(is_first: bool) -> usize {
    if is_first { 2 } else { 0 }
}

/// Returns the change of the additive key when a square changes its state: the paper's `flip`.
fn flip(old: usize, new: usize, square: usize) -> u64 {
    MASKS[new][square].wrapping_sub(MASKS[old][square])
}

/// A position. It is small, so a game keeps its earlier boards instead of taking moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub other: u64,
    /// True if the first player is to move.
    pub is_first_to_move: bool,
    /// The sum of the values of the own discs on their squares, less that of the other side.
    pub worth: Value,
    pub key: Key,
    /// The additive key. It does not tell which side is to move.
    pub sum: u64,
}

impl Board {
    /// Creates the position with these discs.
    pub fn new(own: u64, other: u64, is_first_to_move: bool) -> Self {
        let worth = |discs| Squares(discs).map(|square| WORTH[square]).sum::<Value>();
        let mut key = if is_first_to_move { FIRST_TO_MOVE } else { Key::default() };
        let mut sum = MASKS[EMPTY].iter().fold(0, |sum: u64, mask| sum.wrapping_add(*mask));
        for (discs, is_first) in [(own, is_first_to_move), (other, !is_first_to_move)] {
            for square in Squares(discs) {
                key ^= PLACED[usize::from(!is_first)][square];
                sum = sum.wrapping_add(flip(EMPTY, owned(is_first), square));
            }
        }
        Self { own, other, is_first_to_move, worth: worth(own) - worth(other), key, sum }
    }

    /// Returns the position after the side to move has put a disc on `square`, which must be one of its
    /// [`moves`].
    pub fn after(mut self, square: usize) -> Self {
        let placed = 1 << square;
        let turned = flips(placed, self.own, self.other);
        self.own |= placed | turned;
        self.other &= !turned;
        self.worth += WORTH[square];
        self.key ^= PLACED[usize::from(!self.is_first_to_move)][square];
        let [own, other] = [owned(self.is_first_to_move), owned(!self.is_first_to_move)];
        self.sum = self.sum.wrapping_add(flip(EMPTY, own, square));
        for square in Squares(turned) {
            self.worth += 2 * WORTH[square];
            self.key ^= TURNED[square];
            self.sum = self.sum.wrapping_add(flip(other, own, square));
        }
        self.after_pass()
    }

    /// Returns the position after the side to move has passed.
    pub fn after_pass(mut self) -> Self {
        self.key ^= FIRST_TO_MOVE;
        Self {
            own: self.other,
            other: self.own,
            is_first_to_move: !self.is_first_to_move,
            worth: -self.worth,
            key: self.key,
            sum: self.sum,
        }
    }
}

/// Returns the squares on which the owner of `own` may put a disc.
pub fn moves(own: u64, other: u64) -> u64 {
    let mut reached = 0;
    for (shift, between) in lines(other) {
        reached |= run(own, between, |set| set << shift) << shift;
        reached |= run(own, between, |set| set >> shift) >> shift;
    }
    reached & !(own | other)
}

/// Returns the discs that are turned over when `own` gets the disc `placed`.
fn flips(placed: u64, own: u64, other: u64) -> u64 {
    let mut flips = 0;
    for (shift, between) in lines(other) {
        let onward = run(placed, between, |set| set << shift);
        if onward << shift & own != 0 {
            flips |= onward;
        }
        let back = run(placed, between, |set| set >> shift);
        if back >> shift & own != 0 {
            flips |= back;
        }
    }
    flips
}

/// Returns the four lines through a square, each as the distance of neighbours and the discs that can be
/// turned over along it.
#[inline]
const fn lines(other: u64) -> [(u32, u64); 4] {
    let inner = other & INNER_FILES;
    [(1, inner), (7, inner), (8, other), (9, inner)]
}

/// Returns the unbroken runs of `between` that `step` leads to from the discs `from`; up to six discs fit
/// between two.
#[inline]
fn run(from: u64, between: u64, step: impl Fn(u64) -> u64) -> u64 {
    let mut run = between & step(from);
    for _ in 0..5 {
        run |= between & step(run);
    }
    run
}

/// The squares of a set in the order a1, b1 …
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (first < SQUARES).then_some(first)
    }
}
