// SPDX-License-Identifier: MIT OR Apache-2.0
//! Agreement of the laboratory's algorithms: the exact ones find minimax's value, whatever they prune, and
//! alpha-beta finds it with the minimum of leaves.

use chuhe_lab::algorithms::{AlphaBeta, Minimax, Negamax, minimum_leaves};
use chuhe_lab::games::{Gomoku, OrderedTree, RandomTree, Reversi, TicTacToe, Xiangqi};
use chuhe_lab::{Algorithm, Found, Game, MemorySettings, NodeTally, Scheme, Subject};
use xiangqi::types::{SplitMix64, Value};

/// Returns a game after up to `plies` random moves that is not over.
fn random_game<G: Subject>(rng: &mut SplitMix64, plies: usize) -> G {
    loop {
        let mut game = G::start();
        for _ in 0..rng.below(plies) {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.below(moves.len())]);
        }
        if !game.moves().is_empty() {
            return game;
        }
    }
}

/// Returns the minimax value of a move, by a search that does not begin anew after it.
fn value_of<G: Game>(game: &mut G, mv: G::Move, depth: u32) -> Value {
    game.play(mv);
    let depth = depth - G::cost(mv);
    let replies = if depth == 0 { Vec::new() } else { game.moves() };
    let value = replies.into_iter().map(|reply| value_of(game, reply, depth)).max();
    let value = value.unwrap_or_else(|| game.evaluate());
    game.undo();
    -value
}

/// Searches `count` random positions with all exact algorithms, to depths 1 to `deepest` in turns.
fn all_agree<G: Subject>(count: u32, plies: usize, deepest: u32) {
    // A small table, so that positions replace each other.
    let settings = MemorySettings { bits: 10, ..MemorySettings::default() };
    let mut ladder: Vec<_> = G::ladder().into_iter().filter(|rung| rung.is_exact).collect();
    let mut algorithms: Vec<_> = ladder.drain(..).map(|rung| (rung.name, rung.algorithm(settings))).collect();
    assert!(algorithms.len() >= 13);
    let mut rng = SplitMix64::new(11);
    for index in 0..count {
        let mut game: G = random_game(&mut rng, plies);
        let depth = index % deepest + 1;
        let key = game.key();
        let expected = Minimax.search(&mut game, depth, &mut NodeTally::default()).value;
        for (name, algorithm) in &mut algorithms {
            algorithm.forget();
            let found = algorithm.search(&mut game, depth, &mut NodeTally::default());
            assert_eq!(found.value, expected, "{name}, {}, position {index}, depth {depth}", G::NAME);
            assert_eq!(game.key(), key, "{name} leaves the game as it was");
            let value = value_of(&mut game, found.best.expect("the game is not over"), depth);
            assert_eq!(value, expected, "{name}, {}, move of position {index}, depth {depth}", G::NAME);
        }
    }
}

#[test]
fn exact_algorithms_agree_on_random_trees() {
    all_agree::<RandomTree>(2_000, 6, 6);
}

#[test]
fn exact_algorithms_agree_on_xiangqi() {
    all_agree::<Xiangqi>(500, 120, 2);
}

#[test]
fn exact_algorithms_agree_on_reversi() {
    all_agree::<Reversi>(500, 62, 4);
}

#[test]
fn exact_algorithms_agree_on_gomoku() {
    all_agree::<Gomoku>(100, 60, 2);
}

#[test]
fn exact_algorithms_agree_on_tic_tac_toe() {
    all_agree::<TicTacToe>(500, 9, 9);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: in release only")]
fn exact_algorithms_agree_on_gomoku_two_plies_deep() {
    all_agree::<Gomoku>(500, 60, 2);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: in release only")]
fn exact_algorithms_agree_on_xiangqi_three_plies_deep() {
    all_agree::<Xiangqi>(200, 120, 3);
}

/// Negamax is minimax in another form: positions and order are the same, so are the counts and the move.
#[test]
fn negamax_visits_what_minimax_visits() {
    let mut rng = SplitMix64::new(5);
    for depth in [1, 2, 3].into_iter().cycle().take(30) {
        let mut game: RandomTree = random_game(&mut rng, 6);
        let [mut first, mut second] = [NodeTally::default(); 2];
        let found = Minimax.search(&mut game, depth, &mut first);
        assert_eq!(Negamax.search(&mut game, depth, &mut second), found);
        assert_eq!(first, second);
    }
}

#[test]
#[expect(clippy::float_cmp, reason = "small whole numbers")]
fn alpha_beta_needs_knuth_and_moores_minimum_where_the_order_is_perfect() {
    for depth in 1..=8 {
        let mut tally = NodeTally::default();
        let Found { value, best } = AlphaBeta.search(&mut OrderedTree::start(), depth, &mut tally);
        assert_eq!((value, best), (0, Some(0)));
        assert_eq!(
            f64::from(u32::try_from(tally.leaves).unwrap()),
            minimum_leaves(4.0, depth),
            "depth {depth}"
        );
        let mut tally = NodeTally::default();
        Minimax.search(&mut OrderedTree::start(), depth, &mut tally);
        assert_eq!(tally.leaves, 4_u64.pow(depth));
    }
}

/// Equal positions have equal keys, whatever path leads to them; a move changes both numbers.
#[test]
fn keys_tell_positions_of_xiangqi_apart() {
    let mut rng = SplitMix64::new(8);
    for _ in 0..200 {
        let mut game: Xiangqi = random_game(&mut rng, 60);
        let fresh = Xiangqi::new(game.position());
        assert_eq!(game.key(), fresh.key());
        let before = game.key();
        for mv in game.moves() {
            game.play(mv);
            assert!(game.key().index != before.index && game.key().check != before.check);
            game.undo();
        }
    }
}

#[test]
fn every_scheme_is_one_of_the_ladder() {
    let names: Vec<_> = Xiangqi::ladder().iter().map(|rung| rung.name).collect();
    for scheme in Scheme::ALL.into_iter().skip(1) {
        assert!(names.contains(&format!("hash-{}", scheme.name()).as_str()));
    }
    for name in Xiangqi::USUAL {
        assert!(names.contains(name), "{name}");
    }
}
