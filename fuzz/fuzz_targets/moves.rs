// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves in any notation: a move that can be read is legal, and is read again as each notation writes it.
#![no_main]

use chuhe::Position;
use xiangqi::notation::{Notation, read_epd, read_move};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = read_epd(text);
    let mut position = Position::startpos();
    for word in text.split_whitespace() {
        let Ok(mv) = read_move(&position, word) else { continue };
        for notation in Notation::ALL {
            let written = notation.write(&position, mv);
            assert_eq!(notation.read(&position, &written), Ok(mv), "{written}");
        }
        position.play(mv).expect("a move that was read is legal");
    }
});
