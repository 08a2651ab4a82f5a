// SPDX-License-Identifier: MIT OR Apache-2.0
//! A plain prover of mates: every move of the attacker against every reply, nothing estimated and nothing left out.
//!
//! Being stalemated is being mated. Repetitions need no thought: a shortest mate comes nearer with every move, so it never
//! passes a position twice.

use chuhe::Position;
use std::collections::HashMap;

/// Knows what it has proved of the positions below the one it began with.
pub(crate) struct Prover {
    position: Position,
    known: HashMap<(u64, u32), bool>,
}

/// The least number of own moves, up to `most`, in which the side to move mates by force.
pub(crate) fn distance_to_mate(position: &Position, most: u32) -> Option<u32> {
    let mut prover = Prover { position: position.clone(), known: HashMap::new() };
    (1..=most).find(|&moves| prover.can_mate(moves))
}

impl Prover {
    /// Does some move of the side to move mate within `moves` own moves?
    fn can_mate(&mut self, moves: u32) -> bool {
        let key = (self.position.key(), moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let proved = self.position.legal_moves().into_iter().any(|mv| {
            self.position.make(mv, &mut ());
            let lost = self.is_lost(moves - 1);
            self.position.unmake();
            lost
        });
        self.known.insert(key, proved);
        proved
    }

    /// Is the side to move mated, or mated within `moves` more moves of the attacker whatever it does?
    fn is_lost(&mut self, moves: u32) -> bool {
        if moves == 0 {
            return !self.position.has_legal_move();
        }
        self.position.legal_moves().into_iter().all(|mv| {
            self.position.make(mv, &mut ());
            let mated = self.can_mate(moves);
            self.position.unmake();
            mated
        })
    }
}
