// SPDX-License-Identifier: MIT OR Apache-2.0
//! Charts of lines, as SVG for documents: panels one above the other, each with its legend beside it.
//!
//! The drawing is that of the crate `plotters`. What is added here are the choices that make the project's
//! charts look alike: sizes, colours, where an axis has its ticks and how they are labelled. All lengths are
//! tenths of a pixel, for `plotters` places everything on whole numbers, which would give slow curves steps.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "lengths on a page, and numbers of lines, letters and digits"
)]

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;
use std::{io, iter};

/// A panel.
pub(crate) struct Chart {
    /// What is above it.
    pub title: String,
    /// The axis across.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// Its lines.
    pub series: Vec<Series>,
}

/// What is written at an axis, and how numbers are placed on it.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    /// The name of the quantity.
    pub label: &'static str,
    /// How numbers are placed.
    pub scale: Scale,
}

/// How numbers are placed on an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Scale {
    /// Evenly.
    Linear,
    /// Evenly, with ticks at whole numbers only.
    Whole,
    /// Evenly: they are exponents of this base, and labelled as its powers.
    Exponents(u32),
    /// By their logarithms. Those without one are left out.
    Log,
}

/// A line. Those of one name have one colour in all panels, and one entry in the legend, which
/// shows the last.
pub(crate) struct Series {
    /// What the legend calls it; nothing if it is empty.
    pub name: String,
    /// From left to right. Few of them get marks.
    pub points: Vec<(f64, f64)>,
    /// Whether it is only a background for other lines.
    pub is_faint: bool,
}

/// A pixel.
const UNIT: i32 = 10;
const WIDTH: i32 = 720 * UNIT;
/// What a panel has around its grid: the title above, the labels of the axes, and room for the last label
/// across.
const ABOVE: i32 = 38 * UNIT;
const LEFT: i32 = 66 * UNIT;
const BELOW: i32 = 44 * UNIT;
const RIGHT: i32 = 24 * UNIT;
/// Of the picture, and between panels.
const MARGIN: i32 = 16 * UNIT;
/// The least height of a grid; a long legend makes it higher.
const GRID: i32 = 180 * UNIT;
/// From line to line in legends and notes.
const LINE: i32 = 19 * UNIT;
/// What a legend shows of a line, with what is left free before it and behind.
const SAMPLE: i32 = 24 * UNIT;
const GAP: i32 = 8 * UNIT;
/// About the width of a letter.
const LETTER: i32 = 7 * UNIT;
/// Names in a legend have room for so many letters.
const LETTERS: usize = 40;
/// Of a line.
const THICK: u32 = 18;
/// Lines with more points have no marks.
const MARKED: usize = 32;
/// Numbers beyond are no measurements, and too much for the search of ticks.
const LARGEST: f64 = 1e100;

/// Easy to tell apart on white, neighbours most of all.
const COLORS: [RGBColor; 14] = [
    RGBColor(31, 111, 180),
    RGBColor(200, 68, 27),
    RGBColor(44, 150, 60),
    RGBColor(130, 80, 180),
    RGBColor(230, 150, 0),
    RGBColor(0, 165, 185),
    RGBColor(220, 80, 160),
    RGBColor(115, 75, 50),
    RGBColor(125, 125, 125),
    RGBColor(150, 160, 20),
    RGBColor(20, 40, 110),
    RGBColor(150, 0, 50),
    RGBColor(0, 85, 70),
    RGBColor(20, 20, 20),
];
/// The marks, so that of lines on the same points none is lost: square, diamond, triangle, cross, and
/// triangle on its head.
const MARKS: [&[(i32, i32)]; 5] = [
    &[(-25, -25), (25, -25), (25, 25), (-25, 25), (-25, -25)],
    &[(0, -36), (36, 0), (0, 36), (-36, 0), (0, -36)],
    &[(0, -36), (32, 22), (-32, 22), (0, -36)],
    &[(-26, -26), (26, 26), (0, 0), (26, -26), (-26, 26)],
    &[(0, 36), (32, -22), (-32, -22), (0, 36)],
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// The charts one above the other and the notes below. It has no blank lines, at which Markdown would take it
/// to be over.
pub(crate) fn svg(charts: &[Chart], notes: &[&str]) -> String {
    let height = charts.iter().map(Chart::height).sum::<i32>() + LINE * (notes.len() as i32 + 1);
    let mut drawing = String::new();
    let backend = SVGBackend::with_string(&mut drawing, (WIDTH as u32, height as u32));
    // Strings take all that is written.
    let _ = draw(&backend.into_drawing_area(), charts, notes);
    let (across, down) = (WIDTH / UNIT, height / UNIT);
    let head = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" viewBox="0 0 {WIDTH} {height}" stroke-linejoin="round">"#
    );
    let body = drawing.lines().skip(1).filter(|line| !line.trim().is_empty());
    iter::once(head.as_str()).chain(body).flat_map(|line| [line, "\n"]).collect()
}

fn draw(picture: &Area, charts: &[Chart], notes: &[&str]) -> Drawn {
    picture.fill(&WHITE)?;
    let mut names: Vec<&str> = Vec::new();
    for series in charts.iter().flat_map(|chart| &chart.series) {
        if !names.contains(&series.name.as_str()) {
            names.push(&series.name);
        }
    }
    let letters = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(LETTERS);
    let right = if letters == 0 { RIGHT } else { SAMPLE + 3 * GAP + LETTER * letters as i32 };
    let mut rest = picture.clone();
    for chart in charts {
        let (area, below) = rest.split_vertically(chart.height());
        chart.draw(&area, &names, right)?;
        rest = below;
    }
    for (note, line) in notes.iter().zip(0..) {
        rest.draw_text(note, &text(12, VPos::Top), (MARGIN, LINE * line))?;
    }
    picture.present()
}

impl Chart {
    fn height(&self) -> i32 {
        ABOVE + BELOW + MARGIN + GRID.max(LINE * (self.series.len() as i32 + 4))
    }

    /// Draws a panel. `names` are those of all panels, and `right` is free beside the grid.
    fn draw(&self, area: &Area, names: &[&str], right: i32) -> Drawn {
        let lines: Vec<Vec<(f64, f64)>> = self.series.iter().map(|series| self.place(series)).collect();
        let x = Span::new(self.x.scale, lines.iter().flatten().map(|point| point.0), 12);
        let y = Span::new(self.y.scale, lines.iter().flatten().map(|point| point.1), 9);
        let mut grid = ChartBuilder::on(area)
            .margin_top(ABOVE)
            .margin_right(right)
            .margin_bottom(MARGIN)
            .margin_left(MARGIN)
            .set_label_area_size(LabelAreaPosition::Left, LEFT)
            .set_label_area_size(LabelAreaPosition::Bottom, BELOW)
            .build_cartesian_2d(x, y)?;
        grid.configure_mesh()
            .bold_line_style(BLACK.mix(0.16).stroke_width(10))
            .light_line_style(BLACK.mix(0.06).stroke_width(10))
            .axis_style(BLACK.mix(0.5).stroke_width(10))
            .set_all_tick_mark_size(GAP / 2)
            .label_style(text(12, VPos::Center))
            .axis_desc_style(text(13, VPos::Center))
            .x_desc(self.x.label)
            .y_desc(self.y.label)
            .draw()?;
        let mut title = text(14, VPos::Top);
        title.font = title.font.style(FontStyle::Bold);
        area.draw_text(&self.title, &title, (LEFT + MARGIN, MARGIN))?;

        let mut legend: Vec<(&str, f64, Look)> = Vec::new();
        for (series, points) in self.series.iter().zip(lines) {
            let look = Look::of(series, names);
            if look.is_marked {
                grid.draw_series(points.iter().map(|&point| EmptyElement::at(point) + look.mark()))?;
            }
            let end = points.last().map_or(f64::NEG_INFINITY, |point| point.1);
            legend.retain(|(name, ..)| *name != series.name);
            legend.push((&series.name, end, look));
            grid.draw_series(LineSeries::new(points, look.line()))?;
        }
        legend.retain(|(name, ..)| !name.is_empty());
        // In the order of the lines at their right ends, where the eye comes from.
        legend.sort_by(|one, other| other.1.total_cmp(&one.1));
        for ((name, _, look), line) in legend.into_iter().zip(0..) {
            let (x, y) = (WIDTH - right + GAP, ABOVE + LINE * line + LINE / 2);
            let style = ShapeStyle { stroke_width: THICK, ..look.line() };
            area.draw(&PathElement::new([(x, y), (x + SAMPLE, y)], style))?;
            if look.is_marked {
                area.draw(&(EmptyElement::at((x + SAMPLE / 2, y)) + look.mark()))?;
            }
            area.draw_text(name, &text(12, VPos::Center), (x + SAMPLE + GAP, y))?;
        }
        Ok(())
    }

    /// Where a series goes through, as far as there is a place for its numbers.
    fn place(&self, series: &Series) -> Vec<(f64, f64)> {
        let place = |&(x, y): &(f64, f64)| Some((self.x.scale.place(x)?, self.y.scale.place(y)?));
        series.points.iter().filter_map(place).collect()
    }
}

/// What a line looks like.
#[derive(Clone, Copy)]
struct Look {
    /// Of its name among all.
    index: usize,
    is_faint: bool,
    is_marked: bool,
}

impl Look {
    fn of(series: &Series, names: &[&str]) -> Self {
        let index = names.iter().position(|&name| name == series.name).unwrap_or(0);
        let is_marked = series.points.len() <= if series.is_faint { 1 } else { MARKED };
        Self { index, is_faint: series.is_faint, is_marked }
    }

    fn color(self) -> RGBColor {
        COLORS[self.index % COLORS.len()]
    }

    fn line(self) -> ShapeStyle {
        if self.is_faint { self.color().mix(0.25).stroke_width(6) } else { self.color().stroke_width(THICK) }
    }

    fn mark(self) -> PathElement<(i32, i32)> {
        PathElement::new(MARKS[self.index % MARKS.len()], self.color().stroke_width(12))
    }
}

fn text(size: i32, vertical: VPos) -> TextStyle<'static> {
    // `plotters` divides a size by this number for SVG.
    let size = 1.24 * f64::from(size * UNIT);
    ("sans-serif", size).into_font().color(&BLACK.mix(0.85)).pos(Pos::new(HPos::Left, vertical))
}

impl Scale {
    fn place(self, number: f64) -> Option<f64> {
        let place = if self == Self::Log { number.log10() } else { number };
        (place.abs() <= LARGEST).then_some(place)
    }
}

/// The part of an axis that is shown.
struct Span {
    scale: Scale,
    line: RangedCoordf64,
    ticks: Vec<f64>,
    /// Lines of the grid between the ticks.
    between: Vec<f64>,
}

impl Span {
    /// For the numbers at these places, with `most` ticks.
    fn new(scale: Scale, places: impl Iterator<Item = f64>, most: usize) -> Self {
        let (low, high) = Self::ends(scale, places);
        let line = RangedCoordf64::from(low..high);
        let mut ticks = line.key_points(most);
        ticks.retain(|tick| (low..=high).contains(tick));
        if scale != Scale::Linear {
            ticks.retain(|tick| (tick - tick.round()).abs() < 1e-6);
        }
        let is_fine = scale == Scale::Log && high - low <= 4.0;
        let powers = if is_fine { ticks.as_slice() } else { &[] };
        let multiples = (2..10).map(|times| f64::from(times).log10());
        let between = powers.iter().flat_map(|power| multiples.clone().map(move |part| power + part));
        let between = between.filter(|&place| place < high).collect();
        Self { scale, line, ticks, between }
    }

    /// From where to where: powers of ten, or with some room about the numbers.
    fn ends(scale: Scale, places: impl Iterator<Item = f64>) -> (f64, f64) {
        let all = places.fold(None, |ends: Option<(f64, f64)>, place| {
            Some(ends.map_or((place, place), |(low, high)| (low.min(place), high.max(place))))
        });
        let Some((low, high)) = all else { return (0.0, 1.0) };
        if scale == Scale::Log {
            return (low.floor(), high.ceil().max(low.floor() + 1.0));
        }
        let size = low.abs().max(high.abs());
        let room = match scale {
            _ if high - low > 1e-9 * size => 0.04 * (high - low),
            Scale::Linear if size > 0.0 => 0.1 * size,
            _ => 0.5,
        };
        let floor = if scale == Scale::Linear && low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
        ((low - room).max(floor), high + room)
    }
}

impl Ranged for Span {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        self.line.map(place, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { self.between.clone() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.line.range()
    }
}

impl ValueFormatter<f64> for Span {
    /// Powers, or numbers all of one unit and with as many digits as tell them apart.
    fn format_ext(&self, &tick: &f64) -> String {
        match self.scale {
            Scale::Exponents(base) => return power(base, tick),
            Scale::Log => return power(10, tick),
            Scale::Linear | Scale::Whole => {}
        }
        let largest = self.ticks.iter().fold(0.0_f64, |largest, tick| largest.max(tick.abs()));
        let units = [(1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")];
        let unit = units.into_iter().find(|&(from, ..)| largest >= from);
        let (unit, letter) = unit.map_or((1.0, ""), |(_, unit, letter)| (unit, letter));
        let step = self.ticks.get(1).map_or(1.0, |second| second - self.ticks[0]);
        if tick.abs() < step / 2.0 {
            return "0".to_owned();
        }
        let digits = (-(step / unit).log10() - 1e-6).ceil().clamp(0.0, 9.0) as usize;
        format!("{:.digits$}{letter}", tick / unit)
    }
}

fn power(base: u32, exponent: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |letter: char| letter.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    // Adding nothing takes the sign from zero.
    let exponent = format!("{:.0}", exponent.round() + 0.0);
    format!("{base}{}", exponent.chars().map(raise).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { name: name.to_owned(), points: points.into_iter().collect(), is_faint: false }
    }

    fn chart(x: Scale, y: Scale, series: Vec<Series>) -> Chart {
        let [x, y] = [("depth", x), ("nodes", y)].map(|(label, scale)| Axis { label, scale });
        Chart { title: "Nodes".to_owned(), x, y, series }
    }

    fn ticks(scale: Scale, places: &[f64], most: usize) -> Vec<String> {
        let span = Span::new(scale, places.iter().copied(), most);
        span.ticks.iter().map(|tick| span.format_ext(tick)).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(ticks(Scale::Linear, &[0.0103, 0.0187], 9).join(" "), "0.010 0.012 0.014 0.016 0.018");
        assert_eq!(ticks(Scale::Linear, &[-2e5, 31e4], 9).join(" "), "-200k -100k 0 100k 200k 300k");
        assert_eq!(
            ticks(Scale::Linear, &[1.23e6, 1.6e6], 9).join(" "),
            "1.25M 1.30M 1.35M 1.40M 1.45M 1.50M 1.55M 1.60M"
        );
        assert_eq!(ticks(Scale::Whole, &[1.0, 3.0], 12).join(" "), "1 2 3");
        assert_eq!(ticks(Scale::Whole, &[1.0, 12.0], 12).join(" "), "1 2 3 4 5 6 7 8 9 10 11 12");
        assert_eq!(ticks(Scale::Whole, &[7.0], 12).join(" "), "7");
        assert_eq!(ticks(Scale::Exponents(2), &[10.0, 13.0], 12).join(" "), "2¹⁰ 2¹¹ 2¹² 2¹³");
        assert_eq!(ticks(Scale::Log, &[-1.5, 2.0], 9).join(" "), "10⁻² 10⁻¹ 10⁰ 10¹ 10²");
        assert_eq!(ticks(Scale::Log, &[1.2, 8.9], 9).join(" "), "10¹ 10² 10³ 10⁴ 10⁵ 10⁶ 10⁷ 10⁸ 10⁹");
    }

    #[test]
    fn whatever_was_measured_there_is_a_picture_with_all_in_its_frame() {
        let numbers = [
            vec![],
            vec![7.0],
            vec![0.25; 9],
            vec![0.0, -3.0, 100.0, -0.0],
            vec![f64::NAN, f64::INFINITY, 1.0, f64::NEG_INFINITY],
            vec![f64::MAX, f64::MIN, f64::MIN_POSITIVE, 1e-300, 2e-300],
            vec![1e17, 1e17 + 16.0],
            vec![1.0, 1.0 + f64::EPSILON],
            vec![-1e99, 1e99],
            (1..5000).map(f64::from).collect(),
        ];
        let scales = [Scale::Linear, Scale::Whole, Scale::Exponents(2), Scale::Log];
        for (x, y) in scales.iter().flat_map(|&x| scales.map(|y| (x, y))) {
            let forth =
                |numbers: &[f64]| series("forth", numbers.iter().zip(1..).map(|(&x, y)| (x, f64::from(y))));
            let back = |numbers: &[f64]| series("", numbers.iter().zip(1..).map(|(&x, y)| (f64::from(y), x)));
            let charts: Vec<Chart> = numbers
                .iter()
                .flat_map(|numbers| [chart(x, y, vec![forth(numbers)]), chart(x, y, vec![back(numbers)])])
                .collect();
            let text = svg(&charts, &["", "1 < 2"]);
            assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n") && text.contains("1 &lt; 2"));
            assert!(!text.contains("NaN") && !text.contains("inf"), "{x:?} {y:?}");
            assert!(text.lines().all(|line| !line.trim().is_empty()));
            let bottom = charts.iter().map(Chart::height).sum();
            for place in
                text.split("points=\"").skip(1).flat_map(|rest| rest.split('"').next().unwrap().split(' '))
            {
                let Some((x, y)) = place.split_once(',') else { continue };
                let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((0..=WIDTH).contains(&x) && (0..=bottom).contains(&y), "{place}");
            }
        }
    }

    #[test]
    fn lines_of_one_name_share_a_colour_and_an_entry_of_the_legend() {
        let faint =
            Series { is_faint: true, ..series("wins", (0..100).map(|x| (f64::from(x), f64::from(x % 7)))) };
        let charts = [
            chart(Scale::Whole, Scale::Linear, vec![faint, series("wins", [(0.0, 3.0), (99.0, 3.0)])]),
            chart(
                Scale::Whole,
                Scale::Linear,
                vec![series("draws", [(1.0, 2.0)]), series("wins", [(1.0, 4.0)])],
            ),
        ];
        let text = svg(&charts, &[]);
        let color = "#1F6FB4";
        assert!(text.contains(&format!(r#"opacity="0.25" stroke="{color}""#)));
        // The faint line, two others, two samples in legends and their marks, and marks at three points.
        assert_eq!(text.matches(color).count(), 1 + 2 + 2 + 2 + 3);
        assert_eq!(text.matches("\nwins\n").count(), 2);
        assert!(text.rfind("\nwins\n") < text.rfind("\ndraws\n"), "what ends higher is named first");
    }
}
