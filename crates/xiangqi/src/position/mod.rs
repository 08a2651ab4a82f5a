// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board, legal moves, and making them; with the two judgements of material that every evaluation needs:
//! static exchanges, and the share of an advantage that the remaining pieces can win.
//!
//! A [`Board`] stores the pieces as bitboards (by kind and by colour) and as a mailbox, with their Zobrist
//! key; its three mutators keep these in step. A [`Position`] adds the side to move and an undo stack of
//! [`UndoState`]s. A [`Setup`] is an unchecked arrangement; converting it is the only way to get a
//! `Position`, so every `Position` has two kings, pieces on squares that they can reach, and a side not to
//! move that is not in check.
//!
//! Legality is settled *before* moves are generated: `KingLines` finds every enemy piece aimed at the king
//! (pins, checks, screens) and gives, for each own piece, the squares that it can go to without exposing the
//! king. Generated moves are therefore legal, in check or not, and counting them needs no list.

mod board;
mod illegal;
mod king_lines;
mod legality;
mod make;
mod material;
mod movegen;
mod position;
mod see;
mod setup;

pub use board::Board;
pub use illegal::{IllegalMove, IllegalReason};
pub use king_lines::KingLines;
pub use make::BoardObserver;
pub use material::{FULL_SCALE, PieceCounts};
pub use movegen::{GenKind, perft, perft_until};
pub use position::{Position, UndoState};
pub use see::see_value;
pub use setup::{Setup, SetupError, SetupProblem, normal_count};
