// SPDX-License-Identifier: MIT OR Apache-2.0
//! Wins by rule: a score in that band is what the referee decides once the game has been played out.

use crate::support::search::{engine, position};
use chuhe::search::Settings;
use chuhe::{Limits, Position};
use xiangqi::rules::{Game, RuleSet};
use xiangqi::types::{Color, Score, SplitMix64};

/// Longest game played out, in plies.
const LONGEST: usize = 80;
/// Nodes of each search of a random position.
const NODES: u64 = 20_000;

/// Returns the side that a search of `nodes` nodes sees winning by rule, if any.
fn winner_by_rule(position: &Position, nodes: u64) -> Option<Color> {
    let side = position.side_to_move();
    match engine(Settings::default()).search(position, &Limits::nodes(nodes)).score {
        Score::Rule(plies) => Some(if plies >= 0 { side } else { !side }),
        _ => None,
    }
}

/// Returns the winner after both sides have played the engine's moves to the end, or `None`.
fn winner_played_out(start: &Position) -> Option<Color> {
    let mut engine = engine(Settings::default());
    let mut game = Game::new(start.clone(), RuleSet::Asian);
    for _ in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return outcome.winner;
        }
        let best = engine.search(game.position(), &Limits::nodes(NODES)).best_move.expect("a legal move");
        game.play(best).expect("the engine's moves are legal");
    }
    None
}

#[test]
fn checks_and_chases_in_turn_do_not_lose_by_rule() {
    for fen in ["3aka3/4n4/9/9/9/9/2C6/9/6r2/3AK4 b", "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w"] {
        let start = position(fen, "");
        for nodes in [50_000, 300_000] {
            assert_eq!(winner_by_rule(&start, nodes), None, "{fen}: {nodes} nodes");
        }
    }
}

/// Places a rook against pawns at its own palace, so that checks and chases may be all that is left to it.
/// Returns `None` if the pieces do not fit.
fn thin_position(rng: &mut SplitMix64) -> Option<Position> {
    let mut board = [['1'; 9]; 10];
    let mut put = |letter: char, ranks: core::ops::Range<usize>, files: core::ops::Range<usize>| {
        let rank = ranks.start + rng.below(ranks.len());
        let file = files.start + rng.below(files.len());
        core::mem::replace(&mut board[rank][file], letter) == '1'
    };
    let mut fits = put('K', 7..10, 3..6) && put('k', 0..3, 3..6);
    for _ in 0..3 {
        fits &= put('p', 6..9, 2..7);
    }
    fits &= put('R', 0..10, 0..9);
    fits &= put('n', 0..5, 0..9);
    fits &= put('a', 0..1, 3..4);
    let rows = board.map(|row| row.iter().collect::<String>());
    let side = ["w", "b"][rng.below(2)];
    let position = Position::from_fen(&format!("{} {side}", rows.join("/"))).ok()?;
    (fits && position.has_legal_move()).then_some(position)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "searches 200 positions; runs in release")]
fn random_wins_by_rule_are_confirmed_by_the_referee() {
    let mut rng = SplitMix64::new(7);
    let mut claims = 0;
    for start in core::iter::from_fn(|| Some(thin_position(&mut rng))).flatten().take(200) {
        if let Some(winner) = winner_by_rule(&start, NODES) {
            claims += 1;
            assert_eq!(winner_played_out(&start), Some(winner), "{}", start.to_fen());
        }
    }
    assert!(claims >= 3, "{claims} claims");
}
