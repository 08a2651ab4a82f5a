// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes replies in UCCI 3.0, with bare scores and one-word option names, and in UCI as Xiangqi programs speak
//! it, with `score cp` and `score mate`. Each report is one line.
//!
//! GUIs rely on the exact spelling: fields in a fixed order, single spaces, nothing after the moves of a
//! variation. A report in UCCI is `info depth D score S time T nodes N nps P hashfull H pv …`:
//!
//! - The specification allows the fields in any combination; ElephantEye writes time and nodes in a line of
//!   their own. uci2wb (XBoard) passes on each line with a variation by itself and takes the nodes of a line
//!   without any for 1; other programs read only lines with `nps`.
//! - The Python package cchess takes a line for a report if `depth` is its first field, and reads pairs of a
//!   name and a value up to `pv`. (Its versions of 2016 took every word after the score and `pv` for a move,
//!   which leaves no room for other fields.)
//! - XQWizard finds each field by its name and reads the variation in steps of five characters to the end of
//!   the line, so `pv` comes last.

use crate::Dialect;
use crate::reply::{BestMove, Info, OptionLine, PopHash, Reply};
use crate::text::Line;

impl Reply {
    /// Returns the line, without its end, in `dialect`.
    pub fn to_line(&self, dialect: Dialect) -> String {
        let is_uci = dialect == Dialect::Uci;
        match self {
            Self::Id { key, text } => format!("id {key} {text}"),
            Self::Option(option) => write_option(option, is_uci),
            Self::Greeted(Dialect::Ucci) => "ucciok".to_owned(),
            Self::Greeted(Dialect::Uci) => "uciok".to_owned(),
            Self::Ready => "readyok".to_owned(),
            Self::Info(info) => write_info(info, is_uci),
            Self::Message(text) if !is_uci => format!("info message {text}"),
            Self::Message(text) | Self::Note(text) => format!("info string {text}"),
            Self::BestMove(best) => write_best_move(best, is_uci),
            Self::NoBestMove => if is_uci { "bestmove (none)" } else { "nobestmove" }.to_owned(),
            Self::PopHash(entry) => write_pop_hash(entry),
            Self::Bye => "bye".to_owned(),
        }
    }
}

fn write_option(option: &OptionLine, is_uci: bool) -> String {
    let mut line = Line::new(if is_uci { "option name" } else { "option" });
    line.word(&option.name).word("type").word(option.kind.word());
    let default = |is_here: bool| option.default.as_ref().filter(|_| is_here);
    line.field("default", default(is_uci)).field("min", option.min).field("max", option.max);
    for word in &option.words {
        line.field("var", Some(word));
    }
    line.field("default", default(!is_uci));
    line.finish()
}

fn write_info(info: &Info, is_uci: bool) -> String {
    let mut line = Line::new("info");
    line.field("depth", info.depth)
        .field("seldepth", info.seldepth.filter(|_| is_uci))
        .field("multipv", info.multipv);
    match info.score {
        Some(score) if is_uci => line.field("score", Some(score.to_uci())),
        score => line.field("score", score.map(super::score::Score::to_ucci)),
    };
    let wdl = info.wdl.filter(|_| is_uci).map(|[win, draw, loss]| format!("{win} {draw} {loss}"));
    line.bound(info.bound)
        .field("wdl", wdl)
        .field("time", info.time.filter(|_| !is_uci))
        .field("nodes", info.nodes)
        .field("nps", info.nps)
        .field("hashfull", info.hashfull)
        .field("tbhits", info.tbhits.filter(|_| is_uci))
        .field("time", info.time.filter(|_| is_uci))
        .field("currmove", info.currmove.as_ref())
        .field("currmovenumber", info.currmovenumber);
    line.list("pv", &info.pv)
}

fn write_best_move(best: &BestMove, is_uci: bool) -> String {
    let mut line = Line::new("bestmove");
    line.word(&best.mv).field("ponder", best.ponder.as_ref());
    if !is_uci && best.resign {
        line.word("resign");
    } else if !is_uci && best.draw {
        line.word("draw");
    }
    line.finish()
}

fn write_pop_hash(entry: &PopHash) -> String {
    let mut line = Line::new("pophash");
    line.field("bestmove", entry.best_move.as_ref());
    for (name, bound) in [("lowerbound", entry.lower), ("upperbound", entry.upper)] {
        if let Some((score, depth)) = bound {
            line.field(name, Some(score.to_ucci())).field("depth", Some(depth));
        }
    }
    line.finish()
}
