// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the two sides of a protocol say to each other, free of either dialect's spelling.
//!
//! A [`Command`] goes to the engine, a [`Reply`] comes from it. Both are read by one lenient reader that understands
//! either dialect (programs mix them), and written in the dialect asked for. Moves stay words here: which move a word
//! means depends on the [`RankBase`](super::RankBase), which only the session knows.

use super::line::Line;
use super::read::printable;
use super::{Dialect, ucci, uci};
use crate::search::ScoreBound;
use crate::types::Score;

/// A position as it is told: where the moves begin, and the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionText {
    /// A FEN; `None`: the start of a game.
    pub fen: Option<String>,
    /// Moves in coordinates, in lower case.
    pub moves: Vec<String>,
}

/// The words of a `go`, of both dialects. Times are as written: their unit is the session's matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are the protocol's own words")]
pub struct Go {
    pub ponder: bool,
    pub draw: bool,
    pub infinite: bool,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub mate: Option<i64>,
    /// Not to think, but to count the game tree so many plies deep.
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
    /// Every word that takes a number, with where the number goes.
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
    /// `ucci` or `uci`: speak this dialect.
    Greet(Dialect),
    /// `ucicyclone`: speak UCI, without an answer.
    Cyclone,
    /// Answer when ready.
    IsReady,
    /// Set an option; the value may be empty.
    SetOption {
        /// Its name.
        name: String,
        /// Its value, verbatim: names of files come in any encoding.
        value: Vec<u8>,
    },
    /// Another game begins.
    NewGame,
    /// Tell more (or less).
    Debug(bool),
    /// Take this position.
    Position(PositionText),
    /// Do not answer with these moves in this position.
    BanMoves(Vec<String>),
    /// Think.
    Go(Box<Go>),
    /// The expected move was played.
    PonderHit {
        /// A draw is offered with it.
        draw: bool,
    },
    /// Answer now.
    Stop,
    /// What does the table know of this position?
    Probe(PositionText),
    /// Show the position.
    Display,
    /// Leave.
    Quit,
}

/// The kinds of options that engines announce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the protocol's own words")]
pub enum OptionType {
    Label,
    Button,
    Check,
    Combo,
    Spin,
    String,
}

impl OptionType {
    /// All kinds with their words.
    pub(crate) const WORDS: [(&'static str, Self); 6] = [
        ("label", Self::Label),
        ("button", Self::Button),
        ("check", Self::Check),
        ("combo", Self::Combo),
        ("spin", Self::Spin),
        ("string", Self::String),
    ];

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, kind)| *kind == self).map_or("label", |(word, _)| word)
    }
}

/// An option as an engine announces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionLine {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: OptionType,
    /// Least number.
    pub min: Option<i64>,
    /// Greatest number.
    pub max: Option<i64>,
    /// The words to choose from.
    pub words: Vec<String>,
    /// The value at the start.
    pub default: Option<String>,
}

/// What an engine tells while it thinks. Everything may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are the protocol's own words")]
pub struct Info {
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub multipv: Option<usize>,
    pub score: Option<Score>,
    /// Set if the score is not exact.
    pub bound: Option<ScoreBound>,
    /// Chances of the side to move, per mille: win, draw, loss.
    pub wdl: Option<[u32; 3]>,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    /// Per mille.
    pub hashfull: Option<u32>,
    /// Milliseconds.
    pub time: Option<u64>,
    pub currmove: Option<String>,
    pub currmovenumber: Option<usize>,
    pub pv: Vec<String>,
}

/// The move an engine plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move.
    pub mv: String,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// It accepts, or offers, a draw.
    pub draw: bool,
    /// It resigns.
    pub resign: bool,
}

/// What an engine's table knows of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PopHash {
    /// The best move.
    pub best_move: Option<String>,
    /// At least this score, to this depth.
    pub lower: Option<(Score, u32)>,
    /// At most this score, to this depth.
    pub upper: Option<(Score, u32)>,
}

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Who it is: `id name …`, `id author …` and so on.
    Id {
        /// What is told.
        key: String,
        /// The text.
        text: String,
    },
    /// An option it has.
    Option(OptionLine),
    /// `ucciok` or `uciok`.
    Greeted(Dialect),
    /// `readyok`.
    Ready,
    /// How the search goes.
    Info(Info),
    /// A message for the user.
    Message(String),
    /// A remark for whoever looks into the traffic (`info string` in both dialects).
    Note(String),
    /// The answer to `go`.
    BestMove(BestMove),
    /// The answer to `go` if there is no move to give.
    NoBestMove,
    /// The answer to `probe`.
    PopHash(PopHash),
    /// The answer to `quit`.
    Bye,
}

impl Command {
    /// The line, without its end, in `dialect`.
    pub fn to_line(&self, dialect: Dialect) -> String {
        match self {
            Self::Greet(Dialect::Ucci) => "ucci".to_owned(),
            Self::Greet(Dialect::Uci) => "uci".to_owned(),
            Self::Cyclone => "ucicyclone".to_owned(),
            Self::IsReady => "isready".to_owned(),
            Self::SetOption { name, value } => match dialect {
                Dialect::Ucci => ucci::set_option(name, &printable(value)),
                Dialect::Uci => uci::set_option(name, &printable(value)),
            },
            Self::NewGame => match dialect {
                Dialect::Ucci => "setoption newgame".to_owned(),
                Dialect::Uci => "ucinewgame".to_owned(),
            },
            Self::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
            Self::Position(text) => text.to_line("position"),
            Self::BanMoves(moves) => Line::new("banmoves").words(moves),
            Self::Go(go) => go.to_line(),
            Self::PonderHit { draw } => if *draw { "ponderhit draw" } else { "ponderhit" }.to_owned(),
            Self::Stop => "stop".to_owned(),
            Self::Probe(text) => text.to_line("probe"),
            Self::Display => "d".to_owned(),
            Self::Quit => "quit".to_owned(),
        }
    }
}

impl PositionText {
    /// The line, without its end, that begins with `command`: `position` or `probe`.
    pub(crate) fn to_line(&self, command: &str) -> String {
        let mut line = Line::new(command);
        match &self.fen {
            Some(fen) => line.field("fen", Some(fen)),
            None => line.word("startpos"),
        };
        line.list("moves", &self.moves)
    }
}

impl Go {
    fn to_line(&self) -> String {
        let mut line = Line::new("go");
        for (word, on) in [("ponder", self.ponder), ("draw", self.draw), ("infinite", self.infinite)] {
            if on {
                line.word(word);
            }
        }
        for (word, number) in self.clone().numbers() {
            line.field(word, number.as_ref());
        }
        line.list("searchmoves", &self.searchmoves)
    }
}

impl Reply {
    /// The line, without its end, in `dialect`.
    pub fn to_line(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Ucci => ucci::reply(self),
            Dialect::Uci => uci::reply(self),
        }
    }
}
