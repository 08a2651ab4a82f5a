// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transposition tables. [`SchemeTable`] is that of Yue and Feng (2009), with their four replacement schemes
//! for two positions that want the same slot.
//!
//! A 32-bit random number of the position finds the slot; a 64-bit one is stored in it and identifies the
//! position. A stored value settles a search if it was searched at least as deep as required and its bound
//! decides; otherwise its move is still the best first guess. (The engine's table, with ageing and without
//! locks, is `tt`.)
//!
//! [`PositionTable`] is that of Bai (2007): an additive key finds the slot, the slot keeps the whole
//! position, and the newest entry overwrites.
//!
//! An *exact match*, the same position with the same side to move and a bound of the same kind, returns the
//! stored value. The kind of a bound is that of the value in the present window, and the paper has two:
//! `UP_BOUND`, the value is at least beta, and `NO_BOUND`, everything else. A *partial match*, the same
//! position and side, gives the move to try first.
//!
//! Entries have no depth. In one search they need none: a pass costs no depth, so all positions with as many
//! discs have the same. From one search of a game to the next the table lives on, and its values are then
//! those of a search that was two plies shallower, or more. Leaves are not looked up: evaluating them is as
//! quick.

use super::algorithm::Found;
use super::algorithm::NodeTally;
use super::game::{DiscGame, Game, Key, Note, Window, is_won_or_lost};
use xiangqi::types::Value;

/// The replacement scheme: the position that stays when two positions want the same slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheme {
    /// (1) The newer one.
    #[default]
    Always,
    /// (2) The newer one if it was searched at least as deep.
    Deeper,
    /// (3) Two slots. A position searched at least as deep as the first slot's goes there and moves the old
    /// one to the second slot; any other goes into the second.
    TwoTier,
    /// (4) Groups of four slots, of which the shallowest is replaced.
    Groups,
}

/// Slots in a group.
const GROUP: usize = 4;

impl Scheme {
    /// All schemes, in the paper's order.
    pub const ALL: [Self; 4] = [Self::Always, Self::Deeper, Self::TwoTier, Self::Groups];

    /// Returns the name, as in options.
    pub const fn name(self) -> &'static str {
        ["always", "deeper", "two-tier", "groups"][self as usize]
    }

    /// Returns the number of slots that a position may be in.
    const fn slots(self) -> usize {
        match self {
            Self::Always | Self::Deeper => 1,
            Self::TwoTier => 2,
            Self::Groups => GROUP,
        }
    }
}

/// The meaning of a stored value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value.
    Exact,
    /// The search failed high: the true value is at least this.
    Lower,
    /// The search failed low: the true value is at most this.
    Upper,
}

impl Bound {
    /// Returns the meaning of a value that a search within `window` returned.
    pub fn of(value: Value, (alpha, beta): Window) -> Self {
        match value {
            value if value >= beta => Self::Lower,
            value if value <= alpha => Self::Upper,
            _ => Self::Exact,
        }
    }
}

#[derive(Clone, Copy)]
struct Entry<M> {
    check: u64,
    /// In the unit of the algorithm that searched.
    depth: u32,
    /// Wins and losses count their plies from here.
    value: Value,
    bound: Bound,
    best: Option<M>,
}

/// A transposition table with a replacement [`Scheme`], for positions of a game with moves `M`.
pub struct SchemeTable<M> {
    scheme: Scheme,
    slots: Vec<Option<Entry<M>>>,
    /// The number of plies that a value must have been searched deeper than required.
    surplus: u32,
}

impl<M: Copy + Eq> SchemeTable<M> {
    /// Creates an empty table of 2^`bits` slots, at least 2^2 and at most 2^28.
    pub fn new(scheme: Scheme, bits: u32) -> Self {
        let bits = bits.clamp(2, 28);
        Self { scheme, slots: vec![None; 1 << bits], surplus: 0 }
    }

    /// The paper's text: a value counts only if it was searched deeper than required.
    #[must_use]
    pub fn for_greater_depths(self) -> Self {
        Self { surplus: 1, ..self }
    }

    /// Empties all slots.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    fn slots_of(&mut self, key: Key) -> &mut [Option<Entry<M>>] {
        let count = self.scheme.slots();
        let first = key.index as usize % (self.slots.len() / count) * count;
        &mut self.slots[first..first + count]
    }

    /// Returns the best move of this position, if it is known. Leaves are not looked up: evaluating them is
    /// as quick, and the value of a deeper search would not be theirs.
    ///
    /// # Errors
    /// The stored result, if it settles the search.
    pub fn recall<G: Game<Move = M>>(
        &mut self,
        game: &G,
        depth: u32,
        (alpha, beta): Window,
        tally: &mut NodeTally,
    ) -> Result<Option<M>, Found<M>> {
        game.note(Note::Window((alpha, beta)));
        let key = game.key();
        if depth == 0 {
            return Ok(None);
        }
        let (mut known, surplus) = (None, self.surplus);
        for entry in self.slots_of(key).iter().flatten().filter(|entry| entry.check == key.check) {
            let value = from_entry(entry.value, game.ply());
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if decides && entry.depth >= depth + surplus {
                tally.nodes += 1;
                tally.exact_hits += 1;
                game.note(Note::Hit(value));
                return Err(Found { value, best: entry.best });
            }
            known = known.or(entry.best);
        }
        if let Some(mv) = known {
            tally.partial_hits += 1;
            game.note(Note::Known(mv));
        }
        Ok(known)
    }

    /// Stores the result of a search within `window`; the scheme chooses the slot.
    pub fn remember<G: Game<Move = M>>(&mut self, game: &G, depth: u32, window: Window, found: Found<M>) {
        game.note(Note::Stored(found.value));
        let bound = Bound::of(found.value, window);
        let key = game.key();
        let value = to_entry(found.value, game.ply());
        let new = Some(Entry { check: key.check, depth, value, bound, best: found.best });
        let depth_of = |slot: &Option<Entry<M>>| slot.as_ref().map(|entry| entry.depth);
        let scheme = self.scheme;
        let slots = self.slots_of(key);
        let is_deep_enough = depth_of(&slots[0]) <= Some(depth);
        match scheme {
            Scheme::Always => slots[0] = new,
            Scheme::Deeper if is_deep_enough => slots[0] = new,
            Scheme::Deeper => {}
            Scheme::TwoTier if is_deep_enough => slots[1] = core::mem::replace(&mut slots[0], new),
            Scheme::TwoTier => slots[1] = new,
            Scheme::Groups => {
                let own = slots.iter().position(|slot| slot.is_some_and(|entry| entry.check == key.check));
                let shallowest = (0..GROUP).min_by_key(|&slot| depth_of(&slots[slot]));
                slots[own.or(shallowest).unwrap_or_default()] = new;
            }
        }
    }
}

/// Wins and losses count plies from the root outside the table and from their position in it, since roots
/// change.
fn to_entry(value: Value, ply: u32) -> Value {
    if is_won_or_lost(value) { value + value.signum() * ply.cast_signed() } else { value }
}

fn from_entry(value: Value, ply: u32) -> Value {
    if is_won_or_lost(value) { value - value.signum() * ply.cast_signed() } else { value }
}

/// Moves the table's move to the front.
pub fn to_front<M: Copy + Eq>(moves: &mut [M], best: Option<M>) {
    if let Some(place) = moves.iter().position(|mv| Some(*mv) == best) {
        moves[..=place].rotate_right(1);
    }
}

#[derive(Clone, Copy)]
struct PositionEntry<M> {
    /// The position: the discs of both players, and the side to move.
    discs: [u64; 2],
    is_first_to_move: bool,
    bound: Bound,
    value: Value,
    best: Option<M>,
}

/// A table of positions with discs, for moves `M`. It lasts until it is cleared.
pub struct PositionTable<M> {
    slots: Vec<Option<PositionEntry<M>>>,
    has_upper_bounds: bool,
    is_lasting: bool,
}

impl<M: Copy + Eq> PositionTable<M> {
    /// Creates an empty table of 2^`bits` slots, at most 2^28.
    pub fn new(bits: u32) -> Self {
        Self { slots: vec![None; 1 << bits.min(28)], has_upper_bounds: false, is_lasting: true }
    }

    /// A variant: tells upper bounds from values.
    #[must_use]
    pub fn with_upper_bounds(self) -> Self {
        Self { has_upper_bounds: true, ..self }
    }

    /// A variant: is emptied for each search.
    #[must_use]
    pub fn for_one_search(self) -> Self {
        Self { is_lasting: false, ..self }
    }

    /// Begins a search.
    pub fn begin_search(&mut self) {
        if !self.is_lasting {
            self.clear();
        }
    }

    /// Empties all slots.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// Returns the kind of bound that a value is in a window.
    fn kind(&self, value: Value, window: Window) -> Bound {
        match Bound::of(value, window) {
            Bound::Upper if !self.has_upper_bounds => Bound::Exact,
            bound => bound,
        }
    }

    fn slot<G: DiscGame>(&mut self, game: &G) -> &mut Option<PositionEntry<M>> {
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
        game.note(Note::Window(window));
        let is_same = |entry: &&PositionEntry<M>| {
            entry.discs == game.discs() && entry.is_first_to_move == game.is_first_to_move()
        };
        let Some(&PositionEntry { bound, value, best, .. }) = self.slot(game).as_ref().filter(is_same) else {
            return Ok(None);
        };
        if bound == self.kind(value, window) {
            tally.nodes += 1;
            tally.exact_hits += 1;
            game.note(Note::Hit(value));
            return Err(Found { value, best });
        }
        tally.partial_hits += 1;
        if let Some(mv) = best {
            game.note(Note::Known(mv));
        }
        Ok(best)
    }

    /// Stores the result of a search within `window`.
    pub fn remember<G: DiscGame<Move = M>>(&mut self, game: &G, window: Window, found: Found<M>) {
        game.note(Note::Stored(found.value));
        let entry = PositionEntry {
            discs: game.discs(),
            is_first_to_move: game.is_first_to_move(),
            bound: self.kind(found.value, window),
            value: found.value,
            best: found.best,
        };
        *self.slot(game) = Some(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{RandomTree, Reversi, ReversiMove};
    use crate::{Game, Subject};

    /// Stores different positions at these depths in the smallest table; returns whether each is still known.
    fn kept(scheme: Scheme, depths: &[u32]) -> Vec<bool> {
        let mut table: SchemeTable<usize> = SchemeTable::new(scheme, 2);
        // Paths whose positions want the same slot, whatever the scheme.
        let same_slot = |text: &String| RandomTree::parse(text).unwrap().key().index.is_multiple_of(4);
        let paths = (0..4096_u32).map(|n| {
            format!("{} {} {} {} {} {}", n % 4, n / 4 % 4, n / 16 % 4, n / 64 % 4, n / 256 % 4, n / 1024)
        });
        let games: Vec<RandomTree> = paths
            .filter(same_slot)
            .take(depths.len())
            .map(|text| RandomTree::parse(&text).unwrap())
            .collect();
        for (game, &depth) in games.iter().zip(depths) {
            table.remember(game, depth, (-1, 1), Found { value: 0, best: Some(0) });
        }
        let mut known = |game| table.recall(game, 1, (-1, 1), &mut NodeTally::default()).is_err();
        games.iter().map(&mut known).collect()
    }

    #[test]
    fn the_schemes_keep_what_the_paper_says() {
        assert_eq!(kept(Scheme::Always, &[5, 3]), [false, true]);
        assert_eq!(kept(Scheme::Deeper, &[5, 3]), [true, false]);
        assert_eq!(kept(Scheme::Deeper, &[3, 3]), [false, true]);
        // The shallower one goes to the second tier, the deeper one pushes the first there.
        assert_eq!(kept(Scheme::TwoTier, &[5, 3, 2]), [true, false, true]);
        assert_eq!(kept(Scheme::TwoTier, &[3, 5, 7]), [false, true, true]);
        assert_eq!(kept(Scheme::TwoTier, &[7, 3, 5]), [true, false, true]);
        // The shallowest of four makes room, even for a shallower one.
        assert_eq!(kept(Scheme::Groups, &[5, 2, 6, 7, 1]), [true, false, true, true, true]);
    }

    #[test]
    fn bounds_decide_what_lies_outside_the_window_and_wins_count_from_the_position() {
        let mut table: SchemeTable<usize> = SchemeTable::new(Scheme::Always, 4);
        let mut game = RandomTree::parse("1 2").unwrap();
        let asked = |table: &mut SchemeTable<usize>, game: &RandomTree, depth, window| {
            table.recall(game, depth, window, &mut NodeTally::default())
        };
        table.remember(&game, 3, (-5, 5), Found { value: 7, best: Some(2) });
        assert_eq!(
            asked(&mut table, &game, 3, (0, 6)),
            Err(Found { value: 7, best: Some(2) }),
            "it failed high"
        );
        assert_eq!(asked(&mut table, &game, 3, (0, 8)), Ok(Some(2)), "it may be worth more");
        assert_eq!(asked(&mut table, &game, 4, (0, 6)), Ok(Some(2)), "not deep enough");
        assert_eq!(asked(&mut table, &game, 0, (0, 6)), Ok(None), "a leaf");
        let mut strict = table.for_greater_depths();
        assert_eq!(asked(&mut strict, &game, 3, (0, 6)), Ok(Some(2)), "as deep, not deeper");
        assert!(asked(&mut strict, &game, 2, (0, 6)).is_err());
        let mut table: SchemeTable<usize> = SchemeTable::new(Scheme::Always, 4);
        table.remember(&game, 3, (-5, 5), Found { value: -7, best: Some(1) });
        assert!(
            asked(&mut table, &game, 3, (-7, 0)).is_err() && asked(&mut table, &game, 3, (-8, 0)).is_ok()
        );
        let won = crate::WON - 6;
        table.remember(&game, 3, (-5, i32::MAX), Found { value: won, best: Some(1) });
        assert_eq!(asked(&mut table, &game, 3, (0, 1)).unwrap_err().value, won);
        assert_eq!(to_entry(won, 4) - to_entry(won, 2), 2);
        game.play(0);
        assert_eq!(asked(&mut table, &game, 3, (0, 1)), Ok(None));
    }

    fn reversi(text: &str) -> Reversi {
        Reversi::parse(text).expect("moves")
    }

    #[test]
    fn a_match_is_exact_if_the_bound_is_of_the_same_kind() {
        let mut table: PositionTable<ReversiMove> = PositionTable::new(10).with_upper_bounds();
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
        assert!(table.recall(&game, (0, 4), &mut tally).is_err(), "it lasts");
        let mut table = table.for_one_search();
        table.begin_search();
        assert_eq!(table.recall(&game, (0, 4), &mut tally), Ok(None), "emptied");
    }

    #[test]
    fn the_paper_takes_upper_bounds_for_values() {
        let mut table: PositionTable<ReversiMove> = PositionTable::new(10);
        let game = reversi("f5");
        let best = game.parse_move("f6");
        let found = Found { value: -7, best };
        let mut recall = |window| {
            table.remember(&game, (-5, 5), found);
            table.recall(&game, window, &mut NodeTally::default())
        };
        assert_eq!(recall((-6, 5)), Err(found), "below the window again");
        assert_eq!(recall((-8, 5)), Err(found), "inside, though it may be worth less");
        assert_eq!(recall((-9, -8)), Ok(best), "above the window");
    }

    #[test]
    fn the_whole_position_is_compared_and_the_newest_overwrites() {
        let mut table: PositionTable<ReversiMove> = PositionTable::new(0);
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
