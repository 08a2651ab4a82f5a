// SPDX-License-Identifier: MIT OR Apache-2.0
//! The JSON shapes that all commands with `--json` share: scores, sides, moves, times and lines.

use crate::search::SearchResult;
use serde_json::{Value, json};
use std::time::Duration;
use xiangqi::types::{Color, Move, Score};

/// A score: `{"cp": 35}`, `{"mate": -2}`, `{"rule": 3}` or `{"table": 5}`, with wins and losses counted in
/// the side's own moves.
pub fn score_json(score: Score) -> Value {
    let own_moves = |plies: i32| if plies > 0 { (plies + 1) / 2 } else { plies / 2 };
    match score {
        Score::Cp(cp) => json!({ "cp": cp }),
        Score::Mate(plies) => json!({ "mate": own_moves(plies) }),
        Score::Rule(plies) => json!({ "rule": own_moves(plies) }),
        Score::Tb(plies) => json!({ "table": own_moves(plies) }),
    }
}

/// A side: `"red"` or `"black"`.
pub fn side_json(side: Color) -> Value {
    side.to_string().into()
}

/// A move: its coordinates, or null.
pub fn move_json(mv: Option<Move>) -> Value {
    mv.map(|mv| mv.to_string()).into()
}

/// A time in whole milliseconds.
pub fn time_json(time: Duration) -> Value {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).into()
}

/// The result of a search, as far as all commands state it.
pub fn result_json(result: &SearchResult) -> Value {
    json!({
        "bestmove": move_json(result.best_move),
        "score": score_json(result.score),
        "depth": result.depth,
        "nodes": result.nodes,
        "time_ms": time_json(result.time),
    })
}

/// A line of moves in coordinates.
pub fn line_json(moves: &[Move]) -> Value {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_own_moves() {
        assert_eq!(score_json(Score::Mate(1)), json!({ "mate": 1 }));
        assert_eq!(score_json(Score::Mate(5)), json!({ "mate": 3 }));
        assert_eq!(score_json(Score::Mate(-4)), json!({ "mate": -2 }));
        assert_eq!(score_json(Score::Rule(-2)), json!({ "rule": -1 }));
        assert_eq!(score_json(Score::Cp(-7)), json!({ "cp": -7 }));
    }
}
