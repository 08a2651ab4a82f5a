// SPDX-License-Identifier: MIT OR Apache-2.0
//! The last two moves of a mate, searched without the table.

use super::solver::Solver;
use crate::attacks;
use crate::position::GenKind;
use crate::search::control::Stopped;
use crate::types::{Bitboard, Move, MoveList, Piece, PieceKind};

/// Legal moves of the defender that suffice to rule out most stalemates.
const WITNESSES: usize = 3;

/// The quiet moves of the attacker that could stalemate: those that leave a square of `from` or enter one of
/// `to`.
struct Stalemates {
    from: Bitboard,
    to: Bitboard,
}

impl Solver<'_> {
    /// Returns true if every one of the defender's `replies` is answered by mate in one.
    pub fn is_lost_in_one(&mut self, mut replies: MoveList) -> Result<bool, Stopped> {
        for refutation in self.refutations.into_iter().rev().flatten() {
            if let Some(index) = replies.iter().position(|&mv| mv == refutation) {
                replies[..=index].rotate_right(1);
            }
        }
        for mv in replies {
            self.count_node()?;
            self.position.make(mv, &mut ());
            let mates = !self.is_over() && self.mate_in_one().is_some();
            self.position.unmake();
            if !mates {
                if self.refutations[0] != Some(mv) {
                    self.refutations = [Some(mv), self.refutations[0]];
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns a move that mates or stalemates.
    pub fn mate_in_one(&mut self) -> Option<Move> {
        let lines = self.position.enemy_king_lines();
        let (mut checks, mut others) = (MoveList::new(), MoveList::new());
        for mv in self.position.legal_moves() {
            if self.position.gives_check_with(mv, &lines) { checks.push(mv) } else { others.push(mv) }
        }
        if let Some(mate) = checks.into_iter().find(|&mv| self.is_mate(mv)) {
            return Some(mate);
        }
        if let Some(Stalemates { from, to }) = self.stalemates() {
            others.retain(|mv| from.contains(mv.from()) || to.contains(mv.to()));
        }
        others.into_iter().find(|&mv| self.is_mate(mv))
    }

    /// Returns the moves that could stalemate; `None` if nothing is known about them.
    ///
    /// A few of the moves that the defender would have now are kept as witnesses. A move of the attacker that
    /// changes nothing in the zone around the defender's king, and that goes neither to the squares of a
    /// witness nor between them, leaves the witness legal.
    fn stalemates(&mut self) -> Option<Stalemates> {
        if self.position.in_check() {
            return None;
        }
        self.position.make_null();
        let lines = self.position.king_lines();
        let (mut hindering, mut found) = (Bitboard::ALL, 0);
        self.position.visit_moves_with(GenKind::Quiets, &lines, |from, targets| {
            let Some(to) = targets.into_iter().next().filter(|_| found < WITNESSES) else { return };
            let between = match self.position.piece_on(from).map(Piece::kind) {
                Some(PieceKind::Rook | PieceKind::Cannon) => attacks::between(from, to),
                Some(PieceKind::Horse) => attacks::horse_leg(from, to).into(),
                Some(PieceKind::Pawn | PieceKind::Advisor) => Bitboard::EMPTY,
                _ => return,
            };
            hindering &= between | from.into() | to.into();
            found += 1;
        });
        self.position.unmake();
        let zone = attacks::check_zone(lines.king());
        (found > 0).then_some(Stalemates { from: zone, to: zone | hindering })
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::ProofTable;
    use super::*;
    use crate::position::Position;
    use crate::types::SplitMix64;

    fn has_mate_in_one(position: &Position) -> bool {
        let mut never = || false;
        Solver::new(position, Vec::new(), None, ProofTable::new(0), &mut never).mate_in_one().is_some()
    }

    #[test]
    fn no_mate_or_stalemate_in_one_is_missed() {
        let starts = [
            "3k1P3/4P4/9/9/9/9/4n4/9/9/R3K4 w",
            "3k5/4a4/9/9/9/2P6/9/4C4/4A4/4K4 w",
            "4k4/9/9/9/9/9/R8/c8/9/3K5 w",
        ];
        let mut rng = SplitMix64::new(7);
        let mut counts = [0; 2];
        for start in starts.into_iter().cycle().take(300) {
            let mut position = Position::from_fen(start).unwrap();
            for _ in 0..40 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let expected = moves.iter().any(|&mv| !position.after(mv).has_legal_move());
                assert_eq!(has_mate_in_one(&position), expected, "{}", position.to_fen());
                counts[usize::from(expected)] += 1;
                position.make(moves[rng.below(moves.len())], &mut ());
            }
        }
        assert!(counts[0] > 1000 && counts[1] > 100, "{counts:?}");
    }
}
