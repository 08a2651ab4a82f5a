// SPDX-License-Identifier: MIT OR Apache-2.0
//! The classes of the moves in a repetition: check, chase or idle, with every attack that a move makes.
//!
//! Threats are classified by the code that finds chases. Attacks that do not count are examined in more
//! detail than a verdict needs, so that an explanation can say why they do not.

use crate::position::{Board, Position};
use crate::rules::chinese::Class;
use crate::rules::history::moves_back;
use crate::rules::move_class::{MoveClass, PlacedPiece};
use crate::rules::threat::{
    AttackClass, after_move, captures, classify_attack, piece_at, possible_chasers, possible_targets,
    threatened,
};
use crate::types::{Bitboard, Color, Move, PieceKind, Square};
use core::fmt;

/// An attack made by a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The piece that attacks; not always the piece that moved.
    pub attacker: PlacedPiece,
    /// The piece attacked.
    pub target: PlacedPiece,
    /// The effect by the rules.
    pub effect: AttackEffect,
}

/// The effect of an attack by the rules: a chase, or the reason why it is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttackEffect {
    /// A chase: the target is worth so much more that its protection is irrelevant.
    OnStronger,
    /// A chase: nothing may recapture, not even these false protectors.
    OnUnprotected(Vec<(PlacedPiece, ProtectorFault)>),
    /// The target is protected.
    OnProtected,
    /// The target could capture the attacker: an offer to exchange.
    Exchange,
    /// The attacker may not capture: its own king would be exposed.
    Illegal,
    /// The attacker is a king or pawn, which may chase perpetually.
    ExemptAttacker,
    /// The target is a pawn on its own half, which may be chased perpetually.
    OnHomePawn,
    /// The target was threatened before the move, so the move does not chase it.
    Existing,
}

impl AttackEffect {
    /// Returns true if the attack counts as a chase.
    #[must_use]
    pub fn is_chase(&self) -> bool {
        matches!(self, Self::OnStronger | Self::OnUnprotected(_))
    }
}

impl fmt::Display for AttackEffect {
    /// Writes the name that programs read: `on unprotected`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OnStronger => "on stronger",
            Self::OnUnprotected(_) => "on unprotected",
            Self::OnProtected => "on protected",
            Self::Exchange => "exchange",
            Self::Illegal => "illegal",
            Self::ExemptAttacker => "exempt attacker",
            Self::OnHomePawn => "on home pawn",
            Self::Existing => "existing",
        })
    }
}

/// The reason why a piece that reaches a square does not protect the piece that stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProtectorFault {
    /// It is pinned.
    Pinned,
    /// The capture itself checks, and recapturing does not answer the check.
    InCheck,
    /// It is the king, and would face the other king.
    FacesKing,
    /// It is the king, and would step into check.
    WalksIntoCheck,
}

/// A move of a repetition, with what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassifiedMove {
    /// The move.
    pub mv: Move,
    /// The piece that moved, on its new square.
    pub piece: PlacedPiece,
    /// The move number as in FEN.
    pub number: u32,
    /// True if the move gives check. Then no attacks are listed, since a check does not count as a chase.
    pub checks: bool,
    /// The attacks that the move makes, chases first.
    pub attacks: Vec<Attack>,
    /// True if the opponent may win the moved piece, and could not before.
    pub offers_itself: bool,
    /// The class by the Chinese rules, if these are in force.
    pub chinese: Option<Class>,
}

impl ClassifiedMove {
    /// Returns the side that moved.
    #[must_use]
    pub fn side(&self) -> Color {
        self.piece.piece.color()
    }

    /// Returns the class of the move.
    #[must_use]
    pub fn class(&self) -> MoveClass {
        if let Some(class) = &self.chinese {
            class.kind()
        } else if self.checks {
            MoveClass::Check
        } else if self.attacks.iter().any(|attack| attack.effect.is_chase()) {
            MoveClass::Chase
        } else {
            MoveClass::Idle
        }
    }
}

/// Classifies the last `span` moves, oldest first.
pub fn classified_moves(position: &Position, span: usize) -> Vec<ClassifiedMove> {
    let mut board = position.board().clone();
    let mut moves: Vec<ClassifiedMove> = (1..)
        .zip(moves_back(position, span))
        .map(|(back, (_, state))| {
            let mv = state.last_move.expect("no repetition reaches across a null move");
            let after = board.clone();
            board.shift(piece_at(&after, mv.to()), mv.to(), mv.from());
            let number = (position.ply() - back) / 2 + 1;
            classify_move(mv, &board, &after, number)
        })
        .collect();
    moves.reverse();
    moves
}

fn classify_move(mv: Move, before: &Board, after: &Board, number: u32) -> ClassifiedMove {
    let piece = PlacedPiece::on(after, mv.to());
    let side = piece.piece.color();
    let checks = !after.checkers(!side).is_empty();
    let is_threatened = |board, square| !threatened(board, !side, Bitboard::of(square)).is_empty();
    ClassifiedMove {
        mv,
        piece,
        number,
        checks,
        attacks: if checks { Vec::new() } else { attacks(mv, before, after, side) },
        offers_itself: piece.piece.kind() != PieceKind::King
            && is_threatened(after, mv.to())
            && !is_threatened(before, mv.from()),
        chinese: None,
    }
}

/// Returns the attacks on pieces that are threatened since the move, and the other attacks that it made.
fn attacks(mv: Move, before: &Board, after: &Board, side: Color) -> Vec<Attack> {
    let candidates = possible_targets(after, !side);
    let old = threatened(before, side, candidates);
    let chased = threatened(after, side, candidates) - old;
    let mut found = Vec::new();
    for attacker in after.color(side) {
        let earlier = if attacker == mv.to() { mv.from() } else { attacker };
        let made = captures(after, attacker) - captures(before, earlier);
        let targets = (captures(after, attacker) & chased) | made;
        for target in targets & (after.color(!side) - after.kind(PieceKind::King)) {
            let effect = effect(after, attacker, target, old);
            // On a piece that is newly threatened, attacks that do not count add nothing.
            if effect.is_chase() || !chased.contains(target) {
                let (attacker, target) = (PlacedPiece::on(after, attacker), PlacedPiece::on(after, target));
                found.push(Attack { attacker, target, effect });
            }
        }
    }
    found.sort_by_key(|attack| !attack.effect.is_chase());
    found
}

/// Returns the effect of an attack; `old` are the pieces threatened before the move.
fn effect(board: &Board, attacker: Square, target: Square, old: Bitboard) -> AttackEffect {
    let side = piece_at(board, attacker).color();
    if !possible_chasers(board, side).contains(attacker) {
        return AttackEffect::ExemptAttacker;
    }
    if !possible_targets(board, !side).contains(target) {
        return AttackEffect::OnHomePawn;
    }
    match classify_attack(board, attacker, target) {
        class if class.is_threat() && old.contains(target) => AttackEffect::Existing,
        AttackClass::OnStronger => AttackEffect::OnStronger,
        AttackClass::OnUnprotected(false_protectors) => {
            let after = after_move(board, attacker, target);
            let explained = false_protectors
                .into_iter()
                .map(|square| (PlacedPiece::on(&after, square), protector_fault(&after, square, target)));
            AttackEffect::OnUnprotected(explained.collect())
        }
        AttackClass::OnProtected => AttackEffect::OnProtected,
        AttackClass::Exchange => AttackEffect::Exchange,
        AttackClass::Illegal => AttackEffect::Illegal,
    }
}

/// Returns the reason why the piece on `protector` may not recapture on `target`.
fn protector_fault(board: &Board, protector: Square, target: Square) -> ProtectorFault {
    let side = piece_at(board, protector).color();
    let left = after_move(board, protector, target).checkers(side);
    if protector == board.king(side) {
        let faces_king = left.contains(board.king(!side));
        if faces_king { ProtectorFault::FacesKing } else { ProtectorFault::WalksIntoCheck }
    } else if left.meets(board.checkers(side)) {
        ProtectorFault::InCheck
    } else {
        ProtectorFault::Pinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_protectors_are_found_out() {
        for (fen, mv, protector, expected) in [
            ("9/9/3k1r2R/1R7/5c3/9/9/9/9/4K4 w", "b6b5", Square::F7, ProtectorFault::Pinned),
            ("3k5/3c5/9/9/9/9/9/9/R8/3K5 w", "a1a8", Square::D9, ProtectorFault::FacesKing),
            ("4k4/4c4/9/3N5/9/9/9/9/R8/3K5 w", "a1a8", Square::E9, ProtectorFault::WalksIntoCheck),
        ] {
            let before = Position::from_fen(fen).unwrap();
            let mv: Move = mv.parse().unwrap();
            let classified = classify_move(mv, before.board(), before.after(mv).board(), 1);
            let faults: Vec<_> = classified
                .attacks
                .iter()
                .filter_map(|attack| match &attack.effect {
                    AttackEffect::OnUnprotected(faults) => Some(faults.clone()),
                    _ => None,
                })
                .flatten()
                .map(|(placed, fault)| (placed.square, fault))
                .collect();
            assert!(faults.contains(&(protector, expected)), "{fen}: {classified:?}");
        }
    }

    #[test]
    fn attacks_that_do_not_count_say_why() {
        for (fen, mv, expected) in [
            ("3k5/9/5r3/9/1R3c3/9/9/9/9/4K4 w", "b5c5", None),
            ("3k5/9/5r3/9/5c3/1R7/9/9/9/4K4 w", "b4b5", Some(AttackEffect::OnProtected)),
            ("3k5/9/9/9/5r3/1R7/9/9/9/4K4 w", "b4b5", Some(AttackEffect::Exchange)),
            ("3k5/9/9/9/p8/1R7/9/9/9/4K4 w", "b4b5", Some(AttackEffect::OnHomePawn)),
            ("3k5/9/9/3cP4/9/9/9/9/9/5K3 w", "e6e7", None),
            ("3k5/9/4c4/3P5/9/9/9/9/9/5K3 w", "d6e6", Some(AttackEffect::ExemptAttacker)),
        ] {
            let before = Position::from_fen(fen).unwrap();
            let mv: Move = mv.parse().unwrap();
            let classified = classify_move(mv, before.board(), before.after(mv).board(), 1);
            assert_eq!(classified.attacks.first().map(|attack| attack.effect.clone()), expected, "{fen}");
        }
    }
}
