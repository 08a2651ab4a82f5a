// SPDX-License-Identifier: MIT OR Apache-2.0
//! Xiangqi, Chinese chess: positions, legal moves, the rules of repetition, notations and game records.
//!
//! | module | contents |
//! |---|---|
//! | [`types`] | [`Square`], [`Piece`], [`Color`], [`Move`], [`Bitboard`](types::Bitboard) |
//! | [`attacks`] | the squares that a piece attacks |
//! | [`position`] | [`Setup`] and [`Position`]: legal moves, check, playing and taking back moves |
//! | [`rules`] | [`Game`] with its outcome, [`RuleSet`], verdicts on repetitions and their explanation |
//! | [`notation`] | FEN and EPD; ICCS, WXF, Chinese and Vietnamese notation, SAN; PGN, XQF, CBL, DhtmlXQ and others |
//! | [`openings`] | names of openings by ECCO, opening lines |
//! | [`diagram`] | the board as text and as SVG |
//!
//! # Positions
//!
//! ```
//! use xiangqi::Position;
//! let mut position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1")?;
//! assert_eq!(position.legal_moves().len(), 17);
//! position.play("e1d1".parse()?)?;
//! assert!(position.in_check() && position.is_checkmate());
//! assert_eq!(position.to_fen(), "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games
//!
//! A [`Game`] ends by mate, stalemate, repetition, the natural limit or for want of material:
//!
//! ```
//! use xiangqi::{Game, Position, RuleSet};
//! // A rook that checks for ever loses.
//! let start = Position::from_fen("4k4/9/9/9/9/9/9/9/9/R2K5 w")?;
//! let mut game = Game::new(start, RuleSet::Asian);
//! for mv in "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9".split(' ') {
//!     game.play(mv.parse()?)?;
//! }
//! assert_eq!(game.outcome().unwrap().to_string(), "black wins: perpetual check");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Notations
//!
//! ```
//! use xiangqi::{Notation, Position, read_move};
//! let start = Position::startpos();
//! for word in ["h2e2", "H2-E2", "C2.5", "炮二平五", "P2-5", "Che2"] {
//!     assert_eq!(read_move(&start, word)?, "h2e2".parse()?);
//! }
//! assert_eq!(Notation::Chinese.write(&start, "h0g2".parse()?), "马二进三");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Game records
//!
//! ```
//! use xiangqi::{Notation, notation::Records};
//! let file = "[Red \"Hu\"]\n[Black \"Yang\"]\n\n1. H2-E2 {the central cannon} H9-G7 *\n";
//! for game in Records::new(file.as_bytes()) {
//!     let game = game?;
//!     assert_eq!((game.tag("Red"), game.line.moves.len()), (Some("Hu"), 2));
//!     assert!(game.to_pgn(Notation::Chinese).contains("1. 炮二平五 {the central cannon}"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `serde`: `Serialize` and `Deserialize` for squares, pieces, moves, positions (as FEN), outcomes and game
//!   records.
//!
//! The library needs no threads, clock or files, so it also compiles to WebAssembly. [`KingLines`], the
//! unchecked `make` and `unmake` of a [`Position`] and the mutators of a [`Board`] are for engines.
//!
//! [`KingLines`]: position::KingLines
//! [`Board`]: position::Board

pub mod attacks;
pub mod bounded;
pub mod diagram;
pub mod notation;
pub mod openings;
pub mod position;
pub mod rules;
#[cfg(feature = "serde")]
mod serde;
pub mod types;

pub use notation::{Notation, fen, read_move};
pub use position::{Position, Setup};
pub use rules::{Game, GameOutcome, RuleSet, Verdict};
pub use types::{Color, Move, Piece, PieceKind, Square};

/// The example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Examples;
