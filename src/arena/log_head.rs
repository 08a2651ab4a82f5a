// SPDX-License-Identifier: MIT OR Apache-2.0
//! The head of a log: its first line, with the conditions that all games of the match share. A log can only
//! be continued under them, and only logs with equal heads are parts of one match.

use super::adjudication::Adjudication;
use super::game_task::MatchConditions;
use super::limit::SearchLimit;
use super::quoting::unquoted;
use super::spec::EngineSpec;
use crate::openings::OpeningLine;
use crate::types::Move;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use ucci::{Dialect, RankBase};

/// The conditions of a match.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct LogHead {
    /// The engines by their names.
    pub engines: BTreeMap<String, LoggedEngine>,
    /// The limit of engines without a limit of their own.
    pub limit: String,
    /// Tolerated excess over the limit, in milliseconds.
    pub margin_ms: u64,
    /// The rules of repetition.
    pub rules: String,
    /// The number of plies without a capture that make a draw.
    pub natural_limit: Option<u16>,
    /// The rules of adjudication.
    pub adjudication: Adjudication,
    /// A checksum of the openings in the order of play.
    pub openings: String,
}

/// An engine of a match.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct LoggedEngine {
    /// The command that starts it.
    pub cmd: String,
    /// Its working directory.
    pub dir: Option<PathBuf>,
    /// The protocol, unless it is detected.
    pub proto: Option<String>,
    /// The number of its lowest rank.
    pub ranks: u8,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// Checksums of the files that options name, by the names of the options.
    pub files: BTreeMap<String, String>,
    /// The limit on its search.
    pub limit: String,
    /// It ponders.
    pub ponder: bool,
}

impl LogHead {
    /// Returns the head of the log of a match between these engines, each with its limit; `openings` are in
    /// the order of play. The files that options name are read.
    pub fn new<'a>(
        engines: impl IntoIterator<Item = (&'a EngineSpec, SearchLimit)>,
        conditions: &MatchConditions,
        openings: impl IntoIterator<Item = &'a OpeningLine>,
    ) -> Self {
        let engines = engines.into_iter();
        let engines = engines.map(|(spec, limit)| (spec.label(), LoggedEngine::new(spec, limit.to_string())));
        Self {
            engines: engines.collect(),
            limit: conditions.limit.to_string(),
            margin_ms: u64::try_from(conditions.margin.as_millis()).unwrap_or(u64::MAX),
            rules: conditions.rules.to_string(),
            natural_limit: conditions.natural_limit,
            adjudication: conditions.adjudication.clone(),
            openings: checksum_of_openings(openings),
        }
    }

    /// Returns the first difference to another head, in words: `engines new options hashsize: 16, not 1`.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let [one, other] = [self, other].map(|head| serde_json::to_value(head).unwrap_or_default());
        difference(&one, &other, "")
    }

    /// Returns the head without what may differ between the machines that play parts of a match: commands,
    /// directories, and the names of files whose checksums are known.
    #[must_use]
    pub fn portable(mut self) -> Self {
        for engine in self.engines.values_mut() {
            (engine.cmd, engine.dir) = (String::new(), None);
            for name in engine.files.keys() {
                engine.options.remove(name);
            }
        }
        self
    }
}

impl LoggedEngine {
    fn new(spec: &EngineSpec, limit: String) -> Self {
        let files = spec.options.iter().filter_map(|(name, value)| Some((name.clone(), files(spec, value)?)));
        Self {
            cmd: spec.command.clone(),
            dir: spec.directory.clone(),
            proto: spec.protocol.map(|dialect| match dialect {
                Dialect::Ucci => "ucci".to_owned(),
                Dialect::Uci => "uci".to_owned(),
            }),
            ranks: u8::from(spec.ranks == RankBase::One),
            options: spec.options.iter().cloned().collect(),
            files: files.collect(),
            limit,
            ponder: spec.ponder,
        }
    }
}

/// Returns the checksums of the files that an option's value names, separated by semicolons; `None`: it names
/// none.
fn files(spec: &EngineSpec, value: &str) -> Option<String> {
    let checksums: Vec<String> = value
        .split(';')
        .filter_map(|name| locate(spec, name.trim()))
        .map(|path| checksum_of(&path).unwrap_or_else(|error| error.to_string()))
        .collect();
    (!checksums.is_empty()).then(|| checksums.join("; "))
}

/// Returns the file of this name where an engine may find it: beside its program or in its directory.
fn locate(spec: &EngineSpec, name: &str) -> Option<PathBuf> {
    let program = spec.words().into_iter().next()?;
    let beside = match program.as_str() {
        "self" => std::env::current_exe().ok(),
        path => Some(PathBuf::from(unquoted(path))),
    };
    let beside = beside.as_deref().and_then(Path::parent).map(Path::to_owned);
    let directory = spec.directory.clone().unwrap_or_default();
    let mut places = beside.into_iter().chain([directory]).map(|place| place.join(name));
    places.find(|path| !name.is_empty() && path.is_file())
}

fn checksum_of(path: &Path) -> io::Result<String> {
    let (mut file, mut hasher) = (File::open(path)?, crc32fast::Hasher::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(format!("crc32 {:08x}", hasher.finalize())),
            count => hasher.update(&buffer[..count]),
        }
    }
}

fn checksum_of_openings<'a>(openings: impl IntoIterator<Item = &'a OpeningLine>) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for OpeningLine { start, moves, .. } in openings {
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        hasher.update(format!("{} moves {}\n", start.to_fen(), moves.join(" ")).as_bytes());
    }
    format!("crc32 {:08x}", hasher.finalize())
}

/// Returns the first difference between two values, with the path to it.
fn difference(one: &Value, other: &Value, path: &str) -> Option<String> {
    if let (Value::Object(fields), Value::Object(others)) = (one, other) {
        let added = others.keys().filter(|&name| !fields.contains_key(name));
        return fields.keys().chain(added).find_map(|name| {
            let missing = &Value::Null;
            let [one, other] = [fields, others].map(|fields| fields.get(name).unwrap_or(missing));
            difference(one, other, format!("{path} {name}").trim_start())
        });
    }
    let text = |value: &Value| match value {
        Value::Null => "unset".to_owned(),
        Value::String(text) => format!("'{text}'"),
        Value::Object(_) => "set".to_owned(),
        other => other.to_string(),
    };
    (one != other).then(|| format!("{path}: {}, not {}", text(one), text(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> LogHead {
        let spec: EngineSpec = "cmd=./x,name=new,option.Hash=16,option.EvalFile=Cargo.toml".parse().unwrap();
        let engine = LoggedEngine::new(&spec, "100 ms".to_owned());
        LogHead {
            engines: [("new".to_owned(), engine)].into(),
            limit: "100 ms".to_owned(),
            ..LogHead::default()
        }
    }

    #[test]
    fn a_head_reads_back_and_names_what_differs() {
        let one = head();
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<LogHead>(&text).unwrap(), one);
        assert_eq!(one.difference(&one), None);
        let changed = |change: fn(&mut LogHead)| {
            let mut other = one.clone();
            change(&mut other);
            other.difference(&one).unwrap()
        };
        assert_eq!(changed(|head| head.margin_ms = 7), "margin_ms: 7, not 0");
        assert_eq!(
            changed(|head| head.adjudication.draw_plies = Some(9)),
            "adjudication draw_plies: 9, not unset"
        );
        let option = |head: &mut LogHead| {
            head.engines.get_mut("new").unwrap().options.insert("Hash".to_owned(), "1".to_owned());
        };
        assert_eq!(changed(option), "engines new options Hash: '1', not '16'");
        let network = |head: &mut LogHead| {
            head.engines.get_mut("new").unwrap().files.insert("EvalFile".to_owned(), "crc32 0".to_owned());
        };
        assert!(changed(network).starts_with("engines new files EvalFile: 'crc32 0', not 'crc32 "));
    }

    #[test]
    fn machines_may_keep_the_same_files_in_different_places() {
        let (one, mut other) = (head(), head());
        let engine = other.engines.get_mut("new").unwrap();
        engine.cmd = "/opt/x".to_owned();
        engine.options.insert("EvalFile".to_owned(), "/opt/Cargo.toml".to_owned());
        assert!(one.difference(&other).is_some());
        assert_eq!(one.portable().difference(&other.portable()), None);
    }
}
