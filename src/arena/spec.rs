// SPDX-License-Identifier: MIT OR Apache-2.0
//! Engine specifications: `cmd=./x --a b,name=new,proto=uci,option.Hash=16`.
//!
//! A specification is a list of `KEY=VALUE` separated by commas. A value in quotes, single or double, may
//! contain commas; quotes inside a command group words with spaces. There are no escapes, so that backslashes
//! in paths are literal.

use super::quoting::{quoted, split, unquoted, without_quotes};
use crate::protocol::{Dialect, RankBase};
use core::fmt;
use core::str::FromStr;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The default timeout of answers without a time limit.
const DEFAULT_PATIENCE: Duration = Duration::from_secs(60);
/// The longest timeout in seconds: a week.
const MAX_PATIENCE: f64 = 7.0 * 24.0 * 3600.0;

/// The specification of an engine: the program to run and the protocol to use.
///
/// ```
/// use chuhe::arena::EngineSpec;
/// let spec: EngineSpec = "cmd=fairy-stockfish,proto=uci,ranks=1,option.UCI_Variant=xiangqi".parse()?;
/// assert_eq!(spec.label(), "fairy-stockfish");
/// # Ok::<(), chuhe::arena::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// `cmd`: the program and its arguments. A program with a slash in its name is relative to the working
    /// directory of the match, any other is looked up in PATH; `self` is the running program.
    pub command: String,
    /// `name`: the engine's name.
    pub name: Option<String>,
    /// `proto`: `ucci`, `uci` or `detect`, which is `None` and prefers UCCI. UCCI has no fixed time per move;
    /// engines that speak both dialects, this one among them, use such times up more fully in UCI.
    pub protocol: Option<Dialect>,
    /// `ranks`: the number of the lowest rank, 0 or 1.
    pub ranks: RankBase,
    /// `option.NAME=VALUE`: options to set at the start, in this order; the value of a button is empty.
    pub options: Vec<(String, String)>,
    /// `dir`: the engine's working directory.
    pub directory: Option<PathBuf>,
    /// `ponder`: the engine ponders on the opponent's time.
    pub ponder: bool,
    /// `restart`: the engine is restarted for each game. Otherwise one process plays all games, and if it
    /// ends after a game, the next game is lost by a crash.
    pub restart: bool,
    /// `patience`: the timeout of answers without a time limit (to `ucci`, `isready`, `go nodes`), in
    /// seconds.
    pub patience: Duration,
}

/// The text is not an engine specification.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No equals sign between key and value.
    #[error("'{0}' is not KEY=VALUE")]
    NoPair(String),
    /// An unknown key.
    #[error(
        "unknown key '{0}'; expected cmd, name, proto, ranks, dir, ponder, restart, patience or option.NAME"
    )]
    UnknownKey(String),
    /// A key given twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// An invalid value.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// A quote that is not closed.
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
    /// No command.
    #[error("cmd is missing in '{0}'")]
    NoCommand(String),
}

impl EngineSpec {
    /// Creates the specification of the engine that `command` starts, with defaults for everything else.
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
            patience: DEFAULT_PATIENCE,
        }
    }

    /// Returns the words of the command, the program and its arguments, without quotes.
    pub fn words(&self) -> Vec<String> {
        let parts = split(&self.command, char::is_whitespace).unwrap_or_else(|| vec![&self.command]);
        parts.into_iter().filter(|part| !part.is_empty()).map(without_quotes).collect()
    }

    /// Returns the engine's name, or the program's if it has none.
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
        let boolean = || value.parse().map_err(|_| error("true or false"));
        let text = || if value.is_empty() { Err(error("a text")) } else { Ok(value.to_owned()) };
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
                    _ => return Err(error("ucci, uci or detect")),
                }
            }
            "ranks" => {
                self.ranks = match value {
                    "0" => RankBase::Zero,
                    "1" => RankBase::One,
                    _ => return Err(error("0 or 1")),
                }
            }
            "dir" => self.directory = Some(text()?.into()),
            "ponder" => self.ponder = boolean()?,
            "restart" => self.restart = boolean()?,
            "patience" => {
                let seconds = value.parse().ok().filter(|seconds| (0.001..=MAX_PATIENCE).contains(seconds));
                self.patience = seconds
                    .map(Duration::from_secs_f64)
                    .ok_or_else(|| error("a number of seconds from 0.001 to 604800"))?;
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
            // In UCCI ranks always count from 0.
            spec.protocol = spec.protocol.or(Some(Dialect::Uci));
        }
        Ok(spec)
    }
}

impl fmt::Display for EngineSpec {
    /// Writes the specification in the form that is read.
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
        if self.patience != DEFAULT_PATIENCE {
            write!(f, ",patience={}", self.patience.as_secs_f64())?;
        }
        Ok(())
    }
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
    fn quotes_group_words_and_protect_commas() {
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
    fn an_engine_without_a_name_is_called_like_its_program() {
        for (command, expected) in
            [("/usr/games/fairy-stockfish", "fairy-stockfish"), ("C:\\e\\x.exe -a", "x"), ("self", "chuhe")]
        {
            assert_eq!(EngineSpec::new(command).label(), expected);
        }
    }

    #[test]
    fn errors_name_the_cause() {
        for (text, expected) in [
            ("", "cmd is missing in ''"),
            ("name=a", "cmd is missing in 'name=a'"),
            ("cmd=", "cmd=: expected a text"),
            ("cmd=''", "cmd=: expected a text"),
            ("./x", "'./x' is not KEY=VALUE"),
            (
                "cmd=x,colour=red",
                "unknown key 'colour'; expected cmd, name, proto, ranks, dir, ponder, restart, patience or option.NAME",
            ),
            ("cmd =x,cmd=y", "'cmd' is given twice"),
            ("cmd=x,proto=xboard", "proto=xboard: expected ucci, uci or detect"),
            ("cmd=x,ranks=2", "ranks=2: expected 0 or 1"),
            ("cmd=x,ponder=maybe", "ponder=maybe: expected true or false"),
            ("cmd=x,patience=inf", "patience=inf: expected a number of seconds from 0.001 to 604800"),
            ("cmd=x \"y", "a quote is not closed in 'cmd=x \"y'"),
            ("cmd=\"x 'y\"", "a quote is not closed in 'x 'y'"),
        ] {
            assert_eq!(text.parse::<EngineSpec>().unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn specifications_read_back() {
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
