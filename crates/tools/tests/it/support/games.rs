// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files of self-play.

use super::run::fresh;
use chuhe_learn::{DatagenConfig, GameWriter, SelfPlayGame};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Quickly played games of a run.
pub(crate) fn play(seed: u64, count: u32) -> Vec<SelfPlayGame> {
    let mut games = Vec::new();
    let config = DatagenConfig::new(seed, 20);
    let mut keep = |game| {
        games.push(game);
        ControlFlow::Continue(())
    };
    chuhe_learn::generate(&config, 1, 0..count, || false, &mut keep);
    games
}

/// A new game file of that name with these games.
pub(crate) fn write(name: &str, games: &[SelfPlayGame]) -> PathBuf {
    let path = fresh(name);
    let mut writer = GameWriter::open(&path, |_| panic!("the file does not exist yet")).unwrap();
    for game in games {
        writer.append(game).unwrap();
    }
    path
}
