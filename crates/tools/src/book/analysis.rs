// SPDX-License-Identifier: MIT OR Apache-2.0
//! Analyses for a book: engines analyse the positions that an explorer hands out until it has enough.

use crate::failure::{Failure, warn};
use crate::options::{self, NetworkArgs};
use crate::output::Output;
use crate::progress::{keep_ticking, style};
use crate::{datagen, interrupt};
use chuhe::book::{AnalysisTask, BookMove, Builder, Explorer, ExplorerConfig, format};
use chuhe::engine::{Engine, Stopper};
use chuhe::search::{Limits, Listener, ScoreBound, SearchInfo, Settings};
use chuhe::threads::{self, Shortage};
use chuhe_console::number;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Language, Move, Score, text};

/// Options of the analysis.
#[derive(clap::Args)]
#[command(next_help_heading = "Analysis")]
pub struct AnalysisArgs {
    /// Number of positions to analyse, counting those in --from that are reachable from the start position or
    /// --lines
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    pub positions: Option<u32>,
    /// Analyse all lines of this file of openings, however good or bad they are
    #[arg(long, value_name = "FILE", requires = "positions")]
    pub lines: Option<PathBuf>,
    /// Nodes to search per position
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = number::<u64>(1..), requires = "positions")]
    pub nodes: u64,
    /// Number of moves to evaluate per position
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = number::<u8>(1..=128), requires = "positions")]
    pub multipv: u8,
    /// Follow moves that are less than this many centipawns worse than the best one
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 40, requires = "positions", value_parser = number::<u32>(0..))]
    pub margin: u32,
    /// Number of positions to analyse in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = options::threads(), requires = "positions")]
    pub threads: u16,
    #[command(flatten)]
    pub network: NetworkArgs,
}

/// Transposition table of each engine, in MiB.
const HASH_MB: usize = 64;

/// Interval between saves of an unfinished book.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);

/// Time of the search that shows the speed.
const SAMPLE: Duration = Duration::from_millis(300);

/// Values of decided positions.
const DECIDED: i16 = 9_999;

/// The work shared by the threads of the engines.
struct Work {
    state: Mutex<WorkState>,
    /// Notified when there may be positions again.
    changed: Condvar,
    bar: ProgressBar,
}

struct WorkState {
    explorer: Explorer,
    /// Number of analyses in progress.
    pending: usize,
    /// Set when no more analyses may begin.
    is_over: bool,
}

/// Adds analyses to the builder. The book is saved every minute, and when the work is interrupted.
pub fn run(
    args: &AnalysisArgs,
    max_plies: u32,
    builder: &mut Builder,
    output: &Output,
) -> Result<(), Failure> {
    let lines = args.lines.as_deref().map(datagen::read_book).transpose()?.unwrap_or_default();
    let positions = args.positions.unwrap_or_default() as usize;
    let exploration = ExplorerConfig { positions, max_plies, margin: args.margin };
    let explorer = Explorer::new(exploration, &lines, builder);
    let threads = usize::from(args.threads);
    let mut analysts: Vec<_> = (0..threads::useful(threads)).map(|_| Analyst::new(args)).collect();
    let left = positions.saturating_sub(explorer.positions());
    if left > 0 {
        let time = analysts[0].time_per_position().mul_f64(left as f64 / analysts.len() as f64);
        warn(Bilingual::new(|language| estimate(left, args.nodes, time, language)));
    }
    let bar = ProgressBar::new(positions as u64)
        .with_style(style("{elapsed_precise} {wide_bar} {pos}/{len} positions (eta {eta})"))
        .with_position(explorer.positions() as u64);
    keep_ticking(&bar, Duration::from_millis(500));
    let state = Mutex::new(WorkState { explorer, pending: 0, is_over: false });
    let work = &Work { state, changed: Condvar::new(), bar };
    let stoppers: Vec<_> = analysts.iter().map(|analyst| analyst.engine.stopper()).collect();
    thread::scope(|scope| {
        let jobs = analysts.iter_mut().map(|analyst| move || work.analyse(analyst));
        let (analysts, refusal) = threads::start(scope, jobs);
        if let Some(shortage) = Shortage::of(threads, analysts.len(), refusal) {
            let shortage = Bilingual::from(shortage).at("book build");
            if analysts.is_empty() {
                return Err(Failure::Job(shortage));
            }
            warn(shortage);
        }
        let (mut saved, mut failure) = (Instant::now(), None);
        while analysts.iter().any(|analyst| !analyst.is_finished()) {
            thread::sleep(Duration::from_millis(20));
            if interrupt::is_pressed() || failure.is_some() {
                work.end();
                // Repeated, because an engine may have been about to begin a search.
                stoppers.iter().for_each(Stopper::stop);
            } else if saved.elapsed() >= SAVE_INTERVAL {
                builder.add_analyses(work.lock().explorer.analyses());
                // Results that cannot be saved are not worth computing.
                failure = output.save(format::to_bytes(builder.records())).err();
                saved = Instant::now();
            }
        }
        failure.map_or(Ok(()), Err)
    })?;
    work.bar.finish_and_clear();
    let WorkState { explorer, .. } = &*work.lock();
    builder.add_analyses(explorer.analyses());
    if interrupt::is_pressed() {
        if explorer.positions() > 0 {
            output.save(format::to_bytes(builder.records()))?;
        }
        return Err(interrupt::failure(explorer.positions(), positions, interrupt::Parts::Positions));
    }
    Ok(())
}

/// Says how long the analysis of the positions takes.
fn estimate(positions: usize, nodes: u64, time: Duration, language: Language) -> String {
    let seconds = time.as_secs() + 1;
    let (minutes, hours) = (seconds.div_ceil(60), seconds.div_ceil(3600));
    let time = match seconds {
        0..100 => text!(language, "{seconds} s", "{seconds}秒"),
        100..6000 => text!(language, "{minutes} min", "{minutes}分钟"),
        _ => text!(language, "{hours} h", "{hours}小时"),
    };
    text!(
        language,
        "{positions} positions to analyse, {nodes} nodes each: about {time}",
        "待分析局面{positions}个，每个{nodes}个节点：约{time}"
    )
}

impl Work {
    /// Locks the state, even after a panic: no change under the lock can be left half done.
    fn lock(&self) -> MutexGuard<'_, WorkState> {
        self.state.lock().expect("no thread panics")
    }

    /// Stops new analyses from beginning and discards those in progress.
    fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Analyses positions until there are no more.
    fn analyse(&self, analyst: &mut Analyst) {
        while let Some(task) = self.next() {
            let found = analyst.analyse(&task);
            let mut state = self.lock();
            if state.is_over {
                return;
            }
            state.explorer.add(&task, &found);
            state.pending -= 1;
            self.bar.set_position(state.explorer.positions() as u64);
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Waits for the next position; `None` when there are no more.
    fn next(&self) -> Option<AnalysisTask> {
        let mut state = self.lock();
        loop {
            if state.is_over {
                return None;
            }
            if let Some(task) = state.explorer.next() {
                state.pending += 1;
                return Some(task);
            }
            if state.pending == 0 {
                return None;
            }
            state = self.changed.wait(state).expect("no thread panics");
        }
    }
}

/// An engine that finds the values of moves.
struct Analyst {
    engine: Engine,
    nodes: u64,
}

impl Analyst {
    fn new(args: &AnalysisArgs) -> Self {
        let mut engine = Engine::new(HASH_MB);
        let network = args.network.network();
        engine.set_settings(Settings { multi_pv: args.multipv.into(), network, ..Settings::default() });
        Self { engine, nodes: args.nodes }
    }

    /// Returns the time that the nodes of a position take, by a short search of the start position, which the
    /// engine forgets.
    fn time_per_position(&mut self) -> Duration {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::movetime(SAMPLE) };
        let begin = Instant::now();
        let searched = self.engine.search(&Position::startpos(), &limits).nodes;
        let time = begin.elapsed().mul_f64(self.nodes as f64 / searched.max(1) as f64);
        self.engine.new_game();
        time
    }

    /// Returns the values of the best candidates and of the required moves.
    fn analyse(&mut self, task: &AnalysisTask) -> Vec<BookMove> {
        let position = &task.position;
        let mut found = Vec::new();
        if !task.candidates.is_empty() {
            found = self.search(position, task.candidates.clone());
        }
        for mv in task.missing(&found) {
            found.extend(self.search(position, vec![mv]));
        }
        found
    }

    /// Returns the values of the best of these moves.
    fn search(&mut self, position: &Position, search_moves: Vec<Move>) -> Vec<BookMove> {
        let mut iteration = LastIteration::default();
        let limits = Limits { search_moves, ..Limits::nodes(self.nodes) };
        self.engine.search_with(position, &limits, &mut iteration);
        iteration.0.into_values().collect()
    }
}

/// The best moves of the last iteration, without those of earlier iterations that it refuted.
#[derive(Default)]
struct LastIteration(BTreeMap<Move, BookMove>);

impl Listener for LastIteration {
    fn on_info(&mut self, info: &SearchInfo) {
        if let (Some(&mv), ScoreBound::Exact) = (info.pv.first(), info.bound) {
            let depth = u16::try_from(info.depth).unwrap_or(u16::MAX);
            let known = BookMove { value: centipawns(info.score), depth, ..BookMove::new(mv, 0) };
            self.0.retain(|_, known| known.depth == depth);
            self.0.insert(mv, known);
        }
    }
}

fn centipawns(score: Score) -> i16 {
    match score {
        Score::Cp(value) => {
            let limit = i32::from(DECIDED);
            i16::try_from(value.clamp(-limit, limit)).unwrap_or(DECIDED)
        }
        Score::Mate(plies) | Score::Rule(plies) | Score::Tb(plies) => {
            if plies > 0 {
                DECIDED
            } else {
                -DECIDED
            }
        }
    }
}
