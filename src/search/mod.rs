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
#![doc = include_str!("worth.md")]

mod aspiration;
mod clock;
mod correction;
mod credit;
mod deepen;
mod node;
mod order;
pub mod params;
mod pool;
mod pv;
mod pvs;
mod quiesce;
mod report;
mod request;
mod root;
mod shared;
mod stack;
mod steps;
mod worker;

pub use report::{Bound, Listener, SearchInfo, SearchResult};
pub use request::{Clock, DrawRule, Level, Limits, Settings, Style};

pub(crate) use pool::Pool;
pub(crate) use shared::Control;
pub(crate) use steps::StoredDepth;
