// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order of offences, from which every verdict on a repetition follows.

/// The gravest thing that a side did with every one of its moves in a repetition, in ascending order.
///
/// The side with the graver offence loses, and equal offences draw; a [`RuleSet`](super::RuleSet) decides
/// which offences it counts ([`RuleSet::counted`](super::RuleSet::counted)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offence {
    /// Nothing forbidden: at least one idle move, or checks and chases in turn, or chases of different
    /// pieces.
    None,
    /// Perpetual chase: every move newly attacks one and the same piece.
    PerpetualChase,
    /// Perpetual chase of a rook that the chaser's horse pins to its king all the while: the rook's
    /// counter-threat against the horse does not exempt the chaser.
    ChaseOfPinnedRook,
    /// Perpetual check: every move checks.
    PerpetualCheck,
}
