// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's evaluation of one position.

use chuhe::engine::Engine;
use chuhe::eval::wdl::WdlModel;
use chuhe::search::SearchResult;
use xiangqi::position::Position;
use xiangqi::rules::GameOutcome;
use xiangqi::types::{Color, Move, Score};

/// Maximum length of a line; the end of a longer one is worth little.
const LINE_PLIES: usize = 12;
/// Lines shorter than this are extended from the transposition table, where the search cut them short.
const SHORT_LINE_PLIES: usize = 6;

/// The engine's evaluation of a position, from the perspective of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionEvaluation {
    /// The score.
    pub score: Score,
    /// Probabilities of winning, drawing and losing (WDL), per mille.
    pub wdl: [u32; 3],
    /// Depth of the search, in plies; 0 if there was nothing to search.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The principal variation, up to 12 moves; empty if the game is over.
    pub line: Vec<Move>,
}

impl PositionEvaluation {
    /// Creates the evaluation from the result of the engine's latest search.
    pub fn of_search(position: &Position, result: &SearchResult, engine: &Engine) -> Self {
        let SearchResult { score, depth, nodes, ref pv, .. } = *result;
        let wdl = WdlModel::for_position(position).per_mille(score);
        let mut line: Vec<_> = pv.iter().copied().take(LINE_PLIES).collect();
        let mut end = position.clone();
        for &mv in &line {
            end.play_unchecked(mv);
        }
        while (1..SHORT_LINE_PLIES).contains(&line.len())
            && let Some(mv) = engine.probe(&end).and_then(|entry| entry.best_move)
        {
            line.push(mv);
            end.play_unchecked(mv);
        }
        Self { score, wdl, depth, nodes, line }
    }

    /// Creates the evaluation of a position in which the game is over.
    pub fn of_outcome(to_move: Color, outcome: GameOutcome) -> Self {
        let (score, wdl) = (outcome.score(to_move), outcome.wdl(to_move));
        Self { score, wdl, depth: 0, nodes: 0, line: Vec::new() }
    }

    /// Returns the expected score, from 0 to 1: a draw is 0.5.
    pub fn expected(&self) -> f64 {
        expected(self.wdl)
    }
}

/// Returns the expected score for probabilities of winning, drawing and losing per mille.
pub fn expected([win, draw, _]: [u32; 3]) -> f64 {
    f64::from(2 * win + draw) / 2000.0
}

/// Converts the score of the side to move to that of the side that has just moved.
pub fn before_the_move(score: Score) -> Score {
    let a_ply_before = |plies: i32, is_won: bool| if is_won { -plies - 1 } else { 1 - plies };
    match score {
        Score::Cp(centipawns) => Score::Cp(-centipawns),
        Score::Mate(plies) => Score::Mate(a_ply_before(plies, plies > 0)),
        Score::Rule(plies) => Score::Rule(a_ply_before(plies, plies >= 0)),
        Score::Tb(plies) => Score::Tb(a_ply_before(plies, plies >= 0)),
    }
}

/// Formats a score from Red's perspective, given that of the side to move: `+0.35`, `+M3` if Red mates in 3
/// moves, `-R` if Red loses by the rules of repetition, `+T` if Red wins by the endgame tables.
pub fn red_score(score: Score, to_move: Color) -> String {
    let sign = |is_won: bool| if is_won == (to_move == Color::Red) { '+' } else { '-' };
    match score {
        Score::Cp(centipawns) => Score::Cp(to_move.sign() * centipawns).to_string(),
        Score::Mate(plies) => format!("{}M{}", sign(plies > 0), plies.unsigned_abs().div_ceil(2)),
        Score::Rule(plies) => format!("{}R", sign(plies >= 0)),
        Score::Tb(plies) => format!("{}T", sign(plies >= 0)),
    }
}

/// Reads a score as [`red_score`] formats it, for the side to move. How far away a win by the rules or the
/// tables is, it does not tell.
pub fn read_red_score(text: &str, to_move: Color) -> Option<Score> {
    let (sign, size) = text.split_at_checked(1).filter(|(sign, _)| ["+", "-"].contains(sign))?;
    let is_won = (sign == "+") == (to_move == Color::Red);
    match size {
        "R" => Some(Score::Rule(if is_won { 0 } else { -1 })),
        "T" => Some(Score::Tb(if is_won { 0 } else { -1 })),
        _ => {
            if let Some(moves) = size.strip_prefix('M') {
                // The winner makes the last move.
                let plies = 2 * i32::from(moves.parse::<u16>().ok()?);
                return Some(Score::Mate(if is_won { plies - 1 } else { -plies }));
            }
            let (pawns, hundredths) = size.split_once('.').filter(|(_, part)| part.len() == 2)?;
            let [pawns, hundredths] = [pawns, hundredths].map(|part| part.parse::<u16>().ok());
            let centipawns = 100 * i32::from(pawns?) + i32::from(hundredths?);
            Some(Score::Cp(if is_won { centipawns } else { -centipawns }))
        }
    }
}

/// Formats a score from Red's perspective as in PGN, given that of the side to move: `0.35`, or `#-3` if Red
/// is mated in 3 moves; `None` for what PGN cannot say: wins by the rules or by tables, and a mate on the
/// board.
pub fn pgn_score(score: Score, to_move: Color) -> Option<String> {
    match score {
        Score::Cp(centipawns) => Some(format!("{:.2}", f64::from(to_move.sign() * centipawns) / 100.0)),
        Score::Mate(plies) if plies != 0 => {
            let sign = if (plies > 0) == (to_move == Color::Red) { "" } else { "-" };
            Some(format!("#{sign}{}", plies.unsigned_abs().div_ceil(2)))
        }
        Score::Mate(_) | Score::Rule(_) | Score::Tb(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::rules::Termination;

    #[test]
    fn a_score_is_the_other_side_s_before_the_move() {
        for (score, before) in [
            (Score::Cp(35), Score::Cp(-35)),
            (Score::Mate(0), Score::Mate(1)),
            (Score::Mate(-2), Score::Mate(3)),
            (Score::Mate(1), Score::Mate(-2)),
            (Score::Rule(0), Score::Rule(-1)),
            (Score::Rule(-1), Score::Rule(2)),
        ] {
            assert_eq!(before_the_move(score), before);
        }
    }

    #[test]
    fn scores_are_shown_from_red_s_perspective() {
        for (score, red, black) in [
            (Score::Cp(35), "+0.35", "-0.35"),
            (Score::Cp(0), "+0.00", "+0.00"),
            (Score::Mate(5), "+M3", "-M3"),
            (Score::Mate(-4), "-M2", "+M2"),
            (Score::Mate(0), "-M0", "+M0"),
            (Score::Rule(2), "+R", "-R"),
            (Score::Rule(-1), "-R", "+R"),
        ] {
            assert_eq!((&*red_score(score, Color::Red), &*red_score(score, Color::Black)), (red, black));
            for (text, side) in [(red, Color::Red), (black, Color::Black)] {
                let read = read_red_score(text, side).unwrap();
                assert_eq!(red_score(read, side), text);
            }
        }
    }

    #[test]
    fn what_is_no_score_is_not_read() {
        for text in ["", "+", "0.35", "+x", "+M", "+M-1", "+0.355", "-1", "+-1.00", "好", "+99999.00", "NaN"]
        {
            assert_eq!(read_red_score(text, Color::Red), None, "{text}");
        }
        assert_eq!(read_red_score("+M3", Color::Red), Some(Score::Mate(5)));
        assert_eq!(read_red_score("+M3", Color::Black), Some(Score::Mate(-6)));
    }

    #[test]
    fn scores_in_pgn_are_from_red_s_perspective() {
        for (score, red, black) in [
            (Score::Cp(35), Some("0.35"), Some("-0.35")),
            (Score::Cp(-5), Some("-0.05"), Some("0.05")),
            (Score::Cp(0), Some("0.00"), Some("0.00")),
            (Score::Mate(5), Some("#3"), Some("#-3")),
            (Score::Mate(-4), Some("#-2"), Some("#2")),
            (Score::Mate(0), None, None),
            (Score::Rule(2), None, None),
            (Score::Tb(-1), None, None),
        ] {
            let [as_red, as_black] = Color::ALL.map(|side| pgn_score(score, side));
            assert_eq!((as_red.as_deref(), as_black.as_deref()), (red, black));
        }
    }

    #[test]
    fn a_game_that_is_over_is_worth_its_result() {
        for (winner, termination, expected) in [
            (None, Termination::Repetition, 0.5),
            (Some(Color::Red), Termination::PerpetualCheck, 1.0),
            (Some(Color::Black), Termination::PerpetualChase, 0.0),
            (Some(Color::Black), Termination::Checkmate, 0.0),
        ] {
            let evaluation = PositionEvaluation::of_outcome(Color::Red, GameOutcome { winner, termination });
            assert!((evaluation.expected() - expected).abs() < 1e-9);
            assert!((super::expected(evaluation.wdl) - expected).abs() < 1e-9);
        }
    }
}
