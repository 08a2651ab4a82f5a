// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books: chuhe's format with its checksum made right, BOOK.DAT, and databases.
#![no_main]

use chuhe::Position;
use chuhe::book::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    if bytes.starts_with(b"chuheB") && bytes.len() >= 24 {
        let records = ((bytes.len() - 24) / 24) as u64;
        bytes.truncate(24 + 24 * records as usize);
        let checksum = crc32fast::hash(&bytes[24..]);
        bytes[8..16].copy_from_slice(&records.to_le_bytes());
        bytes[16..20].copy_from_slice(&checksum.to_le_bytes());
    }
    let Ok(book) = Book::from_bytes(bytes) else { return };
    let (start, mut after) = (Position::startpos(), Position::startpos());
    after.play("h2e2".parse().expect("a move")).expect("it is legal");
    for position in [start, after] {
        for known in book.probe(&position) {
            assert!(position.is_legal(known.mv));
        }
    }
    let _ = (book.positions(), book.moves(), book.oddities());
});
