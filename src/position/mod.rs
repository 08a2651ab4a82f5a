// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board and its rules of movement. Knows no evaluation and no search.
//!
//! A [`Board`] is fourteen sets in two views, the same men in a mailbox, and their Zobrist key; its three
//! mutators keep them in step. A [`Position`] adds the side to move and an undo stack of [`UndoState`]s. A [`Setup`]
//! is an unchecked arrangement; turning it into a `Position` is the only way in, so that every `Position` has
//! two kings, men on points that they can reach, and a side not to move that is not in check.
//!
//! Legality is settled *before* moves are generated: [`KingLines`] finds every enemy man aimed at the king and
//! says, for each own man, where it may go without exposing him. Generated moves are therefore legal, in check
//! or not, and counting them needs no list.

mod attackers;
mod board;
mod king_lines;
mod legality;
mod make;
mod movegen;
mod perft;
#[allow(clippy::module_inception, reason = "the room of the main type")]
mod position;
mod see;
mod setup;
mod state;
mod validity;
mod zobrist;

pub use board::Board;
pub use king_lines::KingLines;
pub use make::{BoardObserver, IllegalMove};
pub use movegen::GenKind;
pub use perft::{divide, perft};
pub use position::Position;
pub use see::see_value;
pub use setup::{Setup, SetupError, SetupProblem};
pub use state::UndoState;
