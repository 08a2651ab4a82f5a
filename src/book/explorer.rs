// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decides which positions a book should contain, and values their moves: an opening tree that grows where
//! both sides play well.
//!
//! From every analysed position the tree follows the moves that are close to the best one; the next position
//! to analyse is always the one that the players give up least to reach: a move costs as many centipawns as
//! it is worse than the best one, plus [`PLY`]. So main lines become long, and side lines end the sooner the
//! worse they are. This is the "drop-out expansion" of Thomas Lincke's *Strategies for the Automatic
//! Construction of Opening Books* (2001). Moves of lines that must be in the book cost nothing.
//!
//! Analyses of later positions see further than those of earlier ones. At the end each move gets the value of
//! the position it leads to, if that is known, from the ends of the lines back to their beginning. A move
//! back to an earlier position of its line (a rook may move to and fro) keeps the value from its own
//! analysis; otherwise a value could depend on itself.
//!
//! The contents of a [`Builder`] are taken over: the tree grows from the analyses that can be reached from
//! its roots, and moves that were played in enough games cost nothing either. The builder derives weights
//! from the resulting values; the explorer reports the positions at the ends of lines, after which nothing
//! was analysed.
//!
//! The analysis itself is left to the caller: this module hands out positions and accepts values.

use super::builder::{AnalysedPosition, Builder};
use super::format::{BookEntry, BookMove};
use core::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use xiangqi::position::Position;
use xiangqi::types::Move;

/// Cost of a move in addition to the centipawns that it gives up.
const PLY: u32 = 8;

/// Configuration of an [`Explorer`]: the size of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplorerConfig {
    /// Number of positions to analyse.
    pub positions: usize,
    /// Maximum length of a line, in plies of the game.
    pub max_plies: u32,
    /// Moves that are this many centipawns worse than the best one are not followed.
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
/// // The best reply is worth -12 to Black, so the cannon is worth 12.
/// builder.add_analyses(explorer.analyses());
/// assert!(builder.records().iter().any(|record| record.known().value == 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Explorer {
    config: ExplorerConfig,
    /// The moves that cost nothing, as stored in a book.
    free: HashSet<(u64, Move)>,
    /// Positions to analyse, by cost and sequence number; may contain duplicates.
    frontier: BTreeMap<(u32, usize), Position>,
    /// Number of positions added to the frontier so far.
    opened: usize,
    /// Keys of the positions that were handed out.
    begun: HashSet<u64>,
    /// Positions taken over whose analyses lack required moves.
    incomplete: Vec<AnalysisTask>,
    /// Results of the analyses, in order of arrival.
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
}

/// A position to analyse.
#[derive(Debug)]
pub struct AnalysisTask {
    /// The position, without history: books do not depend on it.
    pub position: Position,
    /// Moves to choose the best from: the legal moves, with only one of two that are mirror images of each
    /// other. Empty if the position was analysed before.
    pub candidates: Vec<Move>,
    /// Moves that must get a value, however bad they are.
    pub required: Vec<Move>,
    cost: u32,
}

impl AnalysisTask {
    /// Returns the required moves that are not among `found`; in a position that is its own mirror image, a
    /// mirrored move counts as found.
    pub fn missing(&self, found: &[BookMove]) -> Vec<Move> {
        let found: HashSet<_> = found.iter().map(|known| kept(&self.position, known.mv)).collect();
        let is_missing = |mv: &Move| !found.contains(&kept(&self.position, *mv));
        self.required.iter().copied().filter(is_missing).collect()
    }
}

#[derive(Debug)]
struct Node {
    /// Ply at which the tree first reached the position.
    ply: u32,
    moves: Vec<Known>,
}

/// A move, and the key of the position that it leads to.
#[derive(Debug)]
struct Known {
    record: BookEntry,
    to: u64,
}

impl Explorer {
    /// Creates a tree from the start position and the first positions of these lines. It contains the earlier
    /// analyses; moves of the lines and of games cost nothing.
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

    /// Adds all earlier analyses that can be reached, however bad the moves are.
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

    /// Returns the next position to analyse. `None` if there is none at the moment; there may be more when
    /// analyses in progress have been [added](Self::add).
    #[expect(clippy::should_implement_trait, reason = "None is not the end: more may follow")]
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

    /// Hands out a position; `None` if it or its mirror image was handed out before.
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

    /// Adds the result of an analysis: moves and their values; all other data is ignored. Moves of depth 0
    /// count as not analysed.
    pub fn add(&mut self, task: &AnalysisTask, found: &[BookMove]) {
        self.insert(task, found, |_| false);
    }

    /// Adds moves of a position, and opens the positions they lead to if they are good enough or `is_wanted`
    /// returns true.
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
            let next = position.after(known.mv);
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

    /// Returns the number of positions analysed, now or before.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Returns all positions analysed, now or before.
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

    /// The value of each position from the perspective of the side to move; `None` if its analysis found
    /// nothing.
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

    /// The value of a move from the mover's perspective: the negated `best` value of the position it leads
    /// to, if that is known and later in the game; otherwise the value from its own analysis.
    fn value(&self, node: &Node, known: &Known, best: &[Option<i16>]) -> i16 {
        let later = self.by_key.get(&known.to).filter(|&&to| self.nodes[to].ply > node.ply);
        later.and_then(|&to| best[to]).map_or(known.record.known().value, i16::saturating_neg)
    }
}

/// A position and a move as stored in a book.
fn kept(position: &Position, mv: Move) -> (u64, Move) {
    BookEntry::new(position, BookMove::new(mv, 0)).kept()
}

/// The first position of a line.
fn beginning(end: &Position) -> Position {
    let mut position = end.clone();
    for _ in end.moves() {
        position.undo();
    }
    position.without_history()
}

/// The moves that led to a position, each with the position it was played in.
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
