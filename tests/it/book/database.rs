// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books of other programs that are databases: read in all the forms in which files store keys and
//! moves, written, probed in the file, and refused with a reason.

use crate::support::books::{assert_is_synthetic, random_game, shown};
use crate::support::judge::start;
use chuhe::Position;
use chuhe::book::{Book, BookError, BookFormat, BookMove, Books, MoveChoice, Oddities, convert};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use xiangqi::types::{Color, SplitMix64};

const DATABASES: [BookFormat; 4] = [BookFormat::Obk, BookFormat::Yfk, BookFormat::Pfb, BookFormat::Xqb];

/// An empty directory of this name.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("book_database").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A copy of a file of `positions/books`.
fn copy(name: &str, directory: &Path) -> PathBuf {
    let path = directory.join(name);
    fs::copy(Path::new("positions/books").join(name), &path).unwrap();
    path
}

#[test]
fn files_of_all_forms_are_read() {
    let directory = directory("read");
    for (name, format, positions, moves) in [
        ("synthetic.obk", BookFormat::Obk, 8, 24),
        ("integer.obk", BookFormat::Obk, 8, 24),
        ("synthetic.yfk", BookFormat::Yfk, 8, 24),
        ("synthetic.pfb", BookFormat::Pfb, 8, 24),
        ("synthetic.xqb", BookFormat::Xqb, 8, 19),
    ] {
        let path = copy(name, &directory);
        let book = Book::open(&path).unwrap();
        assert_eq!((book.format(), book.positions(), book.moves()), (format, positions, moves), "{name}");
        assert_eq!(book.size() as u64, fs::metadata(&path).unwrap().len());
        assert_is_synthetic(&book);
        let start = book.probe(&start(""));
        assert_eq!((start[0].games, start[0].points), (250 + 1 + 125, 501), "{name}");
        if name != "synthetic.obk" {
            assert_is_synthetic(&Book::from_bytes(fs::read(&path).unwrap()).unwrap());
        }
    }
}

#[test]
fn one_key_of_xqbook_serves_four_positions() {
    let book = Book::open(Path::new("positions/books/synthetic.xqb")).unwrap();
    for line in ["", "h2e2", "h2e2 h9g7", "h2e2 h9g7 h0g2 i9h9"] {
        let position = start(line);
        let known = book.probe(&position);
        assert!(!known.is_empty());
        let other_side = book.probe(&position.color_flipped());
        assert!(other_side.iter().map(|known| known.weight).eq(known.iter().map(|known| known.weight)));
        assert!(other_side.iter().zip(&known).any(|(other, known)| other.mv != known.mv), "{line}");
    }
}

#[test]
fn an_index_is_made_once_beside_a_file_that_has_none() {
    let directory = directory("index");
    let (path, index) = (copy("synthetic.obk", &directory), directory.join("synthetic.obk.index"));
    let before = fs::read(&path).unwrap();
    assert_is_synthetic(&Book::open(&path).unwrap());
    assert_eq!(fs::read(&path).unwrap(), before, "a book is never written to");
    let made = fs::metadata(&index).unwrap().modified().unwrap();
    assert_is_synthetic(&Book::open(&path).unwrap());
    assert_eq!(fs::metadata(&index).unwrap().modified().unwrap(), made, "it is used again");
    // Another book in its place, and a damaged index: both are noticed.
    fs::write(&path, [&before[..], &[0; 512]].concat()).unwrap();
    assert_is_synthetic(&Book::open(&path).unwrap());
    fs::write(&index, "nothing of the kind").unwrap();
    assert_is_synthetic(&Book::open(&path).unwrap());
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2, "no temporary file is left");
    // Where none can be written, the reason is told.
    fs::remove_file(&index).unwrap();
    fs::create_dir(&index).unwrap();
    let error = Book::open(&path).unwrap_err();
    assert!(matches!(error, BookError::KeyIndex { .. }), "{error}");
    assert!(matches!(Book::from_bytes(before).unwrap_err(), BookError::NoKeyIndex));
}

#[test]
fn values_of_an_engine_are_played_by_the_best() {
    let book = Book::open(Path::new("positions/books/valued.obk")).unwrap();
    assert_eq!(shown(&book.probe(&start(""))), "b0c2 1, h2e2 1, g0e2 0, c3c4 0");
    let books = Books::new(vec![book.clone()]);
    let position = start("");
    assert_eq!(books.choose(&position, &[], MoveChoice::Best).unwrap().mv, "b0c2".parse().unwrap());
    let book = books.choose(&position, &[], MoveChoice::BestResult).unwrap();
    assert_eq!(book.mv, "h2e2".parse().unwrap(), "a move that was played comes before one that was not");
}

#[test]
fn the_best_result_is_a_share_of_the_games() {
    let book = Books::new(vec![Book::open(Path::new("positions/books/synthetic.pfb")).unwrap()]);
    // Shares of points: 301 of 226 games, 21 of 16; the second has 21 / 32 and the first 301 / 452.
    let chosen = book.choose(&start("h2e2 h9g7"), &[], MoveChoice::BestResult).unwrap();
    assert_eq!(chosen.mv, "h0g2".parse().unwrap());
    // 65535: (65534 + 1) of 2 * 49151; 1: 1 of 2 * 1.
    let chosen = book.choose(&start("h2e2 h7e7"), &[], MoveChoice::BestResult).unwrap();
    assert_eq!(chosen.mv, "h0g2".parse().unwrap());
}

#[test]
fn a_book_can_be_for_one_side() {
    let open = || Book::open(Path::new("positions/books/synthetic.pfb")).unwrap();
    for (line, side) in [("", Color::Red), ("h2e2", Color::Black)] {
        let position = start(line);
        assert_eq!(open().only_for(side).probe(&position), open().probe(&position));
        assert!(!open().probe(&position).is_empty());
        assert!(open().only_for(!side).probe(&position).is_empty());
    }
}

#[test]
fn books_are_converted_to_every_format_and_back() {
    let position = [Position::startpos()];
    let pfb = Book::open(Path::new("positions/books/synthetic.pfb")).unwrap();
    for format in DATABASES {
        let made = convert(&pfb, &position, format).unwrap();
        assert_eq!((made.positions, made.moves), (8, 19));
        let book = Book::from_bytes(made.bytes).unwrap();
        assert_eq!((book.format(), book.positions(), book.moves()), (format, 8, 19));
        assert_is_synthetic(&book);
        assert_eq!(book.oddities().unwrap().unwrap().lost_keys, 0);
        // A move of the start position and its mirror image are one in chuhe's format.
        let own = Book::from_bytes(convert(&book, &position, BookFormat::Chuhe).unwrap().bytes).unwrap();
        let again = Book::from_bytes(convert(&own, &position, format).unwrap().bytes).unwrap();
        for line in ["h2e2", "b2e2 b9c7", "h2e2 h7e7", "c3c4"] {
            let known = pfb.probe(&start(line));
            assert_eq!(again.probe(&start(line)), known, "{format}, {line}");
        }
    }
}

#[test]
fn every_position_of_a_large_book_is_found() {
    let mut rng = SplitMix64::new(7);
    let with_move = |position: Position| {
        let moves = position.legal_moves();
        let mv = *moves.get(rng.below(moves.len().max(1)))?;
        Some((position.without_history(), mv))
    };
    let positions: Vec<_> = (0..50).flat_map(|seed| random_game(seed, 40)).filter_map(with_move).collect();
    let entries = positions
        .iter()
        .map(|(position, mv)| chuhe::book::format::BookEntry::new(position, BookMove::new(*mv, 9)));
    let own = Book::from_bytes(chuhe::book::format::to_bytes(entries)).unwrap();
    let starts: Vec<_> = positions.iter().map(|(position, _)| position.clone()).collect();
    for format in DATABASES {
        let book = Book::from_bytes(convert(&own, &starts, format).unwrap().bytes).unwrap();
        for (position, mv) in &positions {
            for (image, mv) in [(position.clone(), *mv), (position.mirrored(), mv.mirror())] {
                assert!(
                    book.probe(&image).iter().any(|known| known.mv == mv || position.is_symmetric()),
                    "{format}"
                );
            }
        }
    }
}

#[test]
fn oddities_are_counted() {
    let directory = directory("oddities");
    let obk = Book::open(&copy("synthetic.obk", &directory)).unwrap().oddities().unwrap().unwrap();
    assert!(obk.real_keys > 0 && obk.real_keys < 23, "keys of 2^63 and more only");
    assert_eq!(
        Oddities { real_keys: 0, ..obk },
        Oddities { real_keys: 0, lost_keys: 1, barred: 0, malformed: 2, is_unindexed: true }
    );
    let valued = Book::open(Path::new("positions/books/valued.obk")).unwrap().oddities().unwrap().unwrap();
    assert_eq!(valued, Oddities { barred: 1, ..Oddities::default() });
    let dat = Book::open(Path::new("positions/books/synthetic.dat")).unwrap();
    assert_eq!(dat.oddities().unwrap(), None);
}

#[test]
fn other_databases_are_refused() {
    let directory = directory("refused");
    for (name, script) in [
        ("other", "CREATE TABLE games (id)"),
        ("view", "CREATE VIEW bhobk AS SELECT 1 vkey, 1 vmove, 1 vscore, 1 vwin, 1 vdraw, 1 vlost, 1 vvalid"),
        ("columns", "CREATE TABLE bhobk (vkey, vmove)"),
    ] {
        let path = directory.join(name);
        Connection::open(&path).unwrap().execute_batch(script).unwrap();
        let error = Book::open(&path).unwrap_err();
        let is_expected = match name {
            "columns" => matches!(error, BookError::Database(_)),
            _ => matches!(error, BookError::NoTable),
        };
        assert!(is_expected, "{name}: {error}");
        assert!(!error.to_string().contains('\n'));
    }
}

#[test]
fn damaged_files_do_no_harm() {
    let directory = directory("damaged");
    let mut rng = SplitMix64::new(3);
    for name in ["integer.obk", "synthetic.xqb"] {
        let bytes = fs::read(Path::new("positions/books").join(name)).unwrap();
        for round in 0..200 {
            let mut damaged = bytes.clone();
            for _ in 0..=rng.below(8) {
                damaged[16 + rng.below(bytes.len() - 16)] = rng.next_u64().to_le_bytes()[0];
            }
            damaged.truncate(if round % 4 == 0 { 16 + rng.below(bytes.len() - 16) } else { bytes.len() });
            let path = directory.join("book");
            fs::write(&path, &damaged).unwrap();
            if let Ok(book) = Book::open(&path) {
                for line in ["", "h2e2", "c3c4"] {
                    let position = start(line);
                    assert!(book.probe(&position).iter().all(|known| position.is_legal(known.mv)));
                }
                let _ = (book.positions(), book.moves(), book.oddities());
            }
            let _ = Book::from_bytes(damaged).map(|book| book.probe(&start("")));
        }
    }
}
