// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mistakes that are none of a level's kind, looked for in positions from games between beginners, where
//! pieces hang on every other move. Full strength says what a move costs.

use crate::support::level::{engine, level};
use chuhe::engine::Level;
use chuhe::{Engine, Limits, Move, Position};
use xiangqi::attacks;
use xiangqi::types::{PieceKind, Score};

/// The loss, in centipawns, from which a move is a mistake.
const MISTAKE: i32 = 400;
/// The gain, in the values of [`xiangqi::position::see_value`], from which a capture wins a piece.
const PIECE: i32 = 300;
/// A score from which a game is decided.
const DECIDED: i32 = 1_340;

/// Returns every tenth position of games between beginners.
fn positions() -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..12 {
        let mut engine = engine(level(1), seed);
        let mut position = Position::startpos();
        for ply in 0..100 {
            let Some(mv) = engine.search(&position, &Limits::nodes(100)).best_move else { break };
            if ply % 10 == 9 {
                found.push(position.without_history());
            }
            position.play(mv).expect("legal");
        }
    }
    found
}

/// Returns the position with a pawn of the opponent moved to each square where it attacks a rook that can be
/// saved.
fn with_rook_attacked_by_pawn(position: &Position) -> Vec<Position> {
    let (board, us) = (position.board(), position.side_to_move());
    let Some(pawn) = board.pieces(PieceKind::Pawn, !us).into_iter().next() else { return Vec::new() };
    let rooks = board.pieces(PieceKind::Rook, us).into_iter();
    let squares = rooks.flat_map(|rook| attacks::pawn_attackers(!us, rook) & !board.occupied());
    let moved = squares.filter_map(|square| {
        let mut setup = position.setup();
        setup.board[square] = setup.board[pawn].take();
        setup.into_position_strict().ok()
    });
    let is_safe =
        |after: &Position| !after.legal_moves().iter().any(|&reply| takes_rook_by_pawn(after, reply));
    moved.filter(|changed| changed.legal_moves().iter().any(|&mv| is_safe(&changed.after(mv)))).collect()
}

/// Returns how far the searches that judge look: more nodes than any level has, and as few plies as the levels
/// tested here always see. A loss that only the deep search finds is a tactic that a level may overlook.
fn judges() -> [Limits; 2] {
    [Limits::nodes(30_000), Limits::depth(3)]
}

/// Returns the best move at full strength and the value of the position for the side to move, in centipawns;
/// a decided game cannot be lost again.
fn judged(position: &Position, limits: &Limits) -> (Option<Move>, i32) {
    let result = Engine::new(1).search(position, limits);
    let value = match result.score {
        Score::Cp(cp) => cp.clamp(-DECIDED, DECIDED),
        Score::Mate(plies) | Score::Rule(plies) | Score::Tb(plies) => {
            if plies > 0 {
                DECIDED
            } else {
                -DECIDED
            }
        }
    };
    (result.best_move, value)
}

/// Returns true if `mv` is a mistake in the eyes of all judges, and the best reply is a capture that `is_loss`.
fn is_mistake(position: &Position, mv: Move, is_loss: impl Fn(&Position, Move) -> bool) -> bool {
    let after = position.after(mv);
    let takes = |reply: Move| after.is_capture(reply) && is_loss(&after, reply);
    if !after.legal_moves().iter().any(|&reply| takes(reply)) {
        return false;
    }
    judges().iter().all(|limits| {
        let (reply, value) = judged(&after, limits);
        reply.is_some_and(takes) && judged(position, limits).1 + value >= MISTAKE
    })
}

/// Returns true if a pawn takes a rook.
fn takes_rook_by_pawn(position: &Position, mv: Move) -> bool {
    let is = |square, kind| position.piece_on(square).is_some_and(|piece| piece.kind() == kind);
    is(mv.from(), PieceKind::Pawn) && is(mv.to(), PieceKind::Rook)
}

/// Returns the mistakes of this kind that `levels` make in these positions.
fn mistakes(
    levels: impl Iterator<Item = Level>,
    positions: &[Position],
    is_loss: impl Fn(&Position, Move) -> bool,
) -> Vec<String> {
    let mut found = Vec::new();
    for level in levels {
        for position in positions {
            let mv = engine(level, 1).search(position, &Limits::default()).best_move.expect("a move");
            if is_mistake(position, mv, &is_loss) {
                found.push(format!("level {level}: {mv} in {position}"));
            }
        }
    }
    found
}

fn from(number: usize) -> impl Iterator<Item = Level> {
    Level::all().skip(number).filter(|&level| level < Level::FULL)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow in debug")]
fn no_level_from_8_gives_away_a_rook_that_a_pawn_attacks() {
    let positions: Vec<_> = positions().iter().flat_map(with_rook_attacked_by_pawn).collect();
    assert!(positions.len() >= 40, "{}", positions.len());
    let found = mistakes(from(8), &positions, takes_rook_by_pawn);
    assert!(found.is_empty(), "{found:#?}");
    let beginner = mistakes([level(0)].into_iter(), &positions, takes_rook_by_pawn);
    assert!(beginner.len() >= 2, "the test finds such mistakes: {}", beginner.len());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow in debug")]
fn no_level_from_10_leaves_a_piece_hanging() {
    let hangs = |position: &Position, mv: Move| position.see_ge(mv, PIECE);
    let found = mistakes(from(10), &positions(), hangs);
    assert!(found.is_empty(), "{found:#?}");
    let beginner = mistakes([level(0)].into_iter(), &positions(), hangs);
    assert!(beginner.len() >= 2, "the test finds such mistakes: {}", beginner.len());
}
