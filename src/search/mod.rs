// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search: from a position and limits to a move.
//!
//! # From `go` to `bestmove`
//!
//! Each hop leads down to the next:
//!
//! 1. [`Searcher::search`] takes a [`Request`], selects the root moves
//!    ([`root_moves`](root_move::root_moves)) and starts a new generation of the [transposition
//!    table](crate::tt).
//! 2. [`Pool::search`](pool::Pool::search) runs one [`Worker`](worker::Worker) a thread (lazy SMP); at the
//!    end they vote.
//! 3. [`Worker::deepen`](worker::Worker::deepen) is iterative deepening: one iteration after the other until
//!    [`TimeManager`](time::TimeManager) or another limit ends it. Each is reported to the [`Listener`].
//! 4. [`Worker::search_window`](worker::Worker::search_window) gives the iteration an aspiration window.
//! 5. [`Worker::search_root`](worker::Worker::search_root) searches the root moves in turn.
//! 6. [`Worker::search_child`](worker::Worker::search_child) searches the position after a move: with late
//!    move reduction (LMR), then at full depth with a null window, then with the full window.
//! 7. [`Worker::search`](worker::Worker::search) is the recursion, principal variation search (PVS): the
//!    table, then the cuts before the moves (reverse futility, null move, ProbCut, multi-cut), one
//!    file each in `steps`.
//! 8. [`Worker::search_moves`](worker::Worker::search_moves) is the move loop: the
//!    [`MovePicker`](order::MovePicker) orders, `steps` skip, extend or reduce, and step 6 searches each
//!    move.
//! 9. At depth 0 [`Worker::quiesce`](worker::Worker::quiesce) searches captures and checks, and
//!    [`Worker::raw_eval`](worker::Worker::raw_eval) evaluates the position.
//!
//! The values return the same way. A stop returns [`Stopped`](control::Stopped) through `?`; the last
//! complete iteration stands, and [`Searcher::search`] returns its move as a [`SearchResult`].
//!
//! # Files
//!
//! | files | content |
//! |---|---|
//! | `request`, `settings`, `report` | the interface: nothing is printed in here |
//! | `searcher`, `pool`, `control`, `shared` | threads, `stop` and `ponderhit`, node counters |
//! | `worker`, `stack`, `pv`, `node`, `root_move`, `pruning` | data of a thread and a node |
//! | `mate`, `mate_search`, `shorten`, `shortest_mate` | the mate solver (df-pn) and its uses |
//! | `endgame_tables`, `root_tables` | what endgame tables are asked, and their answer at the root |
//! | `deepen`, `aspiration`, `root`, `time`, `progress` | iterations, time management, reports |
//! | `pvs`, `context`, `move_loop`, `quiesce`, `static_eval`, `steps` | the recursion |
//! | `order`, `history_update` | move ordering and histories |
//! | `params` | the tunable numbers |
//!
#![doc = include_str!("ablation.md")]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the way leads through private items, which only --document-private-items shows"
)]

mod aspiration;
mod context;
mod control;
mod deepen;
#[cfg(test)]
mod fixture;
mod history_update;
mod mate;
mod mate_search;
mod move_loop;
mod node;
mod order;
pub mod params;
mod pool;
mod progress;
mod pruning;
mod pv;
mod pvs;
mod quiesce;
mod report;
mod request;
mod root;
mod root_move;
mod root_tables;
mod searcher;
mod settings;
mod shared;
mod shorten;
mod shortest_mate;
mod stack;
mod static_eval;
mod steps;
mod tb_probe;
mod time;
mod worker;

pub use report::{Listener, MateVerdict, ScoreBound, SearchInfo, SearchResult};
pub use request::{Clock, Limits, Request};
pub use settings::{Amount, DrawRule, Settings, Style};
pub use tb_probe::{SharedTb, TbProbe};

pub(crate) use control::Control;
pub(crate) use searcher::Searcher;
