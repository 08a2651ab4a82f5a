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
    let mut prover = Prover::new(position);
    (1..=most).find(|&moves| prover.can_mate(moves))
}

/// Is it mate in `plies` plies at most, whatever the defender does? The last of them is the attacker's, so it is to move if
/// their number is odd.
pub(crate) fn is_mate_within(position: &Position, plies: u32) -> bool {
    let mut prover = Prover::new(position);
    if plies % 2 == 1 { prover.can_mate(plies.div_ceil(2)) } else { prover.is_lost(plies / 2) }
}

impl Prover {
    fn new(position: &Position) -> Self {
        Self { position: position.clone(), known: HashMap::new() }
    }

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
