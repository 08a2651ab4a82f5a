// SPDX-License-Identifier: MIT OR Apache-2.0
//! A brute-force mate solver: every move of the attacker against every reply, without estimates or pruning.
//! The move order and the memory only save time.
//!
//! A stalemate counts as mate. Repetitions can be ignored: a shortest mate comes closer with every move, so
//! it never visits a position twice.

use chuhe::Position;
use std::collections::HashMap;
use xiangqi::types::Move;

/// The solver with its results for the positions below the root.
struct Prover {
    position: Position,
    known: HashMap<u64, Known>,
    /// The last defence that prevented a mate, by the number of moves; it often does so again.
    defences: Vec<Option<Move>>,
}

/// Results for a position with the attacker to move.
#[derive(Clone, Copy)]
struct Known {
    /// There is no mate in this number of moves.
    disproved: usize,
    /// There is a mate in this number of moves.
    proved: usize,
}

/// Returns the least number of own moves, up to `most`, in which the side to move mates by force.
pub(crate) fn distance_to_mate(position: &Position, most: u32) -> Option<u32> {
    let defences = vec![None; most as usize + 1];
    let mut prover = Prover { position: position.clone(), known: HashMap::new(), defences };
    (1..=most).find(|&moves| prover.can_mate(moves as usize))
}

impl Prover {
    /// Returns true if a move of the side to move mates within `moves` own moves.
    fn can_mate(&mut self, moves: usize) -> bool {
        let key = self.position.key();
        let mut known = self.known.get(&key).copied().unwrap_or(Known { disproved: 0, proved: usize::MAX });
        if known.proved <= moves || known.disproved >= moves {
            return known.proved <= moves;
        }
        let (checks, others): (Vec<_>, Vec<_>) =
            self.position.legal_moves().into_iter().partition(|&mv| self.position.gives_check(mv));
        let proved = checks.into_iter().chain(others).any(|mv| {
            self.position.play_unchecked(mv);
            let lost = self.is_lost(moves - 1);
            self.position.undo();
            lost
        });
        if proved {
            known.proved = moves;
        } else {
            known.disproved = moves;
        }
        // At the leaves, storing costs more than it saves.
        if moves > 1 {
            self.known.insert(key, known);
        }
        proved
    }

    /// Returns true if the side to move is mated, or mated within `moves` more moves of the attacker by
    /// force.
    fn is_lost(&mut self, moves: usize) -> bool {
        if moves == 0 {
            return !self.position.has_legal_move();
        }
        let mut replies: Vec<_> = self.position.legal_moves().into_iter().collect();
        replies.sort_by_key(|&mv| (self.defences[moves] != Some(mv), !self.position.is_capture(mv)));
        let defence = replies.into_iter().find(|&mv| {
            self.position.play_unchecked(mv);
            let mated = (1..=moves).any(|quick| self.can_mate(quick));
            self.position.undo();
            !mated
        });
        if defence.is_some() {
            self.defences[moves] = defence;
        }
        defence.is_none()
    }
}
