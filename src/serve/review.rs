// SPDX-License-Identifier: MIT OR Apache-2.0
//! The review of a game for a client, position by position.

use super::engines::{Engines, LentEngine};
use super::game;
use super::message::{Answer, Both, MoveText, RedScore, ReviewStep, Verdict, both};
use crate::engine::Level;
use crate::notation::Notation;
use crate::position::Position;
use crate::review::{Remark, Review};
use crate::search::{Limits, Settings};
use crate::types::{Color, Language};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Bounds of the time for one position, in milliseconds.
const MOVETIMES: [u64; 2] = [10, 1000];

/// Reviews the game that led to `position`, until it is done or `stopped`. This blocks its thread.
pub fn review(
    mut engine: LentEngine,
    engines: &Arc<Engines>,
    position: &Position,
    movetime: u64,
    out: &mpsc::Sender<Answer>,
    mut stopped: oneshot::Receiver<()>,
) {
    let start = game::start(position);
    let moves: Vec<_> = position.moves().collect();
    let settings = Settings { multi_pv: 1, ..engine.get().settings().clone() };
    engine.prepare(settings, Level::FULL, false);
    let engine = engine.get();
    let limits = Limits::movetime(Duration::from_millis(movetime.clamp(MOVETIMES[0], MOVETIMES[1])));
    let mut review = match Review::new(&start, &moves, engine.settings()) {
        Ok(review) => review.with_books(&engines.knowledge.books),
        Err(error) => {
            let error: Both = both(|language: Language| error.text(language));
            let _ = out.blocking_send(Answer::Error { error });
            return;
        }
    };
    let positions: Vec<_> = review.positions().collect();
    while matches!(stopped.try_recv(), Err(oneshot::error::TryRecvError::Empty)) {
        let Some(evaluation) = review.evaluate_next(engine, &limits) else { break };
        review.add(evaluation);
        let step = step(&review, &positions);
        if out.blocking_send(Answer::Reviewed(Box::new(step))).is_err() {
            return;
        }
    }
    // The client may have gone.
    let _ = out.blocking_send(Answer::Done);
}

/// The latest evaluation and the verdict on the move before it.
fn step(review: &Review, positions: &[Position]) -> ReviewStep {
    let ply = review.evaluations().len() - 1;
    let evaluation = &review.evaluations()[ply];
    let verdict = ply.checked_sub(1).and_then(|before| {
        let verdict = review.verdicts().get(before)?;
        let best = review.evaluations()[before].line.first();
        let words = |notation: Notation| {
            let best = best.map(|&best| notation.write(&positions[before], best)).unwrap_or_default();
            both(|language| verdict.words(&best, language).unwrap_or_default())
        };
        Some(Verdict {
            mark: verdict.mark.map(|mark| mark as usize),
            book: verdict.remarks.contains(&Remark::BookMove),
            words: Notation::ALL.map(words),
        })
    });
    ReviewStep {
        ply,
        plies: review.moves().len(),
        score: RedScore::of(&positions[ply], evaluation.score),
        pv: MoveText::line(&positions[ply], &evaluation.line),
        verdict,
        accuracy: Color::ALL.map(|side| review.summary(side).accuracy),
    }
}
