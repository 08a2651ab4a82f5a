// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines → commands and replies: one lenient reader for both dialects.
//!
//! Words are separated by any white space or control characters, keywords are read in any case, numbers are
//! clamped to their range, and unknown words are skipped. Any bytes can be read without a panic.

use super::command::{Command, Go, PositionText};
use super::dialect::Dialect;
use super::reply::{BestMove, Info, OptionLine, OptionType, PopHash, Reply};
use super::score;
use super::text::{bytewise, is_any, leading_integer, printable, split_word};
use crate::search::ScoreBound;
use crate::types::Score;
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;

type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

impl Command {
    /// Reads a line; `None` if it is not a command.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let text = printable(line);
        let (head, rest) = split_word(&text);
        let words = || rest.split_ascii_whitespace().peekable();
        Some(match head.to_ascii_lowercase().as_str() {
            "ucci" => Self::Greet(Dialect::Ucci),
            "uci" | "ucicyclone" => Self::Greet(Dialect::Uci),
            "isready" => Self::IsReady,
            "setoption" => return set_option(line),
            "ucinewgame" | "uccinewgame" => Self::NewGame,
            "debug" => Self::Debug(words().next().is_some_and(|word| is_any(word, &["on", "true", "1"]))),
            "position" => Self::Position(position(words())),
            "fen" | "startpos" => Self::CyclonePosition(position(text.split_ascii_whitespace().peekable())),
            "banmoves" => Self::BanMoves(words().map(str::to_ascii_lowercase).collect()),
            "go" => Self::Go(Box::new(go(words()))),
            "ponderhit" => Self::PonderHit { draw: words().any(|word| is_any(word, &["draw"])) },
            "stop" => Self::Stop,
            "probe" => Self::Probe(position(words())),
            "d" if rest.is_empty() => Self::Display,
            "eval" if rest.is_empty() => Self::Evaluate,
            "bench" if rest.is_empty() => Self::Bench,
            "help" => Self::Help,
            "quit" => Self::Quit,
            _ => return None,
        })
    }
}

/// Reads `setoption NAME [VALUE]` or `setoption name NAME [value VALUE]`, the latter with names of several
/// words.
fn set_option(line: &[u8]) -> Option<Command> {
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
fn position(mut words: Words) -> PositionText {
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
fn go(mut words: Words) -> Go {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        if is_any(word, &["searchmoves"]) {
            while let Some(mv) = words.next_if(|word| looks_like_move(word)) {
                go.searchmoves.push(mv.to_ascii_lowercase());
            }
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

fn looks_like_move(word: &str) -> bool {
    word.bytes().any(|c| c.is_ascii_digit()) && word.starts_with(|c: char| c.is_ascii_alphabetic())
}

impl Reply {
    /// Reads a line; `None` if it is not a reply.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let text = printable(line);
        let (head, rest) = split_word(&text);
        let words = || rest.split_ascii_whitespace().peekable();
        Some(match head.to_ascii_lowercase().as_str() {
            "id" => {
                let (key, text) = split_word(rest);
                Self::Id { key: key.to_ascii_lowercase(), text: text.to_owned() }
            }
            "option" => Self::Option(option(words())?),
            "ucciok" => Self::Greeted(Dialect::Ucci),
            "uciok" => Self::Greeted(Dialect::Uci),
            "readyok" => Self::Ready,
            "info" => match split_word(rest) {
                (word, text) if is_any(word, &["message"]) => Self::Message(text.to_owned()),
                (word, text) if is_any(word, &["string"]) => Self::Note(text.to_owned()),
                _ => Self::Info(info(words())),
            },
            "bestmove" => best_move(words())?,
            "nobestmove" => Self::NoBestMove,
            "pophash" => Self::PopHash(pop_hash(words())),
            "bye" => Self::Bye,
            _ => return None,
        })
    }
}

fn option(mut words: Words) -> Option<OptionLine> {
    const FIELDS: &[&str] = &["min", "max", "var", "default"];
    words.next_if(|word| is_any(word, &["name"]));
    let name: Vec<&str> = words.by_ref().take_while(|word| !is_any(word, &["type"])).collect();
    let word = words.next()?;
    let (_, kind) = OptionType::WORDS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word))?;
    let mut option =
        OptionLine { name: name.join(" "), kind, min: None, max: None, words: Vec::new(), default: None };
    while let Some(field) = words.next() {
        let mut value = Vec::new();
        while let Some(word) = words.next_if(|word| !is_any(word, FIELDS)) {
            value.push(word);
        }
        let value = value.join(" ");
        match field.to_ascii_lowercase().as_str() {
            "min" => option.min = leading_integer(&value),
            "max" => option.max = leading_integer(&value),
            "var" => option.words.push(value),
            "default" => option.default = Some(value),
            _ => {}
        }
    }
    Some(option)
}

/// Reads the next word as a number, clamped to the range of its type.
fn number<T: TryFrom<i64> + Bounded>(words: &mut Words) -> Option<T> {
    let value = words.peek().and_then(|word| leading_integer(word))?;
    words.next();
    Some(T::try_from(value).unwrap_or(if value < 0 { T::LOWEST } else { T::HIGHEST }))
}

trait Bounded {
    const LOWEST: Self;
    const HIGHEST: Self;
}

macro_rules! bounded {
    ($($number:ty)*) => {
        $(impl Bounded for $number {
            const LOWEST: Self = Self::MIN;
            const HIGHEST: Self = Self::MAX;
        })*
    };
}

bounded!(i32 u32 u64 usize);

fn read_score(words: &mut Words) -> Option<Score> {
    if words.next_if(|word| is_any(word, &["mate"])).is_some() {
        return number(words).map(score::from_mate_moves);
    }
    if words.next_if(|word| is_any(word, &["cp"])).is_some() {
        return number(words).map(Score::Cp);
    }
    number(words).map(score::from_bare)
}

fn info(mut words: Words) -> Info {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        let words = &mut words;
        match word.to_ascii_lowercase().as_str() {
            "depth" => info.depth = number(words),
            "seldepth" => info.seldepth = number(words),
            "multipv" => info.multipv = number(words),
            "score" => info.score = read_score(words),
            "lowerbound" => info.bound = Some(ScoreBound::Lower),
            "upperbound" => info.bound = Some(ScoreBound::Upper),
            "wdl" => {
                info.wdl = number(words).and_then(|win| Some([win, number(words)?, number(words)?]));
            }
            "nodes" => info.nodes = number(words),
            "nps" => info.nps = number(words),
            "hashfull" => info.hashfull = number(words),
            "time" => info.time = number(words),
            "currmove" => info.currmove = words.next().map(str::to_ascii_lowercase),
            "currmovenumber" => info.currmovenumber = number(words),
            "pv" => {
                while let Some(mv) = words.next_if(|word| looks_like_move(word)) {
                    info.pv.push(mv.to_ascii_lowercase());
                }
            }
            _ => {}
        }
    }
    info
}

fn best_move(mut words: Words) -> Option<Reply> {
    let mv = words.next()?.to_ascii_lowercase();
    if is_any(&mv, &["(none)", "null", "0000", "none"]) {
        return Some(Reply::NoBestMove);
    }
    let mut best = BestMove { mv, ponder: None, draw: false, resign: false };
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "ponder" => best.ponder = words.next().map(str::to_ascii_lowercase),
            "draw" => best.draw = true,
            "resign" => best.resign = true,
            _ => {}
        }
    }
    Some(Reply::BestMove(best))
}

fn pop_hash(mut words: Words) -> PopHash {
    let mut entry = PopHash::default();
    while let Some(word) = words.next() {
        let words = &mut words;
        let mut bound = || {
            let score = read_score(words)?;
            words.next_if(|word| is_any(word, &["depth"]))?;
            Some((score, number(words)?))
        };
        match word.to_ascii_lowercase().as_str() {
            "lowerbound" => entry.lower = bound(),
            "upperbound" => entry.upper = bound(),
            "bestmove" => entry.best_move = words.next().map(str::to_ascii_lowercase),
            _ => {}
        }
    }
    entry
}
