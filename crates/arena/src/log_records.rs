// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of a log. The first is its head, the conditions that all games of the match share: a log can
//! only be continued under them, and only logs with equal heads are parts of one match. The others are its
//! games, from which everything else (standings, reports, PGN, the games still to be played) can be derived.

use crate::adjudication::Adjudication;
use crate::engine_spec::EngineSpec;
use crate::game::MatchConditions;
use crate::time_control::SearchLimit;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};
use ucci::{Dialect, RankBase};
use xiangqi::notation::GameResult;
use xiangqi::openings::OpeningLine;
use xiangqi::types::{Bilingual, Color, Language, Move, text};

/// The head of a log: the conditions of a match.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct LogHead {
    pub engines: BTreeMap<String, LoggedEngine>,
    /// The limit of engines without a limit of their own.
    pub limit: SearchLimit,
    /// Tolerated excess over the limit, in milliseconds.
    pub margin_ms: u64,
    pub rules: String,
    /// The number of plies without a capture that make a draw.
    pub natural_limit: Option<u16>,
    pub adjudication: Adjudication,
    /// A checksum of the openings in the order of play.
    pub openings: String,
}

#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct LoggedEngine {
    pub cmd: String,
    pub dir: Option<PathBuf>,
    /// The protocol, unless it is detected.
    pub proto: Option<String>,
    pub ranks: u8,
    pub options: BTreeMap<String, String>,
    /// Checksums of the files that options name, by the names of the options.
    pub files: BTreeMap<String, String>,
    pub limit: SearchLimit,
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
        let engines = engines.map(|(spec, limit)| (spec.label(), LoggedEngine::new(spec, limit)));
        Self {
            engines: engines.collect(),
            limit: conditions.limit,
            margin_ms: u64::try_from(conditions.margin.as_millis()).unwrap_or(u64::MAX),
            rules: conditions.rules.to_string(),
            natural_limit: conditions.natural_limit,
            adjudication: conditions.adjudication.clone(),
            openings: checksum_of_openings(openings),
        }
    }

    /// Returns the first difference to another head, in words: `engines new options hashsize: 16, not 1`.
    pub fn difference(&self, other: &Self) -> Option<Bilingual> {
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
    fn new(spec: &EngineSpec, limit: SearchLimit) -> Self {
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
    let program = spec.path()?;
    let directory = spec.directory.clone().unwrap_or_default();
    let mut places = program.parent().into_iter().chain([directory.as_path()]).map(|place| place.join(name));
    places.find(|path| !name.is_empty() && path.is_file())
}

fn checksum_of(path: &Path) -> io::Result<String> {
    Ok(format!("crc32 {:08x}", crc32fast::hash(&fs::read(path)?)))
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
fn difference(one: &Value, other: &Value, path: &str) -> Option<Bilingual> {
    if let (Value::Object(fields), Value::Object(others)) = (one, other) {
        let added = others.keys().filter(|&name| !fields.contains_key(name));
        return fields.keys().chain(added).find_map(|name| {
            let missing = &Value::Null;
            let [one, other] = [fields, others].map(|fields| fields.get(name).unwrap_or(missing));
            difference(one, other, format!("{path} {name}").trim_start())
        });
    }
    let text = |value: &Value, language: Language| match value {
        Value::Null => language.pick("unset", "未设").to_owned(),
        Value::String(text) => text!(language, "'{text}'", "“{text}”"),
        Value::Object(_) => language.pick("set", "已设").to_owned(),
        other => other.to_string(),
    };
    let differs = |language| {
        let [one, other] = [one, other].map(|value| text(value, language));
        text!(language, "{path}: {one}, not {other}", "{path}：{one}，而不是{other}")
    };
    (one != other).then(|| Bilingual::new(differs))
}

/// A played game. The columns `moves`, `scores`, `depths`, `nodes` and `ms` have one entry per move.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct LoggedGame {
    /// The game's number in the schedule, from 0.
    pub game: usize,
    /// The number of its pair: two games of the same engines from the same opening with colours swapped.
    pub pair: usize,
    pub red: String,
    pub black: String,
    pub fen: String,
    /// The moves of the opening, played before the engines were asked.
    pub opening: Vec<String>,
    /// The name of the opening, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_name: Option<String>,
    pub limit: SearchLimit,
    /// The limits of Red and Black, if one of them has a limit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<[SearchLimit; 2]>,
    pub rules: String,
    /// The moves of the engines, like `h2e2`.
    pub moves: Vec<String>,
    /// The scores reported by the engines, in centipawns from the mover's perspective; a mate in n plies is
    /// ±(10 000 - n).
    pub scores: Vec<Option<i32>>,
    pub depths: Vec<Option<u32>>,
    /// The nodes searched, as reported by the engines.
    pub nodes: Vec<Option<u64>>,
    /// Milliseconds used, by the referee's clock.
    pub ms: Vec<f64>,
    /// `1-0` (Red won), `0-1` or `1/2-1/2`.
    pub result: String,
    /// The termination, in a word or two: `checkmate`, `perpetual check`, `time`, `crash`, `resignation` …
    pub reason: String,
    /// The engine that lost by a fault of its own (crash, illegal move, time …).
    pub blame: Option<String>,
    pub detail: Option<String>,
    #[serde(rename = "final")]
    pub last_fen: String,
}

/// A move of a game with the evaluation reported by its engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LoggedMove<'a> {
    pub mv: &'a str,
    /// The score, as in [`LoggedGame::scores`].
    pub score: Option<i32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub ms: f64,
}

impl LoggedGame {
    pub fn played(&self) -> impl Iterator<Item = LoggedMove<'_>> {
        self.moves.iter().enumerate().map(|(i, mv)| LoggedMove {
            mv,
            score: self.scores.get(i).copied().flatten(),
            depth: self.depths.get(i).copied().flatten(),
            nodes: self.nodes.get(i).copied().flatten(),
            ms: self.ms.get(i).copied().unwrap_or_default(),
        })
    }

    /// Returns the side that made the first move after the opening.
    pub fn first_mover(&self) -> Color {
        let beginner =
            if self.fen.split_whitespace().nth(1) == Some("b") { Color::Black } else { Color::Red };
        if self.opening.len().is_multiple_of(2) { beginner } else { !beginner }
    }

    pub fn limit_of(&self, side: Color) -> SearchLimit {
        self.limits.map_or(self.limit, |limits| limits[side])
    }

    pub fn winner(&self) -> Option<Color> {
        GameResult::from_text(&self.result).and_then(GameResult::winner)
    }

    /// Returns the side of an engine; `None` if it did not play.
    pub fn side_of(&self, engine: &str) -> Option<Color> {
        match engine {
            _ if self.red == engine => Some(Color::Red),
            _ if self.black == engine => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns the half points of an engine: 2 for a win, 1 for a draw, 0 for a loss; `None` if it did not
    /// play.
    pub fn half_points(&self, engine: &str) -> Option<u8> {
        let side = self.side_of(engine)?;
        Some(self.winner().map_or(1, |winner| 2 * u8::from(winner == side)))
    }
}

/// Games for tests.
#[cfg(test)]
pub mod samples {
    use super::LoggedGame;
    use crate::spectator::MatchInfo;
    use crate::time_control::SearchLimit;
    use xiangqi::notation::START_FEN;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// Returns a short game with this number; `new` plays Red in even games, `old` in odd ones.
    pub fn game(number: usize, result: &str) -> LoggedGame {
        let (red, black) = if number.is_multiple_of(2) { ("new", "old") } else { ("old", "new") };
        LoggedGame {
            game: number,
            pair: number / 2,
            red: red.to_owned(),
            black: black.to_owned(),
            fen: START_FEN.to_owned(),
            opening: words("h2e2 h9g7"),
            opening_name: None,
            limit: SearchLimit::default(),
            limits: None,
            rules: "asian".to_owned(),
            moves: words("h0g2 i9h9 i0h0"),
            scores: vec![Some(35), Some(-7), Some(9_995)],
            depths: vec![Some(12), Some(11), None],
            nodes: vec![Some(120_000), Some(98_000), None],
            ms: vec![100.0, 99.6, 50.0],
            result: result.to_owned(),
            reason: "checkmate".to_owned(),
            blame: None,
            detail: None,
            last_fen: "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 b - - 5 3".to_owned(),
        }
    }

    /// Returns a match of a hundred games between these two engines.
    pub fn match_info() -> MatchInfo {
        let engines = ["new", "old"].map(str::to_owned).to_vec();
        MatchInfo { title: "new - old".to_owned(), engines, games: 100, ..MatchInfo::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> LogHead {
        let spec: EngineSpec = "cmd=./x,name=new,option.Hash=16,option.EvalFile=Cargo.toml".parse().unwrap();
        let engine = LoggedEngine::new(&spec, SearchLimit::default());
        LogHead { engines: [("new".to_owned(), engine)].into(), ..LogHead::default() }
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
            other.difference(&one).unwrap().to_string()
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
