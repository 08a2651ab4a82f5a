// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the losses went, epoch by epoch: as a table for programs, as a picture for people.

use core::fmt::{self, Write};

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

const WIDTH: f64 = 720.0;
/// Of a panel.
const HEIGHT: f64 = 240.0;
/// What the axes of a panel leave free: left, top, right and below.
const MARGINS: [f64; 4] = [90.0, 40.0, 30.0, 50.0];
/// Below the panels.
const FOOT: f64 = 50.0;
/// About so many lines of the grid.
const GRID: f64 = 6.0;
const HELD_OUT: Kind = ("held out", "#c8441b");
const TRAINING: Kind = ("training", "#1f6fb4");

/// A name and a colour.
type Kind = (&'static str, &'static str);
/// By epoch and loss.
type Curve = (Kind, Vec<(f64, f64)>);

/// The picture: a panel for each thing that predictions are compared with. Of more than two epochs the first is left out:
/// beside its losses those of all others would look alike.
pub fn svg(points: &[Point]) -> String {
    let mut text = String::new();
    // Strings take all that is written.
    let _ = draw(if points.len() > 2 { &points[1..] } else { points }, &mut text);
    text
}

fn draw(points: &[Point], out: &mut String) -> fmt::Result {
    let held_out = |loss: fn(Losses) -> f64| -> Curve {
        let places = points.iter().filter_map(|point| Some((point.epoch.into(), loss(point.held_out?))));
        (HELD_OUT, places.collect())
    };
    let training = points.iter().map(|point| (point.epoch.into(), point.training)).collect();
    let mut panels = vec![
        ("against the search's scores", vec![held_out(|losses| losses.scores)]),
        ("against the games' results", vec![held_out(|losses| losses.results)]),
        ("against what is learned", vec![held_out(|losses| losses.blend), (TRAINING, training)]),
    ];
    for (_, curves) in &mut panels {
        curves.retain(|(_, places)| !places.is_empty());
    }
    panels.retain(|(_, curves)| !curves.is_empty());

    #[allow(clippy::cast_precision_loss, reason = "three at most")]
    let bottom = HEIGHT * panels.len() as f64;
    let height = bottom + FOOT;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">"#
    )?;
    writeln!(out, r#"<rect width="{WIDTH}" height="{height}" fill="white"/>"#)?;
    let epochs = points.iter().map(|point| point.epoch.into());
    let across = Axis::new(epochs, MARGINS[0], WIDTH - MARGINS[2]);
    let mut top = 0.0;
    for (title, curves) in panels {
        panel(out, top, title, &curves, &across)?;
        top += HEIGHT;
    }
    let share = |point: Option<&Point>| point.map_or(0.0, |point| point.result_share);
    let [first, last] = [points.first(), points.last()].map(share);
    let y = bottom + 14.0;
    writeln!(
        out,
        r#"<text x="16" y="{y}" font-size="12">Losses are mean squares of the difference between predicted and expected results.</text>"#
    )?;
    let y = y + 20.0;
    writeln!(
        out,
        r#"<text x="16" y="{y}" font-size="12">What is learned is a blend; the result's share in it went from {first:.2} to {last:.2}, so its loss may rise.</text>"#
    )?;
    writeln!(out, "</svg>")
}

/// One panel, with axes, names and curves.
fn panel(out: &mut String, top: f64, title: &str, curves: &[Curve], across: &Axis) -> fmt::Result {
    let losses = curves.iter().flat_map(|(_, places)| places.iter().map(|place| place.1));
    let upward = Axis::new(losses, top + HEIGHT - MARGINS[3], top + MARGINS[1]);
    let (left, right, bottom) = (across.start, across.end, upward.start);
    for epoch in across.ticks().filter(|epoch| epoch.fract() == 0.0) {
        let (x, top) = (across.place(epoch), upward.end);
        writeln!(out, r##"<path d="M{x:.1} {top}V{bottom}" stroke="#ddd"/>"##)?;
        writeln!(out, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{epoch}</text>"#, bottom + 18.0)?;
    }
    for loss in upward.ticks() {
        let (y, digits) = (upward.place(loss), upward.digits());
        writeln!(out, r##"<path d="M{left} {y:.1}H{right}" stroke="#ddd"/>"##)?;
        let (x, y) = (left - 8.0, y + 4.0);
        writeln!(out, r#"<text x="{x}" y="{y:.1}" text-anchor="end">{loss:.digits$}</text>"#)?;
    }
    let (x, y) = (f64::midpoint(left, right), bottom + 34.0);
    writeln!(out, r#"<text x="{x}" y="{y}" text-anchor="middle">epoch</text>"#)?;
    let y = f64::midpoint(upward.start, upward.end);
    writeln!(out, r#"<text transform="translate(22 {y}) rotate(-90)" text-anchor="middle">loss</text>"#)?;
    writeln!(out, r#"<text x="{left}" y="{}" font-weight="bold">Loss {title}</text>"#, top + 26.0)?;
    let mut name_end = right;
    for ((name, color), places) in curves {
        let mut places = places.iter().map(|&(epoch, loss)| (across.place(epoch), upward.place(loss)));
        let line: Vec<String> = places.clone().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = line.join(" ");
        writeln!(out, r#"<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>"#)?;
        if let Some((x, y)) = places.next_back() {
            writeln!(out, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{color}"/>"#)?;
        }
        let y = top + 26.0;
        writeln!(out, r#"<text x="{name_end}" y="{y}" text-anchor="end" fill="{color}">{name}</text>"#)?;
        name_end -= 80.0;
    }
    Ok(())
}

/// Which numbers are where on a line from `start` to `end`.
struct Axis {
    low: f64,
    high: f64,
    /// Between lines of the grid: 1, 2 or 5 times a power of ten.
    step: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// For these numbers, with some room if they are all the same.
    fn new(numbers: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.filter(|number| number.is_finite()) {
            low = low.min(number);
            high = high.max(number);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            let room = if low == 0.0 { 0.5 } else { 0.1 * low.abs() };
            (low, high) = (low - room, high + room);
        }
        let rough = (high - low) / GRID;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|&step| step >= rough);
        Self { low, high, step: step.unwrap_or(rough), start, end }
    }

    fn place(&self, number: f64) -> f64 {
        self.start + (self.end - self.start) * (number - self.low) / (self.high - self.low)
    }

    /// The numbers to draw lines at.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (first, step, high) = ((self.low / self.step).ceil(), self.step, self.high);
        (0..20_u8)
            .map(move |index| (first + f64::from(index)) * step)
            .take_while(move |&tick| tick <= high * (1.0 + 1e-12))
    }

    /// Digits behind the point that tell the lines apart.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most nine")]
    fn digits(&self) -> usize {
        (-self.step.log10().floor()).clamp(0.0, 9.0) as usize
    }
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

    #[test]
    fn the_picture_stays_in_its_frame() {
        for (count, panels) in [(0, 0), (1, 3), (2, 3), (40, 3), (300, 3), (1, 1), (40, 1)] {
            let mut points = points(count);
            if panels == 1 {
                for point in &mut points {
                    point.held_out = None;
                }
            }
            let text = svg(&points);
            assert!(
                text.starts_with("<svg ") && text.ends_with("</svg>\n") && !text.contains("NaN"),
                "{text}"
            );
            assert_eq!(text.matches("Loss against").count(), panels, "{count}");
            for pair in text.split("points=\"").skip(1) {
                for place in pair.split('"').next().unwrap().split_whitespace() {
                    let (x, y) = place.split_once(',').unwrap();
                    let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                    assert!((0.0..=WIDTH).contains(&x) && (0.0..=3.0 * HEIGHT).contains(&y), "{place}");
                }
            }
        }
    }

    #[test]
    fn lines_of_the_grid_are_round_numbers() {
        let axis = Axis::new([0.0103, 0.0187].into_iter(), 0.0, 100.0);
        let ticks: Vec<String> = axis.ticks().map(|tick| format!("{tick:.*}", axis.digits())).collect();
        assert_eq!(ticks, ["0.012", "0.014", "0.016", "0.018"]);
        assert!((axis.place(0.0103)).abs() < 1e-9 && (axis.place(0.0187) - 100.0).abs() < 1e-9);
    }
}
