// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of `positions/notation`, and their games with error messages.

use std::fs;
use std::path::Path;
use xiangqi::notation::{Record, Records};

pub(crate) fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../positions/notation"));
    fs::read(folder.join(name)).unwrap()
}

pub(crate) fn read(bytes: &[u8]) -> Vec<Result<Record, String>> {
    Records::new(bytes).map(|game| game.map_err(|error| error.to_string())).collect()
}
