// SPDX-License-Identifier: MIT OR Apache-2.0
//! Self-play games: bodies of records with their lengths and checksums made right, and files of any bytes. A
//! game that was read is written as the same bytes.
#![no_main]

use chuhe_learn::{GameReader, SelfPlayGame};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(reader) = GameReader::new(Path::new("games"), bytes) {
        let _ = reader.take(8).count();
    }
    let length = (bytes.len() as u16).to_le_bytes();
    let checksum = crc32fast::hash(&[&length, bytes].concat()).to_le_bytes();
    let record = [b"G!", &length[..], &checksum, bytes].concat();
    if let Some((game, size)) = SelfPlayGame::decode(&record) {
        assert_eq!(size, record.len());
        assert_eq!(game.encode(), record);
        let mut position = game.start_position();
        for mv in game.opening.iter().copied().chain(game.moves.iter().map(|scored| scored.mv)) {
            position = position.filter(|position| position.is_legal(mv)).map(|position| position.after(mv));
        }
    }
});
