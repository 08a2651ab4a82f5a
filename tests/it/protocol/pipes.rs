// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program in a pipe, as people and scripts use it: `printf ... | chuhe`. The end of the input finishes a
//! search that has a limit.

use crate::support::timing::{limit, ms};
use crate::support::{PATIENCE, Session};
use std::time::Duration;

/// Sends the whole input, ends it, and returns the last report and the time up to the answer.
fn piped(input: &str) -> (String, Duration) {
    let mut session = Session::start();
    session.send(&format!("{input}\nsetoption bookfiles"));
    let ended = session.close_input();
    let lines = session.lines_until("(id|option|info) .+|ucciok|uciok|nodes .+", "bestmove .+", PATIENCE);
    session.expect_exit(0, limit(1000));
    let [.., report, answer] = &lines[..] else { panic!("{lines:?}") };
    (report.text.clone(), answer.at.saturating_duration_since(ended))
}

#[test]
fn the_end_of_input_finishes_a_search_with_a_limit() {
    for greeting in ["", "uci\n", "ucci\nsetoption usebook false\n"] {
        let (report, _) = piped(&format!("{greeting}position startpos\ngo depth 8"));
        assert!(report.starts_with("info depth 8 "), "{greeting:?}: {report}");
    }
    let (report, _) = piped("position startpos\ngo nodes 50000");
    let nodes: u64 = report.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(nodes > 10_000, "{report}");
    let (report, _) = piped("position fen 4RN3/3k5/3a5/9/9/9/9/3A5/4Kr3/9 w\ngo mate 4");
    assert!(report.contains(" score mate 4 "), "{report}");
    // There is no such mate.
    piped("position fen 4k4/4a4/9/9/9/9/9/9/9/4K2N1 w\ngo mate 1");
    for go in ["position startpos\ngo movetime 700", "ucci\nsetoption usebook false\ngo time 700"] {
        let (_, time) = piped(go);
        assert!(time > ms(400), "{go}: {time:?}");
    }
}
