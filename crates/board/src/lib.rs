// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the board in the browser asks and is told, without a socket or a thread: the server of `chuhe serve`
//! and the WebAssembly worker share it.
//!
//! The page keeps the game; nothing is kept here between two messages. Each query names a start position and
//! the moves played, and is answered with what the rules and the engine say about it, so that the page needs
//! no rules of its own. `message` defines the messages; `game` describes a position, reads game files that
//! are sent and writes them (`comment`: the commands in their comments); `search` and `review` are the work
//! that an engine does for a query. A [`Session`] goes from query to answer with one engine; the server takes
//! the same steps with several.

pub(crate) mod comment;
pub(crate) mod game;
pub(crate) mod message;
pub(crate) mod review;
pub(crate) mod search;
#[cfg(not(target_family = "wasm"))]
pub mod serve;
pub(crate) mod session;

pub use review::{PageData, Presentation};
pub use session::{Session, Work};

use chuhe::book::Books;
use chuhe::tb::Tablebase;
use std::sync::Arc;

/// Knowledge about positions that needs no search.
#[derive(Default)]
pub struct Knowledge {
    /// Opening books.
    pub books: Books,
    /// Endgame tables.
    pub tables: Arc<Tablebase>,
}
