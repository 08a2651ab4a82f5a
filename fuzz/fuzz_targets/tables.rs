// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endgame table files: the header's checksum is made right, and those of up to two blocks. The input's first
//! byte chooses the balance in the file's name.
#![no_main]

use chuhe::Position;
use chuhe::tb::{Balance, Content, Tablebase};
use libfuzzer_sys::fuzz_target;
use once_cell::sync::Lazy;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

static FOLDER: Lazy<TempDir> = Lazy::new(|| {
    let shared = PathBuf::from("/dev/shm");
    if shared.is_dir() { TempDir::new_in(shared) } else { TempDir::new() }.expect("a folder can be made")
});

const FENS: [(&str, &str); 3] = [
    ("KvK", "4k4/9/9/9/9/9/9/9/9/3K5 w"),
    ("KAvK", "3k5/9/9/9/9/9/9/9/9/3AK4 w"),
    ("KPvK", "3k5/4P4/9/9/9/9/9/9/9/4K4 b"),
];
/// Bytes before the name of the balance.
const FIXED: usize = 12;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let (name, fen) = FENS[usize::from(choice) % FENS.len()];
    let mut file = bytes.to_vec();
    repair(&mut file);
    for content in Content::ALL {
        if let Some(mark) = file.get_mut(8) {
            *mark = content.extension().as_bytes()[0];
        }
        repair(&mut file);
        let path = FOLDER.path().join(name).with_extension(content.extension());
        fs::write(path, &file).expect("the folder can be written");
    }
    let tablebase = Tablebase::open(&[FOLDER.path()]).expect("the folder can be read");
    let position = Position::from_fen(fen).expect("it is valid");
    let _ = (tablebase.wdl(&position), tablebase.value(&position));
    let balance: Balance = name.parse().expect("it is a balance");
    let _ = (tablebase.sizes(balance), tablebase.table(balance));
});

/// Makes the checksums of a file with two blocks right.
fn repair(file: &mut [u8]) {
    let Some(&length) = file.get(FIXED - 1) else { return };
    let entries = FIXED + usize::from(length);
    let header = entries + 16;
    if file.len() < header + 4 {
        return;
    }
    let mut at = header + 4;
    for entry in [entries, entries + 8] {
        let length = u32::from_le_bytes([file[entry], file[entry + 1], file[entry + 2], file[entry + 3]]);
        let Some(block) = file.get(at..).and_then(|rest| rest.get(..length as usize)) else { break };
        let checksum = crc32fast::hash(block).to_le_bytes();
        at += block.len();
        file[entry + 4..entry + 8].copy_from_slice(&checksum);
    }
    let checksum = crc32fast::hash(&file[..header]).to_le_bytes();
    file[header..header + 4].copy_from_slice(&checksum);
}
