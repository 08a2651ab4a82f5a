// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which positions a book should know, and what their moves are worth: an opening tree that grows where both
//! sides play well.
//!
//! From every position that was analysed the tree goes on with the moves that are nearly best; the position
//! to analyse next is always the one that the players give up least to reach: a move costs as many centipawns
//! as it is worse than the best one, and [`PLY`] more. So main lines become long, and side lines end the
//! sooner the worse they are. This is the "drop-out expansion" of Thomas Lincke's *Strategies for the
//! Automatic Construction of Opening Books* (2001). Moves of lines that are to be in the book whatever they
//! are worth cost nothing.
//!
//! Analyses of later positions see further than those of earlier ones. At the end each move gets the value of
//! the position it leads to, as far as that is known, from the ends of the lines up to their beginning. A
//! move back to where a line was before (a rook may go to and fro) keeps the value it has by itself:
//! otherwise a value could be its own and only reason.
//!
//! What a [`Builder`] knows already is taken over: the tree grows on from the analyses that can be reached
//! from its roots, and moves that were played in games often enough cost nothing either. The builder makes
//! weights of the values that come out; it is told of the positions at the ends of lines, behind which
//! nothing was analysed.
//!
//! The analysis itself is left to the caller: this module asks for positions and takes values.

use super::analysed::AnalysedPosition;
use super::book_move::BookMove;
use super::builder::Builder;
use super::format::BookEntry;
use crate::position::Position;
use crate::types::Move;
use core::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What a move costs beside what it gives up, in centipawns.
const PLY: u32 = 8;

/// How far a tree grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplorerConfig {
    /// Positions to analyse.
    pub positions: usize,
    /// No position after so many plies of a game.
    pub max_plies: u32,
    /// Moves that are so many centipawns worse than the best are not followed.
    pub margin: u32,
}

/// Grows a tree of openings.
///
/// ```
/// use chuhe::Position;
/// use chuhe::book::{BookMove, Builder, ExplorerConfig, Explorer, BuilderConfig};
/// let exploration = ExplorerConfig { positions: 2, max_plies: 10, margin: 30 };
/// let mut builder = Builder::new(BuilderConfig::default());
/// let mut explorer = Explorer::new(exploration, &[], &builder);
/// let start = explorer.next().unwrap();
/// let cannon = BookMove { value: 20, depth: 12, ..BookMove::new("h2e2".parse()?, 0) };
/// let rook = BookMove { mv: "a0a1".parse()?, value: -80, ..cannon };
/// explorer.add(&start, &[cannon, rook]);
/// // The rook's move gives too much away.
/// let answer = explorer.next().unwrap();
/// assert_eq!(answer.position, Position::startpos().after(cannon.mv));
/// explorer.add(&answer, &[BookMove { mv: "h9g7".parse()?, value: -12, ..cannon }]);
/// assert!(explorer.next().is_none());
/// // What Black has best is worth -12, so the cannon is worth 12.
/// builder.add_analyses(explorer.analyses());
/// assert!(builder.records().iter().any(|record| record.known().value == 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Explorer {
    config: ExplorerConfig,
    /// The moves that cost nothing, as they are kept.
    free: HashSet<(u64, Move)>,
    /// Positions to analyse, by cost and number; some may be here more than once.
    frontier: BTreeMap<(u32, usize), Position>,
    /// How many positions came to the frontier.
    opened: usize,
    /// The keys of the positions that were handed out.
    begun: HashSet<u64>,
    /// Positions taken over that lack moves which are required.
    incomplete: Vec<AnalysisTask>,
    /// What analyses found, in the order in which they came.
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
}

/// A position whose analysis is wanted.
#[derive(Debug)]
pub struct AnalysisTask {
    /// The position, without a past: what books know does not depend on it.
    pub position: Position,
    /// The moves of which the best are to be found: its legal moves, but of those that are mirror images of
    /// each other only one. None if the position was analysed before.
    pub candidates: Vec<Move>,
    /// Moves whose value has to be found whatever they are worth.
    pub required: Vec<Move>,
    cost: u32,
}

impl AnalysisTask {
    /// The required moves that are not among these, nor their mirror images where both sides of the board are
    /// alike.
    pub fn missing(&self, found: &[BookMove]) -> Vec<Move> {
        let found: HashSet<_> = found.iter().map(|known| kept(&self.position, known.mv)).collect();
        let is_missing = |mv: &Move| !found.contains(&kept(&self.position, *mv));
        self.required.iter().copied().filter(is_missing).collect()
    }
}

#[derive(Debug)]
struct Node {
    /// After so many plies of a game the tree came to the position first.
    ply: u32,
    moves: Vec<Known>,
}

/// A move, and the key under which the position is kept that it leads to.
#[derive(Debug)]
struct Known {
    record: BookEntry,
    to: u64,
}

impl Explorer {
    /// A tree from the start position and those that these lines begin with. It has what was analysed before,
    /// and moves of the lines and of games cost nothing.
    pub fn new(config: ExplorerConfig, lines: &[Position], known: &Builder) -> Self {
        let free = lines.iter().flat_map(moves_of).map(|(position, mv)| kept(&position, mv));
        let mut explorer = Self {
            config,
            free: free.chain(known.played()).collect(),
            frontier: BTreeMap::new(),
            opened: 0,
            begun: HashSet::new(),
            incomplete: Vec::new(),
            nodes: Vec::new(),
            by_key: HashMap::new(),
        };
        explorer.open(0, Position::startpos());
        for line in lines {
            explorer.open(0, beginning(line));
        }
        explorer.take_over(known);
        explorer
    }

    /// Adds everything that was analysed before and can be reached, however little it is worth.
    fn take_over(&mut self, known: &Builder) {
        let mut unknown = BTreeMap::new();
        while let Some((place, position)) = self.frontier.pop_first() {
            let moves = known.analysed(&position);
            if moves.is_empty() {
                unknown.insert(place, position);
            } else if let Some(task) = self.begin(place.0, position) {
                self.insert(&task, &moves, |next| !known.analysed(next).is_empty());
                let required = task.missing(&moves);
                if !required.is_empty() {
                    self.incomplete.push(AnalysisTask { candidates: Vec::new(), required, ..task });
                }
            }
        }
        self.frontier = unknown;
    }

    /// The next position to analyse. `None`: there is none at the moment, but there may be when analyses
    /// under way have been
    /// [added](Self::add).
    #[allow(clippy::should_implement_trait, reason = "an end that is none would mislead")]
    pub fn next(&mut self) -> Option<AnalysisTask> {
        if let Some(task) = self.incomplete.pop() {
            return Some(task);
        }
        while self.begun.len() < self.config.positions {
            let ((cost, _), position) = self.frontier.pop_first()?;
            if let Some(task) = self.begin(cost, position) {
                return Some(task);
            }
        }
        None
    }

    /// `None` if the position, or its mirror image, was begun before.
    fn begin(&mut self, cost: u32, position: Position) -> Option<AnalysisTask> {
        if !self.begun.insert(position.canonical_key()) {
            return None;
        }
        let mut seen = HashSet::new();
        let mut candidates: Vec<Move> = position.legal_moves().into_iter().collect();
        candidates.retain(|&mv| seen.insert(kept(&position, mv)));
        let is_free = |mv: &Move| self.free.contains(&kept(&position, *mv));
        let required = candidates.iter().copied().filter(is_free).collect();
        Some(AnalysisTask { position, candidates, required, cost })
    }

    /// Adds what an analysis found: moves with their values, of which nothing else is taken. Those of depth 0
    /// are taken for not analysed.
    pub fn add(&mut self, task: &AnalysisTask, found: &[BookMove]) {
        self.insert(task, found, |_| false);
    }

    /// Adds moves of a position, and opens the positions they lead to if they are worth it, or `is_wanted`
    /// says so.
    fn insert(&mut self, task: &AnalysisTask, found: &[BookMove], is_wanted: impl Fn(&Position) -> bool) {
        let position = &task.position;
        let index = *self.by_key.entry(position.canonical_key()).or_insert(self.nodes.len());
        if index == self.nodes.len() {
            self.nodes.push(Node { ply: position.ply(), moves: Vec::new() });
        }
        let analysed = || found.iter().filter(|known| known.depth > 0);
        let earlier = self.nodes[index].moves.iter().map(|known| known.record.known().value);
        let best = earlier.chain(analysed().map(|known| known.value)).max().unwrap_or_default();
        for &known in analysed() {
            let record = BookEntry::new(position, BookMove { weight: 0, games: 0, points: 0, ..known });
            let next = position.after(known.mv).without_history();
            self.nodes[index].moves.push(Known { record, to: next.canonical_key() });
            let is_free = self.free.contains(&record.kept());
            let given_up = u32::from(best.abs_diff(known.value));
            let is_worth_it = is_free || given_up < self.config.margin;
            if is_wanted(&next) || is_worth_it && next.ply() < self.config.max_plies {
                self.open(task.cost + if is_free { 0 } else { PLY + given_up }, next);
            }
        }
    }

    fn open(&mut self, cost: u32, position: Position) {
        if position.has_legal_move() {
            self.frontier.insert((cost, self.opened), position);
            self.opened += 1;
        }
    }

    /// How many positions were analysed, now or before.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// All positions that were analysed, now or before.
    pub fn analyses(&self) -> Vec<AnalysedPosition> {
        let best = self.best_values();
        let is_known = |to: u64| self.by_key.get(&to).is_some_and(|&to| best[to].is_some());
        let analysis = |node: &Node| {
            let valued = |known: &Known| known.record.with_value(self.value(node, known, &best));
            let is_end = !node.moves.iter().any(|known| is_known(known.to));
            AnalysedPosition { moves: node.moves.iter().map(valued).collect(), is_end }
        };
        self.nodes.iter().map(analysis).collect()
    }

    /// The value of each position for the side to move; `None` if its analysis found nothing.
    fn best_values(&self) -> Vec<Option<i16>> {
        let mut best = vec![None; self.nodes.len()];
        let mut last_first: Vec<usize> = (0..self.nodes.len()).collect();
        last_first.sort_by_key(|&index| Reverse(self.nodes[index].ply));
        for index in last_first {
            let node = &self.nodes[index];
            best[index] = node.moves.iter().map(|known| self.value(node, known, &best)).max();
        }
        best
    }

    /// The value of a move for the mover: what is `best` for the other side in the position it leads to, if
    /// that is later in the game and known, or as it was analysed.
    fn value(&self, node: &Node, known: &Known, best: &[Option<i16>]) -> i16 {
        let later = self.by_key.get(&known.to).filter(|&&to| self.nodes[to].ply > node.ply);
        later.and_then(|&to| best[to]).map_or(known.record.known().value, i16::saturating_neg)
    }
}

/// A position and a move as books keep them.
fn kept(position: &Position, mv: Move) -> (u64, Move) {
    BookEntry::new(position, BookMove::new(mv, 0)).kept()
}

/// The position that a line begins with.
fn beginning(end: &Position) -> Position {
    let mut position = end.clone();
    for _ in end.moves() {
        position.undo();
    }
    position.without_history()
}

/// Each move that led to a position, with the position it was played in.
fn moves_of(end: &Position) -> Vec<(Position, Move)> {
    let mut position = end.clone();
    let moves: Vec<Move> = end.moves().collect();
    let mut pairs = Vec::new();
    for &mv in moves.iter().rev() {
        position.undo();
        pairs.push((position.clone(), mv));
    }
    pairs
}
