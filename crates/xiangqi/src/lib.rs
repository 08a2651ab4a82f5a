// SPDX-License-Identifier: MIT OR Apache-2.0
//! Xiangqi, Chinese chess: positions, legal moves, the rules of repetition, notations and game records.
//!
//! ```
//! use xiangqi::{Game, Position, RuleSet, read_move};
//!
//! let mut game = Game::new(Position::startpos(), RuleSet::Asian);
//! for word in ["炮二平五", "馬8進7", "H2+3"] {
//!     game.play(read_move(game.position(), word)?)?;
//! }
//! assert_eq!(game.position().legal_moves().len(), 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attacks;
pub mod bounded;
pub mod diagram;
pub mod notation;
pub mod openings;
pub mod position;
pub mod rules;
pub mod types;

pub use notation::{Notation, fen, read_move};
pub use position::{Position, Setup};
pub use rules::{Game, GameOutcome, RuleSet, Verdict};
pub use types::{Color, Move, Piece, PieceKind, Square};
