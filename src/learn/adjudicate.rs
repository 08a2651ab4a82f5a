// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ends games by their scores once nothing more is to be expected of them: most of the time would go into moves that
//! no filter lets through.

use super::record::Ending;
use crate::types::{Color, Value};

/// Scores from here on win …
const WIN_SCORE: Value = 1500;
/// … if so many plies in a row agree.
const WIN_PLIES: u32 = 6;
/// Scores up to here draw …
const DRAW_SCORE: Value = 20;
/// … if so many plies in a row agree …
const DRAW_PLIES: u32 = 16;
/// … not before this ply.
const DRAW_FROM: usize = 80;
/// A game has so many plies at most. Who could not win in that time has not, unless the score is a winning one at last.
const MAX_PLIES: usize = 300;

/// Follows the scores of a game.
#[derive(Default)]
pub struct Adjudicator {
    /// Wins have to be played out.
    is_patient: bool,
    /// Who has been winning, and for how many plies.
    winning: Option<(Color, u32)>,
    /// Plies in a row that were level.
    level: u32,
}

impl Adjudicator {
    /// For a new game; a patient one lets wins be played out.
    pub fn new(is_patient: bool) -> Self {
        Self { is_patient, ..Self::default() }
    }

    /// Looks at the score of `side`, whose move is the game's `ply`th, from 0. The winner and the ending if that is the end.
    pub fn judge(&mut self, side: Color, score: Value, ply: usize) -> Option<(Option<Color>, Ending)> {
        let ahead = if score > 0 { side } else { !side };
        self.winning = (score.abs() >= WIN_SCORE).then(|| match self.winning {
            Some((color, plies)) if color == ahead => (color, plies + 1),
            _ => (ahead, 1),
        });
        self.level = if score.abs() <= DRAW_SCORE { self.level + 1 } else { 0 };
        if let Some((color, WIN_PLIES..)) = self.winning
            && !self.is_patient
        {
            return Some((Some(color), Ending::WonByScore));
        }
        if self.level >= DRAW_PLIES && ply >= DRAW_FROM {
            return Some((None, Ending::DrawnByScore));
        }
        let winner = self.winning.map(|(color, _)| color);
        (ply + 1 >= MAX_PLIES).then_some((winner, Ending::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges these scores of Red's, a ply each, from this ply on; Red moves at even plies.
    fn verdict(first: usize, scores: &[Value]) -> Option<(Option<Color>, Ending)> {
        let mut adjudicator = Adjudicator::default();
        let judge = |(ply, &score): (usize, &Value)| {
            let side = if ply % 2 == 0 { Color::Red } else { Color::Black };
            adjudicator.judge(side, score * side.sign(), ply)
        };
        (first..).zip(scores).find_map(judge)
    }

    #[test]
    fn both_sides_must_agree_on_a_win() {
        assert_eq!(verdict(10, &[-1600; 5]), None);
        assert_eq!(verdict(10, &[-1600; 6]), Some((Some(Color::Black), Ending::WonByScore)));
        assert_eq!(verdict(10, &[1600, 1600, 1600, 1600, 1400, 1600, 1600, 1600]), None);
        assert_eq!(verdict(10, &[1600, -1600].repeat(10)), None);
        let mut patient = Adjudicator::new(true);
        assert!((0..100).all(|ply| patient.judge(Color::Red, 5000, ply).is_none()));
    }

    #[test]
    fn level_games_are_drawn_late_only() {
        assert_eq!(verdict(0, &[0; 80]), None);
        assert_eq!(verdict(80, &[-20; 15]), None);
        assert_eq!(verdict(80, &[-20; 16]), Some((None, Ending::DrawnByScore)));
        assert_eq!(verdict(80, &[21; 50]), None);
    }

    #[test]
    fn no_game_is_too_long() {
        assert_eq!(verdict(0, &[300; 300]), Some((None, Ending::TooLong)));
        assert_eq!(verdict(0, &[300; 299]), None);
        let late = [&[300; 296][..], &[1500; 4]].concat();
        assert_eq!(verdict(0, &late), Some((Some(Color::Red), Ending::TooLong)));
    }
}
