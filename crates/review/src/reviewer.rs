// SPDX-License-Identifier: MIT OR Apache-2.0
//! A review, built position by position.

use super::evaluation::PositionEvaluation;
use super::verdict::{Mark, MoveVerdict, Remark};
use chuhe::book::Books;
use chuhe::engine::Engine;
use chuhe::eval::wdl::WdlModel;
use chuhe::search::{Limits, Settings};
use chuhe::tb::SharedTb;
use xiangqi::position::{IllegalMove, Position};
use xiangqi::rules::RuleSet;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::{Color, Move};

/// The review of a game, complete or in progress.
///
/// ```
/// use chuhe_review::{Mark, Review};
/// use chuhe::{Engine, Limits, Position};
/// let mut engine = Engine::new(1);
/// // The cannon takes a horse and is taken.
/// let moves = ["h2h9".parse()?, "i9h9".parse()?];
/// let mut review = Review::new(&Position::startpos(), &moves, engine.settings())?;
/// while let Some(evaluation) = review.evaluate_next(&mut engine, &Limits::nodes(3000)) {
///     review.add(evaluation);
/// }
/// assert_eq!(review.evaluations().len(), 3);
/// assert!(review.verdicts()[0].mark >= Some(Mark::Inaccuracy));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    start: Position,
    moves: Vec<Move>,
    /// For each move, the remark that exempts it from judgement.
    exemptions: Vec<Option<Remark>>,
    ending: Option<Explanation>,
    /// Endgame tables, and the rules by which they are asked.
    tb: Option<SharedTb>,
    rules: RuleSet,
    /// The position before the one evaluated last was a draw by them.
    was_table_draw: bool,
    /// The next position to evaluate; the final position when all are evaluated.
    position: Position,
    /// WDL model of the position evaluated last.
    model: WdlModel,
    evaluations: Vec<PositionEvaluation>,
    verdicts: Vec<MoveVerdict>,
}

impl Review {
    /// Creates an empty review of a game. The settings determine its rules and the endgame tables.
    ///
    /// # Errors
    /// [`IllegalMove`] if a move is illegal.
    pub fn new(start: &Position, moves: &[Move], settings: &Settings) -> Result<Self, IllegalMove> {
        let mut last = start.clone();
        let mut exemptions = Vec::new();
        for &mv in moves {
            exemptions.push((last.count_legal_moves() == 1).then_some(Remark::OnlyMove));
            last.play(mv)?;
        }
        let ending = Explanation::of(&last, settings.rules, settings.draw_plies);
        Ok(Self {
            start: start.clone(),
            moves: moves.to_vec(),
            exemptions,
            ending: Some(ending).filter(|ending| ending.outcome.is_some()),
            tb: settings.tb.clone(),
            rules: settings.rules,
            was_table_draw: false,
            position: start.clone(),
            model: WdlModel::for_position(start),
            evaluations: Vec::new(),
            verdicts: Vec::new(),
        })
    }

    /// Exempts the moves that one of these books has to play from judgement.
    #[must_use]
    pub fn with_books(mut self, books: &Books) -> Self {
        let mut position = self.start.clone();
        for (&mv, exemption) in self.moves.iter().zip(&mut self.exemptions) {
            if exemption.is_none() && books.contain(&position, mv) {
                *exemption = Some(Remark::BookMove);
            }
            position.play_unchecked(mv);
        }
        self
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves of the game.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the rules of repetition by which the game is judged.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Returns the explanation of the result by the rules after the last move, if the game is over.
    pub fn ending(&self) -> Option<&Explanation> {
        self.ending.as_ref()
    }

    /// Returns the evaluations of the positions, from the start position on.
    pub fn evaluations(&self) -> &[PositionEvaluation] {
        &self.evaluations
    }

    /// Returns the verdicts on the moves, from the first one on. A verdict requires the evaluation of the
    /// position after the move.
    pub fn verdicts(&self) -> &[MoveVerdict] {
        &self.verdicts
    }

    /// Returns true if all moves have been judged.
    pub fn is_complete(&self) -> bool {
        self.evaluations.len() > self.moves.len()
    }

    /// Returns all positions of the game, each with the moves that led to it.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start.clone();
        let later = self.moves.iter().map(move |&mv| {
            position.play_unchecked(mv);
            position.clone()
        });
        std::iter::once(self.start.clone()).chain(later)
    }

    /// Returns the totals of a side's moves.
    pub fn summary(&self, side: Color) -> SideSummary {
        let first = usize::from(self.start.side_to_move() != side);
        SideSummary::of(self.verdicts.iter().skip(first).step_by(2))
    }

    /// Searches the next position; `None` if there is none, or if the search was stopped: its result would be
    /// unreliable.
    pub fn evaluate_next(&self, engine: &mut Engine, limits: &Limits) -> Option<PositionEvaluation> {
        if self.is_complete() {
            return None;
        }
        if self.evaluations.len() == self.moves.len()
            && let Some(outcome) = self.ending().and_then(|ending| ending.outcome)
        {
            return Some(PositionEvaluation::of_outcome(self.position.side_to_move(), outcome));
        }
        let result = engine.search(&self.position, limits);
        let evaluation = PositionEvaluation::of_search(&self.position, &result, engine);
        (!engine.was_stopped()).then_some(evaluation)
    }

    /// Returns true if the endgame tables have the position as a draw.
    fn is_table_draw(&self, position: &Position) -> bool {
        self.tb.as_ref().and_then(|tb| tb.probe_value(position, self.rules)) == Some(0)
    }

    /// Adds the evaluation of the next position and judges the move that led to it: it loses nothing if it
    /// was the only one or if a book has it. In a position that is its own mirror image, a best line whose
    /// mirror image was begun is replaced by this image. A move into a drawn endgame, by the tables, is
    /// marked so.
    ///
    /// # Panics
    /// If the review is complete.
    pub fn add(&mut self, mut evaluation: PositionEvaluation) {
        assert!(!self.is_complete(), "there is no position left");
        if let Some(before) = self.evaluations.last() {
            let index = self.verdicts.len();
            let mut verdict = match self.exemptions[index] {
                Some(remark) => MoveVerdict::without_loss(vec![remark]),
                None => MoveVerdict::of(self.moves[index], before, &evaluation, self.model),
            };
            let is_draw = self.is_table_draw(&self.position);
            if is_draw && !self.was_table_draw {
                verdict.remarks.push(Remark::TableDraw);
            }
            self.was_table_draw = is_draw;
            self.verdicts.push(verdict);
        }
        self.model = WdlModel::for_position(&self.position);
        if let Some(&mv) = self.moves.get(self.evaluations.len()) {
            if evaluation.line.first() == Some(&mv.mirror()) && self.position.is_symmetric() {
                evaluation.line.iter_mut().for_each(|mv| *mv = mv.mirror());
            }
            self.position.play_unchecked(mv);
        }
        self.evaluations.push(evaluation);
    }
}

/// Totals of a side's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideSummary {
    /// Number of judged moves.
    pub moves: usize,
    /// Numbers of inaccuracies, mistakes and blunders.
    pub marks: [usize; Mark::ALL.len()],
    /// Average loss per move in centipawns; `None` without moves.
    pub average_loss: Option<f64>,
    /// Average loss per move in expected points, from 0 to 1; `None` without moves.
    pub average_loss_points: Option<f64>,
    /// Mean accuracy of the moves, from 0 to 1; `None` without moves.
    pub accuracy: Option<f64>,
}

impl SideSummary {
    /// Sums up these verdicts.
    pub fn of<'a>(verdicts: impl IntoIterator<Item = &'a MoveVerdict>) -> Self {
        let mut summary =
            Self { moves: 0, marks: [0; 3], average_loss: None, average_loss_points: None, accuracy: None };
        let (mut lost, mut lost_points, mut accuracies) = (0, 0.0, 0.0);
        for verdict in verdicts {
            summary.moves += 1;
            lost += verdict.centipawns;
            lost_points += verdict.loss;
            accuracies += verdict.accuracy();
            if let Some(mark) = verdict.mark {
                summary.marks[mark as usize] += 1;
            }
        }
        if summary.moves > 0 {
            let moves = summary.moves as f64;
            summary.average_loss = Some(f64::from(lost) / moves);
            summary.average_loss_points = Some(lost_points / moves);
            summary.accuracy = Some(accuracies / moves);
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;
    use xiangqi::types::Score;

    fn review(fen: &str, moves: &str, nodes: u64) -> Review {
        let mut engine = Engine::new(1);
        let start = Position::from_fen(fen).unwrap();
        let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        let mut review = Review::new(&start, &moves, engine.settings()).unwrap();
        while let Some(evaluation) = review.evaluate_next(&mut engine, &Limits::nodes(nodes)) {
            review.add(evaluation);
        }
        assert!(review.is_complete());
        review
    }

    #[test]
    fn a_mate_on_the_board_is_not_searched() {
        let review = review("3k5/1R7/9/9/9/9/R8/9/9/4K4 w", "a3a9", 2000);
        assert_eq!(review.evaluations()[1].score, Score::Mate(0));
        assert_eq!(review.verdicts()[0].mark, None);
        assert_eq!(review.ending().unwrap().verdict(), "red wins");
        assert_eq!(review.summary(Color::Red).accuracy, Some(1.0));
        assert_eq!(review.summary(Color::Black).accuracy, None);
    }

    #[test]
    fn perpetual_check_loses_a_won_game() {
        let checks = "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9";
        let review = review("4k4/9/9/9/9/9/4P4/9/9/R2K5 w", checks, 3000);
        let evaluation = review.evaluations().last().unwrap();
        assert_eq!((evaluation.score, evaluation.wdl), (Score::Rule(0), [1000, 0, 0]));
        assert_eq!(review.verdicts().last().unwrap().mark, Some(Mark::Blunder));
    }

    #[test]
    fn a_mirror_image_is_the_same_move_in_a_symmetric_position_only() {
        // Every move but the best one gives a hundred centipawns away.
        let loss = |start: &Position, best: &str, mv: &str| {
            let line = vec![best.parse().unwrap()];
            let evaluation =
                PositionEvaluation { score: Score::Cp(50), wdl: [0; 3], depth: 1, nodes: 1, line };
            let mut review = Review::new(start, &[mv.parse().unwrap()], &Settings::default()).unwrap();
            review.add(evaluation.clone());
            review.add(evaluation);
            review.verdicts()[0].loss
        };
        let symmetric = Position::startpos();
        assert!(loss(&symmetric, "h2e2", "b2e2") < 1e-9 && loss(&symmetric, "h2e2", "c3c4") > 0.1);
        assert!(loss(&symmetric.after("a3a4".parse().unwrap()), "h7e7", "b7e7") > 0.1);
    }

    #[test]
    fn sides_are_assigned_correctly_when_black_begins() {
        let review = review("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", "h7h0", 2000);
        let [red, black] = Color::ALL.map(|side| review.summary(side));
        assert_eq!((red.moves, black.moves), (0, 1));
        assert!(black.marks.iter().sum::<usize>() == 1 && black.average_loss > Some(20.0));
        let positions: Vec<_> = review.positions().collect();
        assert_eq!(positions.len(), 2);
        assert_eq!(positions[1].side_to_move(), Color::Red);
    }

    #[test]
    fn an_illegal_move_is_refused() {
        let moves = ["h2e2", "h2e2"].map(|mv| mv.parse().unwrap());
        assert!(Review::new(&Position::startpos(), &moves, &Settings::default()).is_err());
    }

    #[test]
    fn moves_are_counted_and_averaged() {
        let verdicts = [(0.0, 0), (0.15, 40), (0.3, 120), (0.6, 1000)].map(|(loss, centipawns)| {
            MoveVerdict { loss, centipawns, mark: Mark::of(loss), remarks: Vec::new() }
        });
        let summary = SideSummary::of(&verdicts);
        assert_eq!((summary.moves, summary.marks), (4, [1, 0, 2]));
        assert!((summary.average_loss.unwrap() - 290.0).abs() < 1e-9);
        assert!((summary.average_loss_points.unwrap() - 1.05 / 4.0).abs() < 1e-9);
        let accuracy = (1.0 + 0.5_f64.sqrt() + 0.5 + 0.25) / 4.0;
        assert!((summary.accuracy.unwrap() - accuracy).abs() < 1e-9);
    }

    #[test]
    fn no_moves_have_no_average() {
        let SideSummary { moves, average_loss, average_loss_points, accuracy, .. } = SideSummary::of([]);
        assert_eq!((moves, average_loss, average_loss_points, accuracy), (0, None, None, None));
    }
}
