// SPDX-License-Identifier: MIT OR Apache-2.0
//! Recorded searches: an algorithm searches a game that keeps a record of what happens in it.
//!
//! The algorithms know nothing of being watched. [`Watched`] is a game around another one. It sees the moves
//! that are played and undone; what they do not show is told by [`Game::note`], which the parts that
//! algorithms share call: the expansion of nodes, tables, histories. From this [`Record`] has the tree of the
//! search with windows, values and cutoffs. A node begins with its first note, so that the moves that an
//! algorithm plays only to sort them leave no trace.

mod record;
mod recorder;
mod scene;
#[cfg(test)]
mod tests;

pub use record::{Bound, Node, Record, Rise};
pub use scene::{Scene, SceneGame, SceneRequest};

use crate::algorithm::{Algorithm, NodeTally};
use crate::game::{ChessGame, DiscGame, Game, Key, Neighbours, Note};
use recorder::Recorder;
use std::cell::RefCell;
use xiangqi::types::Value;

/// A game whose searches are recorded.
pub struct Watched<G: Game> {
    game: G,
    recorder: RefCell<Recorder<G::Move>>,
    picture: fn(&G) -> String,
}

/// Searches a position and returns the record, with a picture of each node's position. Returns `None` if the
/// search has more than `most` nodes.
pub fn record<G: Game>(
    game: G,
    algorithm: &mut dyn Algorithm<Watched<G>>,
    depth: u32,
    most: usize,
    picture: fn(&G) -> String,
) -> Option<Record> {
    let mut watched = Watched { game, recorder: RefCell::new(Recorder::new(most, G::move_number)), picture };
    algorithm.search(&mut watched, depth, &mut NodeTally::default());
    watched.recorder.into_inner().finish()
}

impl<G: Game> Game for Watched<G> {
    type Move = G::Move;

    const MOVE_NUMBERS: usize = G::MOVE_NUMBERS;

    fn is_first_to_move(&self) -> bool {
        self.game.is_first_to_move()
    }

    /// Returns no moves once the record is full, which ends the search soon.
    fn moves(&self) -> Vec<G::Move> {
        if self.recorder.borrow().is_full() { Vec::new() } else { self.game.moves() }
    }

    fn play(&mut self, mv: G::Move) {
        self.recorder.get_mut().play(Some(mv));
        self.game.play(mv);
    }

    fn undo(&mut self) {
        self.recorder.get_mut().undo();
        self.game.undo();
    }

    fn ply(&self) -> u32 {
        self.game.ply()
    }

    fn cost(mv: G::Move) -> u32 {
        G::cost(mv)
    }

    fn begin_search(&mut self) {
        self.game.begin_search();
    }

    fn evaluate(&mut self) -> Value {
        self.game.evaluate()
    }

    fn key(&self) -> Key {
        self.game.key()
    }

    fn move_number(mv: G::Move) -> usize {
        G::move_number(mv)
    }

    fn is_local(&self, mv: G::Move, neighbours: Neighbours) -> bool {
        self.game.is_local(mv, neighbours)
    }

    fn score(&mut self) -> [f64; 2] {
        self.game.score()
    }

    fn parse_move(&self, word: &str) -> Option<G::Move> {
        self.game.parse_move(word)
    }

    fn note(&self, note: Note<'_, G::Move>) {
        let is_first = self.game.is_first_to_move();
        self.recorder.borrow_mut().note(note, is_first, || (self.picture)(&self.game));
    }
}

impl<G: ChessGame> ChessGame for Watched<G> {
    fn is_in_check(&self) -> bool {
        self.game.is_in_check()
    }

    fn gain(&self, mv: G::Move) -> Value {
        self.game.gain(mv)
    }

    fn is_recapture(&self, mv: G::Move) -> bool {
        self.game.is_recapture(mv)
    }

    fn majors(&self) -> [u32; 2] {
        self.game.majors()
    }

    fn pass(&mut self) {
        self.recorder.get_mut().play(None);
        self.game.pass();
    }
}

impl<G: DiscGame> DiscGame for Watched<G> {
    fn discs(&self) -> [u64; 2] {
        self.game.discs()
    }

    fn additive_key(&self) -> u64 {
        self.game.additive_key()
    }

    fn worth(square: usize) -> Value {
        G::worth(square)
    }
}
