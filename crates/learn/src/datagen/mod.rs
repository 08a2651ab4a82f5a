// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data generation: games that the engine plays against itself.
//!
//! [`generate`] plays the games of a [`DatagenConfig`] on any number of threads, which share only the list of
//! games to play. A game starts from a random position of a [`StartKind`], stores the score of each searched
//! move and is ended by the rules or by the adjudication of its scores. It depends on the configuration and
//! its number alone, so that runs can be interrupted, resumed and spread over machines without playing a game
//! twice.

mod start;

pub use start::StartKind;

use super::games::{PackedPosition, ScoredMove, SelfPlayGame, SelfPlayTermination};
use chuhe::eval::Network;
use chuhe::search::{Limits, Request, SearchResult, Searcher, Settings};
use chuhe::threads;
use chuhe::time::Instant;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use xiangqi::position::Position;
use xiangqi::rules::Game;
use xiangqi::types::{Color, SplitMix64, Value};

/// The configuration of a data generation run. Together with a game's number it determines the game.
#[derive(Clone, Debug)]
pub struct DatagenConfig {
    pub seed: u64,
    /// Average nodes per move; an iteration that has begun is usually finished.
    pub nodes: u32,
    pub start: StartKind,
    /// The positions to derive them from, in none of which the game is over; if empty, the initial position.
    /// Random endings do without.
    pub book: Vec<Position>,
    pub network: Arc<Network>,
    /// Dampens scores as `rule60` counts up; see
    /// [`Settings::rule60_damping`](chuhe::search::Settings::rule60_damping).
    pub rule60_damping: bool,
}

impl DatagenConfig {
    /// Returns the configuration of games from openings with the embedded network.
    pub fn new(seed: u64, nodes: u32) -> Self {
        let (start, network) = (StartKind::Opening, Network::embedded());
        Self { seed, nodes, start, book: Vec::new(), network, rule60_damping: true }
    }
}

/// Plays the games with these numbers on `threads` threads and passes each finished game to `on_game`. Ends
/// when all games are played, when `on_game` breaks, or when `is_stopped`, called after each move, returns
/// true; unfinished games are then discarded. With one thread games arrive in the order of `numbers`.
pub fn generate(
    config: &DatagenConfig,
    threads: usize,
    numbers: impl Iterator<Item = u32> + Send,
    is_stopped: impl Fn() -> bool + Sync,
    on_game: impl FnMut(SelfPlayGame) -> ControlFlow<()> + Send,
) {
    let (numbers, on_game) = (Mutex::new(numbers), Mutex::new(on_game));
    let is_done = AtomicBool::new(false);
    let must_stop = || is_done.load(Ordering::Relaxed) || is_stopped();
    let work = |mut player: SelfPlayer<'_>| {
        while !must_stop() {
            let next = numbers.lock().expect("no thread panics with it").next();
            let Some(game) = next.and_then(|number| player.play(number, &must_stop)) else { break };
            let mut on_game = on_game.lock().expect("no thread panics with it");
            if !is_done.load(Ordering::Relaxed) && on_game(game).is_break() {
                is_done.store(true, Ordering::Relaxed);
            }
        }
    };
    let players: Vec<_> = (0..threads::useful(threads)).map(|_| SelfPlayer::new(config)).collect();
    threads::run(threads, players, work, |shortage| log::warn!("datagen: {shortage}"));
}

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

/// Plays games with a searcher and a transposition table of its own.
struct SelfPlayer<'a> {
    config: &'a DatagenConfig,
    settings: Settings,
    limits: Limits,
    searcher: Searcher,
}

impl<'a> SelfPlayer<'a> {
    fn new(config: &'a DatagenConfig) -> Self {
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
    fn play(&mut self, number: u32, is_stopped: &dyn Fn() -> bool) -> Option<SelfPlayGame> {
        self.searcher.clear(1);
        let mut rng = SplitMix64::numbered(self.config.seed, number);
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
        self.searcher.think(request, &mut ())
    }
}

/// The winner and the termination if the game is over by the rules.
fn result_of(game: &Game) -> Option<(Option<Color>, SelfPlayTermination)> {
    game.outcome().map(|outcome| (outcome.winner, SelfPlayTermination::Rules(outcome.termination)))
}

/// The start of the moves that led to `position`, if it is not the initial position.
fn packed_start(position: &Position) -> Option<PackedPosition> {
    let mut start = position.clone();
    for _ in position.moves() {
        start.undo();
    }
    (start != Position::startpos()).then(|| PackedPosition::pack(&start))
}

/// Scores of at least this value win …
const WIN_SCORE: Value = 1500;
/// … after this many consecutive plies.
const WIN_PLIES: u32 = 6;
/// Scores of at most this value draw …
const DRAW_SCORE: Value = 20;
/// … after this many consecutive plies, but not early in the game.
const DRAW_PLIES: u32 = 16;
/// The maximum number of plies. A longer game is a draw unless the last score is a winning one.
const MAX_PLIES: usize = 300;

/// Ends a game by its scores once the result is clear: most of the time would otherwise be spent on moves
/// that the data filter discards.
struct ScoreAdjudication {
    /// Wins are played out instead of adjudicated.
    plays_out_wins: bool,
    /// The first ply at which a level game is drawn.
    draw_from: usize,
    /// The winning side, and the number of plies it has been winning for.
    winning: Option<(Color, u32)>,
    /// The number of consecutive level plies.
    level: u32,
}

impl ScoreAdjudication {
    fn new(plays_out_wins: bool, draw_from: usize) -> Self {
        Self { plays_out_wins, draw_from, winning: None, level: 0 }
    }

    /// Takes the score of `side` before its move at `ply`, counted from 0; returns the winner and the
    /// termination if the game ends here.
    fn judge(
        &mut self,
        side: Color,
        score: Value,
        ply: usize,
    ) -> Option<(Option<Color>, SelfPlayTermination)> {
        let ahead = if score > 0 { side } else { !side };
        self.winning = (score.abs() >= WIN_SCORE).then(|| match self.winning {
            Some((color, plies)) if color == ahead => (color, plies + 1),
            _ => (ahead, 1),
        });
        self.level = if score.abs() <= DRAW_SCORE { self.level + 1 } else { 0 };
        if let Some((color, WIN_PLIES..)) = self.winning
            && !self.plays_out_wins
        {
            return Some((Some(color), SelfPlayTermination::WonByScore));
        }
        if self.level >= DRAW_PLIES && ply >= self.draw_from {
            return Some((None, SelfPlayTermination::DrawnByScore));
        }
        let winner = self.winning.map(|(color, _)| color);
        (ply + 1 >= MAX_PLIES).then_some((winner, SelfPlayTermination::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges these scores, one per ply from ply `first` on, from Red's perspective; Red moves at even plies.
    fn verdict(first: usize, scores: &[Value]) -> Option<(Option<Color>, SelfPlayTermination)> {
        let mut adjudication = ScoreAdjudication::new(false, 80);
        let judge = |(ply, &score): (usize, &Value)| {
            let side = if ply % 2 == 0 { Color::Red } else { Color::Black };
            adjudication.judge(side, score * side.sign(), ply)
        };
        (first..).zip(scores).find_map(judge)
    }

    #[test]
    fn both_sides_must_agree_on_a_win() {
        assert_eq!(verdict(10, &[-1600; 5]), None);
        assert_eq!(verdict(10, &[-1600; 6]), Some((Some(Color::Black), SelfPlayTermination::WonByScore)));
        assert_eq!(verdict(10, &[1600, 1600, 1600, 1600, 1400, 1600, 1600, 1600]), None);
        assert_eq!(verdict(10, &[1600, -1600].repeat(10)), None);
        let mut played_out = ScoreAdjudication::new(true, 80);
        assert!((0..100).all(|ply| played_out.judge(Color::Red, 5000, ply).is_none()));
    }

    #[test]
    fn level_games_are_drawn_late_only() {
        assert_eq!(verdict(0, &[0; 80]), None);
        assert_eq!(verdict(80, &[-20; 15]), None);
        assert_eq!(verdict(80, &[-20; 16]), Some((None, SelfPlayTermination::DrawnByScore)));
        assert_eq!(verdict(80, &[21; 50]), None);
    }

    #[test]
    fn games_end_at_the_ply_limit() {
        assert_eq!(verdict(0, &[300; 300]), Some((None, SelfPlayTermination::TooLong)));
        assert_eq!(verdict(0, &[300; 299]), None);
        let late = [&[300; 296][..], &[1500; 4]].concat();
        assert_eq!(verdict(0, &late), Some((Some(Color::Red), SelfPlayTermination::TooLong)));
    }
}
