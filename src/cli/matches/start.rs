// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks before the first game: there are file handles for the engines, and each engine starts, answers and
//! takes its options.

use crate::arena::{EngineSpec, PlayerError, Tournament, TrialStart, handles, try_engines};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::{keep_ticking, style};
use anyhow::anyhow;
use indicatif::ProgressBar;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Raises the limit on file handles to what the engines need, as far as the system allows it.
pub fn reserve_handles(tournament: &Tournament) -> Result<(), Failure> {
    let games = tournament.concurrency.min(tournament.games()) as u64;
    let needed = handles::needed(2 * games);
    let Some(limit) = handles::raise_limit(needed).filter(|&limit| limit < needed) else { return Ok(()) };
    let most = (1..games).rev().find(|&games| handles::needed(2 * games) <= limit);
    let advice = most.map(|games| format!(" or use --concurrency {games}")).unwrap_or_default();
    Err(Failure::Job(anyhow!(
        "match: --concurrency {games} needs {needed} file handles, and the limit is {limit}; \
         raise it (ulimit -n {needed}){advice}"
    )))
}

/// Starts each engine once. An engine that cannot play as the command line asks is an error; with
/// `is_lenient`, options that it refuses are returned as notes.
pub fn try_all(tournament: &mut Tournament, is_lenient: bool) -> Result<Vec<String>, Failure> {
    let names: Vec<String> = tournament.engines.iter().map(EngineSpec::label).collect();
    let progress =
        ProgressBar::new_spinner().with_style(style("{spinner} starting engines: {msg} {elapsed}"));
    keep_ticking(&progress, Duration::from_millis(200));
    let waiting = Mutex::new(BTreeSet::new());
    let on_change = |engine: usize, is_starting: bool| {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if is_starting {
            waiting.insert(engine)
        } else {
            waiting.remove(&engine)
        };
        let waiting: Vec<&str> = waiting.iter().map(|&engine: &usize| names[engine].as_str()).collect();
        progress.set_message(waiting.join(", "));
    };
    let parallel = 2 * tournament.concurrency;
    let outcomes = try_engines(&tournament.engines, parallel, &interrupt::is_pressed, &on_change);
    progress.finish_and_clear();
    let (mut failures, mut refusals) = (Vec::new(), Vec::new());
    for ((engine, name), outcome) in tournament.engines.iter_mut().zip(&names).zip(outcomes) {
        match outcome {
            Ok(TrialStart { dialect, refusals: refused }) => {
                // Workers need not detect it again.
                engine.protocol = dialect;
                refusals.extend(refused.into_iter().map(|refusal| format!("--engine {name}: {refusal}")));
            }
            Err(PlayerError::Fault(fault) | PlayerError::NotStarted(fault)) => {
                failures.push(format!("--engine {name}: {fault}"));
            }
            Err(PlayerError::Exhausted(lack)) => {
                return Err(Failure::Job(anyhow!("match: no resources to start {name}: {lack}")));
            }
            Err(PlayerError::Cancelled | PlayerError::Left) => {
                return Err(interrupt::failure(0, tournament.games(), interrupt::Parts::Games));
            }
        }
    }
    if failures.is_empty() && (is_lenient || refusals.is_empty()) {
        return Ok(refusals);
    }
    let mut problems = failures;
    if !is_lenient && !refusals.is_empty() {
        problems.extend(refusals);
        problems.push("--lenient plays in spite of refused options".to_owned());
    }
    Err(anyhow!(problems.join("; ")).into())
}
