// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes UCCI 3.0: bare scores, one-word option names.
//!
//! GUIs rely on the exact spelling: fields in a fixed order, single spaces, nothing after the moves of a
//! variation.
//!
//! A report is one line, `info depth D score S time T nodes N nps P hashfull H pv …`:
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
use crate::score::Score;
use crate::text::Line;

pub fn set_option(name: &str, value: &str) -> String {
    if value.is_empty() { format!("setoption {name}") } else { format!("setoption {name} {value}") }
}

pub fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Id { key, text } => format!("id {key} {text}"),
        Reply::Option(option) => self::option(option),
        Reply::Greeted(Dialect::Ucci) => "ucciok".to_owned(),
        Reply::Greeted(Dialect::Uci) => "uciok".to_owned(),
        Reply::Ready => "readyok".to_owned(),
        Reply::Info(info) => self::info(info),
        Reply::Message(text) => format!("info message {text}"),
        Reply::Note(text) => format!("info string {text}"),
        Reply::BestMove(best) => best_move(best),
        Reply::NoBestMove => "nobestmove".to_owned(),
        Reply::PopHash(entry) => pop_hash(entry),
        Reply::Bye => "bye".to_owned(),
    }
}

fn option(option: &OptionLine) -> String {
    let mut line = Line::new("option");
    line.word(&option.name).word("type").word(option.kind.word());
    line.field("min", option.min).field("max", option.max);
    for word in &option.words {
        line.field("var", Some(word));
    }
    line.field("default", option.default.as_ref());
    line.finish()
}

fn info(info: &Info) -> String {
    let mut line = Line::new("info");
    line.field("depth", info.depth)
        .field("multipv", info.multipv)
        .field("score", info.score.map(Score::to_ucci))
        .bound(info.bound)
        .field("time", info.time)
        .field("nodes", info.nodes)
        .field("nps", info.nps)
        .field("hashfull", info.hashfull)
        .field("currmove", info.currmove.as_ref())
        .field("currmovenumber", info.currmovenumber);
    line.list("pv", &info.pv)
}

fn best_move(best: &BestMove) -> String {
    let mut line = Line::new("bestmove");
    line.word(&best.mv).field("ponder", best.ponder.as_ref());
    if best.resign {
        line.word("resign");
    } else if best.draw {
        line.word("draw");
    }
    line.finish()
}

fn pop_hash(entry: &PopHash) -> String {
    let mut line = Line::new("pophash");
    line.field("bestmove", entry.best_move.as_ref());
    for (name, bound) in [("lowerbound", entry.lower), ("upperbound", entry.upper)] {
        if let Some((score, depth)) = bound {
            line.field(name, Some(score.to_ucci())).field("depth", Some(depth));
        }
    }
    line.finish()
}
