// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trial start: before a match each engine is started once and makes one move. Faults that would decide
//! every game, a program that does not run or an option that it refuses, are found before the first one.

use super::EngineProcess;
use super::refusals::KnownOptions;
use crate::engine_spec::EngineSpec;
use crate::player::{IsCancelled, Player, PlayerError, Turn};
use crate::time_control::SearchLimit;
use std::io;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;
use ucci::Dialect;
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::types::Bilingual;

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TrialStart {
    pub dialect: Option<Dialect>,
    /// Why it refuses options of its specification; empty: it refuses none.
    pub refusals: Vec<Bilingual>,
}

/// Starts each engine once, up to `parallel` at a time. Returns for each what was found, or the reason why it
/// cannot be started or does not move.
pub fn try_engines(
    engines: &[EngineSpec],
    parallel: usize,
    known: KnownOptions<'_>,
    is_cancelled: IsCancelled<'_>,
) -> Vec<Result<TrialStart, PlayerError>> {
    let try_some = |some: &[EngineSpec]| -> Vec<Result<TrialStart, PlayerError>> {
        thread::scope(|scope| {
            let start = |engine| {
                thread::Builder::new().spawn_scoped(scope, move || try_engine(engine, known, is_cancelled))
            };
            let threads: Vec<_> = some.iter().map(start).collect();
            let wait = |thread: io::Result<ScopedJoinHandle<'_, _>>| match thread {
                Ok(thread) => thread.join().expect("a trial start does not panic"),
                Err(error) => Err(PlayerError::Exhausted(error.into())),
            };
            threads.into_iter().map(wait).collect()
        })
    };
    engines.chunks(parallel.max(1)).flat_map(try_some).collect()
}

fn try_engine(
    spec: &EngineSpec,
    known: KnownOptions<'_>,
    is_cancelled: IsCancelled<'_>,
) -> Result<TrialStart, PlayerError> {
    if spec.is_human() {
        return Ok(TrialStart::default());
    }
    let mut engine = EngineProcess::new(spec, spec.label());
    let position = Position::startpos();
    engine.new_game(&position, is_cancelled)?;
    let refusals = engine.refusals(known);
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
        Ok(_) => Ok(TrialStart { dialect, refusals: engine.refusals(known) }),
        Err(PlayerError::Fault(fault)) => Err(PlayerError::NotStarted(fault)),
        Err(other) => Err(other),
    }
}
