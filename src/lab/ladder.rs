// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ladder: all algorithms by name, each a step above those before it.

use super::algorithms::{
    AlphaBeta, Deepening, Extensions, Framework, Hash, HashHistory, HistoryOrder, Minimax, Negamax, NullMove,
    NullMoveKind, Ordered, Pvs, Quiescence,
};
use super::{Algorithm, ChessGame, Game, MemorySettings, Rise, Scheme};

/// An algorithm ready for use.
pub type BoxedAlgorithm<G> = Box<dyn Algorithm<G>>;

/// A step of the ladder.
pub struct Rung<G: Game> {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Does it find minimax's value? With a table only as long as no position can occur at two depths of one search, in xiangqi four plies: beyond,
    /// the value of a deeper search may stand in for that of a shallower one.
    pub is_exact: bool,
    /// Does it have a table that keeps what the settings say?
    pub has_table: bool,
    make: fn(MemorySettings) -> BoxedAlgorithm<G>,
}

impl<G: Game> Rung<G> {
    /// The algorithm, with a memory like this if it has one.
    pub fn algorithm(&self, settings: MemorySettings) -> BoxedAlgorithm<G> {
        (self.make)(settings)
    }
}

/// A game that the laboratory knows by name, and algorithms for it.
pub trait Subject: Game {
    /// What it is called.
    const NAME: &'static str;

    /// Those algorithms that are compared if nothing else is asked for: the paper's five.
    const USUAL: &'static [&'static str] = &["minimax", "alphabeta", "hash", "history", "hashhistory"];

    /// The beginning.
    fn start() -> Self;

    /// The position that a line of text describes.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn parse(text: &str) -> Result<Self, String>;

    /// The algorithms that make sense for it, the plainest first.
    fn ladder() -> Vec<Rung<Self>> {
        general()
    }
}

macro_rules! rungs {
    ($($name:literal $exact:literal $table:literal $about:literal $make:expr;)*) => {
        vec![$(Rung { name: $name, about: $about, is_exact: $exact, has_table: $table, make: |settings| Box::new($make(settings)) }),*]
    };
}

/// What suits every game.
pub fn general<G: Game>() -> Vec<Rung<G>> {
    rungs![
        "minimax" true false "every position within the horizon, by two functions" |_| Minimax;
        "negamax" true false "the same in one function" |_| Negamax;
        "alphabeta" true false "cutoffs, moves in the game's order" |_| AlphaBeta;
        "ordered" true false "alphabeta, children in the order of their static values" |_| Ordered { width: None };
        "filtered" false false "ordered, the best eight children alone" |_| Ordered { width: Some(8) };
        "history" true false "alphabeta, moves that were best before first (float)" |_| HistoryOrder::new(Rise::Float);
        "history-advantage" true false "the same, rising by one place a time" |_| HistoryOrder::new(Rise::Advantage);
        "hash" true true "alphabeta with a table; the newer position stays, or what --scheme says" |settings: MemorySettings| hash(settings.scheme, settings);
        "hash-deeper" true false "with a table; the deeper position stays" |settings| hash(Scheme::Deeper, settings);
        "hash-two-tier" true false "with a table of two tiers" |settings| hash(Scheme::TwoTier, settings);
        "hash-groups" true false "with a table of groups of four" |settings| hash(Scheme::Groups, settings);
        "hashhistory" true true "table and history" HashHistory::new;
        "pvs" true true "hashhistory, other moves than the first with a null window" Pvs::new;
        "deepening" true true "pvs, deeper and deeper" |settings| Deepening(Pvs::new(settings));
    ]
}

/// What needs checks, captures, and moves that are better than none.
pub fn chess<G: ChessGame>() -> Vec<Rung<G>> {
    rungs![
        "null" false true "pvs with the null move, R = 2" |settings| NullMove::new(NullMoveKind::Plain, settings);
        "null-adaptive" false true "the same, R = 2 or 3" |settings| NullMove::new(NullMoveKind::Adaptive, settings);
        "null-verified" false true "the same, R = 3, verified" |settings| NullMove::new(NullMoveKind::Verified, settings);
        "extensions" false true "pvs, checks, forced moves and recaptures extended" Extensions::new;
        "quiescence" false true "pvs, captures and answers to checks beyond the horizon" Quiescence::new;
        "framework" false true "all of it, deeper and deeper" |settings| Deepening(Framework::new(settings));
    ]
}

fn hash<G: Game>(scheme: Scheme, settings: MemorySettings) -> Hash<G> {
    Hash::new(scheme, settings.bits)
}
