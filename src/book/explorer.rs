// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which positions a book should know, and what their moves are worth: an opening tree that grows where both sides play
//! well.
//!
//! From every position that was analysed the tree goes on with the moves that are nearly best; the position to analyse
//! next is always the one that the players give up least to reach: a move costs as many centipawns as it is worse than the
//! best one, and [`PLY`] more. So main lines become long, and side lines end the sooner the worse they are. This is the
//! "drop-out expansion" of Thomas Lincke's *Strategies for the Automatic Construction of Opening Books* (2001). Moves of
//! lines that are to be in the book whatever they are worth cost nothing.
//!
//! Analyses of later positions see further than those of earlier ones. At the end each move gets the value of the position
//! it leads to, as far as that is known, from the ends of the lines up to their beginning. Where lines come back to where
//! they were (a rook may go to and fro), that is repeated, a fixed number of times at most.
//!
//! The [builder](super::Builder) of the book makes weights of these values. Positions at the ends of lines, behind which nothing
//! was analysed, have values but no weights: there a search sees as much as the book does.
//!
//! The analysis itself is left to the caller: this module asks for positions and takes values.

use super::BookMove;
use super::format::Record;
use crate::position::Position;
use crate::types::Move;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What a move costs beside what it gives up, in centipawns.
const PLY: u32 = 8;

/// Values are passed on from ends to beginnings at most so often.
const PASSES: usize = 64;

/// How far a tree grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exploration {
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
/// use chuhe::book::{BookMove, Exploration, Explorer};
/// let exploration = Exploration { positions: 2, max_plies: 10, margin: 30 };
/// let mut explorer = Explorer::new(exploration, &[]);
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
/// assert!(explorer.records().iter().any(|record| record.known().value == 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Explorer {
    exploration: Exploration,
    /// The moves that cost nothing, as they are kept.
    free: HashSet<(u64, Move)>,
    /// Positions to analyse, by cost and number; some may be here more than once.
    frontier: BTreeMap<(u32, usize), Position>,
    /// How many positions came to the frontier.
    opened: usize,
    /// The keys of the positions that were handed out.
    begun: HashSet<u64>,
    /// What analyses found, in the order in which they came.
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
}

/// A position whose analysis is wanted.
#[derive(Debug)]
pub struct Task {
    /// The position, without a past: what books know does not depend on it.
    pub position: Position,
    /// Its legal moves, but of those that are mirror images of each other only one.
    pub candidates: Vec<Move>,
    /// Those of them whose value has to be found whatever they are worth.
    pub required: Vec<Move>,
    cost: u32,
}

impl Task {
    /// The required moves that are not among these, nor their mirror images where both sides of the board are alike.
    pub fn missing(&self, found: &[BookMove]) -> Vec<Move> {
        let found: HashSet<_> = found.iter().map(|known| kept(&self.position, known.mv)).collect();
        let is_missing = |mv: &Move| !found.contains(&kept(&self.position, *mv));
        self.required.iter().copied().filter(is_missing).collect()
    }
}

#[derive(Debug)]
struct Node {
    moves: Vec<Known>,
}

/// A move, and the key under which the position is kept that it leads to.
#[derive(Debug)]
struct Known {
    record: Record,
    to: u64,
}

impl Explorer {
    /// A tree of nothing but the start position, in which the moves of these lines cost nothing.
    pub fn new(exploration: Exploration, lines: &[Position]) -> Self {
        let free = lines.iter().flat_map(moves_of).map(|(position, mv)| kept(&position, mv));
        let mut explorer = Self {
            exploration,
            free: free.collect(),
            frontier: BTreeMap::new(),
            opened: 0,
            begun: HashSet::new(),
            nodes: Vec::new(),
            by_key: HashMap::new(),
        };
        explorer.open(0, Position::startpos());
        explorer
    }

    /// The next position to analyse. `None`: there is none at the moment, but there may be when analyses under way have been
    /// [added](Self::add).
    #[allow(clippy::should_implement_trait, reason = "an end that is none would mislead")]
    pub fn next(&mut self) -> Option<Task> {
        if self.begun.len() >= self.exploration.positions {
            return None;
        }
        loop {
            let ((cost, _), position) = self.frontier.pop_first()?;
            if self.begun.insert(position.either_key()) {
                let mut seen = HashSet::new();
                let mut candidates: Vec<Move> = position.legal_moves().into_iter().collect();
                candidates.retain(|&mv| seen.insert(kept(&position, mv)));
                let is_free = |mv: &Move| self.free.contains(&kept(&position, *mv));
                let required = candidates.iter().copied().filter(is_free).collect();
                return Some(Task { position, candidates, required, cost });
            }
        }
    }

    /// Adds what an analysis found: moves with their values, of which nothing else is taken. Those of depth 0 are taken for not
    /// analysed.
    pub fn add(&mut self, task: &Task, found: &[BookMove]) {
        let position = &task.position;
        let analysed = || found.iter().filter(|known| known.depth > 0);
        let best = analysed().map(|known| i32::from(known.value)).max().unwrap_or_default();
        let mut moves = Vec::new();
        for &known in analysed() {
            let record = Record::new(position, BookMove { weight: 0, games: 0, points: 0, ..known });
            let next = position.after(known.mv).without_history();
            moves.push(Known { record, to: next.either_key() });
            let is_free = self.free.contains(&record.kept());
            let given_up = best.abs_diff(known.value.into());
            if is_free || given_up < self.exploration.margin {
                let cost = if is_free { 0 } else { PLY + given_up };
                self.open(task.cost + cost, next);
            }
        }
        // An analysis that found nothing leaves the move that leads here the value it had.
        if !moves.is_empty() {
            self.by_key.insert(position.either_key(), self.nodes.len());
        }
        self.nodes.push(Node { moves });
    }

    fn open(&mut self, cost: u32, position: Position) {
        if position.ply() < self.exploration.max_plies && position.has_legal_move() {
            self.frontier.insert((cost, self.opened), position);
            self.opened += 1;
        }
    }

    /// How many positions were analysed.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The moves of all positions that were analysed, with values that take the analyses of later positions into account. Their
    /// weights tell only whether anything follows the position: 0 at the ends of lines, 1 elsewhere.
    pub fn records(&self) -> Vec<Record> {
        let best = self.best_values();
        let later = |to: u64| self.by_key.get(&to).map(|&later| best[later]);
        let mut records = Vec::new();
        for Node { moves } in &self.nodes {
            let is_end = moves.iter().all(|known| later(known.to).is_none());
            let weight = u16::from(!is_end);
            records.extend(moves.iter().map(|known| known.record.with(weight, known.value(later))));
        }
        records
    }

    /// The value of each position for the side to move.
    fn best_values(&self) -> Vec<i16> {
        // Before there are values of later positions, the analyses' own count.
        let mut best: Vec<i16> = self.nodes.iter().map(|node| node.best(|_| None)).collect();
        for _ in 0..PASSES {
            let mut has_changed = false;
            // Later positions mostly came later.
            for index in (0..self.nodes.len()).rev() {
                let value = self.nodes[index].best(|to| self.by_key.get(&to).map(|&later| best[later]));
                has_changed |= best[index] != value;
                best[index] = value;
            }
            if !has_changed {
                break;
            }
        }
        best
    }
}

impl Node {
    fn best(&self, later: impl Fn(u64) -> Option<i16> + Copy) -> i16 {
        self.moves.iter().map(|known| known.value(later)).max().unwrap_or_default()
    }
}

impl Known {
    /// The value for the mover, if `later` tells what is best for the other side in the position the move leads to, or as
    /// it was analysed.
    fn value(&self, later: impl Fn(u64) -> Option<i16>) -> i16 {
        later(self.to).map_or(self.record.known().value, i16::saturating_neg)
    }
}

/// A position and a move as books keep them.
fn kept(position: &Position, mv: Move) -> (u64, Move) {
    Record::new(position, BookMove::new(mv, 0)).kept()
}

/// Each move that led to a position, with the position it was played in.
fn moves_of(end: &Position) -> Vec<(Position, Move)> {
    let mut position = end.clone();
    let moves: Vec<Move> = end.moves().collect();
    let mut pairs = Vec::new();
    for &mv in moves.iter().rev() {
        position.unmake();
        pairs.push((position.clone(), mv));
    }
    pairs
}
