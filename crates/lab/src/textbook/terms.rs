// SPDX-License-Identifier: MIT OR Apache-2.0
//! The terms of the evaluation: pairs of a middlegame and an endgame value (`S(mg, eg)` in Stockfish), and
//! their sum for both sides.

use super::weights::Weights;
use bytemuck::{Pod, Zeroable};
use core::ops::{Add, AddAssign, Mul, Sub, SubAssign};
use xiangqi::types::Color;

/// Weight of the middlegame half when all majors are on the board.
pub const FULL_PHASE: i32 = 32;

/// A middlegame and an endgame value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Pair {
    pub middlegame: i32,
    pub endgame: i32,
}

/// Creates a pair from its two halves.
pub const fn pair(middlegame: i32, endgame: i32) -> Pair {
    Pair { middlegame, endgame }
}

impl Pair {
    pub const ZERO: Self = pair(0, 0);

    /// Blends both halves by the phase, from 0 (endgame) to [`FULL_PHASE`]; the result is multiplied by
    /// [`FULL_PHASE`].
    pub const fn blend(self, phase: i32) -> i32 {
        self.middlegame * phase + self.endgame * (FULL_PHASE - phase)
    }
}

impl Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        pair(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other * -1
    }
}

impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        pair(self.middlegame * factor, self.endgame * factor)
    }
}

impl core::iter::Sum for Pair {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::ZERO, Add::add)
    }
}

/// A term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The values of the pieces.
    Material,
    /// Piece-square tables (PSQT).
    PieceSquare,
    /// Advisors and elephants against the enemy's attackers.
    Defenders,
    /// Combinations of attackers.
    Cooperation,
    /// Squares that a horse can reach safely.
    HorseMobility,
    /// Squares that a rook can reach safely.
    RookMobility,
    /// Quiet moves of a cannon.
    CannonMobility,
    /// Majors that a cannon attacks.
    CannonTargets,
    /// Horses at home with a friendly piece in front.
    BlockedHorses,
    /// Rooks on open, half-open and rib files.
    OpenFiles,
    /// Pawns across the river.
    CrossedPawns,
    /// Crossed pawns side by side.
    LinkedPawns,
    /// Pawns on the last rank.
    LastRankPawns,
    /// Pawns that can cross the river safely.
    CrossingPawns,
    /// Majors attacked by a piece of lesser value.
    LesserAttackers,
    /// Enemy pieces attacked and not protected.
    HangingPieces,
    /// Own majors protected by a minor or a horse.
    ProtectedMajors,
    /// A cannon facing the king with nothing in between (空头炮).
    HollowCannon,
    /// A cannon behind two pieces on the king's file.
    CentralCannon,
    /// A cannon on the enemy's back rank (沉底炮).
    BottomCannon,
    /// A rook aimed at the square beside a king that a central cannon keeps in place (铁门栓).
    IronBolt,
    /// Majors pinned to their king.
    Pins,
    /// A king without other pieces on its file.
    ExposedKing,
    /// A king in the palace centre with both advisors around it.
    KingInCentre,
    /// Steps of a king that has only defenders left.
    KingMobility,
    /// Majors across the river on one wing.
    WingAttack,
    /// The danger units of an attack on the king.
    KingDanger,
    /// The side to move.
    Tempo,
}

/// The terms of a position, with the weights that they are computed with.
pub struct Sum<'w> {
    pub weights: &'w Weights,
    /// By term and colour.
    values: [[Pair; 2]; Term::Tempo as usize + 1],
}

impl<'w> Sum<'w> {
    pub fn new(weights: &'w Weights) -> Self {
        Self { weights, values: Default::default() }
    }

    /// Adds `value` for `term` to the side of `color`.
    pub fn add(&mut self, term: Term, color: Color, value: Pair) {
        self.values[term as usize][color] += value;
    }

    /// Returns the values of a term for Red and Black.
    #[cfg(test)]
    pub fn of(&self, term: Term) -> [Pair; 2] {
        self.values[term as usize]
    }

    /// Returns Red's terms minus Black's.
    pub fn total(&self) -> Pair {
        self.values.iter().map(|&[red, black]| red - black).sum()
    }
}
