// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the protocols between Xiangqi (Chinese chess) engines and graphical interfaces: UCCI 3.0,
//! UCI as Xiangqi programs speak it, and its Cyclone form (`ucicyclone`).
//!
//! A line to an engine is a [`Command`], a line from an engine is a [`Reply`]; both are plain data that is
//! read with `parse` and written with `to_line`. So the crate serves both sides: engines, which read commands
//! and write replies, and GUIs or match programs, which do the opposite. One lenient reader reads all
//! dialects; a message is written in the [`Dialect`] asked for. The crate has no dependencies and knows no
//! rules of the game: positions stay FEN strings, and moves stay words such as `h2e2`.
//!
//! # An engine
//!
//! An engine reads lines with [`Lines`], which accepts any bytes, and answers in the dialect of the last
//! greeting. (`examples/engine.rs` is a whole program.)
//!
//! ```
//! use ucci::{BestMove, Command, Dialect, Lines, Reply};
//!
//! let input: &[u8] = b"ucci\nposition startpos moves b2e2\ngo depth 5\nquit\n";
//! let mut lines = Lines::new(input); // or std::io::stdin().lock()
//! let mut dialect = Dialect::Ucci;
//! let mut output = Vec::new();
//! while let Some(line) = lines.next_line() {
//!     let replies = match Command::parse(line) {
//!         Some(Command::Greet(greeting)) => {
//!             dialect = greeting;
//!             vec![Reply::id("name", "Example"), Reply::Greeted(dialect)]
//!         }
//!         Some(Command::Go(_)) => vec![BestMove::new("h9g7").into()],
//!         Some(Command::Quit) => vec![Reply::Bye],
//!         _ => vec![],
//!     };
//!     output.extend(replies.iter().map(|reply| reply.to_line(dialect)));
//! }
//! assert_eq!(output, ["id name Example", "ucciok", "bestmove h9g7", "bye"]);
//! ```
//!
//! # A graphical interface
//!
//! A GUI writes commands and reads replies. UCCI's bare numbers and UCI's `cp` and `mate` become one
//! [`Score`]. (`examples/client.rs` starts an engine and asks it for a move.)
//!
//! ```
//! use ucci::{Command, Dialect, Go, PositionText, Reply, Score};
//!
//! let position = PositionText { fen: None, moves: vec!["b2e2".to_owned()] };
//! let go = Go { depth: Some(12), ..Go::default() };
//! let commands = [Command::Greet(Dialect::Ucci), Command::Position(position), go.into()];
//! let lines = commands.map(|command| command.to_line(Dialect::Ucci));
//! assert_eq!(lines, ["ucci", "position startpos moves b2e2", "go depth 12"]);
//!
//! for line in ["info depth 12 score 9997 pv h9g7", "info depth 12 score mate 2 pv h9g7"] {
//!     let Some(Reply::Info(info)) = Reply::parse(line) else { panic!("an info line") };
//!     assert_eq!((info.depth, info.score), (Some(12), Some(Score::Mate(3))));
//! }
//! ```
//!
//! # The dialects
//!
//! | | UCCI | UCI |
//! |---|---|---|
//! | greeting | `ucci` … `ucciok` | `uci`, or Cyclone's `ucicyclone`, … `uciok` |
//! | option | `setoption hashsize 64` | `setoption name Hash value 64` |
//! | new game | `setoption newgame` | `ucinewgame` |
//! | position | `position fen …` | `position fen …`; Cyclone: `fen …` |
//! | clock | `go time T increment I opptime …` | `go wtime T winc I btime …` |
//! | score | `score -35`, `score 9997` | `score cp -35`, `score mate 2` |
//! | draws, resignation | `go draw`, `bestmove h2e2 draw`, `… resign` | |
//! | moves not to play | `banmoves h2e2` | |
//! | no legal move | `nobestmove` | `bestmove (none)` |
//! | message for the user | `info message …` | `info string …` |
//!
//! Ranks are counted from 0, but some UCI programs count them from 1: see [`RankBase`].

mod command;
mod ranks;
mod reply;
mod score;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use command::{Command, Go, PositionText};
pub use ranks::RankBase;
pub use reply::{BestMove, Info, OptionLine, OptionType, PopHash, Reply};
pub use score::{Bound, Score};
pub use text::{Lines, leading_integer, printable};

/// A protocol. Both carry the same messages in different words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// The Universal Chinese Chess Interface, version 3.0.
    Ucci,
    /// The Universal Chess Interface, as Xiangqi programs use it; also its Cyclone form (`ucicyclone`).
    Uci,
}
