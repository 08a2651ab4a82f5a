// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of a JSON file that may end with half a line.

use crate::bounded;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Longest line, in bytes.
const MAX_LINE: u64 = 1 << 28;

/// Calls `work` for each complete line of a file, and returns their length.
pub fn for_each_line(path: &Path, mut work: impl FnMut(&[u8]) -> anyhow::Result<()>) -> anyhow::Result<u64> {
    let mut source = BufReader::new(File::open(path)?);
    let (mut line, mut complete) = (Vec::new(), 0);
    loop {
        line.clear();
        let length = bounded::read_until(&mut source, b'\n', &mut line, MAX_LINE)?;
        if line.last() != Some(&b'\n') {
            return Ok(complete);
        }
        work(&line)?;
        complete += length as u64;
    }
}
