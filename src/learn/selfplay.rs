// SPDX-License-Identifier: MIT OR Apache-2.0
//! One game of the engine against itself. It depends on the recipe and its number alone, so that runs can be broken off,
//! continued and spread over machines without a game being played twice.

use super::adjudicate::Adjudicator;
use super::opening::random_opening;
use super::packed::PackedPosition;
use super::record::{Ending, GameRecord, ScoredMove};
use super::seeded::seeded;
use crate::eval::Network;
use crate::position::Position;
use crate::rules::Game;
use crate::search::{Limits, Request, SearchResult, Searcher, Settings};
use crate::types::{Color, SplitMix64, Value};
use std::sync::Arc;
use std::time::Instant;

/// Size of a player's table in MiB: small enough for the cache.
const HASH_MB: usize = 4;
/// A search begins no iteration when it has used this part of the positions it was given; as the last one is the longest, all
/// are then used in the mean.
const SOFT_DIVISOR: u64 = 2;
/// A search ends within an iteration at so many times the positions it was given.
const HARD_FACTOR: u64 = 4;
/// Openings with a larger score are not played …
const OPENING_SCORE: Value = 200;
/// … unless so many were found in a row.
const OPENING_TRIES: usize = 50;
/// One game in so many is played to its real end, so that there is something to learn about winning won positions.
const PATIENCE: usize = 8;

/// How to make games.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Where all that is random comes from.
    pub seed: u64,
    /// Positions to search a move, in the mean: iterations are rather finished than broken off.
    pub nodes: u32,
    /// Positions to begin from, in none of which the game is over; if there are none, the usual one.
    pub book: Vec<Position>,
    /// The network to evaluate with; `None`: the hand-crafted evaluation.
    pub network: Option<Arc<Network>>,
    /// Let scores shrink as `rule60` counts up; see [`Settings::rule60_damping`].
    pub rule60_damping: bool,
}

/// Plays games.
pub struct Player<'a> {
    recipe: &'a Recipe,
    settings: Settings,
    limits: Limits,
    searcher: Searcher,
}

impl<'a> Player<'a> {
    pub fn new(recipe: &'a Recipe) -> Self {
        let nodes = u64::from(recipe.nodes.max(1));
        Self {
            recipe,
            settings: Settings {
                network: recipe.network.clone(),
                rule60_damping: recipe.rule60_damping,
                ..Settings::default()
            },
            limits: Limits {
                soft_nodes: Some(nodes / SOFT_DIVISOR),
                nodes: Some(HARD_FACTOR * nodes),
                ..Limits::default()
            },
            searcher: Searcher::new(HASH_MB),
        }
    }

    /// Plays the game with this number; `None` if it is told to stop before the end.
    pub fn play(&mut self, number: u32, is_stopped: &dyn Fn() -> bool) -> Option<GameRecord> {
        self.searcher.clear(1);
        let mut rng = seeded(self.recipe.seed, number);
        let (mut game, mut result) = self.open(&mut rng);
        let opening_moves = game.position().moves().collect::<Vec<_>>();
        let mut adjudicator = Adjudicator::new(rng.below(PATIENCE) == 0);
        let mut moves = Vec::new();
        let start = packed_start(game.position());
        let (winner, ending) = loop {
            let mv = result.best_move.expect("the game goes on, so there is a move");
            let (side, score) = (game.position().side_to_move(), result.value);
            moves.push(ScoredMove::new(mv, score));
            game.play(mv).expect("the search finds legal moves");
            if let Some(end) = end(&game) {
                break end;
            }
            let ply = opening_moves.len() + moves.len() - 1;
            if let Some(end) = adjudicator.judge(side, score, ply) {
                break end;
            }
            if is_stopped() {
                return None;
            }
            result = self.search(game.position());
        };
        let Recipe { seed, nodes, .. } = *self.recipe;
        Some(GameRecord { seed, number, nodes, start, opening: opening_moves, moves, winner, ending })
    }

    /// An opening that leaves both sides a chance, with the search of its first move.
    fn open(&mut self, rng: &mut SplitMix64) -> (Game, SearchResult) {
        for tries in 1.. {
            let game = random_opening(&self.recipe.book, rng);
            let result = self.search(game.position());
            if result.value.abs() <= OPENING_SCORE || tries > OPENING_TRIES {
                return (game, result);
            }
        }
        unreachable!("there is no last try")
    }

    fn search(&mut self, position: &Position) -> SearchResult {
        self.searcher.begin(false, Instant::now());
        let request = Request { position, limits: &self.limits, settings: &self.settings };
        self.searcher.search(request, &mut ())
    }
}

/// The winner and the ending if the game is over.
fn end(game: &Game) -> Option<(Option<Color>, Ending)> {
    game.outcome().map(|outcome| (outcome.winner, outcome.termination.into()))
}

/// Where the moves of `position` began, if not from the usual position.
fn packed_start(position: &Position) -> Option<PackedPosition> {
    let mut start = position.clone();
    for _ in position.moves() {
        start.undo();
    }
    (start != Position::startpos()).then(|| PackedPosition::pack(&start))
}
