// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface through which a search probes endgame tables.

use core::fmt;
use std::sync::Arc;
use xiangqi::position::Position;
use xiangqi::rules::{RuleSet, Verdict};
use xiangqi::types::Value;

/// Knows the results of positions with few pieces.
pub trait TbProbe: Send + Sync {
    /// Returns the most pieces of a position that has a table.
    fn max_pieces(&self) -> u32;

    /// Returns who wins by these rules, for the side to move; `None` if that is not known. Called in nodes,
    /// so it must not wait for a file.
    fn probe_wdl(&self, position: &Position, rules: RuleSet) -> Option<Verdict>;

    /// Returns the value with its distance for the side to move: a mate value, the value of a win by rule, or
    /// 0; `None` if it is not known.
    fn probe_value(&self, position: &Position, rules: RuleSet) -> Option<Value>;
}

/// Shared endgame tables. Two of them are equal if they are the same tables.
#[derive(Clone)]
pub struct SharedTb(Arc<dyn TbProbe>);

impl SharedTb {
    /// Takes tables that others may use too.
    pub fn new(tables: Arc<impl TbProbe + 'static>) -> Self {
        Self(tables)
    }
}

impl std::ops::Deref for SharedTb {
    type Target = dyn TbProbe;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for SharedTb {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedTb {}

impl fmt::Debug for SharedTb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SharedTb").field(&self.max_pieces()).finish()
    }
}
