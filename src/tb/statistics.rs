// SPDX-License-Identifier: MIT OR Apache-2.0
//! A table as a whole: shares of results, the longest wins, mutual zugzwangs.

use super::value::{Code, DRAW, Table, TbValue, decode};
use xiangqi::position::{Board, Position};
use xiangqi::types::Color;

/// Results with one side to move.
#[derive(Clone, Default, Debug)]
pub struct Results {
    /// Positions that the side to move wins, draws and loses.
    pub wins: u64,
    /// See above.
    pub draws: u64,
    /// See above.
    pub losses: u64,
    /// Wins and losses that the rule of perpetual check decides.
    pub by_rule: u64,
    /// The longest win without that rule: plies, and a position.
    pub longest: Option<(u16, Position)>,
}

impl Results {
    /// Returns the number of legal positions.
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The statistics of a table.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// With the stronger side, and with the other, to move.
    pub results: [Results; 2],
    /// Positions in which each side would rather not be to move.
    pub mutual_zugzwangs: u64,
}

impl Statistics {
    /// Counts the positions of a table.
    pub fn new(table: &Table) -> Self {
        Self::of_part(table, |_| true)
    }

    /// Counts the positions of a table whose board, seen with the stronger side as Red, is of a kind.
    pub fn of_part(table: &Table, is_meant: impl Fn(&Board) -> bool) -> Self {
        let mut results = [Results::default(), Results::default()];
        let mut longest: [Option<(Code, usize)>; 2] = [None; 2];
        let mut mutual_zugzwangs = 0;
        for number in 0..table.index().size() {
            let Some(board) = table.index().placement(number).filter(&is_meant) else { continue };
            let legal = Color::ALL.map(|side| board.checkers(!side).is_empty());
            let codes = Color::ALL.map(|side| table.codes(side)[number]);
            for side in Color::ALL.into_iter().filter(|&side| legal[side as usize]) {
                let (code, results) = (codes[side as usize], &mut results[side as usize]);
                match decode(code) {
                    TbValue::Win(_) => results.wins += 1,
                    TbValue::Loss(_) => results.losses += 1,
                    TbValue::Draw => results.draws += 1,
                }
                results.by_rule += u64::from((table.rule_from()..DRAW).contains(&code));
                let best = &mut longest[side as usize];
                if code % 2 == 1 && code < table.rule_from() && best.is_none_or(|(plies, _)| code > plies) {
                    *best = Some((code, number));
                }
            }
            let [red, black] = codes.map(result);
            mutual_zugzwangs += u64::from(legal == [true; 2] && red < -black);
        }
        for side in Color::ALL {
            results[side as usize].longest = longest[side as usize].and_then(|(plies, number)| {
                let board = table.index().placement(number)?;
                Some((plies, Position::from_board(board, side)))
            });
        }
        Self { results, mutual_zugzwangs }
    }
}

/// Returns 1, 0 or -1 for a win, draw or loss of the side to move.
fn result(code: Code) -> i32 {
    match decode(code) {
        TbValue::Win(_) => 1,
        TbValue::Draw => 0,
        TbValue::Loss(_) => -1,
    }
}
