// SPDX-License-Identifier: MIT OR Apache-2.0
//! Replies, the lines from an engine: as data, read in any dialect and written in one. Reading is as lenient
//! as for commands.

use crate::Dialect;
use crate::score::{Bound, Score};
use crate::text::{Words, is_any, leading_integer, next_moves, printable, split_word, words};

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

/// An option as an engine announces it. `min` and `max` are those of a `spin`, `words` the values of a `combo`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the protocol's own words")]
pub struct OptionLine {
    pub name: String,
    pub kind: OptionType,
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub words: Vec<String>,
    pub default: Option<String>,
}

/// An `info` line of a search. Every field may be missing; a number that is out of range is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are the protocol's own words")]
pub struct Info {
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub multipv: Option<usize>,
    pub score: Option<Score>,
    /// Set if the score is a bound.
    pub bound: Option<Bound>,
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
    /// The move; `resign` if the engine resigns without one, as in UCI.
    pub mv: String,
    /// The expected reply.
    pub ponder: Option<String>,
    /// The engine accepts, or offers, a draw.
    pub draw: bool,
    /// The engine resigns.
    pub resign: bool,
}

impl BestMove {
    /// Returns a move without an expected reply, an offer or a resignation.
    pub fn new(mv: impl Into<String>) -> Self {
        Self { mv: mv.into(), ponder: None, draw: false, resign: false }
    }
}

/// The transposition table's entry for a position, as `probe` shows it: the bounds of the score with their
/// depths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PopHash {
    pub best_move: Option<String>,
    pub lower: Option<(Score, u32)>,
    pub upper: Option<(Score, u32)>,
}

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The engine's identity: `id name …`, `id author …` and so on.
    #[expect(missing_docs, reason = "the words after `id`")]
    Id { key: String, text: String },
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

impl Reply {
    /// Returns a line of the engine's identity: `name` or `author`, and the text.
    pub fn id(key: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Id { key: key.into(), text: text.into() }
    }

    /// Reads a line; `None` if it is not a reply.
    pub fn parse(line: impl AsRef<[u8]>) -> Option<Self> {
        let text = printable(line.as_ref());
        let (head, rest) = split_word(&text);
        let words = || words(rest);
        Some(match head.to_ascii_lowercase().as_str() {
            "id" => {
                let (key, text) = split_word(rest);
                Self::Id { key: key.to_ascii_lowercase(), text: text.to_owned() }
            }
            "option" => Self::Option(read_option(words())?),
            "ucciok" => Self::Greeted(Dialect::Ucci),
            "uciok" => Self::Greeted(Dialect::Uci),
            "readyok" => Self::Ready,
            "info" => match split_word(rest) {
                (word, text) if is_any(word, &["message"]) => Self::Message(text.to_owned()),
                (word, text) if is_any(word, &["string"]) => Self::Note(text.to_owned()),
                _ => Self::Info(read_info(words())),
            },
            "bestmove" => read_best_move(words())?,
            "nobestmove" => Self::NoBestMove,
            "pophash" => Self::PopHash(read_pop_hash(words())),
            "bye" => Self::Bye,
            _ => return None,
        })
    }
}

impl From<BestMove> for Reply {
    fn from(best: BestMove) -> Self {
        Self::BestMove(best)
    }
}

fn read_option(mut words: Words) -> Option<OptionLine> {
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
            "min" => option.min = leading_integer(&value).and_then(in_range),
            "max" => option.max = leading_integer(&value).and_then(in_range),
            "var" => option.words.push(value),
            "default" => option.default = Some(value),
            _ => {}
        }
    }
    Some(option)
}

/// Reads the next word as a number; `None` for one that is out of range, which is not a count.
fn number<T: TryFrom<i64>>(words: &mut Words) -> Option<T> {
    let value = words.peek().and_then(|word| leading_integer(word))?;
    words.next();
    in_range(value)
}

/// Returns the number, unless it was clamped or its type has no room for it.
fn in_range<T: TryFrom<i64>>(value: i64) -> Option<T> {
    if matches!(value, i64::MIN | i64::MAX) { None } else { value.try_into().ok() }
}

fn read_score(words: &mut Words) -> Option<Score> {
    if words.next_if(|word| is_any(word, &["mate"])).is_some() {
        return number(words).map(Score::from_mate_moves);
    }
    if words.next_if(|word| is_any(word, &["cp"])).is_some() {
        return number(words).map(Score::Cp);
    }
    number(words).map(Score::from_ucci)
}

fn read_info(mut words: Words) -> Info {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        let words = &mut words;
        match word.to_ascii_lowercase().as_str() {
            "depth" => info.depth = number(words),
            "seldepth" => info.seldepth = number(words),
            "multipv" => info.multipv = number(words),
            "score" => info.score = read_score(words),
            "lowerbound" => info.bound = Some(Bound::Lower),
            "upperbound" => info.bound = Some(Bound::Upper),
            "wdl" => {
                info.wdl = number(words).and_then(|win| Some([win, number(words)?, number(words)?]));
            }
            "nodes" => info.nodes = number(words),
            "nps" => info.nps = number(words),
            "hashfull" => info.hashfull = number(words),
            "time" => info.time = number(words),
            "currmove" => info.currmove = words.next().map(str::to_ascii_lowercase),
            "currmovenumber" => info.currmovenumber = number(words),
            "pv" => info.pv.extend(next_moves(words)),
            _ => {}
        }
    }
    info
}

fn read_best_move(mut words: Words) -> Option<Reply> {
    let mv = words.next()?.to_ascii_lowercase();
    if is_any(&mv, &["(none)", "null", "0000", "none"]) {
        return Some(Reply::NoBestMove);
    }
    let mut best = BestMove::new(mv);
    best.resign = best.mv == "resign";
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

fn read_pop_hash(mut words: Words) -> PopHash {
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
