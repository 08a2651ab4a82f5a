// SPDX-License-Identifier: MIT OR Apache-2.0
//! The history heuristic (Schaeffer 1989) and its descendants: tables of how often a move caused a cutoff, by
//! different keys; and the correction history of the static evaluation. Each thread has its own.
//!
//! | table | key | moves |
//! |---|---|---|
//! | butterfly history | side, from, to | quiet |
//! | continuation history | piece and target of an earlier move, piece and target of this one | quiet |
//! | capture history | piece, target, captured piece | captures |
//! | counter move | piece and target of the last move | quiet |
//!
//! A move that caused a cutoff gets a bonus, the moves tried before it a malus. The tables outlive the
//! search; the scores of moves fade from one search to the next.

use super::params;
use crate::tt::Bound;
use core::array;
use xiangqi::position::Position;
use xiangqi::types::{Color, Depth, Move, Piece, PieceKind, Square, Value};

/// Bound of every history entry.
const MAX_HISTORY: i32 = 16_384;

/// Returns the bonus for a cutoff at `depth`.
#[inline]
fn history_bonus(depth: Depth) -> i32 {
    let line = params::history_bonus_factor() * depth.whole() - params::history_bonus_base();
    line.clamp(0, params::history_bonus_limit())
}

/// Adds a bonus or (negative) a malus to an entry, with "gravity": the nearer an entry is to its bound, the
/// less it moves on towards it. So every entry stays within ±[`MAX_HISTORY`] without a clamp, and old
/// knowledge fades.
#[inline]
fn add_bonus(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

/// Lets old experience fade.
fn fade(entries: &mut [i16]) {
    for entry in entries {
        *entry = (i32::from(*entry) * params::history_kept_percent() / 100) as i16;
    }
}

/// A piece and the square it moved to: the key of the continuation history and of the counter moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Stands for "no move": before the root and after a null move.
    pub const NONE: Self = Self(14 * 90);
    /// Number of keys.
    const COUNT: usize = 14 * 90 + 1;

    #[inline]
    pub fn new(piece: Piece, to: Square) -> Self {
        Self(piece as u16 * 90 + to as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the index of the pair of this move and a later one.
    #[inline]
    fn pair(self, later: Self) -> usize {
        self.index() * Self::COUNT + later.index()
    }
}

/// Continuation keys: the moves one, two and four plies ago.
pub type ContinuationKeys = [PieceTo; 3];

/// The history tables of one thread.
pub struct Histories {
    /// By side, from-square and to-square.
    butterfly: [[[i16; 90]; 90]; 2],
    /// By piece, target square and captured piece.
    captures: [[[i16; 7]; 90]; 14],
    /// By pairs of [`PieceTo`].
    continuation: SparseTable,
    /// The quiet move that last refuted a move.
    counter_moves: [Option<Move>; PieceTo::COUNT],
    /// Errors of the static evaluation.
    pub corrections: CorrectionHistory,
}

impl Histories {
    /// Creates empty tables.
    #[expect(clippy::large_stack_arrays, reason = "50 KiB, once a thread")]
    pub fn new() -> Box<Self> {
        Box::new(Self {
            butterfly: [[[0; 90]; 90]; 2],
            captures: [[[0; 7]; 90]; 14],
            continuation: SparseTable::new(PieceTo::COUNT * PieceTo::COUNT),
            counter_moves: [None; PieceTo::COUNT],
            corrections: CorrectionHistory::new(),
        })
    }

    /// Lets the experience with moves fade, for the next search: it is that of another position of the game.
    pub fn fade(&mut self) {
        fade(self.butterfly.as_flattened_mut().as_flattened_mut());
        fade(self.captures.as_flattened_mut().as_flattened_mut());
        self.continuation.change(fade);
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().fill(0);
        self.captures.as_flattened_mut().as_flattened_mut().fill(0);
        self.continuation.clear();
        self.counter_moves.fill(None);
        self.corrections.0.clear();
    }

    /// Returns the score of a quiet move: butterfly history plus continuation history.
    #[inline]
    pub fn quiet(&self, piece: Piece, mv: Move, keys: ContinuationKeys) -> i32 {
        let moved = PieceTo::new(piece, mv.to());
        let after = |key: PieceTo| i32::from(self.continuation.get(key.pair(moved)));
        let continuation =
            after(keys[0]) + after(keys[1]) + after(keys[2]) * params::continuation_4_weight() / 8;
        i32::from(self.butterfly[piece.color()][mv.from()][mv.to()]) + continuation
    }

    /// Returns the score of a capture.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, captured: PieceKind) -> i32 {
        i32::from(self.captures[piece][to][captured])
    }

    /// Returns the score of a move of `position`.
    #[inline]
    pub fn score(&self, position: &Position, mv: Move, keys: ContinuationKeys) -> i32 {
        let Some(piece) = position.piece_on(mv.from()) else { return 0 };
        match position.piece_on(mv.to()) {
            Some(victim) => self.capture(piece, mv.to(), victim.kind()),
            None => self.quiet(piece, mv, keys),
        }
    }

    /// Returns the counter move: the quiet move that last refuted the move `last`.
    #[inline]
    pub fn counter_move(&self, last: PieceTo) -> Option<Move> {
        self.counter_moves[last.index()]
    }

    /// Gives the move that caused a cutoff a bonus, and the quiet moves and captures tried before it a malus.
    pub fn update_all(
        &mut self,
        position: &Position,
        best: Move,
        keys: ContinuationKeys,
        depth: Depth,
        (quiets, captures): (&[Move], &[Move]),
    ) {
        let bonus = history_bonus(depth);
        if position.is_capture(best) {
            self.add_capture(position, best, bonus);
        } else {
            self.counter_moves[keys[0].index()] = Some(best);
            self.add_quiet(position, best, keys, bonus);
            for &mv in quiets {
                self.add_quiet(position, mv, keys, -bonus);
            }
        }
        for &mv in captures {
            self.add_capture(position, mv, -bonus);
        }
    }

    /// Gives a quiet move a bonus for a cutoff by it.
    pub fn update_quiet(&mut self, position: &Position, mv: Move, keys: ContinuationKeys, depth: Depth) {
        self.add_quiet(position, mv, keys, history_bonus(depth));
    }

    /// Gives the quiet move of the transposition table a bonus for a TT cutoff.
    #[inline]
    pub fn update_tt_move(&mut self, position: &Position, mv: Move, keys: ContinuationKeys, depth: Depth) {
        if position.is_pseudo_legal(mv) && !position.is_capture(mv) {
            let bonus = history_bonus(depth) * params::tt_bonus_percent() / 100;
            self.add_quiet(position, mv, keys, bonus);
        }
    }

    /// Gives the quiet move that led to `position` a bonus if no reply refuted it (the node failed low).
    /// `last` is that move, and `keys` are the moves before it.
    #[inline]
    pub fn update_prior_move(
        &mut self,
        position: &Position,
        last: PieceTo,
        keys: ContinuationKeys,
        depth: Depth,
    ) {
        let state = position.state();
        if let Some(mv) = state.last_move.filter(|_| state.captured.is_none()) {
            let bonus = history_bonus(depth) * params::previous_bonus_percent() / 100;
            self.add_continuation(last, keys, bonus);
            self.add_butterfly(!position.side_to_move(), mv, bonus);
        }
    }

    #[inline]
    fn add_quiet(&mut self, position: &Position, mv: Move, keys: ContinuationKeys, bonus: i32) {
        let Some(piece) = position.piece_on(mv.from()) else { return };
        self.add_butterfly(piece.color(), mv, bonus);
        self.add_continuation(PieceTo::new(piece, mv.to()), keys, bonus);
    }

    #[inline]
    fn add_butterfly(&mut self, side: Color, mv: Move, bonus: i32) {
        add_bonus(&mut self.butterfly[side][mv.from()][mv.to()], bonus);
    }

    #[inline]
    fn add_continuation(&mut self, moved: PieceTo, keys: ContinuationKeys, bonus: i32) {
        for key in keys {
            self.continuation.add(key.pair(moved), bonus);
        }
    }

    #[inline]
    fn add_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (piece, captured) = (position.piece_on(mv.from()), position.piece_on(mv.to()));
        if let (Some(piece), Some(captured)) = (piece, captured) {
            add_bonus(&mut self.captures[piece][mv.to()][captured.kind()], bonus);
        }
    }
}

/// Correction history: the error of the static evaluation in positions of the same structure, and after the
/// same moves.
///
/// Each table adds up (value searched - corrected static evaluation) with a bound, until the sum over the
/// tables leaves no error on average. Four are indexed by the Zobrist key of some of the pieces and by the
/// side to move: pawns, defenders with kings, horses with cannons, and rooks. A fifth is indexed by the last
/// two moves, as the continuation history is: what they threaten, the evaluation sees late; pairs of moves
/// with the same index share an entry. The idea is Caissa's (2023), now in all strong programs.
pub struct CorrectionHistory(SparseTable);

impl CorrectionHistory {
    /// Entries of a table.
    const SIZE: usize = 1 << 15;
    /// Number of tables, one after the other: one for each of four structures, one for the last two moves.
    const TABLES: usize = 5;
    /// Entries are in 1/`GRAIN` of the unit of a value.
    const GRAIN: i32 = 64;
    /// From this rule60 count on, values are damped so much that they say little about the position.
    const LATE: u16 = 40;

    fn new() -> Self {
        Self(SparseTable::new(Self::TABLES * Self::SIZE))
    }

    /// Returns the correction to add to the static evaluation of `position`, reached by the moves `keys`.
    #[inline]
    pub fn get(&self, position: &Position, keys: ContinuationKeys) -> Value {
        let sum: i32 = Self::indices(position, keys).map(|index| i32::from(self.0.get(index))).iter().sum();
        (sum / Self::GRAIN).clamp(-params::correction_limit(), params::correction_limit())
    }

    /// Records the difference between the value of a search and the static evaluation, unless a capture made
    /// the difference, the bound leaves its sign open, or rule60 is near. The value must not come from a
    /// repetition.
    #[inline]
    pub fn update(
        &mut self,
        position: &Position,
        keys: ContinuationKeys,
        static_eval: Value,
        (value, bound, best_move): (Value, Bound, Option<Move>),
        depth: Depth,
    ) {
        let is_informative = match bound {
            Bound::Lower => value > static_eval,
            Bound::Upper => value < static_eval,
            Bound::Exact | Bound::None => true,
        };
        let is_by_capture = best_move.is_some_and(|mv| position.is_capture(mv));
        if !is_informative || is_by_capture || position.rule60_count() >= Self::LATE {
            return;
        }
        let error = value - static_eval;
        let largest = MAX_HISTORY / 4;
        let bonus = error * depth.whole() * Self::GRAIN / params::correction_divisor();
        for index in Self::indices(position, keys) {
            self.0.add(index, bonus.clamp(-largest, largest));
        }
    }

    /// Returns the index of the entry in each table.
    #[inline]
    fn indices(position: &Position, [last, before, _]: ContinuationKeys) -> [usize; Self::TABLES] {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        let board = position.board();
        let side = position.side_to_move() as usize;
        let structure = |kinds: &[PieceKind]| {
            let key = kinds.iter().fold(0, |key, &kind| key ^ board.kind_key(kind)) as usize;
            key % (Self::SIZE / 2) * 2 + side
        };
        let indices = [
            structure(&[Pawn]),
            structure(&[King, Advisor, Elephant]),
            structure(&[Horse, Cannon]),
            structure(&[Rook]),
            before.pair(last) % Self::SIZE,
        ];
        array::from_fn(|table| table * Self::SIZE + indices[table])
    }
}

/// A large table of history entries, all zero at first, that remembers where it was written.
///
/// The continuation history takes three megabytes, of which a search of a thousand nodes writes a small part.
/// A flag for each block of entries lets clearing and fading pass over the rest, which would take a fifth of
/// the time of such a search.
struct SparseTable {
    entries: Vec<i16>,
    /// For each block: an entry of it may differ from zero.
    is_written: Vec<bool>,
}

impl SparseTable {
    /// Entries of a block: two cache lines.
    const BLOCK: usize = 64;
    /// Blocks whose flags are looked at together.
    const GROUP: usize = 64;

    fn new(length: usize) -> Self {
        Self { entries: vec![0; length], is_written: vec![false; length.div_ceil(Self::BLOCK)] }
    }

    #[inline]
    fn get(&self, index: usize) -> i16 {
        self.entries[index]
    }

    /// Adds a bonus or (negative) a malus to an entry.
    #[inline]
    fn add(&mut self, index: usize, bonus: i32) {
        add_bonus(&mut self.entries[index], bonus);
        self.is_written[index / Self::BLOCK] = true;
    }

    /// Sets all entries to zero.
    fn clear(&mut self) {
        self.for_written(|block, is_written| {
            block.fill(0);
            *is_written = false;
        });
    }

    /// Changes the entries block by block; zeros must stay zero.
    fn change(&mut self, mut change: impl FnMut(&mut [i16])) {
        self.for_written(|block, _| change(block));
    }

    fn for_written(&mut self, mut work: impl FnMut(&mut [i16], &mut bool)) {
        let entries = self.entries.chunks_mut(Self::BLOCK * Self::GROUP);
        for (entries, flags) in entries.zip(self.is_written.chunks_mut(Self::GROUP)) {
            if flags.iter().fold(false, |any, &flag| any | flag) {
                for (block, flag) in entries.chunks_mut(Self::BLOCK).zip(flags) {
                    if *flag {
                        work(block, flag);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bound_and_fade() {
        let mut entry = 0i16;
        for _ in 0..1000 {
            add_bonus(&mut entry, 1_800);
        }
        assert!(i32::from(entry) <= MAX_HISTORY && entry > 14_000);
        for _ in 0..4 {
            add_bonus(&mut entry, -1_800);
        }
        assert!(entry < 9_000, "a malus weighs more on a move with a high history");
    }

    #[test]
    fn scores_are_added_fade_and_are_cleared() {
        let mut histories = Histories::new();
        let position = Position::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        let none = [PieceTo::NONE; 3];
        histories.add_quiet(&position, mv, none, 100);
        let before = histories.score(&position, mv, none);
        assert!(before > 100);
        histories.fade();
        assert!((before / 2..before).contains(&histories.score(&position, mv, none)));
        histories.clear();
        assert_eq!(histories.score(&position, mv, none), 0);
    }

    #[test]
    fn a_sparse_table_changes_and_clears_all_that_was_written() {
        // The last block and the last group are not full.
        let length = SparseTable::BLOCK * SparseTable::GROUP * 2 + SparseTable::BLOCK + 3;
        let mut table = SparseTable::new(length);
        let written = [0, SparseTable::BLOCK, SparseTable::BLOCK * SparseTable::GROUP + 5, length - 1];
        for index in written {
            table.add(index, 1000);
        }
        let mut blocks = 0;
        table.change(|block| {
            blocks += 1;
            for entry in block {
                *entry /= 2;
            }
        });
        assert_eq!(blocks, written.len());
        let whole = table.get(0);
        assert!(whole > 0 && written.iter().all(|&index| table.get(index) == whole));
        table.clear();
        assert!((0..length).all(|index| table.get(index) == 0));
        table.change(|_| unreachable!("nothing is written"));
    }
}
