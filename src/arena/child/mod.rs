// SPDX-License-Identifier: MIT OR Apache-2.0
//! Engines that run as child processes.
//!
//! ```text
//! EngineProcess ─ go ─▶ EnginePipe ─▶ ChildProcess ═ stdin ═▶ the engine
//!                       EnginePipe ◀─ Inbox ◀─ reader thread ═ stdout ═╝
//! ```
//!
//! An [`EngineProcess`] turns the referee's requests into commands, the `EnginePipe` knows the dialect (UCCI
//! or UCI), the `ChildProcess` holds pipes and process group, the `Inbox` queues the engine's replies. The
//! time of a move runs from the moment before `go` is written to the moment its answer is read, by a thread
//! that does nothing but read.

mod engine;
mod go;
pub mod handles;
mod inbox;
mod pipe;
mod process;
mod refusals;

pub use engine::EngineProcess;
