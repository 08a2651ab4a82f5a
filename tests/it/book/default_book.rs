// SPDX-License-Identifier: MIT OR Apache-2.0
//! The default book: required contents and consistency.

use crate::support::judge::start;
use chuhe::book::{Book, BookMove, Books, MoveChoice};
use std::collections::BTreeSet;
use std::path::Path;
use xiangqi::types::Move;

#[test]
fn it_contains_all_systems() {
    let book = Book::open(Path::new("book/chuhe.book")).unwrap();
    let systems = include_str!("../../../positions/openings.epd");
    let lines = systems.lines().filter_map(|line| line.strip_prefix("startpos moves ")?.split(';').next());
    let mut count = 0;
    for line in lines {
        count += 1;
        let mut position = start("");
        for mv in line.split_whitespace().map(|text| text.parse::<Move>().unwrap()) {
            let known = book.probe(&position);
            assert!(known.iter().all(|known| known.depth >= 5), "{line}");
            let twin = if position.is_symmetric() { mv.mirror() } else { mv };
            assert!(known.iter().any(|known| [mv, twin].contains(&known.mv)), "{line}: {mv}");
            position.play(mv).unwrap();
        }
        assert!(!book.probe(&position).is_empty(), "{line}");
    }
    assert!(count > 600);
    let first = Books::new(vec![book]).choose(&start(""), &[], MoveChoice::Best).unwrap();
    assert!(first.weight > 0 && first.games > 100);
}

#[test]
fn it_is_consistent() {
    let book = Book::open(Path::new("book/chuhe.book")).unwrap();
    let mut seen = BTreeSet::from([start("").canonical_key()]);
    let mut waiting = vec![start("")];
    while let Some(position) = waiting.pop() {
        let known = book.probe(&position);
        let mut is_end = true;
        for BookMove { mv, value, .. } in known.iter().copied().filter(|known| known.depth > 0) {
            let next = position.after(mv);
            let replies = book.probe(&next).into_iter().filter(|reply| reply.depth > 0);
            if let Some(best) = replies.map(|reply| reply.value).max() {
                is_end = false;
                assert_eq!(value, -best, "{mv} in {position}");
                if seen.insert(next.canonical_key()) {
                    waiting.push(next);
                }
            }
        }
        let has_weights = known.iter().any(|known| known.weight > 0);
        assert!(has_weights != is_end || known.iter().any(|known| known.games >= 50), "{position}");
    }
    assert!(seen.len() > book.positions() * 99 / 100, "{} of {} reached", seen.len(), book.positions());
}
