// SPDX-License-Identifier: MIT OR Apache-2.0
//! History tables, after Bai (2007): lists of moves, earlier best moves towards the front.
//!
//! A move that is good in one position is often good in its neighbours. Where a search finds a best move,
//! that move rises in its player's list, and all positions try their moves in the order of the list.
//! [`HistoryLists`] has one list for each player and one rule, for any game.
//!
//! [`StepHistory`] is Bai's own, for each player and each step of the game a list of the squares: neighbours
//! have about as many discs, so each step, the number of discs and one, has a list of its own. It begins in
//! an order of experience: by the weights of the squares, corners first, the squares beside corners last. A
//! move that fails high *floats* to the front of its list; one inside the window *advances* by one place.

use super::algorithm::Found;
use super::game::{DiscGame, Game, Note};
use core::cmp::Reverse;
use core::marker::PhantomData;
use xiangqi::types::Value;

/// The rule by which a move rises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rise {
    /// To the front at once.
    Float,
    /// By one place.
    Advance,
}

/// The moves of one player.
#[derive(Clone)]
struct List {
    /// Numbers of moves, best first.
    order: Vec<usize>,
    /// The place of each move in `order`.
    places: Vec<usize>,
}

impl List {
    fn new(order: Vec<usize>) -> Self {
        let mut places = vec![0; order.len()];
        for (place, number) in order.iter().enumerate() {
            places[*number] = place;
        }
        Self { order, places }
    }

    fn sort<G: Game>(&self, moves: &mut [G::Move]) {
        moves.sort_unstable_by_key(|mv| self.places[G::move_number(*mv)]);
    }

    /// Lets a move rise; the moves that it passes step back.
    fn rise<G: Game>(&mut self, game: &G, mv: G::Move, rise: Rise) {
        let place = self.places[G::move_number(mv)];
        let goal = match rise {
            Rise::Float => 0,
            Rise::Advance => place.saturating_sub(1),
        };
        game.note(Note::Rise { mv, places: &self.places, goal });
        self.order[goal..=place].rotate_right(1);
        for place in goal..=place {
            self.places[self.order[place]] = place;
        }
    }
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
        let lists = [(); 2].map(|()| List::new((0..G::MOVE_NUMBERS).collect()));
        Self { rise, lists, game: PhantomData }
    }

    /// Puts all moves back in the natural order.
    pub fn clear(&mut self) {
        *self = Self::new(self.rise);
    }

    /// Sorts moves by the list of the side to move.
    pub fn order(&self, game: &G, moves: &mut [G::Move]) {
        self.lists[usize::from(game.is_first_to_move())].sort::<G>(moves);
    }

    /// Lets the best move that was found for the side to move rise. Nothing changes if it did not raise
    /// alpha: then no move was good.
    pub fn learn(&mut self, game: &G, alpha: Value, found: Found<G::Move>) {
        if let Some(mv) = found.best.filter(|_| found.value > alpha) {
            self.lists[usize::from(game.is_first_to_move())].rise(game, mv, self.rise);
        }
    }
}

/// Number of steps, one a disc: 64 squares and one more. A pass does not count.
const STEPS: usize = 65;

/// The lists of both players: the paper's `history[2][65][65]`, whose moves are 64 squares and the pass.
pub struct StepHistory {
    lists: Vec<[List; 2]>,
    start: List,
}

impl StepHistory {
    /// Creates lists in the order of experience.
    pub fn new<G: DiscGame>() -> Self {
        let mut order: Vec<usize> = (0..G::MOVE_NUMBERS).collect();
        order[..G::MOVE_NUMBERS - 1].sort_by_key(|&square| Reverse(G::worth(square)));
        let start = List::new(order);
        Self { lists: vec![[start.clone(), start.clone()]; STEPS], start }
    }

    /// Lets all steps share one list.
    #[must_use]
    pub fn in_one_list(mut self) -> Self {
        self.lists.truncate(1);
        self
    }

    fn step(&self, step: usize) -> usize {
        step.min(self.lists.len() - 1)
    }

    /// Puts all lists back in the order of experience.
    pub fn clear(&mut self) {
        self.lists.fill([self.start.clone(), self.start.clone()]);
    }

    /// Sorts moves by the list of the side to move at this step.
    pub fn order<G: DiscGame>(&self, game: &G, step: usize, moves: &mut [G::Move]) {
        self.lists[self.step(step)][usize::from(game.is_first_to_move())].sort::<G>(moves);
    }

    /// Lets a move of the side to move rise at this step.
    pub fn rise<G: DiscGame>(&mut self, game: &G, step: usize, mv: G::Move, rise: Rise) {
        let step = self.step(step);
        self.lists[step][usize::from(game.is_first_to_move())].rise(game, mv, rise);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{RandomTree, Reversi, ReversiMove};
    use crate::{Game, Subject};

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

    fn words(moves: &[ReversiMove]) -> Vec<String> {
        moves.iter().map(ToString::to_string).collect()
    }

    /// Returns the moves of White after f5, in their order at this step.
    fn order_at(history: &StepHistory, step: usize) -> Vec<String> {
        let game = Reversi::parse("f5").expect("a move");
        let mut moves = game.moves();
        history.order(&game, step, &mut moves);
        words(&moves)
    }

    #[test]
    fn lists_begin_with_the_corners_and_end_with_their_neighbours() {
        let history = StepHistory::new::<Reversi>();
        assert_eq!(history.lists.len(), 65);
        let order = history.lists[5][0].order.clone();
        assert_eq!([order[0], order[1], order[2], order[3]], [0, 7, 56, 63]);
        assert_eq!([order[60], order[61], order[62], order[63], order[64]], [9, 14, 49, 54, 64]);
        for [first, second] in &history.lists {
            assert!(first.order == order && second.order == order);
            assert!((0..65).all(|number| first.order[first.places[number]] == number));
        }
    }

    #[test]
    fn moves_float_or_advance_in_the_list_of_their_player_and_step() {
        let mut history = StepHistory::new::<Reversi>();
        let game = Reversi::parse("f5").expect("a move");
        assert_eq!(order_at(&history, 6), ["f6", "f4", "d6"]);
        let f4 = game.parse_move("f4").expect("a move");
        history.rise(&game, 6, f4, Rise::Advance);
        assert_eq!(history.lists[6][0].order[history.lists[6][0].places[29]], 29);
        let before = history.start.places[29];
        assert_eq!(history.lists[6][0].places[29], before - 1);
        history.rise(&game, 6, f4, Rise::Float);
        assert_eq!((history.lists[6][0].order[0], history.lists[6][0].order[1]), (29, 0));
        assert_eq!(order_at(&history, 6), ["f4", "f6", "d6"]);
        assert_eq!(order_at(&history, 7), ["f6", "f4", "d6"], "another step");
        assert_eq!(history.lists[6][1].order, history.start.order, "the other player");
        history.clear();
        assert_eq!(order_at(&history, 6), ["f6", "f4", "d6"]);
    }
}
