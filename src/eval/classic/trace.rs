// SPDX-License-Identifier: MIT OR Apache-2.0
//! The terms of the evaluation and their collection.
//!
//! All terms are added through [`Sum::add`], which reports them to a [`Trace`]. The search uses
//! [`NullTrace`], which costs nothing, `explain` uses [`FullTrace`], and tuning a trace with weights of its
//! own. There is only one implementation, so what is explained and tuned is what is played.

#![expect(clippy::inline_always, reason = "a colour is a constant only where its function is inlined")]

use super::pair::Pair;
use super::weights::{WEIGHTS, Weights};
use crate::types::Color;

macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident $name:literal $chinese:literal)*) => {
        /// A term of the evaluation.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Term { $($(#[$doc])* $term),* }

        impl Term {
            /// All terms in the order in which they are shown.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$term),*];

            /// The name of the term, as `chuhe eval` shows it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$term => $name),* }
            }

            /// The name of the term in Chinese.
            pub const fn chinese(self) -> &'static str {
                match self { $(Self::$term => $chinese),* }
            }
        }
    };
}

terms! {
    /// The values of the pieces.
    Material "material" "子力"
    /// Piece-square tables (PSQT).
    PieceSquare "piece-square" "子力位置"
    /// Advisors and elephants against the enemy's attackers.
    Defenders "defenders" "士象防守"
    /// Combinations of attackers.
    Cooperation "cooperation" "兵种配合"
    /// Squares that a horse can reach safely.
    HorseMobility "horse mobility" "马的活动"
    /// Squares that a rook can reach safely.
    RookMobility "rook mobility" "车的活动"
    /// Quiet moves of a cannon.
    CannonMobility "cannon mobility" "炮的活动"
    /// Majors that a cannon attacks.
    CannonTargets "cannon targets" "炮的目标"
    /// Horses at home with a friendly piece in front.
    BlockedHorses "blocked horses" "马路不畅"
    /// Rooks on open, half-open and rib files.
    OpenFiles "open files" "车占通路"
    /// Pawns across the river.
    CrossedPawns "crossed pawns" "过河兵卒"
    /// Crossed pawns side by side.
    LinkedPawns "linked pawns" "牵手兵卒"
    /// Pawns on the last rank.
    LastRankPawns "last-rank pawns" "沉底兵卒"
    /// Pawns that can cross the river safely.
    CrossingPawns "crossing pawns" "待渡兵卒"
    /// Majors attacked by a piece of lesser value.
    LesserAttackers "lesser attackers" "大子受攻"
    /// Enemy pieces attacked and not protected.
    HangingPieces "hanging pieces" "无根受攻"
    /// Own majors protected by a minor or a horse.
    ProtectedMajors "protected majors" "有根大子"
    /// A cannon facing the king with nothing in between (空头炮).
    HollowCannon "hollow cannon" "空头炮"
    /// A cannon behind two pieces on the king's file.
    CentralCannon "central cannon" "中路炮"
    /// A cannon on the enemy's back rank (沉底炮).
    BottomCannon "bottom cannon" "沉底炮"
    /// A rook aimed at the square beside a king that a central cannon keeps in place (铁门栓).
    IronBolt "iron bolt" "铁门栓"
    /// Majors pinned to their king.
    Pins "pins" "牵制"
    /// A king without other pieces on its file.
    ExposedKing "exposed king" "将帅暴露"
    /// A king in the palace centre with both advisors around it.
    KingInCentre "king in centre" "将帅居中"
    /// Steps of a king that has only defenders left.
    KingMobility "king mobility" "将帅活动"
    /// Majors across the river on one wing.
    WingAttack "wing attack" "侧翼进攻"
    /// The danger units of an attack on the king.
    KingDanger "king danger" "将帅危险"
    /// The side to move.
    Tempo "tempo" "先手"
}

/// Receives every term, and provides the weights.
pub trait Trace {
    /// Records that `color` gets `value` for `term`.
    fn add(&mut self, term: Term, color: Color, value: Pair);

    /// The weights to evaluate with: by default the constants, which costs nothing.
    #[inline]
    fn weights(&self) -> &Weights {
        &WEIGHTS
    }
}

/// Ignores all terms.
pub struct NullTrace;

impl Trace for NullTrace {
    #[inline]
    fn add(&mut self, _: Term, _: Color, _: Pair) {}
}

/// Keeps the sums by term and colour.
#[derive(Default)]
pub struct FullTrace {
    sums: [[Pair; 2]; Term::ALL.len()],
}

impl Trace for FullTrace {
    fn add(&mut self, term: Term, color: Color, value: Pair) {
        self.sums[term as usize][color] += value;
    }
}

impl FullTrace {
    /// Returns the sum of `color`'s values for `term`.
    pub fn of(&self, term: Term, color: Color) -> Pair {
        self.sums[term as usize][color]
    }
}

/// The running sum, from Red's point of view.
pub struct Sum<'t, T: Trace> {
    pub total: Pair,
    trace: &'t mut T,
}

impl<'t, T: Trace> Sum<'t, T> {
    /// Creates a sum that starts from a known part.
    #[inline]
    pub fn new(total: Pair, trace: &'t mut T) -> Self {
        Self { total, trace }
    }

    /// The weights to evaluate with.
    #[inline]
    pub fn weights(&self) -> &Weights {
        self.trace.weights()
    }

    /// Adds `value` for `term` to the side of `color`.
    #[inline(always)]
    pub fn add(&mut self, term: Term, color: Color, value: Pair) {
        match color {
            Color::Red => self.total += value,
            Color::Black => self.total -= value,
        }
        self.trace.add(term, color, value);
    }
}
