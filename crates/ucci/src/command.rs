// SPDX-License-Identifier: MIT OR Apache-2.0
//! Commands, the lines to an engine: as data, read in any dialect and written in one.
//!
//! Reading is lenient: words are separated by any white space or control characters, keywords are read in any
//! case, numbers are clamped to their range, and unknown words are skipped. Any bytes can be read without a
//! panic.

use crate::Dialect;
use crate::text::{Line, Words, bytewise, is_any, leading_integer, next_moves, printable, split_word, words};
use core::fmt;

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
    /// `ucci` or `uci`: switch to this dialect and answer with the handshake.
    Greet(Dialect),
    /// `ucicyclone`: the same as `uci`, from a program that counts ranks from 0.
    GreetCyclone,
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
    /// `bench`: print the signature and the speed, of searches to this depth if there is one.
    Bench(Option<i64>),
    /// `help`: name some commands.
    Help,
    /// `license`: name the licence of the program.
    License,
    /// `compiler`: tell how the program was compiled.
    Compiler,
    /// `xboard` or `protover`: the greeting of a program that speaks XBoard's protocol, which needs an
    /// adapter.
    XBoard,
    /// `quit`: leave.
    Quit,
}

impl Command {
    /// Returns the command that sets an option.
    pub fn set_option(name: impl Into<String>, value: impl Into<Vec<u8>>) -> Self {
        Self::SetOption { name: name.into(), value: value.into() }
    }

    /// Reads a line; `None` if it is not a command.
    pub fn parse(line: impl AsRef<[u8]>) -> Option<Self> {
        let line = line.as_ref();
        let text = printable(line);
        let (head, rest) = split_word(&text);
        let words = || words(rest);
        Some(match head.to_ascii_lowercase().as_str() {
            "ucci" => Self::Greet(Dialect::Ucci),
            "uci" => Self::Greet(Dialect::Uci),
            "ucicyclone" => Self::GreetCyclone,
            "isready" => Self::IsReady,
            "setoption" => return read_set_option(line),
            "ucinewgame" | "uccinewgame" => Self::NewGame,
            "debug" => Self::Debug(words().next().is_some_and(|word| is_any(word, &["on", "true", "1"]))),
            "position" => Self::Position(read_position(words())),
            "fen" | "startpos" => Self::CyclonePosition(read_position(crate::text::words(&text))),
            "banmoves" => Self::BanMoves(words().map(str::to_ascii_lowercase).collect()),
            "go" => Self::Go(Box::new(read_go(words()))),
            "ponderhit" => Self::PonderHit { draw: words().any(|word| is_any(word, &["draw"])) },
            "stop" => Self::Stop,
            "probe" => Self::Probe(read_position(words())),
            "d" if rest.is_empty() => Self::Display,
            "eval" if rest.is_empty() => Self::Evaluate,
            "bench" if rest.is_empty() => Self::Bench(None),
            "bench" => Self::Bench(Some(leading_integer(rest)?)),
            "help" => Self::Help,
            "license" => Self::License,
            "compiler" => Self::Compiler,
            "xboard" | "protover" => Self::XBoard,
            "quit" => Self::Quit,
            _ => return None,
        })
    }

    /// Returns the line, without its end, in `dialect`.
    pub fn to_line(&self, dialect: Dialect) -> String {
        match self {
            Self::Greet(Dialect::Ucci) => "ucci".to_owned(),
            Self::Greet(Dialect::Uci) => "uci".to_owned(),
            Self::GreetCyclone => "ucicyclone".to_owned(),
            Self::IsReady => "isready".to_owned(),
            Self::SetOption { name, value } => {
                let mut line = Line::new("setoption");
                let value = Some(printable(value)).filter(|value| !value.is_empty());
                match dialect {
                    Dialect::Ucci if value.is_some() => line.field(name, value),
                    Dialect::Ucci => line.word(name),
                    Dialect::Uci => line.field("name", Some(name)).field("value", value),
                };
                line.finish()
            }
            Self::NewGame => match dialect {
                Dialect::Ucci => "setoption newgame".to_owned(),
                Dialect::Uci => "ucinewgame".to_owned(),
            },
            Self::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
            Self::Position(text) => format!("position {text}"),
            Self::CyclonePosition(text) => text.to_string(),
            Self::BanMoves(moves) => Line::new("banmoves").words(moves),
            Self::Go(go) => write_go(go),
            Self::PonderHit { draw } => if *draw { "ponderhit draw" } else { "ponderhit" }.to_owned(),
            Self::Stop => "stop".to_owned(),
            Self::Probe(text) => format!("probe {text}"),
            Self::Display => "d".to_owned(),
            Self::Evaluate => "eval".to_owned(),
            Self::Bench(None) => "bench".to_owned(),
            Self::Bench(Some(depth)) => format!("bench {depth}"),
            Self::Help => "help".to_owned(),
            Self::License => "license".to_owned(),
            Self::Compiler => "compiler".to_owned(),
            Self::XBoard => "xboard".to_owned(),
            Self::Quit => "quit".to_owned(),
        }
    }
}

impl fmt::Display for PositionText {
    /// Writes `startpos` or `fen …`, then the moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => f.write_str("startpos")?,
            Some(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl From<Go> for Command {
    fn from(go: Go) -> Self {
        Self::Go(Box::new(go))
    }
}

/// Reads `setoption NAME [VALUE]` or `setoption name NAME [value VALUE]`, the latter with names of several
/// words.
fn read_set_option(line: &[u8]) -> Option<Command> {
    let text = bytewise(line);
    let (_, text) = split_word(text.trim_matches(' '));
    let (first, mut rest) = split_word(text);
    let (name, value) = if is_any(first, &["name"]) {
        let mut name = Vec::new();
        while !rest.is_empty() {
            let (word, after) = split_word(rest);
            rest = after;
            if is_any(word, &["value"]) {
                break;
            }
            name.push(word);
        }
        (name.join(" "), rest)
    } else {
        (first.to_owned(), rest)
    };
    if is_any(&name, &["newgame"]) {
        return Some(Command::NewGame);
    }
    // Every character is below 256: see `bytewise`.
    let value = value.chars().filter_map(|c| u8::try_from(c).ok()).collect();
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}

/// Reads `fen FEN` or `startpos`, then optionally `moves` and moves. The word `fen` may be missing.
fn read_position(mut words: Words) -> PositionText {
    let is_start = words.peek().is_some_and(|word| is_any(word, &["startpos"]));
    if is_start || words.peek().is_some_and(|word| is_any(word, &["fen"])) {
        words.next();
    }
    let fen: Vec<&str> = words.by_ref().take_while(|word| !is_any(word, &["moves"])).collect();
    PositionText {
        fen: (!is_start).then(|| fen.join(" ")),
        moves: words.map(str::to_ascii_lowercase).collect(),
    }
}

/// Reads keywords in any order, each with its number; unknown words are skipped.
fn read_go(mut words: Words) -> Go {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        if is_any(word, &["searchmoves"]) {
            go.searchmoves.extend(next_moves(&mut words));
        } else if let Some((_, number)) = go.numbers().into_iter().find(|(name, _)| is_any(word, &[name])) {
            if let Some(value) = words.peek().and_then(|word| leading_integer(word)) {
                *number = Some(value);
                words.next();
            }
        } else {
            go.ponder |= is_any(word, &["ponder"]);
            go.draw |= is_any(word, &["draw"]);
            go.infinite |= is_any(word, &["infinite"]);
        }
    }
    go
}

fn write_go(go: &Go) -> String {
    let mut line = Line::new("go");
    for (word, on) in [("ponder", go.ponder), ("draw", go.draw), ("infinite", go.infinite)] {
        if on {
            line.word(word);
        }
    }
    for (word, number) in go.clone().numbers() {
        line.field(word, number.as_ref());
    }
    line.list("searchmoves", &go.searchmoves)
}
