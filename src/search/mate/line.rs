// SPDX-License-Identifier: MIT OR Apache-2.0
//! The line of a mate: the attacker's moves are those that the table proves, the defender's those that hold
//! out longest.

use super::numbers::Numbers;
use super::solver::Solver;
use super::table::Scope;
use crate::search::control::Stopped;
use crate::types::Move;

impl Solver<'_> {
    /// Returns the line of a proven mate that begins with `first`. There must be no shorter mate in the
    /// scope. After a stop the line may end early.
    pub fn mating_line(&mut self, scope: Scope, first: Move) -> Vec<Move> {
        let mut line = Vec::new();
        // The mate is proven; what is missing of its line costs little.
        let phase_end = std::mem::replace(&mut self.phase_end, self.most_nodes.saturating_mul(2));
        let _ = self.extend_line(scope, first, &mut line);
        self.phase_end = phase_end;
        for _ in &line {
            self.position.unmake();
        }
        line
    }

    fn extend_line(&mut self, mut scope: Scope, first: Move, line: &mut Vec<Move>) -> Result<(), Stopped> {
        let mut mv = first;
        loop {
            self.play(mv, line);
            scope = scope.after_a_move();
            let Some(reply) = self.longest_defence(scope)? else { return Ok(()) };
            self.play(reply, line);
            let Some(next) = self.mating_move(scope)? else { return Ok(()) };
            mv = next;
        }
    }

    fn play(&mut self, mv: Move, line: &mut Vec<Move>) {
        self.position.make(mv, &mut ());
        line.push(mv);
    }

    /// Returns a reply that delays the mate for as long as possible; `None` if there is no reply.
    fn longest_defence(&mut self, scope: Scope) -> Result<Option<Move>, Stopped> {
        let replies = self.position.legal_moves();
        if scope.moves_left <= 1 {
            return Ok(replies.first().copied());
        }
        let shorter = scope.after_a_move();
        for &mv in &replies {
            let key = self.key_after(mv, shorter.moves_left);
            if self.table.probe(key, shorter).is_some_and(Numbers::is_disproven) {
                return Ok(Some(mv));
            }
        }
        // The table has forgotten the reply that holds out.
        for &mv in &replies {
            self.position.make(mv, &mut ());
            let mates = self.mating_move(shorter);
            self.position.unmake();
            if mates?.is_none() {
                return Ok(Some(mv));
            }
        }
        Ok(replies.first().copied())
    }

    /// Returns the attacker's move that mates within the scope, if there is one.
    fn mating_move(&mut self, scope: Scope) -> Result<Option<Move>, Stopped> {
        if scope.moves_left == 1 {
            return Ok(self.mate_in_one());
        }
        let after = scope.after_a_move();
        for mv in self.position.legal_moves() {
            let key = self.key_after(mv, after.moves_left);
            if self.table.probe(key, after).is_some_and(Numbers::is_proven) {
                return Ok(Some(mv));
            }
        }
        let numbers = self.attack(scope, Numbers::NO_LIMIT)?;
        Ok(if numbers.is_proven() { self.winner } else { None })
    }
}
