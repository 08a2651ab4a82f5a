// SPDX-License-Identifier: MIT OR Apache-2.0
//! Engine specifications: `cmd=./x --a b,name=new,proto=uci,option.Hash=16`.
//!
//! A specification is a list of `KEY=VALUE` separated by commas. A value in quotes, single or double, may
//! contain commas; quotes inside a command group words with spaces. There are no escapes, so that backslashes
//! in paths are literal.

use crate::time_control::{Odds, SearchLimit, TimeControl};
use core::str::FromStr;
use std::path::PathBuf;
use std::time::Duration;
use ucci::{Dialect, RankBase};
use xiangqi::types::{Bilingual, bilingual, text};

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// The default timeout of answers without a time limit.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// The deepest search, in plies.
const MAX_DEPTH: u32 = 100;
/// The command that stands for a person, and the keys that make sense then.
const HUMAN: &str = "human";
const KEYS_OF_PEOPLE: [&str; 3] = ["cmd", "name", "tc"];
/// The keys that say which engine it is.
const KEYS_OF_ONE: [&str; 2] = ["cmd", "name"];
/// The keys of limits, of which an engine has one.
const LIMITS: [&str; 4] = ["tc", "movetime", "nodes", "depth"];
/// The longest timeout in seconds: a week.
const MAX_PATIENCE: f64 = 7.0 * 24.0 * 3600.0;
const KEYS: &str = "cmd, name, proto, ranks, tc, movetime, nodes, depth, odds, dir, ponder, restart, patience or \
                    option.NAME";

/// The specification of an engine: the program to run and the protocol to use.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineSpec {
    /// `cmd`: the [program](Self::path) and its arguments; `human` is a person at the terminal.
    pub command: String,
    /// The program to run instead of the one that the command names.
    pub program: Option<PathBuf>,
    pub name: Option<String>,
    /// `proto`: `ucci`, `uci` or `detect`, which is `None` and prefers UCCI. UCCI has no fixed time per move:
    /// engines other than chuhe get a clock with one move to go.
    pub protocol: Option<Dialect>,
    /// `ranks`: the number of the lowest rank, 0 or 1.
    pub ranks: RankBase,
    /// `option.NAME=VALUE`: options to set at the start, in this order; the value of a button is empty.
    pub options: Vec<(String, String)>,
    /// `dir`: the engine's working directory.
    pub directory: Option<PathBuf>,
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
    /// The keys that the text gives.
    given: Vec<String>,
}

/// Settings of all engines of a match, which each engine's own come before: `tc=8+0.08,option.Hash=16`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineDefaults(Vec<(String, String)>);

impl EngineSpec {
    /// Creates the specification of the engine that `command` starts, with defaults for everything else.
    pub fn new(command: impl Into<String>) -> Self {
        Self { command: command.into(), ..Self::default() }
    }

    /// Returns the words of the command, the program and its arguments, without quotes.
    pub fn words(&self) -> Vec<String> {
        let parts = split(&self.command, char::is_whitespace).unwrap_or_else(|| vec![&self.command]);
        parts.into_iter().filter(|part| !part.is_empty()).map(without_quotes).collect()
    }

    /// Returns the program to run. It is looked for in the engine's directory first; otherwise one with a slash
    /// in its name is relative to the working directory of the match, and any other is left to PATH.
    pub fn path(&self) -> Option<PathBuf> {
        if self.program.is_some() {
            return self.program.clone();
        }
        let named = PathBuf::from(self.words().into_iter().next()?);
        let own = self.directory.as_ref().map(|directory| directory.join(&named));
        let own = own.filter(|path| path.is_file());
        let is_in_path = own.is_none() && named.components().count() == 1;
        let path = own.unwrap_or(named);
        // The engine starts in its directory, where the path of the match would lead elsewhere.
        if is_in_path { Some(path) } else { std::path::absolute(path).ok() }
    }

    pub fn is_human(&self) -> bool {
        self.command == HUMAN
    }

    /// Returns the engine's name, or the program's if it has none.
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| {
            let program = self.words().into_iter().next().unwrap_or_default();
            let file = program.rsplit(['/', '\\']).next().unwrap_or_default();
            file.strip_suffix(".exe").unwrap_or(file).to_owned()
        })
    }

    pub fn handshake_timeout(&self) -> Duration {
        self.patience.unwrap_or(HANDSHAKE_TIMEOUT)
    }

    /// Returns the timeout of other answers without a time limit.
    pub fn answer_timeout(&self) -> Duration {
        self.patience.unwrap_or(ANSWER_TIMEOUT)
    }

    /// Returns the engine's limit in a match with the limit `common`; fails if its odds leave an empty share.
    pub fn limit_in(&self, common: SearchLimit) -> Result<SearchLimit, Bilingual> {
        let limit = self.limit.unwrap_or(common);
        self.odds.map_or(Ok(limit), |odds| odds.of(limit))
    }

    /// Takes the settings that the engine does not give itself. A limit of its own replaces a limit of any
    /// kind; a person takes the limit alone. Fails if a setting excludes one of the engine's own.
    pub fn fill(&mut self, defaults: &EngineDefaults) -> Result<(), Bilingual> {
        let has_limit = self.limit.is_some();
        for (key, value) in &defaults.0 {
            let is_given = self.given.contains(key) || has_limit && LIMITS.contains(&key.as_str());
            if !is_given && (!self.is_human() || KEYS_OF_PEOPLE.contains(&key.as_str())) {
                self.set(key, value)?;
            }
        }
        self.infer_protocol();
        Ok(())
    }

    fn infer_protocol(&mut self) {
        if self.ranks == RankBase::One {
            // In UCCI ranks always count from 0.
            self.protocol = self.protocol.or(Some(Dialect::Uci));
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Bilingual> {
        let error = |expected: Expected| {
            Bilingual::new(|language| {
                let expected = language.pick(expected.0, expected.1);
                text!(language, "{key}={value}: expected {expected}", "{key}={value}：应为{expected}")
            })
        };
        let boolean = || value.parse().map_err(|_| error(("true or false", " true 或 false")));
        let text = || if value.is_empty() { Err(error(("a text", "文字"))) } else { Ok(value.to_owned()) };
        match key {
            "cmd" => {
                self.command = text()?;
                split(value, char::is_whitespace).ok_or_else(|| open_quote(value))?;
            }
            "name" => self.name = Some(text()?),
            "proto" => {
                self.protocol = match value {
                    "ucci" => Some(Dialect::Ucci),
                    "uci" => Some(Dialect::Uci),
                    "detect" => None,
                    _ => return Err(error(("ucci, uci or detect", " ucci、uci 或 detect"))),
                }
            }
            "ranks" => {
                self.ranks = match value {
                    "0" => RankBase::Zero,
                    "1" => RankBase::One,
                    _ => return Err(error(("0 or 1", "0或1"))),
                }
            }
            "dir" => self.directory = Some(text()?.into()),
            "ponder" => self.ponder = boolean()?,
            "restart" => self.restart = boolean()?,
            "patience" => {
                let seconds = value.parse().ok().filter(|seconds| (0.001..=MAX_PATIENCE).contains(seconds));
                let expected = ("a number of seconds from 0.001 to 604800", "秒数，0.001至604800");
                let seconds = seconds.ok_or_else(|| error(expected))?;
                self.patience = Some(Duration::from_secs_f64(seconds));
            }
            _ if LIMITS.contains(&key) => {
                let limit = limit(key, value).map_err(error)?;
                if self.limit.replace(limit).is_some() {
                    return Err(bilingual!(
                        "'{key}={value}': the engine has another limit already; give one of tc, movetime, nodes and depth",
                        "“{key}={value}”：引擎已有别的限制；tc、movetime、nodes、depth 只能给出一个"
                    ));
                }
            }
            "odds" => {
                self.odds = Some(value.parse().map_err(|_| error(("a share like 1/8", "分数，如 1/8")))?);
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => self.options.push((name.to_owned(), value.to_owned())),
                _ => {
                    return Err(bilingual!(
                        "unknown key '{key}'; expected {KEYS}",
                        "没有“{key}”这一项；可用 {KEYS}"
                    ));
                }
            },
        }
        Ok(())
    }
}

/// The values that are valid, in English and Chinese.
type Expected = (&'static str, &'static str);

/// Reads a limit; the error says which values are valid.
fn limit(key: &str, value: &str) -> Result<SearchLimit, Expected> {
    let number = value.parse().ok().filter(|&number: &u64| number > 0);
    match key {
        "tc" => {
            let control = value.parse::<TimeControl>().ok().map(SearchLimit::Clock);
            control.ok_or(("a time control like 8+0.08 or 40/60+0.6", "时限，如 8+0.08 或 40/60+0.6"))
        }
        "movetime" => {
            let time = number.map(|ms| SearchLimit::Movetime(Duration::from_millis(ms)));
            time.ok_or(("a number of milliseconds, at least 1", "毫秒数，至少为1"))
        }
        "nodes" => number.map(SearchLimit::Nodes).ok_or(("a number of nodes, at least 1", "节点数，至少为1")),
        _ => {
            let plies = number.and_then(|plies| u32::try_from(plies).ok());
            let plies = plies.filter(|&plies| plies <= MAX_DEPTH).map(SearchLimit::Depth);
            plies.ok_or(("a number of plies from 1 to 100", "步数，1至100"))
        }
    }
}

impl FromStr for EngineSpec {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Bilingual> {
        let mut spec = Self::new("");
        for (key, value) in pairs(text)? {
            spec.set(key, value)?;
            spec.given.push(key.to_owned());
        }
        if spec.words().is_empty() {
            return Err(bilingual!("cmd is missing in '{text}'", "“{text}”中缺少 cmd"));
        }
        let is_for_engines = |key: &&String| spec.is_human() && !KEYS_OF_PEOPLE.contains(&key.as_str());
        if let Some(key) = spec.given.iter().find(is_for_engines) {
            return Err(bilingual!(
                "'{key}': a person (cmd=human) takes only name and tc",
                "“{key}”：人（cmd=human）只能有 name 和 tc"
            ));
        }
        spec.infer_protocol();
        Ok(spec)
    }
}

impl FromStr for EngineDefaults {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Bilingual> {
        let pairs = pairs(text)?;
        let mut probe = EngineSpec::new("");
        for &(key, value) in &pairs {
            if KEYS_OF_ONE.contains(&key) {
                return Err(bilingual!("'{key}' belongs to one engine", "“{key}”只属于一个引擎"));
            }
            probe.set(key, value)?;
        }
        Ok(Self(pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()))
    }
}

/// Returns the keys and values of a text; no key comes twice.
fn pairs(text: &str) -> Result<Vec<(&str, &str)>, Bilingual> {
    let fields = split(text, |c| c == ',').ok_or_else(|| open_quote(text))?;
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for field in fields.into_iter().map(str::trim).filter(|field| !field.is_empty()) {
        let (key, value) = field.split_once('=').ok_or_else(|| {
            bilingual!(
                "'{field}' is not KEY=VALUE; a command is given as cmd={field}",
                "“{field}”不是 KEY=VALUE；命令写作 cmd={field}"
            )
        })?;
        let key = key.trim();
        if pairs.iter().any(|&(other, _)| other == key) {
            return Err(bilingual!("'{key}' is given twice", "“{key}”给出了两次"));
        }
        pairs.push((key, unquoted(value.trim())));
    }
    Ok(pairs)
}

fn open_quote(text: &str) -> Bilingual {
    bilingual!("a quote is not closed in '{text}'", "“{text}”中的引号没有闭合")
}

fn is_quote(c: char) -> bool {
    c == '"' || c == '\''
}

/// Splits a text at separators outside quotes; `None` if a quote is not closed.
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

/// Removes a pair of quotes around the whole value.
fn unquoted(value: &str) -> &str {
    let Some(quote) = value.chars().next().filter(|&c| is_quote(c)) else { return value };
    value[1..].strip_suffix(quote).filter(|inside| !inside.contains(quote)).unwrap_or(value)
}

/// Removes the quotes from a word of a command.
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
             ponder=true,restart=true,patience=0.5,tc=40/60+0.6,odds=1/8",
        );
        assert_eq!(spec.words(), ["./x", "--a", "b"]);
        assert_eq!((spec.name.as_deref(), spec.label().as_str()), (Some("new"), "new"));
        assert_eq!((spec.protocol, spec.ranks), (Some(Dialect::Uci), RankBase::One));
        let options = [("UCI_Variant", "xiangqi"), ("Clear Hash", "")];
        assert_eq!(EngineSpec::from_str("cmd=x,ranks=1").unwrap().protocol, Some(Dialect::Uci));
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(spec.directory, Some("/p q".into()));
        assert!(spec.ponder && spec.restart);
        assert_eq!(spec.patience, Some(Duration::from_millis(500)));
        assert_eq!(spec.limit, Some(SearchLimit::Clock("40/60+0.6".parse().unwrap())));
        assert_eq!(spec.limit_in(SearchLimit::Depth(3)).unwrap().to_string(), "40/7.5+0.075 s");
    }

    #[test]
    fn settings_for_each_engine_yield_to_its_own() {
        let defaults: EngineDefaults = "tc=8+0.08,option.Hash=16,ranks=1,restart=true".parse().unwrap();
        let filled = |text: &str| {
            let mut spec = spec(text);
            spec.fill(&defaults).unwrap();
            spec
        };
        let own = filled("cmd=x,nodes=5,option.Hash=1,option.Threads=2,proto=ucci");
        assert_eq!(
            (own.limit, own.protocol, own.restart),
            (Some(SearchLimit::Nodes(5)), Some(Dialect::Ucci), true)
        );
        let options = [("Hash", "1"), ("Threads", "2")];
        assert_eq!(own.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let bare = filled("cmd=x");
        assert_eq!(bare.limit, Some(SearchLimit::Clock("8+0.08".parse().unwrap())));
        assert_eq!((bare.protocol, bare.options.len()), (Some(Dialect::Uci), 1));
        let person = filled("cmd=human");
        assert_eq!((person.limit.is_some(), person.options.len(), person.restart), (true, 0, false));
        for (text, expected) in [
            ("name=x", "'name' belongs to one engine"),
            ("cmd=x", "'cmd' belongs to one engine"),
            (
                "tc=8,nodes=5",
                "'nodes=5': the engine has another limit already; give one of tc, movetime, nodes and depth",
            ),
            ("ranks=2", "ranks=2: expected 0 or 1"),
        ] {
            assert_eq!(text.parse::<EngineDefaults>().unwrap_err().to_string(), expected);
        }
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
    fn a_program_is_looked_for_in_the_directory_of_the_engine_first() {
        let absolute = |path: &str| std::path::absolute(path).unwrap();
        for (command, expected) in [
            ("./lib.rs --fast", absolute("src/lib.rs")),
            ("lib.rs", absolute("src/lib.rs")),
            ("./Cargo.toml", absolute("Cargo.toml")),
            ("./nosuch", absolute("nosuch")),
            ("sh", "sh".into()),
        ] {
            assert_eq!(spec(&format!("cmd={command},dir=src")).path(), Some(expected), "{command}");
        }
        assert_eq!(spec("cmd=src/lib.rs").path(), Some(absolute("src/lib.rs")));
        assert_eq!(spec("cmd=lib.rs").path(), Some("lib.rs".into()));
    }

    #[test]
    fn an_engine_without_a_name_is_called_like_its_program() {
        for (command, expected) in
            [("/usr/games/fairy-stockfish", "fairy-stockfish"), ("C:\\e\\x.exe -a", "x")]
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
            ("./x", "'./x' is not KEY=VALUE; a command is given as cmd=./x"),
            (
                "cmd=x,colour=red",
                "unknown key 'colour'; expected cmd, name, proto, ranks, tc, movetime, nodes, depth, odds, dir, ponder, restart, patience or option.NAME",
            ),
            ("cmd =x,cmd=y", "'cmd' is given twice"),
            ("cmd=x,proto=xboard", "proto=xboard: expected ucci, uci or detect"),
            ("cmd=x,ranks=2", "ranks=2: expected 0 or 1"),
            ("cmd=x,ponder=maybe", "ponder=maybe: expected true or false"),
            ("cmd=x,patience=inf", "patience=inf: expected a number of seconds from 0.001 to 604800"),
            ("cmd=x,odds=2", "odds=2: expected a share like 1/8"),
            ("cmd=x,nodes=0", "nodes=0: expected a number of nodes, at least 1"),
            ("cmd=x,tc=8+x", "tc=8+x: expected a time control like 8+0.08 or 40/60+0.6"),
            ("cmd=x,depth=101", "depth=101: expected a number of plies from 1 to 100"),
            (
                "cmd=x,tc=8,nodes=5",
                "'nodes=5': the engine has another limit already; give one of tc, movetime, nodes and depth",
            ),
            ("cmd=x \"y", "a quote is not closed in 'cmd=x \"y'"),
            ("cmd=\"x 'y\"", "a quote is not closed in 'x 'y'"),
        ] {
            assert_eq!(text.parse::<EngineSpec>().unwrap_err().to_string(), expected, "{text}");
        }
    }
}
