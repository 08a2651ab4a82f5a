// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program in a pipe, as people and scripts use it: `printf ... | chuhe`. The end of the input finishes a
//! search that has a limit, and stops one that has none.

use crate::support::timing::{limit, ms};
use crate::support::{PATIENCE, Session};
use std::time::Instant;

/// Sends the whole input, ends it, and returns the lines up to the answer with their times.
fn piped(input: &str) -> (Vec<String>, std::time::Duration) {
    let mut session = Session::start();
    session.send(&format!("{input}\nsetoption bookfiles"));
    let ended = session.close_input();
    let lines = session.lines_until("(id|option|info) .+|ucciok|uciok|nodes .+", "bestmove .+", PATIENCE);
    session.expect_exit(0, limit(1000));
    let time = lines.last().map_or_else(Instant::now, |line| line.at).saturating_duration_since(ended);
    (lines.into_iter().map(|line| line.text).collect(), time)
}

#[test]
fn the_end_of_input_finishes_a_search_with_a_limit() {
    for greeting in ["", "uci\n", "ucci\nsetoption usebook false\n"] {
        let (lines, _) = piped(&format!("{greeting}position startpos\ngo depth 8"));
        let report = &lines[lines.len() - 2];
        assert!(report.starts_with("info depth 8 "), "{greeting:?}: {lines:?}");
    }
    let (lines, _) = piped("position startpos\ngo nodes 50000");
    let nodes: u64 =
        lines[lines.len() - 2].split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(nodes > 10_000, "{lines:?}");
    let (lines, _) = piped("position fen 4RN3/3k5/3a5/9/9/9/9/3A5/4Kr3/9 w\ngo mate 4");
    assert!(lines[lines.len() - 2].contains(" score mate 4 "), "{lines:?}");
    // There is no such mate.
    piped("position fen 4k4/4a4/9/9/9/9/9/9/9/4K2N1 w\ngo mate 1");
    let (_, time) = piped("position startpos\ngo movetime 700");
    assert!(time > ms(400), "{time:?}");
    let (_, time) = piped("ucci\nsetoption usebook false\nposition startpos\ngo time 700");
    assert!(time > ms(400), "{time:?}");
}

#[test]
fn the_end_of_input_stops_a_search_without_a_limit() {
    for go in ["go infinite", "go", "go ponder wtime 60000 btime 60000", "go ponder depth 60"] {
        let (_, time) = piped(&format!("position startpos\n{go}"));
        assert!(time < limit(1000), "{go}: {time:?}");
    }
}
