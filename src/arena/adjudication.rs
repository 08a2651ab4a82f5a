// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games that the referee ends before the rules do, to save time: all that counts must be agreed on by both engines,
//! so that the scores of one alone decide nothing.

use crate::types::Color;

/// Games that nothing else ends are drawn after so many plies.
const LONGEST_GAME: u32 = 2000;
/// Scores beyond this are mates (see [`LoggedGame::scores`](super::LoggedGame::scores)).
const LARGEST_ORDINARY: i32 = 9000;

/// When to end games. By default only games of 2000 plies are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A draw after so many plies of the game, the opening's included.
    pub draw_plies: Option<u32>,
    /// A draw when scores stay near zero.
    pub draw: Option<DrawAdjudication>,
    /// A win when one side is far ahead.
    pub resign: Option<ResignAdjudication>,
    /// A win when the engines in turn, the one that mates and the one that is mated, say so: a mate was found.
    pub mate: bool,
}

/// A draw when both engines' last `moves` scores are at most `score` away from zero, but not in the first
/// `from_move - 1` moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawAdjudication {
    /// The first move, as both sides count them, with which a game can end.
    pub from_move: u32,
    /// How many moves of each side.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// A win when both engines' last `moves` scores are at least `score` in favour of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignAdjudication {
    /// How many moves of each side.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// What the referee decides: who wins (`None`: nobody), and the reason.
pub type Decision = (Option<Color>, &'static str);

/// Plies in a row whose scores favour the same side by so much.
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

    /// The side that was favoured for so many plies.
    fn winner(self, plies: u32) -> Option<Color> {
        self.side.filter(|_| self.plies >= plies)
    }
}

/// Follows the scores of one game.
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

    /// `mover` made the game's `plies`th ply and thought its position worth `score`.
    pub fn judge(&mut self, mover: Color, score: Option<i32>, plies: u32) -> Option<Decision> {
        self.mating.add(mover, score, LARGEST_ORDINARY + 1);
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
        (plies >= self.rules.draw_plies.unwrap_or(LONGEST_GAME)).then_some((None, "length"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color::{Black, Red};

    /// Feeds scores of Red and Black in turn: the ply at which the game ends, and how.
    fn ending(rules: &Adjudication, scores: &[i32]) -> Option<(usize, Decision)> {
        let mut adjudicator = MatchAdjudicator::new(rules.clone());
        let movers = [Red, Black].into_iter().cycle();
        scores.iter().zip(movers).zip(1..).find_map(|((&score, mover), ply)| {
            adjudicator.judge(mover, Some(score), ply).map(|decision| (ply as usize, decision))
        })
    }

    #[test]
    fn nothing_is_adjudicated_unless_asked_for() {
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
                "an engine that says nothing agrees to nothing"
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
