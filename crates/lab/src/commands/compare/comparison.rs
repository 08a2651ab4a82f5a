// SPDX-License-Identifier: MIT OR Apache-2.0
//! The measurements of a comparison, as tables and as a chart.

use super::super::common::{Column, Table, counted};
use crate::algorithms::minimum_leaves;
use crate::{Measurement, Rung, Subject};
use chuhe_console::failure::Failure;
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
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

/// An algorithm's measurements at depths 1, 2, 3 …
struct Run {
    name: &'static str,
    is_exact: bool,
    measurements: Vec<Measurement>,
}

/// All measurements.
pub struct Comparison {
    language: Language,
    /// The name of the game in English.
    game: &'static str,
    table: Table,
    runs: Vec<Run>,
    positions: usize,
    /// The mean number of moves per position.
    branching: f64,
}

impl Comparison {
    /// Begins a comparison, and prints what comes before its rows.
    pub fn begin<G: Subject>(
        ladder: &[Rung<G>],
        positions: usize,
        branching: f64,
        language: Language,
    ) -> Result<Self, Failure> {
        let title = text!(
            language,
            "{number} of {game}",
            "{chinese}的{positions}个局面",
            number = counted(positions, "position"),
            game = G::NAME,
            chinese = G::CHINESE,
        );
        writeln!(io::stdout(), "{title}\n")?;
        let table = Table::begin(language, &COLUMNS)?;
        let run = |rung: &Rung<G>| Run { name: rung.name, is_exact: rung.is_exact, measurements: Vec::new() };
        let runs = ladder.iter().map(run).collect();
        Ok(Self { language, game: G::NAME, table, runs, positions, branching })
    }

    /// Returns the number of algorithms.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Adds the measurement of an algorithm at the next depth.
    pub fn add(&mut self, index: usize, measurement: Measurement) {
        self.runs[index].measurements.push(measurement);
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
        self.table.row(cells)
    }

    /// Prints the end of the report: the uniform tree's minimum, and the nodes at all depths.
    pub fn print_end(&self) -> Result<(), Failure> {
        let Some(deepest) = self.deepest() else { return Ok(()) };
        let mut cells = COLUMNS.map(|_| String::new());
        cells[0].push_str(self.language.pick("uniform", "均匀树"));
        cells[1].push_str(&deepest.to_string());
        cells[3] = format!("{:.0}", self.minimum(deepest));
        self.table.row(cells)?;
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
        let table = Table::begin(self.language, &columns)?;
        for run in self.runs.iter().filter(|run| !run.measurements.is_empty()) {
            let nodes = run.measurements.iter().map(|measurement| measurement.tally.nodes.to_string());
            let missing = core::iter::repeat_n(String::new(), depths.len() - run.measurements.len());
            table.row(core::iter::once(run.name.to_owned()).chain(nodes).chain(missing))?;
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

    /// Returns the chart of nodes by depth, with the minimum.
    pub fn svg(&self) -> String {
        let positions = self.positions as f64;
        let line = |run: &Run| {
            let place = |measurement: &Measurement| {
                (measurement.depth.into(), measurement.tally.nodes as f64 / positions)
            };
            Series::new(run.name, run.measurements.iter().map(place))
        };
        let least = |depth: u32| (depth.into(), self.minimum(depth) / positions);
        let minimum = Series::new("uniform", (1..=self.deepest().unwrap_or(0)).map(least));
        let chart = Chart {
            title: format!("Nodes to know the value of a position of {}", self.game),
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
