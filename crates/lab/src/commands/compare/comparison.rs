// SPDX-License-Identifier: MIT OR Apache-2.0
//! The measurements of a comparison, as tables, as CSV and as a chart.

use super::super::common::{Column, columns_in, counted, print_head, print_row};
use crate::algorithms::minimum_leaves;
use crate::{Measurement, Rung, Subject};
use chuhe_console::failure::Failure;
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use xiangqi::text;
use xiangqi::types::Language;

const COLUMNS: [Column<'static>; 13] = [
    ("algorithm", 17),
    ("depth", 5),
    ("nodes", 11),
    ("leaves", 11),
    ("seconds", 8),
    ("ns/node", 7),
    ("factor", 6),
    ("exact %", 7),
    ("partial %", 9),
    ("values", 7),
    ("moves", 7),
    ("value", 9),
    ("move", 5),
];

/// The first line of the CSV file.
pub const CSV_HEADER: &str = "algorithm,depth,positions,nodes,leaves,expanded,children,exact_hits,partial_hits,\
                              seconds,factor,same_values,same_moves,value,move,uniform_minimum";

/// An algorithm's measurements at depths 1, 2, 3 …
struct Run {
    name: &'static str,
    is_exact: bool,
    measurements: Vec<Measurement>,
}

/// All measurements.
pub struct Comparison {
    language: Language,
    /// The name of the game, in English and in this language.
    game: [&'static str; 2],
    runs: Vec<Run>,
    positions: usize,
    /// The mean number of moves per position.
    branching: f64,
}

impl Comparison {
    /// Creates an empty comparison.
    pub fn new<G: Subject>(ladder: &[Rung<G>], positions: usize, branching: f64, language: Language) -> Self {
        let run = |rung: &Rung<G>| Run { name: rung.name, is_exact: rung.is_exact, measurements: Vec::new() };
        let game = [G::NAME, language.pick(G::NAME, G::CHINESE)];
        Self { language, game, runs: ladder.iter().map(run).collect(), positions, branching }
    }

    /// Returns the number of algorithms.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Adds the measurement of an algorithm at the next depth.
    pub fn add(&mut self, index: usize, measurement: Measurement) {
        self.runs[index].measurements.push(measurement);
    }

    /// Prints what comes before the rows.
    pub fn print_head(&self) -> Result<(), Failure> {
        let [_, game] = self.game;
        let title = text!(
            self.language,
            "{positions} of {game}",
            "{game}的{number}个局面",
            positions = counted(self.positions, "position"),
            number = self.positions,
        );
        writeln!(io::stdout(), "{title}\n")?;
        print_head(&columns_in(self.language, &COLUMNS))
    }

    /// Prints the row of an algorithm, unless nothing of it was measured.
    pub fn print_run(&self, index: usize) -> Result<(), Failure> {
        let run = &self.runs[index];
        let Some(last) = run.measurements.last() else { return Ok(()) };
        let tally = &last.tally;
        let agreement =
            self.agreement(last).map(|numbers| numbers.map(|number| format!("{number}/{}", self.positions)));
        let [values, moves] = agreement.unwrap_or_else(|| ["-".to_owned(), "-".to_owned()]);
        let has_table = tally.exact_hits + tally.partial_hits > 0;
        let hits =
            |hits| if has_table { format!("{:.2}", 100.0 * tally.share(hits)) } else { "-".to_owned() };
        let (value, mv) = &last.found[0];
        let cells = [
            run.name.to_owned(),
            last.depth.to_string(),
            tally.nodes.to_string(),
            tally.leaves.to_string(),
            format!("{:.3}", last.time.as_secs_f64()),
            format!("{:.0}", tally.nanoseconds_a_node(last.time)),
            format!("{:.2}", last.effective_branching_factor()),
            hits(tally.exact_hits),
            hits(tally.partial_hits),
            values,
            moves,
            value.to_string(),
            mv.clone().unwrap_or_default(),
        ];
        print_row(&columns_in(self.language, &COLUMNS), &cells)
    }

    /// Prints the end of the report: the uniform tree's minimum, and the nodes at all depths.
    pub fn print_end(&self) -> Result<(), Failure> {
        let Some(deepest) = self.deepest() else { return Ok(()) };
        let mut cells = COLUMNS.map(|_| String::new());
        cells[0].push_str(self.language.pick("uniform", "均匀树"));
        cells[1].push_str(&deepest.to_string());
        cells[3] = format!("{:.0}", self.minimum(deepest));
        print_row(&columns_in(self.language, &COLUMNS), &cells)?;
        let branching = self.branching;
        let title = text!(
            self.language,
            "{branching:.1} moves a position. Nodes by depth:",
            "每个局面平均{branching:.1}种着法。各深度的节点数："
        );
        writeln!(io::stdout(), "\n{title}\n")?;
        let depths: Vec<String> = (1..=deepest).map(|depth| depth.to_string()).collect();
        let columns: Vec<Column<'_>> = core::iter::once(("algorithm", 17))
            .chain(depths.iter().map(|depth| (depth.as_str(), 9)))
            .collect();
        let columns = columns_in(self.language, &columns);
        print_head(&columns)?;
        for run in self.runs.iter().filter(|run| !run.measurements.is_empty()) {
            let nodes = run.measurements.iter().map(|measurement| measurement.tally.nodes.to_string());
            let missing = core::iter::repeat_n(String::new(), depths.len() - run.measurements.len());
            let cells: Vec<String> =
                core::iter::once(run.name.to_owned()).chain(nodes).chain(missing).collect();
            print_row(&columns, &cells)?;
        }
        Ok(())
    }

    /// Prints the positions, each with the value and the move that the algorithms found at their last depths.
    pub fn print_positions(&self, drawings: &[String]) -> Result<(), Failure> {
        let columns = columns_in(self.language, &[COLUMNS[0], COLUMNS[1], COLUMNS[11], COLUMNS[12]]);
        for (index, drawing) in drawings.iter().enumerate() {
            let title = text!(self.language, "Position {number}", "局面{number}", number = index + 1);
            let board = drawing.replace('\n', "\n    ");
            writeln!(io::stdout(), "\n{title}:\n\n    {board}\n")?;
            print_head(&columns)?;
            for (run, last) in self.runs.iter().filter_map(|run| Some((run, run.measurements.last()?))) {
                let (value, mv) = &last.found[index];
                let mv = mv.clone().unwrap_or_default();
                print_row(&columns, &[run.name.to_owned(), last.depth.to_string(), value.to_string(), mv])?;
            }
        }
        Ok(())
    }

    /// Returns the numbers of positions in which an algorithm found the value and the move of the first exact
    /// algorithm at this depth.
    fn agreement(&self, measurement: &Measurement) -> Option<[usize; 2]> {
        let exact = self.runs.iter().filter(|run| run.is_exact);
        let reference =
            exact.flat_map(|run| &run.measurements).find(|other| other.depth == measurement.depth)?;
        Some(measurement.agreement(reference))
    }

    /// Returns the largest depth reached.
    fn deepest(&self) -> Option<u32> {
        self.runs.iter().filter_map(|run| Some(run.measurements.last()?.depth)).max()
    }

    /// Returns the leaves of the minimal tree for all positions together, if they had the mean number of
    /// moves.
    fn minimum(&self, depth: u32) -> f64 {
        minimum_leaves(self.branching, depth) * self.positions as f64
    }

    /// Returns all measurements as CSV. Value and move are those of the first position.
    pub fn csv(&self) -> String {
        let mut text = format!("{CSV_HEADER}\n");
        for run in &self.runs {
            for measurement in &run.measurements {
                let agreement =
                    self.agreement(measurement).map(|numbers| numbers.map(|number| number.to_string()));
                let [values, moves] = agreement.unwrap_or_default();
                let Measurement { depth, tally, time, found } = measurement;
                let (value, mv) = &found[0];
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{},{depth},{},{},{},{},{},{},{},{:.6},{:.4},{values},{moves},{value},{},{:.0}",
                    run.name,
                    self.positions,
                    tally.nodes,
                    tally.leaves,
                    tally.expanded,
                    tally.children,
                    tally.exact_hits,
                    tally.partial_hits,
                    time.as_secs_f64(),
                    measurement.effective_branching_factor(),
                    mv.as_deref().unwrap_or_default(),
                    self.minimum(*depth),
                );
            }
        }
        text
    }

    /// Returns the chart of nodes by depth, with the minimum.
    pub fn svg(&self) -> String {
        let positions = self.positions as f64;
        let line = |run: &Run| {
            let place = |measurement: &Measurement| {
                (measurement.depth.into(), measurement.tally.nodes as f64 / positions)
            };
            Series {
                name: run.name.to_owned(),
                points: run.measurements.iter().map(place).collect(),
                is_faint: false,
            }
        };
        let least = |depth: u32| (depth.into(), self.minimum(depth) / positions);
        let points = (1..=self.deepest().unwrap_or(0)).map(least).collect();
        let minimum = Series { name: "uniform".to_owned(), points, is_faint: false };
        let chart = Chart {
            title: format!("Nodes to know the value of a position of {}", self.game[0]),
            x: Axis { label: "depth in plies", scale: Scale::Whole },
            y: Axis { label: "nodes a position", scale: Scale::Log },
            series: self.runs.iter().map(line).chain([minimum]).collect(),
        };
        charts::svg(
            &[chart],
            &[
                "uniform: the leaves of the minimal tree if all positions had the mean number of moves (Knuth and Moore)",
            ],
        )
    }
}
