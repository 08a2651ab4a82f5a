// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hand-made evaluation.
//!
//! A sum of terms, each a middlegame and an endgame value for one side, blended by the men that are left and then
//! scaled by what the better side can still win. Material and squares are kept up to date move by move
//! ([`material::Accumulator`]); what follows from the counts of men alone is looked up by them
//! ([`material::MaterialCache`]); the rest is worked out from the board.
//!
//! Sources of the ideas: the textbooks' piece values and proverbs; `ElephantEye`, Pikafish's hand-crafted evaluation
//! and Fairy-Stockfish for the choice of terms; H. G. Muller for the value of guards. All numbers are our own.
//!
//! The passes over one side are called with a constant colour and inlined, so that they are compiled once a colour:
//! what would be chosen by the colour at every step is known then (a fifth of the evaluation's time).

#![allow(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

mod counting;
mod endgame;
mod king;
mod material;
mod mobility;
mod pair;
mod pawns;
mod sets;
mod squares;
mod threats;
mod trace;
pub mod tuning;
mod weights;

pub use trace::{ExplainedTerm, HceExplanation};

use super::damped;
use crate::position::{Board, Position};
use crate::types::{Color, Piece, Square, Value, value::MAX_ORDINARY};
use endgame::FULL_SCALE;
use king::Assault;
use material::{Accumulator, Balance, MaterialCache};
use pair::{FULL_PHASE, Pair};
use sets::Sets;
use trace::{FullTrace, NullTrace, Sum, Term, Trace};
use weights::WEIGHTS;

/// The evaluation's state in one search thread.
pub struct Classic {
    now: Accumulator,
    /// The sums before each move made, oldest first.
    earlier: Vec<Accumulator>,
    cache: MaterialCache,
    full_knowledge: bool,
}

impl Classic {
    pub fn new(position: &Position) -> Self {
        Self {
            now: Accumulator::new(position.board()),
            earlier: Vec::with_capacity(256),
            cache: MaterialCache::new(),
            full_knowledge: true,
        }
    }

    pub fn set_full_knowledge(&mut self, full: bool) {
        self.full_knowledge = full;
    }

    #[inline]
    pub fn push(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.earlier.push(self.now);
        self.now.on_move(piece, from, to, captured);
    }

    #[inline]
    pub fn pop(&mut self) {
        self.now = self.earlier.pop().expect("a move was observed");
    }

    pub fn evaluate(&mut self, position: &Position) -> Value {
        debug_assert_eq!(self.now, Accumulator::new(position.board()), "all moves were observed");
        let balance = self.cache.get(self.now.counts);
        let mut trace = NullTrace;
        let mut sum = Sum::new(self.now.value + balance.value, &mut trace);
        if self.full_knowledge {
            positional(position, &mut sum);
        }
        sum.add(Term::Tempo, position.side_to_move(), WEIGHTS.tempo);
        Verdict::new(position, balance, sum.total).value(position.side_to_move())
    }
}

/// All terms that need the board.
#[inline]
fn positional(position: &Position, sum: &mut Sum<impl Trace>) {
    let board = position.board();
    let mut sets = Sets::new(board);
    let [red, black] = mobility::add(board, &mut sets, sum);
    one_side(board, Color::Red, &sets, red, sum);
    one_side(board, Color::Black, &sets, black, sum);
}

/// The terms of one side that need all attacks.
#[inline(always)]
fn one_side(board: &Board, color: Color, sets: &Sets, assault: Assault, sum: &mut Sum<impl Trace>) {
    pawns::add(board, color, sets, sum);
    threats::add(board, color, sets, sum);
    king::add(board, color, sets, assault, sum);
}

/// Has this side nothing to win with but pawns that have come to the last rank?
#[inline]
fn is_spent(position: &Position, color: Color) -> bool {
    !position.has_major(color) && pawns::all_spent(position.board(), color)
}

/// What is left of a learned value, for the side to move, where the material of the better side wins by blunders of the other
/// at most. What is merely hard to win a network learns by itself.
pub fn without_false_hope(value: Value, position: &Position) -> Value {
    let better = if value >= 0 { position.side_to_move() } else { !position.side_to_move() };
    let counts = material::Counts::new(position.board());
    let scale = endgame::scale(counts.army(better), counts.army(!better));
    match scale {
        _ if is_spent(position, better) => 0,
        0..=endgame::UNLIKELY => value * i32::from(scale) / i32::from(FULL_SCALE),
        _ => value,
    }
}

/// The sum and what becomes of it.
struct Verdict {
    total: Pair,
    phase: i32,
    scale: u8,
}

impl Verdict {
    #[inline]
    fn new(position: &Position, balance: Balance, total: Pair) -> Self {
        let phase = i32::from(balance.phase);
        let better = if total.blend(phase) >= 0 { Color::Red } else { Color::Black };
        let scale = if is_spent(position, better) { 0 } else { balance.scale[better] };
        Self { total, phase, scale }
    }

    /// For `color`.
    #[inline]
    fn value(&self, color: Color) -> Value {
        let scaled =
            self.total.blend(self.phase) / FULL_PHASE * i32::from(self.scale) / i32::from(FULL_SCALE);
        scaled.clamp(-MAX_ORDINARY, MAX_ORDINARY) * color.sign()
    }
}

/// Evaluates from scratch, keeping all terms.
fn traced(position: &Position) -> (FullTrace, Verdict) {
    let mut trace = FullTrace::default();
    let balance = Balance::new(material::Counts::new(position.board()), &mut trace);
    let mut sum = Sum::new(balance.value, &mut trace);
    material::men(position.board(), &mut sum);
    positional(position, &mut sum);
    sum.add(Term::Tempo, position.side_to_move(), WEIGHTS.tempo);
    let verdict = Verdict::new(position, balance, sum.total);
    (trace, verdict)
}

/// Takes the value of a position apart.
pub fn explain(position: &Position) -> HceExplanation {
    let (trace, verdict) = traced(position);
    HceExplanation {
        terms: trace.explained(verdict.phase),
        phase: f64::from(verdict.phase) / f64::from(FULL_PHASE),
        scale: f64::from(verdict.scale) / f64::from(FULL_SCALE),
        damping: f64::from(damped(1_000, position.rule60_count())) / 1_000.0,
        red_value: damped(verdict.value(Color::Red), position.rule60_count()),
        value: damped(verdict.value(position.side_to_move()), position.rule60_count()),
    }
}

#[cfg(test)]
mod tests;
