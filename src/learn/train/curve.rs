// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the losses went, epoch by epoch: as a table for programs, as a picture for people.

#[cfg(feature = "cli")]
use crate::render::charts::{self, Axis, Chart, Scale, Series};
use core::fmt::Write;

/// An epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Its number, from 1.
    pub epoch: u32,
    /// Steps done when it was over.
    pub steps: u32,
    /// The last step's learning rate.
    pub rate: f64,
    /// The last step's share of the result in what was learned.
    pub result_share: f64,
    /// The mean loss of its positions, each before it was learned from.
    pub training: f64,
    /// The losses over the positions held out, if there are any.
    pub held_out: Option<Losses>,
}

/// Mean squares of the difference between predicted and expected results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Against what is learned: a blend of result and score.
    pub blend: f64,
    /// Against the search's scores alone.
    pub scores: f64,
    /// Against the games' results alone. If it rises while that of the scores falls, the teacher's errors are being learned.
    pub results: f64,
}

/// The table: a line of names, then a line an epoch.
pub fn csv(points: &[Point]) -> String {
    let mut text =
        "epoch,steps,rate,result_share,training,held_out,held_out_scores,held_out_results\n".to_owned();
    for point in points {
        let Point { epoch, steps, rate, result_share, training, held_out } = point;
        let held_out = held_out.map_or_else(
            || ",,".to_owned(),
            |Losses { blend, scores, results }| format!("{blend:.7},{scores:.7},{results:.7}"),
        );
        // Strings take all that is written.
        let _ = writeln!(text, "{epoch},{steps},{rate:.3e},{result_share:.4},{training:.7},{held_out}");
    }
    text
}

/// The picture: a panel for each thing that predictions are compared with. Of more than two epochs the first is left out:
/// beside its losses those of all others would look alike.
#[cfg(feature = "cli")]
pub fn svg(points: &[Point]) -> String {
    let points = if points.len() > 2 { &points[1..] } else { points };
    let held_out = |loss: fn(Losses) -> f64| {
        let losses = points.iter().filter_map(|point| Some((point.epoch.into(), loss(point.held_out?))));
        Series { name: "held out".to_owned(), points: losses.collect(), is_faint: false }
    };
    let training = points.iter().map(|point| (point.epoch.into(), point.training)).collect();
    let training = Series { name: "training".to_owned(), points: training, is_faint: false };
    let chart = |against: &str, mut series: Vec<Series>| {
        series.retain(|series| !series.points.is_empty());
        let x = Axis { label: "epoch", scale: Scale::Whole };
        let y = Axis { label: "loss", scale: Scale::Linear };
        Chart { title: format!("Loss against {against}"), x, y, series }
    };
    let mut panels = vec![
        chart("the search's scores", vec![held_out(|losses| losses.scores)]),
        chart("the games' results", vec![held_out(|losses| losses.results)]),
        chart("what is learned", vec![held_out(|losses| losses.blend), training]),
    ];
    panels.retain(|chart| !chart.series.is_empty());
    let share = |point: Option<&Point>| point.map_or(0.0, |point| point.result_share);
    let [first, last] = [points.first(), points.last()].map(share);
    let blend = format!(
        "What is learned is a blend; the result's share in it went from {first:.2} to {last:.2}, so its loss may rise."
    );
    charts::svg(
        &panels,
        &["Losses are mean squares of the difference between predicted and expected results.", &blend],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(count: u32) -> Vec<Point> {
        let point = |epoch: u32| Point {
            epoch,
            steps: 10 * epoch,
            rate: 1e-3,
            result_share: 0.25,
            training: 0.01 + 0.01 / f64::from(epoch),
            held_out: (epoch != 2).then_some(Losses { blend: 0.02, scores: 0.005, results: 0.1 }),
        };
        (1..=count).map(point).collect()
    }

    #[test]
    fn the_table_has_a_line_an_epoch() {
        let text = csv(&points(2));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1], "1,10,1.000e-3,0.2500,0.0200000,0.0200000,0.0050000,0.1000000");
        assert_eq!(lines[2], "2,20,1.000e-3,0.2500,0.0150000,,,");
        assert!(lines.iter().all(|line| line.split(',').count() == 8));
    }

    #[cfg(feature = "cli")]
    #[test]
    fn there_is_a_panel_for_all_that_was_measured() {
        for (count, panels) in [(0, 0), (1, 3), (2, 3), (40, 3), (300, 3), (1, 1), (40, 1)] {
            let mut points = points(count);
            if panels == 1 {
                for point in &mut points {
                    point.held_out = None;
                }
            }
            let text = svg(&points);
            assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
            assert_eq!(text.matches("Loss against").count(), panels, "{count}");
            assert_eq!(text.contains("held out"), panels == 3, "{count}");
            assert!(text.contains("mean squares") && text.contains("went from"), "{text}");
        }
    }

    #[cfg(feature = "cli")]
    #[test]
    fn the_first_of_many_epochs_is_left_out() {
        for (count, is_left_out) in [(2, false), (3, true)] {
            let mut points = points(count);
            let before = svg(&points);
            points[0].training *= 2.0;
            assert_eq!(svg(&points) == before, is_left_out, "{count}");
        }
    }
}
