// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game records in every format. A record that was read is written as PGN, which is read as the same game.
#![no_main]

use xiangqi::notation::{Notation, Records};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for record in Records::new(bytes).take(4).flatten() {
        for notation in [Notation::Iccs, Notation::Chinese] {
            let text = record.to_pgn(notation);
            let again =
                Records::new(text.as_bytes()).next().expect("there is a game").expect("it can be read");
            assert_eq!(again.start.to_fen(), record.start.to_fen());
            let moves = |record: &xiangqi::notation::Record| -> Vec<_> {
                record.line.moves.iter().map(|recorded| recorded.mv).collect()
            };
            assert_eq!(moves(&again), moves(&record), "{text}");
        }
    }
});
