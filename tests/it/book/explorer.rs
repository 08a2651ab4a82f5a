// SPDX-License-Identifier: MIT OR Apache-2.0
//! Books made by analysis: where the opening tree grows, and which values are backed up from the ends of its
//! lines.

use crate::support::judge::{self, start};
use crate::support::search::mv;
use chuhe::book::{Book, BookMove, Builder, BuilderConfig, Explorer, ExplorerConfig, format};
use xiangqi::types::Color;

/// Result of an analysis: these moves with these values.
fn analysis(found: &[(&str, i16)]) -> Vec<BookMove> {
    found.iter().map(|&(text, value)| BookMove { value, depth: 9, ..BookMove::new(mv(text), 0) }).collect()
}

/// An empty builder.
fn empty_builder() -> Builder {
    Builder::new(BuilderConfig::default())
}

/// A builder with the analyses of this explorer.
fn builder_of(explorer: &Explorer) -> Builder {
    let mut builder = empty_builder();
    builder.add_analyses(explorer.analyses());
    builder
}

fn book_of(builder: &Builder) -> Book {
    Book::from_bytes(format::to_bytes(builder.records())).unwrap()
}

/// The moves known after some moves, with values and weights.
fn known(book: &Book, moves: &str) -> Vec<(String, i16, u16, u32)> {
    book.probe(&start(moves)).iter().map(|k| (k.mv.to_string(), k.value, k.weight, k.games)).collect()
}

/// Adds the analysis of the position after these moves, which must be the next one that the explorer asks
/// for.
#[track_caller]
fn answer(explorer: &mut Explorer, moves: &str, found: &[(&str, i16)]) {
    let task = explorer.next().unwrap();
    assert_eq!(task.position.to_fen(), start(moves).to_fen());
    explorer.add(&task, &analysis(found));
}

#[test]
fn an_explorer_goes_first_where_least_is_given_up() {
    let exploration = ExplorerConfig { positions: 9, max_plies: 3, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[], &empty_builder());
    answer(&mut explorer, "", &[("h2e2", 10), ("g0e2", 5), ("c3c4", -19), ("a0a1", -20)]);
    assert!(explorer.next().is_some_and(|task| task.position.to_fen() == start("h2e2").to_fen()));
    // While that is in progress others can be analysed; the mirror image of an analysed position is not
    // started again.
    answer(&mut explorer, "g0e2", &[("b7e7", -3)]);
    // 5 given up and two plies against 29 given up and one.
    answer(&mut explorer, "g0e2 b7e7", &[("h0g2", 0)]);
    answer(&mut explorer, "c3c4", &[]);
    assert!(explorer.next().is_none(), "three plies are enough, and the last move gives up too much");
    assert_eq!(explorer.positions(), 4);
}

#[test]
fn required_lines_are_explored_however_bad() {
    let exploration = ExplorerConfig { positions: 4, max_plies: 9, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[start("a0a1 i9i8")], &empty_builder());
    let start = explorer.next().unwrap();
    // The edge rook's move is required, on one side of the board.
    assert_eq!(start.required, [mv("a0a1")]);
    assert_eq!(start.candidates.len(), 23, "two are their own mirror images, 42 are twins");
    explorer.add(&start, &analysis(&[("h2e2", 20), ("a0a1", -200)]));
    answer(&mut explorer, "a0a1", &[("h7e7", 210), ("i9i8", 0)]);
    answer(&mut explorer, "a0a1 i9i8", &[("h2e2", 0)]);
    answer(&mut explorer, "h2e2", &[("h9g7", -10)]);
    assert!(explorer.next().is_none(), "four positions are enough");
    let moves: usize = explorer.analyses().iter().map(|analysis| analysis.moves.len()).sum();
    assert_eq!(moves, 6);
}

#[test]
fn lines_may_begin_anywhere() {
    let exploration = ExplorerConfig { positions: 9, max_plies: 9, margin: 30 };
    let line = judge::position("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e1e5");
    let mated = judge::position("3k5/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1", "");
    assert!(!mated.has_legal_move());
    let mut explorer = Explorer::new(exploration, &[line.clone(), mated], &empty_builder());
    answer(&mut explorer, "", &[]);
    let task = explorer.next().unwrap();
    assert_eq!(task.position.after(task.required[0]).to_fen(), line.to_fen());
    assert!(explorer.next().is_none());
}

#[test]
fn moves_of_games_cost_nothing() {
    let exploration = ExplorerConfig { positions: 9, max_plies: 9, margin: 30 };
    let mut builder = empty_builder();
    builder.add(&start(""), &["a0a1", "a9a8"].map(mv), None).unwrap();
    builder.add(&start(""), &["a0a1", "g6g5"].map(mv), None).unwrap();
    let mut explorer = Explorer::new(exploration, &[], &builder);
    let task = explorer.next().unwrap();
    assert_eq!(task.required, [mv("a0a1")], "what was played twice");
    explorer.add(&task, &analysis(&[("h2e2", 20), ("a0a1", -200)]));
    let task = explorer.next().unwrap();
    assert_eq!(task.position.to_fen(), start("a0a1").to_fen());
    assert_eq!(task.required, []);
}

#[test]
fn missing_moves_are_reported() {
    let exploration = ExplorerConfig { positions: 4, max_plies: 9, margin: 30 };
    let lines = [start("a0a1 a9a8"), start("g3g4")];
    let mut explorer = Explorer::new(exploration, &lines, &empty_builder());
    let task = explorer.next().unwrap();
    assert_eq!(task.missing(&analysis(&[("h2e2", 20)])), task.required);
    // The board's other half is as good here, but not after a move.
    assert_eq!(task.missing(&analysis(&[("i0i1", -80)])), [mv("c3c4")]);
    assert_eq!(task.missing(&analysis(&[("g3g4", 0), ("a0a1", -80)])), []);
    explorer.add(&task, &analysis(&[("a0a1", -80)]));
    let next = explorer.next().unwrap();
    assert_eq!(next.required, [mv("a9a8")]);
    assert_eq!(next.missing(&analysis(&[("i9i8", 0)])), next.required);
}

/// A tree of four positions: the start, the positions after its two best moves, and the one after the best
/// reply.
fn small_tree(exploration: ExplorerConfig) -> Explorer {
    let mut explorer = Explorer::new(exploration, &[], &empty_builder());
    answer(&mut explorer, "", &[("h2e2", 10), ("g0e2", 5), ("g3g4", -10), ("i0i1", -60)]);
    answer(&mut explorer, "h2e2", &[("h9g7", -10), ("h7e7", -11)]);
    answer(&mut explorer, "g0e2", &[("h7d7", -5)]);
    // The cannon's answer is found to be better than it looked.
    answer(&mut explorer, "h2e2 h9g7", &[("h0g2", -1)]);
    explorer
}

#[test]
fn a_tree_taken_over_grows_on() {
    let exploration = ExplorerConfig { positions: 4, max_plies: 9, margin: 30 };
    let builder = builder_of(&small_tree(exploration));
    let book = book_of(&builder);
    // No analysis is due, so nothing changes: neither values nor ends, even with a margin that would not
    // follow any move.
    for exploration in [exploration, ExplorerConfig { margin: 1, max_plies: 1, positions: 1 }] {
        let mut builder = empty_builder();
        builder.add_book(book.records().unwrap());
        let mut explorer = Explorer::new(exploration, &[], &builder);
        assert_eq!(explorer.positions(), 4);
        assert!(explorer.next().is_none());
        builder.add_analyses(explorer.analyses());
        assert_eq!(format::to_bytes(builder.records()), format::to_bytes(book.records().unwrap()));
    }
    // The tree grows on where it would have grown without the interruption.
    let exploration = ExplorerConfig { positions: 5, ..exploration };
    let mut explorer = Explorer::new(exploration, &[], &builder);
    assert_eq!(explorer.positions(), 4);
    answer(&mut explorer, "g0e2 h7d7", &[("h0g2", 30)]);
    assert!(explorer.next().is_none());
    let grown = book_of(&builder_of(&explorer));
    assert_eq!(known(&grown, "g0e2"), [("h7d7".to_owned(), -30, 10_000, 0)], "no longer an end");
    assert_eq!(known(&grown, "")[0].1, 30);
    assert_eq!(known(&grown, "h2e2"), known(&book, "h2e2"));
}

#[test]
fn a_tree_taken_over_is_completed_by_required_moves() {
    let exploration = ExplorerConfig { positions: 5, max_plies: 9, margin: 30 };
    let builder = builder_of(&small_tree(exploration));
    let mut explorer = Explorer::new(exploration, &[start("g0e2 a9a8"), start("a0a1")], &builder);
    // The edge rook's move is known on the other side of the board.
    let task = explorer.next().unwrap();
    assert_eq!(task.position.to_fen(), start("g0e2").to_fen());
    assert_eq!((&task.candidates[..], &task.required[..]), (&[][..], &[mv("a9a8")][..]));
    explorer.add(&task, &analysis(&[("a9a8", -80)]));
    assert_eq!(explorer.positions(), 4);
    assert_eq!(explorer.next().unwrap().position.to_fen(), start("i0i1").to_fen());
    assert!(explorer.next().is_none(), "five positions are enough");
    let book = book_of(&builder_of(&explorer));
    let known: Vec<_> = known(&book, "g0e2").into_iter().map(|(mv, value, ..)| (mv, value)).collect();
    assert_eq!(known, [("h7d7".to_owned(), -5), ("a9a8".to_owned(), -80)]);
}

#[test]
fn explorers_supply_values_only() {
    let exploration = ExplorerConfig { positions: 2, max_plies: 9, margin: 30 };
    let mut explorer = Explorer::new(exploration, &[], &empty_builder());
    let start = explorer.next().unwrap();
    // As in a book that another one starts from.
    let cannon = BookMove { value: 20, depth: 9, games: 5, points: 6, ..BookMove::new(mv("h2e2"), 900) };
    explorer.add(&start, &[cannon]);
    // No engine found a move after it: the cannon keeps its value.
    answer(&mut explorer, "h2e2", &[]);
    assert_eq!(explorer.positions(), 2);
    let analyses = explorer.analyses();
    assert_eq!(
        analyses[0].moves.iter().map(format::BookEntry::known).collect::<Vec<_>>(),
        analysis(&[("h2e2", 20)])
    );
    assert!(analyses.iter().all(|analysis| analysis.is_end));
}

#[test]
fn values_are_backed_up_from_the_ends_of_lines() {
    let explorer = small_tree(ExplorerConfig { positions: 4, max_plies: 9, margin: 30 });
    let mut builder = empty_builder();
    builder.add(&start(""), &["a0a1", "a9a8"].map(mv), Some(Color::Red)).unwrap();
    builder.add(&start(""), &["a0a1", "a9a8", "a1a0"].map(mv), Some(Color::Red)).unwrap();
    builder.add_analyses(explorer.analyses());
    let book = book_of(&builder);
    let of = |text: &str, value, weight, games| (text.to_owned(), value, weight, games);
    // exp(-6/3) = 0.1353 of the best; moves worse by 10 or more get no weight, nor do moves known from games
    // only.
    assert_eq!(
        known(&book, ""),
        [of("g0e2", 5, 8807, 0), of("h2e2", -1, 1192, 0), of("i0i1", -60, 0, 2), of("g3g4", -10, 0, 0)]
    );
    assert_eq!(known(&book, "h2e2"), [of("h9g7", 1, 10_000, 0), of("h7e7", -11, 0, 0)]);
    assert_eq!(known(&book, "h2e2 h9g7"), [of("h0g2", -1, 0, 0)], "the end of a line");
    assert_eq!(known(&book, "a0a1"), [of("a9a8", 0, 10_000, 2)]);
    // A new book can start from this book.
    let mut more = empty_builder();
    more.add_book(book.records().unwrap());
    more.add(&start(""), &[mv("a0a1")], None).unwrap();
    let more = book_of(&more);
    let rook = more.probe(&start("")).into_iter().find(|known| known.mv == mv("i0i1")).unwrap();
    assert_eq!((rook.games, rook.points, rook.value, rook.depth), (3, 5, -60, 9));
    assert_eq!(more.moves(), book.moves());
}

#[test]
fn many_games_outweigh_the_end_of_a_line() {
    let mut explorer =
        Explorer::new(ExplorerConfig { positions: 1, max_plies: 9, margin: 30 }, &[], &empty_builder());
    answer(&mut explorer, "", &[("h2e2", 10), ("g0e2", 5)]);
    let weights = |games: u32| -> Vec<u16> {
        let mut builder = builder_of(&explorer);
        let cannon = BookMove { games, points: games, ..BookMove::new(mv("h2e2"), 0) };
        builder.add_book([format::BookEntry::new(&start(""), cannon)]);
        book_of(&builder).probe(&start("")).iter().map(|known| known.weight).collect()
    };
    assert_eq!(weights(49), [0, 0]);
    assert!(weights(50).iter().all(|&weight| weight > 0));
}

#[test]
fn weights_without_other_evidence_stay() {
    let by_hand =
        [("h2e2", 7), ("g0e2", 3), ("a0a1", 0)].map(|(text, weight)| BookMove::new(mv(text), weight));
    let mut builder = empty_builder();
    builder.add_book(by_hand.map(|known| format::BookEntry::new(&start(""), known)));
    let of = |text: &str, weight, games| (text.to_owned(), 0, weight, games);
    assert_eq!(known(&book_of(&builder), ""), [of("h2e2", 7, 0), of("g0e2", 3, 0), of("i0i1", 0, 0)]);
    builder.add(&start(""), &["h2e2"].map(mv), None).unwrap();
    assert_eq!(known(&book_of(&builder), "")[0], of("h2e2", 7, 1), "one game says nothing");
    for reply in ["h9g7", "h7e7"] {
        builder.add(&start(""), &["g0e2", reply].map(mv), None).unwrap();
    }
    assert_eq!(known(&book_of(&builder), "")[0], of("g0e2", 6_666, 2), "games say more");
}

#[test]
fn no_value_depends_on_itself() {
    let exploration = ExplorerConfig { positions: 5, max_plies: 9, margin: 99 };
    let lines = [start("h2e2"), start("a0a1 a9a8 a1a0 a8a9")];
    let mut explorer = Explorer::new(exploration, &lines, &empty_builder());
    answer(&mut explorer, "", &[("h2e2", 30), ("a0a1", 5)]);
    // The cannon's move is not so good after all; the rooks' moves lead back to the start.
    answer(&mut explorer, "h2e2", &[("h9g7", 0)]);
    answer(&mut explorer, "a0a1", &[("a9a8", -5), ("g6g5", -60)]);
    answer(&mut explorer, "a0a1 a9a8", &[("a1a0", 5)]);
    answer(&mut explorer, "a0a1 a9a8 a1a0", &[("a8a9", -5), ("g6g5", -60)]);
    let book = book_of(&builder_of(&explorer));
    let values: Vec<_> = book.probe(&start("")).iter().map(|known| (known.mv, known.value)).collect();
    assert_eq!(values, [(mv("i0i1"), 5), (mv("h2e2"), 0)]);
}
