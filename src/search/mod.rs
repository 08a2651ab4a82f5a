// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search: from a position and limits to a move.
//!
//! Reading order: [`pool`](self) starts the threads; `deepen` runs one thread's iterations, `aspiration` gives each
//! its window, `root` goes through the root moves, `pvs` is the recursion with its `steps` on a `node`, and `quiesce`
//! its end. `order` decides which move comes first, by what `credit` has given to moves before; `correction` mends
//! the static value. `worker` holds what a thread needs, `stack` and `pv` remember the line. `clock` manages time;
//! `params` lists every number that can be tuned. `request` and `report` are the border to the outside: nothing is
//! printed in here.
//!
#![doc = include_str!("ablation.md")]

mod aspiration;
mod context;
mod control;
mod deepen;
mod history_update;
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
mod searcher;
mod settings;
mod shared;
mod stack;
mod static_eval;
mod steps;
mod stored_depth;
mod time;
mod worker;

pub use report::{Listener, ScoreBound, SearchInfo, SearchResult};
pub use request::{Clock, Limits, Request};
pub use settings::{DrawRule, Level, Settings, Style};

pub(crate) use control::Control;
pub(crate) use searcher::Searcher;
pub(crate) use stored_depth::StoredDepth;
