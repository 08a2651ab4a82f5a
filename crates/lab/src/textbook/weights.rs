// SPDX-License-Identifier: MIT OR Apache-2.0
//! All weights of the textbook evaluation, middlegame before endgame.
//!
//! The numbers were fitted to self-play games by Texel tuning; the piece-square tables are in `squares.rs`.

use super::pair::{Pair, pair, pairs};
use bytemuck::{Pod, Zeroable};

/// Piece values: king, advisor, elephant, horse, rook, cannon, pawn. Defenders gain value with the number of
/// enemy attackers, see [`Weights::advisor_per_attacker`].
pub const VALUES: [Pair; 7] =
    [pair(0, 0), pair(116, 3), pair(31, 30), pair(335, 386), pair(954, 930), pair(419, 291), pair(73, 114)];

/// The weights of all terms: pairs first, then plain numbers. Tuning sees them as a list of numbers in the
/// order of the fields, which is also the order of the definition below.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Weights {
    /// The side to move.
    pub tempo: Pair,
    /// An advisor, for each attack unit of the enemy (rook 3, horse 2, cannon 2).
    pub advisor_per_attacker: Pair,
    /// An elephant, for each attack unit of the enemy.
    pub elephant_per_attacker: Pair,
    /// A missing advisor (first, second) against an enemy rook.
    pub missing_advisor_rook: [Pair; 3],
    /// A missing advisor (first, second) against two enemy rooks.
    pub missing_advisor_two_rooks: [Pair; 3],
    /// A missing advisor (first, second) against an enemy horse.
    pub missing_advisor_horse: [Pair; 3],
    /// A missing elephant (first, second) against an enemy cannon.
    pub missing_elephant_cannon: [Pair; 3],
    /// A cannon, for each enemy defender: it can serve as a screen.
    pub cannon_per_defender: Pair,
    /// A rook or horse, for each missing enemy advisor.
    pub major_per_missing_advisor: Pair,
    /// Rook and cannon together.
    pub rook_and_cannon: Pair,
    /// Horse and cannon together: different kinds of attackers help each other.
    pub horse_and_cannon: Pair,
    /// Two cannons: they obstruct each other.
    pub two_cannons: Pair,
    /// No rook of its own against a rook.
    pub no_rook: Pair,

    /// A horse, by the number of squares that it can reach and no lesser piece attacks.
    pub horse_mobility: [Pair; 9],
    /// A rook, by the number of squares that it can reach and no lesser piece attacks.
    pub rook_mobility: [Pair; 18],
    /// A cannon, by the number of its quiet moves.
    pub cannon_mobility: [Pair; 18],
    /// A major that a cannon attacks.
    pub cannon_target: Pair,
    /// A horse at home with a friendly piece in front.
    pub blocked_horse: Pair,
    /// A rook on a file without pawns.
    pub rook_open_file: Pair,
    /// A rook on a file without own pawns.
    pub rook_half_open_file: Pair,
    /// A rook on file d or f (the rib files, 肋道), which run along the sides of the palaces.
    pub rook_rib_file: Pair,

    /// Pawns across the river but not on the last rank, by the number of enemy advisors (0 to 2) and of
    /// pawns.
    pub crossed_pawns: [[Pair; 4]; 3],
    /// Two crossed pawns side by side.
    pub linked_pawns: Pair,
    /// A pawn on the last rank.
    pub last_rank_pawn: Pair,
    /// A pawn that can cross the river safely with its next move.
    pub crossing_pawn: Pair,

    /// An enemy rook attacked by a lesser piece, or an enemy horse or cannon attacked by a minor.
    pub lesser_attacker: Pair,
    /// An enemy major attacked and not protected.
    pub hanging_major: Pair,
    /// An enemy defender attacked and not protected.
    pub hanging_defender: Pair,
    /// More than one enemy major threatened.
    pub two_threats: Pair,
    /// An own major protected by a minor or a horse.
    pub protected_major: Pair,
    /// Two horses that protect each other.
    pub connected_horses: Pair,

    /// A cannon on the king's file with nothing in between (空头炮), by the number of own rooks.
    pub hollow_cannon: [Pair; 3],
    /// A cannon on the king's rank with nothing in between, by the number of own rooks.
    pub side_hollow_cannon: [Pair; 3],
    /// A cannon behind two pieces on the king's file, one of them an enemy major in the palace centre.
    pub cannon_on_palace_centre: Pair,
    /// A cannon behind two other pieces on the king's file.
    pub central_cannon: Pair,
    /// A rook that attacks a square beside a king which a cannon on its file keeps in place (铁门栓).
    pub iron_bolt: Pair,
    /// A cannon on the enemy's back rank with the line to the king open (沉底炮), by the number of own rooks.
    pub bottom_cannon: [Pair; 3],
    /// An enemy major pinned to its king.
    pub pin: Pair,
    /// An enemy king without other pieces of its side on its file, against a rook.
    pub exposed_king: Pair,
    /// The same with the rook on that file.
    pub king_facing_rook: Pair,
    /// An enemy king in the palace centre with both advisors still on the board.
    pub king_in_centre: Pair,
    /// An enemy king that has only defenders left, by the number of squares that it can step to.
    pub king_mobility: [Pair; 5],
    /// Majors across the river on one wing, by their number.
    pub wing_attack: [Pair; 5],
    /// The units that add up to king danger.
    pub danger_units: DangerUnits,
    /// The conversion of danger units into a value.
    pub king_danger: DangerCurve,
}

/// Danger units: the sum measures an attack on a king; a missing advisor counts for about sixteen.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct DangerUnits {
    /// A piece that attacks the palace, by kind.
    pub attacker: [i32; 7],
    /// A rook or horse that can give check on a safe square.
    pub safe_check: i32,
    /// A hollow cannon, or a central cannon against a major in the palace centre.
    pub deadly_cannon: i32,
    /// Each missing advisor.
    pub missing_advisor: i32,
    /// Each missing elephant, against a cannon.
    pub missing_elephant: i32,
    /// At least three majors on one wing, with a rook on the board.
    pub wing_attack: i32,
    /// The attacker has no rook.
    pub no_rook: i32,
    /// Each enemy major near its king.
    pub defender: i32,
}

/// The value of danger units: quadratic in the middlegame and linear in the endgame, both capped.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct DangerCurve {
    /// Divides the square of the units.
    divisor: i32,
    /// The cap of both values.
    cap: i32,
    /// The endgame value of eight units.
    per_eight: i32,
}

impl DangerCurve {
    /// Returns the value of a number of units; negative numbers count as 0.
    #[inline]
    pub const fn value(&self, units: i32) -> Pair {
        let units = if units < 0 { 0 } else { units };
        let (square, line) = (units * units / self.divisor, units * self.per_eight / 8);
        let cap = self.cap;
        pair(if square < cap { square } else { cap }, if line < cap { line } else { cap })
    }
}

/// The weights in use.
pub const WEIGHTS: Weights = Weights {
    tempo: pair(23, 1),
    advisor_per_attacker: pair(-24, 2),
    elephant_per_attacker: pair(4, 17),
    missing_advisor_rook: [pair(-5, 29), pair(-37, -11), pair(-27, -63)],
    missing_advisor_two_rooks: [pair(41, 81), pair(-33, -55), pair(-137, -78)],
    missing_advisor_horse: [pair(42, 10), pair(50, -5), pair(-56, -21)],
    missing_elephant_cannon: [pair(32, 2), pair(-20, -7), pair(-54, 9)],
    cannon_per_defender: pair(-11, 28),
    major_per_missing_advisor: pair(65, 3),
    rook_and_cannon: pair(40, -38),
    horse_and_cannon: pair(26, 43),
    two_cannons: pair(-11, -54),
    no_rook: pair(-94, -32),

    horse_mobility: pairs([-49, -28, -21, -7, -1, 12, 17, 26, 39], [-93, -26, 9, 22, 21, 22, 18, 16, 2]),
    rook_mobility: pairs(
        [-16, -18, -16, -7, 2, 11, 11, 12, 13, 10, 15, 10, 14, 14, 19, 39, 21, 16],
        [-44, -33, -41, -24, -7, -1, 3, 7, 13, 21, 18, 22, 28, 34, 23, 17, 11, 4],
    ),
    cannon_mobility: pairs(
        [-42, -37, -16, -10, -10, -7, -1, 1, 2, 5, 3, 13, 10, 13, 10, 25, 35, 36],
        [-32, -14, -1, 2, -10, 6, -3, -7, 1, 14, 3, 1, 12, 4, 18, 6, 12, -3],
    ),
    cannon_target: pair(13, 46),
    blocked_horse: pair(-6, -25),
    rook_open_file: pair(15, -6),
    rook_half_open_file: pair(3, 27),
    rook_rib_file: pair(6, -1),

    crossed_pawns: [
        [pair(-11, -30), pair(45, 96), pair(53, 115), pair(51, 74)],
        [pair(-3, -42), pair(2, 24), pair(32, 48), pair(51, 73)],
        [pair(7, 7), pair(-2, -72), pair(-5, -87), pair(1, -29)],
    ],
    linked_pawns: pair(-3, -10),
    last_rank_pawn: pair(-11, -87),
    crossing_pawn: pair(1, 21),

    lesser_attacker: pair(43, 12),
    hanging_major: pair(41, 25),
    hanging_defender: pair(34, 8),
    two_threats: pair(36, 23),
    protected_major: pair(8, 3),
    connected_horses: pair(-3, -17),

    hollow_cannon: [pair(42, 29), pair(100, 33), pair(125, 61)],
    side_hollow_cannon: [pair(-6, -5), pair(30, -12), pair(30, 43)],
    cannon_on_palace_centre: pair(71, 80),
    central_cannon: pair(-3, 15),
    iron_bolt: pair(27, 31),
    bottom_cannon: [pair(5, -8), pair(25, 32), pair(55, 47)],
    pin: pair(47, 56),
    exposed_king: pair(38, -18),
    king_facing_rook: pair(21, 10),
    king_in_centre: pair(-7, 18),
    king_mobility: [pair(22, 6), pair(11, -3), pair(4, -8), pair(1, -21), pair(0, 5)],
    wing_attack: [pair(3, -2), pair(4, -5), pair(29, 3), pair(41, 54), pair(24, 18)],
    danger_units: DangerUnits {
        attacker: [0, 0, 0, 37, 25, 15, 57],
        safe_check: 57,
        deadly_cannon: 15,
        missing_advisor: 15,
        missing_elephant: 5,
        wing_attack: 13,
        no_rook: -23,
        defender: -11,
    },
    king_danger: DangerCurve { divisor: 116, cap: 317, per_eight: 0 },
};
