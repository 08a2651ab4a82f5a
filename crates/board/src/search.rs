// SPDX-License-Identifier: MIT OR Apache-2.0
//! One search for a query: an analysis with its lines, or the choice of a move.

use super::message::{AnalysedLine, AnalysisReport, Answer, Choice, MoveText, PlayClock, RedScore};
use chuhe::engine::{BookSettings, DrawResignPolicy, Engine, Level};
use chuhe::eval::wdl::WdlModel;
use chuhe::search::{self, Clock, Limits, Listener, ScoreBound, SearchInfo, SearchResult, Settings};
use chuhe_review::{expected, red_score};
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::types::{Color, Score};

/// Time for a move at full strength, and for a hint.
const MOVETIME: Duration = Duration::from_secs(1);
/// Most time on a clock.
const MAX_CLOCK: u64 = 3 * 60 * 60 * 1000;
/// Greatest number of lines, and of moves of a line.
const MAX_LINES: usize = 5;
const MAX_PV: usize = 16;

/// A move that the engine chooses.
#[derive(Clone, Copy)]
pub struct ChosenMove {
    pub level: Level,
    /// The engine plays a game, with its books; else it gives a hint.
    pub plays: bool,
    pub seed: u64,
    pub clock: Option<PlayClock>,
}

impl ChosenMove {
    /// Readies an engine with these settings.
    pub fn prepare(&self, engine: &mut Engine, settings: Settings) {
        prepare(engine, Settings { multi_pv: 1, seed: self.seed, ..settings }, self.level, self.plays);
    }

    /// The limits of the search, some of whose time has gone.
    pub fn limits(&self, gone: Duration) -> Limits {
        let Some(PlayClock { time, increment }) = self.clock else { return Limits::movetime(MOVETIME) };
        let [time, increment] = [time, increment].map(|ms| Duration::from_millis(ms.min(MAX_CLOCK)));
        let time = time.saturating_sub(gone).max(Duration::from_millis(1));
        Limits { clock: Some(Clock { time, increment, moves_to_go: None }), ..Limits::default() }
    }

    /// The answer by the result of the search.
    pub fn answer(position: &Position, result: &SearchResult) -> Answer {
        Answer::Move(Choice {
            mv: result.best_move.map(|mv| mv.to_string()),
            score: RedScore::of(position, result.score),
            takes_draw: DrawResignPolicy::accepts_draw(-result.score, position),
        })
    }
}

/// An analysis, with what somebody wants for it.
#[derive(Clone, Copy)]
pub struct Analysis {
    pub lines: usize,
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB, for those who lend engines.
    pub hash_mb: Option<usize>,
}

impl Analysis {
    /// Readies an engine, with at most the threads of these settings.
    pub fn prepare(&self, engine: &mut Engine, settings: Settings) {
        let threads = self.threads.unwrap_or(usize::MAX).clamp(1, settings.threads.max(1));
        let multi_pv = self.lines.clamp(1, MAX_LINES);
        prepare(engine, Settings { threads, multi_pv, ..settings }, Level::FULL, false);
    }
}

/// Readies an engine for a search at a level of play, with its books if it `plays` a game.
pub fn prepare(engine: &mut Engine, settings: Settings, level: Level, plays: bool) {
    let plies = if plays { u32::MAX } else { 0 };
    engine.set_level(level);
    engine.set_settings(settings);
    engine.set_book_settings(BookSettings { plies, ..engine.book_settings().clone() });
}

/// The limits of an analysis: none, but that it is stopped.
pub fn analysis_limits() -> Limits {
    Limits { infinite: true, ..Limits::default() }
}

/// Tells the latest report on each line.
pub struct Reports<T> {
    position: Position,
    /// Number of lines that the search reports.
    most: usize,
    lines: search::Lines,
    tell: T,
}

impl<T: FnMut(AnalysisReport) + Send> Reports<T> {
    pub fn new(position: &Position, settings: &Settings, tell: T) -> Self {
        Self { position: position.clone(), most: settings.multi_pv, lines: search::Lines::default(), tell }
    }
}

impl<T: FnMut(AnalysisReport) + Send> Listener for Reports<T> {
    fn on_info(&mut self, info: &SearchInfo) {
        if info.bound == ScoreBound::Exact {
            self.lines.record(info);
            let lines = self.lines.best_first();
            (self.tell)(report(&self.position, &lines[..lines.len().min(self.most)]));
        }
    }
}

fn report(position: &Position, infos: &[SearchInfo]) -> AnalysisReport {
    let lines = infos.iter().map(|info| AnalysedLine {
        depth: info.depth,
        score: RedScore::of(position, info.score),
        pv: MoveText::line(position, &info.pv[..info.pv.len().min(MAX_PV)]),
    });
    let latest = infos.iter().max_by_key(|info| info.nodes);
    AnalysisReport {
        depth: infos.first().map_or(0, |info| info.depth),
        nodes: latest.map_or(0, |info| info.nodes),
        nps: latest.map_or(0, SearchInfo::nps),
        best: lines.collect(),
    }
}

impl RedScore {
    /// Converts a score of the side to move.
    pub fn of(position: &Position, score: Score) -> Self {
        let side = position.side_to_move();
        let points = expected(WdlModel::for_position(position).per_mille(score));
        let points = if side == Color::Red { points } else { 1.0 - points };
        Self { score: red_score(score, side), points }
    }
}
