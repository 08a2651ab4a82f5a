// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hand-crafted evaluation as a function of its weights, for Texel tuning.
//!
//! The weights form one list of parameters, in the order of their definitions in the sources: piece values,
//! the weights of all terms, the piece-square tables. The value of a position is linear in nearly all of
//! them. King danger is linearised at the weights in use; scaling, damping and the divisor of king danger are
//! kept as they are. The coefficients are found by evaluating with each weight increased in turn, so the
//! evaluation is written only once.

#![expect(clippy::cast_possible_truncation, reason = "weights and coefficients are small numbers")]

use super::army::PieceCounts;
use super::explain::explain;
use super::hce::positional;
use super::material::MaterialEntry;
use super::pair::{Pair, pair};
use super::squares::{self, HALF_BOARD};
use super::trace::{Sum, Term, Trace};
use super::weights::{DangerCurve, DangerUnits, VALUES, WEIGHTS, Weights};
use crate::position::Position;
use crate::types::Color;

/// The first index of each group of parameters, and the number of parameters.
const TERMS: usize = 2 * VALUES.len();
const PLAIN: usize = TERMS + 2 * PAIRS;
const TABLES: usize = PLAIN + PLAIN_LEN;
const LEN: usize = TABLES + 2 * HALF_BOARD * VALUES.len();

/// The number of plain numbers at the end of [`Weights`], and of pairs before them.
const PLAIN_LEN: usize = (size_of::<DangerUnits>() + size_of::<DangerCurve>()) / size_of::<i32>();
const PAIRS: usize = size_of::<Weights>() / size_of::<i32>() - PLAIN_LEN;

/// The index of the divisor among the plain numbers. It is not tuned: its linearisation would soon reach
/// zero, and the danger units can express the same change.
const DIVISOR: usize = size_of::<DangerUnits>() / size_of::<i32>();

/// Plain numbers are varied by this much in both directions: a smaller change would be lost in rounding.
const STEP: i32 = 4;

/// Returns the weights in use.
pub fn parameters() -> Vec<f64> {
    let halves = |pair: Pair| [pair.middlegame(), pair.endgame()];
    let numbers = numbers(&WEIGHTS);
    let pairs = bytemuck::cast_slice::<i32, Pair>(&numbers[..PAIRS]);
    let terms = VALUES.iter().chain(pairs).flat_map(|&pair| halves(pair));
    let plain = numbers[PAIRS..].iter().copied();
    let tables = squares::numbers().iter().map(|&number| number.into());
    terms.chain(plain).chain(tables).map(f64::from).collect()
}

fn numbers(weights: &Weights) -> &[i32] {
    bytemuck::cast_slice(core::slice::from_ref(weights))
}

/// The value of one position as a linear function of the [`parameters`], from Red's point of view.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    /// The value with all parameters at zero, when king danger is linear.
    pub constant: f32,
    /// Index and coefficient of each parameter that matters, by increasing index.
    pub coefficients: Vec<(u16, f32)>,
}

impl Linear {
    /// Linearises the evaluation of `position`.
    pub fn new(position: &Position) -> Self {
        let explanation = explain(position);
        let share = explanation.scale * explanation.damping;
        let phase = [explanation.phase * share, (1.0 - explanation.phase) * share];

        let mut dense = [0.0; LEN];
        for (index, count) in pieces(position).into_iter().chain(terms(position)) {
            // The halves of a piece-square entry are a table apart, those of other weights side by side.
            let endgame = if index < TABLES { index + 1 } else { index + HALF_BOARD };
            dense[index] = phase[0] * f64::from(count);
            dense[endgame] = phase[1] * f64::from(count);
        }
        for (index, [middlegame, endgame]) in dangers(position) {
            dense[index] = phase[0] * middlegame + phase[1] * endgame;
        }

        let total: f64 = explanation.terms.iter().map(|term| term.total).sum();
        let linear: f64 =
            parameters().iter().zip(dense).map(|(parameter, coefficient)| parameter * coefficient).sum();
        let nonzero = (0u16..).zip(dense).filter(|&(_, coefficient)| coefficient != 0.0);
        Self {
            constant: (total * share - linear) as f32,
            coefficients: nonzero.map(|(index, coefficient)| (index, coefficient as f32)).collect(),
        }
    }

    /// Returns the value with other parameters.
    pub fn value(&self, parameters: &[f64]) -> f64 {
        let linear: f64 = self
            .coefficients
            .iter()
            .map(|&(index, coefficient)| f64::from(coefficient) * parameters[usize::from(index)])
            .sum();
        f64::from(self.constant) + linear
    }
}

/// The coefficients of piece values and piece-square tables: Red's pieces minus Black's.
fn pieces(position: &Position) -> Vec<(usize, i32)> {
    let mut values = [0; VALUES.len()];
    let mut on_squares = [0; HALF_BOARD * VALUES.len()];
    for square in position.board().occupied() {
        let Some(piece) = position.board().piece_on(square) else { continue };
        let (kind, sign) = (piece.kind() as usize, piece.color().sign());
        values[kind] += sign;
        on_squares[HALF_BOARD * kind + squares::table_index(square.relative_to(piece.color()))] += sign;
    }
    let values = values.into_iter().enumerate().map(|(kind, count)| (2 * kind, count));
    let on_squares = on_squares
        .into_iter()
        .enumerate()
        .map(|(at, count)| (TABLES + at + at / HALF_BOARD * HALF_BOARD, count));
    values.chain(on_squares).collect()
}

/// The coefficients of the term weights: how often Red gets each minus how often Black does.
fn terms(position: &Position) -> Vec<(usize, i32)> {
    let mut trial = Trial { weights: WEIGHTS };
    let before = trial.sum(position);
    let count = |slot| {
        let change = trial.with(slot, pair(1, 1), position) - before;
        (TERMS + 2 * slot, change.middlegame())
    };
    (0..PAIRS).map(count).collect()
}

/// The derivatives of the value by the plain numbers, middlegame and endgame.
fn dangers(position: &Position) -> Vec<(usize, [f64; 2])> {
    let mut trial = Trial { weights: WEIGHTS };
    let derivative = |at| {
        let mut with = |step| trial.with(PAIRS + at, bytemuck::cast::<i32, Pair>(step), position);
        let change = with(STEP) - with(-STEP);
        (
            PLAIN + at,
            [change.middlegame(), change.endgame()].map(|both| f64::from(both) / f64::from(2 * STEP)),
        )
    };
    (0..PLAIN_LEN).filter(|&at| at != DIVISOR).map(derivative).collect()
}

/// An evaluation with its own weights.
struct Trial {
    weights: Weights,
}

impl Trial {
    /// Returns the sum of all terms except material and piece-square tables, from Red's point of view.
    fn sum(&mut self, position: &Position) -> Pair {
        let material = MaterialEntry::new(PieceCounts::new(position.board()), self);
        let mut sum = Sum::new(material.value, self);
        positional(position, &mut sum);
        sum.add(Term::Tempo, position.side_to_move(), sum.weights().tempo);
        sum.total
    }

    /// Returns the sum with one of the weights changed by `step`.
    fn with(&mut self, slot: usize, step: Pair, position: &Position) -> Pair {
        let weights = self.weights;
        bytemuck::cast_slice_mut::<Weights, Pair>(core::slice::from_mut(&mut self.weights))[slot] += step;
        let sum = self.sum(position);
        self.weights = weights;
        sum
    }
}

impl Trace for Trial {
    fn add(&mut self, _: Term, _: Color, _: Pair) {}

    fn weights(&self) -> &Weights {
        &self.weights
    }
}

/// Returns the text of `weights.rs` and `squares.rs` with these parameters, rounded.
///
/// # Panics
/// If the number of parameters is not that of [`parameters`].
pub fn sources(parameters: &[f64]) -> [(&'static str, String); 2] {
    assert_eq!(parameters.len(), LEN, "one number for each weight");
    let mut rounded = parameters.iter().map(|number| number.round() as i32);
    let weights = rewrite(include_str!("weights.rs"), &["VALUES: [Pair; 7] =", "WEIGHTS: Weights ="], || {
        rounded.next().expect("there are LEN numbers")
    });
    let squares = rewrite(include_str!("squares.rs"), &[": Tables ="], || {
        rounded.next().expect("there are LEN numbers").clamp(i8::MIN.into(), i8::MAX.into())
    });
    assert_eq!(rounded.next(), None, "all numbers are used");
    [("weights.rs", weights), ("squares.rs", squares)]
}

/// Replaces the numbers in all definitions that begin with one of `heads`, up to their semicolon.
fn rewrite(source: &str, heads: &[&str], mut next: impl FnMut() -> i32) -> String {
    let is_number = |c: char| c == '-' || c.is_ascii_digit();
    let (mut text, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(start) = heads.iter().filter_map(|head| Some(rest.find(head)? + head.len())).min() {
        let end = start + rest[start..].find(';').expect("a definition ends");
        text.push_str(&rest[..start]);
        let mut definition = &rest[start..end];
        while let Some(at) = definition.find(is_number) {
            let (before, number) = definition.split_at(at);
            text.push_str(before);
            text.push_str(&next().to_string());
            definition = number.trim_start_matches(is_number);
        }
        text.push_str(definition);
        rest = &rest[end..];
    }
    text + rest
}

#[cfg(test)]
#[expect(clippy::cast_possible_wrap, reason = "random numbers below 9")]
mod tests {
    use super::super::tests::random_games;
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn parameters_are_those_of_the_sources() {
        assert_eq!(parameters().len(), LEN);
        let mut read = Vec::new();
        for (file, text) in sources(&parameters()) {
            let original =
                if file == "weights.rs" { include_str!("weights.rs") } else { include_str!("squares.rs") };
            assert_eq!(text, original, "{file}");
            read.push(text);
        }
        let more: Vec<f64> = parameters().iter().map(|number| number + 1.0).collect();
        let [(_, weights), (_, squares)] = sources(&more);
        assert!(weights.contains("tempo: pair(") && weights != read[0] && squares != read[1]);
        assert_eq!(weights.lines().count(), read[0].lines().count());
    }

    #[test]
    fn the_divisor_is_not_tuned() {
        let index = PLAIN + DIVISOR;
        assert!(include_str!("weights.rs").contains(&format!("divisor: {},", parameters()[index])));
        random_games(4, |position, _| {
            let coefficients = Linear::new(position).coefficients;
            assert!(coefficients.iter().all(|&(parameter, _)| usize::from(parameter) != index));
        });
    }

    #[test]
    fn the_linear_value_equals_the_evaluation() {
        random_games(4, |position, _| {
            let value = Linear::new(position).value(&parameters());
            let expected = explain(position).red_value;
            assert!((value - f64::from(expected)).abs() < 3.0, "{}: {value} {expected}", position.to_fen());
        });
    }

    #[test]
    fn coefficients_are_those_of_the_evaluation() {
        let mut rng = SplitMix64::new(3);
        let mut other = Trial { weights: WEIGHTS };
        let changes: Vec<i32> = (0..PAIRS).map(|_| rng.below(9) as i32 - 4).collect();
        for (slot, &change) in
            bytemuck::cast_slice_mut::<Weights, Pair>(core::slice::from_mut(&mut other.weights))
                .iter_mut()
                .zip(&changes)
        {
            *slot += pair(change, 2 * change);
        }
        random_games(4, |position, _| {
            let change = other.sum(position) - Trial { weights: WEIGHTS }.sum(position);
            let counts = terms(position);
            let linear: i32 = counts.iter().zip(&changes).map(|((_, count), change)| count * change).sum();
            assert_eq!((change.middlegame(), change.endgame()), (linear, 2 * linear));
        });
    }
}
