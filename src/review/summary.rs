// SPDX-License-Identifier: MIT OR Apache-2.0
//! Totals of a side's moves.

#![expect(clippy::cast_precision_loss, reason = "games are short")]

use super::verdict::{Mark, MoveVerdict};

/// Totals of a side's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideSummary {
    /// Number of judged moves.
    pub moves: usize,
    /// Numbers of inaccuracies, mistakes and blunders.
    pub marks: [usize; Mark::ALL.len()],
    /// Average loss per move in centipawns; `None` without moves.
    pub average_loss: Option<f64>,
    /// Mean accuracy of the moves, from 0 to 1; `None` without moves.
    pub accuracy: Option<f64>,
}

impl SideSummary {
    /// Sums up these verdicts.
    pub fn of<'a>(verdicts: impl IntoIterator<Item = &'a MoveVerdict>) -> Self {
        let mut summary = Self { moves: 0, marks: [0; 3], average_loss: None, accuracy: None };
        let (mut lost, mut accuracies) = (0, 0.0);
        for verdict in verdicts {
            summary.moves += 1;
            lost += verdict.centipawns;
            accuracies += verdict.accuracy();
            if let Some(mark) = verdict.mark {
                summary.marks[mark as usize] += 1;
            }
        }
        if summary.moves > 0 {
            let moves = summary.moves as f64;
            summary.average_loss = Some(f64::from(lost) / moves);
            summary.accuracy = Some(accuracies / moves);
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_and_averaged() {
        let verdicts = [(0.0, 0), (0.15, 40), (0.3, 120), (0.6, 1000)].map(|(loss, centipawns)| {
            MoveVerdict { loss, centipawns, mark: Mark::of(loss), remarks: Vec::new() }
        });
        let summary = SideSummary::of(&verdicts);
        assert_eq!((summary.moves, summary.marks), (4, [1, 0, 2]));
        assert!((summary.average_loss.unwrap() - 290.0).abs() < 1e-9);
        let accuracy = (1.0 + 0.5_f64.sqrt() + 0.5 + 0.25) / 4.0;
        assert!((summary.accuracy.unwrap() - accuracy).abs() < 1e-9);
    }

    #[test]
    fn no_moves_have_no_average() {
        let none = SideSummary { moves: 0, marks: [0; 3], average_loss: None, accuracy: None };
        assert_eq!(SideSummary::of([]), none);
    }
}
