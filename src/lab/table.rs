// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table as Yue and Feng (2009) have it, with their four schemes for what to keep when two positions want the
//! same slot.
//!
//! A slot is found by a 32-bit random number of the position; a 64-bit one is stored in it and tells whether it is this position's.
//! A stored value settles a search if it was searched at least as deep as is wanted now and its bound decides; otherwise its move is
//! still the best first guess. (The engine's table, with ageing and without locks, is [`tt`](crate::tt).)

use super::game::{Game, Key, is_won_or_lost};
use super::{Found, Tally};
use crate::types::Value;

/// What to keep when two positions want the same slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheme {
    /// (1) The newer one.
    #[default]
    Always,
    /// (2) The newer one if it was searched at least as deep.
    Deeper,
    /// (3) Two slots. What is at least as deep as the first goes there and pushes the old one into the second; all else goes into the
    /// second.
    TwoTier,
    /// (4) Groups of four slots, of which the shallowest is given up.
    Groups,
}

/// Slots of a group.
const GROUP: usize = 4;

impl Scheme {
    /// All of them, in the paper's order.
    pub const ALL: [Self; 4] = [Self::Always, Self::Deeper, Self::TwoTier, Self::Groups];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        ["always", "deeper", "two-tier", "groups"][self as usize]
    }

    /// Slots that a position may be in.
    const fn slots(self) -> usize {
        match self {
            Self::Always | Self::Deeper => 1,
            Self::TwoTier => 2,
            Self::Groups => GROUP,
        }
    }
}

/// What a stored value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    /// The search failed high: it is at least this.
    Lower,
    /// The search failed low: it is at most this.
    Upper,
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

/// A table for positions of a game with moves `M`.
pub struct Table<M> {
    scheme: Scheme,
    slots: Vec<Option<Entry<M>>>,
}

/// A window of values: alpha and beta.
pub(super) type Window = (Value, Value);

impl<M: Copy + Eq> Table<M> {
    /// An empty table of 2^`bits` slots.
    pub fn new(scheme: Scheme, bits: u32) -> Self {
        Self { scheme, slots: vec![None; 1 << bits] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    fn slots_of(&mut self, key: Key) -> &mut [Option<Entry<M>>] {
        let count = self.scheme.slots();
        let first = key.index as usize % (self.slots.len() / count) * count;
        &mut self.slots[first..first + count]
    }

    /// The best move of this position, if it is known. Leaves are not asked for: to evaluate them is as quick, and the value of a deeper
    /// search would not be theirs.
    ///
    /// # Errors
    /// What was found before, if that settles the search.
    pub fn recall<G: Game<Move = M>>(
        &mut self,
        game: &G,
        depth: u32,
        (alpha, beta): Window,
        tally: &mut Tally,
    ) -> Result<Option<M>, Found<M>> {
        let key = game.key();
        if depth == 0 {
            return Ok(None);
        }
        let Some(entry) = self.slots_of(key).iter().flatten().find(|entry| entry.check == key.check) else {
            return Ok(None);
        };
        let value = from_entry(entry.value, game.ply());
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        if decides && entry.depth >= depth {
            tally.nodes += 1;
            tally.exact_hits += 1;
            Err(Found { value, best: entry.best })
        } else {
            tally.partial_hits += 1;
            Ok(entry.best)
        }
    }

    /// Remembers what a search within `window` found; what to give up for it, the scheme says.
    pub fn remember<G: Game<Move = M>>(&mut self, game: &G, depth: u32, window: Window, found: Found<M>) {
        let bound = match found.value {
            value if value >= window.1 => Bound::Lower,
            value if value <= window.0 => Bound::Upper,
            _ => Bound::Exact,
        };
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

/// Wins and losses count plies from the root outside and from their position in the table, where roots change.
fn to_entry(value: Value, ply: u32) -> Value {
    if is_won_or_lost(value) { value + value.signum() * ply.cast_signed() } else { value }
}

fn from_entry(value: Value, ply: u32) -> Value {
    if is_won_or_lost(value) { value - value.signum() * ply.cast_signed() } else { value }
}

/// Puts the move that the table knows in front.
pub(super) fn to_front<M: Copy + Eq>(moves: &mut [M], best: Option<M>) {
    if let Some(place) = moves.iter().position(|mv| Some(*mv) == best) {
        moves[..=place].rotate_right(1);
    }
}
