// SPDX-License-Identifier: MIT OR Apache-2.0
//! FEN: a position that can be read is written in a form that reads as the same position.
#![no_main]

use chuhe::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let readings =
        [Position::from_fen(text), Position::from_fen_lenient(text), Position::from_fen_strict(text)];
    for position in readings.into_iter().flatten() {
        let fen = position.to_fen();
        let again = Position::from_fen_lenient(&fen).expect("a written FEN is valid");
        assert_eq!(again.to_fen(), fen);
        assert_eq!(again.key(), position.key());
    }
});
