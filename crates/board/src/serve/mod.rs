// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board in the browser: a web server for one person, or for a few in one network.
//!
//! The messages and their answers are the room [`chuhe_board`](crate). Here `socket` carries the messages of
//! one connection, `search` lets an engine of `engines` work for it, `workers` do what takes time without a
//! search, `guard` refuses requests that do not come from the page itself, and `server` listens. `assets` has
//! the files of the page, `vocabulary` what it takes from the tables of the rooms below, and makes the page of a review, which needs no server; `lab` answers the page of
//! the laboratory.
//!
//! The server trusts no request: bodies and messages are limited in size, connections and analyses in number,
//! each analysis in time, lines and memory. A client that goes away frees its engine, and one that reads too
//! slowly is cut off.

mod assets;
mod engines;
mod guard;
mod lab;
mod search;
mod server;
mod socket;
mod vocabulary;
mod workers;

pub use assets::{REVIEW_MARK, page_files, review_page};
pub use engines::EngineConfig;
pub use server::{DEFAULT_PORT, ServeConfig, Server, ServerStopper, running_at};
