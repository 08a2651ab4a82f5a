// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search: from a position and limits to a move.
//!
//! | file | content |
//! |---|---|
//! | `searcher` | the entry point, [`Searcher::think`]; lazy SMP |
//! | `worker` | the state of one thread, and the state that the threads share |
//! | `iterative_deepening`, `root` | iterations, aspiration windows, the root node and its moves |
//! | `search`, `qsearch` | a node of the main search from its first to its last step; quiescence |
//! | `rule_judge`, `tt`, `tb` | the rules, the transposition table and the endgame tables at a node |
//! | `extension`, `reduction` | how much a move is extended or reduced |
//! | `movepick`, `history`, `stack` | move ordering, histories, the line under search |
//! | `timeman`, `control` | time management; `stop` and `ponderhit` |
//! | `mate` | the mate solver (df-pn) |
//! | `limits`, `settings`, `info`, `lines` | the interface: nothing is printed in here |
//! | `params` | the tunable numbers |
//!
//! A stop returns [`Stopped`](control::Stopped) through `?` from every node; the last complete iteration
//! stands, and [`Searcher::think`] returns its move as a [`SearchResult`].
//!
#![doc = include_str!("ablation.md")]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the links lead to private items, which only --document-private-items shows"
)]

mod control;
mod extension;
mod history;
mod info;
mod iterative_deepening;
mod limits;
mod lines;
mod mate;
mod movepick;
pub mod params;
mod qsearch;
mod reduction;
mod root;
mod rule_judge;
mod search;
mod searcher;
mod settings;
mod stack;
mod tb;
#[cfg(all(test, not(feature = "tune")))]
mod techniques;
mod timeman;
mod tt;
mod worker;

pub use info::{Listener, MateVerdict, ScoreBound, SearchInfo, SearchResult};
pub use limits::{Clock, Limits, Request};
pub use lines::Lines;
pub use settings::{Amount, DrawRule, Settings, Style};

#[doc(hidden)]
pub use control::Control;
#[doc(hidden)]
pub use searcher::Searcher;
