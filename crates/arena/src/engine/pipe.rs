// SPDX-License-Identifier: MIT OR Apache-2.0
//! The connection to an engine: the handshake, dialect detection, and the exchanges that both dialects have.
//!
//! To detect the dialect, the program is sent `ucci` and `isready`. A program that speaks UCI alone ignores
//! `ucci` and answers `readyok`, or exits, or prints nothing; it is started again and sent `uci`. A program
//! that speaks both is used in UCCI.

use super::go::GoDialect;
use super::inbox::{Inbox, Message, PipeEvent, is_move};
use super::process::{ChildProcess, is_exhaustion};
use crate::engine_spec::EngineSpec;
use crate::player::{EngineFault, FaultKind, IsCancelled, PlayerError};
use std::io::ErrorKind;
use std::time::{Duration, Instant};
use ucci::{Command, Dialect, OptionLine, Reply};
use xiangqi::types::{Bilingual, bilingual, text};

/// The time to wait for an answer to a handshake that may be in the wrong dialect.
const DETECTION_TIMEOUT: Duration = Duration::from_secs(3);
/// UCCI demands an answer to `isready`, but games can be played without it: a program that gives none within
/// this time is not asked again.
const FIRST_READY_TIMEOUT: Duration = Duration::from_secs(2);
/// The time within which `stop` must be answered.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// The answer to `ucci` or `uci`.
#[derive(Default)]
pub struct Greeting {
    pub name: String,
    pub options: Vec<OptionLine>,
}

pub struct EnginePipe {
    process: ChildProcess,
    pub go_dialect: GoDialect,
    pub greeting: Greeting,
    answers_ready: bool,
    patience: Duration,
}

impl EnginePipe {
    /// Starts a program, detects its dialect if it is not known, sets its options and waits until it is
    /// ready. All faults up to there are [`PlayerError::NotStarted`].
    pub fn start(
        spec: &EngineSpec,
        name: &str,
        dialect: Option<Dialect>,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Self, PlayerError> {
        let handshake =
            |dialect, is_sure, wait| Self::handshake(spec, name, dialect, is_sure, wait, is_cancelled);
        let timeout = spec.handshake_timeout();
        if let Some(dialect) = spec.protocol.or(dialect) {
            return handshake(dialect, true, timeout);
        }
        let begin = Instant::now();
        let detection = timeout.min(DETECTION_TIMEOUT);
        match handshake(Dialect::Ucci, false, detection) {
            Err(PlayerError::NotStarted(fault)) if fault.kind != FaultKind::Start => {
                log::debug!("{name} does not speak UCCI: {fault}");
                let left = timeout.saturating_sub(begin.elapsed()).max(detection);
                handshake(Dialect::Uci, true, left).map_err(|error| match error {
                    PlayerError::NotStarted(EngineFault { kind: kind @ FaultKind::Handshake, detail }) => {
                        let both = |language| {
                            let [last, first] = [&detail, &fault.detail].map(|detail| detail.text(language));
                            text!(language, "{last}; before that, {first}", "{last}；此前{first}")
                        };
                        let detail = Bilingual::new(both);
                        PlayerError::NotStarted(EngineFault { kind, detail })
                    }
                    other => other,
                })
            }
            other => other,
        }
    }

    /// Starts the program in one dialect; `wait` is the timeout of its greeting.
    fn handshake(
        spec: &EngineSpec,
        name: &str,
        dialect: Dialect,
        is_sure: bool,
        wait: Duration,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Self, PlayerError> {
        let process = ChildProcess::start(spec, name).map_err(|error| {
            if is_exhaustion(&error) {
                return PlayerError::Exhausted(error.into());
            }
            let detail = Bilingual::from(error).within(&bilingual!(
                "'{command}' cannot be run",
                "无法运行“{command}”",
                command = spec.command
            ));
            PlayerError::NotStarted(EngineFault { kind: FaultKind::Start, detail })
        })?;
        let (go_dialect, first_lines) = match dialect {
            Dialect::Ucci => (GoDialect::UcciSeconds, "ucci\nisready\n"),
            Dialect::Uci => (GoDialect::Uci, "uci\n"),
        };
        let answers_ready = dialect == Dialect::Uci;
        let patience = spec.answer_timeout();
        let mut pipe = Self { process, go_dialect, greeting: Greeting::default(), answers_ready, patience };
        let started = pipe.send(first_lines).and_then(|()| {
            pipe.greeting = pipe.read_greeting(dialect, is_sure, wait, is_cancelled)?;
            if !pipe.answers_ready {
                pipe.answers_ready = pipe.is_ready(patience.min(FIRST_READY_TIMEOUT), is_cancelled)?;
            }
            pipe.inbox().forget_remarks();
            pipe.set_initial_options(spec, name)?;
            pipe.wait_until_ready(FaultKind::Handshake, is_cancelled)
        });
        match started {
            Ok(()) => Ok(pipe),
            Err(PlayerError::Fault(fault)) => Err(PlayerError::NotStarted(fault)),
            Err(other) => Err(other),
        }
    }

    fn read_greeting(
        &mut self,
        dialect: Dialect,
        is_sure: bool,
        wait: Duration,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Greeting, PlayerError> {
        let mut greeting = Greeting::default();
        let deadline = Instant::now() + wait;
        loop {
            match self.next(deadline, is_cancelled)?.map(|message| message.reply) {
                Some(Reply::Greeted(answered)) if answered == dialect => return Ok(greeting),
                Some(Reply::Id { key, text }) if key == "name" => greeting.name = text,
                Some(Reply::Option(option)) => greeting.options.push(option),
                Some(Reply::Ready) if is_sure => self.answers_ready = true,
                None | Some(Reply::Ready) => break,
                Some(_) => {}
            }
        }
        let answer = match dialect {
            Dialect::Ucci => "ucciok",
            Dialect::Uci => "uciok",
        };
        let (wait, line) = (wait.as_secs_f64(), self.inbox().last_remark());
        let detail = if line.is_empty() {
            bilingual!("no '{answer}' within {wait:.1} s", "{wait:.1}秒内没有“{answer}”")
        } else {
            bilingual!(
                "no '{answer}' within {wait:.1} s, its last line was '{line}'",
                "{wait:.1}秒内没有“{answer}”，最后一行为“{line}”"
            )
        };
        EngineFault::error(FaultKind::Handshake, detail)
    }

    pub fn has_option(&self, name: &str) -> bool {
        self.greeting.options.iter().any(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets milliseconds, pondering, and the options of the engine's description.
    fn set_initial_options(&mut self, spec: &EngineSpec, name: &str) -> Result<(), PlayerError> {
        let mut options = Vec::new();
        if self.dialect() == Dialect::Ucci {
            if self.has_option("usemillisec") {
                let takes_movetime = self.greeting.name.split(' ').next() == Some("chuhe");
                self.go_dialect = if takes_movetime { GoDialect::UcciMovetime } else { GoDialect::Ucci };
                options.push(("usemillisec", "true"));
            } else {
                log::warn!("{name} has no option usemillisec: it gets its time in whole seconds");
            }
        }
        if spec.ponder && self.has_option("ponder") {
            options.push((if self.dialect() == Dialect::Ucci { "ponder" } else { "Ponder" }, "true"));
        }
        for (option, value) in &spec.options {
            options.push((option, value));
        }
        self.set_options(options)
    }

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
        let wait = self.patience;
        EngineFault::error(kind, bilingual!("no readyok within {wait:?}", "{wait:?} 内没有 readyok"))
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
                            bilingual!(
                                "no answer to stop within {STOP_TIMEOUT:?}",
                                "{STOP_TIMEOUT:?} 内对 stop 无应答"
                            ),
                        );
                    }
                }
            }
        }
        self.inbox().clear();
        Ok(())
    }

    pub fn send(&mut self, lines: &str) -> Result<(), PlayerError> {
        match self.process.send(lines) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                let detail = bilingual!("the engine does not read its input", "引擎不读取输入");
                EngineFault::error(FaultKind::NoAnswer, detail)
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
            PipeEvent::Message(message) => Ok(Some(*message)),
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

    pub fn dialect(&self) -> Dialect {
        self.go_dialect.dialect()
    }

    /// Sends `quit` and lets the program end. A pipe that is dropped kills it instead.
    pub fn quit(self) {
        self.process.quit();
    }
}
