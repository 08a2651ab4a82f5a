// SPDX-License-Identifier: MIT OR Apache-2.0
//! Engines that run as child processes.
//!
//! ```text
//! EngineProcess ─ go ─▶ EnginePipe ─▶ ChildProcess ═ stdin ═▶ the engine
//!                       EnginePipe ◀─ Inbox ◀─ reader thread ═ stdout ═╝
//! ```
//!
//! An [`EngineProcess`] turns the referee's requests into commands, the `EnginePipe` knows the dialect (UCCI
//! or UCI), the `ChildProcess` holds pipes and process group, the `Inbox` queues the engine's replies. The
//! time of a move runs from the moment before `go` is written to the moment its answer is read, by a thread
//! that only reads.

mod go;
mod inbox;
mod pipe;
mod process;
mod refusals;
mod startup;

use crate::engine_spec::EngineSpec;
use crate::player::{Answer, Decision, EngineFault, FaultKind, IsCancelled, Player, PlayerError, Turn};
use inbox::Message;
use pipe::{EnginePipe, STOP_TIMEOUT};
pub use process::{handles_needed, raise_handle_limit};
pub use refusals::KnownOptions;
pub use startup::{TrialStart, try_engines};
use std::time::Instant;
use ucci::{Command, Dialect, PositionText, RankBase, Reply};
use xiangqi::notation::START_FEN;
use xiangqi::position::Position;
use xiangqi::types::{Bilingual, Move, bilingual};

/// An engine in a child process. The process is started for its first game, plays all following games, and is
/// restarted after [`abort`](Player::abort). Dropping this ends it with all programs it has started.
///
/// The position is sent as the start of the game and all moves since, as graphical interfaces do, in UCCI
/// too. UCCI engines get the moves that lose at once by the repetition rules as `banmoves`. Engines ponder
/// only if their time is limited, not under limits of nodes or depth.
pub struct EngineProcess {
    spec: EngineSpec,
    name: String,
    /// The dialect detected at an earlier start.
    dialect: Option<Dialect>,
    pipe: Option<EnginePipe>,
    /// Options that were changed and have not been sent to the running process yet.
    changes: Vec<(String, String)>,
    /// The game as last sent.
    text: PositionText,
    /// The reply that the engine expects to its last move (`bestmove .. ponder`).
    guess: Option<Move>,
    /// The expected reply that the engine is pondering on.
    pondering: Option<Move>,
}

impl EngineProcess {
    pub fn new(spec: &EngineSpec, name: String) -> Self {
        Self {
            spec: spec.clone(),
            name,
            dialect: None,
            pipe: None,
            changes: Vec::new(),
            text: PositionText::default(),
            guess: None,
            pondering: None,
        }
    }

    /// Sets an option from the next game on.
    pub fn set_option(&mut self, name: &str, value: &str) {
        let option = (name.to_owned(), value.to_owned());
        self.spec.options.retain(|(known, _)| known != name);
        self.spec.options.push(option.clone());
        self.changes.push(option);
    }

    /// Returns true if the running engine has announced this option.
    pub fn has_option(&self, name: &str) -> bool {
        self.pipe.as_ref().is_some_and(|pipe| pipe.has_option(name))
    }

    pub fn dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    /// Returns the reasons why the engine refuses options of its specification: from its announcement, else
    /// from the lines that it has printed since its start.
    fn refusals(&self, known: KnownOptions<'_>) -> Vec<Bilingual> {
        let Some(pipe) = &self.pipe else { return Vec::new() };
        let announced = self.spec.options.iter().filter_map(|(name, value)| {
            let own = known(&pipe.greeting.name, name, pipe.dialect());
            let reason = refusals::refusal_by_announcement(&pipe.greeting, own.as_ref(), name, value)?;
            Some(reason.at(format!("option.{name}={value}")))
        });
        let refusals: Vec<Bilingual> = announced.collect();
        if !refusals.is_empty() {
            return refusals;
        }
        refusals::refusals_by_remarks(&pipe.inbox().remarks(), &self.spec.options)
    }

    /// Returns `position`, `banmoves` if there are any, and `go`, one line each.
    fn request(&mut self, pipe: &EnginePipe, position: &Position, turn: &Turn<'_>, ponder: bool) -> String {
        let write = |mv| self.spec.ranks.write(mv);
        self.text.moves.extend(position.moves().skip(self.text.moves.len()).map(write));
        let mut lines = format!("position {}\n", self.text);
        let is_ucci = pipe.dialect() == Dialect::Ucci;
        if is_ucci {
            let bans = go::banned_moves(position, turn.rules);
            if !bans.is_empty() {
                lines += &pipe.line(&Command::BanMoves(bans.into_iter().map(write).collect()));
            }
        }
        let side = position.side_to_move();
        let mut go = go::go(turn.limits[side], turn.clocks.as_ref(), side, pipe.go_dialect);
        go.ponder = ponder;
        go.draw = is_ucci && turn.is_draw_offered && !ponder;
        lines + &pipe.line(&Command::Go(Box::new(go)))
    }

    /// Starts the search for a move, or continues it after a ponder hit; returns the time at which the clock
    /// starts.
    fn ask(&mut self, pipe: &mut EnginePipe, turn: &Turn<'_>) -> Result<Instant, PlayerError> {
        if let Some(guess) = self.pondering.take() {
            if turn.position.state().last_move == Some(guess) {
                let start = Instant::now();
                if !pipe.inbox().has_move() {
                    let draw = turn.is_draw_offered && pipe.dialect() == Dialect::Ucci;
                    pipe.send(&pipe.line(&Command::PonderHit { draw }))?;
                }
                return Ok(start);
            }
            pipe.stop(turn.is_cancelled)?;
        }
        let request = self.request(pipe, turn.position, turn, false);
        pipe.inbox().clear();
        let start = Instant::now();
        pipe.send(&request)?;
        Ok(start)
    }

    /// Waits for the move, also for a moment after its time is up: an engine that answers late is
    /// distinguished from one that hangs.
    fn wait(&self, pipe: &mut EnginePipe, start: Instant, turn: &Turn<'_>) -> Result<Message, PlayerError> {
        let allowance = turn.allowance();
        let wait = allowance.unwrap_or(self.spec.answer_timeout());
        if let Some(message) = pipe.next_move(start + wait, turn.is_cancelled)? {
            return Ok(message);
        }
        let detail = if allowance.is_none() {
            bilingual!("no answer within {wait:?}", "{wait:?} 内无应答")
        } else {
            pipe.send("stop\n")?;
            if let Some(late) = pipe.next_move(Instant::now() + STOP_TIMEOUT, turn.is_cancelled)? {
                return Ok(late);
            }
            bilingual!("no answer within {wait:?}, nor to stop", "{wait:?} 内无应答，对 stop 亦然")
        };
        EngineFault::error(FaultKind::NoAnswer, detail)
    }

    /// Returns what to do about an illegal move that is legal one rank lower, from an engine that was sent
    /// `UCI_Variant`: such engines count ranks from 1.
    fn rank_hint(&self, word: &str, position: &Position) -> Option<Bilingual> {
        let ranks = self.spec.ranks;
        let is_legal = |base: RankBase| base.read(word).is_some_and(|mv: Move| position.is_legal(mv));
        let is_variant = |(name, _): &(String, String)| name.eq_ignore_ascii_case("UCI_Variant");
        let is_meant = ranks == RankBase::Zero
            && self.spec.options.iter().any(is_variant)
            && !is_legal(ranks)
            && is_legal(ranks.other());
        is_meant.then(|| {
            let fen = position.to_fen();
            bilingual!(
                "{word} in {fen}, legal if ranks count from 1: add ranks=1 to this engine",
                "{word}，局面 {fen}；若行号从1数起则合法：请给此引擎加上 ranks=1"
            )
        })
    }

    fn read(
        &mut self,
        pipe: &EnginePipe,
        message: Message,
        start: Instant,
        position: &Position,
    ) -> Result<Answer, PlayerError> {
        let evaluation = pipe.inbox().evaluation();
        let time = message.at.saturating_duration_since(start);
        let resignation = Answer { decision: Decision::Resign, is_draw: false, evaluation, time };
        let best = match message.reply {
            Reply::BestMove(best) => best,
            // UCCI's referees take it for a resignation; `bestmove (none)` is an answer that is not a move.
            _ if message.line.to_ascii_lowercase().starts_with("nobestmove") => return Ok(resignation),
            _ => {
                let (line, fen) = (message.line, position.to_fen());
                let detail = bilingual!("'{line}' in {fen}", "“{line}”，局面 {fen}");
                return EngineFault::error(FaultKind::IllegalMove, detail);
            }
        };
        if best.resign {
            return Ok(resignation);
        }
        let ranks = self.spec.ranks;
        if let Some(hint) = self.rank_hint(&best.mv, position) {
            return EngineFault::error(FaultKind::IllegalMove, hint);
        }
        let Some(mv) = ranks.read(&best.mv) else {
            let detail = bilingual!("'{word}' is not a move", "“{word}”不是着法", word = best.mv);
            return EngineFault::error(FaultKind::IllegalMove, detail);
        };
        self.guess = best.ponder.and_then(|word| ranks.read(&word));
        Ok(Answer { decision: Decision::Play(mv), is_draw: best.draw, evaluation, time })
    }
}

impl Player for EngineProcess {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, start: &Position, is_cancelled: IsCancelled<'_>) -> Result<(), PlayerError> {
        let fen = start.to_fen();
        self.text = PositionText { fen: (fen != START_FEN).then_some(fen), moves: Vec::new() };
        (self.guess, self.pondering) = (None, None);
        let changes = std::mem::take(&mut self.changes);
        let mut pipe = match self.pipe.take() {
            Some(mut pipe) => {
                pipe.set_options(changes.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
                pipe
            }
            None => EnginePipe::start(&self.spec, &self.name, self.dialect, is_cancelled)?,
        };
        self.dialect = Some(pipe.dialect());
        pipe.new_game(is_cancelled)?;
        self.pipe = Some(pipe);
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerError> {
        let mut pipe = self.pipe.take().expect("a game begins with new_game");
        let start = self.ask(&mut pipe, turn)?;
        let message = self.wait(&mut pipe, start, turn)?;
        let answer = self.read(&pipe, message, start, turn.position)?;
        self.pipe = Some(pipe);
        Ok(answer)
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let guess = self.guess.take().filter(|&guess| turn.position.is_legal(guess));
        let is_timed = turn.limits[!turn.position.side_to_move()].is_on_time();
        let Some(guess) = guess.filter(|_| self.spec.ponder && is_timed) else { return };
        let Some(mut pipe) = self.pipe.take() else { return };
        let mut expected = turn.position.clone();
        expected.play_unchecked(guess);
        let request = self.request(&pipe, &expected, turn, true);
        self.text.moves.pop();
        pipe.inbox().clear();
        match pipe.send(&request) {
            Ok(()) => self.pondering = Some(guess),
            Err(error) => log::debug!("{} does not ponder: {error:?}", self.name),
        }
        self.pipe = Some(pipe);
    }

    fn end_game(&mut self) {
        let Some(mut pipe) = self.pipe.take() else { return };
        if self.pondering.take().is_some()
            && let Err(error) = pipe.stop(&|| false)
        {
            log::warn!("{} does not stop pondering: {error:?}", self.name);
        } else if self.spec.restart {
            pipe.quit();
        } else {
            self.pipe = Some(pipe);
        }
    }

    fn abort(&mut self) {
        self.pondering = None;
        self.pipe = None;
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if let Some(pipe) = self.pipe.take() {
            pipe.quit();
        }
    }
}
