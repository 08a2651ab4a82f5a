// SPDX-License-Identifier: MIT OR Apache-2.0
//! The attackers of a palace, collected while the other terms are evaluated.

use super::weights::Weights;
use crate::types::{PieceKind, Square};

/// The centre of the palace by colour.
pub const PALACE_CENTRE: [Square; 2] = [Square::E1, Square::E8];

/// The attack of one side on the enemy king, as far as it is known.
#[derive(Default)]
pub struct KingAttack {
    /// Danger units, see [`DangerUnits`](super::weights::DangerUnits).
    pub units: i32,
    /// The number of attackers.
    pub attackers: i32,
    /// True if a piece other than a cannon takes part.
    pub is_mixed: bool,
}

impl KingAttack {
    /// Adds a piece of `kind` that attacks the palace.
    #[inline]
    pub fn join(&mut self, kind: PieceKind, weights: &Weights) {
        self.units += weights.danger_units.attacker[kind];
        self.attackers += 1;
        self.is_mixed |= kind != PieceKind::Cannon;
    }
}
