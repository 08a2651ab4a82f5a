// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output for people: the board as text and as SVG, evaluations, charts, columns of text, and the parts that
//! HTML pages share.

#[cfg(feature = "cli")]
pub(crate) mod charts;
pub(crate) mod columns;
mod eval_table;
#[cfg(feature = "arena")]
pub(crate) mod page;
#[cfg(feature = "arena")]
pub(crate) mod terminal;

pub(crate) use eval_table::{hce_table, network_table};
pub(crate) use xiangqi::diagram::grid as board_grid;
pub use xiangqi::diagram::{PieceLetters, SvgBoard, TextBoard};
