// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books: written books are read back, books of other programs are understood, damaged files are
//! rejected.

use crate::support::books::{assert_is_synthetic, random_game, shown, synthetic};
use crate::support::judge::start;
use crate::support::search::mv;
use chuhe::Position;
use chuhe::book::{
    Book, BookError, BookFormat, BookMove, Books, Builder, BuilderConfig, Conversion, MoveChoice, format,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use xiangqi::types::{Color, Move, SplitMix64};

const SYNTHETIC: &[u8] = include_bytes!("../../../positions/books/synthetic.dat");

fn convert(book: &Book, starts: &[Position], format: BookFormat) -> Conversion {
    chuhe::book::convert(book, starts, format).unwrap()
}

fn book(lines: &[(&str, &str, u16)]) -> Book {
    let records = lines
        .iter()
        .map(|&(line, text, weight)| format::BookEntry::new(&start(line), BookMove::new(mv(text), weight)));
    Book::from_bytes(format::to_bytes(records)).unwrap()
}

fn two_moves() -> Vec<u8> {
    format::to_bytes(
        ["h2e2", "g0e2"].map(|text| format::BookEntry::new(&start(""), BookMove::new(mv(text), 1))),
    )
}

/// The bytes of a `BOOK.DAT` with these moves of the start position.
fn book_dat(moves: &[(&str, u16)]) -> Vec<u8> {
    let point = |text: &str| {
        let [file, rank] = text.as_bytes() else { panic!("{text} is not a square") };
        0xc3 + (file - b'a') - 16 * (rank - b'0')
    };
    let record = |&(text, weight): &(&str, u16)| {
        let [low, high] = weight.to_le_bytes();
        [0xd5, 0x56, 0x26, 0x05, point(&text[..2]), point(&text[2..]), low, high]
    };
    moves.iter().flat_map(record).collect()
}

/// A file in chuhe's format with these records, valid or not, and the correct checksum.
fn checksummed(records: &[u8]) -> Vec<u8> {
    let crc = records.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 0 { 0 } else { 0xedb8_8320 })
    });
    let count = (records.len() / 24) as u64;
    [b"chuheB\x01\x00", &count.to_le_bytes()[..], &(!crc).to_le_bytes(), &[0; 4], records].concat()
}

#[test]
fn the_book_of_another_program_is_read() {
    let book = Book::from_bytes(SYNTHETIC.to_vec()).unwrap();
    assert_eq!((book.format(), book.positions(), book.moves()), (BookFormat::ElephantEye, 8, 23));
    assert_is_synthetic(&book);
}

#[test]
fn a_position_and_its_mirror_image_share_their_moves() {
    let book = book(&[("h2e2", "h9g7", 3), ("b2e2 h9g7", "b0c2", 5), ("", "b2e2", 7), ("", "h2e2", 9)]);
    assert_eq!((book.format(), book.positions(), book.moves()), (BookFormat::Chuhe, 3, 3));
    for (line, found) in [
        ("", "h2e2 9"),
        ("h2e2", "h9g7 3"),
        ("b2e2", "b9c7 3"),
        ("b2e2 h9g7", "b0c2 5"),
        ("h2e2 b9c7", "h0g2 5"),
        ("h2e2 h9g7", ""),
    ] {
        assert_eq!(shown(&book.probe(&start(line))), found, "{line}");
    }
}

#[test]
fn the_bytes_are_as_documented() {
    let position = start("h2e2");
    let known =
        BookMove { mv: mv("h9g7"), weight: 0x1234, value: -2, depth: 30, games: 0x0102_0304, points: 5 };
    let bytes = format::to_bytes([format::BookEntry::new(&position, known)]);
    let [this, other] = [position.key(), position.mirrored().key()];
    let kept = if this < other { mv("h9g7") } else { mv("b9c7") };
    let record = [
        &this.min(other).to_le_bytes()[..],
        &(kept.from() as u16 | (kept.to() as u16) << 7).to_le_bytes(),
        &[0x34, 0x12, 0xfe, 0xff, 30, 0, 4, 3, 2, 1, 5, 0, 0, 0],
    ]
    .concat();
    assert_eq!(bytes[..16], *b"chuheB\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00");
    assert_eq!((&bytes[20..24], &bytes[24..]), (&[0; 4][..], &record[..]));
    assert_eq!(Book::from_bytes(bytes).unwrap().probe(&position), [known]);
}

#[test]
fn illegal_moves_are_never_returned() {
    // An empty square, a piece of the other side, a blocked rook, an advisor that exposes its king to the
    // cannon.
    let mounted = "h2e2 h9g7 e2e6";
    let book =
        book(&[("", "e4e5", 9), ("", "h9g7", 9), ("", "a0a5", 9), ("", "h2h9", 1), (mounted, "d9e8", 9)]);
    assert_eq!(book.moves(), 5);
    assert_eq!(shown(&book.probe(&start(""))), "h2h9 1");
    assert_eq!(shown(&book.probe(&start(mounted))), "");
}

#[test]
fn damaged_files_get_distinct_errors() {
    let good = two_moves();
    let complaint = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        Book::from_bytes(bytes).unwrap_err()
    };
    assert!(matches!(complaint(&|bytes| bytes.truncate(70)), BookError::CutOff));
    assert!(matches!(complaint(&|bytes| bytes.truncate(23)), BookError::CutOff));
    assert!(matches!(complaint(&|bytes| bytes.truncate(6)), BookError::CutOff));
    assert!(matches!(complaint(&|bytes| bytes.push(0)), BookError::TooLong));
    assert!(matches!(complaint(&|bytes| bytes[8..16].fill(0xff)), BookError::CutOff));
    assert!(matches!(complaint(&|bytes| bytes[6] = 2), BookError::Version { found: 2, .. }));
    assert!(matches!(complaint(&|bytes| bytes[20] = 1), BookError::Checksum));
    assert!(matches!(complaint(&|bytes| bytes[60] ^= 1), BookError::Checksum));
    assert!(matches!(complaint(&|bytes| bytes[0] = b'C'), BookError::Foreign));
    for bytes in [&b""[..], b"garbage\n", &SYNTHETIC[..SYNTHETIC.len() - 1], &SYNTHETIC[4..]] {
        assert!(matches!(Book::from_bytes(bytes.to_vec()), Err(BookError::Foreign)), "{bytes:?}");
    }
    assert_eq!(Book::from_bytes(format::to_bytes([])).unwrap().moves(), 0);
}

#[test]
fn a_file_with_a_correct_checksum_must_be_in_order() {
    let good = two_moves();
    assert_eq!(checksummed(&good[24..]), good);
    let [first, second] = [&good[24..48], &good[48..]];
    let no_move = [&second[..8], &[0; 16]].concat();
    for (body, number) in [
        ([second, first].concat(), 1),
        ([first, first].concat(), 1),
        ([first, &no_move].concat(), 1),
        ([&no_move, second].concat(), 0),
    ] {
        let error = Book::from_bytes(checksummed(&body)).unwrap_err();
        assert!(matches!(error, BookError::Record(record) if record == number), "{error}");
    }
}

#[test]
fn banned_moves_repetitions_and_weight_zero_are_not_chosen() {
    let home = "h2e2 h9g7 e2h2";
    let books = Books::new(vec![
        book(&[(home, "g7h9", 90), (home, "b9c7", 50), (home, "c9e7", 0)]),
        book(&[(home, "c6c5", 1), ("", "h2e2", 0)]),
    ]);
    let mut rng = SplitMix64::new(1);
    let position = start(home);
    let mut choose = |banned: &[&str]| {
        let banned: Vec<Move> = banned.iter().map(|text| mv(text)).collect();
        let best = books.choose(&position, &banned, MoveChoice::Best).map(|known| known.mv);
        let drawn = books.choose(&position, &banned, MoveChoice::ByWeight(&mut rng)).map(|known| known.mv);
        assert_eq!(best, drawn, "only one move is left each time");
        best
    };
    assert_eq!(shown(&books.probe(&position)), "g7h9 90, b9c7 50, c9e7 0");
    assert_eq!(choose(&[]), Some(mv("b9c7")));
    assert_eq!(choose(&["b9c7"]), Some(mv("c6c5")), "the next book has to help");
    assert_eq!(choose(&["b9c7", "c6c5"]), None);
    assert_eq!(books.choose(&start(""), &[], MoveChoice::Best), None);
    // Without history the position repeats nothing.
    let best = books.choose(&position.without_history(), &[], MoveChoice::Best);
    assert_eq!(best.map(|known| known.mv), Some(mv("g7h9")));
}

#[test]
fn moves_are_drawn_as_often_as_their_weights_say() {
    let books =
        Books::new(vec![book(&[("", "h2e2", 600), ("", "g0e2", 300), ("", "g3g4", 100), ("", "h0g2", 0)])]);
    let (position, mut rng) = (start(""), SplitMix64::new(2024));
    let mut counts = BTreeMap::new();
    for _ in 0..10_000 {
        let drawn = books
            .choose(&position, &[mv("b2e2"), mv("c0e2"), mv("c3c4")], MoveChoice::ByWeight(&mut rng))
            .unwrap();
        *counts.entry(drawn.mv.to_string()).or_insert(0_i32) += 1;
    }
    assert_eq!(counts.len(), 3);
    // Five standard deviations are 245 or less.
    for (text, expected) in [("h2e2", 6000), ("g0e2", 3000), ("g3g4", 1000)] {
        assert!((counts[text] - expected).abs() < 250, "{text}: {}", counts[text]);
    }
}

/// A book of games from the start position.
fn built(selection: BuilderConfig, games: &[(&str, Option<Color>)]) -> Book {
    let mut builder = Builder::new(selection);
    for &(moves, winner) in games {
        let moves: Vec<Move> = moves.split_whitespace().map(mv).collect();
        builder.add(&start(""), &moves, winner).unwrap();
    }
    Book::from_bytes(format::to_bytes(builder.records())).unwrap()
}

#[test]
fn games_become_counts_results_and_weights() {
    let games = [
        ("h2e2 h9g7", Some(Color::Red)),
        ("b2e2 b9c7 a0a1", Some(Color::Red)),
        ("h2e2 h7e7 a0a1", None),
        ("g0e2", Some(Color::Black)),
        ("c0e2 a9a8", None),
        ("a0a1", Some(Color::Red)),
    ];
    let book = built(BuilderConfig::default(), &games);
    let known: Vec<_> = book.probe(&start("")).iter().map(|k| (k.mv, k.games, k.points, k.weight)).collect();
    // 3 (3.5 / 5)^2 = 1.47 and 2 (1.5 / 4)^2 = 0.28125
    assert_eq!(known, [(mv("h2e2"), 3, 5, 8394), (mv("g0e2"), 2, 1, 1605)]);
    let replies: Vec<_> = book.probe(&start("b2e2")).iter().map(|k| (k.mv, k.games, k.points)).collect();
    assert_eq!(replies, [(mv("b9c7"), 2, 0)]);
    assert_eq!(book.moves(), 3);

    let all = built(BuilderConfig { min_games: 1, ..BuilderConfig::default() }, &games);
    assert_eq!((all.positions(), all.moves()), (5, 8));
    assert_eq!(shown(&all.probe(&start("h2e2 h7e7"))), "a0a1 10000");
    let first = built(BuilderConfig { min_games: 1, max_plies: 1, ..BuilderConfig::default() }, &games);
    assert_eq!(first.positions(), 1);
    let long = built(BuilderConfig { min_games: 1, min_plies: 3, ..BuilderConfig::default() }, &games);
    assert_eq!(long.moves(), 5);
}

#[test]
fn a_game_counts_once_and_an_illegal_one_not_at_all() {
    let mut builder = Builder::new(BuilderConfig { min_games: 1, ..BuilderConfig::default() });
    let around: Vec<Move> = "a0a1 a9a8 a1a0 a8a9".split(' ').cycle().take(12).map(mv).collect();
    assert!(builder.add(&start(""), &around, None).unwrap());
    let mirrored: Vec<Move> = around.iter().map(|mv| mv.mirror()).collect();
    assert!(!builder.add(&start(""), &around, None).unwrap(), "twice");
    assert!(!builder.add(&start(""), &mirrored, Some(Color::Red)).unwrap(), "on the other side");
    let impossible = [mv("h2e2"), mv("h2e2")];
    assert!(builder.add(&start(""), &impossible, None).is_err());
    assert_eq!(builder.games(), 1);
    let book = Book::from_bytes(format::to_bytes(builder.records())).unwrap();
    assert_eq!(book.moves(), 4);
    assert!(book.probe(&start("")).iter().all(|known| known.games == 1 && known.points == 1));
    // Plies beyond the limit may contain anything.
    let mut short = Builder::new(BuilderConfig { max_plies: 1, ..BuilderConfig::default() });
    assert!(short.add(&start(""), &impossible, None).is_ok());
    assert!(short.add(&start("h2e2"), &impossible, None).is_ok(), "the past counts");
}

#[test]
fn both_halves_of_the_board_are_drawn_equally() {
    let books = Books::new(vec![book(&[("", "h2e2", 1), ("h2e2", "h9g7", 1)])]);
    let mut rng = SplitMix64::new(5);
    let mut drawn = |moves: &str, banned: &[Move]| {
        let moves =
            (0..100).map(|_| books.choose(&start(moves), banned, MoveChoice::ByWeight(&mut rng)).unwrap().mv);
        moves.map(|mv| mv.to_string()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(drawn("", &[]), ["b2e2", "h2e2"].map(str::to_owned).into());
    assert_eq!(drawn("", &[mv("b2e2")]), ["h2e2".to_owned()].into());
    assert_eq!(drawn("", &[mv("h2e2")]), ["b2e2".to_owned()].into());
    assert_eq!(drawn("b2e2", &[]), ["b9c7".to_owned()].into());
}

#[test]
fn a_move_stands_for_its_mirror_image_on_a_symmetric_board() {
    let dat = book_dat(&[("h2e2", 500), ("g0e2", 300), ("e3e4", 200), ("b2e2", 10), ("c0e2", 0)]);
    let both = Books::new(vec![Book::from_bytes(dat).unwrap()]);
    // chuhe's format stores one of two.
    let own = Books::new(vec![book(&[("", "h2e2", 500), ("", "g0e2", 300), ("", "e3e4", 200)])]);
    for (books, banned, best) in [
        (&own, &[][..], "h2e2"),
        (&own, &["h2e2"], "b2e2"),
        (&own, &["b2e2", "h2e2"], "g0e2"),
        (&own, &["b2e2", "h2e2", "g0e2"], "c0e2"),
        (&both, &["h2e2"], "g0e2"),
        (&both, &["h2e2", "g0e2", "e3e4"], "b2e2"),
    ] {
        let banned: Vec<Move> = banned.iter().map(|text| mv(text)).collect();
        assert_eq!(books.choose(&start(""), &banned, MoveChoice::Best).unwrap().mv, mv(best), "{banned:?}");
    }
    let mut rng = SplitMix64::new(11);
    let pawns = (0..10_000)
        .filter(|_| own.choose(&start(""), &[], MoveChoice::ByWeight(&mut rng)).unwrap().mv == mv("e3e4"));
    // Five standard deviations are 200.
    assert!(pawns.count().abs_diff(2000) < 200, "a move along the middle keeps its share");
}

/// Converts the book to the other format and back.
fn converted_and_back(book: &Book, starts: &[Position]) -> (Book, Book) {
    let other = if book.format() == BookFormat::Chuhe { BookFormat::ElephantEye } else { BookFormat::Chuhe };
    let there = Book::from_bytes(convert(book, starts, other).bytes).unwrap();
    let back = Book::from_bytes(convert(&there, starts, book.format()).bytes).unwrap();
    assert_eq!((there.format(), back.format()), (other, book.format()));
    (there, back)
}

#[test]
fn another_format_keeps_moves_and_weights() {
    let mut rng = SplitMix64::new(7);
    let games: Vec<_> = (0..40).map(|seed| random_game(seed, 30)).collect();
    let mut records = Vec::new();
    for position in games.iter().flatten() {
        let moves = position.legal_moves();
        for _ in 0..rng.below(3) {
            let mv = moves[rng.below(moves.len())];
            let weight = u16::try_from(rng.below(1 << 16)).unwrap();
            records
                .push(format::BookEntry::new(position, BookMove { depth: 9, ..BookMove::new(mv, weight) }));
        }
    }
    let book = Book::from_bytes(format::to_bytes(records)).unwrap();
    let starts: Vec<Position> = games.iter().flatten().cloned().collect();
    let (there, back) = converted_and_back(&book, &starts);
    assert_eq!([there.moves(), back.moves()], [book.moves(); 2]);
    assert_eq!([there.positions(), back.positions()], [book.positions(); 2]);
    for position in games.iter().flatten() {
        for position in [position.clone(), position.mirrored()] {
            let known = shown(&book.probe(&position));
            assert_eq!(
                [shown(&there.probe(&position)), shown(&back.probe(&position))],
                [known.clone(), known]
            );
        }
    }
}

#[test]
fn the_book_of_another_program_is_converted() {
    let book = Book::from_bytes(SYNTHETIC.to_vec()).unwrap();
    let made = convert(&book, &[start("")], BookFormat::Chuhe);
    // Four of its records have no valid move.
    assert_eq!((made.positions, made.moves), (8, 19));
    let (there, back) = converted_and_back(&book, &[start("")]);
    for (line, expected) in synthetic() {
        let position = start(line);
        // In a position that is its own mirror image, chuhe's books store the right half.
        let halves = if line.is_empty() { [("c3c4", "g3g4"), ("b2d2", "h2f2")] } else { [("", ""); 2] };
        let expected =
            halves.iter().fold(expected.to_owned(), |text, (left, right)| text.replace(left, right));
        assert_eq!([&there, &back].map(|book| shown(&book.probe(&position))), [expected.as_str(); 2]);
    }
}

#[test]
fn a_book_is_converted_as_far_as_it_can_be_reached() {
    let all = |book: &Book, starts: &[Position]| {
        let made = convert(book, starts, BookFormat::Chuhe);
        (made.positions, made.moves)
    };
    // In a circle, and from there to another line.
    let circle = book(&[
        ("", "a0a1", 1),
        ("a0a1", "a9a8", 2),
        ("a0a1 a9a8", "a1a0", 3),
        ("a0a1 a9a8 a1a0", "a8a9", 4),
    ]);
    assert_eq!(all(&circle, &[start("")]), (4, 4));
    // Only Red's moves.
    let red = book(&[("", "h2e2", 1), ("h2e2 h9g7", "h0g2", 2), ("h2e2 b9c7", "h0g2", 3)]);
    assert_eq!(all(&red, &[start("")]), (3, 3));
    // Two moves from anything known.
    let far = book(&[("", "h2e2", 1), ("a0a1 a9a8", "a1a0", 2)]);
    assert_eq!(all(&far, &[start("")]), (1, 1));
    assert_eq!(all(&far, &[start(""), start("a0a1 a9a8")]), (2, 2));
    assert_eq!(all(&far, &[]), (0, 0));
    assert!(convert(&far, &[], BookFormat::ElephantEye).bytes.is_empty());
}

#[test]
fn of_mirrored_moves_one_is_stored_with_the_sum_of_weights() {
    for (moves, expected, there) in [
        (&[("h2e2", 500), ("g0e2", 300), ("b2e2", 10)][..], "h2e2 510, g0e2 300", 2),
        (&[("b2e2", 65_530), ("h2e2", 10), ("e3e4", 7)], "h2e2 65535, e3e4 7", 2),
        (&[("c0e2", 0), ("g0e2", 0)], "g0e2 0", 1),
    ] {
        let book = Book::from_bytes(book_dat(moves)).unwrap();
        let made = convert(&book, &[start("")], BookFormat::Chuhe);
        assert_eq!((made.positions, made.moves), (1, there));
        let own = Book::from_bytes(made.bytes).unwrap();
        assert_eq!((shown(&own.probe(&start(""))), own.moves()), (expected.to_owned(), there));
        let same = convert(&book, &[start("")], BookFormat::ElephantEye);
        assert_eq!((same.moves, same.bytes.len()), (moves.len(), 8 * moves.len()));
    }
    // Elsewhere mirror images are different moves.
    let two = book(&[("a0a1", "h7e7", 5), ("a0a1", "b7e7", 3)]);
    let asymmetric = [start("a0a1")];
    let (there, back) = converted_and_back(&two, &asymmetric);
    assert_eq!([there, back].map(|book| shown(&book.probe(&asymmetric[0]))), ["h7e7 5, b7e7 3"; 2]);
}

#[test]
fn positions_with_the_same_lock_are_not_confused() {
    // Two unrelated lines whose positions share their 32-bit lock.
    let [real, seeming] = ["a0a1 i9i8 g3g4 h7e7", "e3e4 h7d7 b2f2 b7b4"];
    let own = book(&[
        ("", "a0a1", 1),
        ("a0a1", "i9i8", 1),
        ("a0a1 i9i8", "g3g4", 1),
        ("a0a1 i9i8 g3g4", "h7e7", 1),
        (real, "b0c2", 9),
        ("", "e3e4", 1),
        ("e3e4", "h7d7", 1),
        ("e3e4 h7d7", "b2f2", 1),
        ("e3e4 h7d7 b2f2", "a9a8", 1),
    ]);
    let dat = Book::from_bytes(convert(&own, &[start("")], BookFormat::ElephantEye).bytes).unwrap();
    assert_eq!([dat.moves(), dat.positions()], [own.moves(), own.positions()]);
    assert_eq!(shown(&dat.probe(&start(real))), "b0c2 9");
    assert!(!dat.probe(&start(seeming)).is_empty(), "locks are no more than locks");
    for starts in [&[start("")][..], &[start(""), start("e3e4 h7d7 b2f2")]] {
        let back = convert(&dat, starts, BookFormat::Chuhe);
        assert_eq!([back.moves, back.positions], [own.moves(), own.positions()]);
        let back = Book::from_bytes(back.bytes).unwrap();
        assert_eq!([real, seeming].map(|line| shown(&back.probe(&start(line)))), ["b0c2 9", ""]);
    }
}

/// Probes all positions of a game: only legal moves may be returned, each once. Converts the book, too.
fn probe_everything(book: &Book, game: &[Position]) {
    assert!(book.positions() <= book.moves());
    for format in [BookFormat::Chuhe, BookFormat::ElephantEye] {
        let made = convert(book, &game[..1], format);
        assert!((made.positions..=book.moves()).contains(&made.moves) && made.positions <= book.positions());
        assert_eq!(Book::from_bytes(made.bytes).is_ok(), made.moves > 0 || format == BookFormat::Chuhe);
    }
    for position in game {
        let moves: Vec<Move> = book.probe(position).iter().map(|known| known.mv).collect();
        assert!(moves.iter().all(|&mv| position.is_legal(mv)));
        assert!((1..moves.len()).all(|index| !moves[..index].contains(&moves[index])));
    }
}

prop_compose! {
    fn any_knowledge()(weight: u16, value: i16, depth: u16, games: u32, points: u32) -> (u16, i16, u16, u32, u32) {
        (weight, value, depth, games, points)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_found_again(seed: u64, knowledge in prop::collection::vec(any_knowledge(), 1..60)) {
        let mut rng = SplitMix64::new(seed);
        let mut records = Vec::new();
        let mut expected = Vec::new();
        // The first moves may be equal to their mirror images, so the game begins where the board is not
        // symmetric.
        let game = random_game(seed, 80).into_iter().filter(|p| !p.is_symmetric());
        for (position, (weight, value, depth, games, points)) in game.zip(knowledge) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let known = BookMove { mv: moves[rng.below(moves.len())], weight, value, depth, games, points };
            // Half of them are entered for the mirrored board.
            let mirrored = BookMove { mv: known.mv.mirror(), ..known };
            records.push(if rng.below(2) == 0 {
                format::BookEntry::new(&position, known)
            } else {
                format::BookEntry::new(&position.mirrored(), mirrored)
            });
            expected.push((position, known, mirrored));
        }
        let book = Book::from_bytes(format::to_bytes(records)).unwrap();
        prop_assert_eq!(book.size(), 24 + 24 * book.moves());
        for (index, (position, known, mirrored)) in expected.iter().enumerate() {
            let is_overwritten = expected[index + 1..].iter().any(|(later, other, mirror)| {
                later.key() == position.key() && other.mv == known.mv
                    || later.key() == position.mirrored().key() && mirror.mv == known.mv
            });
            if !is_overwritten {
                prop_assert!(book.probe(position).contains(known));
                prop_assert!(book.probe(&position.mirrored()).contains(mirrored));
            }
        }
    }

    #[test]
    fn damaged_bytes_do_no_harm(seed: u64, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4), cut: prop::sample::Index) {
        let game = random_game(seed, 20);
        let records = game.iter().map(|position| {
            let mv = position.legal_moves().first().copied().unwrap_or(mv("a0a1"));
            format::BookEntry::new(position, BookMove::new(mv, 1))
        });
        let line = ["", "h2e2", "h2e2 h9g7", "g0e2"].map(start);
        for (good, game) in [(format::to_bytes(records), &game[..]), (SYNTHETIC.to_vec(), &line)] {
            let mut bytes = good;
            for (place, byte) in &changes {
                let place = place.index(bytes.len());
                bytes[place] = *byte;
            }
            let body = bytes.get(24..).unwrap_or_default();
            for bytes in [bytes.clone(), checksummed(body)] {
                if let Ok(book) = Book::from_bytes(bytes) {
                    probe_everything(&book, game);
                }
            }
            bytes.truncate(cut.index(bytes.len()));
            if let Ok(book) = Book::from_bytes(bytes) {
                probe_everything(&book, game);
            }
        }
    }

    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200), count in 0_u8..9, seed: u64) {
        let head = [b"chuheB\x01\x00", &[count, 0, 0, 0, 0, 0, 0, 0][..], &[0; 8]].concat();
        // Any move of the start position, and any at all.
        let start = bytes.as_chunks().0.iter().flat_map(|&[a, b, c, d]| [0xd5, 0x56, 0x26, 0x05, a, b, c, d]);
        let start: Vec<u8> = start.collect();
        let mut records: Vec<[u8; 8]> = bytes.as_chunks().0.to_vec();
        records.sort_by_key(|&[a, b, c, d, ..]| u32::from_le_bytes([a, b, c, d]));
        let game = random_game(seed, 5);
        for bytes in [bytes.clone(), [head, bytes].concat(), records.concat(), start] {
            if let Ok(book) = Book::from_bytes(bytes) {
                probe_everything(&book, &game);
            }
        }
    }
}
