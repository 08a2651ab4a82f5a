// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the files of the board in the browser into a folder, for the site that needs no server:
//!
//! ```sh
//! cargo run -p chuhe-board --example page_files -- target/page
//! ```

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).ok_or_else(|| io::Error::other("usage: page_files FOLDER"))?;
    fs::create_dir_all(&folder)?;
    for (name, content) in chuhe_board::serve::page_files() {
        fs::write(Path::new(&folder).join(name), content)?;
    }
    Ok(())
}
