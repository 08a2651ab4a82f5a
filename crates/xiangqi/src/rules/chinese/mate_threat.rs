// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mate threats by the Chinese rules (杀): if the opponent passed, the side could mate by one check or by
//! consecutive checks. A mate that needs a quiet move in between, or a stalemate, is none.

use crate::position::{Board, Position};
use crate::types::{Color, Move};
use std::collections::HashMap;

/// The most checks of a mate that is looked for.
const MOST_CHECKS: u8 = 9;
/// The most positions that one search may visit.
const MOST_NODES: u32 = 50_000;

/// The search for a mate by checks reached its limit of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeLimit;

/// Returns the number of checks in which `side` mates, were it to move on this board; `None` if it does not.
/// `banned` moves are not made.
///
/// # Errors
/// [`NodeLimit`] if the answer needs more than 50,000 positions.
pub fn mate_by_checks(
    board: &Board,
    side: Color,
    most: u8,
    banned: &[Move],
) -> Result<Option<u8>, NodeLimit> {
    let mut position = Position::from_board(board.clone(), side);
    CheckSearch { banned, nodes: 0, known: HashMap::new() }.shortest(&mut position, most)
}

/// [`mate_by_checks`] with up to nine checks, as a mate threat may take.
pub fn mate_threat(board: &Board, side: Color, banned: &[Move]) -> Result<Option<u8>, NodeLimit> {
    mate_by_checks(board, side, MOST_CHECKS, banned)
}

struct CheckSearch<'a> {
    banned: &'a [Move],
    nodes: u32,
    /// The answers for positions, each with the checks that were left.
    known: HashMap<(u64, u8), bool>,
}

impl CheckSearch<'_> {
    /// Returns the smallest number of checks, up to `most`, in which the side to move mates.
    fn shortest(&mut self, position: &mut Position, most: u8) -> Result<Option<u8>, NodeLimit> {
        for checks in 1..=most {
            if self.mates(position, checks)? {
                return Ok(Some(checks));
            }
        }
        Ok(None)
    }

    /// Returns true if the side to move mates with at most this number of checks and nothing else.
    fn mates(&mut self, position: &mut Position, checks: u8) -> Result<bool, NodeLimit> {
        let key = (position.key(), checks);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(NodeLimit);
        }
        let mut found = false;
        for mv in self.checking_moves(position) {
            position.play_unchecked(mv);
            let is_refuted = self.has_defence(position, checks - 1);
            position.undo();
            if !is_refuted? {
                found = true;
                break;
            }
        }
        self.known.insert(key, found);
        Ok(found)
    }

    /// Returns true if the side to move, in check, has an answer after which `checks` more do not mate.
    fn has_defence(&mut self, position: &mut Position, checks: u8) -> Result<bool, NodeLimit> {
        let answers = position.legal_moves();
        if checks == 0 {
            return Ok(!answers.is_empty());
        }
        for answer in answers {
            position.play_unchecked(answer);
            let mates = self.mates(position, checks);
            position.undo();
            if !mates? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the legal moves that give check, those with the fewest answers first.
    fn checking_moves(&self, position: &mut Position) -> Vec<Move> {
        let checks = |mv: &Move| position.gives_check(*mv) && !self.banned.contains(mv);
        let mut moves: Vec<_> = position.legal_moves().into_iter().filter(checks).map(|mv| (0, mv)).collect();
        for (answers, mv) in &mut moves {
            position.play_unchecked(*mv);
            *answers = position.count_legal_moves();
            position.undo();
        }
        moves.sort_by_key(|&(answers, _)| answers);
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red_threat(fen: &str) -> Option<u8> {
        let position = Position::from_fen(fen).unwrap();
        mate_threat(position.board(), Color::Red, &[]).unwrap()
    }

    #[test]
    fn a_mate_threat_is_a_mate_by_checks_alone() {
        for (why, fen, checks) in [
            ("one check", "3k5/1R7/9/9/9/9/R8/9/9/5K3 b", Some(1)),
            ("two checks", "3k5/9/1R7/9/9/9/R8/9/9/5K3 b", Some(2)),
            ("no check mates", "3k5/9/9/9/9/9/R8/9/9/5K3 b", None),
            ("a stalemate in one", "3k5/9/4P4/9/9/9/9/9/9/4K4 b", None),
        ] {
            assert_eq!(red_threat(fen), checks, "{why}: {fen}");
        }
    }

    #[test]
    fn a_few_thousand_positions_decide_every_diagram() {
        let mut counts = Vec::new();
        for line in include_str!("../../../../../positions/rules/chinese.jsonl").lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let mut position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
            for word in case["moves"].as_array().unwrap() {
                position.play(word.as_str().unwrap().parse().unwrap()).unwrap();
                if position.in_check() {
                    continue;
                }
                let mut passed = Position::from_board(position.board().clone(), !position.side_to_move());
                let mut search = CheckSearch { banned: &[], nodes: 0, known: HashMap::new() };
                assert!(search.shortest(&mut passed, MOST_CHECKS).is_ok(), "{}", position.to_fen());
                counts.push(search.nodes);
            }
        }
        counts.sort_unstable();
        let at = |percent: usize| counts[(counts.len() - 1) * percent / 100];
        let [median, most, largest] = [50, 99, 100].map(at);
        println!("{} searches: median {median}, 99 % {most}, largest {largest}", counts.len());
        assert!(median < 50 && most < 2_000 && largest < 5_000, "{median} {most} {largest}");
    }

    #[test]
    fn a_banned_move_is_not_made() {
        let position = Position::from_fen("3k5/1R7/9/9/9/9/R8/9/9/5K3 b").unwrap();
        let banned = ["a3a9".parse().unwrap()];
        assert_eq!(mate_threat(position.board(), Color::Red, &banned), Ok(Some(3)));
    }
}
