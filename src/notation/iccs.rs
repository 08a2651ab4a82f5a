// SPDX-License-Identifier: MIT OR Apache-2.0
//! ICCS coordinates: `H2-E2` in game records, `h2e2` in the protocols.

use crate::types::Move;

/// Returns the move in the form used by game records: `H2-E2`.
///
/// ```
/// assert_eq!(chuhe::notation::iccs("h2e2".parse()?), "H2-E2");
/// # Ok::<(), chuhe::types::ParseMoveError>(())
/// ```
pub fn iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}
