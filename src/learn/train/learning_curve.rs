// SPDX-License-Identifier: MIT OR Apache-2.0
//! The learning curve of a run: the losses of each epoch, and their table as CSV.

use core::fmt::Write;

/// The statistics of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochStats {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// Total number of steps at its end.
    pub steps: u32,
    /// The learning rate of the last step.
    pub learning_rate: f64,
    /// The WDL lambda of the last step.
    pub wdl_lambda: f64,
    /// The mean training loss, each position measured before it was learned from.
    pub training: f64,
    /// The validation losses on the held-out positions, if there are any.
    pub held_out: Option<Losses>,
}

/// Mean squared differences between the predicted and the expected result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Against the training target, the blend of result and score.
    pub blend: f64,
    /// Against the scores of the search alone.
    pub scores: f64,
    /// Against the results of the games alone. If it rises while that of the scores falls, the network learns
    /// the teacher's errors.
    pub results: f64,
}

/// Formats the learning curve as CSV, with a header and one line per epoch.
pub fn csv(epochs: &[EpochStats]) -> String {
    let mut text =
        "epoch,steps,rate,result_share,training,held_out,held_out_scores,held_out_results\n".to_owned();
    for stats in epochs {
        let EpochStats { epoch, steps, learning_rate, wdl_lambda, training, held_out } = stats;
        let held_out = held_out.map_or_else(
            || ",,".to_owned(),
            |Losses { blend, scores, results }| format!("{blend:.7},{scores:.7},{results:.7}"),
        );
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "{epoch},{steps},{learning_rate:.3e},{wdl_lambda:.4},{training:.7},{held_out}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_one_line_per_epoch() {
        let stats = |epoch: u32| EpochStats {
            epoch,
            steps: 10 * epoch,
            learning_rate: 1e-3,
            wdl_lambda: 0.25,
            training: 0.01 + 0.01 / f64::from(epoch),
            held_out: (epoch != 2).then_some(Losses { blend: 0.02, scores: 0.005, results: 0.1 }),
        };
        let text = csv(&[stats(1), stats(2)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1], "1,10,1.000e-3,0.2500,0.0200000,0.0200000,0.0050000,0.1000000");
        assert_eq!(lines[2], "2,20,1.000e-3,0.2500,0.0150000,,,");
        assert!(lines.iter().all(|line| line.split(',').count() == 8));
    }
}
