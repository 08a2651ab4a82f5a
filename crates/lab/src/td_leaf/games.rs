// SPDX-License-Identifier: MIT OR Apache-2.0
//! A learner's games against itself, and matches between evaluations.

use super::features::{LinearEval, count_pieces, linear};
use super::search::{FixedDepth, Leaf};
use super::{LeafValue, prediction};
use xiangqi::position::Position;
use xiangqi::rules::{Game, RuleSet};
use xiangqi::types::value::MATE_BAND;
use xiangqi::types::{Color, SplitMix64};

/// The least number of random plies at the beginning …
const OPENING: usize = 6;
/// … and the number of different lengths, so that either side may be to move.
const SPREAD: usize = 4;
/// A longer game is a draw.
const MAX_PLIES: usize = 240;

/// A game as a learner needs it.
pub struct Lesson {
    /// The leaves of its searches.
    pub leaves: Vec<LeafValue>,
    /// The result for Red: 1, 0.5 or 0.
    pub result: f64,
}

/// Plays a game from a random opening; the pieces of its positions are added to `counts`.
pub fn play_lesson(search: &FixedDepth<'_>, counts: &mut [f64], rng: &mut SplitMix64) -> Lesson {
    let mut game = random_opening(rng);
    let mut leaves = Vec::new();
    while game.outcome().is_none() && leaves.len() < MAX_PLIES {
        let Leaf { mv, value, position } = search.search(game.position(), rng);
        count_pieces(game.position(), counts);
        let for_red = f64::from(value * game.position().side_to_move().sign());
        let is_mate = value.abs() >= MATE_BAND;
        leaves.push(LeafValue {
            linear: position.as_ref().map(linear),
            prediction: if is_mate { f64::midpoint(1.0, for_red.signum()) } else { prediction(for_red) },
        });
        game.play(mv).expect("the search finds legal moves");
    }
    Lesson { leaves, result: f64::from(half_points(&game)) / 2.0 }
}

/// Plays a game from a position of another, Red with the first search; returns Red's half points.
fn play_game(start: &Game, players: [&FixedDepth<'_>; 2], rng: &mut SplitMix64) -> u8 {
    let mut game = start.clone();
    for _ in 0..MAX_PLIES {
        if game.outcome().is_some() {
            break;
        }
        let leaf = players[game.position().side_to_move() as usize].search(game.position(), rng);
        game.play(leaf.mv).expect("the search finds legal moves");
    }
    half_points(&game)
}

/// Red's half points: 2 for a win, 1 for a draw, also of a game that goes on.
fn half_points(game: &Game) -> u8 {
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    winner.map_or(1, |winner| if winner == Color::Red { 2 } else { 0 })
}

/// Plays random moves from the start, each as probable as any other.
fn random_opening(rng: &mut SplitMix64) -> Game {
    let mut game = Game::new(Position::startpos(), RuleSet::Asian);
    for _ in 0..OPENING + rng.below(SPREAD) {
        let mut next = game.clone();
        let moves = game.position().legal_moves();
        next.play(moves[rng.below(moves.len())]).expect("a legal move");
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// Plays two games from the random opening of this number, with colours swapped. Returns the half points of
/// the first evaluation in each.
pub fn play_pair(evals: [&LinearEval; 2], depth: i32, seed: u64, number: u32) -> [u8; 2] {
    let mut rng = SplitMix64::numbered(seed, number);
    let start = random_opening(&mut rng);
    let [first, second] = evals.map(|eval| FixedDepth { eval, depth });
    let as_red = play_game(&start, [&first, &second], &mut rng);
    let as_black = play_game(&start, [&second, &first], &mut rng);
    [as_red, 2 - as_black]
}
