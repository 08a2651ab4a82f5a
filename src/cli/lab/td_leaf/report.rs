// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output of `td-leaf`.

use crate::arena::Tally;
use crate::cli::failure::Failure;
use crate::cli::lab::markdown::{Column, print_head, print_row};
use crate::learn::td_leaf::piece_values;
use crate::render::charts::{self, Axis, Chart, Scale, Series};
use crate::types::PieceKind;
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// The first line of the CSV file.
pub const CSV_HEADER: &str = "learner,seed,games,wins,draws,losses,points";

/// A part of the comparison that has ended.
pub enum Part {
    /// A learner's games with one seed.
    Course { learner: usize, seed: u32, course: Course },
    /// A match between two learners after all their games, over all seeds.
    Match { learners: [usize; 2], tally: Tally },
}

/// A learner after the games of one seed: the match at each stage, and the weights at the end.
pub struct Course {
    pub tallies: Vec<Tally>,
    pub weights: Vec<f64>,
    pub counts: Vec<f64>,
}

/// The parts that have ended.
pub struct Report {
    learners: Vec<Learned>,
    /// The numbers of games after which learners are tested.
    stages: Vec<u32>,
    matches: Vec<([usize; 2], Tally)>,
}

/// A learner with its seeds.
struct Learned {
    name: String,
    courses: Vec<(u32, Course)>,
}

impl Report {
    /// Creates a report without results.
    pub fn new(names: Vec<String>, stages: Vec<u32>) -> Self {
        let learners = names.into_iter().map(|name| Learned { name, courses: Vec::new() }).collect();
        Self { learners, stages, matches: Vec::new() }
    }

    /// Adds a part.
    pub fn add(&mut self, part: Part) {
        match part {
            Part::Course { learner, seed, course } => self.learners[learner].courses.push((seed, course)),
            Part::Match { learners, tally } => self.matches.push((learners, tally)),
        }
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.matches.len() + self.learners.iter().map(|learner| learner.courses.len()).sum::<usize>()
    }

    /// Prints all tables.
    pub fn print(&self) -> Result<(), Failure> {
        self.print_points()?;
        self.print_matches()?;
        self.print_pieces()
    }

    /// Prints the points against the textbook's values after each number of games, over all seeds.
    fn print_points(&self) -> Result<(), Failure> {
        let headings: Vec<String> = self.stages.iter().map(|stage| format!("{stage} games")).collect();
        let columns: Vec<Column<'_>> = [("learner", 14)]
            .into_iter()
            .chain(headings.iter().map(|heading| (heading.as_str(), 10)))
            .chain([("Elo at the end", 18)])
            .collect();
        print_head(&columns)?;
        for learner in &self.learners {
            let totals = learner.totals(self.stages.len());
            let points = totals.iter().map(points);
            let end = totals.last().map(elo).unwrap_or_default();
            let cells: Vec<String> = [learner.name.clone()].into_iter().chain(points).chain([end]).collect();
            print_row(&columns, &cells)?;
        }
        Ok(())
    }

    /// Prints the matches of the learners against each other at the end.
    fn print_matches(&self) -> Result<(), Failure> {
        const COLUMNS: [Column<'_>; 5] =
            [("match at the end", 30), ("games", 6), ("W-D-L", 12), ("points", 8), ("Elo", 18)];
        writeln!(io::stdout())?;
        print_head(&COLUMNS)?;
        for (learners, tally) in &self.matches {
            let [first, second] = learners.map(|learner| &self.learners[learner].name);
            let cells = [
                format!("{first} - {second}"),
                tally.games().to_string(),
                tally.to_string(),
                points(tally),
                elo(tally),
            ];
            print_row(&COLUMNS, &cells)?;
        }
        Ok(())
    }

    /// Prints the learned values of pieces, a rook being 9.
    fn print_pieces(&self) -> Result<(), Failure> {
        const KINDS: [(PieceKind, &str); 6] = [
            (PieceKind::Rook, "rook"),
            (PieceKind::Cannon, "cannon"),
            (PieceKind::Horse, "horse"),
            (PieceKind::Elephant, "elephant"),
            (PieceKind::Advisor, "advisor"),
            (PieceKind::Pawn, "pawn"),
        ];
        let columns: Vec<Column<'_>> =
            [("value, rook = 9", 16)].into_iter().chain(KINDS.map(|(_, name)| (name, 9))).collect();
        writeln!(io::stdout())?;
        print_head(&columns)?;
        for learner in &self.learners {
            let mut values = [0.0; PieceKind::ALL.len()];
            for (_, course) in &learner.courses {
                let one = piece_values(&course.weights, &course.counts);
                values.iter_mut().zip(one).for_each(|(sum, value)| *sum += value);
            }
            let unit = values[PieceKind::Rook] / 9.0;
            let cells = KINDS.map(|(kind, _)| format!("{:.2}", values[kind] / unit));
            print_row(&columns, &[vec![learner.name.clone()], cells.to_vec()].concat())?;
        }
        Ok(())
    }

    /// Returns the matches against the textbook's values as CSV.
    pub fn csv(&self) -> String {
        let mut text = format!("{CSV_HEADER}\n");
        for Learned { name, courses } in &self.learners {
            for (seed, course) in courses {
                for (stage, tally) in self.stages.iter().zip(&course.tallies) {
                    let Tally { wins, draws, losses, .. } = tally;
                    // Writing to a string cannot fail.
                    let _ =
                        writeln!(text, "{name},{seed},{stage},{wins},{draws},{losses},{:.4}", tally.score());
                }
            }
        }
        text
    }

    /// Draws the points against the textbook's values by games, over all seeds.
    pub fn svg(&self) -> String {
        let line = |learner: &Learned| Series {
            name: learner.name.clone(),
            points: self
                .stages
                .iter()
                .zip(learner.totals(self.stages.len()))
                .filter(|(_, total)| total.games() > 0)
                .map(|(&stage, total)| (f64::from(stage), 100.0 * total.score()))
                .collect(),
            is_faint: false,
        };
        let chart = Chart {
            title: "Against the textbook's piece values".to_owned(),
            x: Axis { label: "games", scale: Scale::Log },
            y: Axis { label: "points in %", scale: Scale::Linear },
            series: self.learners.iter().map(line).collect(),
        };
        charts::svg(&[chart], &[])
    }
}

impl Learned {
    /// Adds up the matches of all seeds, stage by stage.
    fn totals(&self, stages: usize) -> Vec<Tally> {
        let mut totals = vec![Tally::default(); stages];
        for (_, course) in &self.courses {
            totals.iter_mut().zip(&course.tallies).for_each(|(total, &tally)| *total += tally);
        }
        totals
    }
}

fn points(tally: &Tally) -> String {
    format!("{:.1} %", 100.0 * tally.score())
}

fn elo(tally: &Tally) -> String {
    tally.elo().map(|elo| elo.to_string()).unwrap_or_default()
}
