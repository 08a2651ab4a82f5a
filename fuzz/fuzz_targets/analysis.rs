// SPDX-License-Identifier: MIT OR Apache-2.0
//! Queries of `chuhe analysis`: every answer is a line of JSON.
#![no_main]

use chuhe::Limits;
use chuhe_review::analysis::{AnalysisConfig, Answered, Session};
use chuhe::book::Books;
use chuhe::search::Settings;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    // Searches with limits of their own may be long, and many positions are many searches.
    let costly = ["Visits", "Nodes", "nodes", "depth", "time", "mate", "analyzeTurns", "hash", "lines"];
    let limited = text.lines().filter(|line| !costly.iter().any(|word| line.contains(word)));
    let input: String = limited.take(2).flat_map(|line| [line, "\n"]).collect();
    let config = AnalysisConfig {
        threads: 1,
        settings: Settings::default(),
        limits: Limits::nodes(1),
        hash_mb: 1,
        is_hash_shared: false,
        max_pending: 4,
        is_in_order: true,
        books: Books::default(),
        tables: None,
        answered: Answered::default(),
    };
    Session::new(config, std::io::sink()).run(Cursor::new(input.into_bytes())).expect("a sink takes all");
});
