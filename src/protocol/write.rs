// SPDX-License-Identifier: MIT OR Apache-2.0
//! Commands and replies → lines, in the dialect asked for.

use super::command::{Command, Go, PositionText};
use super::dialect::Dialect;
use super::line::Line;
use super::reply::Reply;
use super::text::printable;
use super::{ucci, uci};

impl Command {
    /// Returns the line, without its end, in `dialect`.
    pub fn to_line(&self, dialect: Dialect) -> String {
        match self {
            Self::Greet(Dialect::Ucci) => "ucci".to_owned(),
            Self::Greet(Dialect::Uci) => "uci".to_owned(),
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
            Self::CyclonePosition(text) => text.to_cyclone_line(),
            Self::BanMoves(moves) => Line::new("banmoves").words(moves),
            Self::Go(words) => go(words),
            Self::PonderHit { draw } => if *draw { "ponderhit draw" } else { "ponderhit" }.to_owned(),
            Self::Stop => "stop".to_owned(),
            Self::Probe(text) => text.to_line("probe"),
            Self::Display => "d".to_owned(),
            Self::Evaluate => "eval".to_owned(),
            Self::Bench => "bench".to_owned(),
            Self::Help => "help".to_owned(),
            Self::Quit => "quit".to_owned(),
        }
    }
}

impl Reply {
    /// Returns the line, without its end, in `dialect`.
    pub fn to_line(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Ucci => ucci::reply(self),
            Dialect::Uci => uci::reply(self),
        }
    }
}

impl PositionText {
    /// Returns the line, without its end, that begins with `keyword`: `position` or `probe`.
    pub(crate) fn to_line(&self, keyword: &str) -> String {
        Line::new(&format!("{keyword} {}", self.base())).list("moves", &self.moves)
    }

    /// Returns the line without a keyword.
    fn to_cyclone_line(&self) -> String {
        Line::new(&self.base()).list("moves", &self.moves)
    }

    /// Returns the words before the moves.
    fn base(&self) -> String {
        self.fen.as_ref().map_or_else(|| "startpos".to_owned(), |fen| format!("fen {fen}"))
    }
}

fn go(go: &Go) -> String {
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
