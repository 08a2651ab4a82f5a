// SPDX-License-Identifier: MIT OR Apache-2.0
//! An engine in words: `cmd=./x --a b,name=new,proto=uci,option.Hash=16`.
//!
//! Pairs of key and value stand between commas. A value in quotes, single or double, may hold commas; quotes inside a
//! command hold words with spaces together. There are no escapes, so that backslashes of paths are themselves.

use crate::protocol::{Dialect, RankBase};
use core::fmt;
use core::str::FromStr;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// How long an answer may take that no clock limits, if nothing else is said.
const PATIENCE: Duration = Duration::from_secs(60);
/// A longer patience makes no sense: a week.
const MOST_PATIENCE: f64 = 7.0 * 24.0 * 3600.0;

/// Which program to run, and how to talk to it.
///
/// ```
/// use chuhe::arena::EngineSpec;
/// let spec: EngineSpec = "cmd=fairy-stockfish,proto=uci,ranks=1,option.UCI_Variant=xiangqi".parse()?;
/// assert_eq!(spec.label(), "fairy-stockfish");
/// # Ok::<(), chuhe::arena::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// `cmd`: the program and its arguments. A program with a slash in its name is looked for from where the match
    /// runs, any other in the search path; `self` is the running program.
    pub command: String,
    /// `name`: what to call it.
    pub name: Option<String>,
    /// `proto`: `ucci`, `uci` or `detect`, which is `None` and prefers UCCI. UCCI has no fixed time a move; engines that
    /// speak both dialects, this one among them, use such times up more fully in UCI.
    pub protocol: Option<Dialect>,
    /// `ranks`: the number of the lowest rank, 0 or 1.
    pub ranks: RankBase,
    /// `option.NAME=VALUE`: options to set at the start, in this order; a button has the empty value.
    pub options: Vec<(String, String)>,
    /// `dir`: where it runs.
    pub directory: Option<PathBuf>,
    /// `ponder`: it thinks in the opponent's time too.
    pub ponder: bool,
    /// `restart`: it is started anew for each game. Otherwise one process plays them all, and if it has ended after a
    /// game, the next one is lost by that crash.
    pub restart: bool,
    /// `patience`: so many seconds may pass before an answer that no clock limits (to the greeting, to `go nodes`).
    pub patience: Duration,
}

/// The words describe no engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No equals sign between key and value.
    #[error("'{0}' is not KEY=VALUE")]
    NoPair(String),
    /// Nothing has this name.
    #[error("'{0}' is no key (cmd, name, proto, ranks, dir, ponder, restart, patience, option.NAME)")]
    UnknownKey(String),
    /// A key can be given once.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// The key takes other values.
    #[error("{key}={value}: {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value given.
        value: String,
        /// What values there are.
        expected: &'static str,
    },
    /// A quote begins and does not end.
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
    /// There is nothing to run.
    #[error("cmd is missing in '{0}'")]
    NoCommand(String),
}

impl EngineSpec {
    /// The engine that `command` starts, all else as it comes.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            name: None,
            protocol: None,
            ranks: RankBase::Zero,
            options: Vec::new(),
            directory: None,
            ponder: false,
            restart: false,
            patience: PATIENCE,
        }
    }

    /// The words of the command: the program and its arguments, quotes taken off.
    pub fn words(&self) -> Vec<String> {
        let parts = split(&self.command, char::is_whitespace).unwrap_or_else(|| vec![&self.command]);
        parts.into_iter().filter(|part| !part.is_empty()).map(without_quotes).collect()
    }

    /// What to call it: its name, or else the program's.
    pub fn label(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let program = self.words().into_iter().next().unwrap_or_default();
        match program.rsplit(['/', '\\']).next().unwrap_or_default() {
            "self" => env!("CARGO_PKG_NAME").to_owned(),
            file => file.strip_suffix(".exe").unwrap_or(file).to_owned(),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let error = |expected| SpecError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        let truth = || value.parse().map_err(|_| error("true or false is meant"));
        let text = || if value.is_empty() { Err(error("a text is missing")) } else { Ok(value.to_owned()) };
        match key {
            "cmd" => {
                self.command = text()?;
                split(value, char::is_whitespace).ok_or_else(|| SpecError::OpenQuote(value.to_owned()))?;
            }
            "name" => self.name = Some(text()?),
            "proto" => {
                self.protocol = match value {
                    "ucci" => Some(Dialect::Ucci),
                    "uci" => Some(Dialect::Uci),
                    "detect" => None,
                    _ => return Err(error("ucci, uci or detect is meant")),
                }
            }
            "ranks" => {
                self.ranks = match value {
                    "0" => RankBase::Zero,
                    "1" => RankBase::One,
                    _ => return Err(error("0 or 1 is meant")),
                }
            }
            "dir" => self.directory = Some(text()?.into()),
            "ponder" => self.ponder = truth()?,
            "restart" => self.restart = truth()?,
            "patience" => {
                let seconds = value.parse().ok().filter(|seconds| (0.001..=MOST_PATIENCE).contains(seconds));
                self.patience = seconds
                    .map(Duration::from_secs_f64)
                    .ok_or_else(|| error("a number of seconds is meant, a week at most"))?;
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => self.options.push((name.to_owned(), value.to_owned())),
                _ => return Err(SpecError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let fields = split(text, |c| c == ',').ok_or_else(|| SpecError::OpenQuote(text.to_owned()))?;
        let mut spec = Self::new("");
        let mut keys = Vec::new();
        for field in fields.into_iter().map(str::trim).filter(|field| !field.is_empty()) {
            let (key, value) = field.split_once('=').ok_or_else(|| SpecError::NoPair(field.to_owned()))?;
            let key = key.trim();
            if keys.contains(&key) {
                return Err(SpecError::Twice(key.to_owned()));
            }
            keys.push(key);
            spec.set(key, unquoted(value.trim()))?;
        }
        if spec.words().is_empty() {
            return Err(SpecError::NoCommand(text.to_owned()));
        }
        if spec.ranks == RankBase::One {
            // UCCI knows ranks from 0 alone.
            spec.protocol = spec.protocol.or(Some(Dialect::Uci));
        }
        Ok(spec)
    }
}

impl fmt::Display for EngineSpec {
    /// Writes what reads back as the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cmd={}", quoted(&self.command))?;
        if let Some(name) = &self.name {
            write!(f, ",name={}", quoted(name))?;
        }
        match self.protocol {
            Some(Dialect::Ucci) => f.write_str(",proto=ucci")?,
            Some(Dialect::Uci) => f.write_str(",proto=uci")?,
            None => {}
        }
        if self.ranks == RankBase::One {
            f.write_str(",ranks=1")?;
        }
        for (name, value) in &self.options {
            write!(f, ",option.{name}={}", quoted(value))?;
        }
        if let Some(directory) = &self.directory {
            write!(f, ",dir={}", quoted(&directory.to_string_lossy()))?;
        }
        for (key, is_set) in [("ponder", self.ponder), ("restart", self.restart)] {
            if is_set {
                write!(f, ",{key}=true")?;
            }
        }
        if self.patience != PATIENCE {
            write!(f, ",patience={}", self.patience.as_secs_f64())?;
        }
        Ok(())
    }
}

fn is_quote(c: char) -> bool {
    c == '"' || c == '\''
}

/// The parts of a text between separators that stand outside quotes; `None` if a quote is left open.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&str>> {
    let mut open = None;
    let parts = text
        .split(|c: char| {
            let is_inside = open.is_some();
            open =
                if is_inside { open.filter(|&quote| quote != c) } else { Some(c).filter(|&c| is_quote(c)) };
            !is_inside && is_separator(c)
        })
        .collect();
    open.is_none().then_some(parts)
}

/// What is inside, if one pair of quotes holds all of the value.
fn unquoted(value: &str) -> &str {
    let Some(quote) = value.chars().next().filter(|&c| is_quote(c)) else { return value };
    value[1..].strip_suffix(quote).filter(|inside| !inside.contains(quote)).unwrap_or(value)
}

/// The value as it has to be written.
fn quoted(value: &str) -> String {
    let is_plain = split(value, |c| c == ',').is_some_and(|parts| parts.len() == 1)
        && unquoted(value) == value
        && value.trim() == value;
    match value {
        _ if is_plain => value.to_owned(),
        _ if value.contains('"') => format!("'{value}'"),
        _ => format!("\"{value}\""),
    }
}

/// A word of a command without the quotes that hold it together.
fn without_quotes(word: &str) -> String {
    let mut open = None;
    word.chars()
        .filter(|&c| match open {
            Some(quote) if c == quote => {
                open = None;
                false
            }
            None if is_quote(c) => {
                open = Some(c);
                false
            }
            _ => true,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> EngineSpec {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn every_key_is_read() {
        let spec = spec(
            "cmd=./x --a b, name=new,proto=uci,ranks=1,option.UCI_Variant=xiangqi,option.Clear Hash=,dir=/p q,\
             ponder=true,restart=true,patience=0.5",
        );
        assert_eq!(spec.words(), ["./x", "--a", "b"]);
        assert_eq!((spec.name.as_deref(), spec.label().as_str()), (Some("new"), "new"));
        assert_eq!((spec.protocol, spec.ranks), (Some(Dialect::Uci), RankBase::One));
        let options = [("UCI_Variant", "xiangqi"), ("Clear Hash", "")];
        assert_eq!(EngineSpec::from_str("cmd=x,ranks=1").unwrap().protocol, Some(Dialect::Uci));
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(spec.directory, Some("/p q".into()));
        assert!(spec.ponder && spec.restart);
        assert_eq!(spec.patience, Duration::from_millis(500));
    }

    #[test]
    fn quotes_hold_commas_and_words_together() {
        for (text, expected) in [
            ("cmd=\"./x --a b\"", vec!["./x", "--a", "b"]),
            ("cmd=./x --list \"1,2 3\" end", vec!["./x", "--list", "1,2 3", "end"]),
            ("cmd='\"./my engine\" --list=1,2'", vec!["./my engine", "--list=1,2"]),
            ("cmd=./x --name='a b'c", vec!["./x", "--name=a bc"]),
            ("cmd=C:\\engines\\x.exe", vec!["C:\\engines\\x.exe"]),
        ] {
            assert_eq!(spec(text).words(), expected, "{text}");
        }
        assert_eq!(spec("cmd=x,option.File=\"a,b\"").options[0].1, "a,b");
    }

    #[test]
    fn the_program_lends_its_name() {
        for (command, expected) in
            [("/usr/games/fairy-stockfish", "fairy-stockfish"), ("C:\\e\\x.exe -a", "x"), ("self", "chuhe")]
        {
            assert_eq!(EngineSpec::new(command).label(), expected);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("", "cmd is missing in ''"),
            ("name=a", "cmd is missing in 'name=a'"),
            ("cmd=", "cmd=: a text is missing"),
            ("cmd=''", "cmd=: a text is missing"),
            ("./x", "'./x' is not KEY=VALUE"),
            (
                "cmd=x,colour=red",
                "'colour' is no key (cmd, name, proto, ranks, dir, ponder, restart, patience, option.NAME)",
            ),
            ("cmd =x,cmd=y", "'cmd' is given twice"),
            ("cmd=x,proto=xboard", "proto=xboard: ucci, uci or detect is meant"),
            ("cmd=x,ranks=2", "ranks=2: 0 or 1 is meant"),
            ("cmd=x,ponder=maybe", "ponder=maybe: true or false is meant"),
            ("cmd=x,patience=inf", "patience=inf: a number of seconds is meant, a week at most"),
            ("cmd=x \"y", "a quote is not closed in 'cmd=x \"y'"),
            ("cmd=\"x 'y\"", "a quote is not closed in 'x 'y'"),
        ] {
            assert_eq!(text.parse::<EngineSpec>().unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "cmd=self",
            "cmd=./x --a b,name=new,proto=uci,ranks=1,option.A=b,option.C=,dir=/p,ponder=true,restart=true,patience=0.5",
            "cmd=./x \"1,2 3\",name=\"a,b\"",
            "cmd='\"./my engine\" 1,2',proto=ucci",
        ] {
            assert_eq!(spec(text).to_string(), text);
        }
        assert_eq!(spec("cmd=\"./x\", name='n'").to_string(), "cmd=./x,name=n");
    }
}
