// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves that led to a position, with the boards that their classes depend on.

use crate::position::{Board, Position};
use crate::rules::chinese::class::{Case, Class};
use crate::types::Move;
use std::collections::HashMap;

/// Classifies the last `span` moves, oldest first. What came before the first move of a cycle is its last.
pub fn classes(position: &Position, span: usize) -> Vec<Class> {
    let mut steps = steps_back(position, span + 1);
    let [end, start] = [&steps[0], &steps[span - 1]].map(|step| (step.after.key(), step.before.key()));
    if end.0 == start.1 {
        steps.truncate(span);
        steps.push(steps[0].clone());
    }
    // A span of several rounds has the same moves again.
    let mut known: HashMap<(Option<u64>, u64, Move), Class> = HashMap::new();
    let mut class = |index: usize| {
        let case = Step::case(&steps, index);
        let key = (case.previous.map(|(earlier, _)| earlier.key()), case.before.key(), case.mv);
        known.entry(key).or_insert_with(|| case.class()).clone()
    };
    (0..span).rev().map(&mut class).collect()
}

/// A move with the boards before and after it.
#[derive(Clone)]
pub struct Step {
    pub before: Board,
    pub mv: Move,
    pub after: Board,
}

impl Step {
    /// Returns the case of a step of a list that has the latest first.
    pub fn case(steps: &[Self], index: usize) -> Case<'_> {
        let Self { before, mv, after } = &steps[index];
        let previous = steps.get(index + 1).map(|step| (&step.before, step.mv));
        Case { previous, before, after, mv: *mv }
    }
}

/// Returns the last `count` moves, or all moves if there are fewer, latest first.
pub fn steps_back(position: &Position, count: usize) -> Vec<Step> {
    let mut position = position.clone();
    let step = |_| {
        let after = position.board().clone();
        let mv = position.undo()?;
        Some(Step { before: position.board().clone(), mv, after })
    };
    (0..count).map_while(step).collect()
}
