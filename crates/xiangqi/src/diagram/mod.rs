// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board drawn as text and as SVG.

pub mod columns;
pub mod grid;
mod svg;
mod text;

pub use grid::PieceLetters;
pub use svg::SvgBoard;
pub use text::TextBoard;
