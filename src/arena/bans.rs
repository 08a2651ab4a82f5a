// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves that lose at once by the repetition rules, for UCCI's `banmoves`: an engine may know other rules, or
//! none.

use crate::position::Position;
use crate::rules::{RuleSet, Verdict, judge_repetition};
use crate::types::Move;

/// The number of reversible plies before a move can complete a threefold repetition: two cycles of two moves
/// by each side, less that move.
const MIN_REVERSIBLE_PLIES: usize = 7;

/// Returns the moves with which the side to move loses at once by the repetition rules; none if all moves do.
pub fn banned_moves(position: &Position, rules: RuleSet) -> Vec<Move> {
    let history = position.history();
    let reversible = usize::from(position.state().reversible).min(history.len());
    if reversible < MIN_REVERSIBLE_PLIES {
        return Vec::new();
    }
    let past = &history[history.len() - reversible..];
    // A position is judged at its third occurrence.
    let recurs = |mv: Move| {
        let key = position.key_after(mv);
        past.iter().filter(|state| state.key == key).nth(1).is_some()
    };
    let moves = position.legal_moves();
    let loses =
        |mv: Move| recurs(mv) && judge_repetition(&position.after(mv), 0, rules) == Some(Verdict::Win);
    let banned: Vec<Move> = moves.iter().copied().filter(|&mv| loses(mv)).collect();
    if banned.len() == moves.len() { Vec::new() } else { banned }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bans(fen: &str, moves: &str, rules: RuleSet) -> String {
        let mut position = Position::from_fen(fen).unwrap();
        moves.split_whitespace().for_each(|word| position.play(word.parse().unwrap()).unwrap());
        let bans = banned_moves(&position, rules);
        bans.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_move_that_repeats_a_perpetual_check_is_banned() {
        let fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
        let cycle = "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9";
        assert_eq!(bans(fen, cycle, RuleSet::Asian), "a8a9");
        assert_eq!(bans(fen, cycle, RuleSet::AlwaysDraw), "");
        assert_eq!(bans(fen, &cycle[..20], RuleSet::Asian), "", "not yet the third time");
    }

    #[test]
    fn the_move_that_repeats_a_perpetual_chase_is_banned() {
        let fen = "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b";
        let cycle = "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6";
        assert_eq!(bans(fen, cycle, RuleSet::Asian), "h2g2");
        assert_eq!(bans(fen, cycle, RuleSet::CheckBan), "");
    }

    #[test]
    fn harmless_repetitions_are_allowed() {
        let start = crate::notation::START_FEN;
        assert_eq!(bans(start, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0", RuleSet::Asian), "");
        assert_eq!(bans(start, "", RuleSet::Asian), "");
    }
}
