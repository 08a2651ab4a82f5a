// SPDX-License-Identifier: MIT OR Apache-2.0
//! Stability of move classes: the reason that Bai (2007, section 2.4) gives for his history table.
#![doc = include_str!("pages/classes.md")]

use super::algorithm::expand;
use super::game::{Game, INFINITE};
use super::ladder::Subject;
use super::tournament::{LONGEST_GAME, random_opening};
use crate::NodeTally;
use core::cmp::Ordering;
use core::ops::AddAssign;
use std::collections::HashMap;
use xiangqi::types::{SplitMix64, Value};

/// The class of a move in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveClass {
    /// Its value reached beta.
    High,
    /// Its value was between alpha and beta.
    Inside,
    /// Its value did not exceed alpha.
    Low,
}

/// A move as the paper's lists distinguish it: whether it is the first player's, the step of the game, and
/// the number of the move.
type ListedMove = (bool, u32, usize);

/// The number of times that one search found each move in each class.
type Classes = HashMap<ListedMove, [u32; 3]>;

/// The numbers of moves by their class in one search and in the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassChanges(pub [[u64; 3]; 3]);

impl ClassChanges {
    /// Plays a game with alpha-beta of this depth for both sides, after a random opening, and compares each
    /// search with the one before it.
    pub fn of_game<G: Subject>(rng: &mut SplitMix64, opening: u32, depth: u32) -> Self {
        let mut game = G::start();
        // A pass is no step of the game.
        let mut step = 0;
        for mv in random_opening::<G>(rng, opening) {
            game.play(mv);
            step += G::cost(mv);
        }
        let mut changes = Self::default();
        let mut before: Option<Classes> = None;
        while game.ply() < LONGEST_GAME {
            game.begin_search();
            let mut search = Search { game: &mut game, classes: Classes::new() };
            let Some(mv) = search.alpha_beta(depth, step, -INFINITE, INFINITE).1 else { break };
            let classes = search.classes;
            if let Some(before) = before {
                changes.compare(&before, &classes);
            }
            before = Some(classes);
            game.play(mv);
            step += G::cost(mv);
        }
        changes
    }

    /// Counts the moves that were found in both searches.
    fn compare(&mut self, before: &Classes, after: &Classes) {
        for (mv, earlier) in before {
            if let Some(later) = after.get(mv) {
                self.0[usual(earlier) as usize][usual(later) as usize] += 1;
            }
        }
    }

    /// Returns the number of moves counted.
    pub fn total(&self) -> u64 {
        self.0.as_flattened().iter().sum()
    }

    /// Returns the share of moves for which `is_counted` holds of both classes, and the share that would be
    /// expected if the class in one search told nothing about the next.
    pub fn share(&self, is_counted: impl Fn(usize, usize) -> bool) -> [f64; 2] {
        let total = self.total().max(1) as f64;
        let pairs = || (0..3).flat_map(|from| (0..3).map(move |to| (from, to)));
        let before = |from: usize| self.0[from].iter().sum::<u64>() as f64;
        let after = |to: usize| self.0.iter().map(|row| row[to]).sum::<u64>() as f64;
        let counted = || pairs().filter(|&(from, to)| is_counted(from, to));
        let measured = counted().map(|(from, to)| self.0[from][to] as f64 / total);
        let expected = counted().map(|(from, to)| before(from) * after(to) / (total * total));
        [measured.sum(), expected.sum()]
    }
}

impl AddAssign for ClassChanges {
    fn add_assign(&mut self, other: Self) {
        for (number, more) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *number += more;
        }
    }
}

/// Returns the class in which a move was found most often; of two, the better one.
fn usual([high, inside, low]: &[u32; 3]) -> MoveClass {
    if high >= inside.max(low) {
        MoveClass::High
    } else if inside >= low {
        MoveClass::Inside
    } else {
        MoveClass::Low
    }
}

/// An alpha-beta search that notes the classes of moves.
struct Search<'a, G: Game> {
    game: &'a mut G,
    classes: Classes,
}

impl<G: Game> Search<'_, G> {
    fn alpha_beta(
        &mut self,
        depth: u32,
        step: u32,
        mut alpha: Value,
        beta: Value,
    ) -> (Value, Option<G::Move>) {
        let moves = match expand(self.game, depth, &mut NodeTally::default()) {
            Ok(moves) => moves,
            Err(found) => return (found.value, None),
        };
        let mut best = (-INFINITE, None);
        for mv in moves {
            let listed = (self.game.is_first_to_move(), step, G::move_number(mv));
            self.game.play(mv);
            let cost = G::cost(mv);
            let value = -self.alpha_beta(depth - cost, step + cost, -beta, -alpha).0;
            self.game.undo();
            let class = match value.cmp(&alpha) {
                _ if value >= beta => MoveClass::High,
                Ordering::Greater => MoveClass::Inside,
                _ => MoveClass::Low,
            };
            self.classes.entry(listed).or_default()[class as usize] += 1;
            if value > best.0 {
                best = (value, Some(mv));
                alpha = alpha.max(value);
            }
            if class == MoveClass::High {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;
    use crate::algorithms::AlphaBeta;
    use crate::games::Reversi;

    #[test]
    fn the_search_is_alpha_beta_and_notes_each_move_that_it_searches() {
        let mut game = Reversi::start();
        let mut tally = NodeTally::default();
        let found = AlphaBeta.search(&mut game, 5, &mut tally);
        let mut search = Search { game: &mut game, classes: Classes::new() };
        assert_eq!(search.alpha_beta(5, 0, -INFINITE, INFINITE), (found.value, found.best));
        let noted: u32 = search.classes.values().flatten().sum();
        assert_eq!(u64::from(noted), tally.nodes - 1, "each node but the root");
        // At the root no move fails high.
        assert!(
            search.classes.iter().filter(|((_, step, _), _)| *step == 0).all(|(_, counts)| counts[0] == 0)
        );
    }

    #[test]
    fn moves_of_reversi_change_class_less_often_than_by_chance() {
        let (mut rng, mut changes) = (SplitMix64::new(1), ClassChanges::default());
        for _ in 0..3 {
            changes += ClassChanges::of_game::<Reversi>(&mut rng, 6, 3);
        }
        let [share, by_chance] = changes.share(|from, to| from != to);
        assert!(changes.total() > 1000 && share < 0.7 * by_chance, "{share} {by_chance}");
    }

    #[test]
    fn shares_are_of_all_moves_and_by_chance_of_the_classes() {
        let changes = ClassChanges([[30, 0, 10], [0, 20, 0], [10, 0, 30]]);
        let [share, by_chance] = changes.share(|from, to| from != to);
        assert!((share - 0.2).abs() < 1e-9 && (by_chance - 0.64).abs() < 1e-9, "{share} {by_chance}");
        assert_eq!(usual(&[1, 0, 1]), MoveClass::High);
        assert_eq!([usual(&[0, 2, 2]), usual(&[1, 0, 2])], [MoveClass::Inside, MoveClass::Low]);
    }
}
