// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board in the browser: a web server for one person, or for a few in one network.
//!
//! The client keeps the game; the server keeps nothing between two messages. Each message names a start
//! position and the moves played, and the server answers with what the rules and the engine say about it, so
//! that the client needs no rules of its own. `message` defines the messages, `game` describes a position,
//! reads game files that are sent and writes them (`comment`: the commands in their comments), `search` and `review` let an engine of `engines` work on it, `socket`
//! carries the messages of one connection, `workers` do what takes time without a search, `guard` refuses
//! requests that do not come from the page itself, and `server` listens. `review` also makes the page on disk, which has a review inside and no server.
//!
//! The server trusts no request: bodies and messages are limited in size, connections and analyses in number,
//! each analysis in time, lines and memory. A client that goes away frees its engine, and one that reads too
//! slowly is cut off.

mod assets;
mod comment;
mod engines;
mod game;
mod guard;
mod message;
mod review;
mod search;
mod server;
mod socket;
mod workers;

pub use assets::REVIEW_MARK;
pub use engines::{EngineConfig, Knowledge};
pub use review::{Presentation, review_page};
pub use server::{DEFAULT_PORT, ServeConfig, Server, ServerStopper};
