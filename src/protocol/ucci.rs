// SPDX-License-Identifier: MIT OR Apache-2.0
//! The session: the loop that reads commands, in either dialect, and obeys them. `uci` has what it does
//! differently in UCI.
//!
//! It runs in the thread that reads the input; see [`SessionState`] for its states. A command that comes
//! while the engine is thinking is obeyed (`stop`, `ponderhit`, `isready`, `probe`, `quit`), deferred
//! (`setoption`), dropped (UCCI), or ends the search first (`position` and `go` in UCI). After `stop` the
//! next line is read only when the answer is out, because some programs write `stop`, `position` and `go` at
//! once. In batch mode no command is read while the engine is thinking, unless the search waits for one.
//!
//! The end of the input is not a `quit`: commands that come through a pipe end before their answer. So a
//! search with a limit (depth, nodes, time, mate) is finished and answered; one without, or in pondering, is
//! stopped.

use super::configured::ConfiguredEngine;
use super::console::{Console, LOG, one_word};
use super::handshake;
use super::inspect::{self, Bench};
use super::limits::limits;
use super::position::{CurrentPosition, termination_message};
use super::reporter::{ReportStyle, Reporter, protocol_score};
use super::state::{Purpose, SessionState};
use crate::eval::WdlModel;
use crate::search::Limits;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use ucci::{Command, Dialect, Go, Lines, PopHash, PositionText, Reply, printable};
use xiangqi::position::Position;
use xiangqi::types::Depth;

/// A conversation with one user of the engine.
pub struct Session {
    pub(super) console: Arc<Console>,
    pub(super) configured: ConfiguredEngine,
    pub(super) current: CurrentPosition,
    /// `setoption` and `ucinewgame` that came while the engine was thinking.
    deferred: Vec<Command>,
    /// The bench that was started last, if it has not been waited for.
    bench: Option<Bench>,
}

/// Serves standard input and output until `quit` or the end of the input.
pub fn session() -> ExitCode {
    Session::new(Box::new(std::io::stdout())).run(std::io::stdin().lock());
    ExitCode::SUCCESS
}

impl Session {
    /// Returns a session that writes to `out`.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        let console = Arc::new(Console::new(out));
        Self {
            configured: ConfiguredEngine::new(Arc::clone(&console)),
            console,
            current: CurrentPosition::new(),
            deferred: Vec::new(),
            bench: None,
        }
    }

    /// Serves `input` until `quit`, until the input ends, or until the output fails. At the end of the input
    /// a search that ends by itself is answered first.
    pub fn run(mut self, input: impl BufRead) {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_line() {
            if self.obey_line(line).is_break() || self.console.is_broken() {
                return self.stop();
            }
        }
        self.wait_for_bounded_search();
        self.stop();
    }

    fn obey_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        log::debug!(target: LOG, "< {}", printable(line));
        let state = self.console.state();
        if !state.is_thinking() {
            self.apply_deferred();
        }
        self.echo(line, state);
        let command = Command::parse(line);
        if state == SessionState::Booting {
            return self.boot(command);
        }
        match command {
            Some(command) => return self.obey(command, state),
            None => self.note_unknown(line),
        }
        ControlFlow::Continue(())
    }

    /// Obeys a command that came in `state`.
    pub(super) fn obey(&mut self, command: Command, state: SessionState) -> ControlFlow<()> {
        let is_thinking = state.is_thinking();
        match command {
            Command::Greet(_) | Command::BanMoves(_) if is_thinking => {}
            Command::Greet(dialect) => self.greet(dialect),
            Command::IsReady => self.console.say(&[Reply::Ready]),
            Command::Debug(on) => self.configured.options.debug = on,
            Command::SetOption { .. } | Command::NewGame => {
                self.deferred.push(command);
                if !is_thinking {
                    self.apply_deferred();
                }
            }
            Command::Position(text) => {
                if self.becomes_idle() {
                    self.set_position(&text);
                }
            }
            Command::CyclonePosition(text) => {
                if self.becomes_idle() {
                    self.set_cyclone_position(&text);
                }
            }
            Command::BanMoves(words) => self.current.ban(&words),
            Command::Go(go) => {
                if self.becomes_idle() {
                    self.go(&go);
                }
            }
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Stop if is_thinking => self.stop(),
            Command::Stop => self.stop_idle(),
            Command::Probe(text) => self.probe(&text),
            Command::Display => self.write(inspect::display(self.current.position())),
            Command::Evaluate => {
                let settings = self.configured.engine.settings();
                self.write(inspect::evaluation(self.current.position(), settings));
            }
            Command::Bench => {
                if self.becomes_idle() {
                    self.bench();
                }
            }
            Command::Help => self.write(inspect::help()),
            Command::Quit => {
                self.quit();
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn greet(&mut self, dialect: Dialect) {
        self.choose(dialect);
        self.console.say(&handshake::replies(dialect));
    }

    /// Switches to a dialect.
    pub(super) fn choose(&mut self, dialect: Dialect) {
        {
            let mut conversation = self.console.lock();
            conversation.dialect = dialect;
            conversation.state.greet();
        }
        self.configured.pass_settings_on();
        self.reset_ranks();
    }

    fn reset_ranks(&mut self) {
        let dialect = self.console.dialect();
        self.current.set_ranks(self.configured.options.initial_rank_base(dialect));
    }

    /// Obeys the settings that came while the engine was thinking.
    fn apply_deferred(&mut self) {
        for command in std::mem::take(&mut self.deferred) {
            let ranks = self.configured.options.rank_settings();
            match command {
                Command::SetOption { name, value } => self.configured.set_option(&name, &value),
                _ => self.configured.new_game(),
            }
            if self.configured.options.rank_settings() != ranks {
                self.reset_ranks();
            }
        }
    }

    /// Ends a running search; its answer is out on return.
    pub(super) fn stop(&mut self) {
        if self.console.state().is_thinking() {
            self.console.lock().state.stop();
            self.configured.engine.stop();
            if let Some(bench) = self.bench.take() {
                bench.stop();
            }
            self.apply_deferred();
        }
    }

    /// A `stop` without a search must be answered in UCCI, unless an answer crossed it.
    fn stop_idle(&self) {
        let mut conversation = self.console.lock();
        if conversation.dialect == Dialect::Ucci && !conversation.state.has_just_answered() {
            conversation.answer(&[Reply::NoBestMove]);
        }
    }

    fn quit(&mut self) {
        self.stop();
        if self.console.dialect() == Dialect::Ucci {
            self.console.say(&[Reply::Bye]);
        }
    }

    pub(super) fn set_position(&mut self, text: &PositionText) {
        let detects_rank_base = self.configured.options.detects_rank_base(self.console.dialect());
        if let Err(error) = self.current.set(text, detects_rank_base) {
            self.console.message(format!("illegal position: {error}"));
        }
    }

    /// Answers `go`, in most cases by a search.
    fn go(&mut self, go: &Go) {
        let start = Instant::now();
        let Some(position) = self.current.position().filter(|_| go.depth != Some(0)).cloned() else {
            return self.console.lock().answer(&[Reply::NoBestMove]);
        };
        if let Some(depth) = go.perft {
            return self.perft(&position, depth);
        }
        self.configured.report_unusable_files();
        if let Some(message) = termination_message(&position, self.configured.engine.settings()) {
            self.console.message(message);
        }
        let Some(limits) = self.limits(go, &position) else {
            return self.console.lock().answer(&[Reply::NoBestMove]);
        };
        self.search(&position, limits, go.draw, start);
    }

    /// Returns the limits of a search; `None` if the moves it asks for are all illegal.
    fn limits(&self, go: &Go, position: &Position) -> Option<Limits> {
        let unit = self.configured.options.milliseconds_per_unit(self.console.dialect());
        let mut limits = limits(go, position, unit, self.current.ranks());
        limits.ban_moves = self.current.bans().to_vec();
        (go.searchmoves.is_empty() || !limits.search_moves.is_empty()).then_some(limits)
    }

    /// Starts a search whose `go` was read at `start`.
    fn search(&mut self, position: &Position, limits: Limits, draw_offered: bool, start: Instant) {
        let options = &self.configured.options;
        let dialect = self.console.dialect();
        let is_fixed = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        let is_game = dialect == Dialect::Ucci && options.draw_resign && limits.clock.is_some() && !is_fixed;
        let purpose = if is_game { Purpose::Game { draw_offered } } else { Purpose::Analysis };
        self.console.lock().state = SessionState::searching(&limits, purpose);
        let style = ReportStyle {
            dialect,
            ranks: self.current.ranks(),
            wdl: options.show_wdl.then(|| WdlModel::for_position(position)),
            is_multi_pv: options.search_settings().multi_pv > 1,
        };
        let stopper = self.configured.engine.stopper();
        let reporter = Reporter::new(Arc::clone(&self.console), style, position.clone(), start, stopper);
        self.configured.engine.start(position, limits, Box::new(reporter));
        self.wait_in_batch();
    }

    /// Counts the leaves of the game tree for each root move, in the background like a search. After a stop
    /// the moves that are not counted yet are missing, and the sum.
    fn perft(&mut self, position: &Position, depth: i64) {
        let depth = depth.clamp(1, Depth::MAX.whole().into()) as u32;
        let (console, ranks) = (Arc::clone(&self.console), self.current.ranks());
        let moves = position.legal_moves().len();
        self.console.lock().state = SessionState::Counting;
        self.configured.engine.start_perft(position, depth, move |counts| {
            let mut lines: Vec<String> =
                counts.iter().map(|(mv, nodes)| format!("{}: {nodes}", ranks.write(*mv))).collect();
            let mut conversation = console.lock();
            lines.push(if counts.len() == moves {
                format!("nodes {}", counts.iter().map(|(_, nodes)| nodes).sum::<u64>())
            } else {
                let text = format!("perft stopped: {} of {moves} moves counted", counts.len());
                Reply::Message(text).to_line(conversation.dialect)
            });
            conversation.write(lines);
            conversation.state = SessionState::answered_now();
        });
        self.wait_in_batch();
    }

    fn ponder_hit(&mut self, draw: bool) {
        let was_pondering = self.console.lock().state.ponder_hit(draw);
        if was_pondering {
            self.configured.engine.ponder_hit();
            self.wait_in_batch();
        }
    }

    /// In batch mode no command is read before the answer, unless the answer waits for a command.
    fn wait_in_batch(&mut self) {
        if self.configured.options.batch {
            self.wait_for_bounded_search();
        }
    }

    /// Waits for the answer of a search that needs no other command to end.
    fn wait_for_bounded_search(&mut self) {
        if !self.console.state().waits_for_command() {
            self.configured.engine.wait();
            if let Some(bench) = self.bench.take() {
                bench.wait();
            }
        }
    }

    fn probe(&self, text: &PositionText) {
        let found = self.current.read(text).ok().and_then(|position| self.configured.engine.probe(&position));
        let entry = found.map_or_else(PopHash::default, |entry| PopHash {
            best_move: entry.best_move.map(|mv| self.current.ranks().write(mv)),
            lower: entry.lower.map(|(value, depth)| (protocol_score(value.into()), depth)),
            upper: entry.upper.map(|(value, depth)| (protocol_score(value.into()), depth)),
        });
        self.console.say(&[Reply::PopHash(entry)]);
    }

    /// Counts the nodes of the bench in the background.
    fn bench(&mut self) {
        self.console.lock().state = SessionState::Counting;
        match Bench::start(Arc::clone(&self.console)) {
            Ok(bench) => self.bench = Some(bench),
            Err(error) => {
                self.console.lock().state = SessionState::answered_now();
                self.console.message(format!("bench cannot run: {error}"));
            }
        }
        self.wait_in_batch();
    }

    fn write(&self, lines: Vec<String>) {
        self.console.lock().write(lines);
    }

    /// Repeats the line read, in debug mode.
    fn echo(&self, line: &[u8], state: SessionState) {
        if self.configured.options.debug {
            let state = if state.is_thinking() { "busyline" } else { "idleline" };
            self.console.note(format!("{state} [{}]", one_word(&printable(line))));
        }
    }
}
