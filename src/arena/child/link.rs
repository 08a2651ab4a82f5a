// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program that has been greeted: which dialect it speaks, and the exchanges that both dialects have.
//!
//! To learn the dialect of a program, it is greeted in UCCI and asked whether it is ready. Programs that speak UCI alone
//! pass over the greeting and say that they are ready, or leave, or say nothing; they are started again and greeted in
//! UCI. Whoever speaks both is taken at its UCCI.

use super::go::Manner;
use super::inbox::{Inbox, Letter, News, is_move};
use super::process::Process;
use crate::arena::{EngineSpec, Fault, FaultKind, IsCancelled, LOG, Trouble};
use crate::protocol::{Command, Dialect, Reply};
use std::io::ErrorKind;
use std::time::{Duration, Instant};

/// How long to wait for an answer to a greeting in the wrong dialect.
const DETECTION: Duration = Duration::from_secs(3);
/// UCCI demands an answer to `isready`, but games can be played without: a program that gives none for so long is not
/// asked again.
const FIRST_READY: Duration = Duration::from_secs(2);
/// How long an answer to `stop` may take.
pub const STOP_GRACE: Duration = Duration::from_secs(1);

pub struct Link {
    process: Process,
    manner: Manner,
    /// The options that it has announced.
    announced: Vec<String>,
    answers_ready: bool,
    patience: Duration,
}

impl Link {
    /// Starts a program, learns its dialect if that is not known, sets its options and waits until it is ready.
    pub fn start(
        spec: &EngineSpec,
        name: &str,
        dialect: Option<Dialect>,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Self, Trouble> {
        let greet = |dialect, is_sure| Self::greet(spec, name, dialect, is_sure, is_cancelled);
        if let Some(dialect) = spec.protocol.or(dialect) {
            return greet(dialect, true);
        }
        match greet(Dialect::Ucci, false) {
            Err(Trouble::Fault(fault)) if fault.kind != FaultKind::Start => {
                log::debug!(target: LOG, "{name} does not speak UCCI: {fault}");
                greet(Dialect::Uci, true).map_err(|trouble| match trouble {
                    Trouble::Fault(Fault { kind: kind @ FaultKind::Handshake, detail }) => {
                        Trouble::Fault(Fault {
                            kind,
                            detail: format!("{detail}, and {} before", fault.detail),
                        })
                    }
                    other => other,
                })
            }
            other => other,
        }
    }

    fn greet(
        spec: &EngineSpec,
        name: &str,
        dialect: Dialect,
        is_sure: bool,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Self, Trouble> {
        let process = Process::start(spec, name).or_else(|error| {
            Fault::trouble(FaultKind::Start, format!("'{}' cannot be run: {error}", spec.command))
        })?;
        let (manner, greeting) = match dialect {
            Dialect::Ucci => (Manner::UcciSeconds, "ucci\nisready\n"),
            Dialect::Uci => (Manner::Uci, "uci\n"),
        };
        let patience = spec.patience;
        let answers_ready = dialect == Dialect::Uci;
        let mut link = Self { process, manner, announced: Vec::new(), answers_ready, patience };
        link.send(greeting)?;
        let wait = if is_sure { patience } else { patience.min(DETECTION) };
        link.announced = link.read_introduction(dialect, is_sure, wait, is_cancelled)?;
        if !link.answers_ready {
            link.answers_ready = link.is_ready(patience.min(FIRST_READY), is_cancelled)?;
        }
        link.introduce(spec, name)?;
        link.wait_until_ready(FaultKind::Handshake, is_cancelled)?;
        Ok(link)
    }

    /// The options announced until the greeting is answered.
    fn read_introduction(
        &mut self,
        dialect: Dialect,
        is_sure: bool,
        wait: Duration,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<Vec<String>, Trouble> {
        let mut options = Vec::new();
        let deadline = Instant::now() + wait;
        loop {
            match self.next(deadline, is_cancelled)?.map(|letter| letter.reply) {
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
        let detail = match self.inbox().remark() {
            remark if remark.is_empty() => format!("no {answer} within {wait:?}"),
            remark => format!("no {answer} within {wait:?}, but '{remark}'"),
        };
        Fault::trouble(FaultKind::Handshake, detail)
    }

    /// Has it announced this option?
    pub fn has_option(&self, name: &str) -> bool {
        self.announced.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets milliseconds, pondering, and what the user wants.
    fn introduce(&mut self, spec: &EngineSpec, name: &str) -> Result<(), Trouble> {
        let mut options = Vec::new();
        if self.dialect() == Dialect::Ucci {
            if self.has_option("usemillisec") {
                self.manner = Manner::Ucci;
                options.push(("usemillisec", "true"));
            } else {
                log::warn!(target: LOG, "{name} knows no usemillisec: it is told its time in whole seconds");
            }
        }
        if spec.ponder && self.has_option("ponder") {
            options.push((if self.dialect() == Dialect::Ucci { "ponder" } else { "Ponder" }, "true"));
        }
        for (option, value) in &spec.options {
            if !self.has_option(option) {
                log::warn!(target: LOG, "{name} has not announced the option '{option}'");
            }
            options.push((option, value));
        }
        self.set_options(options)
    }

    /// Sets options.
    pub fn set_options<'a>(
        &mut self,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), Trouble> {
        let set = |(name, value): (&str, &str)| Command::SetOption { name: name.into(), value: value.into() };
        let lines: String = options.into_iter().map(|option| self.line(&set(option))).collect();
        self.send(&lines)
    }

    /// Tells of a new game and waits until it is ready for it.
    pub fn new_game(&mut self, is_cancelled: IsCancelled<'_>) -> Result<(), Trouble> {
        self.process.inbox.clear();
        self.send(&self.line(&Command::NewGame))?;
        self.wait_until_ready(FaultKind::NoAnswer, is_cancelled)
    }

    /// Asks whether it is ready, and waits for the answer; silence is a fault of this kind.
    fn wait_until_ready(&mut self, kind: FaultKind, is_cancelled: IsCancelled<'_>) -> Result<(), Trouble> {
        if !self.answers_ready {
            return Ok(());
        }
        self.send("isready\n")?;
        if self.is_ready(self.patience, is_cancelled)? {
            return Ok(());
        }
        Fault::trouble(kind, format!("no readyok within {:?}", self.patience))
    }

    /// Waits for `readyok`.
    fn is_ready(&mut self, wait: Duration, is_cancelled: IsCancelled<'_>) -> Result<bool, Trouble> {
        let deadline = Instant::now() + wait;
        while let Some(letter) = self.next(deadline, is_cancelled)? {
            if letter.reply == Reply::Ready {
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
    ) -> Result<Option<Letter>, Trouble> {
        loop {
            match self.next(deadline, is_cancelled)? {
                Some(letter) if !is_move(&letter.reply) => {}
                other => return Ok(other),
            }
        }
    }

    /// Ends a search whose answer nobody wants. The `stop` may cross an answer, and be answered itself; the answer to
    /// `isready` comes after all that.
    pub fn stop(&mut self, is_cancelled: IsCancelled<'_>) -> Result<(), Trouble> {
        if !self.inbox().has_move() {
            let mut awaits_ready = self.answers_ready;
            self.send(if awaits_ready { "stop\nisready\n" } else { "stop\n" })?;
            let mut awaits_move = true;
            let deadline = Instant::now() + STOP_GRACE;
            while awaits_move || awaits_ready {
                match self.next(deadline, is_cancelled)?.map(|letter| letter.reply) {
                    Some(Reply::Ready) => awaits_ready = false,
                    Some(reply) => awaits_move &= !is_move(&reply),
                    None => {
                        return Fault::trouble(
                            FaultKind::NoAnswer,
                            format!("no answer to stop within {STOP_GRACE:?}"),
                        );
                    }
                }
            }
        }
        self.inbox().clear();
        Ok(())
    }

    /// Writes lines, all at once.
    pub fn send(&mut self, lines: &str) -> Result<(), Trouble> {
        match self.process.send(lines) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                Fault::trouble(FaultKind::NoAnswer, "it does not read its input")
            }
            Err(_) => Fault::trouble(FaultKind::Crash, self.process.last_words()),
        }
    }

    fn next(&mut self, deadline: Instant, is_cancelled: IsCancelled<'_>) -> Result<Option<Letter>, Trouble> {
        match self.process.inbox.next(deadline, is_cancelled) {
            News::Letter(letter) => Ok(Some(letter)),
            News::Silence => Ok(None),
            News::End => Fault::trouble(FaultKind::Crash, self.process.last_words()),
            News::Cancelled => Err(Trouble::Cancelled),
        }
    }

    /// A command with the end of the line.
    pub fn line(&self, command: &Command) -> String {
        command.to_line(self.dialect()) + "\n"
    }

    pub fn inbox(&self) -> &Inbox {
        &self.process.inbox
    }

    pub fn manner(&self) -> Manner {
        self.manner
    }

    pub fn dialect(&self) -> Dialect {
        self.manner.dialect()
    }

    /// Ends the program in good order. Without this it is killed.
    pub fn quit(self) {
        self.process.quit();
    }
}
