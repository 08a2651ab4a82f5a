// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of the search as options of the protocols.

use crate::support::{PATIENCE, Session, wire};

/// Returns the number after a keyword in the last report that has it, of a search on one thread with these
/// settings.
#[track_caller]
fn reported(word: &str, settings: &[&str], position: &str, go: &str) -> i64 {
    let mut session = Session::ucci();
    for setting in settings {
        session.send(&format!("setoption {setting}"));
    }
    session.send(&format!("position {position}\n{go}"));
    let lines = session.lines_until("INFO", "BM", PATIENCE);
    session.finish();
    let number = |text: &str| text.split_once(word)?.1.split_ascii_whitespace().next()?.parse().ok();
    let found = lines.iter().rev().find_map(|line| number(&line.text));
    found.unwrap_or_else(|| panic!("no '{word}' in {lines:?}"))
}

#[test]
fn the_tunables_of_the_search_can_be_set() {
    let mut session = Session::start();
    let lines = session.greet("uci", "uciok");
    let form = wire::pattern("option name lmr_base type spin default -?[0-9]+ min -100 max 300");
    assert_eq!(lines.iter().filter(|line| form.is_match(&line.text)).count(), 1);
    session.finish();
    let nodes = |settings: &[&str]| reported(" nodes ", settings, "startpos", "go depth 6");
    assert_ne!(nodes(&["lmr_base 300"]), nodes(&[]));
    assert_eq!(nodes(&["name lmr_base value 9999999999"]), nodes(&["lmr_base 300"]), "clamped to the range");
}
