// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state machine between commands and the engine.
//!
//! It runs in the thread that reads the input and has three states: *boot* (no greeting yet), *idle* and *thinking*.
//! What arrives while thinking is obeyed (`stop`, `ponderhit`, `isready`, `probe`, `quit`), kept for later
//! (`setoption`), dropped (UCCI), or ends the search first (`position` and `go` in UCI). After `stop` the next line is
//! read only when the answer is out: some programs send `stop`, `position` and `go` in one go. In batch mode nothing
//! is read while thinking, except while the search waits to be told to end.

use super::console::Console;
use super::limits::{legal_moves, limits};
use super::message::{Command, Go, PopHash, PositionText, Reply};
use super::options::{OptionEffect, Options};
use super::read::printable;
use super::report::{Report, Reporter, Style};
use super::{Dialect, LOG, Lines, RankBase, handshake, termination};
use crate::engine::{BookSettings, Engine};
use crate::eval::WdlModel;
use crate::notation::FenError;
use crate::position::{Position, divide};
use crate::types::{Depth, Move, Score};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// A `stop` that comes so soon after an answer crossed it on the way, and has its answer already.
const CROSSING: Duration = Duration::from_millis(300);

/// A conversation with one user of the engine.
pub struct Session {
    engine: Engine,
    options: Options,
    console: Arc<Console>,
    /// `None` before the first greeting.
    dialect: Option<Dialect>,
    ranks: RankBase,
    /// `None` after an illegal one was sent.
    position: Option<Position>,
    bans: Vec<Move>,
    /// Settings to apply when the search has ended.
    kept: Vec<Command>,
    /// The search waits for the ponder hit.
    is_pondering: bool,
    /// The search ends only when it is stopped.
    is_endless: bool,
}

/// A position that cannot be taken.
#[derive(Debug, Error)]
enum BadPosition {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("illegal move '{word}'")]
    Move { index: usize, word: String },
}

impl Session {
    /// A session that writes to `out`.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        let mut options = Options::default();
        // Many programs start the engine anew for each game.
        options.reseed();
        Self {
            engine: Engine::new(options.hash_megabytes()),
            options,
            console: Arc::new(Console::new(out)),
            dialect: None,
            ranks: RankBase::Zero,
            position: Some(Position::startpos()),
            bans: Vec::new(),
            kept: Vec::new(),
            is_pondering: false,
            is_endless: false,
        }
    }

    /// Serves `input` until told to quit, until it ends, or until nobody reads the answers any more.
    pub fn run(mut self, input: impl BufRead) {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_line() {
            if self.obey(line).is_break() || self.console.lock().is_broken {
                break;
            }
        }
        self.stop();
    }

    fn obey(&mut self, line: &[u8]) -> ControlFlow<()> {
        log::debug!(target: LOG, "< {}", printable(line));
        let is_thinking = self.is_thinking();
        if !is_thinking {
            self.apply_kept();
        }
        self.echo(line, is_thinking);
        let Some(dialect) = self.dialect else { return self.obey_in_boot(line) };
        match Command::parse(line) {
            None => self.note_unknown(line, dialect),
            Some(Command::Greet(_) | Command::Cyclone | Command::BanMoves(_)) if is_thinking => {}
            Some(Command::Greet(dialect)) => self.greet(dialect),
            Some(Command::Cyclone) => self.choose(Dialect::Uci),
            Some(Command::IsReady) => self.say(&Reply::Ready),
            Some(Command::Debug(on)) => self.options.debug = on,
            Some(setting @ (Command::SetOption { .. } | Command::NewGame)) => {
                self.kept.push(setting);
                if !is_thinking {
                    self.apply_kept();
                }
            }
            Some(Command::Position(text)) => {
                if self.is_free(dialect) {
                    self.set_position(&text, dialect);
                }
            }
            Some(Command::BanMoves(words)) => self.ban(&words),
            Some(Command::Go(go)) => {
                if self.is_free(dialect) {
                    self.go(&go, dialect);
                }
            }
            Some(Command::PonderHit { draw }) => self.ponder_hit(draw),
            Some(Command::Stop) => {
                if is_thinking {
                    self.stop();
                } else {
                    self.stop_idle(dialect);
                }
            }
            Some(Command::Probe(text)) => self.probe(&text),
            Some(Command::Display) => self.display(),
            Some(Command::Quit) => {
                self.stop();
                if dialect == Dialect::Ucci {
                    self.say(&Reply::Bye);
                }
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Before a greeting: settings and questions are welcome, and who starts working at once means UCI.
    fn obey_in_boot(&mut self, line: &[u8]) -> ControlFlow<()> {
        match Command::parse(line) {
            Some(Command::Quit) => return ControlFlow::Break(()),
            Some(Command::Greet(dialect)) => self.greet(dialect),
            Some(Command::Cyclone) => self.choose(Dialect::Uci),
            Some(Command::IsReady) => self.say(&Reply::Ready),
            Some(Command::Debug(on)) => self.options.debug = on,
            Some(Command::SetOption { name, value }) => self.set_option(&name, &value),
            Some(Command::Position(_) | Command::Go(_) | Command::Display) => {
                self.choose(Dialect::Uci);
                return self.obey(line);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn is_thinking(&self) -> bool {
        self.console.lock().is_thinking
    }

    /// Says something in the dialect spoken.
    fn say(&self, reply: &Reply) {
        self.console.say(reply, self.dialect.unwrap_or(Dialect::Uci));
    }

    /// Takes a dialect up, from its beginning.
    fn choose(&mut self, dialect: Dialect) {
        self.dialect = Some(dialect);
        self.pass_settings_on();
        self.ranks = match (dialect, self.options.rank_base) {
            (Dialect::Uci, Some(1)) => RankBase::One,
            _ => RankBase::Zero,
        };
    }

    fn greet(&mut self, dialect: Dialect) {
        self.choose(dialect);
        for reply in handshake::replies(dialect) {
            self.say(&reply);
        }
    }

    /// Is the engine idle, or (in UCI) can be made so?
    fn is_free(&mut self, dialect: Dialect) -> bool {
        if dialect == Dialect::Uci {
            self.stop();
        }
        !self.is_thinking()
    }

    /// Ends a search; its answer is out on return.
    fn stop(&mut self) {
        if self.is_thinking() {
            self.console.lock().policy.is_game = false;
            self.engine.stop();
            self.apply_kept();
        }
    }

    /// A `stop` with nothing to stop: in UCCI it must be answered, unless an answer crossed it.
    fn stop_idle(&self, dialect: Dialect) {
        let mut state = self.console.lock();
        let has_answer = state.last_answer.is_some_and(|time| time.elapsed() < CROSSING);
        if dialect == Dialect::Ucci && !has_answer {
            state.answer(&[Reply::NoBestMove], dialect);
        }
    }

    fn apply_kept(&mut self) {
        for command in std::mem::take(&mut self.kept) {
            match command {
                Command::SetOption { name, value } => self.set_option(&name, &value),
                _ => self.new_game(),
            }
        }
    }

    fn set_option(&mut self, name: &str, value: &[u8]) {
        let before = (self.options.hash, self.options.rank_base);
        match self.options.set(name, value) {
            OptionEffect::NewGame => self.new_game(),
            OptionEffect::LoadBooks => {
                self.pass_settings_on();
                self.engine.reload_books();
            }
            OptionEffect::Unsupported => self.say(&Reply::Message(format!("{name} not supported"))),
            OptionEffect::Refused(reason) => self.say(&Reply::Message(format!("{name} refused: {reason}"))),
            OptionEffect::Unknown if self.options.debug => {
                self.note(&format!("unknown option {}", name.replace(' ', "_")));
            }
            OptionEffect::Set | OptionEffect::Unknown => {}
        }
        if self.options.hash != before.0 {
            let megabytes = self.engine.resize_hash(self.options.hash_megabytes());
            log::info!(target: LOG, "table of {megabytes} MiB");
            if megabytes < self.options.hash {
                self.say(&Reply::Message(format!("hash {megabytes} MB")));
            }
        }
        if self.options.rank_base != before.1
            && let Some(dialect) = self.dialect
        {
            self.choose(dialect);
        }
        self.pass_settings_on();
    }

    fn pass_settings_on(&mut self) {
        let settings = self.options.settings();
        if settings != *self.engine.settings() {
            log::info!(target: LOG, "{settings:?}");
            self.engine.set_settings(settings);
        }
        let asks_books = match self.dialect {
            Some(Dialect::Ucci) => self.options.use_book,
            Some(Dialect::Uci) | None => self.options.own_book,
        };
        let books = if asks_books { self.options.book_settings() } else { BookSettings::default() };
        if books != *self.engine.book_settings() {
            log::info!(target: LOG, "{books:?}");
            self.engine.set_book_settings(books);
        }
    }

    /// Tells of books that cannot be used. Not when they are set: programs do not expect an answer then.
    fn tell_book_problems(&mut self) {
        for problem in self.engine.take_book_problems() {
            // Words are joined, since some programs look for keywords anywhere.
            let file = problem.file.display().to_string().replace(' ', "_");
            self.say(&Reply::Message(format!("book {file} ignored: {}", problem.reason)));
        }
    }

    fn new_game(&mut self) {
        self.options.reseed();
        self.pass_settings_on();
        self.engine.new_game();
        self.console.lock().policy.forget();
    }

    fn set_position(&mut self, text: &PositionText, dialect: Dialect) {
        self.bans.clear();
        self.position = match self.read_position(text, dialect) {
            Ok(position) => Some(position),
            Err(problem) => {
                self.say(&Reply::Message(format!("illegal position: {problem}")));
                None
            }
        };
    }

    /// Reads a position and notices programs that count ranks from 1: by a rank 10, or by a list of moves that is
    /// wrong from its first move on with ranks from 0, but right with ranks from 1.
    fn read_position(&mut self, text: &PositionText, dialect: Dialect) -> Result<Position, BadPosition> {
        let result = build(text, self.ranks);
        let may_switch = dialect == Dialect::Uci
            && self.options.rank_base.is_none()
            && self.ranks == RankBase::Zero
            && matches!(result, Err(BadPosition::Move { .. }));
        if !may_switch {
            return result;
        }
        let is_sure = text.moves.iter().any(|word| RankBase::is_surely_one(word));
        let other = build(text, RankBase::One);
        if is_sure || (other.is_ok() && matches!(result, Err(BadPosition::Move { index: 0, .. }))) {
            self.ranks = RankBase::One;
            return other;
        }
        result
    }

    /// Bans are added to those in force; none at all lifts them.
    fn ban(&mut self, words: &[String]) {
        match &self.position {
            Some(position) if !words.is_empty() => {
                self.bans.extend(legal_moves(words, position, self.ranks));
            }
            _ => self.bans.clear(),
        }
    }

    fn go(&mut self, go: &Go, dialect: Dialect) {
        let start = Instant::now();
        let Some(position) = self.position.clone().filter(|_| go.depth != Some(0)) else {
            return self.console.lock().answer(&[Reply::NoBestMove], dialect);
        };
        if let Some(depth) = go.perft {
            return self.perft(&position, depth);
        }
        self.tell_book_problems();
        if let Some(message) = termination::message(&position, self.engine.settings()) {
            self.say(&Reply::Message(message));
        }
        let is_in_seconds = dialect == Dialect::Ucci && !self.options.use_millisec;
        let mut limits = limits(go, &position, if is_in_seconds { 1000 } else { 1 }, self.ranks);
        if limits.search_moves.is_empty() && !go.searchmoves.is_empty() {
            return self.console.lock().answer(&[Reply::NoBestMove], dialect);
        }
        limits.ban_moves.clone_from(&self.bans);
        let is_fixed = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        {
            let mut state = self.console.lock();
            state.is_thinking = true;
            state.policy.is_game =
                dialect == Dialect::Ucci && self.options.draw_resign && limits.clock.is_some() && !is_fixed;
            state.policy.draw_offered = go.draw;
        }
        let style = Style {
            dialect,
            ranks: self.ranks,
            chances: self.options.show_wdl.then(|| WdlModel::for_position(&position)),
            is_multi_pv: self.options.settings().multi_pv > 1,
        };
        let reporter = Reporter {
            console: Arc::clone(&self.console),
            report: Report::new(style),
            position: position.clone(),
            start,
        };
        (self.is_pondering, self.is_endless) = (limits.ponder, limits.infinite);
        self.engine.start(&position, limits, Box::new(reporter));
        self.wait_in_batch();
    }

    /// Counts the game tree, by first move. Nothing is read meanwhile: whoever asks for a great depth has to wait.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
    fn perft(&self, position: &Position, depth: i64) {
        let depth = depth.clamp(1, Depth::MAX.whole().into()) as u32;
        let counts = divide(position, depth, self.options.settings().threads);
        let mut console = self.console.lock();
        for (mv, nodes) in &counts {
            console.write([format!("{}: {nodes}", self.ranks.write(*mv))]);
        }
        let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        console.write([format!("nodes {nodes}")]);
    }

    fn ponder_hit(&mut self, draw: bool) {
        {
            let mut state = self.console.lock();
            if !state.is_thinking {
                return;
            }
            state.policy.draw_offered |= draw;
        }
        if std::mem::take(&mut self.is_pondering) {
            self.engine.ponder_hit();
            self.wait_in_batch();
        }
    }

    /// In batch mode nothing is read before the answer, unless it will only come when told to.
    fn wait_in_batch(&mut self) {
        if self.options.batch && !self.is_pondering && !self.is_endless {
            self.engine.wait();
        }
    }

    fn probe(&self, text: &PositionText) {
        let found = build(text, self.ranks).ok().and_then(|position| self.engine.probe(&position));
        let entry = found.map_or_else(PopHash::default, |entry| PopHash {
            best_move: entry.best_move.map(|mv| self.ranks.write(mv)),
            lower: entry.lower.map(|(value, depth)| (Score::from(value), depth)),
            upper: entry.upper.map(|(value, depth)| (Score::from(value), depth)),
        });
        self.say(&Reply::PopHash(entry));
    }

    fn display(&self) {
        let fen = self.position.as_ref().map_or_else(|| "none".to_owned(), Position::to_fen);
        self.note(&format!("fen {fen}"));
    }

    fn note(&self, text: &str) {
        self.say(&Reply::Note(text.to_owned()));
    }

    /// With `debug` on, every line read is repeated. Words are joined, since some programs look for keywords anywhere.
    fn echo(&self, line: &[u8], is_thinking: bool) {
        if self.options.debug {
            let state = if is_thinking { "busyline" } else { "idleline" };
            self.note(&format!("{state} [{}]", printable(line).replace(' ', "_")));
        }
    }

    fn note_unknown(&self, line: &[u8], dialect: Dialect) {
        let text = printable(line);
        if dialect == Dialect::Uci && self.options.debug && !text.is_empty() {
            self.note(&format!("unknown command {}", text.replace(' ', "_")));
        }
    }
}

/// The position that `text` tells, moves and all; nothing if any of it is wrong.
fn build(text: &PositionText, ranks: RankBase) -> Result<Position, BadPosition> {
    let mut position = match &text.fen {
        Some(fen) => Position::from_fen(fen)?,
        None => Position::startpos(),
    };
    for (index, word) in text.moves.iter().enumerate() {
        let played = ranks.read(word).map(|mv| position.play(mv));
        if !matches!(played, Some(Ok(()))) {
            return Err(BadPosition::Move { index, word: word.clone() });
        }
    }
    Ok(position)
}
