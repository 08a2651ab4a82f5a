// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine as a worker in a larger system: queries come in and answers go out as JSON, one object a line,
//! and many positions are searched at a time. The shape of the interface is that of KataGo's analysis engine,
//! which back ends know.
//!
//! [`session`] ties the parts together: its reader turns lines into queries ([`query`]) and puts them into
//! the [`schedule`]; each worker takes one position after another from there, searches it, and hands the
//! [`answer`] to the [`outbox`], which keeps the order of the input if that is wanted and knows the answers
//! of an earlier run.
//!
//! Memory is bounded: the reader waits while as many queries as allowed have no answer yet, and a line has a
//! maximum length. A search with a limit of nodes depends on nothing but its query: it begins with empty
//! histories, and with an empty table of its own whose size follows from the limit.
//!
//! `docs/analysis.md` describes the fields; the schemas beside this file define them.
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the links lead to private items, which only --document-private-items shows"
)]

mod answer;
mod outbox;
mod query;
mod schedule;
mod session;

pub use outbox::Answered;
pub use session::{AnalysisConfig, Session, SessionSummary};
