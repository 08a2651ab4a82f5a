// SPDX-License-Identifier: MIT OR Apache-2.0
//! The WDL model: probabilities of win, draw and loss for a value.
//!
//! The probability of a win is a logistic function of the value `v`, `1 / (1 + exp((a - v) / b))`; that of a
//! loss is the same function of `-v`; the rest is drawn. Both parameters are polynomials of the attackers
//! left on the board: with fewer attackers, the better side needs a greater advantage to win. The form is
//! that of Stockfish and Pikafish; the numbers are fitted to self-play games with `chuhe wdl`.

use super::nnue::features;
use xiangqi::position::Position;
use xiangqi::types::Score;
use xiangqi::types::value::NORMALIZE_TO_PAWN;

/// The WDL model for positions with the same number of attackers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// The value at which the probability of a win is one half.
    pub a: f64,
    /// The steepness: `b` more multiplies the odds of a win by e.
    pub b: f64,
}

/// The coefficients of `a` and `b`, each a polynomial of the [`total_strength`](features::total_strength)
/// divided by [`FULL_STRENGTH`]; the constant term comes first.
pub type WdlCurves = [[f64; DEGREE + 1]; 2];

/// The [`total_strength`](features::total_strength) of the start position.
pub const FULL_STRENGTH: u32 = 16;

/// The degree of the polynomials.
pub const DEGREE: usize = 2;

/// The coefficients in use, fitted to 178,266 positions of 1,500 games of network 8 at 10,000 nodes per move.
const FITTED: WdlCurves = [[410.8, -596.8, 309.0], [100.4, -42.2, 44.3]];

impl WdlModel {
    /// Returns the model for a position.
    pub fn for_position(position: &Position) -> Self {
        Self::from_curves(&FITTED, features::total_strength(position.board()))
    }

    /// Evaluates the polynomials for a [`total_strength`](features::total_strength). Values above
    /// [`FULL_STRENGTH`], which set-up positions can have, count as [`FULL_STRENGTH`].
    pub fn from_curves(curves: &WdlCurves, strength: u32) -> Self {
        let powers = powers(strength);
        let [a, b] = curves.map(|curve| curve.iter().zip(powers).map(|(factor, power)| factor * power).sum());
        Self { a, b }
    }

    /// Returns the probabilities of win, draw and loss for a score, per mille.
    pub fn per_mille(self, score: Score) -> [u32; 3] {
        match score {
            Score::Cp(centipawns) => {
                let value = f64::from(centipawns) * f64::from(NORMALIZE_TO_PAWN) / 100.0;
                let [win, _, loss] = self.probabilities(value).map(|share| (1000.0 * share).round() as u32);
                [win, 1000 - win - loss, loss]
            }
            Score::Mate(plies) if plies > 0 => [1000, 0, 0],
            Score::Rule(plies) | Score::Tb(plies) if plies >= 0 => [1000, 0, 0],
            Score::Mate(_) | Score::Rule(_) | Score::Tb(_) => [0, 0, 1000],
        }
    }

    /// Returns the probabilities of win, draw and loss for an ordinary value, from 0 to 1.
    pub fn probabilities(self, value: f64) -> [f64; 3] {
        let [win, loss] = [value, -value].map(|value| self.win_probability(value));
        [win, 1.0 - win - loss, loss]
    }

    /// Returns the probability of a win for an ordinary value, from 0 to 1.
    pub fn win_probability(self, value: f64) -> f64 {
        1.0 / (1.0 + ((self.a - value) / self.b).exp())
    }
}

/// Returns the powers of the normalised strength, which the coefficients are multiplied by.
pub fn powers(strength: u32) -> [f64; DEGREE + 1] {
    let full = f64::from(strength.min(FULL_STRENGTH)) / f64::from(FULL_STRENGTH);
    [1.0, full, full * full]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_a_thousand_and_increase_with_the_score() {
        for strength in 0..=60 {
            let model = WdlModel::from_curves(&FITTED, strength);
            assert!(model.a > 0.0 && model.b > 0.0, "{model:?}");
            let mut last = 0;
            for centipawns in -9000..=9000 {
                let [win, draw, loss] = model.per_mille(Score::Cp(centipawns));
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(model.per_mille(Score::Cp(-centipawns)), [loss, draw, win]);
                assert!(win >= last);
                last = win;
            }
        }
    }

    #[test]
    fn decisive_scores_are_certain() {
        let model = WdlModel::for_position(&Position::startpos());
        for (score, expected) in [
            (Score::Mate(3), [1000, 0, 0]),
            (Score::Mate(0), [0, 0, 1000]),
            (Score::Rule(4), [1000, 0, 0]),
            (Score::Rule(-4), [0, 0, 1000]),
        ] {
            assert_eq!(model.per_mille(score), expected);
        }
    }

    #[test]
    fn a_hundred_centipawns_win_half_of_the_games_around_move_32() {
        // Around move 32 about seven sixteenths of the attackers' strength are left.
        let middlegame = WdlModel::from_curves(&FITTED, 7);
        let [win, ..] = middlegame.per_mille(Score::Cp(100));
        assert!((470..=530).contains(&win), "{win}");
    }
}
