// SPDX-License-Identifier: MIT OR Apache-2.0
//! One search for a client: an analysis with its lines, or the choice of a move. It waits until an engine is free.

use super::engines::{Engines, LentEngine};
use super::message::{Answer, Choice, Line, Lines, MoveText, PlayClock, RedScore};
use crate::engine::{DrawResignPolicy, Level};
use crate::eval::wdl::WdlModel;
use crate::review::{expected, red_score};
use crate::search::{Clock, Limits, Listener, ScoreBound, SearchInfo, SearchResult, Settings};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep, timeout};
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::types::{Color, Score};

const MAX_ANALYSIS: Duration = Duration::from_secs(15 * 60);
/// Time for a move at full strength, and for a hint.
const MOVETIME: Duration = Duration::from_secs(1);
/// Most time on a clock.
const MAX_CLOCK: u64 = 3 * 60 * 60 * 1000;
/// Interval between two reports on an analysis.
const INTERVAL: Duration = Duration::from_millis(60);
/// Time without a report after which an analysis looks whether it has to give way.
const PATIENCE: Duration = Duration::from_millis(250);
/// Greatest number of lines, and of moves of a line.
pub const MAX_LINES: usize = 5;
const MAX_PV: usize = 16;

/// Work for an engine, on a position of a client.
pub struct Task {
    pub engines: Arc<Engines>,
    pub position: Position,
    pub rules: RuleSet,
    pub out: mpsc::Sender<Answer>,
    /// Resolves when the client stops the task or goes away.
    pub stopped: oneshot::Receiver<()>,
}

impl Task {
    /// Waits for an engine; `None` if the task is stopped before.
    pub async fn engine(&mut self) -> Option<LentEngine> {
        self.engines.lend(self.rules, &mut self.stopped).await
    }

    /// Sends an answer. The client may have gone.
    async fn answer(&self, answer: Answer) {
        let _ = self.out.send(answer).await;
    }
}

/// Sends the latest report on each line, and the result.
struct Reports {
    /// Number of lines that the search reports.
    most: usize,
    lines: watch::Sender<Vec<SearchInfo>>,
    result: Option<oneshot::Sender<SearchResult>>,
}

impl Listener for Reports {
    fn on_info(&mut self, info: &SearchInfo) {
        if info.bound != ScoreBound::Exact || info.pv.is_empty() {
            return;
        }
        self.lines.send_modify(|lines| rank(lines, info, self.most));
    }

    fn on_result(&mut self, result: &SearchResult) {
        if let Some(sender) = self.result.take() {
            // The client may have gone.
            let _ = sender.send(result.clone());
        }
    }
}

/// Puts a report into its place among the latest ones. An earlier line with the same first move goes: each
/// line begins with another move, while those of an iteration come one after the other.
fn rank(lines: &mut Vec<SearchInfo>, info: &SearchInfo, most: usize) {
    lines.retain(|line| line.pv.first() != info.pv.first());
    lines.insert((info.multi_pv - 1).min(lines.len()), info.clone());
    lines.truncate(most);
}

struct Running {
    engine: LentEngine,
    lines: watch::Receiver<Vec<SearchInfo>>,
    result: oneshot::Receiver<SearchResult>,
}

/// Starts a search of an engine that has been prepared.
fn start(mut engine: LentEngine, position: &Position, limits: Limits) -> Running {
    let (lines, latest) = watch::channel(Vec::new());
    let (sender, result) = oneshot::channel();
    let most = engine.get().settings().multi_pv;
    engine.get().start(position, limits, Box::new(Reports { most, lines, result: Some(sender) }));
    Running { engine, lines: latest, result }
}

/// Analyses the position until it is stopped or the limit of time, and reports the lines. While others wait,
/// they have their turn between.
pub async fn analyse(mut task: Task, lines: usize) {
    let end = Instant::now() + MAX_ANALYSIS;
    while let Some(engine) = task.engine().await {
        if !analyse_for_a_turn(&mut task, engine, lines, end).await {
            break;
        }
    }
    task.answer(Answer::Done).await;
}

/// Returns true if the analysis gave way to others.
async fn analyse_for_a_turn(task: &mut Task, mut engine: LentEngine, lines: usize, end: Instant) -> bool {
    let settings = Settings { multi_pv: lines.clamp(1, MAX_LINES), ..engine.get().settings().clone() };
    engine.prepare(settings, Level::FULL, false);
    let limits = Limits { infinite: true, ..Limits::default() };
    let mut running = start(engine, &task.position, limits);
    let gives_way = loop {
        if running.engine.gives_way() || Instant::now() >= end {
            break Instant::now() < end;
        }
        tokio::select! {
            biased;
            _ = &mut task.stopped => break false,
            changed = timeout(PATIENCE, running.lines.changed()) => match changed {
                Err(_) => continue,
                Ok(Err(_)) => break false,
                Ok(Ok(())) => {
                    let report = report(&task.position, &running.lines.borrow_and_update());
                    if task.out.send(Answer::Lines(report)).await.is_err() {
                        break false;
                    }
                }
            }
        }
        tokio::select! {
            biased;
            _ = &mut task.stopped => break false,
            () = sleep(INTERVAL) => {}
        }
    };
    give_back(running.engine).await;
    gives_way
}

/// Chooses a move; with a level at that strength, with books, else the best one. The time of waiting for an
/// engine is that of the clock.
pub async fn choose(mut task: Task, level: Option<(Level, u64, Option<PlayClock>)>) {
    let plays = level.is_some();
    let (level, seed, clock) = level.unwrap_or((Level::FULL, 0, None));
    let begin = Instant::now();
    let Some(mut engine) = task.engine().await else { return task.answer(Answer::Done).await };
    let settings = Settings { multi_pv: 1, seed, ..engine.get().settings().clone() };
    engine.prepare(settings, level, plays);
    let limits = clock.map_or_else(|| Limits::movetime(MOVETIME), |clock| limits(clock, begin.elapsed()));
    let mut running = start(engine, &task.position, limits);
    let result = tokio::select! {
        biased;
        _ = &mut task.stopped => None,
        result = &mut running.result => result.ok(),
    };
    give_back(running.engine).await;
    let position = &task.position;
    let answer = match result {
        None => Answer::Done,
        Some(result) => Answer::Move(Choice {
            mv: result.best_move.map(|mv| mv.to_string()),
            score: RedScore::of(position, result.score),
            takes_draw: DrawResignPolicy::accepts_draw(-result.score, position),
        }),
    };
    task.answer(answer).await;
}

/// The limits of a move with this clock, some of whose time has gone.
fn limits(clock: PlayClock, gone: Duration) -> Limits {
    let [time, increment] = [clock.time, clock.increment].map(|ms| Duration::from_millis(ms.min(MAX_CLOCK)));
    let time = time.saturating_sub(gone).max(Duration::from_millis(1));
    Limits { clock: Some(Clock { time, increment, moves_to_go: None }), ..Limits::default() }
}

/// Stops the search and gives the engine back, on a thread that may wait.
async fn give_back(engine: LentEngine) {
    // It fails only if the server is being shut down.
    let _ = tokio::task::spawn_blocking(move || drop(engine)).await;
}

fn report(position: &Position, infos: &[SearchInfo]) -> Lines {
    let lines = infos.iter().map(|info| Line {
        depth: info.depth,
        score: RedScore::of(position, info.score),
        pv: MoveText::line(position, &info.pv[..info.pv.len().min(MAX_PV)]),
    });
    let latest = infos.iter().max_by_key(|info| info.nodes);
    Lines {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_begins_with_another_move() {
        let info = |multi_pv, depth, mv: &str| SearchInfo {
            multi_pv,
            ..SearchInfo::new(depth, 0, vec![mv.parse().unwrap()])
        };
        let mut lines = Vec::new();
        let mut report = |multi_pv, depth, mv| {
            rank(&mut lines, &info(multi_pv, depth, mv), 3);
            lines.iter().map(|line| format!("{}{}", line.pv[0], line.depth)).collect::<Vec<_>>().join(" ")
        };
        report(1, 1, "h2e2");
        report(2, 1, "b2e2");
        assert_eq!(report(3, 1, "c3c4"), "h2e21 b2e21 c3c41");
        // The next iteration finds the second move best, and another third one.
        assert_eq!(report(1, 2, "b2e2"), "b2e22 h2e21 c3c41");
        assert_eq!(report(2, 2, "h2e2"), "b2e22 h2e22 c3c41");
        assert_eq!(report(3, 2, "g3g4"), "b2e22 h2e22 g3g42");
        assert_eq!(report(1, 3, "a0a1"), "a0a13 b2e22 h2e22");
    }
}
