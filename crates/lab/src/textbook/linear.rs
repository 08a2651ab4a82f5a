// SPDX-License-Identifier: MIT OR Apache-2.0
//! Evaluations as linear functions of their weights, for Texel tuning and TD-leaf.
//!
//! The weights of the textbook evaluation form one list of parameters: piece values, the weights of all
//! terms, the piece-square tables. The value of a position is linear in nearly all of them. King danger is
//! linearised at the weights in use; scaling and the divisor of king danger are kept as they are. The
//! coefficients are found by evaluating with each weight changed in turn, so the evaluation is written only
//! once.

use super::pair::{FULL_PHASE, Pair};
use super::squares::{self, HALF_BOARD};
use super::terms::Sum;
use super::weights::{VALUES, WEIGHTS, Weights};
use super::{add_pieces, add_terms, material, scale};
use xiangqi::position::{FULL_SCALE, Position};

/// The first index of each group of parameters, and the number of parameters.
const TERMS: usize = 2 * VALUES.len();
const TABLES: usize = TERMS + size_of::<Weights>() / size_of::<i32>();
const LEN: usize = TABLES + 2 * HALF_BOARD * VALUES.len();

/// The index of the divisor of king danger. It is not tuned: its linearisation would soon reach zero, and the
/// danger units can express the same change.
const DIVISOR: usize = TABLES - 3;

/// Weights of terms are varied by this much in both directions: a smaller change of danger units would be
/// lost in rounding.
const STEP: i32 = 4;

/// Returns the weights in use.
pub fn parameters() -> Vec<f64> {
    let values = VALUES.iter().flat_map(|pair| [pair.middlegame, pair.endgame]);
    let terms = numbers(&WEIGHTS).iter().copied();
    let tables = squares::numbers().map(i32::from);
    values.chain(terms).chain(tables).map(f64::from).collect()
}

fn numbers(weights: &Weights) -> &[i32] {
    bytemuck::cast_slice(core::slice::from_ref(weights))
}

/// The value of one position as a linear function of the weights, from Red's perspective.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    /// The value with all weights at zero, when king danger is linear.
    pub constant: f32,
    /// Index and coefficient of each weight that matters, by increasing index.
    pub coefficients: Vec<(u16, f32)>,
}

impl Linear {
    /// Linearises the textbook evaluation of a position, as a function of the [`parameters`].
    pub fn new(position: &Position) -> Self {
        let mut sum = Sum::new(&WEIGHTS);
        add_pieces(position, &mut sum);
        add_terms(position, &mut sum);
        let total = sum.total();
        let share = f64::from(scale(position, total)) / f64::from(FULL_SCALE);
        let phase = f64::from(material::phase(position.board())) / f64::from(FULL_PHASE);
        let shares = [phase * share, (1.0 - phase) * share];
        let blend = |[middlegame, endgame]: [f64; 2]| shares[0] * middlegame + shares[1] * endgame;

        let dense = derivatives(position).map(blend);
        let linear: f64 =
            parameters().iter().zip(dense).map(|(parameter, coefficient)| parameter * coefficient).sum();
        let nonzero = (0u16..).zip(dense).filter(|&(_, coefficient)| coefficient != 0.0);
        Self {
            constant: (blend([total.middlegame, total.endgame].map(f64::from)) - linear) as f32,
            coefficients: nonzero.map(|(index, coefficient)| (index, coefficient as f32)).collect(),
        }
    }

    /// Returns the value with other weights.
    pub fn value(&self, weights: &[f64]) -> f64 {
        let terms = self.coefficients.iter();
        let linear: f64 =
            terms.map(|&(index, coefficient)| f64::from(coefficient) * weights[usize::from(index)]).sum();
        f64::from(self.constant) + linear
    }
}

/// Returns the derivatives of the sum, middlegame and endgame, by each of the parameters.
fn derivatives(position: &Position) -> [[f64; 2]; LEN] {
    let mut derivatives = [[0.0; 2]; LEN];
    for square in position.occupied() {
        let Some(piece) = position.piece_on(square) else { continue };
        let at = squares::table_index(square.relative_to(piece.color()));
        for half in [0, 1] {
            let list = 2 * piece.kind() as usize + half;
            for parameter in [list, TABLES + HALF_BOARD * list + at] {
                derivatives[parameter][half] += f64::from(piece.color().sign());
            }
        }
    }
    for index in (TERMS..TABLES).filter(|&index| index != DIVISOR) {
        let with = |step| {
            let mut weights = WEIGHTS;
            let numbers: &mut [i32] = bytemuck::cast_slice_mut(core::slice::from_mut(&mut weights));
            numbers[index - TERMS] += step;
            sum_of_terms(position, &weights)
        };
        let Pair { middlegame, endgame } = with(STEP) - with(-STEP);
        derivatives[index] = [middlegame, endgame].map(|both| f64::from(both) / f64::from(2 * STEP));
    }
    derivatives
}

/// Returns the sum of all terms but material and piece-square tables.
fn sum_of_terms(position: &Position, weights: &Weights) -> Pair {
    let mut sum = Sum::new(weights);
    add_terms(position, &mut sum);
    sum.total()
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_games;
    use super::super::weights::DangerUnits;
    use super::*;
    use xiangqi::types::SplitMix64;

    #[test]
    fn parameters_are_the_weights_and_the_divisor_is_not_tuned() {
        assert_eq!(parameters().len(), LEN);
        assert_eq!(parameters()[..2 * VALUES.len()][8..10], [954.0, 930.0], "a rook");
        assert_eq!(parameters()[DIVISOR..TABLES], [116.0, 317.0, 0.0], "king danger");
        random_games(1, |position| {
            let coefficients = Linear::new(position).coefficients;
            assert!(coefficients.iter().all(|&(parameter, _)| usize::from(parameter) != DIVISOR));
        });
    }

    #[test]
    fn the_linear_value_equals_the_evaluation() {
        random_games(4, |position| {
            let value = Linear::new(position).value(&parameters());
            let expected = super::super::evaluate(position) * position.side_to_move().sign();
            assert!((value - f64::from(expected)).abs() < 3.0, "{}: {value} {expected}", position.to_fen());
        });
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers")]
    fn coefficients_are_those_of_the_evaluation() {
        let mut rng = SplitMix64::new(3);
        let mut other = WEIGHTS;
        let pairs = (size_of::<Weights>() - size_of::<DangerUnits>()) / size_of::<i32>() - 3;
        let changes: Vec<i32> = (0..pairs).map(|_| rng.below(9) as i32 - 4).collect();
        let numbers: &mut [i32] = bytemuck::cast_slice_mut(core::slice::from_mut(&mut other));
        numbers.iter_mut().zip(&changes).for_each(|(number, change)| *number += change);
        random_games(4, |position| {
            let change = sum_of_terms(position, &other) - sum_of_terms(position, &WEIGHTS);
            let derivatives = &derivatives(position)[TERMS..];
            for (half, change) in [change.middlegame, change.endgame].into_iter().enumerate() {
                let by = derivatives.iter().zip(&changes).map(|(by, &change)| by[half] * f64::from(change));
                assert_eq!(by.sum::<f64>(), f64::from(change));
            }
        });
    }
}
