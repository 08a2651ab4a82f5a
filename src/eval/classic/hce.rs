// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation itself: its state in a search thread, and the order in which the terms are added.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use super::army::PieceCounts;
use super::attack_sets::AttackSets;
use super::endgame::{self, FULL_SCALE};
use super::incremental::Incremental;
use super::king_attack::KingAttack;
use super::material::{MaterialEntry, MaterialTable};
use super::pair::{FULL_PHASE, Pair};
use super::trace::{NullTrace, Sum, Term, Trace};
use super::weights::WEIGHTS;
use super::{king, mobility, pawns, threats};
use crate::position::{Board, Position};
use crate::types::{Color, Piece, Square, Value, value::MAX_ORDINARY};

/// The state of the hand-crafted evaluation in one search thread.
pub struct Hce {
    current: Incremental,
    /// The sums before each move made, oldest first.
    earlier: Vec<Incremental>,
    material: MaterialTable,
    /// Evaluate the terms that need the board.
    is_positional: bool,
}

impl Hce {
    /// Creates the full evaluation.
    pub fn new(position: &Position) -> Self {
        Self {
            current: Incremental::new(position.board()),
            earlier: Vec::with_capacity(256),
            material: MaterialTable::new(),
            is_positional: true,
        }
    }

    /// Creates an evaluation of material and piece-square tables only.
    pub fn psqt_only(position: &Position) -> Self {
        Self { is_positional: false, ..Self::new(position) }
    }

    #[inline]
    pub fn push(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.earlier.push(self.current);
        self.current.on_move(piece, from, to, captured);
    }

    #[inline]
    pub fn pop(&mut self) {
        self.current = self.earlier.pop().expect("a move was observed");
    }

    pub fn evaluate(&mut self, position: &Position) -> Value {
        debug_assert_eq!(self.current, Incremental::new(position.board()), "all moves were observed");
        let material = self.material.get(self.current.counts);
        let mut trace = NullTrace;
        let mut sum = Sum::new(self.current.value + material.value, &mut trace);
        if self.is_positional {
            positional(position, &mut sum);
        }
        sum.add(Term::Tempo, position.side_to_move(), WEIGHTS.tempo);
        TaperedSum::new(position, material, sum.total).value(position.side_to_move())
    }
}

/// Adds all terms that need the board.
#[inline]
pub fn positional(position: &Position, sum: &mut Sum<impl Trace>) {
    let board = position.board();
    let mut sets = AttackSets::new(board);
    let [red, black] = mobility::add(board, &mut sets, sum);
    one_side(board, Color::Red, &sets, red, sum);
    one_side(board, Color::Black, &sets, black, sum);
}

/// Adds the terms of one side that need all attack sets.
#[inline(always)]
fn one_side(board: &Board, color: Color, sets: &AttackSets, attack: KingAttack, sum: &mut Sum<impl Trace>) {
    pawns::add(board, color, sets, sum);
    threats::add(board, color, sets, sum);
    king::add(board, color, sets, attack, sum);
}

/// Returns true if all attackers of a side are pawns on the last rank.
#[inline]
fn has_only_spent_pawns(position: &Position, color: Color) -> bool {
    !position.has_major(color) && pawns::all_on_last_rank(position.board(), color)
}

/// Scales down a network's value, for the side to move, where the better side's material can win only by
/// blunders of the opponent. The network learns by itself to value what is merely hard to win.
pub fn scaled_by_material(value: Value, position: &Position) -> Value {
    let better = if value >= 0 { position.side_to_move() } else { !position.side_to_move() };
    let counts = PieceCounts::new(position.board());
    let scale = endgame::scale(counts.army(better), counts.army(!better));
    match scale {
        _ if has_only_spent_pawns(position, better) => 0,
        0..=endgame::UNLIKELY => value * i32::from(scale) / i32::from(FULL_SCALE),
        _ => value,
    }
}

/// The sum of all terms before it is blended by the phase and scaled.
pub struct TaperedSum {
    pub total: Pair,
    pub phase: i32,
    pub scale: u8,
}

impl TaperedSum {
    #[inline]
    pub fn new(position: &Position, material: MaterialEntry, total: Pair) -> Self {
        let phase = i32::from(material.phase);
        let better = if total.blend(phase) >= 0 { Color::Red } else { Color::Black };
        let scale = if has_only_spent_pawns(position, better) { 0 } else { material.scale[better] };
        Self { total, phase, scale }
    }

    /// Returns the blended and scaled value for `color`.
    #[inline]
    pub fn value(&self, color: Color) -> Value {
        let scaled =
            self.total.blend(self.phase) / FULL_PHASE * i32::from(self.scale) / i32::from(FULL_SCALE);
        scaled.clamp(-MAX_ORDINARY, MAX_ORDINARY) * color.sign()
    }
}
