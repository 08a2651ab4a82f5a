// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes the openings in `positions/openings.epd`:
//!
//! ```sh
//! cargo run --release -p chuhe-dev --bin make_openings -- --seed 1 > positions/openings.epd
//! ```
//!
//! Each system of `systems.txt` is a start. From there a line is extended by moves chosen at random among
//! those that a shallow search scores close to the best one; it is kept if two searches, the second a deep
//! one, find the position balanced. A line that leaves its system for another one, or reaches a known
//! position or its mirror image, is dropped. The same seed makes the same file. Lines are written as they are
//! found; it takes about 15 minutes.

mod systems;

use chuhe::search::{Listener, ScoreBound, SearchInfo, Settings};
use chuhe::{Engine, Limits, Position};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::io::{self, Write};
use systems::{System, Systems};
use xiangqi::types::{Move, Score, SplitMix64};

/// Minimum and maximum plies of a line.
const PLIES: (usize, usize) = (4, 10);
/// Maximum number of lines per system.
const LINES: usize = 6;
/// Maximum number of lines tried per system.
const ATTEMPTS: usize = 60;
/// A position is balanced if its score is below this for either side, in centipawns.
const BALANCE: i32 = 20;
/// Moves up to this many centipawns worse than the best one can be chosen, …
const MARGIN: i32 = 13;
/// … among this many best moves, …
const CHOICE: usize = 8;
/// … searched to this depth.
const CHOICE_DEPTH: u32 = 8;
/// Nodes of the two searches that test whether a position is balanced.
const NODES: [u64; 2] = [100_000, 1_500_000];
/// Size of the transposition table, in MiB.
const HASH_MB: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let seed: u64 = match words.as_slice() {
        [] => 1,
        [option, seed] if option == "--seed" => seed.parse()?,
        _ => return Err("usage: make_openings [--seed N]".into()),
    };
    let systems = Systems::new()?;
    let mut maker = Maker::new();
    let (mut out, mut log) = (io::stdout().lock(), io::stderr().lock());
    write!(out, "{}", header(seed))?;
    for (index, system) in systems.iter().enumerate() {
        // A generator per system, so that adding a system does not change the others' lines.
        let mut rng = SplitMix64::new(seed ^ system.position.canonical_key());
        let shortest = system.position.moves().count().max(PLIES.0);
        let mut found = 0;
        for attempt in 0..ATTEMPTS {
            // The first line is the system itself, if that is long enough.
            let extra = if attempt == 0 { 0 } else { rng.below(PLIES.1 - shortest + 1) };
            let position = maker.grow(&system.position, shortest + extra, &mut rng);
            if systems.of(&position) == Some(index)
                && let Some(score) = maker.judge(&position)
            {
                let (line, System { name, chinese, .. }) = (line(&position), system);
                writeln!(out, "{line}; ce {score}; id \"{name}\"; c0 \"{chinese}\"")?;
                found += 1;
            }
            if found == LINES {
                break;
            }
        }
        writeln!(log, "{}: {found}", system.name)?;
    }
    Ok(())
}

/// Returns the comment at the top of the file.
fn header(seed: u64) -> String {
    let [shallow, deep] = NODES.map(|nodes| nodes / 1000);
    let (least, most) = PLIES;
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "\
# Openings for matches, to be played with both colours: startpos moves …; ce SCORE; id \"SYSTEM\"; c0 \"ITS CHINESE NAME\".
# The score is in centipawns for the side to move.
#
# Made by chuhe {version} with its network: `cargo run --release -p chuhe-dev --bin make_openings -- --seed {seed}`.
# Each system of examples/dev/src/bin/make_openings/systems.txt was extended to lines of {least} to {most} plies. Each move was chosen at
# random among those of the {CHOICE} best moves that a search of depth {CHOICE_DEPTH} scores at most {MARGIN} centipawns below the best. A line
# was kept if two searches with an empty transposition table, of {shallow} and {deep} thousand nodes, score it below {BALANCE} centipawns
# for either side (the score given is the second one's): up to {LINES} lines per system, no two of which reach the same position
# or mirror images.
"
    )
}

/// Returns the line as `startpos moves …`.
fn line(position: &Position) -> String {
    position.moves().fold("startpos moves".to_owned(), |text, mv| format!("{text} {mv}"))
}

/// Extends lines and tests whether they are balanced.
struct Maker {
    engine: Engine,
    /// Results of `good_moves`, by key.
    good_moves: HashMap<u64, Vec<Move>>,
    /// Keys of the positions that were tested.
    judged: HashSet<u64>,
}

impl Maker {
    fn new() -> Self {
        Self { engine: Engine::new(HASH_MB), good_moves: HashMap::new(), judged: HashSet::new() }
    }

    /// Returns a line of `length` plies that begins with the moves of `start`.
    fn grow(&mut self, start: &Position, length: usize, rng: &mut SplitMix64) -> Position {
        let mut position = start.clone();
        while position.moves().count() < length {
            let moves = self.good_moves(&position);
            position.play_unchecked(moves[rng.below(moves.len())]);
        }
        position
    }

    /// Returns the moves that score close to the best one. (No line of ten such plies ends in mate.)
    fn good_moves(&mut self, position: &Position) -> Vec<Move> {
        if let Some(moves) = self.good_moves.get(&position.key()) {
            return moves.clone();
        }
        self.engine.set_settings(settings(CHOICE));
        self.engine.new_game();
        let mut lines = Lines::default();
        self.engine.search_with(position, &Limits::depth(CHOICE_DEPTH), &mut lines);
        let best = lines.0[0].1;
        let good = lines.0.into_iter().filter(|&(_, score)| score >= best - MARGIN);
        let moves: Vec<Move> = good.map(|(mv, _)| mv).collect();
        self.good_moves.insert(position.key(), moves.clone());
        moves
    }

    /// Returns the score of a position that is new, balanced and not in check.
    fn judge(&mut self, position: &Position) -> Option<i32> {
        if position.in_check() || !self.judged.insert(position.canonical_key()) {
            return None;
        }
        self.engine.set_settings(settings(1));
        let [shallow, deep] = NODES;
        self.balanced_score(position, shallow).and_then(|_| self.balanced_score(position, deep))
    }

    /// Returns the score by a search of `nodes` nodes, if it is balanced.
    fn balanced_score(&mut self, position: &Position, nodes: u64) -> Option<i32> {
        self.engine.new_game();
        match self.engine.search(position, &Limits::nodes(nodes)).score {
            Score::Cp(score) if score.abs() < BALANCE => Some(score),
            _ => None,
        }
    }
}

/// Settings for `multi_pv` lines.
fn settings(multi_pv: usize) -> Settings {
    Settings { multi_pv, ..Settings::default() }
}

/// The lines of the deepest iteration, best first: the move and its score.
#[derive(Default)]
struct Lines(Vec<(Move, i32)>);

impl Listener for Lines {
    fn on_info(&mut self, info: &SearchInfo) {
        if info.bound != ScoreBound::Exact {
            return;
        }
        if info.multi_pv == 1 {
            self.0.clear();
        }
        if let Score::Cp(score) = info.score {
            self.0.push((info.pv[0], score));
        }
    }
}
