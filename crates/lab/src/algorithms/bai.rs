// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta as in Bai (2007), with a history table by steps of the game, a transposition table, or both.
#![doc = include_str!("../pages/bai.md")]

use crate::algorithm::{Algorithm, Found, expand, or_return};
use crate::game::{DiscGame, Window};
use crate::history::{Rise, StepHistory};
use crate::transpositions::PositionTable;
use crate::transpositions::to_front;
use crate::{INFINITE, NodeTally};

/// Alpha-beta with the paper's tables.
pub struct Bai<G: DiscGame> {
    table: Option<PositionTable<G::Move>>,
    history: Option<StepHistory>,
}

/// The parameters of a node.
#[derive(Clone, Copy)]
struct Task {
    depth: u32,
    /// The step of the game, by which lists are chosen.
    step: usize,
    window: Window,
}

impl<G: DiscGame> Bai<G> {
    /// Creates the algorithm with a table, a history, or both.
    pub fn new(table: Option<PositionTable<G::Move>>, history: Option<StepHistory>) -> Self {
        Self { table, history }
    }

    fn alpha_beta(&mut self, game: &mut G, task: Task, tally: &mut NodeTally) -> Found<G::Move> {
        let Task { depth, step, window } = task;
        let known = match &mut self.table {
            Some(table) if depth > 0 => or_return!(table.recall(game, window, tally)),
            _ => None,
        };
        let mut moves = or_return!(expand(game, depth, tally));
        if let Some(history) = &self.history {
            history.order(game, step, &mut moves);
        }
        to_front(&mut moves, known);
        let (mut alpha, beta) = window;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            // A pass costs neither depth nor step, and is neither stored nor learned.
            let cost = G::cost(mv);
            let is_pass = cost == 0;
            game.play(mv);
            let next = Task { depth: depth - cost, step: step + cost as usize, window: (-beta, -alpha) };
            let value = -self.alpha_beta(game, next, tally).value;
            game.undo();
            if is_pass {
                return Found { value, best: Some(mv) };
            }
            if value > best.value {
                best = Found { value, best: Some(mv) };
            }
            if value >= beta {
                if let Some(history) = &mut self.history {
                    history.rise(game, step, mv, Rise::Float);
                }
                if known == Some(mv) {
                    // A cutoff by the table's move is not stored.
                    return best;
                }
                break;
            }
            if value > alpha {
                if let Some(history) = &mut self.history {
                    history.rise(game, step, mv, Rise::Advance);
                }
                alpha = value;
            }
        }
        if let Some(table) = &mut self.table {
            table.remember(game, window, best);
        }
        best
    }
}

impl<G: DiscGame> Algorithm<G> for Bai<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        if let Some(table) = &mut self.table {
            table.begin_search();
        }
        let step = game.discs().map(u64::count_ones).into_iter().sum::<u32>() as usize + 1;
        self.alpha_beta(game, Task { depth, step, window: (-INFINITE, INFINITE) }, tally)
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        if let Some(history) = &mut self.history {
            history.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Reversi;
    use crate::{Game, Subject};
    use xiangqi::types::SplitMix64;

    fn with_table() -> Bai<Reversi> {
        Bai::new(Some(PositionTable::new(12)), None)
    }

    #[test]
    fn the_table_lives_on_in_a_game_with_the_values_of_earlier_searches() {
        let mut game = Reversi::parse("f5").expect("a move");
        let mut bai = with_table();
        let [mut first, mut again] = [NodeTally::default(); 2];
        let found = bai.search(&mut game, 3, &mut first);
        assert_eq!(bai.search(&mut game, 5, &mut again), found, "an exact match at the root");
        assert_eq!((again.nodes, again.exact_hits), (1, 1));
        bai.forget();
        again = NodeTally::default();
        bai.search(&mut game, 5, &mut again);
        assert!(again.nodes > first.nodes);
    }

    #[test]
    fn passes_cost_no_depth() {
        let mut passes = 0;
        for seed in 0..100 {
            let mut random = SplitMix64::new(seed);
            let mut game = Reversi::start();
            while !game.must_pass() && !game.is_over() {
                let moves = game.moves();
                game.play(moves[random.below(moves.len())]);
            }
            let [pass] = game.moves()[..] else { continue };
            passes += 1;
            let found = with_table().search(&mut game, 2, &mut NodeTally::default());
            game.play(pass);
            // The side that passed is still the program's own.
            let mut bai = with_table();
            let value = -bai.explore(&mut game, 2, &mut NodeTally::default()).value;
            assert_eq!((found.value, found.best), (value, Some(pass)));
        }
        assert!(passes > 20, "{passes}");
    }

    #[test]
    fn a_cutoff_by_the_tables_move_is_not_stored() {
        let mut game = Reversi::parse("f5").expect("a move");
        let Found { value, best: refutation } = with_table().search(&mut game, 2, &mut NodeTally::default());
        let mut bai = with_table();
        let table = bai.table.as_mut().expect("a table");
        // A bound that does not settle the search below: only the move is taken.
        table.remember(&game, (value - 60, value - 55), Found { value: value - 50, best: refutation });
        let window = (value - 40, value - 39);
        let mut tally = NodeTally::default();
        let found = bai.alpha_beta(&mut game, Task { depth: 2, step: 6, window }, &mut tally);
        assert!(found.value >= window.1 && found.best == refutation, "{found:?}");
        let table = bai.table.as_mut().expect("a table");
        let stored = table.recall(&game, (value - 60, value - 55), &mut tally);
        assert_eq!(stored, Err(Found { value: value - 50, best: refutation }), "as before");
    }
}
