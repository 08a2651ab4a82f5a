// SPDX-License-Identifier: MIT OR Apache-2.0
//! Adjudication: games that the referee ends before the rules do, to save time. Both engines must agree, so
//! that the scores of one engine alone decide nothing.

use serde::{Deserialize, Serialize};
use xiangqi::types::Color;

/// Longer games are drawn in any case, in plies.
const MAX_GAME_PLIES: u32 = 2000;
/// Scores beyond this are mates (see [`LoggedGame::scores`](super::log_records::LoggedGame::scores)).
const MAX_ORDINARY_SCORE: i32 = 9000;

/// The rules of adjudication. By default only games of 2000 plies are adjudicated, as draws.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Draw after this number of plies, the opening included.
    pub draw_plies: Option<u32>,
    /// Draw when scores stay near zero.
    pub draw: Option<DrawAdjudication>,
    /// Win when one side is far ahead.
    pub resign: Option<ResignAdjudication>,
    /// Win when both engines report the mate.
    pub mate: bool,
}

/// Draw adjudication: both engines' last `moves` scores are within `score` of zero, at move `from_move` or
/// later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawAdjudication {
    /// The first full move at which a game can end.
    pub from_move: u32,
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// Resign adjudication: both engines' last `moves` scores are at least `score` in favour of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignAdjudication {
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// The winner (`None` for a draw) and the termination.
pub type AdjudicatedResult = (Option<Color>, &'static str);

/// A run of plies whose scores favour the same side.
#[derive(Clone, Copy, Default)]
struct Streak {
    side: Option<Color>,
    plies: u32,
}

impl Streak {
    fn add(&mut self, mover: Color, score: Option<i32>, least: i32) {
        let side = match score {
            Some(score) if score >= least => Some(mover),
            Some(score) if score <= -least => Some(!mover),
            _ => None,
        };
        self.plies = if side == self.side { self.plies + 1 } else { 1 };
        self.side = side;
    }

    /// Returns the favoured side if the run has at least `plies`.
    fn winner(self, plies: u32) -> Option<Color> {
        self.side.filter(|_| self.plies >= plies)
    }
}

/// Applies the rules of adjudication to the scores of one game.
pub struct MatchAdjudicator {
    rules: Adjudication,
    ahead: Streak,
    mating: Streak,
    level_plies: u32,
}

impl MatchAdjudicator {
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, ahead: Streak::default(), mating: Streak::default(), level_plies: 0 }
    }

    /// Takes the score that `mover` reported with the game's `plies`th ply; returns a result if the game is
    /// decided.
    pub fn judge(&mut self, mover: Color, score: Option<i32>, plies: u32) -> Option<AdjudicatedResult> {
        self.mating.add(mover, score, MAX_ORDINARY_SCORE + 1);
        if self.rules.mate
            && let Some(winner) = self.mating.winner(2)
        {
            return Some((Some(winner), "mate found"));
        }
        if let Some(rule) = self.rules.resign {
            self.ahead.add(mover, score, rule.score.max(1));
            if let Some(winner) = self.ahead.winner(rule.moves.max(1).saturating_mul(2)) {
                return Some((Some(winner), "hopeless score"));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_level = score.is_some_and(|score| score.abs() <= rule.score);
            self.level_plies = if is_level { self.level_plies + 1 } else { 0 };
            let is_late = plies >= rule.from_move.saturating_mul(2);
            if is_late && self.level_plies >= rule.moves.max(1).saturating_mul(2) {
                return Some((None, "level score"));
            }
        }
        (plies >= self.rules.draw_plies.unwrap_or(MAX_GAME_PLIES)).then_some((None, "length"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::types::Color::{Black, Red};

    /// Takes scores of Red and Black in turn; returns the ply at which the game ends, and its result.
    fn ending(rules: &Adjudication, scores: &[i32]) -> Option<(usize, AdjudicatedResult)> {
        let mut adjudicator = MatchAdjudicator::new(rules.clone());
        let movers = [Red, Black].into_iter().cycle();
        scores.iter().zip(movers).zip(1..).find_map(|((&score, mover), ply)| {
            adjudicator.judge(mover, Some(score), ply).map(|result| (ply as usize, result))
        })
    }

    #[test]
    fn games_are_adjudicated_on_request_only() {
        let rules = Adjudication::default();
        assert_eq!(ending(&rules, &[9990; 1999]), None);
        assert_eq!(ending(&rules, &[0; 2000]), Some((2000, (None, "length"))));
        let rules = Adjudication { draw_plies: Some(200), ..rules };
        assert_eq!(ending(&rules, &[700; 300]), Some((200, (None, "length"))));
    }

    #[test]
    fn a_side_wins_when_both_agree_for_long_enough() {
        let rules = Adjudication {
            resign: Some(ResignAdjudication { moves: 2, score: 500 }),
            ..Adjudication::default()
        };
        let black = Some((5, (Some(Black), "hopeless score")));
        assert_eq!(ending(&rules, &[0, 600, -500, 800, -600, 900]), black);
        assert_eq!(ending(&rules, &[600, -500, 700, -499, 600, -700, 700]), None, "three plies only");
        assert_eq!(ending(&rules, &[600, 600, 600, 600, 600, 600]), None, "both think they win");
        let mut adjudicator = MatchAdjudicator::new(rules);
        for (mover, score) in [(Red, Some(600)), (Black, Some(-600)), (Red, None), (Black, Some(-600))] {
            assert_eq!(
                adjudicator.judge(mover, score, 9),
                None,
                "an engine that reports no score does not agree"
            );
        }
    }

    #[test]
    fn a_draw_needs_level_scores_and_a_late_move() {
        let rule = DrawAdjudication { from_move: 4, moves: 2, score: 10 };
        let rules = Adjudication { draw: Some(rule), ..Adjudication::default() };
        assert_eq!(ending(&rules, &[0; 20]), Some((8, (None, "level score"))));
        assert_eq!(ending(&rules, &[0, 0, 0, 0, 0, 0, 11, 10, -10, 3, 4]), Some((11, (None, "level score"))));
    }

    #[test]
    fn a_mate_counts_when_both_see_it() {
        let rules = Adjudication { mate: true, ..Adjudication::default() };
        assert_eq!(ending(&rules, &[20, 9990, -9989]), Some((3, (Some(Black), "mate found"))));
        assert_eq!(ending(&rules, &[9990, 9990, 9990]), None);
        assert_eq!(ending(&rules, &[9000, -9000, 9000]), None, "large, but no mate");
    }
}
