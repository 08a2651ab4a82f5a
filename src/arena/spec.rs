// SPDX-License-Identifier: MIT OR Apache-2.0
//! Engine specifications: `cmd=./x --a b,name=new,proto=uci,option.Hash=16`.
//!
//! A specification is a list of `KEY=VALUE` separated by commas. A value in quotes, single or double, may
//! contain commas; quotes inside a command group words with spaces. There are no escapes, so that backslashes
//! in paths are literal.

use super::limit::{SearchLimit, TimeControl};
use super::odds::{Odds, OddsError};
use super::quoting::{quoted, split, unquoted, without_quotes};
use core::fmt;
use core::str::FromStr;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;
use ucci::{Dialect, RankBase};

/// The default timeout of the handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// The default timeout of answers without a time limit.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// The deepest search, in plies.
const MAX_DEPTH: u32 = 100;
/// The command that stands for a person, and the keys that make sense then.
const HUMAN: &str = "human";
const KEYS_OF_PEOPLE: [&str; 3] = ["cmd", "name", "tc"];
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
    /// directory of the match, any other is looked up in PATH; `self` is the running program, and
    /// `human` a person at the terminal.
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
    /// `patience`: the timeout of answers without a time limit, in seconds. By default 10 s for the handshake
    /// (`ucci`, `uci`) and 60 s for other answers (`isready`, `go nodes`).
    pub patience: Option<Duration>,
    /// `tc`, `movetime`, `nodes` or `depth`: the engine's own limit, instead of the match's.
    pub limit: Option<SearchLimit>,
    /// `odds`: the share of the limit that the engine gets.
    pub odds: Option<Odds>,
}

/// The text is not an engine specification.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No equals sign between key and value.
    #[error("'{0}' is not KEY=VALUE; a command is given as cmd={0}")]
    NoPair(String),
    /// An unknown key.
    #[error(
        "unknown key '{0}'; expected cmd, name, proto, ranks, tc, movetime, nodes, depth, odds, dir, ponder, restart, patience or option.NAME"
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
    /// More than one limit.
    #[error("'{0}': the engine has another limit already; give one of tc, movetime, nodes and depth")]
    SecondLimit(String),
    /// A quote that is not closed.
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
    /// A key that means nothing for a person.
    #[error("'{0}': a person (cmd=human) takes only name and tc")]
    Human(String),
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
            patience: None,
            limit: None,
            odds: None,
        }
    }

    /// Returns the words of the command, the program and its arguments, without quotes.
    pub fn words(&self) -> Vec<String> {
        let parts = split(&self.command, char::is_whitespace).unwrap_or_else(|| vec![&self.command]);
        parts.into_iter().filter(|part| !part.is_empty()).map(without_quotes).collect()
    }

    /// Returns true for a person at the terminal.
    pub fn is_human(&self) -> bool {
        self.command == HUMAN
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

    /// Returns the timeout of the handshake.
    pub fn handshake_timeout(&self) -> Duration {
        self.patience.unwrap_or(HANDSHAKE_TIMEOUT)
    }

    /// Returns the timeout of other answers without a time limit.
    pub fn answer_timeout(&self) -> Duration {
        self.patience.unwrap_or(ANSWER_TIMEOUT)
    }

    /// Returns the engine's limit in a match with the limit `common`.
    ///
    /// # Errors
    /// If the engine's odds leave nothing of it.
    pub fn limit_in(&self, common: SearchLimit) -> Result<SearchLimit, OddsError> {
        let limit = self.limit.unwrap_or(common);
        self.odds.map_or(Ok(limit), |odds| odds.of(limit))
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
                let seconds = seconds.ok_or_else(|| error("a number of seconds from 0.001 to 604800"))?;
                self.patience = Some(Duration::from_secs_f64(seconds));
            }
            "tc" | "movetime" | "nodes" | "depth" => self.set_limit(key, value)?,
            "odds" => self.odds = Some(value.parse().map_err(|_| error("a share like 1/8"))?),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => self.options.push((name.to_owned(), value.to_owned())),
                _ => return Err(SpecError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }
}

/// The engine's own limit.
impl EngineSpec {
    fn set_limit(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let number = || value.parse().ok().filter(|&number| number > 0);
        let (limit, expected) = match key {
            "tc" => (
                value.parse::<TimeControl>().ok().map(SearchLimit::Clock),
                "a time control like 8+0.08 or 40/60+0.6",
            ),
            "movetime" => (
                number().map(|ms| SearchLimit::Movetime(Duration::from_millis(ms))),
                "a number of milliseconds, at least 1",
            ),
            "nodes" => (number().map(SearchLimit::Nodes), "a number of nodes, at least 1"),
            _ => {
                let plies =
                    number().and_then(|plies| u32::try_from(plies).ok()).filter(|&plies| plies <= MAX_DEPTH);
                (plies.map(SearchLimit::Depth), "a number of plies from 1 to 100")
            }
        };
        let (key, value) = (key.to_owned(), value.to_owned());
        let limit =
            limit.ok_or_else(|| SpecError::Value { key: key.clone(), value: value.clone(), expected })?;
        match self.limit.replace(limit) {
            None => Ok(()),
            Some(_) => Err(SpecError::SecondLimit(format!("{key}={value}"))),
        }
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
        if let Some(key) = keys.iter().find(|key| spec.is_human() && !KEYS_OF_PEOPLE.contains(key)) {
            return Err(SpecError::Human((*key).to_owned()));
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
        if let Some(patience) = self.patience {
            write!(f, ",patience={}", patience.as_secs_f64())?;
        }
        match self.limit {
            Some(SearchLimit::Clock(control)) => write!(f, ",tc={control}")?,
            Some(SearchLimit::Movetime(time)) => write!(f, ",movetime={}", time.as_millis())?,
            Some(SearchLimit::Nodes(nodes)) => write!(f, ",nodes={nodes}")?,
            Some(SearchLimit::Depth(plies)) => write!(f, ",depth={plies}")?,
            None => {}
        }
        if let Some(odds) = self.odds {
            write!(f, ",odds={odds}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
