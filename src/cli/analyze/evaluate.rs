// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search of one position after another, and its limits in words.

use crate::cli::interrupt;
use crate::engine::Engine;
use crate::review::{PositionEvaluation, Review};
use crate::search::Limits;
use crate::types::{Language, text};
use std::time::Duration;

/// Interval at which the progress bar is redrawn while nothing happens.
pub const TICK: Duration = Duration::from_millis(200);

/// Evaluates the next position; `None` if there is none, or Ctrl-C was pressed.
pub fn next(review: &Review, engine: &mut Engine, limits: &Limits) -> Option<PositionEvaluation> {
    if interrupt::is_pressed() {
        return None;
    }
    review.evaluate_next(engine, limits).filter(|_| !interrupt::is_pressed())
}

/// The limits in English and Chinese.
pub fn words(limits: &Limits) -> [String; 2] {
    Language::ALL.map(|language| {
        let parts = [
            limits.depth.map(|plies| text!(language, "depth {plies}", "深度{plies}")),
            limits.nodes.map(|nodes| text!(language, "{nodes} nodes per move", "每着{nodes}个节点")),
            limits.movetime.map(|time| {
                let time = time.as_millis();
                text!(language, "{time} ms per move", "每着{time}毫秒")
            }),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(language.pick(", ", "，"))
    })
}
