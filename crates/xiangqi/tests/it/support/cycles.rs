// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random games that repeat positions, for tests and for comparisons with other programs.

#![allow(clippy::unwrap_used, reason = "what is generated here is legal")]

use xiangqi::Position;
use xiangqi::attacks;
use xiangqi::position::Setup;
use xiangqi::types::{Bitboard, Color, Move, Piece, PieceKind, SplitMix64, Square, coords};

/// Returns the next position for which a cycle is found, and the cycle.
pub(crate) fn next_cycle(rng: &mut SplitMix64) -> (Position, Vec<Move>) {
    loop {
        let start = random_position(rng);
        if let Some(cycle) = (0..20).find_map(|_| random_cycle(&start, rng)) {
            return (start, cycle);
        }
    }
}

/// Returns a position with random pieces on random squares.
fn random_position(rng: &mut SplitMix64) -> Position {
    const ATTACKERS: [PieceKind; 3] = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon];
    loop {
        let mut setup = Setup::empty();
        setup.side = Color::ALL[rng.below(2)];
        let mut put = |piece: Piece, rng: &mut SplitMix64| {
            let squares: Vec<_> = coords::playable_squares(piece.kind(), piece.color()).into_iter().collect();
            setup.board[squares[rng.below(squares.len())]] = Some(piece);
        };
        for color in Color::ALL {
            for _ in 0..=rng.below(4) {
                put(Piece::new(ATTACKERS[rng.below(3)], color), rng);
            }
            for _ in 0..rng.below(5) {
                put(Piece::new(PieceKind::ALL[1 + rng.below(6)], color), rng);
            }
            put(Piece::new(PieceKind::King, color), rng);
        }
        if let Ok(position) = setup.into_position() {
            return position;
        }
    }
}

/// Returns true if the move attacks something that the moved piece did not attack before, so that it may
/// check or chase.
fn is_forcing(position: &Position, mv: Move) -> bool {
    let piece = position.piece_on(mv.from()).unwrap();
    let others = position.occupied() - mv.from().into();
    let attacked = |from| attacks::captures(piece.kind(), piece.color(), from, others | from.into());
    let enemies = position.board().color(!piece.color());
    (attacked(mv.to()) - attacked(mv.from())).meets(enemies)
}

/// Tries to find moves without captures that lead back to `start`, two to four a side.
fn random_cycle(start: &Position, rng: &mut SplitMix64) -> Option<Vec<Move>> {
    let moves_a_side = 2 + rng.below(3);
    let mut position = start.clone();
    let mut origins = Square::ALL;
    let mut cycle = Vec::new();
    for ply in 0..2 * moves_a_side {
        let mover = position.side_to_move();
        let at_home = start.board().color(mover);
        let left = moves_a_side - ply / 2 - 1;
        let may_return = |mv: &Move| {
            let own = (position.board().color(mover) - mv.from().into()) | mv.to().into();
            let displaced: Bitboard = own - at_home;
            !position.is_capture(*mv) && displaced.len() as usize <= left
        };
        let mut choices: Vec<Move> = position.legal_moves().into_iter().filter(may_return).collect();
        if rng.below(8) > 0 && choices.iter().any(|&mv| is_forcing(&position, mv)) {
            choices.retain(|&mv| is_forcing(&position, mv));
        }
        if choices.is_empty() {
            return None;
        }
        let mv = choices[rng.below(choices.len())];
        position.play(mv).unwrap();
        origins.swap(mv.from() as usize, mv.to() as usize);
        cycle.push(mv);
        if position.key() == start.key() && ply + 1 < 2 * moves_a_side {
            return None;
        }
    }
    // When two pieces of a kind have changed places, the board repeats before its pieces do.
    let back_home = start.occupied().into_iter().all(|square| origins[square as usize] == square);
    (position.key() == start.key() && back_home).then_some(cycle)
}

/// Returns the position after a number of rounds of a cycle.
pub(crate) fn play_rounds(start: &Position, cycle: &[Move], rounds: usize) -> Position {
    let mut position = start.clone();
    for &mv in &cycle.repeat(rounds) {
        position.play(mv).unwrap();
    }
    position
}
