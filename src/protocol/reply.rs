// SPDX-License-Identifier: MIT OR Apache-2.0
//! A line from the engine as data, independent of the dialect it is written in. Moves stay words, as in
//! commands.

use super::dialect::Dialect;
use crate::search::ScoreBound;
use crate::types::Score;

/// The types of options that engines announce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the protocol's own words")]
pub enum OptionType {
    Label,
    Button,
    Check,
    Combo,
    Spin,
    String,
}

impl OptionType {
    /// All types with their keywords.
    pub(crate) const WORDS: [(&'static str, Self); 6] = [
        ("label", Self::Label),
        ("button", Self::Button),
        ("check", Self::Check),
        ("combo", Self::Combo),
        ("spin", Self::Spin),
        ("string", Self::String),
    ];

    /// Returns the keyword.
    pub(crate) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, kind)| *kind == self).map_or("label", |(word, _)| word)
    }
}

/// An option as an engine announces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionLine {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: OptionType,
    /// Minimum of a `spin`.
    pub min: Option<i64>,
    /// Maximum of a `spin`.
    pub max: Option<i64>,
    /// The values of a `combo`.
    pub words: Vec<String>,
    /// The initial value.
    pub default: Option<String>,
}

/// An `info` line of a search. Every field may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are the protocol's own words")]
pub struct Info {
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub multipv: Option<usize>,
    pub score: Option<Score>,
    /// Set if the score is a bound.
    pub bound: Option<ScoreBound>,
    /// WDL of the side to move, per mille: win, draw, loss.
    pub wdl: Option<[u32; 3]>,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    /// Per mille.
    pub hashfull: Option<u32>,
    pub tbhits: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    pub currmove: Option<String>,
    pub currmovenumber: Option<usize>,
    pub pv: Vec<String>,
}

/// The move that an engine plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move.
    pub mv: String,
    /// The expected reply.
    pub ponder: Option<String>,
    /// The engine accepts, or offers, a draw.
    pub draw: bool,
    /// The engine resigns.
    pub resign: bool,
}

/// The transposition table's entry for a position, as `probe` shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PopHash {
    /// The best move.
    pub best_move: Option<String>,
    /// Lower bound of the score and its depth.
    pub lower: Option<(Score, u32)>,
    /// Upper bound of the score and its depth.
    pub upper: Option<(Score, u32)>,
}

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The engine's identity: `id name …`, `id author …` and so on.
    Id {
        /// The keyword: `name`, `author`, ….
        key: String,
        /// The text.
        text: String,
    },
    /// `option`: an option that the engine has.
    Option(OptionLine),
    /// `ucciok` or `uciok`.
    Greeted(Dialect),
    /// `readyok`.
    Ready,
    /// `info`: the progress of a search.
    Info(Info),
    /// A message for the user: `info message` in UCCI, `info string` in UCI.
    Message(String),
    /// A diagnostic remark: `info string` in both dialects.
    Note(String),
    /// `bestmove`: the answer to `go`.
    BestMove(BestMove),
    /// The answer to `go` without a move: `nobestmove` in UCCI, `bestmove (none)` in UCI.
    NoBestMove,
    /// `pophash`: the answer to `probe`.
    PopHash(PopHash),
    /// `bye`: the answer to `quit` in UCCI.
    Bye,
}
