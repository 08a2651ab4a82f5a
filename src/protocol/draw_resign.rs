// SPDX-License-Identifier: MIT OR Apache-2.0
//! The policy for draws and resignations: rather too late than too early, since both end the game for good.

use crate::position::Position;
use crate::types::Score;

/// A score, in centipawns, at or below which a position is hopeless.
const HOPELESS: i32 = -800;
/// The engine resigns after this many hopeless own moves of one game in a row.
const HOPELESS_MOVES: u32 = 3;
/// A draw is accepted if the score is at most this far from zero, in centipawns,
const LEVEL_SCORE: i32 = 6;
/// and nothing was captured for this many plies. (Move numbers are useless: many programs send `0 1` with
/// every FEN.)
const LEVEL_PLIES: u16 = 60;

/// The purpose of a `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Draws and resignations are out of place.
    Analysis,
    /// To play a move of a game on a clock.
    Game {
        /// The opponent offers a draw.
        draw_offered: bool,
    },
}

/// The words that go with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    None,
    AcceptDraw,
    Resign,
}

/// The memory of the policy from move to move.
#[derive(Debug, Default)]
pub struct DrawResignPolicy {
    /// Number of hopeless own moves in a row.
    hopeless: u32,
    /// The position of the last move: plies since the game's start, and its key.
    last: Option<(usize, u64)>,
}

impl Purpose {
    /// Adds a draw offer that came with a `ponderhit`.
    pub fn add_draw_offer(&mut self, draw: bool) {
        if let Self::Game { draw_offered } = self {
            *draw_offered |= draw;
        }
    }
}

impl DrawResignPolicy {
    /// Decides on the offer that goes with the move found for `position`.
    pub fn offer(&mut self, purpose: Purpose, score: Score, position: &Position) -> Offer {
        let Purpose::Game { draw_offered } = purpose else { return Offer::None };
        let is_hopeless = match score {
            Score::Cp(cp) => cp <= HOPELESS,
            Score::Mate(plies) => plies <= 0,
            Score::Tb(plies) => plies < 0,
            Score::Rule(_) => false,
        };
        let before = if self.continues(position) { self.hopeless } else { 0 };
        self.hopeless = if is_hopeless { before + 1 } else { 0 };
        self.last = Some((position.history().len(), position.key()));
        let is_level = matches!(score, Score::Cp(cp) if cp.abs() <= LEVEL_SCORE);
        let is_stuck = position.is_material_draw() || position.rule60_count() >= LEVEL_PLIES;
        if self.hopeless >= HOPELESS_MOVES {
            Offer::Resign
        } else if draw_offered && is_level && is_stuck {
            Offer::AcceptDraw
        } else {
            Offer::None
        }
    }

    /// Returns true if this is the same game some moves later, with the same side to move.
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

    const GAME: Purpose = Purpose::Game { draw_offered: false };

    #[test]
    fn only_the_third_hopeless_move_resigns() {
        let mut position = Position::startpos();
        let mut policy = DrawResignPolicy::default();
        let mut judge = |score| {
            let offer = policy.offer(GAME, score, &position);
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
            let mut policy = DrawResignPolicy::default();
            games.iter().fold(Offer::None, |_, text| policy.offer(GAME, Score::Cp(-9000), &after(text)))
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
    fn a_draw_is_accepted_in_a_level_position_without_progress() {
        let quiet: Position = "3ak4/4a4/9/9/9/9/9/R8/4A4/3AK4 w - - 64 1".parse().unwrap();
        let early = Position::startpos();
        for (position, score, draw_offered, expected) in [
            (&quiet, Score::Cp(5), true, Offer::AcceptDraw),
            (&quiet, Score::Cp(5), false, Offer::None),
            (&quiet, Score::Cp(300), true, Offer::None),
            (&quiet, Score::Rule(9), true, Offer::None),
            (&early, Score::Cp(0), true, Offer::None),
        ] {
            let mut policy = DrawResignPolicy::default();
            assert_eq!(policy.offer(Purpose::Game { draw_offered }, score, position), expected);
            assert_eq!(policy.offer(GAME, score, position), Offer::None, "an offer holds for one move");
        }
        let mut policy = DrawResignPolicy::default();
        assert_eq!(policy.offer(Purpose::Analysis, Score::Cp(0), &quiet), Offer::None);
    }
}
