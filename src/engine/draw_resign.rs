// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's policy for draws and resignations, which protocol sessions, `play` and `serve` share.

use xiangqi::position::Position;
use xiangqi::types::Score;

/// A draw is accepted at any time at this score or less, in centipawns,
const WORSE: i32 = -100;
/// and after [`QUIET_PLIES`] at this score or less.
const EQUAL: i32 = 10;
/// Plies without a capture after which an equal game counts as a draw.
const QUIET_PLIES: u16 = 30;
/// A position is hopeless at this score or less, in centipawns.
const HOPELESS: i32 = -800;
/// The engine resigns after this many hopeless moves of its own in a row.
const HOPELESS_MOVES: u32 = 3;

/// Decides when the engine accepts a draw and when it resigns. All scores are the engine's.
///
/// The engine **accepts a draw** that is offered
///
/// - if it stands worse: at -100 cp or less, or with a loss in sight;
/// - in an equal game without progress: at 10 cp or less, after 30 plies without a capture or where neither
///   side has the material to win. Captures count rather than moves, because many programs send the move
///   number 1 with every FEN.
///
/// It **resigns** after three moves of one game in a row at -800 cp or less, or at a forced mate or a loss by
/// the endgame tables. A loss by the rules of repetition does not count: the game can still leave the
/// repetition. Only protocol sessions let the engine resign (the option `drawresign`); at the boards of
/// `play` and `serve` it plays on until mate.
///
/// It never **offers a draw**. All this errs on the late side, since a draw or a resignation cannot be taken
/// back.
///
/// ```
/// use chuhe::engine::DrawResignPolicy;
/// use chuhe::{Position, Score};
/// let quiet = Position::from_fen("2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 30 70")?;
/// assert!(DrawResignPolicy::accepts_draw(Score::Cp(0), &quiet));
/// assert!(!DrawResignPolicy::accepts_draw(Score::Cp(0), &Position::startpos()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct DrawResignPolicy {
    /// Number of hopeless own moves in a row.
    hopeless: u32,
    /// The position of the last move: plies since the game's start, and its key.
    last: Option<(usize, u64)>,
}

impl DrawResignPolicy {
    /// Returns true if the engine, which has this score, accepts a draw in `position`.
    pub fn accepts_draw(score: Score, position: &Position) -> bool {
        let is_quiet = position.is_material_draw() || position.rule60_count() >= QUIET_PLIES;
        match score {
            Score::Cp(cp) => cp <= WORSE || is_quiet && cp <= EQUAL,
            Score::Mate(plies) => plies <= 0,
            Score::Tb(plies) | Score::Rule(plies) => plies < 0,
        }
    }

    /// Counts a move of the engine, which has this score in `position`; returns true if it resigns instead.
    pub fn resigns(&mut self, score: Score, position: &Position) -> bool {
        let is_hopeless = match score {
            Score::Cp(cp) => cp <= HOPELESS,
            Score::Mate(plies) => plies <= 0,
            Score::Tb(plies) => plies < 0,
            Score::Rule(_) => false,
        };
        let before = if self.continues(position) { self.hopeless } else { 0 };
        self.hopeless = if is_hopeless { before + 1 } else { 0 };
        self.last = Some((position.history().len(), position.key()));
        self.hopeless >= HOPELESS_MOVES
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

    #[test]
    fn only_the_third_hopeless_move_resigns() {
        let mut position = Position::startpos();
        let mut policy = DrawResignPolicy::default();
        let mut judge = |score| {
            let resigns = policy.resigns(score, &position);
            for word in ["a0a1", "a9a8", "a1a0", "a8a9"]
                .into_iter()
                .cycle()
                .skip(position.history().len() % 4)
                .take(2)
            {
                position.play(word.parse().unwrap()).unwrap();
            }
            resigns
        };
        for score in [Score::Cp(-840), Score::Mate(-8), Score::Cp(-760), Score::Cp(-1000), Score::Mate(-6)] {
            assert!(!judge(score), "{score:?}");
        }
        assert!(judge(Score::Mate(-4)));
        assert!(!judge(Score::Rule(-4)));
        assert!(!judge(Score::Mate(3)));
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
            games.iter().fold(false, |_, text| policy.resigns(Score::Cp(-9000), &after(text)))
        };
        for other_games in [
            ["", "", "", ""],
            ["h2e2 h9g7", "h2e2 h9g7", "h2e2 h9g7", "h2e2 h9g7"],
            ["", "h2e2 h9g7", "b2e2 h9g7", "a0a1 h9g7"],
            ["", "h2e2", "h2e2 h9g7 h0g2", "h2e2 h9g7 h0g2 a9a8"],
            ["h2e2 h9g7 h0g2 a9a8", "h2e2 h9g7", "", ""],
        ] {
            assert!(!judge(&other_games), "{other_games:?}");
        }
        assert!(judge(&["", "h2e2 h9g7", "h2e2 h9g7 h0g2 a9a8"]));
    }

    #[test]
    fn a_draw_is_accepted_by_the_weaker_side_and_in_an_equal_game_without_progress() {
        let quiet = "2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 30 70";
        let lively = "2bak4/4a4/4b4/9/9/9/9/4B4/4A3n/2BAK4 w - - 29 70";
        let bare = "3ak4/9/9/9/9/9/9/9/9/3K1A3 w - - 0 1";
        for (fen, score, is_accepted) in [
            (quiet, Score::Cp(0), true),
            (quiet, Score::Cp(10), true),
            (quiet, Score::Cp(11), false),
            (quiet, Score::Cp(-50), true),
            (quiet, Score::Rule(9), false),
            (quiet, Score::Mate(9), false),
            (lively, Score::Cp(0), false),
            (lively, Score::Cp(-99), false),
            (lively, Score::Cp(-100), true),
            (lively, Score::Tb(-20), true),
            (lively, Score::Rule(-4), true),
            (bare, Score::Cp(0), true),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(DrawResignPolicy::accepts_draw(score, &position), is_accepted, "{fen} {score:?}");
        }
    }
}
