// SPDX-License-Identifier: MIT OR Apache-2.0
//! The notation cases of another library, Xiangqi-Core: 136 words and 24 translations of games, see
//! `positions/notation/xiangqicore.txt`. All but ten are read as there.

use xiangqi::Position;
use xiangqi::notation::{Notation, parse_moves};

const CASES: &str = include_str!("../../../../positions/notation/xiangqicore.txt");

/// The words that are not read as in Xiangqi-Core. Their ranks count from 1, which Xiangqi-Core is told with each
/// word. A single word does not show it, unless it names rank 10: counted from 0, as in most programs, it means
/// another move, and a reader that takes it to be counted from 1 whenever that move is illegal would play
/// something else after a typing error. Lists of two or more moves are read.
const RANKS_FROM_ONE: [&str; 10] =
    ["h9h5", "g8e9", "h4a4", "c7c6", "b5f5", "h5i7", "e3c5", "a7a5", "e1d1", "e2d3"];

/// The lines below those that begin with `heading`, each with its heading.
fn below(heading: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut current = None;
    CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(move |line| {
        if line.starts_with("fen ") || line.starts_with("game ") {
            current = line.strip_prefix(heading);
            return None;
        }
        Some((current?, line))
    })
}

#[test]
fn words_are_read_as_in_xiangqicore() {
    let (mut read, mut refused) = (0, Vec::new());
    for (fen, line) in below("fen ") {
        let (word, expected) = line.split_once(' ').unwrap();
        let mut position = Position::from_fen(fen).unwrap();
        match parse_moves(&mut position, [word]) {
            Ok(()) => {
                assert!(position.moves().map(|mv| mv.to_string()).eq([expected]), "{fen}: {word}");
                read += 1;
            }
            Err(_) => refused.push(word),
        }
    }
    assert_eq!(refused, RANKS_FROM_ONE);
    assert_eq!(read, 126);
}

#[test]
fn games_are_translated_as_in_xiangqicore() {
    let mut texts = 0;
    for (coordinates, text) in below("game ") {
        let mut position = Position::startpos();
        parse_moves(&mut position, text.split(' ')).unwrap();
        let written = |notation: Notation| {
            let mut before = Position::startpos();
            let words = position.moves().map(|mv| {
                let word = notation.write(&before, mv);
                before.play_unchecked(mv);
                word
            });
            words.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(written(Notation::Iccs), coordinates, "{text}");
        if text.contains('８') {
            // WXF is written with N, B and a dot here, and with H, E and an equals sign there.
            let notations = [Notation::Chinese, Notation::ChineseTraditional];
            assert!(notations.map(written).contains(&text.to_owned()), "{text}");
        }
        texts += 1;
    }
    assert_eq!(texts, 13);
}
