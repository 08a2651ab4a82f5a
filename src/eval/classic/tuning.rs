// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation as a function of its weights, for those who fit them to games.
//!
//! The weights form one row of numbers in the order in which the sources write them down: piece values, the weights of
//! all terms, the pictures. A position's value is linear in nearly all of them; the dangers to kings are linearised
//! about the weights in use, and what scales, damps and divides is taken as it is. The slopes are found by trying: the
//! evaluation itself is run with one weight a little larger after the other, so nothing has to be written twice.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "weights and slopes are small numbers"
)]

use super::material::{Balance, Counts};
use super::pair::{Pair, pair};
use super::squares::{self, SPOTS};
use super::trace::{Sum, Term, Trace};
use super::weights::{DangerCurve, DangerUnits, VALUES, WEIGHTS, Weights};
use super::{explain, positional};
use crate::position::Position;
use crate::types::Color;

/// Where each group of numbers begins in the row, and its length.
const TERMS: usize = 2 * VALUES.len();
const PLAIN: usize = TERMS + 2 * PAIRS;
const PICTURES: usize = PLAIN + PLAIN_LEN;
const LEN: usize = PICTURES + 2 * SPOTS * VALUES.len();

/// How many plain numbers there are at the end of [`Weights`], and how many pairs before them.
const PLAIN_LEN: usize = (size_of::<DangerUnits>() + size_of::<DangerCurve>()) / size_of::<i32>();
const PAIRS: usize = size_of::<Weights>() / size_of::<i32>() - PLAIN_LEN;

/// Which plain number divides: the first one of the curve. A line through it would soon reach zero, and what it could bring
/// can be had from the units.
const DIVISOR: usize = size_of::<DangerUnits>() / size_of::<i32>();

/// A plain number is tried so much smaller and larger: a unit of danger less is lost in the rounding.
const STEP: i32 = 4;

/// The weights in use.
pub fn parameters() -> Vec<f64> {
    let halves = |pair: Pair| [pair.middlegame(), pair.endgame()];
    let numbers = numbers(&WEIGHTS);
    let pairs = bytemuck::cast_slice::<i32, Pair>(&numbers[..PAIRS]);
    let terms = VALUES.iter().chain(pairs).flat_map(|&pair| halves(pair));
    let plain = numbers[PAIRS..].iter().copied();
    let pictures = squares::shown().iter().map(|&number| number.into());
    terms.chain(plain).chain(pictures).map(f64::from).collect()
}

fn numbers(weights: &Weights) -> &[i32] {
    bytemuck::cast_slice(core::slice::from_ref(weights))
}

/// The value of one position, from Red's view: a constant and a slope for each number of the [`parameters`] that matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    /// The value if all weights were zero and the danger to kings linear.
    pub constant: f32,
    /// Index in the row and slope, by increasing index.
    pub coefficients: Vec<(u16, f32)>,
}

impl Linear {
    /// Finds out how the value of `position` depends on the weights.
    pub fn new(position: &Position) -> Self {
        let explanation = explain(position);
        let share = explanation.scale * explanation.damping;
        let phase = [explanation.phase * share, (1.0 - explanation.phase) * share];

        let mut dense = [0.0; LEN];
        for (index, count) in men(position).into_iter().chain(terms(position)) {
            // The halves of a picture lie a picture apart, those of other weights side by side.
            let endgame = if index < PICTURES { index + 1 } else { index + SPOTS };
            dense[index] = phase[0] * f64::from(count);
            dense[endgame] = phase[1] * f64::from(count);
        }
        for (index, [middlegame, endgame]) in dangers(position) {
            dense[index] = phase[0] * middlegame + phase[1] * endgame;
        }

        let total: f64 = explanation.terms.iter().map(|term| term.total).sum();
        let linear: f64 = parameters().iter().zip(dense).map(|(number, slope)| number * slope).sum();
        let slopes = (0u16..).zip(dense).filter(|&(_, slope)| slope != 0.0);
        Self {
            constant: (total * share - linear) as f32,
            coefficients: slopes.map(|(index, slope)| (index, slope as f32)).collect(),
        }
    }

    /// The value with the weights of `row`.
    pub fn value(&self, row: &[f64]) -> f64 {
        let linear: f64 =
            self.coefficients.iter().map(|&(i, slope)| f64::from(slope) * row[usize::from(i)]).sum();
        f64::from(self.constant) + linear
    }
}

/// How many more men Red has of each kind, and how many more of them each point of a picture shows.
fn men(position: &Position) -> Vec<(usize, i32)> {
    let mut values = [0; VALUES.len()];
    let mut spots = [0; SPOTS * VALUES.len()];
    for square in position.board().occupied() {
        let Some(piece) = position.board().piece_on(square) else { continue };
        let (kind, sign) = (piece.kind() as usize, piece.color().sign());
        values[kind] += sign;
        spots[SPOTS * kind + squares::spot(square.relative_to(piece.color()))] += sign;
    }
    let values = values.into_iter().enumerate().map(|(kind, count)| (2 * kind, count));
    let spots = spots.into_iter().enumerate().map(|(at, count)| (PICTURES + at + at / SPOTS * SPOTS, count));
    values.chain(spots).collect()
}

/// How often Red gets each weight of the terms more than Black.
fn terms(position: &Position) -> Vec<(usize, i32)> {
    let mut trial = Trial { weights: WEIGHTS };
    let before = trial.sum(position);
    let count = |slot| {
        let change = trial.with(slot, pair(1, 1), position) - before;
        (TERMS + 2 * slot, change.middlegame())
    };
    (0..PAIRS).map(count).collect()
}

/// What one more of each plain number changes in Red's middlegame and endgame.
fn dangers(position: &Position) -> Vec<(usize, [f64; 2])> {
    let mut trial = Trial { weights: WEIGHTS };
    let slope = |at| {
        let mut with = |step| trial.with(PAIRS + at, bytemuck::cast::<i32, Pair>(step), position);
        let change = with(STEP) - with(-STEP);
        (
            PLAIN + at,
            [change.middlegame(), change.endgame()].map(|both| f64::from(both) / f64::from(2 * STEP)),
        )
    };
    (0..PLAIN_LEN).filter(|&at| at != DIVISOR).map(slope).collect()
}

/// Evaluates with weights of its own.
struct Trial {
    weights: Weights,
}

impl Trial {
    /// The sum of all terms but men and squares, from Red's view.
    fn sum(&mut self, position: &Position) -> Pair {
        let balance = Balance::new(Counts::new(position.board()), self);
        let mut sum = Sum::new(balance.value, self);
        positional(position, &mut sum);
        sum.add(Term::Tempo, position.side_to_move(), sum.weights().tempo);
        sum.total
    }

    /// The sum with one of the weights changed by `step`.
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

/// The text of `weights.rs` and `squares.rs` with the numbers of `row`, rounded.
///
/// # Panics
/// If the row is not as long as [`parameters`].
pub fn sources(row: &[f64]) -> [(&'static str, String); 2] {
    assert_eq!(row.len(), LEN, "a number for each weight");
    let mut rounded = row.iter().map(|number| number.round() as i32);
    let weights = rewrite(include_str!("weights.rs"), &["VALUES: [Pair; 7] =", "WEIGHTS: Weights ="], || {
        rounded.next().expect("numbers enough")
    });
    let squares = rewrite(include_str!("squares.rs"), &[": Pictures ="], || {
        rounded.next().expect("numbers enough").clamp(i8::MIN.into(), i8::MAX.into())
    });
    assert_eq!(rounded.next(), None, "all numbers are written");
    [("weights.rs", weights), ("squares.rs", squares)]
}

/// Replaces the numbers in all definitions that begin with one of `heads`, up to the semicolon.
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
mod tests {
    use super::super::tests::random_games;
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn the_row_is_what_the_sources_say() {
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
    fn the_divisor_stays_as_it_is() {
        let index = PLAIN + DIVISOR;
        assert!(include_str!("weights.rs").contains(&format!("divisor: {},", parameters()[index])));
        random_games(4, |position, _| {
            let slopes = Linear::new(position).coefficients;
            assert!(slopes.iter().all(|&(with_slope, _)| usize::from(with_slope) != index));
        });
    }

    #[test]
    fn the_linear_value_is_the_value() {
        random_games(4, |position, _| {
            let value = Linear::new(position).value(&parameters());
            let expected = explain(position).red_value;
            assert!((value - f64::from(expected)).abs() < 3.0, "{}: {value} {expected}", position.to_fen());
        });
    }

    #[test]
    fn slopes_are_those_of_the_evaluation() {
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
