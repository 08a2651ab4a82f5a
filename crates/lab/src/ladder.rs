// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ladder: all algorithms by name, each a step above those before it.

use super::algorithm::Algorithm;
use super::algorithms::MemorySettings;
use super::algorithms::{
    AlphaBeta, Bai, Deepening, Dynamic, Extensions, Framework, Hash, HashHistory, HistoryOrder, Minimax,
    Negamax, NullMove, NullMoveKind, Ordered, Pvs, Quiescence,
};
use super::game::{ChessGame, DiscGame, Game, Neighbours};
use super::history::Rise;
use super::history::StepHistory;
use super::transpositions::PositionTable;
use super::transpositions::{Scheme, SchemeTable};

/// An algorithm ready for use.
pub type BoxedAlgorithm<G> = Box<dyn Algorithm<G>>;

/// A step of the ladder.
pub struct Rung<G: Game> {
    /// The name, as in options.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// True if it finds minimax's value. With a table this holds only while no position can occur at two
    /// depths of one search, in xiangqi up to four plies; beyond that, the value of a deeper search may
    /// replace that of a shallower one.
    pub is_exact: bool,
    /// True if it has a table that follows the settings.
    pub has_table: bool,
    make: fn(MemorySettings) -> BoxedAlgorithm<G>,
}

impl<G: Game> Rung<G> {
    /// Creates the algorithm, with these settings of its memory if it has one.
    pub fn algorithm(&self, settings: MemorySettings) -> BoxedAlgorithm<G> {
        (self.make)(settings)
    }
}

/// A game that the laboratory knows by name, and algorithms for it.
pub trait Subject: Game {
    /// The name, as in options.
    const NAME: &'static str;

    /// The name in Chinese.
    const CHINESE: &'static str = Self::NAME;

    /// The names of the first and the second player, in English and Chinese.
    const SIDES: [(&'static str, &'static str); 2] = [("Black", "黑方"), ("White", "白方")];

    /// The algorithm that plays by default, and its search depth in plies.
    const PLAYER: (&'static str, u32) = ("deepening", 6);

    /// The algorithms that make sense for the game.
    type Algorithms: Ladder<Self>;

    /// The algorithms that are compared by default.
    const USUAL: &'static [&'static str] =
        &["minimax", "alphabeta", "hash-always", "history-float", "hashhistory-float"];

    /// Returns the start of a game.
    fn start() -> Self;

    /// Reads a position from a line of text.
    ///
    /// # Errors
    /// A message that describes the fault in the text.
    fn parse(text: &str) -> Result<Self, String>;

    /// Returns the algorithms that make sense for the game, the plainest first.
    fn ladder() -> Vec<Rung<Self>> {
        Self::Algorithms::rungs()
    }
}

/// A set of algorithms for a kind of game.
pub trait Ladder<G: Game> {
    /// Returns the algorithms, the plainest first.
    fn rungs() -> Vec<Rung<G>>;
}

/// The algorithms for every game.
pub enum General {}

/// Also those for games with checks and captures.
pub enum Chess {}

/// Also those of Bai (2007).
pub enum DiscTables {}

impl<G: Game> Ladder<G> for General {
    fn rungs() -> Vec<Rung<G>> {
        general()
    }
}

impl<G: ChessGame> Ladder<G> for Chess {
    fn rungs() -> Vec<Rung<G>> {
        general().into_iter().chain(chess()).collect()
    }
}

impl<G: DiscGame> Ladder<G> for DiscTables {
    fn rungs() -> Vec<Rung<G>> {
        general().into_iter().chain(discs()).collect()
    }
}

macro_rules! rungs {
    ($($name:literal $exact:literal $table:literal $about:literal $make:expr;)*) => {
        vec![$(Rung { name: $name, about: $about, is_exact: $exact, has_table: $table, make: |settings| Box::new($make(settings)) }),*]
    };
}

/// Returns the algorithms for every game.
fn general<G: Game>() -> Vec<Rung<G>> {
    rungs![
        "minimax" true false "all positions up to the horizon, in two functions" |_| Minimax;
        "negamax" true false "minimax in one function" |_| Negamax;
        "alphabeta" true false "cutoffs, moves in the game's order" |_| AlphaBeta;
        "ordered" true false "alphabeta, children in the order of their static values" |_| Ordered { width: None };
        "filtered" false false "ordered, only the best eight children" |_| Ordered { width: Some((8, Neighbours::Eight)) };
        "filtered-four" false false "filtered, only beside, above and below a stone" |_| Ordered { width: Some((8, Neighbours::Four)) };
        "history-float" true false "alphabeta, earlier best moves first: to the front of one list a player" |_| HistoryOrder::new(Rise::Float);
        "history-advance" true false "history-float, but moves rise by one place at a time" |_| HistoryOrder::new(Rise::Advance);
        "hash-always" true false "alphabeta with a table; keeps the newer position" |settings| hash(Scheme::Always, settings);
        "hash-greater" true false "hash-always, values only from greater depths" |settings: MemorySettings| Hash::new(SchemeTable::new(Scheme::Always, settings.bits).for_greater_depths());
        "hash-deeper" true false "alphabeta with a table; keeps the deeper position" |settings| hash(Scheme::Deeper, settings);
        "hash-two-tier" true false "alphabeta with a table of two tiers" |settings| hash(Scheme::TwoTier, settings);
        "hash-groups" true false "alphabeta with a table in groups of four" |settings| hash(Scheme::Groups, settings);
        "hashhistory-float" true true "table, by --scheme, and history, by --rise" HashHistory::new;
        "pvs" true true "hashhistory-float, all moves but the first with a null window" Pvs::new;
        "deepening" true true "pvs with iterative deepening" |settings| Deepening(Pvs::new(settings));
    ]
}

/// Returns the algorithms for games with checks, captures, and moves that are better than passing.
fn chess<G: ChessGame>() -> Vec<Rung<G>> {
    rungs![
        "null" false true "pvs with the null move, R = 2" |settings| NullMove::new(NullMoveKind::Plain, settings);
        "null-adaptive" false true "null, R = 2 or 3" |settings| NullMove::new(NullMoveKind::Adaptive, settings);
        "null-verified" false true "null, R = 3, verified" |settings| NullMove::new(NullMoveKind::Verified, settings);
        "extensions" false true "pvs, extends checks, forced moves and recaptures" Extensions::new;
        "quiescence" false true "pvs, captures and answers to checks beyond the horizon" Quiescence::new;
        "framework" false true "all techniques, with iterative deepening" |settings| Deepening(Framework::new(settings));
    ]
}

/// Returns the algorithms of Bai (2007) for his game, and variants.
fn discs<G: DiscGame>() -> Vec<Rung<G>> {
    fn table<M: Copy + Eq>(settings: MemorySettings) -> PositionTable<M> {
        PositionTable::new(settings.bits)
    }
    fn fresh<M: Copy + Eq>(settings: MemorySettings) -> PositionTable<M> {
        table(settings).for_one_search()
    }
    fn bounded<M: Copy + Eq>(settings: MemorySettings) -> PositionTable<M> {
        fresh(settings).with_upper_bounds()
    }
    rungs![
        "hash" false false "Bai: alphabeta with his table (additive key, whole positions, keeps the newer, lasts for a game)" |settings| Bai::<G>::new(Some(table(settings)), None);
        "hash-fresh" false false "hash, emptied for each search" |settings| Bai::<G>::new(Some(fresh(settings)), None);
        "hash-three-bounds" true false "hash-fresh, with three kinds of bounds" |settings| Bai::<G>::new(Some(bounded(settings)), None);
        "history" true false "Bai: alphabeta with his history (a list for each player and step, float and advance)" |_| Bai::<G>::new(None, Some(StepHistory::new::<G>(true)));
        "history-one-list" true false "history with one list a player" |_| Bai::<G>::new(None, Some(StepHistory::new::<G>(false)));
        "hashhistory" false false "Bai: his table and his history" |settings| Bai::<G>::new(Some(table(settings)), Some(StepHistory::new::<G>(true)));
        "hashhistory-dynamic" false false "hashhistory, its depth following a budget of nodes from move to move" |settings: MemorySettings| Dynamic::new(Bai::<G>::new(Some(table(settings)), Some(StepHistory::new::<G>(true))), settings.budget);
        "hashhistory-fresh" false false "hashhistory, the table emptied for each search" |settings| Bai::<G>::new(Some(fresh(settings)), Some(StepHistory::new::<G>(true)));
        "hashhistory-three-bounds" true false "hashhistory-fresh, with three kinds of bounds" |settings| Bai::<G>::new(Some(bounded(settings)), Some(StepHistory::new::<G>(true)));
    ]
}

fn hash<G: Game>(scheme: Scheme, settings: MemorySettings) -> Hash<G> {
    Hash::new(SchemeTable::new(scheme, settings.bits))
}
