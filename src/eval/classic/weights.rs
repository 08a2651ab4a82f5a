// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every weight of the evaluation, in centipawns, middlegame before endgame.
//!
//! The numbers are fitted to games of self-play (`chuhe tune`); the square tables are next door.

use super::pair::{Pair, pair};
use bytemuck::{Pod, Zeroable};

/// Material by kind: king, advisor, elephant, horse, rook, cannon, pawn. Guards are worth more the more the enemy can
/// attack with: see [`Weights::advisor_per_attacker`].
pub(super) const VALUES: [Pair; 7] =
    [pair(0, 0), pair(80, 19), pair(44, 35), pair(352, 383), pair(915, 947), pair(418, 313), pair(71, 109)];

/// The weights of all terms: pairs first, then plain numbers. Tuning takes them for a row of numbers in the order of
/// the fields, in which they are also written down below.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
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

    /// A horse, by the number of points where no lesser man takes it.
    pub(super) horse_mobility: [Pair; 9],
    /// A rook, by the number of points where no lesser man takes it.
    pub(super) rook_mobility: [Pair; 18],
    /// A cannon, by the number of its quiet moves.
    pub(super) cannon_mobility: [Pair; 18],
    /// A major that a cannon attacks.
    pub(super) cannon_target: Pair,
    /// A horse at home with an own man before it.
    pub(super) blocked_horse: Pair,
    /// A rook on a file without pawns.
    pub(super) rook_open_file: Pair,
    /// A rook on a file without own pawns.
    pub(super) rook_half_open_file: Pair,
    /// A rook on the files d or f, which pass the palaces' doors.
    pub(super) rook_door_file: Pair,

    /// Pawns across the river short of the last rank, by the enemy's advisors (none, one, two) and their number.
    pub(super) crossed_pawns: [[Pair; 4]; 3],
    /// Two crossed pawns side by side.
    pub(super) linked_pawns: Pair,
    /// A pawn on the last rank.
    pub(super) old_pawn: Pair,
    /// A pawn on its river bank that crosses unhindered.
    pub(super) crossing_pawn: Pair,

    /// An enemy rook attacked by anything less, an enemy horse or cannon attacked by a pawn or guard.
    pub(super) attacked_by_lesser: Pair,
    /// An enemy major attacked and not protected.
    pub(super) hanging_major: Pair,
    /// An enemy guard attacked and not protected.
    pub(super) hanging_guard: Pair,
    /// More than one of the enemy's majors in danger.
    pub(super) two_threats: Pair,
    /// An own major protected by a pawn, guard or horse.
    pub(super) connected_major: Pair,
    /// Two horses that protect each other.
    pub(super) connected_horses: Pair,

    /// A cannon before the king with nothing between, by the number of own rooks.
    pub(super) hollow_cannon: [Pair; 3],
    /// The same from the side.
    pub(super) side_hollow_cannon: [Pair; 3],
    /// A cannon behind two men on the king's file, an enemy major in the heart of the palace one of them.
    pub(super) cannon_on_heart: Pair,
    /// A cannon behind two other men on the king's file.
    pub(super) centre_cannon: Pair,
    /// A rook aimed at a door of the palace which a cannon on the king's file keeps him from leaving.
    pub(super) gate: Pair,
    /// A cannon on the enemy's last rank with the way to the king open, by the number of own rooks.
    pub(super) bottom_cannon: [Pair; 3],
    /// An enemy major that may not leave the line to its king.
    pub(super) pin: Pair,
    /// An enemy king without a man before it.
    pub(super) open_king: Pair,
    /// The same with a rook on its file.
    pub(super) king_facing_rook: Pair,
    /// An enemy king in the heart of its palace while both advisors are there.
    pub(super) king_in_heart: Pair,
    /// An enemy king with nothing but guards, by the points it can step to.
    pub(super) hunted_king: [Pair; 5],
    /// Majors across the river on one wing, by their number.
    pub(super) wing_attack: [Pair; 5],
    /// What adds to the danger of a king.
    pub(super) danger_units: DangerUnits,
    /// Danger units turned into a value.
    pub(super) king_danger: DangerCurve,
}

/// Units of danger to a king: an advisor missing is about sixteen.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct DangerUnits {
    /// A man that attacks the palace, by kind.
    pub(super) attacker: [i32; 7],
    /// A rook or horse that can give a check where nobody takes it.
    pub(super) safe_check: i32,
    /// A hollow cannon, or a centre cannon against a major in the heart of the palace.
    pub(super) deadly_cannon: i32,
    /// Each missing advisor.
    pub(super) missing_advisor: i32,
    /// Each missing elephant, if there is a cannon.
    pub(super) missing_elephant: i32,
    /// Three majors on a wing and a rook on the board.
    pub(super) wing_attack: i32,
    /// The attacker has no rook.
    pub(super) no_rook: i32,
    /// Each major that stands by its king.
    pub(super) defender: i32,
}

/// A parabola in the middlegame and a line in the endgame, both with a roof.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct DangerCurve {
    /// Divides the square of the units.
    divisor: i32,
    /// Largest middlegame value.
    roof: i32,
    /// Endgame value of eight units.
    per_eight: i32,
}

impl DangerCurve {
    /// The value of so many units; fewer than none count as none.
    #[inline]
    pub(super) const fn of(&self, units: i32) -> Pair {
        let units = if units < 0 { 0 } else { units };
        let (square, line) = (units * units / self.divisor, units * self.per_eight / 8);
        let roof = self.roof;
        pair(if square < roof { square } else { roof }, if line < roof { line } else { roof })
    }
}

/// The weights in use.
pub(super) const WEIGHTS: Weights = Weights {
    tempo: pair(21, 2),
    advisor_per_attacker: pair(-11, 3),
    elephant_per_attacker: pair(4, 12),
    missing_advisor_rook: [pair(7, 21), pair(-18, -4), pair(-30, -44)],
    missing_advisor_two_rooks: [pair(12, 35), pair(-24, -41), pair(-113, -64)],
    missing_advisor_horse: [pair(23, -1), pair(30, -5), pair(-42, -11)],
    missing_elephant_cannon: [pair(12, 12), pair(-25, -2), pair(-40, -7)],
    cannon_per_guard: pair(-2, 21),
    major_per_missing_advisor: pair(47, 17),
    rook_and_cannon: pair(24, -31),
    horse_and_cannon: pair(7, 35),
    two_cannons: pair(-23, -33),
    no_rook: pair(-60, -32),

    horse_mobility: [
        pair(-52, -78),
        pair(-24, -33),
        pair(-20, 6),
        pair(-5, 18),
        pair(4, 15),
        pair(15, 18),
        pair(24, 17),
        pair(28, 20),
        pair(35, 7),
    ],
    rook_mobility: [
        pair(-29, -37),
        pair(-21, -28),
        pair(-19, -29),
        pair(-12, -24),
        pair(4, -10),
        pair(9, -6),
        pair(12, 2),
        pair(10, 2),
        pair(8, 13),
        pair(10, 19),
        pair(11, 17),
        pair(11, 16),
        pair(14, 24),
        pair(14, 30),
        pair(18, 23),
        pair(32, 22),
        pair(19, 20),
        pair(19, 13),
    ],
    cannon_mobility: [
        pair(-18, -18),
        pair(-26, -13),
        pair(-7, -4),
        pair(-9, -2),
        pair(-8, -16),
        pair(-4, 1),
        pair(-1, 0),
        pair(0, -6),
        pair(0, 7),
        pair(5, 13),
        pair(0, 8),
        pair(8, 5),
        pair(8, 8),
        pair(10, 4),
        pair(3, 20),
        pair(17, 7),
        pair(31, 13),
        pair(20, 5),
    ],
    cannon_target: pair(8, 34),
    blocked_horse: pair(-8, -19),
    rook_open_file: pair(7, 1),
    rook_half_open_file: pair(3, 18),
    rook_door_file: pair(6, 3),

    crossed_pawns: [
        [pair(-5, -20), pair(33, 61), pair(43, 71), pair(47, 60)],
        [pair(-2, -18), pair(3, 20), pair(34, 48), pair(45, 57)],
        [pair(0, -5), pair(0, -53), pair(-10, -55), pair(19, 1)],
    ],
    linked_pawns: pair(-4, -16),
    old_pawn: pair(-21, -79),
    crossing_pawn: pair(2, 12),

    attacked_by_lesser: pair(41, 16),
    hanging_major: pair(39, 23),
    hanging_guard: pair(30, 10),
    two_threats: pair(31, 26),
    connected_major: pair(11, 4),
    connected_horses: pair(0, -10),

    hollow_cannon: [pair(34, 24), pair(90, 46), pair(117, 65)],
    side_hollow_cannon: [pair(-2, -4), pair(19, -5), pair(29, 26)],
    cannon_on_heart: pair(63, 63),
    centre_cannon: pair(-2, 5),
    gate: pair(20, 27),
    bottom_cannon: [pair(5, -3), pair(29, 16), pair(38, 27)],
    pin: pair(40, 40),
    open_king: pair(30, -7),
    king_facing_rook: pair(21, 7),
    king_in_heart: pair(17, 8),
    hunted_king: [pair(23, 15), pair(13, 5), pair(6, 0), pair(2, -10), pair(0, 1)],
    wing_attack: [pair(-4, 8), pair(6, -3), pair(29, 5), pair(44, 36), pair(29, 18)],
    danger_units: DangerUnits {
        attacker: [0, 0, 0, 44, 24, 14, 63],
        safe_check: 50,
        deadly_cannon: 18,
        missing_advisor: 17,
        missing_elephant: 17,
        wing_attack: 23,
        no_rook: -57,
        defender: -9,
    },
    king_danger: DangerCurve { divisor: 101, roof: 320, per_eight: -4 },
};
