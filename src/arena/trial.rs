// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trial start: before a match each engine is started once and makes one move. What would fail in every
//! game, a program that does not run or an option that it refuses, is found before the first one.

use super::child::EngineProcess;
use super::limit::SearchLimit;
use super::player::{IsCancelled, Player, PlayerError, Turn};
use super::spec::EngineSpec;
use crate::position::Position;
use crate::rules::RuleSet;
use std::thread;
use std::time::Duration;
use ucci::Dialect;

/// The findings of the trial start of an engine.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TrialStart {
    /// The dialect that it speaks.
    pub dialect: Option<Dialect>,
    /// Why it refuses options of its specification; empty: it refuses none.
    pub refusals: Vec<String>,
}

/// Starts each engine once, up to `parallel` at a time. Returns for each what was found, or the reason why it
/// cannot be started or does not move. `on_change` is called with an engine's index and true when it starts,
/// and with false when it is done.
pub fn try_engines(
    engines: &[EngineSpec],
    parallel: usize,
    is_cancelled: IsCancelled<'_>,
    on_change: &(dyn Fn(usize, bool) + Sync),
) -> Vec<Result<TrialStart, PlayerError>> {
    let indices: Vec<usize> = (0..engines.len()).collect();
    let try_one = |index: usize| {
        if engines[index].is_human() {
            return Ok(TrialStart::default());
        }
        on_change(index, true);
        let outcome = try_engine(&engines[index], is_cancelled);
        on_change(index, false);
        outcome
    };
    let try_some = |some: &[usize]| -> Vec<Result<TrialStart, PlayerError>> {
        thread::scope(|scope| {
            let start = |&index| thread::Builder::new().spawn_scoped(scope, move || try_one(index));
            let threads: Vec<_> = some.iter().map(start).collect();
            let wait = |thread: std::io::Result<thread::ScopedJoinHandle<'_, _>>| match thread {
                Ok(thread) => thread.join().expect("a trial start does not panic"),
                Err(error) => Err(PlayerError::Exhausted(error.to_string())),
            };
            threads.into_iter().map(wait).collect()
        })
    };
    indices.chunks(parallel.max(1)).flat_map(try_some).collect()
}

fn try_engine(spec: &EngineSpec, is_cancelled: IsCancelled<'_>) -> Result<TrialStart, PlayerError> {
    let mut engine = EngineProcess::new(spec, spec.label());
    let position = Position::startpos();
    engine.new_game(&position, is_cancelled)?;
    let refusals = engine.refusals();
    let dialect = engine.dialect();
    if !refusals.is_empty() {
        return Ok(TrialStart { dialect, refusals });
    }
    // Some files are only read for the first search.
    let turn = Turn {
        position: &position,
        limits: [SearchLimit::Depth(1); 2],
        clocks: None,
        margin: Duration::ZERO,
        rules: RuleSet::default(),
        is_draw_offered: false,
        is_cancelled,
    };
    match engine.think(&turn) {
        Ok(_) => Ok(TrialStart { dialect, refusals: engine.refusals() }),
        Err(PlayerError::Fault(fault)) => Err(PlayerError::NotStarted(fault)),
        Err(other) => Err(other),
    }
}
