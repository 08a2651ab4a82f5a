// SPDX-License-Identifier: MIT OR Apache-2.0
//! The terms of the evaluation, and their sum for both sides.

use super::pair::Pair;
use super::weights::Weights;
use xiangqi::types::Color;

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
