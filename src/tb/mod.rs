// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endgame tables: the value of every position with few pieces, built from the rules alone.
//!
//! A [`Balance`] names the material, `KRvKAABB`; its [`Index`] numbers all placements of these pieces.
//! `retrograde` decides every position from the mates backwards, `perpetual` adds what the rule of perpetual
//! check decides. `verify` checks the result by moves played forwards. A [`Table`] is kept in two files
//! (`format`) and a [`Tablebase`] probes the files of a directory (`probe`); a search probes a [`TbProbe`].
//!
//! Perpetual chase is not in the tables: they know the rules `check-ban`. A draw of a table in which both
//! sides have attackers may be decided by a chase under other rules; wins and losses stand.
#![doc = include_str!("theorems.md")]

mod build;
mod format;
mod index;
mod material;
mod moves;
mod perpetual;
mod probe;
mod retrograde;
mod statistics;
mod tb_probe;
mod value;
mod verify;

pub use build::{build, in_order};
pub use format::{Content, TbFileError, write};
pub use index::Index;
pub use material::{Balance, Force, ParseBalanceError};
pub use probe::{Tablebase, TablebaseError};
pub use retrograde::BuildError;
pub use statistics::{Results, Statistics};
pub use tb_probe::{SharedTb, TbProbe};
pub use value::{CheckRule, Table, TbValue};
pub use verify::first_fault;
