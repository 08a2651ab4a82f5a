// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's thoughts, and time: what happens while a person does nothing.

use super::Session;
use crate::play::game::{Ending, GameConditions, Seat};
use crate::play::thinker::{Opinion, Purpose, Thought, for_red};
use chuhe::engine::DrawResignPolicy;
use chuhe::search::Limits;
use std::time::{Duration, Instant};
use xiangqi::rules::explain::Explanation;
use xiangqi::types::{Color, Score};

/// The longest delay of a paced move.
const MAX_PACE: Duration = Duration::from_secs(5);

impl Session {
    /// Returns true while the engine works on its move or an answer.
    pub fn is_busy(&self) -> bool {
        self.held.is_some() || self.thinker.purpose().is_some_and(|purpose| purpose != Purpose::Watching)
    }

    /// Takes what the engine has found, waiting up to `patience` for it; returns what to say.
    pub fn poll(&mut self, patience: Duration) -> Vec<String> {
        let mut lines = Vec::new();
        let mut patience = patience;
        if let Some((thought, due)) = self.held.take() {
            let left = due.saturating_duration_since(Instant::now());
            std::thread::sleep(left.min(patience));
            if Instant::now() < due {
                self.held = Some((thought, due));
            } else {
                lines.extend(self.play_thought(&thought, Instant::now()));
            }
            patience = Duration::ZERO;
        }
        while let Some(thought) = self.thinker.next(patience) {
            patience = Duration::ZERO;
            lines.extend(self.consider(thought, Instant::now()));
        }
        lines.extend(self.check_time(Instant::now()));
        lines
    }

    fn consider(&mut self, thought: Thought, now: Instant) -> Vec<String> {
        let texts = self.options.texts;
        self.opinion = Some(thought.opinion.clone());
        if !thought.is_final {
            return Vec::new();
        }
        let Opinion { score, depth, line } = &thought.opinion;
        let lines = match (thought.purpose, thought.mv) {
            (Purpose::Move, _) => return self.take_move(thought, now),
            (Purpose::Hint, Some(mv)) => vec![texts.hint(&self.move_text(mv), *score)],
            (Purpose::Evaluation, _) => vec![texts.evaluation(*score, *depth, &self.line_text(line))],
            (Purpose::DrawOffer, _) => {
                let engine = !self.game.position().side_to_move();
                self.answer_draw(engine, *score)
            }
            _ => Vec::new(),
        };
        if self.game.turn() == Some(Seat::Person) {
            self.watch();
        }
        lines
    }

    /// Answers a draw offer to the engine, which plays `side`; the score is Red's.
    fn answer_draw(&mut self, side: Color, score: Score) -> Vec<String> {
        let texts = self.options.texts;
        if !DrawResignPolicy::accepts_draw(for_red(score, side), self.game.position()) {
            return vec![texts.draw_declined().to_owned()];
        }
        self.game.end(Ending::Agreement);
        let mut lines = vec![texts.draw_accepted().to_owned()];
        lines.extend(self.end_if_over());
        lines
    }

    /// Plays the engine's move, or holds it back for a while.
    fn take_move(&mut self, thought: Thought, now: Instant) -> Vec<String> {
        let side = self.game.position().side_to_move();
        let mut lines = Vec::new();
        if self.offer.take() == Some(!side) {
            lines = self.answer_draw(side, thought.opinion.score);
            if self.game.ending().is_some() {
                return lines;
            }
        }
        let due = self.turn_began + self.pace();
        if now < due {
            self.held = Some((thought, due));
        } else {
            lines.extend(self.play_thought(&thought, now));
        }
        lines
    }

    fn play_thought(&mut self, thought: &Thought, now: Instant) -> Vec<String> {
        let Some(mv) = thought.mv else { return Vec::new() };
        let side = self.game.position().side_to_move();
        let mut lines = vec![self.options.texts.plays(side, &self.move_text(mv))];
        lines.extend(self.play(mv, now));
        lines
    }

    /// The time that a person would take for the move: less if there is little choice, and never much of the
    /// clock.
    fn pace(&self) -> Duration {
        if !self.options.is_paced {
            return Duration::ZERO;
        }
        let position = self.game.position();
        let choice = u32::try_from(position.legal_moves().len()).unwrap_or(u32::MAX).min(60);
        // The key varies the delay from move to move, and a repeated game has the same delays.
        let whim = u32::try_from(position.key() % 64).unwrap_or_default();
        let delay = Duration::from_millis((400 + 25 * choice + 25 * whim).into());
        let clock = self.game.clocks().and_then(|clocks| clocks.left()[position.side_to_move()]);
        delay.min(MAX_PACE).min(clock.map_or(MAX_PACE, |left| left / 40))
    }

    /// Returns the time that the side to move has used for this move.
    pub fn used(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.turn_began)
    }

    /// Ends the game if the time of the side to move is up.
    pub fn check_time(&mut self, now: Instant) -> Vec<String> {
        let side = self.game.position().side_to_move();
        let left = self.game.clocks().and_then(|clocks| clocks.left()[side]);
        if self.game.ending().is_none() && left.is_some_and(|left| left < self.used(now)) {
            self.game.end(Ending::Time(side));
        }
        self.end_if_over()
    }

    /// Announces the end, once.
    pub fn end_if_over(&mut self) -> Vec<String> {
        let Some(ending) = self.game.ending().filter(|_| !self.is_announced) else { return Vec::new() };
        self.is_announced = true;
        self.thinker.stop();
        self.held = None;
        let texts = self.options.texts;
        let mut lines = texts.ending(ending, &self.explanation());
        if !self.game.moves().is_empty() {
            lines.extend(self.keep().map(|kept| texts.kept(&kept.path.display().to_string(), kept.number)));
        }
        lines
    }

    fn explanation(&self) -> Explanation {
        let GameConditions { rules, limit, .. } = self.game.conditions;
        Explanation::of(self.game.position(), rules, limit)
    }

    /// Returns the end in words; no lines while the game goes on.
    pub fn ending(&self) -> Vec<String> {
        let ending = self.game.ending();
        ending.map_or_else(Vec::new, |ending| self.options.texts.ending(ending, &self.explanation()))
    }

    /// Follows the evaluation on the person's turns from now on, or no longer.
    pub fn set_watching(&mut self, is_watching: bool) {
        self.is_watching = is_watching;
        if self.game.turn() != Some(Seat::Engine) && !self.is_busy() {
            self.thinker.stop();
            self.watch();
        }
    }

    pub fn is_watching(&self) -> bool {
        self.is_watching
    }

    pub fn watch(&mut self) {
        if self.is_watching && self.game.turn() == Some(Seat::Person) {
            let unlimited = Limits { infinite: true, ..Limits::default() };
            self.thinker.ask(Purpose::Watching, self.game.position(), unlimited);
        }
    }
}
