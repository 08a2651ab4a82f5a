// SPDX-License-Identifier: MIT OR Apache-2.0
//! A line to the engine as data, independent of the dialect it was written in.
//!
//! Moves stay words here: the move that a word means depends on the [`RankBase`](super::RankBase), which only
//! the session knows.

use super::dialect::Dialect;

/// A position as a command gives it: where the moves begin, and the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionText {
    /// A FEN; `None`: the start position.
    pub fen: Option<String>,
    /// Moves in coordinates, in lower case.
    pub moves: Vec<String>,
}

/// The words of a `go` in both dialects. Times are as written: the session knows their unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are the protocol's own words")]
pub struct Go {
    pub ponder: bool,
    pub draw: bool,
    pub infinite: bool,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub mate: Option<i64>,
    /// Count the leaves of the game tree to this depth instead of searching.
    pub perft: Option<i64>,
    pub movetime: Option<i64>,
    pub time: Option<i64>,
    pub increment: Option<i64>,
    pub movestogo: Option<i64>,
    pub opptime: Option<i64>,
    pub oppincrement: Option<i64>,
    pub oppmovestogo: Option<i64>,
    pub wtime: Option<i64>,
    pub btime: Option<i64>,
    pub winc: Option<i64>,
    pub binc: Option<i64>,
    /// Root moves to consider; empty: all.
    pub searchmoves: Vec<String>,
}

impl Go {
    /// Every keyword that takes a number, with the field for the number.
    pub(crate) fn numbers(&mut self) -> [(&'static str, &mut Option<i64>); 15] {
        [
            ("depth", &mut self.depth),
            ("nodes", &mut self.nodes),
            ("mate", &mut self.mate),
            ("perft", &mut self.perft),
            ("movetime", &mut self.movetime),
            ("time", &mut self.time),
            ("increment", &mut self.increment),
            ("movestogo", &mut self.movestogo),
            ("opptime", &mut self.opptime),
            ("oppincrement", &mut self.oppincrement),
            ("oppmovestogo", &mut self.oppmovestogo),
            ("wtime", &mut self.wtime),
            ("btime", &mut self.btime),
            ("winc", &mut self.winc),
            ("binc", &mut self.binc),
        ]
    }
}

/// A line to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ucci`, `uci` or `ucicyclone`: switch to this dialect and answer with the handshake.
    Greet(Dialect),
    /// `isready`: answer `readyok`.
    IsReady,
    /// `setoption`: set an option; the value may be empty.
    SetOption {
        /// The option's name.
        name: String,
        /// The value, byte for byte: file names come in any encoding.
        value: Vec<u8>,
    },
    /// `setoption newgame` (UCCI), `ucinewgame` or `uccinewgame`: a new game begins.
    NewGame,
    /// `debug on` or `debug off`: print more, or less.
    Debug(bool),
    /// `position`: set the position.
    Position(PositionText),
    /// `fen` or `startpos` without the word `position`, as Cyclone's programs write it: set the position.
    /// They count ranks from 0.
    CyclonePosition(PositionText),
    /// `banmoves`: do not answer with these moves in the current position.
    BanMoves(Vec<String>),
    /// `go`: search.
    Go(Box<Go>),
    /// `ponderhit`: the opponent played the expected move.
    PonderHit {
        /// The opponent offers a draw with it.
        draw: bool,
    },
    /// `stop`: answer now.
    Stop,
    /// `probe`: look this position up in the transposition table.
    Probe(PositionText),
    /// `d`: display the position.
    Display,
    /// `eval`: show the static evaluation.
    Evaluate,
    /// `bench`: print the signature and the speed.
    Bench,
    /// `help`: name some commands.
    Help,
    /// `quit`: leave.
    Quit,
}
