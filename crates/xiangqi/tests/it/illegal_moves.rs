// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reasons why moves are illegal, against the rules spelled out in `support/brute_force.rs`: every move
//! between two squares of many positions.

use crate::support::brute_force::{Mailbox, play_out, random_position};
use std::collections::BTreeMap;
use xiangqi::Position;
use xiangqi::position::IllegalReason as Reason;
use xiangqi::types::{Move, Piece, PieceKind, SplitMix64, Square};

fn all_moves() -> impl Iterator<Item = Move> {
    let to_all =
        |from| Square::ALL.into_iter().filter(move |&to| to != from).map(move |to| Move::new(from, to));
    Square::ALL.into_iter().flat_map(to_all)
}

/// The occupied squares between two squares of a rank or file, the first one first.
fn between(board: &Mailbox, mv: Move) -> Vec<Square> {
    let (from, to) = (mv.from() as i32, mv.to() as i32);
    let step = (to % 9 - from % 9).signum() + 9 * (to / 9 - from / 9).signum();
    let squares = (1..10).map(|count| from + count * step).take_while(|&at| at != to);
    let squares = squares.map(|at| Square::ALL[usize::try_from(at).expect("it lies on the board")]);
    squares.filter(|&at| board.piece_on(at).is_some()).collect()
}

/// Checks the reason by means that do not depend on it.
fn check(position: &Position, board: &Mailbox, is_pseudo_legal: bool, mv: Move, reason: Option<Reason>) {
    let after = || board.after(mv);
    let piece = board.piece_on(mv.from());
    let kind = piece.map(Piece::kind);
    let captures = board.piece_on(mv.to()).is_some();
    let opens = |square| board.without(square).pseudo_moves(board.side()).contains(&mv);
    let holds = match reason {
        None => board.legal_moves().contains(&mv),
        Some(Reason::NoPiece(at)) => at == mv.from() && piece.is_none(),
        Some(Reason::OpponentsPiece(other, at)) => {
            at == mv.from() && piece == Some(other) && other.color() != board.side()
        }
        Some(Reason::OwnPiece(own, at)) => {
            at == mv.to() && board.piece_on(at) == Some(own) && own.color() == board.side()
        }
        Some(Reason::BlockedLeg(at)) => kind == Some(PieceKind::Horse) && opens(at),
        Some(Reason::BlockedEye(at)) => kind == Some(PieceKind::Elephant) && opens(at),
        Some(Reason::BlockedPath(slider, at)) => kind == Some(slider) && between(board, mv)[0] == at,
        Some(Reason::NothingToCapture(at)) => !captures && between(board, mv) == [at],
        Some(Reason::NoScreen(at)) => at == mv.to() && captures && between(board, mv).is_empty(),
        Some(Reason::TooManyScreens(at)) => at == mv.to() && captures && between(board, mv).len() > 1,
        Some(Reason::FlyingGenerals) => after().kings_face_each_other(),
        Some(Reason::KingInCheck(checker, at)) => {
            let capture = Move::new(at, after().king(board.side()));
            after().piece_on(at) == Some(checker) && after().pseudo_moves(checker.color()).contains(&capture)
        }
        // Not even without all the other pieces.
        Some(
            Reason::NotItsMove(_)
            | Reason::LeavesPalace(_)
            | Reason::CrossesRiver
            | Reason::SidewaysBeforeRiver,
        ) => {
            let others = Square::ALL.into_iter().filter(|&at| at != mv.from());
            let alone = others.fold(board.clone(), |board, at| board.without(at));
            !alone.pseudo_moves(board.side()).contains(&mv)
        }
        Some(other) => panic!("{other:?} is new"),
    };
    assert!(holds, "{mv} in {position}: {reason:?}");
    let is_about_kings = matches!(reason, None | Some(Reason::FlyingGenerals | Reason::KingInCheck(..)));
    assert_eq!(is_pseudo_legal, is_about_kings, "{mv} in {position}: {reason:?}");
}

fn name(reason: Option<Reason>) -> String {
    format!("{reason:?}").trim_start_matches("Some(").split(['(', ')']).next().unwrap_or_default().to_owned()
}

#[test]
fn every_illegal_move_has_a_reason_that_holds() {
    let mut rng = SplitMix64::new(18);
    let mut seen = BTreeMap::new();
    let mut visit = |position: &Position| {
        let board = Mailbox::new(position);
        let pseudo_legal = board.pseudo_moves(board.side());
        for mv in all_moves() {
            let reason = position.why_illegal(mv);
            assert_eq!(reason.is_none(), position.is_legal(mv), "{mv} in {position}: {reason:?}");
            assert_eq!(position.is_pseudo_legal(mv), pseudo_legal.contains(&mv), "{mv} in {position}");
            check(position, &board, pseudo_legal.contains(&mv), mv, reason);
            assert!(reason.is_none_or(|reason| reason.to_string().is_ascii()));
            *seen.entry(name(reason)).or_insert(0) += 1;
        }
    };
    for number in 0..60 {
        visit(&random_position(&mut rng, number % 2 == 0));
    }
    play_out(Position::startpos(), 40, &mut rng, |position| visit(position));
    assert_eq!(seen.len(), 16, "{seen:?}");
    assert!(seen.values().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn reasons_are_sentences() {
    for (fen, mv, sentence) in [
        ("3k5/9/9/9/9/9/9/9/9/4KR3 w", "a0a1", "there is no piece on a0"),
        ("3k5/9/9/9/9/9/9/9/9/4KR3 w", "d9d8", "the king on d9 is black's, but red is to move"),
        ("3k5/9/9/9/9/9/9/9/9/4KR3 w", "f0g1", "a rook moves along a rank or file"),
        ("3k5/9/9/9/9/9/9/9/9/4KR3 w", "f0e0", "red's own king stands on e0"),
        ("3k5/9/9/9/9/9/9/9/9/4KR3 w", "e0e2", "a king moves one square straight"),
        ("3k5/9/9/9/9/9/9/9/9/5K2R w", "f0g0", "the king may not leave the palace"),
        ("3k5/9/9/9/9/9/9/9/9/4KR3 w", "e0d0", "flying generals: the two kings would face each other"),
        (
            "3k5/9/9/9/9/9/9/4r4/4R4/4K4 w",
            "e1a1",
            "own king in check: red's king could be captured by the rook on e2",
        ),
        ("3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4f4", "a pawn moves sideways only beyond the river"),
        ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", "an elephant may not cross the river"),
        ("3k5/9/9/9/9/9/9/4B4/3n5/4K4 w", "e2c0", "blocked eye: the piece on d1 blocks the elephant"),
        (
            "3k5/r8/9/9/p8/p8/9/9/9/C3K4 w",
            "a0a8",
            "too many screens: a cannon captures on a8 over one piece only",
        ),
    ] {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let reason = position.why_illegal(mv.parse().unwrap()).unwrap_or_else(|| panic!("{mv} is legal"));
        assert_eq!(reason.to_string(), sentence, "{fen}: {mv}");
    }
    let start = Position::startpos();
    for (mv, sentence) in [
        ("b0d1", "blocked leg: the piece on c0 blocks the horse"),
        ("a0a4", "blocked path: the piece on a3 is in the way of the rook"),
        ("h2h8", "a cannon jumps over the piece on h7 only to capture"),
        ("h2h7", "no screen: a cannon captures on h7 only over a piece"),
    ] {
        assert_eq!(start.why_illegal(mv.parse().unwrap()).unwrap().to_string(), sentence, "{mv}");
    }
}
