// SPDX-License-Identifier: MIT OR Apache-2.0
//! Books made by analysis: where the tree of openings grows, and what comes back from the ends of its lines.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use chuhe::book::{Book, BookMove, Builder, Exploration, Explorer, Selection, format};
use chuhe::types::{Color, Move};
use support::judge::start;

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// What an engine might find in a position: these moves with these values.
fn analysis(found: &[(&str, i16)]) -> Vec<BookMove> {
    found.iter().map(|&(text, value)| BookMove { value, depth: 9, ..BookMove::new(mv(text), 0) }).collect()
}

/// Gives the explorer what was found after these moves, which have to be what it asks for next.
#[track_caller]
fn answer(explorer: &mut Explorer, moves: &str, found: &[(&str, i16)]) {
    let task = explorer.next().unwrap();
    assert_eq!(task.position.to_fen(), start(moves).to_fen());
    explorer.add(&task, &analysis(found));
}

#[test]
fn an_explorer_goes_first_where_least_is_given_up() {
    let exploration = Exploration { positions: 9, max_plies: 3, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[]);
    answer(&mut explorer, "", &[("h2e2", 10), ("g0e2", 5), ("c3c4", -19), ("a0a1", -20)]);
    assert!(explorer.next().is_some_and(|task| task.position.to_fen() == start("h2e2").to_fen()));
    // While that is analysed others can be; the mirror image of what was analysed is not begun again.
    answer(&mut explorer, "g0e2", &[("b7e7", -3)]);
    // 5 given up and two plies against 29 given up and one.
    answer(&mut explorer, "g0e2 b7e7", &[("h0g2", 0)]);
    answer(&mut explorer, "c3c4", &[]);
    assert!(explorer.next().is_none(), "three plies are enough, and the last move gives up too much");
    assert_eq!(explorer.positions(), 4);
}

#[test]
fn lines_are_explored_whatever_they_are_worth() {
    let exploration = Exploration { positions: 4, max_plies: 9, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[start("a0a1 i9i8")]);
    let start = explorer.next().unwrap();
    // The edge rook's move is required, on one side of the board.
    assert_eq!(start.required, [mv("a0a1")]);
    assert_eq!(start.candidates.len(), 23, "two are their own mirror images, 42 are twins");
    explorer.add(&start, &analysis(&[("h2e2", 20), ("a0a1", -200)]));
    answer(&mut explorer, "a0a1", &[("h7e7", 210), ("i9i8", 0)]);
    answer(&mut explorer, "a0a1 i9i8", &[("h2e2", 0)]);
    answer(&mut explorer, "h2e2", &[("h9g7", -10)]);
    assert!(explorer.next().is_none(), "four positions are enough");
    assert!(explorer.records().len() == 6);
}

#[test]
fn what_is_known_is_completed_by_what_is_required() {
    let exploration = Exploration { positions: 4, max_plies: 9, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[start("a0a1 a9a8"), start("g3g4")]);
    let start = explorer.next().unwrap();
    assert_eq!(start.missing(&analysis(&[("h2e2", 20)])), start.required);
    // The board's other half is as good here, but not after a move.
    assert_eq!(start.missing(&analysis(&[("i0i1", -80)])), [mv("c3c4")]);
    assert_eq!(start.missing(&analysis(&[("g3g4", 0), ("a0a1", -80)])), []);
    explorer.add(&start, &analysis(&[("a0a1", -80)]));
    let next = explorer.next().unwrap();
    assert_eq!(next.required, [mv("a9a8")]);
    assert_eq!(next.missing(&analysis(&[("i9i8", 0)])), next.required);
}

#[test]
fn explorers_tell_values_and_nothing_else() {
    let exploration = Exploration { positions: 2, max_plies: 9, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[]);
    let start = explorer.next().unwrap();
    // As a book may have it that is the beginning of another.
    let cannon = BookMove { value: 20, depth: 9, games: 5, points: 6, ..BookMove::new(mv("h2e2"), 900) };
    explorer.add(&start, &[cannon]);
    // No engine found anything after it: the cannon is worth what it was.
    answer(&mut explorer, "h2e2", &[]);
    assert_eq!(explorer.positions(), 2);
    let records: Vec<_> = explorer.records().iter().map(format::Record::known).collect();
    assert_eq!(records, analysis(&[("h2e2", 20)]));
}

#[test]
fn values_come_back_from_the_ends_of_the_lines() {
    let exploration = Exploration { positions: 4, max_plies: 9, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[]);
    answer(&mut explorer, "", &[("h2e2", 10), ("g0e2", 5), ("g3g4", -10), ("i0i1", -60)]);
    answer(&mut explorer, "h2e2", &[("h9g7", -10), ("h7e7", -11)]);
    answer(&mut explorer, "g0e2", &[("h7d7", -5)]);
    // The cannon's answer is found to be better than it looked.
    answer(&mut explorer, "h2e2 h9g7", &[("h0g2", -1)]);
    let mut builder = Builder::new(Selection::default());
    builder.add(&start(""), &["a0a1", "a9a8"].map(mv), Some(Color::Red)).unwrap();
    builder.add(&start(""), &["a0a1", "a9a8", "a1a0"].map(mv), Some(Color::Red)).unwrap();
    builder.add_records(explorer.records());
    let book = Book::from_bytes(format::to_bytes(builder.records())).unwrap();
    let known = |moves| -> Vec<_> {
        let known = book.probe(&start(moves));
        known.iter().map(|k| (k.mv.to_string(), k.value, k.weight, k.games)).collect()
    };
    let of = |text: &str, value, weight, games| (text.to_owned(), value, weight, games);
    // exp(-6/3) = 0.1353 of the best; 10 and more are not played, nor what games alone speak for.
    assert_eq!(
        known(""),
        [of("g0e2", 5, 8807, 0), of("h2e2", -1, 1192, 0), of("i0i1", -60, 0, 2), of("g3g4", -10, 0, 0)]
    );
    assert_eq!(known("h2e2"), [of("h9g7", 1, 10_000, 0), of("h7e7", -11, 0, 0)]);
    assert_eq!(known("h2e2 h9g7"), [of("h0g2", -1, 0, 0)], "the end of a line");
    assert_eq!(known("a0a1"), [of("a9a8", 0, 10_000, 2)]);
    // The book can be the beginning of another.
    let mut more = Builder::new(Selection::default());
    more.add_records(book.records().unwrap());
    more.add(&start(""), &[mv("a0a1")], None).unwrap();
    let more = Book::from_bytes(format::to_bytes(more.records())).unwrap();
    let rook = more.probe(&start("")).into_iter().find(|known| known.mv == mv("i0i1")).unwrap();
    assert_eq!((rook.games, rook.points, rook.value, rook.depth), (3, 5, -60, 9));
    assert_eq!(more.moves(), book.moves());
}
