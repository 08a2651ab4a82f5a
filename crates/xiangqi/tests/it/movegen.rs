// SPDX-License-Identifier: MIT OR Apache-2.0
//! Move generation, legality and making moves against the rules spelled out in `support/brute_force.rs`.

use crate::support::brute_force::{Mailbox, play_out, random_position};
use std::collections::HashSet;
use xiangqi::Position;
use xiangqi::notation::parse_moves;
use xiangqi::position::{BoardObserver, GenKind};
use xiangqi::types::{Move, MoveList, Piece, SplitMix64, Square};

/// Calls `check` with positions of random games and with random positions, sparse and crowded: `count` of
/// each kind.
fn for_many_positions(seed: u64, count: usize, mut check: impl FnMut(&mut Position)) {
    let mut rng = SplitMix64::new(seed);
    let mut visited = 0;
    while visited < count {
        play_out(Position::startpos(), 150, &mut rng, |position| {
            check(position);
            visited += 1;
        });
    }
    for number in 0..2 * count {
        check(&mut random_position(&mut rng, number % 2 == 0));
    }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

fn generated(position: &Position, kind: GenKind) -> Vec<Move> {
    let mut list = MoveList::new();
    position.generate(kind, &mut list);
    sorted(list)
}

#[test]
fn generated_moves_are_the_legal_ones() {
    let mut checks = 0;
    for_many_positions(1, 3000, |position| {
        let mailbox = Mailbox::new(position);
        let legal = sorted(mailbox.legal_moves());
        assert_eq!(sorted(position.legal_moves()), legal, "{position}");
        assert_eq!(position.count_legal_moves() as usize, legal.len(), "{position}");
        assert_eq!(position.has_legal_move(), !legal.is_empty(), "{position}");
        let is_over = (position.is_checkmate(), position.is_stalemate());
        let in_check = position.in_check();
        assert_eq!(is_over, (legal.is_empty() && in_check, legal.is_empty() && !in_check), "{position}");
        assert_eq!(position.in_check(), mailbox.is_king_attacked(mailbox.side()), "{position}");
        checks += usize::from(position.in_check());

        let is_capture = |mv: &Move| mailbox.piece_on(mv.to()).is_some();
        let (captures, quiets): (Vec<_>, Vec<_>) = legal.iter().copied().partition(is_capture);
        assert_eq!(generated(position, GenKind::All), legal, "{position}");
        assert_eq!(generated(position, GenKind::Captures), captures, "{position}");
        assert_eq!(generated(position, GenKind::Quiets), quiets, "{position}");
        assert!(captures.iter().all(|&mv| position.is_capture(mv)), "{position}");
    });
    assert!(checks > 1000, "only {checks} positions with a check");
}

/// A second board, updated only through the moves reported to it.
struct Follower([Option<Piece>; 90]);

impl BoardObserver for Follower {
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        assert_eq!(self.0[to], captured);
        assert_eq!(self.0[from].take(), Some(piece));
        self.0[to] = Some(piece);
    }
}

#[test]
fn a_move_made_is_as_predicted_and_can_be_taken_back() {
    for_many_positions(3, 1000, |position| {
        let before = position.clone();
        let (mailbox, setup) = (Mailbox::new(position), position.setup());
        for mv in position.legal_moves() {
            let (checks, key) = (position.gives_check(mv), position.key_after(mv));
            let mut follower = Follower(setup.board);
            position.make(mv, &mut follower);
            assert_eq!(follower.0, position.setup().board, "{mv} in {before}");
            assert_eq!(position.in_check(), checks, "{mv} in {before}");
            assert_eq!(checks, mailbox.after(mv).is_king_attacked(!mailbox.side()), "{mv} in {before}");
            assert_eq!(position.key(), key, "{mv} in {before}");
            assert_eq!(position.state().captured, mailbox.piece_on(mv.to()), "{mv} in {before}");
            assert_eq!(position.state().last_move, Some(mv), "{mv} in {before}");

            let fresh = position.setup().into_position().expect("legal moves lead to legal positions");
            assert_eq!(fresh, *position, "{mv} in {before}");
            assert_eq!(fresh.key(), position.key(), "{mv} in {before}");
            assert_eq!(fresh.checkers(), position.checkers(), "{mv} in {before}");
            assert_eq!(fresh.ply(), position.ply(), "{mv} in {before}");

            assert_eq!(position.undo(), Some(mv), "{mv} in {before}");
            assert_eq!(*position, before, "{mv} taken back");
            assert_eq!(position.state(), before.state(), "{mv} taken back");
            assert_eq!(position.history(), before.history(), "{mv} taken back");
        }
    });
}

#[test]
fn mirrored_and_turned_positions_have_the_same_moves() {
    for_many_positions(5, 500, |position| {
        let moves = generated(position, GenKind::All);
        let mirrored = position.mirrored();
        assert_eq!(sorted(mirrored.legal_moves().into_iter().map(Move::mirror)), moves, "{position}");
        assert_eq!(mirrored.mirrored().key(), position.key(), "{position}");
        assert_eq!(position.canonical_key(), position.key().min(mirrored.key()), "{position}");
        let turned = position.color_flipped();
        let back = |mv: Move| Move::new(mv.from().rotate(), mv.to().rotate());
        assert_eq!(sorted(turned.legal_moves().into_iter().map(back)), moves, "{position}");
        assert_eq!(turned.color_flipped().key(), position.key(), "{position}");
    });
}

#[test]
fn transpositions_are_one_position_in_a_hash_set() {
    let lines = ["h2e2 h9g7 b0c2 b9c7", "b0c2 b9c7 h2e2 h9g7", "b0c2 h9g7 h2e2 b9c7", "h2e2 h9g7 b0c2 i9h9"];
    let reached = lines.map(|line| {
        let mut position = Position::startpos();
        parse_moves(&mut position, line.split(' ')).unwrap();
        position
    });
    let seen: HashSet<Position> = reached.into_iter().collect();
    assert_eq!(seen.len(), 2);
    assert!(seen.iter().all(|position| seen.contains(&position.without_history())));
}
