// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game records in every format. A record that was read is written as PGN, which is read as the same game. In a
//! text in PGN or DhtmlXQ nothing is passed over in silence.
#![no_main]

#[path = "../../crates/xiangqi/tests/it/support/loss.rs"]
mod loss;

use xiangqi::notation::{Notation, Records};
use libfuzzer_sys::fuzz_target;

/// Marks of the other text formats, in which some text has no meaning.
const OTHER_FORMATS: [&str; 3] = ["标题", "<n ", "<ChineseChessRecord"];

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\0')
        && !OTHER_FORMATS.iter().any(|mark| text.contains(mark))
        // The place follows from the text, so that a run can be repeated.
        && let Some(at) = (usize::from(bytes.last().copied().unwrap_or(0)) * text.len() / 256..=text.len())
            .find(|&at| loss::is_between_words(text, at))
    {
        assert_eq!(loss::lost_word(text, at, |text| text.as_bytes().to_vec()), None);
    }
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
