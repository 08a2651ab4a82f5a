// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a value means: the chances of winning, drawing and losing.
//!
//! The chance of winning follows the value on a logistic curve; that of losing is the chance of winning with the value of the
//! other side; what is left is drawn. Where the curve passes one half and how steep it is depends on the attackers that are
//! left: with few of them the better side needs more to win, and knows better whether it will. The form is Stockfish's and
//! Pikafish's, the numbers come from games of chuhe against itself, which `chuhe chances` fits them to.

use super::network::features;
use crate::position::Position;
use crate::types::Score;
use crate::types::value::NORMALIZE_TO_PAWN;

/// What values mean in positions with so many attackers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// The value with which winning is as likely as not.
    pub a: f64,
    /// With so much more the odds of winning are 2.7 times as good.
    pub b: f64,
}

/// `even` and `spread` as polynomials of the attackers' strength, in sixteenths of that at the beginning of the game.
pub type WdlCurves = [[f64; DEGREE + 1]; 2];

/// The [`strength`](features::strength) of both sides at the beginning of a game.
pub const FULL_STRENGTH: u32 = 16;

/// The degree of the curves.
pub const DEGREE: usize = 2;

/// The curves in use: of 48,307 positions from 400 games with 10,000 positions a move.
const FITTED: WdlCurves = [[565.0, -765.9, 367.8], [150.0, -99.2, 82.3]];

impl WdlModel {
    /// What values mean in a position.
    pub fn for_position(position: &Position) -> Self {
        Self::from_curves(&FITTED, features::total_strength(position.board()))
    }

    /// What curves say for this [`strength`](features::strength) of both sides together; for more than there is at the beginning
    /// of a game (a position may be made up) as for that.
    pub fn from_curves(curves: &WdlCurves, strength: u32) -> Self {
        let powers = powers(strength);
        let [a, b] = curves.map(|curve| curve.iter().zip(powers).map(|(factor, power)| factor * power).sum());
        Self { a, b }
    }

    /// The chances of winning, drawing and losing with this score, per mille.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
    pub fn per_mille(self, score: Score) -> [u32; 3] {
        match score {
            Score::Cp(centipawns) => {
                let value = f64::from(centipawns) * f64::from(NORMALIZE_TO_PAWN) / 100.0;
                let [win, _, loss] = self.probabilities(value).map(|chance| (1000.0 * chance).round() as u32);
                [win, 1000 - win - loss, loss]
            }
            Score::Mate(plies) if plies > 0 => [1000, 0, 0],
            Score::Rule(plies) if plies >= 0 => [1000, 0, 0],
            Score::Mate(_) | Score::Rule(_) => [0, 0, 1000],
        }
    }

    /// The chances of winning, drawing and losing with an ordinary value, from 0 to 1.
    pub fn probabilities(self, value: f64) -> [f64; 3] {
        let [win, loss] = [value, -value].map(|value| self.win_probability(value));
        [win, 1.0 - win - loss, loss]
    }

    /// The chance of winning with an ordinary value, from 0 to 1.
    pub fn win_probability(self, value: f64) -> f64 {
        1.0 / (1.0 + ((self.a - value) / self.b).exp())
    }
}

/// The powers that the factors of a curve are multiplied by.
pub fn powers(strength: u32) -> [f64; DEGREE + 1] {
    let full = f64::from(strength.min(FULL_STRENGTH)) / f64::from(FULL_STRENGTH);
    [1.0, full, full * full]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_a_thousand_and_follow_the_score() {
        for strength in 0..=60 {
            let chances = WdlModel::from_curves(&FITTED, strength);
            assert!(chances.a > 0.0 && chances.b > 0.0, "{chances:?}");
            let mut last = 0;
            for centipawns in -9000..=9000 {
                let [win, draw, loss] = chances.per_mille(Score::Cp(centipawns));
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(chances.per_mille(Score::Cp(-centipawns)), [loss, draw, win]);
                assert!(win >= last);
                last = win;
            }
        }
    }

    #[test]
    fn what_is_decided_is_certain() {
        let chances = WdlModel::for_position(&Position::startpos());
        for (score, expected) in [
            (Score::Mate(3), [1000, 0, 0]),
            (Score::Mate(0), [0, 0, 1000]),
            (Score::Rule(4), [1000, 0, 0]),
            (Score::Rule(-4), [0, 0, 1000]),
        ] {
            assert_eq!(chances.per_mille(score), expected);
        }
    }

    #[test]
    fn a_hundred_centipawns_are_an_even_chance_in_the_middle_of_a_game() {
        // Around move 32 half of the attackers are left.
        let middle_game = WdlModel::from_curves(&FITTED, FULL_STRENGTH / 2);
        let [win, ..] = middle_game.per_mille(Score::Cp(100));
        assert!((470..=530).contains(&win), "{win}");
    }
}
