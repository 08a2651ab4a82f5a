// SPDX-License-Identifier: MIT OR Apache-2.0
//! An engine that runs as a program of its own.
//!
//! ```text
//! Child ─ go ─▶ Link ─▶ Process ═ stdin ═▶ the engine
//!               Link ◀─ Inbox ◀─ a thread ═ stdout ═╝
//! ```
//!
//! A [`Child`] turns the referee's questions into commands, the `Link` knows the dialect, the `Process` holds pipes and
//! process group, the `Inbox` keeps what was said. The time of a move runs from the moment before `go` is written to the
//! moment its answer is read, in the thread that does nothing but read.

mod go;
mod inbox;
mod link;
mod process;

use super::bans::banned_moves;
use super::player::{Answer, Decision, Fault, FaultKind, IsCancelled, Player, Trouble, Turn};
use super::{EngineSpec, LOG};
use crate::notation::START_FEN;
use crate::position::Position;
use crate::protocol::{Command, Dialect, PositionText, Reply};
use crate::types::Move;
use inbox::Letter;
use link::{Link, STOP_GRACE};
use std::time::Instant;

/// An engine as a child process. It is started with its first game, plays all games that follow, and is started anew
/// when it was dismissed. Nothing of it is left when this is dropped.
///
/// The position is told as the start of the game and all moves since, as graphical interfaces do, in UCCI too. UCCI
/// engines are told which moves would lose at once by the repetition rules. Engines ponder under limits of time alone.
pub struct Child {
    spec: EngineSpec,
    name: String,
    /// The dialect that was found out at an earlier start.
    dialect: Option<Dialect>,
    link: Option<Link>,
    /// Options that were changed while it runs and that it has not been told of.
    changes: Vec<(String, String)>,
    /// The game as last told.
    text: PositionText,
    /// The reply it expects to its last move.
    guess: Option<Move>,
    /// It thinks on this reply.
    pondering: Option<Move>,
}

impl Child {
    /// The engine, not yet running.
    pub fn new(spec: &EngineSpec, name: String) -> Self {
        Self {
            spec: spec.clone(),
            name,
            dialect: None,
            link: None,
            changes: Vec::new(),
            text: PositionText::default(),
            guess: None,
            pondering: None,
        }
    }

    /// Sets an option, from the next game on.
    pub fn set_option(&mut self, name: &str, value: &str) {
        let option = (name.to_owned(), value.to_owned());
        self.spec.options.retain(|(known, _)| known != name);
        self.spec.options.push(option.clone());
        self.changes.push(option);
    }

    /// Has the engine, which runs, announced this option?
    pub fn has_option(&self, name: &str) -> bool {
        self.link.as_ref().is_some_and(|link| link.has_option(name))
    }

    /// Position, bans and `go`, a line each.
    fn question(&mut self, link: &Link, position: &Position, turn: &Turn<'_>, ponder: bool) -> String {
        let write = |mv| self.spec.ranks.write(mv);
        self.text.moves.extend(position.moves().skip(self.text.moves.len()).map(write));
        let mut lines = self.text.to_line("position") + "\n";
        let is_ucci = link.dialect() == Dialect::Ucci;
        if is_ucci {
            let bans = banned_moves(position, turn.rules);
            if !bans.is_empty() {
                lines += &link.line(&Command::BanMoves(bans.into_iter().map(write).collect()));
            }
        }
        let mut go = go::go(turn.limit, turn.clocks.as_ref(), position.side_to_move(), link.manner());
        go.ponder = ponder;
        go.draw = is_ucci && turn.is_draw_offered && !ponder;
        lines + &link.line(&Command::Go(Box::new(go)))
    }

    /// Has it think, or think on, about the turn; the moment from which its time runs.
    fn ask(&mut self, link: &mut Link, turn: &Turn<'_>) -> Result<Instant, Trouble> {
        if let Some(guess) = self.pondering.take() {
            if turn.position.state().last_move == Some(guess) {
                let start = Instant::now();
                if !link.inbox().has_move() {
                    let draw = turn.is_draw_offered && link.dialect() == Dialect::Ucci;
                    link.send(&link.line(&Command::PonderHit { draw }))?;
                }
                return Ok(start);
            }
            link.stop(turn.is_cancelled)?;
        }
        let question = self.question(link, turn.position, turn, false);
        link.inbox().clear();
        let start = Instant::now();
        link.send(&question)?;
        Ok(start)
    }

    /// Waits for its move. An answer after the time is up is still waited for, to tell the late from the dead.
    fn wait(&self, link: &mut Link, start: Instant, turn: &Turn<'_>) -> Result<Letter, Trouble> {
        let allowance = turn.allowance();
        let wait = allowance.unwrap_or(self.spec.patience);
        if let Some(letter) = link.next_move(start + wait, turn.is_cancelled)? {
            return Ok(letter);
        }
        if allowance.is_none() {
            return Fault::trouble(FaultKind::NoAnswer, format!("no answer within {wait:?}"));
        }
        link.send("stop\n")?;
        match link.next_move(Instant::now() + STOP_GRACE, turn.is_cancelled)? {
            Some(letter) => Ok(letter),
            None => Fault::trouble(FaultKind::NoAnswer, format!("no answer within {wait:?}, nor to stop")),
        }
    }

    /// Understands its move.
    fn read(&mut self, link: &Link, letter: Letter, start: Instant) -> Result<Answer, Trouble> {
        let told = link.inbox().told();
        let time = letter.at.saturating_duration_since(start);
        let resignation = Answer { decision: Decision::Resign, is_draw: false, told, time };
        let Reply::BestMove(best) = letter.reply else { return Ok(resignation) };
        if best.resign {
            return Ok(resignation);
        }
        let ranks = self.spec.ranks;
        let Some(mv) = ranks.read(&best.mv) else {
            return Fault::trouble(FaultKind::IllegalMove, format!("'{}' is no move", best.mv));
        };
        self.guess = best.ponder.and_then(|word| ranks.read(&word));
        Ok(Answer { decision: Decision::Play(mv), is_draw: best.draw, told, time })
    }
}

impl Player for Child {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, start: &Position, is_cancelled: IsCancelled<'_>) -> Result<(), Trouble> {
        let fen = start.to_fen();
        self.text = PositionText { fen: (fen != START_FEN).then_some(fen), moves: Vec::new() };
        (self.guess, self.pondering) = (None, None);
        let changes = std::mem::take(&mut self.changes);
        let mut link = match self.link.take() {
            Some(mut link) => {
                link.set_options(changes.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
                link
            }
            None => Link::start(&self.spec, &self.name, self.dialect, is_cancelled)?,
        };
        self.dialect = Some(link.dialect());
        link.new_game(is_cancelled)?;
        self.link = Some(link);
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Trouble> {
        let mut link = self.link.take().expect("a game begins with new_game");
        let start = self.ask(&mut link, turn)?;
        let letter = self.wait(&mut link, start, turn)?;
        let answer = self.read(&link, letter, start)?;
        self.link = Some(link);
        Ok(answer)
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let guess = self.guess.take().filter(|&guess| turn.position.is_legal(guess));
        let Some(guess) = guess.filter(|_| self.spec.ponder && turn.allowance().is_some()) else { return };
        let Some(mut link) = self.link.take() else { return };
        let question = self.question(&link, &turn.position.after(guess), turn, true);
        self.text.moves.pop();
        link.inbox().clear();
        match link.send(&question) {
            Ok(()) => self.pondering = Some(guess),
            Err(trouble) => log::debug!(target: LOG, "{} does not ponder: {trouble:?}", self.name),
        }
        self.link = Some(link);
    }

    fn end_game(&mut self) {
        let Some(mut link) = self.link.take() else { return };
        if self.pondering.take().is_some()
            && let Err(trouble) = link.stop(&|| false)
        {
            log::warn!(target: LOG, "{} does not stop pondering: {trouble:?}", self.name);
        } else if self.spec.restart {
            link.quit();
        } else {
            self.link = Some(link);
        }
    }

    fn dismiss(&mut self) {
        self.pondering = None;
        self.link = None;
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            link.quit();
        }
    }
}
