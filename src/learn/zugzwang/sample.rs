// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions from self-play games, as many of each class of material.
//!
//! Games from openings alone hardly reach the thin classes, so games from random endings follow.
//! Each game gives at most one position to a class: positions of one game resemble each other.

use super::army::Army;
use crate::learn::datagen::{DatagenConfig, StartKind, generate};
use crate::learn::games::SelfPlayGame;
use crate::position::Position;
use crate::types::SplitMix64;
use core::ops::ControlFlow;
use std::collections::BTreeMap;

/// The configuration of a sample.
#[derive(Clone, Debug)]
pub struct SampleConfig {
    /// The games to play.
    pub datagen: DatagenConfig,
    /// The most games of each kind of start, openings and endings.
    pub games: u32,
    /// The number of positions of each class.
    pub positions: usize,
}

/// Draws positions in which the side to move is not in check, by class; classes that the games do not fill
/// have fewer than asked for.
pub fn sample(config: &SampleConfig) -> BTreeMap<Army, Vec<Position>> {
    let mut found: BTreeMap<Army, Vec<Position>> = BTreeMap::new();
    for start in [StartKind::Opening, StartKind::Ending] {
        let datagen = DatagenConfig { start, ..config.datagen.clone() };
        generate(
            &datagen,
            1,
            0..config.games,
            || false,
            |game| {
                let mut rng = SplitMix64::numbered(datagen.seed, game.number);
                for (army, position) in positions_of(&game, &mut rng) {
                    let positions = found.entry(army).or_default();
                    if positions.len() < config.positions {
                        positions.push(position);
                    }
                }
                let is_full = |army| found.get(army).is_some_and(|found| found.len() >= config.positions);
                if Army::ALL.iter().all(is_full) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
    }
    found
}

/// Draws a position of each class that occurs in a game.
fn positions_of(game: &SelfPlayGame, rng: &mut SplitMix64) -> BTreeMap<Army, Position> {
    let mut drawn: BTreeMap<Army, (usize, Position)> = BTreeMap::new();
    let Some(mut position) = game.start_position() else { return BTreeMap::new() };
    game.opening.iter().for_each(|&mv| position.play_unchecked(mv));
    for scored in &game.moves {
        if !position.in_check() {
            let (count, drawn) =
                drawn.entry(Army::of(&position)).or_insert_with(|| (0, position.without_history()));
            *count += 1;
            if rng.below(*count) == 0 {
                *drawn = position.without_history();
            }
        }
        position.play_unchecked(scored.mv);
    }
    drawn.into_iter().map(|(army, (_, position))| (army, position)).collect()
}
