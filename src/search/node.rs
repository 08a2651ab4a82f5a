// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data of a node: its context before its moves are searched, the facts about one of its moves, the best
//! line so far, and the result that the table keeps.

use super::order::ContinuationKeys;
use crate::tt::{Bound, TtDepth, TtEntry};
use crate::types::{Depth, Move, Value};

/// The context of a node, known before its moves are searched.
pub struct NodeContext {
    pub depth: Depth,
    pub ply: usize,
    /// A cutoff is expected.
    pub cut_node: bool,
    /// The node is searched for its value, not within a singular extension search or a null-move verification
    /// of itself.
    pub is_proper: bool,
    /// The node's entry in the transposition table.
    pub entry: Option<TtEntry>,
    /// The table move; set once the cuts before the move loop have failed.
    pub tt_move: Option<Move>,
    /// The move left out by a singular extension search of this node.
    pub excluded: Option<Move>,
    /// The static value as the table keeps it; like the next two `None` in check.
    pub raw_eval: Option<Value>,
    /// The static value, corrected by the correction history and damped by rule60.
    pub static_eval: Option<Value>,
    /// The corrected static value, or the table's value if its bound makes it more precise; for pruning only.
    pub eval: Option<Value>,
    /// The static value has risen since the last move of this side.
    pub improving: bool,
    /// The node is or was on a principal variation.
    pub was_on_pv: bool,
    /// The null move was answered by mate.
    pub mate_threat: bool,
    /// The only legal move answers a check; set together with the table move.
    pub single_reply: bool,
    /// Extension of the table move by the singular extension search, in sixteenths of a ply.
    pub singular: i32,
    /// The earlier moves that the continuation history is asked about.
    pub keys: ContinuationKeys,
}

/// The best line of a node so far.
pub struct Best {
    pub value: Value,
    /// The move that raised alpha.
    pub mv: Option<Move>,
    pub alpha: Value,
}

/// Facts about a move, known before it is made.
pub struct MoveFacts {
    pub mv: Move,
    /// Its number at the node, from 1.
    pub number: usize,
    pub is_capture: bool,
    pub gives_check: bool,
    /// Its history score.
    pub history: i32,
    /// Its late move reduction; may be negative.
    pub reduction: Depth,
}

/// The parameters of the search after a move.
pub struct Child {
    /// Ply of the node it was made at.
    pub ply: usize,
    pub is_first: bool,
    /// A cutoff is expected at the node it was made at.
    pub cut_node: bool,
    pub depth: Depth,
    /// Late move reduction of the first search, if any.
    pub reduction: Option<Depth>,
}

/// The result of a node, to be stored in the transposition table.
pub struct NodeResult {
    pub best: Option<Move>,
    pub value: Value,
    pub bound: Bound,
    pub eval: Option<Value>,
    pub depth: TtDepth,
    pub pv: bool,
}
