// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prints random games that repeat positions, with the verdict on each, to compare it with other programs:
//!
//! ```sh
//! cargo run --release -p chuhe-dev --bin cycles -- 2000 1 asian
//! ```
//!
//! The arguments are the number of games, the seed and the rule set. Each line contains, separated by tabs,
//! the FEN, the moves (each cycle twice), the verdict and the reason.

#[path = "../../../../crates/xiangqi/tests/it/support/cycles.rs"]
mod cycles;

use std::error::Error;
use std::io::{self, Write};
use xiangqi::rules::RuleSet;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::Language;
use xiangqi::types::{Move, SplitMix64};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let count: usize = words.next().map_or(Ok(10), |word| word.parse())?;
    let seed: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let rules: RuleSet = words.next().map_or(Ok(RuleSet::Asian), |word| word.parse())?;

    let mut rng = SplitMix64::new(seed);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        let (start, cycle) = cycles::next_cycle(&mut rng);
        let position = cycles::play_rounds(&start, &cycle, 2);
        let explanation = Explanation::of(&position, rules, None);
        let moves: Vec<String> = position.moves().map(|mv: Move| mv.to_string()).collect();
        let reason = explanation.reason(Language::English);
        writeln!(out, "{}\t{}\t{}\t{reason}", start.to_fen(), moves.join(" "), explanation.verdict())?;
    }
    Ok(())
}
