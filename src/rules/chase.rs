// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chases: which enemy men does a side threaten to win, and which one man anew with each of its moves?
//!
//! [`attack`] says whether one man threatens to win another, and why; everything else builds on it, the explanation
//! of a verdict too. A move *chases* the men threatened after it and not before it: a threat that stood already is no chase, and neither is one which
//! the victim ran into. A side chases *perpetually* if some man is chased by every one of its moves in the span.
//! Who chases, and whether it is the man that moved, does not matter: uncovering an attack, removing a screen
//! or pinning a protector chases as well.
//!
//! A span holds no capture, so each of its men can be followed backwards from move to move; sets of victims are
//! points of the present board that travel with the men on them.
//!
//! Threats are looked at as they stand on the board, whoever is to move. Chases are judged only when a repetition
//! was found, so the code tries captures out on copies of the board and leaves cleverness to the move generator.

use super::repetition::moves_back;
use crate::attacks;
use crate::position::{Board, Position};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind, Square, coords};

/// The enemy men that a side chased with every move of a span, as points of the board before the span.
#[derive(Clone, Copy)]
pub struct Chase {
    /// All of them.
    pub victims: Bitboard,
    /// The rooks among them which a horse of the chaser pinned to their king all the while.
    pub pinned_rooks: Bitboard,
}

impl Chase {
    /// Follows the men one move back.
    fn carry_back(&mut self, mv: Move) {
        for set in [&mut self.victims, &mut self.pinned_rooks] {
            if set.contains(mv.to()) {
                *set = (*set - mv.to().into()) | mv.from().into();
            }
        }
    }
}

/// What each side chased perpetually in the last `span` plies. Only the sides `suspected` are looked at: a move that
/// checks is no chase, so a side that checked in the span must not be among them.
pub fn perpetual_chases(position: &Position, span: usize, suspected: [bool; 2]) -> [Chase; 2] {
    let mut board = position.board().clone();
    let mut chases = Color::ALL.map(|side| {
        let victims = if suspected[side] { possible_victims(&board, !side) } else { Bitboard::EMPTY };
        Chase { victims, pinned_rooks: victims & board.kind(PieceKind::Rook) }
    });
    for (side, state) in moves_back(position, span) {
        if chases.iter().all(|chase| chase.victims.is_empty()) {
            break;
        }
        let mv = state.last_move.expect("no repetition reaches across a null move");
        let chase = &mut chases[side];
        chase.victims = threatened(&board, side, chase.victims);
        chase.pinned_rooks &= chase.victims & rooks_pinned_by_horses(&board, side);

        board.shift(man_on(&board, mv.to()), mv.to(), mv.from());
        chase.victims -= threatened(&board, side, chase.victims);
        chase.pinned_rooks &= chase.victims;
        chases[!side].carry_back(mv);
    }
    chases
}

/// The men of `color` that can be chased at all: not the king, and no pawn on its own half.
pub fn possible_victims(board: &Board, color: Color) -> Bitboard {
    board.color(color) - board.kind(PieceKind::King) - (board.kind(PieceKind::Pawn) & coords::HOME[color])
}

/// The men of `color` that can chase: kings and pawns may threaten for ever.
pub fn possible_chasers(board: &Board, color: Color) -> Bitboard {
    board.color(color) - board.kind(PieceKind::King) - board.kind(PieceKind::Pawn)
}

/// The men among `victims` that some man of `side` threatens to win.
pub fn threatened(board: &Board, side: Color, victims: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for chaser in possible_chasers(board, side) {
        let targets = captures(board, chaser) & (victims - found);
        found |= targets.into_iter().filter(|&victim| attack(board, chaser, victim).is_threat()).collect();
    }
    found
}

/// What a man's attack on an enemy man is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attack {
    /// The capture would expose the attacker's own king.
    Unplayable,
    /// A threat: the victim is worth so much more that its protection is irrelevant.
    OnStronger,
    /// A threat: nothing may recapture. The points are those of men that can reach the victim's, but may not.
    OnUnprotected(Bitboard),
    /// Two men of a kind may capture each other: an offer to exchange.
    Exchange,
    /// The victim is protected.
    OnProtected,
}

impl Attack {
    pub fn is_threat(self) -> bool {
        matches!(self, Self::OnStronger | Self::OnUnprotected(_))
    }
}

/// Weighs the attack of the man on `chaser` on the man on `victim`.
///
/// It must be able to capture without exposing its king anew; a capture suspended only because the king is
/// in check already counts. Then it wins something if the victim is worth more, or has no protector that could
/// legally recapture. Between two men of a kind the latter is an offer to exchange, unless the victim cannot
/// capture the chaser.
pub fn attack(board: &Board, chaser: Square, victim: Square) -> Attack {
    let (hunter, prey) = (man_on(board, chaser), man_on(board, victim));
    let side = hunter.color();
    let after = after_move(board, chaser, victim);
    if !after.checkers(side).is_subset_of(board.checkers(side)) {
        return Attack::Unplayable;
    }
    if is_worth_more(prey.kind(), hunter.kind()) {
        return Attack::OnStronger;
    }
    if prey.kind() == hunter.kind() && can_capture(board, victim, chaser) {
        return Attack::Exchange;
    }
    let avengers = after.attackers(victim, after.occupied()) & after.color(!side);
    if avengers.into_iter().any(|avenger| is_safe(&after, avenger, victim)) {
        Attack::OnProtected
    } else {
        Attack::OnUnprotected(avengers)
    }
}

/// Is the victim worth so much more that its protection is irrelevant?
fn is_worth_more(victim: PieceKind, chaser: PieceKind) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
    match chaser {
        Horse | Cannon => victim == Rook,
        Advisor | Elephant => matches!(victim, Rook | Horse | Cannon),
        _ => false,
    }
}

/// May the man on `from` capture on `to`, were it to move?
fn can_capture(board: &Board, from: Square, to: Square) -> bool {
    captures(board, from).contains(to) && is_safe(board, from, to)
}

/// The points on which the man on `from` could capture by its way of moving.
pub fn captures(board: &Board, from: Square) -> Bitboard {
    let piece = man_on(board, from);
    attacks::captures(piece.kind(), piece.color(), from, board.occupied())
}

/// Is the mover's king safe after the man on `from` went to `to`? This asks for pins, for checks left standing and
/// for the king's own safety at once.
fn is_safe(board: &Board, from: Square, to: Square) -> bool {
    after_move(board, from, to).checkers(man_on(board, from).color()).is_empty()
}

/// The board after the man on `from` went to `to` and removed what stood there.
pub fn after_move(board: &Board, from: Square, to: Square) -> Board {
    let mut after = board.clone();
    if let Some(captured) = after.piece_on(to) {
        after.take(captured, to);
    }
    after.shift(man_on(board, from), from, to);
    after
}

pub fn man_on(board: &Board, square: Square) -> Piece {
    board.piece_on(square).expect("only points with men are asked about")
}

/// The enemy rooks that stand on the leg of a horse of `side` aimed at their king.
fn rooks_pinned_by_horses(board: &Board, side: Color) -> Bitboard {
    let king = board.king(!side);
    let horses = board.pieces(PieceKind::Horse, side) & attacks::horse_ring(king);
    let legs: Bitboard = horses.into_iter().map(|horse| attacks::horse_leg(horse, king)).collect();
    board.pieces(PieceKind::Rook, !side) & legs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of Black's men that Red threatens to win.
    fn red_threatens(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let board = position.board();
        let found = threatened(board, Color::Red, possible_victims(board, Color::Black));
        found.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_threat_is_one_to_win_something() {
        for (why, fen, victims) in [
            ("unprotected", "3k5/9/9/9/1R3c3/9/9/9/9/4K4 b", "f5"),
            ("protected", "3k5/9/5r3/9/1R3c3/9/9/9/9/4K4 b", ""),
            ("a protected rook before a cannon", "3k5/9/5r3/9/1Cp2r3/9/9/9/9/4K4 b", "f5"),
            ("kings and pawns may chase", "3k5/9/9/3cP4/9/9/9/9/4c4/4K4 w", ""),
            ("a pawn at home is free", "3k5/9/9/R1p6/9/9/9/9/9/4K4 b", ""),
            ("a pawn across the river is not", "3k5/9/9/9/9/R3p4/9/9/9/5K3 b", "e4"),
        ] {
            assert_eq!(red_threatens(fen), victims, "{why}: {fen}");
        }
    }

    #[test]
    fn an_exchange_is_offered_only_to_men_that_can_take_it() {
        for (why, fen, victims) in [
            ("rook before rook", "3k5/9/9/9/1R3r3/9/9/9/9/4K4 b", ""),
            ("along a pin", "3k5/3r5/9/9/9/9/9/3R5/9/4K4 b", ""),
            ("across a pin", "3k5/R2r5/9/9/9/9/9/3R5/9/4K4 b", "d8"),
            ("horse before horse", "3k5/9/9/9/4n4/9/5N3/9/9/5K3 b", ""),
            ("the other's leg is blocked", "3k5/9/9/9/4n4/4p4/5N3/9/9/5K3 b", "e5"),
        ] {
            assert_eq!(red_threatens(fen), victims, "{why}: {fen}");
        }
    }

    #[test]
    fn only_legal_captures_threaten_and_protect() {
        for (why, fen, victims) in [
            ("the chaser is pinned", "3kr4/9/9/9/9/1c2R4/9/9/9/4K4 b", ""),
            ("the chaser's king is in check already", "3kr4/9/9/9/1R3c3/9/9/9/9/4K4 w", "f5"),
            ("the protector is pinned", "9/9/3k1r2R/9/1R3c3/9/9/9/9/4K4 b", "f5"),
            ("the capture uncovers a check", "4k1r2/9/9/6c2/4N4/9/9/4R4/9/3K5 b", "g6"),
            ("the king protects", "3k5/R2c5/9/9/9/9/9/9/9/4K4 b", ""),
            ("the king would face the other", "3k5/R2c5/9/9/9/9/9/9/9/3K5 b", "d8"),
            ("a cannon protects over a screen", "3k1c3/9/5a3/9/1R3n3/9/9/9/9/4K4 b", ""),
            ("and not without", "3k1c3/9/9/9/1R3n3/9/9/9/9/4K4 b", "f5"),
        ] {
            assert_eq!(red_threatens(fen), victims, "{why}: {fen}");
        }
    }
}
