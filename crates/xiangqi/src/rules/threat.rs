// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threats on a board: the pieces that a side could win by capture, whoever is to move.
//!
//! [`classify_attack`] decides whether one piece threatens to win another, and why; chases and explanations
//! build on it. It runs only when a repetition was found, so it tries captures on copies of the board and
//! prefers clarity to speed.

use crate::attacks;
use crate::position::Board;
use crate::types::{Bitboard, Color, Piece, PieceKind, Square, coords};

/// The class of an attack: whether the capture would win something, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackClass {
    /// No threat: the capture would expose the attacker's own king.
    Illegal,
    /// A threat: the target is worth so much more that its protection is irrelevant.
    OnStronger,
    /// A threat: nothing may recapture. The squares are those of false protectors, which reach the target's
    /// square but may not capture there.
    OnUnprotected(Bitboard),
    /// No threat: two pieces of a kind may capture each other, an offer to exchange.
    Exchange,
    /// No threat: the target is protected.
    OnProtected,
}

impl AttackClass {
    /// Returns true if the capture would win something.
    pub fn is_threat(self) -> bool {
        matches!(self, Self::OnStronger | Self::OnUnprotected(_))
    }
}

/// Returns the pieces among `targets` that some piece of `side` threatens to win.
pub fn threatened(board: &Board, side: Color, targets: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for attacker in possible_chasers(board, side) {
        let attacked = captures(board, attacker) & (targets - found);
        found |= attacked
            .into_iter()
            .filter(|&target| classify_attack(board, attacker, target).is_threat())
            .collect();
    }
    found
}

/// Returns the pieces of `color` that can chase: kings and pawns may attack perpetually.
pub fn possible_chasers(board: &Board, color: Color) -> Bitboard {
    board.color(color) - board.kind(PieceKind::King) - board.kind(PieceKind::Pawn)
}

/// Returns the pieces of `color` that can be chased: not the king, and no pawn on its own half.
pub fn possible_targets(board: &Board, color: Color) -> Bitboard {
    board.color(color) - board.kind(PieceKind::King) - (board.kind(PieceKind::Pawn) & coords::HOME[color])
}

/// Classifies the attack of the piece on `attacker` on the piece on `target`.
///
/// The attacker must be able to capture without exposing its king anew; a capture suspended only because the
/// king is in check already counts. The capture then wins something if the target is worth more, or has no
/// protector that could legally recapture. Between two pieces of a kind the latter is an offer to exchange,
/// unless the target cannot capture the attacker.
pub fn classify_attack(board: &Board, attacker: Square, target: Square) -> AttackClass {
    let (piece, captured) = (piece_at(board, attacker), piece_at(board, target));
    let side = piece.color();
    let after = after_move(board, attacker, target);
    if !after.checkers(side).is_subset_of(board.checkers(side)) {
        return AttackClass::Illegal;
    }
    if is_worth_more(captured.kind(), piece.kind()) {
        return AttackClass::OnStronger;
    }
    if captured.kind() == piece.kind() && can_capture(board, target, attacker) {
        return AttackClass::Exchange;
    }
    let protectors = after.attackers(target, after.occupied()) & after.color(!side);
    if protectors.into_iter().any(|protector| is_safe(&after, protector, target)) {
        AttackClass::OnProtected
    } else {
        AttackClass::OnUnprotected(protectors)
    }
}

/// Returns true if the target is worth so much more than the attacker that its protection is irrelevant.
fn is_worth_more(target: PieceKind, attacker: PieceKind) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
    match attacker {
        Horse | Cannon => target == Rook,
        Advisor | Elephant => matches!(target, Rook | Horse | Cannon),
        _ => false,
    }
}

/// Returns true if the piece on `from` could legally capture on `to`, were its side to move.
fn can_capture(board: &Board, from: Square, to: Square) -> bool {
    captures(board, from).contains(to) && is_safe(board, from, to)
}

/// Returns the squares on which the piece on `from` could capture by its way of moving.
pub fn captures(board: &Board, from: Square) -> Bitboard {
    let piece = piece_at(board, from);
    attacks::captures(piece.kind(), piece.color(), from, board.occupied())
}

/// Returns true if the mover's king is safe after the piece on `from` has moved to `to`. This covers pins,
/// checks left unanswered, and the king's own safety.
pub fn is_safe(board: &Board, from: Square, to: Square) -> bool {
    after_move(board, from, to).checkers(piece_at(board, from).color()).is_empty()
}

/// Returns the board after the piece on `from` has moved to `to` and captured what stood there.
pub fn after_move(board: &Board, from: Square, to: Square) -> Board {
    let mut after = board.clone();
    if let Some(captured) = after.piece_on(to) {
        after.take(captured, to);
    }
    after.shift(piece_at(board, from), from, to);
    after
}

/// Returns the piece on a square that is known to hold one.
pub fn piece_at(board: &Board, square: Square) -> Piece {
    board.piece_on(square).expect("the square comes from a set of occupied squares")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// Returns the squares of Black's pieces that Red threatens to win.
    fn red_threatens(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let board = position.board();
        let found = threatened(board, Color::Red, possible_targets(board, Color::Black));
        found.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_threat_is_one_to_win_something() {
        for (why, fen, targets) in [
            ("unprotected", "3k5/9/9/9/1R3c3/9/9/9/9/4K4 b", "f5"),
            ("protected", "3k5/9/5r3/9/1R3c3/9/9/9/9/4K4 b", ""),
            ("a protected rook before a cannon", "3k5/9/5r3/9/1Cp2r3/9/9/9/9/4K4 b", "f5"),
            ("kings and pawns may chase", "3k5/9/9/3cP4/9/9/9/9/4c4/4K4 w", ""),
            ("a pawn at home is free", "3k5/9/9/R1p6/9/9/9/9/9/4K4 b", ""),
            ("a pawn across the river is not", "3k5/9/9/9/9/R3p4/9/9/9/5K3 b", "e4"),
        ] {
            assert_eq!(red_threatens(fen), targets, "{why}: {fen}");
        }
    }

    #[test]
    fn an_exchange_is_offered_only_to_pieces_that_can_take_it() {
        for (why, fen, targets) in [
            ("rook before rook", "3k5/9/9/9/1R3r3/9/9/9/9/4K4 b", ""),
            ("along a pin", "3k5/3r5/9/9/9/9/9/3R5/9/4K4 b", ""),
            ("across a pin", "3k5/R2r5/9/9/9/9/9/3R5/9/4K4 b", "d8"),
            ("horse before horse", "3k5/9/9/9/4n4/9/5N3/9/9/5K3 b", ""),
            ("the other's leg is blocked", "3k5/9/9/9/4n4/4p4/5N3/9/9/5K3 b", "e5"),
        ] {
            assert_eq!(red_threatens(fen), targets, "{why}: {fen}");
        }
    }

    #[test]
    fn only_legal_captures_threaten_and_protect() {
        for (why, fen, targets) in [
            ("the attacker is pinned", "3kr4/9/9/9/9/1c2R4/9/9/9/4K4 b", ""),
            ("the attacker's king is in check already", "3kr4/9/9/9/1R3c3/9/9/9/9/4K4 w", "f5"),
            ("the protector is pinned", "9/9/3k1r2R/9/1R3c3/9/9/9/9/4K4 b", "f5"),
            ("the capture uncovers a check", "4k1r2/9/9/6c2/4N4/9/9/4R4/9/3K5 b", "g6"),
            ("the king protects", "3k5/R2c5/9/9/9/9/9/9/9/4K4 b", ""),
            ("the king would face the other", "3k5/R2c5/9/9/9/9/9/9/9/3K5 b", "d8"),
            ("a cannon protects over a screen", "3k1c3/9/5a3/9/1R3n3/9/9/9/9/4K4 b", ""),
            ("and not without", "3k1c3/9/9/9/1R3n3/9/9/9/9/4K4 b", "f5"),
        ] {
            assert_eq!(red_threatens(fen), targets, "{why}: {fen}");
        }
    }
}
