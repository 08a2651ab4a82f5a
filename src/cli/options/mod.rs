// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options that several commands share: the position, the limits of a search, the evaluation, the engine,
//! its endgame tables, opening books.

mod books;
mod engine;
mod evaluation;
mod fraction;
mod limits;
mod position;
mod rules;
mod tables;

pub use books::open_books;
pub use engine::EngineArgs;
pub use evaluation::NetworkArgs;
pub use fraction::fraction;
pub use limits::{LimitArgs, MAX_DEPTH};
pub use position::{FenArg, PositionArgs, play, start_position};
pub use rules::RulesArgs;
pub use tables::TableArgs;
