// SPDX-License-Identifier: MIT OR Apache-2.0
//! One game of the engine against itself. It depends on the configuration and its number alone, so that runs
//! can be interrupted, resumed and spread over machines without playing a game twice.

use super::adjudication::ScoreAdjudication;
use super::config::DatagenConfig;
use crate::learn::games::{PackedPosition, ScoredMove, SelfPlayGame, SelfPlayTermination};
use crate::learn::seeded::seeded;
use crate::position::Position;
use crate::rules::Game;
use crate::search::{Limits, Request, SearchResult, Searcher, Settings};
use crate::types::{Color, SplitMix64};
use std::time::Instant;

/// Size of a player's transposition table in MiB: small enough for the cache.
const HASH_MB: usize = 4;
/// The soft node limit, after which no iteration begins, is the average divided by this: since the last
/// iteration is the longest, the average comes out as asked.
const SOFT_DIVISOR: u64 = 2;
/// The hard node limit, which ends a search within an iteration, is the average times this.
const HARD_FACTOR: u64 = 4;
/// A start position whose score is too large is rejected, unless this many were rejected in a row.
const START_TRIES: usize = 50;
/// One game in this many is played to its end without adjudicated wins, so that there is data on converting a
/// won position.
const PLAYED_OUT: usize = 8;

/// Plays self-play games.
pub struct SelfPlayer<'a> {
    config: &'a DatagenConfig,
    settings: Settings,
    limits: Limits,
    searcher: Searcher,
}

impl<'a> SelfPlayer<'a> {
    pub fn new(config: &'a DatagenConfig) -> Self {
        let nodes = u64::from(config.nodes.max(1));
        Self {
            config,
            settings: Settings {
                network: config.network.clone(),
                rule60_damping: config.rule60_damping,
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

    /// Plays the game with this number; `None` if `is_stopped` returns true before its end.
    pub fn play(&mut self, number: u32, is_stopped: &dyn Fn() -> bool) -> Option<SelfPlayGame> {
        self.searcher.clear(1);
        let mut rng = seeded(self.config.seed, number);
        let (mut game, mut result) = self.open(&mut rng);
        let opening_moves = game.position().moves().collect::<Vec<_>>();
        let mut adjudication =
            ScoreAdjudication::new(rng.below(PLAYED_OUT) == 0, self.config.start.draw_from());
        let mut moves = Vec::new();
        let start = packed_start(game.position());
        let (winner, termination) = loop {
            let mv = result.best_move.expect("the game goes on, so there is a move");
            let (side, score) = (game.position().side_to_move(), result.value);
            moves.push(ScoredMove::new(mv, score));
            game.play(mv).expect("the search finds legal moves");
            if let Some(result) = result_of(&game) {
                break result;
            }
            let ply = opening_moves.len() + moves.len() - 1;
            if let Some(result) = adjudication.judge(side, score, ply) {
                break result;
            }
            if is_stopped() {
                return None;
            }
            result = self.search(game.position());
        };
        let DatagenConfig { seed, nodes, .. } = *self.config;
        Some(SelfPlayGame { seed, number, nodes, start, opening: opening_moves, moves, winner, termination })
    }

    /// Draws a start position that leaves both sides a chance; returns it with the search of its first move.
    fn open(&mut self, rng: &mut SplitMix64) -> (Game, SearchResult) {
        for tries in 1.. {
            let game = self.config.start.draw(&self.config.book, rng);
            let result = self.search(game.position());
            if result.value.abs() <= self.config.start.max_score() || tries > START_TRIES {
                return (game, result);
            }
        }
        unreachable!("the last try is accepted")
    }

    fn search(&mut self, position: &Position) -> SearchResult {
        self.searcher.begin(false, Instant::now());
        let request = Request { position, limits: &self.limits, settings: &self.settings };
        self.searcher.search(request, &mut ())
    }
}

/// The winner and the termination if the game is over by the rules.
fn result_of(game: &Game) -> Option<(Option<Color>, SelfPlayTermination)> {
    game.outcome().map(|outcome| (outcome.winner, outcome.termination.into()))
}

/// The start of the moves that led to `position`, if it is not the initial position.
fn packed_start(position: &Position) -> Option<PackedPosition> {
    let mut start = position.clone();
    for _ in position.moves() {
        start.undo();
    }
    (start != Position::startpos()).then(|| PackedPosition::pack(&start))
}
