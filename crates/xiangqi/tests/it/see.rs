// SPDX-License-Identifier: MIT OR Apache-2.0
//! Static exchange evaluation against an exchange played out capture by capture on a mailbox.

use crate::support::brute_force::{Mailbox, play_out, random_position};
use xiangqi::Position;
use xiangqi::position::see_value;
use xiangqi::types::{Color, Move, Piece, PieceKind, SplitMix64, Square, Value};

/// Returns the gain of `side` by capturing on `target`, or 0 if it should not: always with its cheapest piece
/// that can, the lowest square first. A king captures only where it is not attacked afterwards, nor faces the
/// other king; another piece only if its king is not attacked along a line that it stood on, or by a horse if
/// it stood elsewhere.
fn best_gain(board: &Mailbox, target: Square, side: Color) -> Value {
    let kind_on = |square| board.piece_on(square).map_or(PieceKind::King, Piece::kind);
    let king = board.king(side);
    let is_allowed = |mv: &Move| {
        let after = board.after(*mv);
        let replies = after.pseudo_moves(!side);
        if kind_on(mv.from()) == PieceKind::King {
            return replies.iter().all(|reply| reply.to() != target) && !after.kings_face_each_other();
        }
        let on_line = mv.from().file() == king.file() || mv.from().rank() == king.rank();
        let opens: &[PieceKind] =
            if on_line { &[PieceKind::Rook, PieceKind::Cannon] } else { &[PieceKind::Horse] };
        let taken_by =
            |reply: &Move| after.piece_on(reply.from()).is_some_and(|piece| opens.contains(&piece.kind()));
        let is_taken = replies.iter().any(|reply| reply.to() == king && taken_by(reply));
        !(is_taken || on_line && after.kings_face_each_other())
    };
    let captures = board.pseudo_moves(side).into_iter().filter(|mv| mv.to() == target).filter(is_allowed);
    let cheapest = captures.min_by_key(|mv| (see_value(kind_on(mv.from())), mv.from()));
    cheapest.map_or(0, |mv| (see_value(kind_on(target)) - best_gain(&board.after(mv), target, !side)).max(0))
}

fn exchange_value(position: &Position, mv: Move) -> Value {
    let board = Mailbox::new(position);
    let victim = board.piece_on(mv.to()).map_or(0, |piece| see_value(piece.kind()));
    victim - best_gain(&board.after(mv), mv.to(), !board.side())
}

fn check(position: &Position) {
    for mv in position.legal_moves() {
        let value = exchange_value(position, mv);
        for less in [0, 1, 99, 1000] {
            assert!(position.see_ge(mv, value - less), "{mv} brings {value} in {position}");
            assert!(!position.see_ge(mv, value + less + 1), "{mv} brings only {value} in {position}");
        }
    }
}

#[test]
fn exchanges_agree_with_playing_them_out() {
    let mut rng = SplitMix64::new(6);
    for number in 0..6000 {
        check(&random_position(&mut rng, number % 3 > 0));
    }
    for _ in 0..5 {
        play_out(Position::startpos(), 100, &mut rng, |position| check(position));
    }
}

const ROOK: Value = see_value(PieceKind::Rook);
const CANNON: Value = see_value(PieceKind::Cannon);
const HORSE: Value = see_value(PieceKind::Horse);
const ADVISOR: Value = see_value(PieceKind::Advisor);
const PAWN: Value = see_value(PieceKind::Pawn);

/// Both the code and the oracle return these values.
#[test]
fn exchanges_have_the_values_of_the_book() {
    for (why, fen, mv, value) in [
        ("unprotected", "5k3/9/9/9/p8/9/9/9/9/R2K5 w", "a0a5", PAWN),
        ("protected", "r4k3/9/9/9/p8/9/9/9/9/R2K5 w", "a0a5", PAWN - ROOK),
        ("no capture, but attacked", "r4k3/9/9/9/9/9/9/9/9/R2K5 w", "a0a5", -ROOK),
        ("no capture", "5k3/9/9/9/9/9/9/9/9/R2K5 w", "a0a5", 0),
        ("a rook behind the rook", "r4k3/9/9/9/p8/9/9/R8/9/R2K5 w", "a2a5", PAWN),
        ("on both sides", "r4k3/r8/9/9/p8/9/9/R8/9/R2K5 w", "a2a5", PAWN - ROOK),
        ("the screen captures", "r4k3/9/9/9/p8/P8/9/9/9/C2K5 w", "a4a5", PAWN - PAWN),
        ("the screen stays", "r4k3/9/9/9/pP7/P8/9/9/9/C2K5 w", "b5a5", PAWN),
        ("a cannon behind loses its screen", "r4k3/9/9/9/p8/9/9/R8/9/C2K5 w", "a2a5", PAWN - ROOK),
        ("a cannon behind keeps one of two", "r4k3/9/9/9/p8/9/9/R8/N8/C2K5 w", "a2a5", PAWN),
        ("a cannon over a screen", "5k3/9/9/9/n8/9/P8/9/9/C2K5 w", "a0a5", HORSE),
        ("and recaptured", "5k3/9/1n7/9/n8/9/P8/9/9/C2K5 w", "a0a5", HORSE - CANNON),
        ("a king recaptures", "5k3/9/9/9/9/9/9/9/3K5/2pA5 b", "c0d0", ADVISOR - PAWN),
        ("but not what is protected", "5k3/9/9/9/9/9/9/9/3K5/r1pA5 b", "c0d0", ADVISOR),
        ("the king was the screen", "5k3/9/9/9/9/9/3c5/9/3K5/2pA5 b", "c0d0", ADVISOR - PAWN),
        ("the kings would face each other", "3k5/9/9/9/9/9/9/9/9/2pAK4 b", "c0d0", ADVISOR),
    ] {
        let (position, mv) = (Position::from_fen(fen).unwrap(), mv.parse().unwrap());
        assert_eq!(exchange_value(&position, mv), value, "{why}: {fen}");
        assert!(position.see_ge(mv, value) && !position.see_ge(mv, value + 1), "{why}: {fen}");
    }
}
