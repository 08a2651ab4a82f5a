// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every weight of the evaluation, in centipawns, middlegame before endgame.
//!
//! The numbers are starting points of our own, to be fitted by games; the square tables are next door.

use super::pair::{Pair, pair};

/// Material by kind: king, advisor, elephant, horse, rook, cannon, pawn. Guards are worth more the more the enemy can
/// attack with: see [`Weights::advisor_per_attacker`].
pub(super) const VALUES: [Pair; 7] =
    [pair(0, 0), pair(50, 50), pair(50, 50), pair(390, 405), pair(880, 950), pair(420, 372), pair(65, 100)];

/// The weights of all terms.
pub(super) struct Weights {
    /// The side to move.
    pub(super) tempo: Pair,
    /// An advisor, for each attack unit of the enemy (rook 3, horse 2, cannon 2).
    pub(super) advisor_per_attacker: Pair,
    /// An elephant, likewise.
    pub(super) elephant_per_attacker: Pair,
    /// A missing advisor (first, second) against an enemy rook.
    pub(super) missing_advisor_rook: [Pair; 3],
    /// A missing advisor (first, second) against two enemy rooks.
    pub(super) missing_advisor_two_rooks: [Pair; 3],
    /// A missing advisor (first, second) against an enemy horse.
    pub(super) missing_advisor_horse: [Pair; 3],
    /// A missing elephant (first, second) against an enemy cannon.
    pub(super) missing_elephant_cannon: [Pair; 3],
    /// A cannon, for each enemy guard: a screen.
    pub(super) cannon_per_guard: Pair,
    /// A rook or horse, for each missing enemy advisor.
    pub(super) major_per_missing_advisor: Pair,
    /// Rook and cannon together.
    pub(super) rook_and_cannon: Pair,
    /// Horse and cannon together: different kinds help each other.
    pub(super) horse_and_cannon: Pair,
    /// Two cannons get into each other's way.
    pub(super) two_cannons: Pair,
    /// No rook against a rook.
    pub(super) no_rook: Pair,
}

/// The weights in use.
pub(super) const WEIGHTS: Weights = Weights {
    tempo: pair(11, 6),
    advisor_per_attacker: pair(8, 8),
    elephant_per_attacker: pair(7, 6),
    missing_advisor_rook: [pair(0, 0), pair(0, 0), pair(-27, -20)],
    missing_advisor_two_rooks: [pair(0, 0), pair(-35, -25), pair(-80, -50)],
    missing_advisor_horse: [pair(0, 0), pair(-13, -13), pair(-30, -30)],
    missing_elephant_cannon: [pair(0, 0), pair(-10, -8), pair(-26, -20)],
    cannon_per_guard: pair(4, 4),
    major_per_missing_advisor: pair(7, 7),
    rook_and_cannon: pair(5, 5),
    horse_and_cannon: pair(8, 8),
    two_cannons: pair(-4, -4),
    no_rook: pair(-35, -30),
};
