// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of the search as options of the protocols.

use crate::support::driver::reported;
use crate::support::{Session, wire};

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
