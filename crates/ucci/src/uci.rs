// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes UCI as Xiangqi programs do: `score cp` and `score mate`, one line for each report, option names of
//! several words.

use crate::reply::{Info, OptionLine, Reply};
use crate::score::Score;
use crate::text::Line;
use crate::{Dialect, ucci};

pub fn set_option(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    }
}

impl Reply {
    /// Returns the line, without its end, in `dialect`.
    pub fn to_line(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Ucci => ucci::reply(self),
            Dialect::Uci => reply(self),
        }
    }
}

/// Writes a reply; replies that are not named here look the same in UCCI.
fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Option(option) => self::option(option),
        Reply::Info(info) => self::info(info),
        Reply::Message(text) => format!("info string {text}"),
        Reply::BestMove(best) => {
            let mut line = Line::new("bestmove");
            line.word(&best.mv).field("ponder", best.ponder.as_ref());
            line.finish()
        }
        Reply::NoBestMove => "bestmove (none)".to_owned(),
        other => ucci::reply(other),
    }
}

fn option(option: &OptionLine) -> String {
    let mut line = Line::new("option name");
    line.word(&option.name).word("type").word(option.kind.word());
    line.field("default", option.default.as_ref()).field("min", option.min).field("max", option.max);
    for word in &option.words {
        line.field("var", Some(word));
    }
    line.finish()
}

fn info(info: &Info) -> String {
    let mut line = Line::new("info");
    line.field("depth", info.depth)
        .field("seldepth", info.seldepth)
        .field("multipv", info.multipv)
        .field("score", info.score.map(Score::to_uci))
        .bound(info.bound)
        .field("wdl", info.wdl.map(|[win, draw, loss]| format!("{win} {draw} {loss}")))
        .field("nodes", info.nodes)
        .field("nps", info.nps)
        .field("hashfull", info.hashfull)
        .field("tbhits", info.tbhits)
        .field("time", info.time)
        .field("currmove", info.currmove.as_ref())
        .field("currmovenumber", info.currmovenumber);
    line.list("pv", &info.pv)
}
