// SPDX-License-Identifier: MIT OR Apache-2.0
//! For unit tests: a search thread on a position, without a search around it.

use super::control::Control;
use super::order::Histories;
use super::request::{Limits, Request};
use super::root_move::root_moves;
use super::settings::Settings;
use super::shared::Shared;
use super::worker::Worker;
use crate::position::Position;
use crate::tt::TranspositionTable;
use crate::types::Depth;
use std::time::Instant;

/// Depth of the iteration that the thread is in.
pub const ROOT_DEPTH: Depth = Depth::plies(8);

/// Runs `test` on a thread with an empty table and empty histories, in an iteration of [`ROOT_DEPTH`].
#[track_caller]
pub fn on_worker<T>(fen: &str, test: impl FnOnce(&mut Worker<'_>) -> T) -> T {
    let position = Position::from_fen(fen).expect("the test's FEN is good");
    let (limits, settings) = (Limits::default(), Settings::default());
    let request = Request { position: &position, limits: &limits, settings: &settings };
    let (table, control) = (TranspositionTable::new(1), Control::default());
    let shared = Shared::new(&table, &control, 1, Instant::now());
    let mut histories = Histories::new();
    let mut worker = Worker::new(0, &shared, request, root_moves(request), &mut histories);
    worker.root_depth = ROOT_DEPTH;
    test(&mut worker)
}
