// SPDX-License-Identifier: MIT OR Apache-2.0
//! The connection to an engine: the handshake, dialect detection, and the exchanges that both dialects have.
//!
//! To detect the dialect, the program is sent `ucci` and `isready`. A program that speaks UCI alone ignores
//! `ucci` and answers `readyok`, or exits, or prints nothing; it is started again and sent `uci`. A program
//! that speaks both is used in UCCI.

use super::go::GoDialect;
use super::inbox::{Inbox, Message, PipeEvent, is_move};
use super::process::ChildProcess;
use crate::arena::log_target::LOG_TARGET;
use crate::arena::player::{EngineFault, FaultKind, IsCancelled, PlayerError};
use crate::arena::spec::EngineSpec;
use crate::protocol::{Command, Dialect, Reply};
use std::io::ErrorKind;
use std::time::{Duration, Instant};

/// The time to wait for an answer to a handshake that may be in the wrong dialect.
const DETECTION_TIMEOUT: Duration = Duration::from_secs(3);
/// UCCI demands an answer to `isready`, but games can be played without it: a program that gives none within
/// this time is not asked again.
const FIRST_READY_TIMEOUT: Duration = Duration::from_secs(2);
/// The time within which `stop` must be answered.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(1);

pub struct EnginePipe {
    process: ChildProcess,
    go_dialect: GoDialect,
    /// The options that the engine has announced.
    announced: Vec<String>,
    answers_ready: bool,
    patience: Duration,
}

impl EnginePipe {
    /// Starts a program, detects its dialect if it is not known, sets its options and waits until it is
    /// ready.
    pub fn start(
        spec: &EngineSpec,
        name: &str,
        dialect: Option<Dialect>,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Self, PlayerError> {
        let handshake = |dialect, is_sure| Self::handshake(spec, name, dialect, is_sure, is_cancelled);
        if let Some(dialect) = spec.protocol.or(dialect) {
            return handshake(dialect, true);
        }
        match handshake(Dialect::Ucci, false) {
            Err(PlayerError::Fault(fault)) if fault.kind != FaultKind::Start => {
                log::debug!(target: LOG_TARGET, "{name} does not speak UCCI: {fault}");
                handshake(Dialect::Uci, true).map_err(|error| match error {
                    PlayerError::Fault(EngineFault { kind: kind @ FaultKind::Handshake, detail }) => {
                        PlayerError::Fault(EngineFault {
                            kind,
                            detail: format!("{detail}; before that, {}", fault.detail),
                        })
                    }
                    other => other,
                })
            }
            other => other,
        }
    }

    fn handshake(
        spec: &EngineSpec,
        name: &str,
        dialect: Dialect,
        is_sure: bool,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Self, PlayerError> {
        let process = ChildProcess::start(spec, name).or_else(|error| {
            EngineFault::error(FaultKind::Start, format!("'{}' cannot be run: {error}", spec.command))
        })?;
        let (go_dialect, first_lines) = match dialect {
            Dialect::Ucci => (GoDialect::UcciSeconds, "ucci\nisready\n"),
            Dialect::Uci => (GoDialect::Uci, "uci\n"),
        };
        let patience = spec.patience;
        let answers_ready = dialect == Dialect::Uci;
        let mut pipe = Self { process, go_dialect, announced: Vec::new(), answers_ready, patience };
        pipe.send(first_lines)?;
        let wait = if is_sure { patience } else { patience.min(DETECTION_TIMEOUT) };
        pipe.announced = pipe.read_handshake(dialect, is_sure, wait, is_cancelled)?;
        if !pipe.answers_ready {
            pipe.answers_ready = pipe.is_ready(patience.min(FIRST_READY_TIMEOUT), is_cancelled)?;
        }
        pipe.set_initial_options(spec, name)?;
        pipe.wait_until_ready(FaultKind::Handshake, is_cancelled)?;
        Ok(pipe)
    }

    /// Reads up to `ucciok` or `uciok` and returns the options announced before it.
    fn read_handshake(
        &mut self,
        dialect: Dialect,
        is_sure: bool,
        wait: Duration,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Vec<String>, PlayerError> {
        let mut options = Vec::new();
        let deadline = Instant::now() + wait;
        loop {
            match self.next(deadline, is_cancelled)?.map(|message| message.reply) {
                Some(Reply::Greeted(answered)) if answered == dialect => return Ok(options),
                Some(Reply::Option(option)) => options.push(option.name),
                Some(Reply::Ready) if is_sure => self.answers_ready = true,
                None | Some(Reply::Ready) => break,
                Some(_) => {}
            }
        }
        let answer = match dialect {
            Dialect::Ucci => "ucciok",
            Dialect::Uci => "uciok",
        };
        let detail = match self.inbox().last_unknown_line() {
            last_unknown_line if last_unknown_line.is_empty() => format!("no {answer} within {wait:?}"),
            last_unknown_line => format!("no {answer} within {wait:?}, but '{last_unknown_line}'"),
        };
        EngineFault::error(FaultKind::Handshake, detail)
    }

    /// Returns true if the engine has announced this option.
    pub fn has_option(&self, name: &str) -> bool {
        self.announced.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets milliseconds, pondering, and the options of the engine's description.
    fn set_initial_options(&mut self, spec: &EngineSpec, name: &str) -> Result<(), PlayerError> {
        let mut options = Vec::new();
        if self.dialect() == Dialect::Ucci {
            if self.has_option("usemillisec") {
                self.go_dialect = GoDialect::Ucci;
                options.push(("usemillisec", "true"));
            } else {
                log::warn!(target: LOG_TARGET, "{name} has no option usemillisec: it gets its time in whole seconds");
            }
        }
        if spec.ponder && self.has_option("ponder") {
            options.push((if self.dialect() == Dialect::Ucci { "ponder" } else { "Ponder" }, "true"));
        }
        for (option, value) in &spec.options {
            if !self.has_option(option) {
                log::warn!(target: LOG_TARGET, "{name} has not announced the option '{option}'");
            }
            options.push((option, value));
        }
        self.set_options(options)
    }

    /// Sets options.
    pub fn set_options<'a>(
        &mut self,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), PlayerError> {
        let set = |(name, value): (&str, &str)| Command::SetOption { name: name.into(), value: value.into() };
        let lines: String = options.into_iter().map(|option| self.line(&set(option))).collect();
        self.send(&lines)
    }

    /// Announces a new game and waits until the engine is ready.
    pub fn new_game(&mut self, is_cancelled: IsCancelled<'_>) -> Result<(), PlayerError> {
        self.process.inbox.clear();
        self.send(&self.line(&Command::NewGame))?;
        self.wait_until_ready(FaultKind::NoAnswer, is_cancelled)
    }

    /// Sends `isready` and waits for `readyok`; a timeout is a fault of this kind.
    fn wait_until_ready(
        &mut self,
        kind: FaultKind,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<(), PlayerError> {
        if !self.answers_ready {
            return Ok(());
        }
        self.send("isready\n")?;
        if self.is_ready(self.patience, is_cancelled)? {
            return Ok(());
        }
        EngineFault::error(kind, format!("no readyok within {:?}", self.patience))
    }

    /// Waits for `readyok`; returns false on a timeout.
    fn is_ready(&mut self, wait: Duration, is_cancelled: IsCancelled<'_>) -> Result<bool, PlayerError> {
        let deadline = Instant::now() + wait;
        while let Some(message) = self.next(deadline, is_cancelled)? {
            if message.reply == Reply::Ready {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Waits for the answer to `go`.
    pub fn next_move(
        &mut self,
        deadline: Instant,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Option<Message>, PlayerError> {
        loop {
            match self.next(deadline, is_cancelled)? {
                Some(message) if !is_move(&message.reply) => {}
                other => return Ok(other),
            }
        }
    }

    /// Stops a search and drops its answer. The answer may cross the `stop`, which may be answered as well;
    /// `readyok` comes after both.
    pub fn stop(&mut self, is_cancelled: IsCancelled<'_>) -> Result<(), PlayerError> {
        if !self.inbox().has_move() {
            let mut awaits_ready = self.answers_ready;
            self.send(if awaits_ready { "stop\nisready\n" } else { "stop\n" })?;
            let mut awaits_move = true;
            let deadline = Instant::now() + STOP_TIMEOUT;
            while awaits_move || awaits_ready {
                match self.next(deadline, is_cancelled)?.map(|message| message.reply) {
                    Some(Reply::Ready) => awaits_ready = false,
                    Some(reply) => awaits_move &= !is_move(&reply),
                    None => {
                        return EngineFault::error(
                            FaultKind::NoAnswer,
                            format!("no answer to stop within {STOP_TIMEOUT:?}"),
                        );
                    }
                }
            }
        }
        self.inbox().clear();
        Ok(())
    }

    /// Writes lines in one go.
    pub fn send(&mut self, lines: &str) -> Result<(), PlayerError> {
        match self.process.send(lines) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                EngineFault::error(FaultKind::NoAnswer, "the engine does not read its input")
            }
            Err(_) => EngineFault::error(FaultKind::Crash, self.process.exit_description()),
        }
    }

    fn next(
        &mut self,
        deadline: Instant,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Option<Message>, PlayerError> {
        match self.process.inbox.next(deadline, is_cancelled) {
            PipeEvent::Message(message) => Ok(Some(message)),
            PipeEvent::Timeout => Ok(None),
            PipeEvent::Closed => EngineFault::error(FaultKind::Crash, self.process.exit_description()),
            PipeEvent::Cancelled => Err(PlayerError::Cancelled),
        }
    }

    /// Returns a command as a line of the engine's dialect, line end included.
    pub fn line(&self, command: &Command) -> String {
        command.to_line(self.dialect()) + "\n"
    }

    pub fn inbox(&self) -> &Inbox {
        &self.process.inbox
    }

    pub fn go_dialect(&self) -> GoDialect {
        self.go_dialect
    }

    pub fn dialect(&self) -> Dialect {
        self.go_dialect.dialect()
    }

    /// Sends `quit` and lets the program end. A pipe that is dropped kills it instead.
    pub fn quit(self) {
        self.process.quit();
    }
}
