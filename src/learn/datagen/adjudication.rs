// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ends games by their scores once the result is clear: most of the time would otherwise be spent on moves
//! that the data filter discards.

use crate::learn::games::SelfPlayTermination;
use crate::types::{Color, Value};

/// Scores of at least this value win …
const WIN_SCORE: Value = 1500;
/// … after this many consecutive plies.
const WIN_PLIES: u32 = 6;
/// Scores of at most this value draw …
const DRAW_SCORE: Value = 20;
/// … after this many consecutive plies, but not early in the game.
const DRAW_PLIES: u32 = 16;
/// The maximum number of plies. A longer game is a draw unless the last score is a winning one.
const MAX_PLIES: usize = 300;

/// Adjudicates a game by its scores.
pub struct ScoreAdjudication {
    /// Wins are played out instead of adjudicated.
    plays_out_wins: bool,
    /// The first ply at which a level game is drawn.
    draw_from: usize,
    /// The winning side, and the number of plies it has been winning for.
    winning: Option<(Color, u32)>,
    /// The number of consecutive level plies.
    level: u32,
}

impl ScoreAdjudication {
    /// Starts a game, in which wins are played out or adjudicated and level positions are drawn from ply
    /// `draw_from` on.
    pub fn new(plays_out_wins: bool, draw_from: usize) -> Self {
        Self { plays_out_wins, draw_from, winning: None, level: 0 }
    }

    /// Takes the score of `side` before its move at `ply`, counted from 0; returns the winner and the
    /// termination if the game ends here.
    pub fn judge(
        &mut self,
        side: Color,
        score: Value,
        ply: usize,
    ) -> Option<(Option<Color>, SelfPlayTermination)> {
        let ahead = if score > 0 { side } else { !side };
        self.winning = (score.abs() >= WIN_SCORE).then(|| match self.winning {
            Some((color, plies)) if color == ahead => (color, plies + 1),
            _ => (ahead, 1),
        });
        self.level = if score.abs() <= DRAW_SCORE { self.level + 1 } else { 0 };
        if let Some((color, WIN_PLIES..)) = self.winning
            && !self.plays_out_wins
        {
            return Some((Some(color), SelfPlayTermination::WonByScore));
        }
        if self.level >= DRAW_PLIES && ply >= self.draw_from {
            return Some((None, SelfPlayTermination::DrawnByScore));
        }
        let winner = self.winning.map(|(color, _)| color);
        (ply + 1 >= MAX_PLIES).then_some((winner, SelfPlayTermination::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges these scores, one per ply from ply `first` on, from Red's perspective; Red moves at even plies.
    fn verdict(first: usize, scores: &[Value]) -> Option<(Option<Color>, SelfPlayTermination)> {
        let mut adjudication = ScoreAdjudication::new(false, 80);
        let judge = |(ply, &score): (usize, &Value)| {
            let side = if ply % 2 == 0 { Color::Red } else { Color::Black };
            adjudication.judge(side, score * side.sign(), ply)
        };
        (first..).zip(scores).find_map(judge)
    }

    #[test]
    fn both_sides_must_agree_on_a_win() {
        assert_eq!(verdict(10, &[-1600; 5]), None);
        assert_eq!(verdict(10, &[-1600; 6]), Some((Some(Color::Black), SelfPlayTermination::WonByScore)));
        assert_eq!(verdict(10, &[1600, 1600, 1600, 1600, 1400, 1600, 1600, 1600]), None);
        assert_eq!(verdict(10, &[1600, -1600].repeat(10)), None);
        let mut played_out = ScoreAdjudication::new(true, 80);
        assert!((0..100).all(|ply| played_out.judge(Color::Red, 5000, ply).is_none()));
    }

    #[test]
    fn level_games_are_drawn_late_only() {
        assert_eq!(verdict(0, &[0; 80]), None);
        assert_eq!(verdict(80, &[-20; 15]), None);
        assert_eq!(verdict(80, &[-20; 16]), Some((None, SelfPlayTermination::DrawnByScore)));
        assert_eq!(verdict(80, &[21; 50]), None);
    }

    #[test]
    fn games_end_at_the_ply_limit() {
        assert_eq!(verdict(0, &[300; 300]), Some((None, SelfPlayTermination::TooLong)));
        assert_eq!(verdict(0, &[300; 299]), None);
        let late = [&[300; 296][..], &[1500; 4]].concat();
        assert_eq!(verdict(0, &late), Some((Some(Color::Red), SelfPlayTermination::TooLong)));
    }
}
