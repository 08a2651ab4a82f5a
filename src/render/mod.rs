// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output for people: the board as text and as SVG, evaluations, charts, columns of text, and the parts that
//! HTML pages share.

pub(crate) mod board_grid;
mod board_svg;
mod board_text;
#[cfg(feature = "cli")]
pub(crate) mod charts;
pub(crate) mod columns;
mod eval_table;
#[cfg(feature = "arena")]
pub(crate) mod page;
#[cfg(feature = "arena")]
pub(crate) mod terminal;

pub use board_grid::PieceLetters;
pub use board_svg::SvgBoard;
pub use board_text::TextBoard;
pub(crate) use eval_table::{hce_table, network_table};
