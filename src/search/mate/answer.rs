// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order of the search for a mate, and its answer.

use super::numbers::Numbers;
use super::solver::Solver;
use super::table::Scope;
use crate::search::control::Stopped;
use crate::types::Move;

/// Nodes for checks alone. Mates by checks take far fewer even in twenty moves.
const CHECKS_NODES: u64 = 1 << 18;

/// A mate with its line, the mating side's move first and last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    pub moves: u32,
    pub line: Vec<Move>,
}

/// The result of a search for a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub mate: Option<Mate>,
    /// There is no mate in this number of moves.
    pub refuted: u32,
}

impl Solver<'_> {
    /// Looks for the shortest mate in at most `most` moves of the side to move, by the root moves.
    ///
    /// Checks come first, alone: they find nearly every long mate in no time. Then all moves are tried, one
    /// move deeper each time, until nothing shorter is left.
    pub fn solve(&mut self, most: u32) -> Answer {
        self.phase_end = self.most_nodes.min(self.nodes + CHECKS_NODES);
        let (mate, _) = self.first_mate(most, true);
        self.phase_end = self.most_nodes;
        let shorter = mate.as_ref().map_or(most, |mate| mate.moves - 1);
        let (shortest, refuted) = self.first_mate(shorter, false);
        Answer { mate: shortest.or(mate), refuted }
    }

    /// Returns the first mate in 1, 2, … `most` moves, and the number of moves in which there is none.
    fn first_mate(&mut self, most: u32, checks_only: bool) -> (Option<Mate>, u32) {
        let mut refuted = 0;
        for moves_left in 1..=Scope::MOST_MOVES {
            let moves = u32::from(moves_left);
            if moves > most {
                break;
            }
            match self.mate_in(Scope { moves_left, checks_only }) {
                Ok(None) => refuted = moves,
                Ok(mate) => return (mate, refuted),
                Err(Stopped) => break,
            }
        }
        (None, refuted)
    }

    /// Looks for a mate in the number of moves of `scope`; there must be none in fewer.
    fn mate_in(&mut self, scope: Scope) -> Result<Option<Mate>, Stopped> {
        self.children.clear();
        let moves = self.root_moves.clone();
        let first = if scope.moves_left == 1 {
            self.count_node()?;
            moves.into_iter().find(|&mv| self.is_mate(mv))
        } else {
            let numbers = self.attack_with(&moves, scope, Numbers::NO_LIMIT)?;
            self.winner.filter(|_| numbers.is_proven())
        };
        Ok(first.map(|first| Mate { moves: scope.moves_left.into(), line: self.mating_line(scope, first) }))
    }
}
