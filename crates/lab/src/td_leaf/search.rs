// SPDX-License-Identifier: MIT OR Apache-2.0
//! The learner's search: alpha-beta to a fixed depth, then captures until the position is quiet. It returns
//! the *leaf*, the position at the end of the principal variation, from which the value comes.
//!
//! It has no table and cuts nothing that matters, so its value is the value of the leaf: what TD-leaf needs.
//! Which of several best moves is played is left to chance; an evaluation that knows nothing calls them all
//! equal.

use super::features::LinearEval;
use xiangqi::position::{GenKind, Position};
use xiangqi::types::value::{INFINITE, MATE_BAND, mated_in};
use xiangqi::types::{Move, MoveList, Piece, PieceKind, SplitMix64, Value};

/// The order in which captured pieces are looked at, which decides no value.
const ORDER: [PieceKind; 6] = [
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Horse,
    PieceKind::Pawn,
    PieceKind::Elephant,
    PieceKind::Advisor,
];

/// Plies below the horizon in which checks are answered by all moves. Checks may answer checks without end.
const EVASIONS: i32 = 6;

/// A search with an evaluation.
pub struct FixedDepth<'a> {
    /// The evaluation.
    pub eval: &'a LinearEval,
    /// Plies before only captures are searched, at least 1.
    pub depth: i32,
}

/// The result of a search.
pub struct Leaf {
    /// The move to play.
    pub mv: Move,
    /// The value for the side to move at the root.
    pub value: Value,
    /// The position that the value comes from; `None` if it is a mate.
    pub position: Option<Position>,
}

impl FixedDepth<'_> {
    /// Searches a position in which the game goes on.
    ///
    /// # Panics
    /// If there is no legal move.
    pub fn search(&self, position: &Position, rng: &mut SplitMix64) -> Leaf {
        let mut position = position.without_history();
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        for last in (1..moves.len()).rev() {
            moves.swap(last, rng.below(last + 1));
        }
        let (mut best, mut line) = (-INFINITE, Vec::new());
        for mv in moves {
            let mut below = Vec::new();
            position.play_unchecked(mv);
            let value = -self.node(&mut position, self.depth - 1, [-INFINITE, -best], 1, &mut below);
            position.undo();
            if value > best {
                best = value;
                line = [vec![mv], below].concat();
            }
        }
        let leaf = (best.abs() < MATE_BAND).then(|| {
            for &mv in &line {
                position.play_unchecked(mv);
            }
            position.without_history()
        });
        Leaf { mv: line[0], value: best, position: leaf }
    }

    /// Searches a node; `line` becomes its principal variation if the value lies inside the window.
    fn node(
        &self,
        position: &mut Position,
        depth: i32,
        [mut alpha, beta]: [Value; 2],
        ply: usize,
        line: &mut Vec<Move>,
    ) -> Value {
        line.clear();
        let is_quiet = depth <= 0 && (!position.in_check() || depth <= -EVASIONS);
        let mut best = if is_quiet { self.eval.value(position) } else { mated_in(ply) };
        if is_quiet && best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = MoveList::new();
        position.generate(if is_quiet { GenKind::Captures } else { GenKind::All }, &mut moves);
        let mut moves: Vec<Move> = moves.to_vec();
        order(&mut moves, position);
        let mut below = Vec::new();
        for mv in moves {
            position.play_unchecked(mv);
            let value = -self.node(position, depth - 1, [-beta, -alpha], ply + 1, &mut below);
            position.undo();
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    line.clear();
                    line.push(mv);
                    line.append(&mut below);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// Brings captures to the front, the greatest pieces first; other moves keep their order.
fn order(moves: &mut [Move], position: &Position) {
    moves.sort_by_key(|mv| {
        let captured = position.piece_on(mv.to()).map(Piece::kind);
        captured.and_then(|kind| ORDER.iter().position(|&other| other == kind)).unwrap_or(ORDER.len())
    });
}
