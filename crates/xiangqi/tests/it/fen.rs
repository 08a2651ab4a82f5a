// SPDX-License-Identifier: MIT OR Apache-2.0
//! The three FEN readers on good, bad and arbitrary text.
//!
//! The case files have a line `FEN # reason` each, split at the last ` # `. A reason beginning with `strict:`
//! or `relaxed:` marks a case that only the strict reader refuses, `lenient:` one that only the lenient
//! reader takes.

use crate::support::brute_force::{play_out, random_position};
use proptest::prelude::*;
use xiangqi::Position;
use xiangqi::types::SplitMix64;

fn cases(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().map(|line| line.rsplit_once(" # ").unwrap_or_else(|| panic!("'{line}' has no reason")))
}

#[test]
fn valid_fens_are_read() {
    let mut seen = 0;
    for (fen, reason) in cases(include_str!("../../../../positions/fen/valid.txt")) {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{reason}: {error}"));
        let strict = Position::from_fen_strict(fen);
        assert_eq!(strict.is_err(), reason.starts_with("relaxed:"), "{reason}: {strict:?}");
        assert!(strict.is_err() || strict == Ok(position.clone()), "{reason}: the readers differ");
        assert_eq!(Position::from_fen_lenient(fen).as_ref(), Ok(&position), "{reason}: the readers differ");
        let again = Position::from_fen(&position.to_fen()).unwrap();
        assert_eq!((&again, again.full_move()), (&position, position.full_move()), "{reason}");
        seen += 1;
    }
    assert_eq!(seen, 46);
}

#[test]
fn invalid_fens_are_refused() {
    let mut seen = 0;
    for (fen, reason) in cases(include_str!("../../../../positions/fen/invalid.txt")) {
        let (relaxed, strict) = (Position::from_fen(fen), Position::from_fen_strict(fen));
        assert!(strict.is_err(), "{reason}: {strict:?}");
        assert_eq!(relaxed.is_ok(), reason.starts_with("strict:"), "{reason}: {relaxed:?}");
        let is_after_the_board = reason.starts_with("strict:") || reason.starts_with("lenient:");
        assert_eq!(Position::from_fen_lenient(fen).is_ok(), is_after_the_board, "{reason}");
        let message = strict.unwrap_err().to_string();
        assert!(!message.is_empty() && message.len() < 5000, "{reason}: {message}");
        seen += 1;
    }
    assert_eq!(seen, 65);
}

#[test]
fn what_was_printed_reads_back() {
    let mut rng = SplitMix64::new(7);
    let check = |position: &Position| {
        let fen = position.to_fen();
        let again = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(again, *position, "{fen}");
        assert_eq!((again.key(), again.full_move()), (position.key(), position.full_move()), "{fen}");
        assert_eq!(again.to_fen(), fen);
    };
    for number in 0..2000 {
        check(&random_position(&mut rng, number % 2 == 0));
    }
    for _ in 0..10 {
        play_out(Position::startpos(), 150, &mut rng, |position| {
            check(position);
            assert_eq!(Position::from_fen_strict(&position.to_fen()).as_ref(), Ok(&*position));
        });
    }
}

#[test]
fn huge_texts_are_refused_at_once() {
    for text in ["/".repeat(1 << 20), "9/".repeat(1 << 19), "k".repeat(1 << 20), " ".repeat(1 << 20)] {
        assert!(Position::from_fen(&text).is_err() && Position::from_fen_strict(&text).is_err());
    }
    let late = format!("4k4/9/9/9/9/9/9/9/9/3K5 w - - {0} {0} {0}", "9".repeat(1 << 20));
    assert!(Position::from_fen_lenient(&late).is_ok() && Position::from_fen_strict(&late).is_err());
}

proptest! {
    #[test]
    fn no_text_makes_the_readers_panic(text in "(?s).*") {
        let _ = (Position::from_fen_lenient(&text), Position::from_fen(&text), Position::from_fen_strict(&text));
    }

    #[test]
    fn nothing_behind_the_board_stops_the_lenient_reader(tail in "[ wbrWB0-9x-]{0,30}") {
        let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        let position = Position::from_fen_lenient(&format!("{board} {tail}")).unwrap();
        prop_assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
    }

    /// One character of a good FEN replaced: mostly still readable, so the checks behind the parser are
    /// reached.
    #[test]
    fn a_slip_of_the_pen_does_not_panic(place in 0..60_usize, letter in "[1-9kabnrcpKABNRCP/ wb-]") {
        let mut fen = Position::startpos().to_fen();
        fen.replace_range(place..=place, &letter);
        if let Ok(position) = Position::from_fen(&fen) {
            prop_assert!(position.count_legal_moves() < 260);
        }
    }
}
