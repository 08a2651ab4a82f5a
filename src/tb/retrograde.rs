// SPDX-License-Identifier: MIT OR Apache-2.0
//! Retrograde analysis: from the positions without a legal move back to all that can be decided.
//!
//! A position is decided in rounds, one for each distance. It is won as soon as one move leads to a lost
//! position; it is lost when all its moves lead to won ones, so each undecided position has a count of its
//! quiet moves that are not yet known to lose. A round takes the positions decided at this distance, takes
//! back all moves that can have led there, and decides or counts down. Captures lead to smaller tables and
//! are looked up: once at the start, and for a lost position again when its count runs out, since its
//! distance is that of its slowest loss.
//!
//! Late rounds find few positions. So that they need not look at all, each run of numbers has a mark for
//! every distance at which one of its positions was decided.
//!
//! A position that is never decided is a draw, unless the rule of perpetual check decides it (see
//! `perpetual`). The result does not depend on the number of threads: minima and counts come out the same in
//! any order. (Ströhlein 1970; Thompson 1986.)

use super::index::Index;
use super::moves::{Moves, visit_boards, visit_unmoves};
use super::probe::TablebaseError;
use super::value::{CheckRule, Code, DRAW, ILLEGAL, MAX_DISTANCE, Smaller, is_win};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;
use thiserror::Error;
use xiangqi::position::{Board, GenKind, Position};
use xiangqi::types::{Color, Language, PieceKind, bilingual_errors, text};

/// A count that never runs out: a capture draws.
const NEVER: u8 = u8::MAX;

/// Numbers that a thread takes at a time.
const CHUNK: usize = 1 << 14;
/// Numbers that share their marks.
const RUN: usize = 1 << 9;

/// A bit for each distance.
type Marks = [AtomicU64; MAX_DISTANCE as usize / 64 + 1];

/// A table could not be built.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum BuildError {
    /// A table that captures lead to cannot be read.
    Tablebase(#[from] TablebaseError),
    /// A win takes more plies than a file holds.
    TooLong,
    /// The work was interrupted.
    Interrupted,
}

bilingual_errors!(BuildError);

impl BuildError {
    /// Returns the error in words.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Tablebase(error) => error.text(language),
            Self::TooLong => {
                text!(language, "a win takes more than {MAX_DISTANCE} plies", "有的胜局超过{MAX_DISTANCE}着")
            }
            Self::Interrupted => language.pick("interrupted", "已中断").to_owned(),
        }
    }
}

/// Work on a table.
pub(crate) struct Retrograde<'a> {
    index: &'a Index,
    smaller: &'a Smaller,
    threads: usize,
    stop: &'a AtomicBool,
    /// Codes by side to move.
    codes: [Vec<AtomicU16>; 2],
    /// Distances of decided positions, by side to move and run of numbers.
    marks: [Vec<Marks>; 2],
    /// Quiet moves not known to lose, of undecided positions.
    open: [Vec<AtomicU8>; 2],
    /// The rule by which captures count.
    rule: CheckRule,
    /// The least distance of values that depend on the rule.
    rule_from: Code,
    /// The next round.
    next: Code,
    /// The largest distance found.
    longest: AtomicU16,
    too_long: AtomicBool,
}

impl<'a> Retrograde<'a> {
    /// Prepares the work on a table, given those that its captures lead to.
    pub(crate) fn new(index: &'a Index, smaller: &'a Smaller, threads: usize, stop: &'a AtomicBool) -> Self {
        let undecided = || (0..index.size()).map(|_| AtomicU16::new(DRAW)).collect();
        let unmarked = || (0..index.size().div_ceil(RUN)).map(|_| Marks::default()).collect();
        let zeroes = || (0..index.size()).map(|_| AtomicU8::new(0)).collect();
        Self {
            index,
            smaller,
            threads,
            stop,
            codes: [undecided(), undecided()],
            marks: [unmarked(), unmarked()],
            open: [zeroes(), zeroes()],
            rule: CheckRule::Draw,
            rule_from: 0,
            next: 0,
            longest: AtomicU16::new(0),
            too_long: AtomicBool::new(false),
        }
    }

    pub(crate) fn index(&self) -> &'a Index {
        self.index
    }

    pub(crate) fn smaller(&self) -> &'a Smaller {
        self.smaller
    }

    /// Returns the code of a number so far.
    pub(crate) fn code(&self, side: Color, number: usize) -> Code {
        self.codes[side as usize][number].load(Relaxed)
    }

    /// Decides an undecided position.
    pub(crate) fn decide(&self, side: Color, number: usize, distance: Code) {
        let distance = self.checked(distance);
        self.codes[side as usize][number].store(distance, Relaxed);
        self.mark(side, number, distance);
    }

    fn mark(&self, side: Color, number: usize, distance: Code) {
        let (word, bit) = self.marks_of(side, number, distance);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Returns where the mark of a distance is.
    fn marks_of(&self, side: Color, number: usize, distance: Code) -> (&AtomicU64, u64) {
        let distance = usize::from(distance);
        (&self.marks[side as usize][number / RUN][distance / 64], 1 << (distance % 64))
    }

    /// Returns the least even distance above all so far.
    pub(crate) fn next_level(&self) -> Code {
        let longest = self.longest.load(Relaxed);
        longest + 1 + (longest + 1) % 2
    }

    /// Returns the codes.
    pub(crate) fn into_codes(self) -> Result<[Vec<Code>; 2], BuildError> {
        if self.too_long.load(Relaxed) {
            return Err(BuildError::TooLong);
        }
        if self.stop.load(Relaxed) {
            return Err(BuildError::Interrupted);
        }
        Ok(self.codes.map(|codes| codes.into_iter().map(AtomicU16::into_inner).collect()))
    }

    /// Runs `job` on every number, on all threads.
    pub(crate) fn each_number(&self, job: impl Fn(usize) + Sync) {
        each_number(self.index.size(), self.threads, self.stop, job);
    }

    /// Plain retrograde analysis: every repetition is a draw.
    pub(crate) fn plain(&mut self) {
        self.each_number(|number| self.start(number, self.index.placement(number).as_ref()));
        self.rounds();
    }

    /// Takes up the values in smaller tables that depend on the rule of perpetual check. Returns the first
    /// distance of such values here.
    pub(crate) fn with_rule(&mut self) -> Code {
        self.rule = CheckRule::Ban;
        self.rule_from = self.next_level();
        self.next = self.rule_from;
        self.each_number(|number| {
            if Color::ALL.into_iter().any(|side| self.code(side, number) == DRAW) {
                self.start(number, self.index.placement(number).as_ref());
            }
        });
        self.rounds();
        self.rule_from
    }

    /// Works through the rounds that are left.
    pub(crate) fn rounds(&mut self) {
        while self.next <= self.longest.load(Relaxed) && !self.stop.load(Relaxed) {
            self.round(self.next);
            self.next += 1;
        }
    }

    /// Decides the positions of a number that captures and mate decide, and counts the open quiet moves of
    /// the others.
    fn start(&self, number: usize, board: Option<&Board>) {
        for side in Color::ALL {
            if self.code(side, number) != DRAW {
                continue;
            }
            let (code, open) = match board {
                Some(board) if board.checkers(!side).is_empty() => self.first_code(board, side),
                _ => (ILLEGAL, 0),
            };
            self.codes[side as usize][number].store(code, Relaxed);
            if code < DRAW {
                self.mark(side, number, code);
            }
            self.open[side as usize][number].store(open, Relaxed);
        }
    }

    fn first_code(&self, board: &Board, side: Color) -> (Code, u8) {
        let position = Position::from_board(board.clone(), side);
        match self.captures(&position) {
            Moves { win: Some(plies), .. } => (self.checked(plies), 0),
            Moves { draw: true, .. } => (DRAW, NEVER),
            Moves { loss, .. } => match self.open_moves(&position) {
                0 => (self.checked(loss.unwrap_or(0).max(self.rule_from)), 0),
                open => (DRAW, open),
            },
        }
    }

    /// Collects the values of captures, with distances that depend on the rule above all others.
    fn captures(&self, position: &Position) -> Moves {
        let found = Moves::captures(position, self.smaller, self.rule);
        Moves { win: found.win.map(|plies| plies.max(self.rule_from | 1)), ..found }
    }

    /// Counts the quiet moves that are not known to lose.
    fn open_moves(&self, position: &Position) -> u8 {
        let mut count = 0_u32;
        if self.rule == CheckRule::Draw {
            position.visit_moves_with(GenKind::Quiets, &position.king_lines(), |_, targets| {
                count += targets.len();
            });
        } else {
            visit_boards(position, GenKind::Quiets, |after, _| {
                let code = self.code(!position.side_to_move(), self.index.number(after, Color::Red));
                // Positions that this pass decides are counted down later.
                count += u32::from(!(is_win(code) && code < self.rule_from));
            });
        }
        u8::try_from(count).ok().filter(|&count| count < NEVER).expect("a few pieces have fewer moves")
    }

    /// Returns the distance as a code and keeps the largest.
    fn checked(&self, distance: Code) -> Code {
        if distance > MAX_DISTANCE {
            self.too_long.store(true, Relaxed);
        }
        self.longest.fetch_max(distance.min(MAX_DISTANCE), Relaxed);
        distance.min(MAX_DISTANCE)
    }

    /// Takes back the moves that led to the positions decided at this distance.
    fn round(&self, distance: Code) {
        each_range(self.index.size(), self.threads, self.stop, |range| {
            for start in range.clone().step_by(RUN) {
                for side in Color::ALL {
                    let (word, bit) = self.marks_of(side, start, distance);
                    if word.load(Relaxed) & bit != 0 {
                        self.take_back(start..range.end.min(start + RUN), side, distance);
                    }
                }
            }
        });
    }

    fn take_back(&self, numbers: Range<usize>, side: Color, distance: Code) {
        for number in numbers.filter(|&number| self.code(side, number) == distance) {
            self.visit_predecessors(number, side, |board, number| {
                if is_win(distance) {
                    self.count_down(!side, number, board, distance + 1);
                } else {
                    self.win(!side, number, distance + 1);
                }
            });
        }
    }

    /// Calls `visit` with each placement from which the side not to move came to this one, and its number.
    ///
    /// A placement with both kings on the e file and its mirror image have a number each. A move that takes a
    /// king to the e file, to or from it, leads to both or comes from both, so they are counted here.
    fn visit_predecessors(&self, number: usize, side: Color, mut visit: impl FnMut(&Board, usize)) {
        let Some(mut board) = self.index.placement(number) else { return };
        let stays = Index::is_mirrored_too(&board);
        visit_unmoves(&mut board, !side, |board, moved| {
            if moved.kind() != PieceKind::King {
                // The kings decide which image has a number.
                let before = self.index.number_after_move(number, board, moved);
                debug_assert_eq!(before, self.index.number(board, Color::Red));
                return visit(board, before);
            }
            let has_number = self.index.has_number(board, Color::Red);
            if has_number {
                visit(board, self.index.number(board, Color::Red));
            }
            if !stays && (!has_number || Index::is_mirrored_too(board)) {
                visit(board, self.index.mirrored_number(board, Color::Red));
            }
        });
    }

    fn win(&self, side: Color, number: usize, distance: Code) {
        let code = &self.codes[side as usize][number];
        let old = code.load(Relaxed);
        if old != ILLEGAL && old > distance {
            let distance = self.checked(distance);
            code.fetch_min(distance, Relaxed);
            self.mark(side, number, distance);
        }
    }

    fn count_down(&self, side: Color, number: usize, board: &Board, distance: Code) {
        let open = &self.open[side as usize][number];
        if self.code(side, number) != DRAW || open.load(Relaxed) == NEVER || open.fetch_sub(1, Relaxed) > 1 {
            return;
        }
        let captures = self.captures(&Position::from_board(board.clone(), side));
        self.decide(side, number, captures.loss.unwrap_or(0).max(distance));
    }
}

/// Runs `job` on every number below `size`, until `stop` is set.
pub(crate) fn each_number(size: usize, threads: usize, stop: &AtomicBool, job: impl Fn(usize) + Sync) {
    each_range(size, threads, stop, |range| range.for_each(&job));
}

/// Runs `job` on ranges that make up all numbers below `size`, until `stop` is set. They begin at multiples
/// of a power of two.
pub(crate) fn each_range(size: usize, threads: usize, stop: &AtomicBool, job: impl Fn(Range<usize>) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(CHUNK, Relaxed);
                    if start >= size || stop.load(Relaxed) {
                        return;
                    }
                    job(start..size.min(start + CHUNK));
                }
            });
        }
    });
}
