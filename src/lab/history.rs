// SPDX-License-Identifier: MIT OR Apache-2.0
//! A history table for any game, after Bai (2007): each player's moves in a list, earlier best moves towards
//! the front.
//!
//! A move that is good in one position is often good in its neighbours. Where a search finds a best move,
//! that move rises in its player's list, and all positions try their moves in the order of the list. Bai's
//! own table, with a list for each step of the game and both rules, is [`StepHistory`](super::StepHistory).
//! (The engine's butterfly and continuation histories count successes instead: see
//! [`search`](crate::search).)

use super::algorithm::Found;
use super::game::Game;
use crate::types::Value;
use core::marker::PhantomData;

/// The rule by which a move rises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rise {
    /// To the front at once.
    #[default]
    Float,
    /// By one place.
    Advance,
}

/// The moves of one player.
struct List {
    /// Numbers of moves, best first.
    order: Vec<usize>,
    /// The place of each move in `order`.
    places: Vec<usize>,
}

/// The lists of both players.
pub struct HistoryLists<G> {
    rise: Rise,
    lists: [List; 2],
    game: PhantomData<fn(G)>,
}

impl<G: Game> HistoryLists<G> {
    /// Creates lists in the natural order.
    pub fn new(rise: Rise) -> Self {
        let list = || List { order: (0..G::MOVE_NUMBERS).collect(), places: (0..G::MOVE_NUMBERS).collect() };
        Self { rise, lists: [list(), list()], game: PhantomData }
    }

    /// Puts all moves back in the natural order.
    pub fn clear(&mut self) {
        *self = Self::new(self.rise);
    }

    /// Sorts moves by the list of the side to move.
    pub fn order(&self, game: &G, moves: &mut [G::Move]) {
        let places = &self.lists[usize::from(game.is_first_to_move())].places;
        moves.sort_unstable_by_key(|mv| places[G::move_number(*mv)]);
    }

    /// Lets the best move that was found for the side to move rise. Nothing changes if it did not raise
    /// alpha: then no move was good.
    pub fn learn(&mut self, game: &G, alpha: Value, found: Found<G::Move>) {
        let Some(mv) = found.best.filter(|_| found.value > alpha) else { return };
        let List { order, places } = &mut self.lists[usize::from(game.is_first_to_move())];
        let place = places[G::move_number(mv)];
        let goal = match self.rise {
            Rise::Float => 0,
            Rise::Advance => place.saturating_sub(1),
        };
        order[goal..=place].rotate_right(1);
        for (place, number) in order.iter().enumerate().take(place + 1).skip(goal) {
            places[*number] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Subject;
    use crate::lab::games::RandomTree;

    fn order_after(rise: Rise, learned: &[usize]) -> Vec<usize> {
        let game = RandomTree::start();
        let mut history = HistoryLists::new(rise);
        for &mv in learned {
            history.learn(&game, 0, Found { value: 1, best: Some(mv) });
        }
        history.learn(&game, 0, Found { value: 0, best: Some(0) });
        let mut moves = vec![0, 1, 2, 3];
        history.order(&game, &mut moves);
        moves
    }

    #[test]
    fn moves_rise_to_the_front_or_by_one_place() {
        assert_eq!(order_after(Rise::Float, &[]), [0, 1, 2, 3]);
        assert_eq!(order_after(Rise::Float, &[2]), [2, 0, 1, 3]);
        assert_eq!(order_after(Rise::Float, &[2, 3]), [3, 2, 0, 1]);
        assert_eq!(order_after(Rise::Advance, &[2]), [0, 2, 1, 3]);
        assert_eq!(order_after(Rise::Advance, &[2, 3, 2, 2]), [2, 0, 3, 1]);
    }

    #[test]
    fn each_player_has_a_list() {
        let mut game = RandomTree::start();
        let mut history = HistoryLists::new(Rise::Float);
        history.learn(&game, 0, Found { value: 1, best: Some(3) });
        game.play(0);
        let mut moves = vec![0, 1, 2, 3];
        history.order(&game, &mut moves);
        assert_eq!(moves, [0, 1, 2, 3]);
    }
}
