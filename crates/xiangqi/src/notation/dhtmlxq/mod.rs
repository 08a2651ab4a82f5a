// SPDX-License-Identifier: MIT OR Apache-2.0
//! DhtmlXQ, also called UBB: the text format in which Chinese forums and dpxq.com exchange games.
//!
//! Fields like `[DhtmlXQ_title]…[/DhtmlXQ_title]` stand between `[DhtmlXQ]` and `[/DhtmlXQ]`. A square is two
//! digits: the file from Red's left, and the rank from Black's side. The squares of the pieces are 64 digits,
//! 99 for a missing piece; a move is four digits. Variations are numbered branches: `[DhtmlXQ_move_0_3_1]` is
//! branch 1, which replaces the third ply of branch 0, the game itself. `[DhtmlXQ_comment3]` is the comment
//! on the third ply of the game, `[DhtmlXQ_comment1_3]` the one on the third ply of branch 1; plies are
//! counted from the start of the game. `||` is a line break.
//!
//! Pages of dpxq.com leave the moves empty and have them in a script behind the game instead:
//! `var DhtmlXQ_movelist = '[0_1_0]…[/0_1_0][0_3_1]…[/0_3_1]'` with the numbers of the branches, `0_1_0` for
//! the game itself, or with ordinary fields.
//!
//! The format was never published; this description follows the pages of dpxq.com and the open readers of
//! other programs, vschess among them.

mod blocks;
mod fields;
mod read;
mod write;

pub use blocks::{Block, Blocks, decode, has_field};
pub use fields::FIELDS;
pub use read::read;
