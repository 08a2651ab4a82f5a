// SPDX-License-Identifier: MIT OR Apache-2.0
//! Draws the learning curve of a training run as SVG.

use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use chuhe_learn::train::{EpochStats, Losses};

/// Draws the learning curve, with one panel for each thing that predictions are compared with. If there are
/// more than two epochs, the first is left out: next to its losses those of all others would look alike.
pub fn svg(epochs: &[EpochStats]) -> String {
    let epochs = if epochs.len() > 2 { &epochs[1..] } else { epochs };
    let held_out = |loss: fn(Losses) -> f64| {
        let losses = epochs.iter().filter_map(|stats| Some((stats.epoch.into(), loss(stats.held_out?))));
        Series { name: "held out".to_owned(), points: losses.collect(), is_faint: false }
    };
    let training = epochs.iter().map(|stats| (stats.epoch.into(), stats.training)).collect();
    let training = Series { name: "training".to_owned(), points: training, is_faint: false };
    let mut panels = vec![
        panel("the scores of the search", vec![held_out(|losses| losses.scores)]),
        panel("the results of the games", vec![held_out(|losses| losses.results)]),
        panel("the training target", vec![held_out(|losses| losses.blend), training]),
    ];
    panels.retain(|chart| !chart.series.is_empty());
    let lambda = |stats: Option<&EpochStats>| stats.map_or(0.0, |stats| stats.wdl_lambda);
    let [first, last] = [epochs.first(), epochs.last()].map(lambda);
    let blend = format!(
        "The training target is a blend; the WDL lambda (weight of the result) went from {first:.2} to {last:.2}, so its loss \
         may rise."
    );
    charts::svg(
        &panels,
        &["Losses are mean squared differences between predicted and expected results.", &blend],
    )
}

fn panel(against: &str, mut series: Vec<Series>) -> Chart {
    series.retain(|series| !series.points.is_empty());
    let x = Axis { label: "epoch", scale: Scale::Whole };
    let y = Axis { label: "loss", scale: Scale::Linear };
    Chart { title: format!("Loss against {against}"), x, y, series }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epochs(count: u32) -> Vec<EpochStats> {
        let stats = |epoch: u32| EpochStats {
            epoch,
            steps: 10 * epoch,
            learning_rate: 1e-3,
            wdl_lambda: 0.25,
            training: 0.01 + 0.01 / f64::from(epoch),
            held_out: (epoch != 2).then_some(Losses { blend: 0.02, scores: 0.005, results: 0.1 }),
        };
        (1..=count).map(stats).collect()
    }

    #[test]
    fn there_is_one_panel_for_each_kind_of_loss() {
        for (count, panels) in [(0, 0), (1, 3), (2, 3), (40, 3), (300, 3), (1, 1), (40, 1)] {
            let mut epochs = epochs(count);
            if panels == 1 {
                for stats in &mut epochs {
                    stats.held_out = None;
                }
            }
            let text = svg(&epochs);
            assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
            assert_eq!(text.matches("Loss against").count(), panels, "{count}");
            assert_eq!(text.contains("held out"), panels == 3, "{count}");
            assert!(text.contains("mean squared") && text.contains("went from"), "{text}");
        }
    }

    #[test]
    fn the_first_of_many_epochs_is_left_out() {
        for (count, is_left_out) in [(2, false), (3, true)] {
            let mut epochs = epochs(count);
            let before = svg(&epochs);
            epochs[0].training *= 2.0;
            assert_eq!(svg(&epochs) == before, is_left_out, "{count}");
        }
    }
}
