// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every weight of the evaluation, in centipawns, middlegame before endgame.
//!
//! The numbers are starting points of our own, to be fitted by games; the square tables are next door.

use super::pair::{Pair, pair};
use bytemuck::{Pod, Zeroable};

/// Material by kind: king, advisor, elephant, horse, rook, cannon, pawn. Guards are worth more the more the enemy can
/// attack with: see [`Weights::advisor_per_attacker`].
pub(super) const VALUES: [Pair; 7] =
    [pair(0, 0), pair(50, 50), pair(50, 50), pair(390, 405), pair(880, 950), pair(420, 372), pair(65, 100)];

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

    horse_mobility: [
        pair(-50, -60),
        pair(-22, -30),
        pair(-5, -8),
        pair(5, 5),
        pair(13, 13),
        pair(19, 18),
        pair(25, 22),
        pair(28, 25),
        pair(31, 27),
    ],
    rook_mobility: [
        pair(-45, -36),
        pair(-35, -28),
        pair(-26, -21),
        pair(-18, -15),
        pair(-11, -9),
        pair(-5, -4),
        pair(0, 0),
        pair(4, 3),
        pair(8, 6),
        pair(12, 9),
        pair(15, 12),
        pair(18, 15),
        pair(21, 18),
        pair(24, 20),
        pair(26, 22),
        pair(28, 24),
        pair(29, 25),
        pair(30, 26),
    ],
    cannon_mobility: [
        pair(-6, -18),
        pair(-5, -15),
        pair(-4, -12),
        pair(-3, -9),
        pair(-2, -6),
        pair(-1, -3),
        pair(0, 0),
        pair(1, 3),
        pair(2, 6),
        pair(3, 9),
        pair(4, 12),
        pair(5, 15),
        pair(6, 18),
        pair(6, 18),
        pair(6, 18),
        pair(6, 18),
        pair(6, 18),
        pair(6, 18),
    ],
    cannon_target: pair(5, 5),
    blocked_horse: pair(-9, -4),
    rook_open_file: pair(14, 10),
    rook_half_open_file: pair(9, 7),
    rook_door_file: pair(6, 3),

    crossed_pawns: [
        [pair(0, 0), pair(6, 6), pair(24, 24), pair(44, 48)],
        [pair(0, 0), pair(3, 3), pair(18, 18), pair(36, 38)],
        [pair(0, 0), pair(0, 0), pair(13, 13), pair(27, 27)],
    ],
    linked_pawns: pair(10, 14),
    old_pawn: pair(-18, -30),
    crossing_pawn: pair(9, 16),

    attacked_by_lesser: pair(24, 20),
    hanging_major: pair(16, 16),
    hanging_guard: pair(7, 7),
    two_threats: pair(30, 30),
    connected_major: pair(4, 4),
    connected_horses: pair(7, 5),

    hollow_cannon: [pair(28, 18), pair(90, 55), pair(112, 70)],
    side_hollow_cannon: [pair(6, 4), pair(18, 12), pair(24, 16)],
    cannon_on_heart: pair(48, 44),
    centre_cannon: pair(11, 6),
    gate: pair(22, 13),
    bottom_cannon: [pair(6, 4), pair(18, 8), pair(26, 12)],
    pin: pair(20, 20),
    open_king: pair(13, 4),
    king_facing_rook: pair(26, 8),
    king_in_heart: pair(18, 9),
    hunted_king: [pair(24, 24), pair(14, 14), pair(7, 7), pair(3, 3), pair(0, 0)],
    wing_attack: [pair(0, 0), pair(0, 0), pair(10, 6), pair(26, 13), pair(32, 16)],
    danger_units: DangerUnits {
        attacker: [0, 0, 0, 24, 20, 12, 20],
        safe_check: 12,
        deadly_cannon: 24,
        missing_advisor: 16,
        missing_elephant: 8,
        wing_attack: 12,
        no_rook: -32,
        defender: -12,
    },
    king_danger: DangerCurve { divisor: 112, roof: 320, per_eight: 4 },
};
