// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output for people: the board as text and as SVG, evaluations, charts, columns of text, and the parts that
//! HTML pages share.

mod eval_table;

#[cfg(feature = "cli")]
pub(crate) use chuhe_console::{page, terminal};
#[doc(hidden)]
pub use eval_table::network_table;
pub(crate) use xiangqi::diagram::columns;
#[cfg(feature = "cli")]
pub(crate) use xiangqi::diagram::grid as board_grid;
pub use xiangqi::diagram::{PieceLetters, SvgBoard, TextBoard};
