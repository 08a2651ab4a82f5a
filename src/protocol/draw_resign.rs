// SPDX-License-Identifier: MIT OR Apache-2.0
//! When to accept a draw and when to resign. Rather too late than too early: both end the game for good.

use crate::position::Position;
use crate::types::Score;

/// A score from which on, downwards, there is no hope.
const HOPELESS: i32 = -800;
/// So many own moves of one game without hope, one after the other, are enough.
const HOPELESS_MOVES: u32 = 3;
/// A draw is likely if the score is this close to zero
const LEVEL_SCORE: i32 = 6;
/// and nothing was captured for so many plies. (Move numbers tell nothing: many programs send `0 1` with every FEN.)
const LEVEL_PLIES: u16 = 60;

/// What is remembered from move to move.
#[derive(Debug, Default)]
pub struct DrawResignPolicy {
    /// The present search decides a move of a game, on a clock; otherwise draws and resigning are out of place.
    pub is_game: bool,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    hopeless: u32,
    /// The position last judged: plies since its start, and its key.
    last: Option<(usize, u64)>,
}

/// What goes with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    None,
    AcceptDraw,
    Resign,
}

impl DrawResignPolicy {
    /// Decides on what goes with the move found for `position`.
    pub fn offer(&mut self, score: Score, position: &Position) -> Offer {
        let offered = std::mem::take(&mut self.draw_offered);
        if !self.is_game {
            return Offer::None;
        }
        let is_hopeless = match score {
            Score::Cp(cp) => cp <= HOPELESS,
            Score::Mate(plies) => plies <= 0,
            Score::Rule(_) => false,
        };
        let before = if self.continues(position) { self.hopeless } else { 0 };
        self.hopeless = if is_hopeless { before + 1 } else { 0 };
        self.last = Some((position.history().len(), position.key()));
        let is_level = matches!(score, Score::Cp(cp) if cp.abs() <= LEVEL_SCORE);
        let is_stuck = position.is_material_draw() || position.rule60_count() >= LEVEL_PLIES;
        if self.hopeless >= HOPELESS_MOVES {
            Offer::Resign
        } else if offered && is_level && is_stuck {
            Offer::AcceptDraw
        } else {
            Offer::None
        }
    }

    /// Is this the same game some moves later, with the same side to move?
    fn continues(&self, position: &Position) -> bool {
        let history = position.history();
        self.last.is_some_and(|(plies, key)| {
            let is_there = history.get(plies).is_some_and(|state| state.key == key);
            is_there && (history.len() - plies).is_multiple_of(2)
        })
    }

    /// Forgets the game so far.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_game() -> DrawResignPolicy {
        DrawResignPolicy { is_game: true, ..DrawResignPolicy::default() }
    }

    #[test]
    fn only_the_third_hopeless_move_resigns() {
        let mut position = Position::startpos();
        let mut policy = in_game();
        let mut judge = |score| {
            let offer = policy.offer(score, &position);
            for word in ["a0a1", "a9a8", "a1a0", "a8a9"]
                .into_iter()
                .cycle()
                .skip(position.history().len() % 4)
                .take(2)
            {
                position.play(word.parse().unwrap()).unwrap();
            }
            offer
        };
        for score in [Score::Cp(-840), Score::Mate(-8), Score::Cp(-760), Score::Cp(-1000), Score::Mate(-6)] {
            assert_eq!(judge(score), Offer::None, "{score:?}");
        }
        assert_eq!(judge(Score::Mate(-4)), Offer::Resign);
        assert_eq!(judge(Score::Rule(-4)), Offer::None);
        assert_eq!(judge(Score::Mate(3)), Offer::None);
    }

    #[test]
    fn hopeless_moves_of_different_games_do_not_add_up() {
        let after = |text: &str| {
            let mut position = Position::startpos();
            text.split_whitespace().for_each(|word| position.play(word.parse().unwrap()).unwrap());
            position
        };
        let judge = |games: &[&str]| {
            let mut policy = in_game();
            games.iter().fold(Offer::None, |_, text| policy.offer(Score::Cp(-9000), &after(text)))
        };
        for other_games in [
            ["", "", "", ""],
            ["h2e2 h9g7", "h2e2 h9g7", "h2e2 h9g7", "h2e2 h9g7"],
            ["", "h2e2 h9g7", "b2e2 h9g7", "a0a1 h9g7"],
            ["", "h2e2", "h2e2 h9g7 h0g2", "h2e2 h9g7 h0g2 a9a8"],
            ["h2e2 h9g7 h0g2 a9a8", "h2e2 h9g7", "", ""],
        ] {
            assert_eq!(judge(&other_games), Offer::None, "{other_games:?}");
        }
        assert_eq!(judge(&["", "h2e2 h9g7", "h2e2 h9g7 h0g2 a9a8"]), Offer::Resign);
    }

    #[test]
    fn a_draw_is_accepted_when_nothing_happens_any_more() {
        let quiet: Position = "3ak4/4a4/9/9/9/9/9/R8/4A4/3AK4 w - - 64 1".parse().unwrap();
        let early = Position::startpos();
        for (position, score, offered, expected) in [
            (&quiet, Score::Cp(5), true, Offer::AcceptDraw),
            (&quiet, Score::Cp(5), false, Offer::None),
            (&quiet, Score::Cp(300), true, Offer::None),
            (&quiet, Score::Rule(9), true, Offer::None),
            (&early, Score::Cp(0), true, Offer::None),
        ] {
            let mut policy = DrawResignPolicy { draw_offered: offered, ..in_game() };
            assert_eq!(policy.offer(score, position), expected);
            assert_eq!(policy.offer(score, position), Offer::None, "an offer holds for one move");
        }
        let mut analysis = DrawResignPolicy { draw_offered: true, ..DrawResignPolicy::default() };
        assert_eq!(analysis.offer(Score::Cp(0), &quiet), Offer::None);
    }
}
