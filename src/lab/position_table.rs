// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table of Bai (2007): an additive key finds the slot, the slot keeps the whole position,
//! and the newest entry overwrites.
//!
//! An *exact match*, the same position with the same side to move and a bound of the same kind, returns the
//! stored value. The kind of a bound is that of the value in the present window: above, below or inside. A
//! *partial match*, the same position and side, gives the move to try first.
//!
//! Entries have no depth, as far as is known. In one search a position nearly always has the same depth,
//! because it has as many discs; in the next search it has another. So an entry counts only in the search
//! that stored it. Leaves are not looked up: evaluating them is as quick.

use super::algorithm::Found;
use super::game::DiscGame;
use super::table::{Bound, Window};
use super::tally::NodeTally;
use crate::types::Value;

#[derive(Clone, Copy)]
struct Entry<M> {
    /// The position: the discs of both players, and the side to move.
    discs: [u64; 2],
    is_first_to_move: bool,
    /// The number of the search that stored the entry.
    search: u32,
    bound: Bound,
    value: Value,
    best: Option<M>,
}

/// A table of positions with discs, for moves `M`.
pub struct PositionTable<M> {
    slots: Vec<Option<Entry<M>>>,
    search: u32,
}

impl<M: Copy + Eq> PositionTable<M> {
    /// Creates an empty table of 2^`bits` slots, at most 2^28.
    pub fn new(bits: u32) -> Self {
        Self { slots: vec![None; 1 << bits.min(28)], search: 0 }
    }

    /// Begins a search: older entries no longer count.
    pub fn begin_search(&mut self) {
        self.search = self.search.wrapping_add(1);
    }

    #[expect(clippy::cast_possible_truncation, reason = "slots are fewer than 2^32")]
    fn slot<G: DiscGame>(&mut self, game: &G) -> &mut Option<Entry<M>> {
        let last = self.slots.len() - 1;
        &mut self.slots[game.additive_key() as usize & last]
    }

    /// Returns the best move of this position, if it is known.
    ///
    /// # Errors
    /// The stored result, if it is an exact match.
    pub fn recall<G: DiscGame<Move = M>>(
        &mut self,
        game: &G,
        window: Window,
        tally: &mut NodeTally,
    ) -> Result<Option<M>, Found<M>> {
        let search = self.search;
        let is_same = |entry: &&Entry<M>| {
            entry.search == search
                && entry.discs == game.discs()
                && entry.is_first_to_move == game.is_first_to_move()
        };
        let Some(&Entry { bound, value, best, .. }) = self.slot(game).as_ref().filter(is_same) else {
            return Ok(None);
        };
        if bound == Bound::of(value, window) {
            tally.nodes += 1;
            tally.exact_hits += 1;
            return Err(Found { value, best });
        }
        tally.partial_hits += 1;
        Ok(best)
    }

    /// Stores the result of a search within `window`.
    pub fn remember<G: DiscGame<Move = M>>(&mut self, game: &G, window: Window, found: Found<M>) {
        let entry = Entry {
            discs: game.discs(),
            is_first_to_move: game.is_first_to_move(),
            search: self.search,
            bound: Bound::of(found.value, window),
            value: found.value,
            best: found.best,
        };
        *self.slot(game) = Some(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::games::{Reversi, ReversiMove};
    use crate::lab::{Game, Subject};

    fn reversi(text: &str) -> Reversi {
        Reversi::parse(text).expect("moves")
    }

    #[test]
    fn a_match_is_exact_if_the_bound_is_of_the_same_kind() {
        let mut table: PositionTable<ReversiMove> = PositionTable::new(10);
        table.begin_search();
        let game = reversi("f5");
        let best = game.parse_move("f6");
        let mut tally = NodeTally::default();
        let found = |value| Found { value, best };
        assert_eq!(table.recall(&game, (-5, 5), &mut tally), Ok(None));
        for (value, same, others) in [
            (7, (-5, 6), [(-5, 8), (8, 9)]),
            (-7, (-6, 5), [(-8, 5), (-9, -8)]),
            (3, (0, 4), [(-5, 2), (4, 5)]),
        ] {
            table.remember(&game, (-5, 5), found(value));
            assert_eq!(table.recall(&game, same, &mut tally), Err(found(value)));
            for window in others {
                assert_eq!(table.recall(&game, window, &mut tally), Ok(best), "{value} {window:?}");
            }
        }
        assert_eq!((tally.nodes, tally.exact_hits, tally.partial_hits), (3, 3, 6));
        table.begin_search();
        assert_eq!(table.recall(&game, (0, 4), &mut tally), Ok(None), "another search");
    }

    #[test]
    fn the_whole_position_is_compared_and_the_newest_overwrites() {
        let mut table: PositionTable<ReversiMove> = PositionTable::new(0);
        table.begin_search();
        let [one, same, other] = ["f5f6e6f4e3", "f5f4e3f6e6", "f5f6e6f4"].map(reversi);
        let mut tally = NodeTally::default();
        table.remember(&one, (-5, 5), Found { value: 1, best: None });
        assert!(table.recall(&same, (-5, 5), &mut tally).is_err(), "another order of the moves");
        assert!(table.recall(&other, (-5, 5), &mut tally).is_ok(), "one slot, another position");
        let mut passed = one.clone();
        passed.play(ReversiMove::PASS);
        assert!(table.recall(&passed, (-5, 5), &mut tally).is_ok(), "another side to move");
        table.remember(&other, (-5, 5), Found { value: 2, best: None });
        assert!(table.recall(&one, (-5, 5), &mut tally).is_ok(), "overwritten");
    }
}
