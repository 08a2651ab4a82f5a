// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine in WebAssembly, for JavaScript: the npm package `chuhe`.
//!
//! | File | Contents |
//! |---|---|
//! | `turns` | the search and the rest of the program take turns on one thread |
//! | `session` | a session of UCCI or UCI, line by line, and the files that it reads |
//! | `position`, `record`, `words` | positions, game files, and the words for notations and rules |
//! | `board` | what the board in the browser asks, for the site without a server |
//!
//! `js/` has the scripts of the package, and `build` makes it in `target/npm/chuhe`.

#[cfg(feature = "board")]
mod board;
mod position;
mod record;
mod session;
mod turns;
mod words;
