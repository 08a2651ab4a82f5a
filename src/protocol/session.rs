// SPDX-License-Identifier: MIT OR Apache-2.0
//! The session: the loop that reads commands, in either dialect, and obeys them.
//!
//! It runs in the thread that reads the input; see [`SessionState`] for its states. A command that comes
//! while the engine is thinking is obeyed (`stop`, `ponderhit`, `isready`, `probe`, `quit`), deferred
//! (`setoption`), dropped (UCCI), or ends the search first (`position` and `go` in UCI). After `stop` the
//! next line is read only when the answer is out, because some programs write `stop`, `position` and `go` at
//! once. In batch mode no command is read while the engine is thinking, unless the search waits for one.
//!
//! Before a greeting, settings and `isready` are obeyed, and a command to work selects UCI.
//!
//! The end of the input is not a `quit`: commands that come through a pipe end before their answer. So a
//! search with a limit of its own (depth, nodes, a time for this move, mate) is finished and answered; one
//! without, by a clock, or in pondering, is stopped.

use super::configured::ConfiguredEngine;
use super::console::{Console, LOG, one_word};
use super::handshake;
use super::inspect;
use super::limits::limits;
use super::position::{CurrentPosition, termination_message};
use super::reporter::{ReportStyle, Reporter, protocol_score};
use super::state::{Purpose, SessionState};
use super::turns;
use crate::engine::bench;
use crate::eval::WdlModel;
use std::io::{BufRead, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use ucci::{Command, Dialect, Go, Lines, PopHash, PositionText, RankBase, Reply, printable};
use xiangqi::notation::excerpt;
use xiangqi::position::Position;
use xiangqi::types::Depth;

/// A conversation with one user of the engine.
pub struct Session {
    console: Arc<Console>,
    pub(super) configured: ConfiguredEngine,
    current: CurrentPosition,
    /// `setoption` and `ucinewgame` that came while the engine was thinking.
    deferred: Vec<Command>,
    /// Those of the start of the last position.
    doubts: Option<String>,
    /// A program that speaks XBoard's protocol was answered.
    met_xboard: bool,
}

/// The answer to XBoard: a command of its protocol that shows the text to the user.
const XBOARD_ANSWER: &str = "tellusererror chuhe speaks UCCI and UCI; XBoard needs the adapter uci2wb: \
                             use -fcp 'uci2wb -x chuhe'";

/// Serves standard input and output until `quit` or the end of the input. `ranks` is the base in which the
/// user says that a program of UCI counts.
pub fn session(ranks: Option<RankBase>) -> ExitCode {
    let mut session = Session::new(Box::new(std::io::stdout()));
    session.current.ranks.preset(ranks);
    session.configured.is_at_terminal = std::io::stdin().is_terminal();
    session.run(std::io::stdin().lock());
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
            doubts: None,
            met_xboard: false,
        }
    }

    /// Serves `input` until `quit`, until the input ends, or until the output fails. At the end of the input
    /// a search that ends by itself is answered first.
    pub fn run(mut self, input: impl BufRead) {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_or_cut() {
            let flow = match line {
                Ok(line) => self.obey_line(line),
                Err(start) => self.refuse_line(start),
            };
            if flow.is_break() {
                return self.stop();
            }
        }
        turns::end_of_input(&self.console, &mut self.configured.engine);
    }

    /// Obeys a line of input. Breaks at `quit`, and when the output has failed.
    pub fn obey_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        log::debug!(target: LOG, "< {}", printable(line));
        let state = self.console.state();
        if !state.is_thinking() {
            self.apply_deferred();
        }
        self.echo(line, state);
        let flow = if let Some(command) = Command::parse(line) {
            self.obey(command, state)
        } else {
            self.note_unknown(line, state);
            ControlFlow::Continue(())
        };
        if self.console.is_broken() { ControlFlow::Break(()) } else { flow }
    }

    /// Reports a line that is too long to be read and begins like this. A `position` leaves no position, so
    /// that no other one is searched in its place, and a `go` is answered without a move.
    fn refuse_line(&mut self, start: &[u8]) -> ControlFlow<()> {
        let command = Command::parse(start);
        let is_booting = self.console.state() == SessionState::Booting;
        if is_booting && !command.as_ref().is_some_and(|command| self.boot(command)) {
            return ControlFlow::Continue(());
        }
        let is_go = matches!(command, Some(Command::Go(_)));
        let is_position = matches!(command, Some(Command::Position(_) | Command::CyclonePosition(_)));
        let is_due = (is_go || is_position) && self.becomes_idle();
        self.console.message("line of more than 1 MiB ignored".to_owned());
        if is_due && is_go {
            self.console.lock().answer(&[Reply::NoBestMove]);
        } else if is_due {
            self.current.forget();
        }
        if self.console.is_broken() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Obeys a line while a search has yielded to the caller, as in WebAssembly. A line that ends the search
    /// stops it, but is not obeyed: returns false, and the line is for [`obey_line`](Self::obey_line) once
    /// the search has ended.
    pub fn interrupt(&mut self, line: &[u8]) -> bool {
        let is_uci = self.console.dialect() == Dialect::Uci;
        let ends_search = match Command::parse(line) {
            Some(Command::Stop | Command::Quit) => true,
            Some(Command::Position(_) | Command::CyclonePosition(_) | Command::Go(_) | Command::Bench(_)) => {
                is_uci
            }
            _ => false,
        };
        if ends_search {
            self.console.lock().state.stop();
            self.configured.engine.stopper().stop();
        } else {
            // It can break only because the output has failed, which the reporter notices as well.
            let _ = self.obey_line(line);
        }
        !ends_search
    }

    /// Returns true from a `go` until its answer.
    pub fn is_thinking(&self) -> bool {
        self.console.state().is_thinking()
    }

    /// Obeys a command that came in `state`.
    fn obey(&mut self, command: Command, state: SessionState) -> ControlFlow<()> {
        if state == SessionState::Booting && !self.boot(&command) {
            return ControlFlow::Continue(());
        }
        let is_thinking = state.is_thinking();
        if !matches!(command, Command::SetOption { .. }) {
            self.current.ranks.end_options();
        }
        match command {
            Command::Greet(_) | Command::GreetCyclone | Command::BanMoves(_) if is_thinking => {}
            Command::Greet(dialect) => self.greet(dialect),
            Command::GreetCyclone => {
                self.greet(Dialect::Uci);
                self.current.ranks.greet_cyclone();
            }
            Command::IsReady => {
                self.configured.engine.get_ready();
                self.console.say(&[Reply::Ready]);
            }
            Command::Debug(on) => self.configured.options.debug = on,
            Command::SetOption { .. } | Command::NewGame => {
                self.deferred.push(command);
                if !is_thinking {
                    self.apply_deferred();
                }
            }
            // These end a running search or count first in UCI, and are dropped while it runs in UCCI.
            Command::Position(_) | Command::CyclonePosition(_) | Command::Go(_) | Command::Bench(_)
                if !self.becomes_idle() => {}
            Command::Position(text) => self.set_position(text),
            Command::CyclonePosition(text) => {
                self.current.ranks.note_cyclone();
                self.set_position(text);
            }
            Command::BanMoves(words) => self.current.ban(&words),
            Command::Go(go) => self.go(&go),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Stop if is_thinking => self.stop(),
            Command::Stop => self.stop_idle(),
            Command::Probe(text) => self.probe(&text),
            Command::Display => self.write(inspect::display(self.current.position())),
            Command::Evaluate => {
                let settings = self.configured.engine.settings();
                self.write(inspect::evaluation(self.current.position(), settings));
            }
            Command::Bench(depth) => self.bench(depth),
            Command::Help => self.write(inspect::help()),
            Command::License => self.write(inspect::license()),
            Command::Compiler => self.write(inspect::compiler()),
            Command::XBoard => self.refuse_xboard(),
            Command::Quit => {
                // Through a pipe, `quit` comes before the count is done. People who type it mean it.
                if self.console.state() == SessionState::Counting && !self.configured.is_at_terminal {
                    self.configured.engine.wait();
                }
                self.stop();
                if self.console.dialect() == Dialect::Ucci {
                    self.console.say(&[Reply::Bye]);
                }
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns true if a command that came before a greeting is obeyed. A command to work selects UCI.
    fn boot(&mut self, command: &Command) -> bool {
        match command {
            Command::Position(_)
            | Command::CyclonePosition(_)
            | Command::Go(_)
            | Command::Display
            | Command::Evaluate
            | Command::Bench(_)
            | Command::Help
            | Command::License
            | Command::Compiler => self.choose(Dialect::Uci),
            Command::Greet(_)
            | Command::GreetCyclone
            | Command::IsReady
            | Command::Debug(_)
            | Command::SetOption { .. }
            | Command::XBoard
            | Command::Quit => {}
            _ => return false,
        }
        true
    }

    /// Ends a running search or count first in UCI. Returns true if the engine is idle.
    fn becomes_idle(&mut self) -> bool {
        let is_idle = turns::become_idle(&self.console, &mut self.configured.engine);
        if is_idle {
            self.apply_deferred();
        }
        is_idle
    }

    /// Switches to a dialect.
    fn choose(&mut self, dialect: Dialect) {
        {
            let mut conversation = self.console.lock();
            conversation.dialect = dialect;
            conversation.state.greet();
        }
        self.configured.pass_settings_on();
        self.current.ranks.greet(dialect);
    }

    fn greet(&mut self, dialect: Dialect) {
        self.choose(dialect);
        self.console.say(&handshake::replies(dialect, !self.current.ranks.is_preset()));
    }

    /// Obeys the settings that came while the engine was thinking.
    fn apply_deferred(&mut self) {
        for command in std::mem::take(&mut self.deferred) {
            if let Command::SetOption { name, value } = command {
                self.configured.set_option(&name, &value);
                self.current.ranks.note_option(&name, &value);
                self.current.ranks.choose(self.configured.options.ranks);
            } else {
                self.configured.new_game();
                self.current.ranks.new_game();
            }
        }
    }

    /// Ends a running search; its answer is out on return.
    fn stop(&mut self) {
        if turns::stop(&self.console, &mut self.configured.engine) {
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

    fn set_position(&mut self, text: PositionText) {
        // UCCI leaves no position after an illegal move. In UCI some programs send all moves of the game
        // with a position in its middle, and engines play on from the legal ones.
        let keeps_legal_moves = self.console.dialect() == Dialect::Uci && !self.configured.options.debug;
        let (message, result) = self.current.set(text, keeps_legal_moves);
        if let Some(message) = message {
            self.console.message(message);
        }
        if let Err(error) = result {
            let is_used = self.current.position().is_some();
            let rest = if is_used { "; this move and those after it are ignored" } else { "" };
            self.console.message(format!("illegal position: {error}{rest}"));
        }
        // A game comes with every move of it, and its doubts once.
        let doubts = self.current.position().and_then(|position| position.at_start().doubts());
        let doubts = doubts.map(|doubts| doubts.to_string());
        if let Some(doubts) = doubts.as_ref().filter(|_| doubts != self.doubts) {
            self.console.message(format!("doubtful position: {doubts}"));
        }
        self.doubts = doubts;
    }

    /// Answers `go`, in most cases by a search.
    fn go(&mut self, go: &Go) {
        let Some(position) = self.current.position().filter(|_| go.depth != Some(0)).cloned() else {
            return self.console.lock().answer(&[Reply::NoBestMove]);
        };
        if let Some(depth) = go.perft {
            return self.perft(&position, depth);
        }
        self.current.weigh_search_moves(&go.searchmoves);
        if let Some(message) = self.current.ranks.report_guess() {
            self.console.message(message);
        }
        self.configured.report_unusable_files();
        if let Some(message) = termination_message(&position, self.configured.engine.settings()) {
            self.console.message(message);
        }
        let (options, dialect, ranks) =
            (&self.configured.options, self.console.dialect(), self.current.base());
        let mut limits = limits(go, &position, options.milliseconds_per_unit(dialect), ranks);
        limits.ban_moves = self.current.bans().to_vec();
        if limits.search_moves.is_empty() && !go.searchmoves.is_empty() {
            let words = excerpt(&go.searchmoves.join(","));
            let message = format!("none of the searchmoves is legal: {words}");
            return self.console.lock().answer(&[Reply::Message(message), Reply::NoBestMove]);
        }
        let is_fixed = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        let is_game = dialect == Dialect::Ucci && options.draw_resign && limits.clock.is_some() && !is_fixed;
        let purpose = if is_game { Purpose::Game { draw_offered: go.draw } } else { Purpose::Analysis };
        self.console.lock().state = SessionState::searching(&limits, purpose);
        let style = ReportStyle {
            dialect,
            ranks,
            wdl: options.show_wdl.then(|| WdlModel::for_position(&position)),
            is_multi_pv: options.search_settings().multi_pv > 1,
            reports_all: limits.depth.is_some(),
            ends_at_mate: limits.infinite && !go.infinite && !go.ponder,
        };
        let stopper = self.configured.engine.stopper();
        let reporter = Reporter::new(Arc::clone(&self.console), style, position.clone(), stopper);
        self.configured.engine.start(&position, limits, Box::new(reporter));
        self.wait_in_batch();
    }

    /// Counts the leaves of the game tree for each root move, in the background like a search. After a stop
    /// the moves that are not counted yet are missing, and the sum.
    fn perft(&mut self, position: &Position, depth: i64) {
        let depth = depth.clamp(1, Depth::MAX.whole().into()) as u32;
        let (console, ranks) = (Arc::clone(&self.console), self.current.base());
        let moves = position.legal_moves().len();
        self.console.lock().state = SessionState::Counting;
        self.configured.engine.start_perft(position, depth, move |counts| {
            let mut lines: Vec<String> =
                counts.iter().map(|(mv, nodes)| format!("{}: {nodes}", ranks.write(*mv))).collect();
            let mut conversation = console.lock();
            lines.push(if counts.len() == moves {
                format!("Nodes searched: {}", counts.iter().map(|(_, nodes)| nodes).sum::<u64>())
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
        if turns::ponder_hit(&self.console, &mut self.configured.engine, draw) {
            self.wait_in_batch();
        }
    }

    /// In batch mode no command is read before the answer, unless the answer waits for a command.
    fn wait_in_batch(&mut self) {
        if self.configured.options.batch {
            turns::wait(&self.console, &mut self.configured.engine);
        }
    }

    fn probe(&self, text: &PositionText) {
        let found = self.current.read(text).ok().and_then(|position| self.configured.engine.probe(&position));
        let entry = found.map_or_else(PopHash::default, |entry| PopHash {
            best_move: entry.best_move.map(|mv| self.current.base().write(mv)),
            lower: entry.lower.map(|(value, depth)| (protocol_score(value.into()), depth)),
            upper: entry.upper.map(|(value, depth)| (protocol_score(value.into()), depth)),
        });
        self.console.say(&[Reply::PopHash(entry)]);
    }

    /// Tells a program that speaks XBoard's protocol what it needs, once. After a greeting in another
    /// protocol its lines mean nothing.
    fn refuse_xboard(&mut self) {
        if self.console.state() == SessionState::Booting && !std::mem::replace(&mut self.met_xboard, true) {
            self.write(vec![XBOARD_ANSWER.to_owned()]);
        }
    }

    /// Counts the nodes of the bench in the background, whatever the options of the session are.
    fn bench(&mut self, depth: Option<i64>) {
        let depth = depth.map_or(bench::DEPTH, |plies| plies.clamp(1, Depth::MAX.whole().into()) as u32);
        let console = Arc::clone(&self.console);
        self.console.lock().state = SessionState::Counting;
        self.configured.engine.start_bench(depth, move |done, count| {
            let total = bench::positions().count();
            let mut conversation = console.lock();
            if done == total {
                conversation.write([format!("{} nodes {} nps", count.nodes, count.nps())]);
            } else {
                conversation
                    .say(&[Reply::Message(format!("bench stopped after {done} of {total} positions"))]);
            }
            conversation.state = SessionState::answered_now();
        });
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

    /// Reports an unknown command: at a terminal, in UCI, and in debug mode in UCCI, which ignores it.
    fn note_unknown(&self, line: &[u8], state: SessionState) {
        let text = printable(line);
        if text.is_empty() {
            return;
        }
        let answer = |text| format!("unknown command '{text}'; 'help' lists the commands");
        if self.configured.is_at_terminal {
            return self.write(if text == "?" { inspect::help() } else { vec![answer(excerpt(&text))] });
        }
        let is_noted = self.configured.options.debug || self.console.dialect() == Dialect::Uci;
        if is_noted && state != SessionState::Booting {
            self.console.note(answer(one_word(&excerpt(&text))));
        }
    }
}
