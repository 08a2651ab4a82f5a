// SPDX-License-Identifier: MIT OR Apache-2.0
//! The winning chances that material leaves: an advantage that the remaining pieces cannot win is worth less.
//!
//! The verdicts come from the textbooks' elementary endings, checked by exhaustive solutions of the small
//! ones (the share of all placements that the attacker wins). Three facts matter most. A rook beats
//! everything but all four defenders. A cannon wins nothing without an advisor of its own as a screen. Mixed
//! defenders, an advisor and an elephant, defend best.

#![expect(clippy::match_same_arms, reason = "the arms are the lines of a table, read from the top")]

use super::board::Board;
use super::position::Position;
use crate::types::{Bitboard, Color, PieceKind, Rank, coords};

/// The last rank by colour: a pawn there can only go sideways.
const LAST_RANK: [Bitboard; 2] = [coords::rank_set(Rank::R9), coords::rank_set(Rank::R0)];

/// The number of one side's pieces of each kind, without the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct PieceCounts {
    pub rooks: u32,
    pub horses: u32,
    pub cannons: u32,
    pub pawns: u32,
    pub advisors: u32,
    pub elephants: u32,
}

impl PieceCounts {
    /// Counts the pieces of a side.
    pub fn new(board: &Board, color: Color) -> Self {
        let count = |kind| board.pieces(kind, color).len();
        Self {
            rooks: count(PieceKind::Rook),
            horses: count(PieceKind::Horse),
            cannons: count(PieceKind::Cannon),
            pawns: count(PieceKind::Pawn),
            advisors: count(PieceKind::Advisor),
            elephants: count(PieceKind::Elephant),
        }
    }

    /// Returns the number of rooks, horses and cannons.
    pub const fn majors(self) -> u32 {
        self.rooks + self.horses + self.cannons
    }

    /// Returns the number of advisors and elephants.
    pub const fn defenders(self) -> u32 {
        self.advisors + self.elephants
    }

    /// Returns true with at least two advisors and two elephants.
    const fn has_all_defenders(self) -> bool {
        self.advisors >= 2 && self.elephants >= 2
    }
}

impl Position {
    /// Returns the share of an advantage of `color` that its material can win, from 0 to [`FULL_SCALE`].
    ///
    /// ```
    /// use xiangqi::position::{FULL_SCALE, Position};
    /// use xiangqi::types::Color;
    /// let rook_against_all_defenders = Position::from_fen("2bakab2/9/9/9/9/9/9/9/9/R2K5 w - - 0 1")?;
    /// assert!(rook_against_all_defenders.winning_scale(Color::Red) < FULL_SCALE / 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_scale(&self, color: Color) -> u8 {
        let board = self.board();
        let only_pawns_on_last_rank = || board.pieces(PieceKind::Pawn, color).is_subset_of(LAST_RANK[color]);
        if !self.has_major(color) && only_pawns_on_last_rank() {
            DEAD
        } else {
            scale(PieceCounts::new(board, color), PieceCounts::new(board, !color))
        }
    }
}

/// The scale of an advantage that the material can win in full.
pub const FULL_SCALE: u8 = 64;

/// No attackers left.
const DEAD: u8 = 0;
/// A draw unless the defender blunders.
const DRAW: u8 = 4;
/// A draw from most placements.
const UNLIKELY: u8 = 12;
/// Win or draw, depending on the placement.
const OPEN: u8 = 24;
/// A difficult win.
const HARD: u8 = 36;
/// A win from most placements.
const LIKELY: u8 = 52;
const WIN: u8 = FULL_SCALE;

/// Returns the scale of an advantage of `strong` over `weak`, from 0 (cannot win) to [`FULL_SCALE`].
fn scale(strong: PieceCounts, weak: PieceCounts) -> u8 {
    let by_attackers = match (strong.rooks, strong.horses, strong.cannons) {
        (0, 0, 0) => pawns(strong, weak),
        (0, 0, 1) => cannon(strong, weak),
        (0, 1, 0) => horse(strong, weak),
        (1, 0, 0) => rook(strong, weak),
        _ => WIN,
    };
    by_attackers.min(even_majors(strong, weak))
}

/// Pawns alone.
fn pawns(strong: PieceCounts, weak: PieceCounts) -> u8 {
    let scale = match (strong.pawns, weak.majors()) {
        (0, _) => DEAD,
        (1, 0) => match weak.defenders() {
            0 => WIN,
            _ => DRAW,
        },
        (2, 0) => match (weak.advisors, weak.elephants) {
            (0, 0) => WIN,
            (1 | 2, 0) | (0, 1) => LIKELY,
            (0, 2) => HARD,
            (1, 1) => UNLIKELY,
            _ => DRAW,
        },
        (3, 0) if weak.has_all_defenders() => HARD,
        (_, 0) => WIN,
        (1, _) => DRAW,
        (2, _) => UNLIKELY,
        (_, 1) => HARD,
        _ => OPEN,
    };
    if weak.majors() == 0 && weak.pawns > 0 && strong.pawns == weak.pawns + 1 {
        scale.min(OPEN + 8 * missing_defenders(weak))
    } else {
        scale
    }
}

/// The number of defenders missing from four.
const fn missing_defenders(counts: PieceCounts) -> u8 {
    match counts.defenders() {
        0 => 4,
        1 => 3,
        2 => 2,
        3 => 1,
        _ => 0,
    }
}

/// One cannon, with or without pawns.
fn cannon(strong: PieceCounts, weak: PieceCounts) -> u8 {
    // Advisors alone, or a single elephant, do not hold against a cannon that has a screen.
    let is_thin = matches!((weak.advisors, weak.elephants), (_, 0) | (0, 1));
    match (strong.pawns, strong.advisors) {
        (0, 0) => DEAD,
        (0, _) if weak.majors() == 0 && is_thin => WIN,
        (0, _) => DRAW,
        (1, _) if weak.majors() > 0 => OPEN,
        (1, 0) if is_thin => LIKELY,
        (1, 0) if weak.advisors == 1 && weak.elephants == 1 => OPEN,
        (1, 0) => DRAW,
        (1, _) if is_thin => WIN,
        (1, _) if weak.has_all_defenders() => UNLIKELY,
        (1, _) => OPEN,
        (2, _) if weak.majors() > 0 || weak.has_all_defenders() => HARD,
        _ => WIN,
    }
}

/// One horse, with or without pawns.
fn horse(strong: PieceCounts, weak: PieceCounts) -> u8 {
    match (strong.pawns, weak.majors()) {
        (0, 0) if weak.pawns == 0 => match (weak.advisors, weak.elephants) {
            (0 | 1, 0) => WIN,
            (0, 1) => UNLIKELY,
            _ => DRAW,
        },
        (0, _) => DRAW,
        (1, 0) if weak.has_all_defenders() => DRAW,
        (1, 0) if weak.defenders() >= 3 => LIKELY,
        (1, 0) => WIN,
        (1, _) if weak.defenders() == 0 => LIKELY,
        (1, _) => OPEN,
        (2, 0) if weak.has_all_defenders() => HARD,
        _ => WIN,
    }
}

/// One rook, with or without pawns.
fn rook(strong: PieceCounts, weak: PieceCounts) -> u8 {
    match strong.pawns {
        0 => lone_rook(weak),
        1 if weak.rooks > 0 && weak.defenders() >= 2 => DRAW,
        1 if weak.rooks > 0 => OPEN,
        _ => WIN,
    }
}

/// A rook alone.
fn lone_rook(weak: PieceCounts) -> u8 {
    match (weak.rooks, weak.horses, weak.cannons) {
        (0, 0, 0) if weak.has_all_defenders() => DRAW,
        (0, 0, 0) => WIN,
        (0, 1, 0) => match (weak.advisors, weak.elephants) {
            (0..=2, 0 | 1) if weak.defenders() < 3 => WIN,
            (0, 2) => LIKELY,
            (2, 1) | (1, 2) => OPEN,
            _ => DRAW,
        },
        (0, 0, 1) => match (weak.advisors, weak.elephants) {
            (0 | 1, 0 | 1) => WIN,
            _ => DRAW,
        },
        (0, _, _) if weak.majors() == 2 && weak.defenders() == 0 => LIKELY,
        (0, _, _) if weak.majors() == 2 && weak.defenders() < 3 => OPEN,
        _ => DRAW,
    }
}

/// Both sides have the same one or two majors, and differ by at most one pawn or defender.
fn even_majors(strong: PieceCounts, weak: PieceCounts) -> u8 {
    let same = (strong.rooks, strong.horses, strong.cannons) == (weak.rooks, weak.horses, weak.cannons);
    if !same || strong.majors() == 0 || strong.pawns > weak.pawns + 1 {
        return WIN;
    }
    match strong.majors() {
        1 if strong.pawns == 0 => DRAW,
        1 | 2 if strong.defenders() <= weak.defenders() + 1 => HARD,
        _ => WIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses the counts from the letters `RHCPAE`.
    fn counts(pieces: &str) -> PieceCounts {
        let count = |letter| u32::try_from(pieces.matches(letter).count()).unwrap();
        PieceCounts {
            rooks: count('R'),
            horses: count('H'),
            cannons: count('C'),
            pawns: count('P'),
            advisors: count('A'),
            elephants: count('E'),
        }
    }

    /// The scale of the attackers against the defenders, as in `RvAAE`.
    fn scale_of(balance: &str) -> u8 {
        let (strong, weak) = balance.split_once('v').unwrap();
        scale(counts(strong), counts(weak))
    }

    #[test]
    fn textbook_wins_are_not_scaled_and_textbook_draws_are_scaled_down() {
        let wins = "RvAAE RvAEE RvHAA RvC RPvAAEE RHvRAA RRvREE HHvAAEE HCAAEEvAAEE HvA HPvEE CAvAA CAvE Pv PPPvAAE \
                    RRHHCCAAEEPPPPPvRRHHCCAAEEPPPPP";
        for balance in wins.split(' ') {
            assert_eq!(scale_of(balance), FULL_SCALE, "{balance}");
        }
        let draws = "AAEEv RvAAEE RvCAA RvCEE RvHAAEE RvHHAAEE RAAEEvRAAEE RPAAEEvRAAEE HvAA HvEE HAAEEvCAAEE HPvAAEE \
                     Cv CEEvA CAAvAE CAAvEE PvA PvH PPvAAE";
        for balance in draws.split(' ') {
            assert!(scale_of(balance) <= DRAW, "{balance}");
        }
    }

    #[test]
    fn more_attackers_or_fewer_defenders_never_lower_the_scale() {
        let (strong, weak) = (["P", "PP", "PPP"], ["", "A", "AE", "AAE", "AAEE"]);
        for weak in weak {
            assert!(strong.map(|attackers| scale(counts(attackers), counts(weak))).is_sorted(), "{weak}");
        }
        for strong in ["R", "H", "CA", "PP", "HP"] {
            assert!(
                weak.iter().rev().map(|defenders| scale(counts(strong), counts(defenders))).is_sorted(),
                "{strong}"
            );
        }
    }
}
