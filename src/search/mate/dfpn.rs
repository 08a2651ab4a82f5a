// SPDX-License-Identifier: MIT OR Apache-2.0
//! Depth-first proof-number search (df-pn).
//!
//! A node is searched until its proof or its disproof number reaches a threshold; then the search returns to
//! the node above, where another child may have become more promising. The thresholds of a child say when
//! that happens. A child is searched a little further than to the number of the second best (the 1 + ε trick
//! of Pawlewicz and Lew, 2007), so that the search does not jump to and fro.
//!
//! The last two moves of a mate are searched without the table.

use super::proof_table::{Combined, Numbers, Scope};
use super::solver::{Child, Solver};
use crate::search::control::Stopped;
use xiangqi::attacks;
use xiangqi::position::GenKind;
use xiangqi::types::{Bitboard, Move, MoveList, Piece, PieceKind};

/// First proof numbers after a move of the attacker. A check leaves few replies, any other move leaves all.
const CHECK: u32 = 2;
const CAPTURE: u32 = 8;
const QUIET: u32 = 12;
/// First numbers after a move of the defender.
const REPLY: Numbers = Numbers { proof: 1, disproof: 1 };
/// Legal moves of the defender that suffice to rule out most stalemates.
const WITNESSES: usize = 3;

/// The quiet moves of the attacker that could stalemate: those that leave a square of `from` or enter one of
/// `to`.
struct Stalemates {
    from: Bitboard,
    to: Bitboard,
}

impl Solver<'_> {
    /// Searches a node with the attacker to move, who has at least two moves left.
    pub fn attack(&mut self, scope: Scope, limits: Numbers) -> Result<Numbers, Stopped> {
        self.count_node()?;
        let (key, start) = (self.key(scope.moves_left), self.nodes);
        let numbers = if self.is_over() {
            Numbers::DISPROVEN
        } else {
            let moves = self.position.legal_moves();
            self.attack_with(&moves, scope, limits)?
        };
        self.table.store(key, scope, numbers, self.nodes - start);
        Ok(numbers)
    }

    /// Searches the given moves of the attacker.
    pub fn attack_with(&mut self, moves: &[Move], scope: Scope, limits: Numbers) -> Result<Numbers, Stopped> {
        let after = scope.after_a_move();
        let lines = self.position.enemy_king_lines();
        let mut wanted = MoveList::new();
        for &mv in moves {
            if !scope.checks_only || self.position.gives_check_with(mv, &lines) {
                wanted.push(mv);
            }
        }
        self.warm_up(&wanted, after);
        let base = self.children.len();
        for mv in wanted {
            let key = self.key_after(mv, after.moves_left);
            let numbers = self.table.probe(key, after).unwrap_or_else(|| {
                let is_check = scope.checks_only || self.position.gives_check_with(mv, &lines);
                let others = if self.position.is_capture(mv) { CAPTURE } else { QUIET };
                Numbers { proof: if is_check { CHECK } else { others }, disproof: 1 }
            });
            self.add_child::<true>(mv, numbers);
        }
        self.choose::<true>(base, after, limits)
    }

    /// Searches a node with the defender to move, after which the attacker has at least one move left.
    fn defend(&mut self, scope: Scope, limits: Numbers) -> Result<Numbers, Stopped> {
        self.count_node()?;
        let (key, start) = (self.key(scope.moves_left), self.nodes);
        let replies = self.position.legal_moves();
        let numbers = if replies.is_empty() {
            Numbers::PROVEN
        } else if self.is_over() {
            Numbers::DISPROVEN
        } else if scope.moves_left == 1 {
            if self.is_lost_in_one(replies)? { Numbers::PROVEN } else { Numbers::DISPROVEN }
        } else {
            self.warm_up(&replies, scope);
            let base = self.children.len();
            for mv in replies {
                let key = self.key_after(mv, scope.moves_left);
                let numbers = self.table.probe(key, scope).unwrap_or(REPLY);
                self.add_child::<false>(mv, numbers);
            }
            self.choose::<false>(base, scope, limits)?
        };
        self.table.store(key, scope, numbers, self.nodes - start);
        Ok(numbers)
    }

    /// Adds a child, unless it has failed the side to move.
    #[inline]
    fn add_child<const ATTACKER: bool>(&mut self, mv: Move, numbers: Numbers) {
        let (_, fail) = numbers.of_mover::<ATTACKER>();
        if fail > 0 {
            self.children.push(Child { mv, numbers });
        }
    }

    /// Reads the table for the positions after `moves` ahead of the probes.
    fn warm_up(&mut self, moves: &[Move], after: Scope) {
        let mut read = 0;
        for &mv in moves {
            let key = self.key_after(mv, after.moves_left);
            read ^= self.table.touch(key);
        }
        core::hint::black_box(read);
    }

    /// Searches the children from `base` on, the most promising one each time, until the numbers of the node
    /// reach `limits`. Removes the children.
    fn choose<const ATTACKER: bool>(
        &mut self,
        base: usize,
        scope: Scope,
        limits: Numbers,
    ) -> Result<Numbers, Stopped> {
        let (reach_limit, fail_limit) = limits.of_mover::<ATTACKER>();
        let result = loop {
            let children = &self.children[base..];
            let numbers = children.iter().map(|child| child.numbers.of_mover::<ATTACKER>());
            // Without a move left the goal of the side to move is out of reach.
            let Some(all) = Combined::of(numbers) else {
                break if ATTACKER { Numbers::DISPROVEN } else { Numbers::PROVEN };
            };
            let best = base + all.best;
            let Child { mv, numbers: of_child } = self.children[best];
            if all.least == 0 {
                self.winner = Some(mv);
                break of_child;
            }
            if all.least >= reach_limit || all.fail >= fail_limit {
                break Numbers::from_mover::<ATTACKER>(all.least, all.fail);
            }
            let others = u32::try_from(children.len() - 1).expect("few children");
            let child_limits = Numbers::from_mover::<ATTACKER>(
                reach_limit.min(all.second.saturating_add(all.second / 4).saturating_add(1)),
                fail_limit - others,
            );
            self.position.make(mv, &mut ());
            let searched =
                if ATTACKER { self.defend(scope, child_limits) } else { self.attack(scope, child_limits) };
            self.position.unmake();
            self.children.swap_remove(best);
            self.add_child::<ATTACKER>(mv, searched?);
        };
        self.children.truncate(base);
        Ok(result)
    }
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
    use super::super::proof_table::ProofTable;
    use super::*;
    use xiangqi::position::Position;
    use xiangqi::types::SplitMix64;

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
