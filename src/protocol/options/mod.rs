// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options that a user can set with `setoption`.
//!
//! From a `setoption` line to its effect:
//!
//! 1. [`Command::parse`](super::Command::parse) splits the line into a name and a value.
//! 2. [`Options::set`] finds the name in [`OPTIONS`], whichever dialect it belongs to, reads the value as the
//!    option's type requires, and calls the option's setter.
//! 3. The setter changes a field of [`Options`].
//! 4. The session passes on what follows: [`Options::search_settings`] and [`Options::book_settings`] to the
//!    engine, [`Options::hash_megabytes`] to the transposition table. An [`OptionEffect`] says if more is to
//!    be done.
//!
//! `table` holds one line for each option: its name in both dialects, its type with default and range, and
//! its setter; the handshake announces options from the same line. `values` holds the values in force,
//! `choices` the values of combos, `paths` turns file names into paths, and `ranks` reads moves with ranks
//! from 0 or from 1.

mod choices;
mod paths;
mod set;
mod table;
mod values;

pub use table::{OPTIONS, OptionEffect, OptionKind, OptionSpec};
pub use values::Options;
