// SPDX-License-Identifier: MIT OR Apache-2.0
//! Line charts as SVG for documents: panels one above the other, each with its legend beside it.
//!
//! The crate `plotters` draws. This module adds the choices that make the project's charts look alike: sizes,
//! colours, ticks and labels. All lengths are tenths of a pixel, because `plotters` rounds coordinates to
//! whole numbers, which would make slow curves look like steps.

mod axis;

pub use axis::{Axis, Scale};

use axis::Span;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::io;

/// A panel.
pub struct Chart {
    /// Title above the panel.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Lines of the panel.
    pub series: Vec<Series>,
}

/// A line. Lines of the same name share one colour in all panels and one entry in the legend, which shows the
/// last of them.
pub struct Series {
    /// Name in the legend; empty for a line without an entry.
    pub name: String,
    /// Points from left to right. Lines with few points get marks.
    pub points: Vec<(f64, f64)>,
    /// True if the line is only a background for others.
    pub is_faint: bool,
}

impl Series {
    /// Creates a line in the foreground.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { name: name.into(), points: points.into_iter().collect(), is_faint: false }
    }
}

/// A pixel.
const UNIT: i32 = 10;
const WIDTH: i32 = 720 * UNIT;
/// Space around the grid of a panel: the title above, the labels of the axes, and room for the last label of
/// the horizontal axis.
const ABOVE: i32 = 38 * UNIT;
const LEFT: i32 = 66 * UNIT;
const BELOW: i32 = 44 * UNIT;
const RIGHT: i32 = 24 * UNIT;
/// Margin of the picture and between panels.
const MARGIN: i32 = 16 * UNIT;
/// Minimum height of a grid; a long legend makes it higher.
const GRID: i32 = 180 * UNIT;
/// Line height in legends and notes.
const LINE: i32 = 19 * UNIT;
/// Length of the line sample in a legend, and the gaps around it.
const SAMPLE: i32 = 24 * UNIT;
const GAP: i32 = 8 * UNIT;
/// Approximate width of a letter.
const LETTER: i32 = 7 * UNIT;
/// Maximum number of letters of a name in a legend.
const LETTERS: usize = 40;
/// Stroke width of a line.
const THICK: u32 = 18;
/// Maximum number of points of a line with marks.
const MARKED: usize = 32;

/// Colours that are easy to distinguish on white, especially neighbouring ones.
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
/// Marks, so that lines through the same points can be distinguished: square, diamond, triangle, cross, and
/// inverted triangle.
const MARKS: [&[(i32, i32)]; 5] = [
    &[(-25, -25), (25, -25), (25, 25), (-25, 25), (-25, -25)],
    &[(0, -36), (36, 0), (0, 36), (-36, 0), (0, -36)],
    &[(0, -36), (32, 22), (-32, 22), (0, -36)],
    &[(-26, -26), (26, 26), (0, 0), (26, -26), (-26, 26)],
    &[(0, 36), (32, -22), (-32, -22), (0, 36)],
];

/// The second line of an image of charts, by which the commands that draw them recognise it.
pub const FILE_MARK: &str = "<!-- chuhe: charts -->";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// Returns the charts one above the other with the notes below. The SVG has no blank lines, because Markdown
/// would end it there.
pub fn svg(charts: &[Chart], notes: &[&str]) -> String {
    let height = charts.iter().map(Chart::height).sum::<i32>() + LINE * (notes.len() as i32 + 1);
    let mut drawing = String::new();
    let backend = SVGBackend::with_string(&mut drawing, (WIDTH as u32, height as u32));
    // Writing to a string cannot fail.
    let _ = draw(&backend.into_drawing_area(), charts, notes);
    let (across, down) = (WIDTH / UNIT, height / UNIT);
    let head = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" viewBox="0 0 {WIDTH} {height}" stroke-linejoin="round">"#
    );
    let body = drawing.lines().skip(1).filter(|line| !line.trim().is_empty());
    [head.as_str(), FILE_MARK].into_iter().chain(body).flat_map(|line| [line, "\n"]).collect()
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

    /// Draws a panel. `names` are those of all panels, and `right` is the free width beside the grid.
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
        // Sorted by the right ends of the lines, where the eye comes from.
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

    /// The points of a series on the scales, without those that have no place there.
    fn place(&self, series: &Series) -> Vec<(f64, f64)> {
        let place = |&(x, y): &(f64, f64)| Some((self.x.scale.place(x)?, self.y.scale.place(y)?));
        series.points.iter().filter_map(place).collect()
    }
}

/// The appearance of a line.
#[derive(Clone, Copy)]
struct Look {
    /// Index of its name among all names.
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

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::coord::ranged1d::ValueFormatter;

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
        assert!(
            text.rfind("\nwins\n") < text.rfind("\ndraws\n"),
            "the series that ends higher is named first"
        );
    }
}
