// SPDX-License-Identifier: MIT OR Apache-2.0
//! Probing a book of a hundred thousand moves for positions in it and others.

use chuhe::Position;
use chuhe::book::{Book, BookMove, format};
use criterion::Criterion;
use std::hint::black_box;
use xiangqi::types::SplitMix64;

const GAMES: usize = 2500;
const PLIES: usize = 40;

pub(crate) fn book(c: &mut Criterion) {
    let mut rng = SplitMix64::new(1);
    let mut records = Vec::new();
    let mut known = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::startpos();
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            records.push(format::BookEntry::new(&position, BookMove::new(mv, 1)));
            known.push(position.without_history());
            position.play_unchecked(mv);
        }
    }
    let book = Book::from_bytes(format::to_bytes(records)).expect("a book just written");
    assert!(known.iter().all(|position| !book.probe(position).is_empty()));
    let foreign = Book::from_bytes(include_bytes!("../../../../positions/books/synthetic.dat").to_vec());
    let foreign = foreign.expect("a book that tests read");

    let mut group = c.benchmark_group("book");
    let mut next = known.iter().cycle();
    group.bench_function("probe hit", |b| {
        b.iter(|| book.probe(black_box(next.next().expect("endless"))));
    });
    let absent = Position::from_fen("3k5/9/9/9/9/9/9/9/9/3RK4 b").expect("a legal position");
    assert!(book.probe(&absent).is_empty());
    group.bench_function("probe miss", |b| b.iter(|| book.probe(black_box(&absent))));
    group.bench_function("probe ElephantEye", |b| {
        b.iter(|| foreign.probe(black_box(next.next().expect("endless"))));
    });
    let database = Book::open(std::path::Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../positions/books/integer.obk"
    )));
    let database = database.expect("a book that tests read");
    let start = Position::startpos();
    group.bench_function("probe database hit", |b| b.iter(|| database.probe(black_box(&start))));
    group.bench_function("probe database miss", |b| b.iter(|| database.probe(black_box(&absent))));
    group.finish();
}
