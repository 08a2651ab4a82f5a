// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta as in Bai (2007), with a history table by steps of the game, a transposition table, or both.
#![doc = include_str!("../pages/bai.md")]

use crate::algorithm::{Algorithm, Found, expand};
use crate::game::DiscGame;
use crate::history::StepHistory;
use crate::transpositions::PositionTable;
use crate::transpositions::{Window, to_front};
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
            Some(table) if depth > 0 => match table.recall(game, window, tally) {
                Ok(known) => known,
                Err(found) => return found,
            },
            _ => None,
        };
        let mut moves = match expand(game, depth, tally) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
        if let Some(history) = &mut self.history {
            history.order(game, step, &mut moves);
        }
        to_front(&mut moves, known);
        let (mut alpha, beta) = window;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            game.play(mv);
            let next = Task { depth: depth - 1, step: step + 1, window: (-beta, -alpha) };
            let value = -self.alpha_beta(game, next, tally).value;
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
            }
            if value >= beta {
                if let Some(history) = &mut self.history {
                    history.float(game, step, mv);
                }
                break;
            }
            if value > alpha {
                if let Some(history) = &mut self.history {
                    history.advance(game, step, mv);
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
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        if let Some(table) = &mut self.table {
            table.begin_search();
        }
        let step = game.discs().map(u64::count_ones).into_iter().sum::<u32>() as usize + 1;
        self.alpha_beta(game, Task { depth, step, window: (-INFINITE, INFINITE) }, tally)
    }

    fn forget(&mut self) {
        if let Some(history) = &mut self.history {
            history.clear();
        }
    }
}
