// SPDX-License-Identifier: MIT OR Apache-2.0
//! The mate solver: proves that the side to move, the *attacker*, mates in at most N of its own moves, or
//! that it does not.
//!
//! It is a depth-first proof-number search: Allis, *Searching for Solutions in Games and Artificial
//! Intelligence* (1994), for proof numbers; Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its
//! Applications* (2002), for thresholds and a table in place of a tree in memory. Every legal move of both
//! sides is searched, so that a refutation is as good as a proof. A side without a legal move has lost, in
//! check or not. Any other end of the game does not count as mate, even one that the attacker wins by the
//! rules of repetition.
//!
//! # Repetitions
//!
//! Df-pn has trouble with cycles: a value that depends on the path (graph-history interaction; Kishimoto and
//! Müller, *A General Solution to the Graph History Interaction Problem*, 2004) must not be used on another
//! path. Here it does not arise. A value belongs to a position *and to the moves that the attacker has left*,
//! which become fewer along every path. The rules speak of three occurrences of a position:
//!
//! - In the line of a shortest mate no position occurs twice: whoever mates in at most m moves after the
//!   first occurrence mates from the second one in fewer, and could have done so at the first. So a line that
//!   only repeats, such as a perpetual check, proves nothing, and leaving its verdict out refutes nothing.
//! - A position that had occurred twice before the search would occur for the third time. The game ends
//!   there, whatever the verdict, for every path alike. Positions that had occurred once never come to three.
//!
//! The natural limit (rule60) does depend on the path, by its counts. Where it is within reach, the counts
//! are part of the key.

mod dfpn;
mod mate_search;
mod proof_table;
mod solver;

pub use mate_search::{MateSearch, remaining, search_mate};
pub use solver::ShortestMate;
