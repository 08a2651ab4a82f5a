// SPDX-License-Identifier: MIT OR Apache-2.0
//! Depth-first proof-number search (df-pn).
//!
//! A node is searched until its proof or its disproof number reaches a threshold; then the search returns to
//! the node above, where another child may have become more promising. The thresholds of a child say when
//! that happens. A child is searched a little further than to the number of the second best (the 1 + ε trick
//! of Pawlewicz and Lew, 2007), so that the search does not jump to and fro.

use super::numbers::{Combined, Numbers};
use super::solver::{Child, Solver};
use super::table::Scope;
use crate::search::control::Stopped;
use crate::types::{Move, MoveList};

/// First proof numbers after a move of the attacker. A check leaves few replies, any other move leaves all.
const CHECK: u32 = 2;
const CAPTURE: u32 = 8;
const QUIET: u32 = 12;
/// First numbers after a move of the defender.
const REPLY: Numbers = Numbers { proof: 1, disproof: 1 };

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
