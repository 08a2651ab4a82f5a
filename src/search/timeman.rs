// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time management: how long a move may take.
//!
//! A clock gives two limits. After the *soft* limit no new iteration begins; it grows when the best move
//! changes or the score drops, and shrinks when one move has taken nearly all nodes for several iterations.
//! The *hard* limit is never exceeded. A fixed time for the move is a hard limit only. While pondering the
//! clock does not run, but the time counts towards the soft limit: a ponder hit after it is answered at once.

use super::limits::{Clock, Limits};
use super::settings::Settings;
use crate::time::Instant;
use std::time::Duration;
use xiangqi::types::Value;

/// Kept back from a fixed time for the move, to write the answer.
const OUTPUT_DELAY: Duration = Duration::from_millis(1);
/// Number of moves that the time of a clock without moves to go is divided by.
const HORIZON: f64 = 31.0;
/// Upper limit of the moves to go.
const MOST_MOVES_TO_GO: f64 = 50.0;
/// Largest share of a clock for one move.
const MAX_SHARE: f64 = 0.7;
/// The hard limit as a multiple of the soft one.
const STRETCH: f64 = 5.0;

/// The time limits of one search.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeManager {
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Iterations in a row with the same best move.
    stable: u32,
    /// Changes of the best move, where each iteration counts half as much as the next.
    changes: f64,
    last_score: Option<Value>,
    /// The soft limit, scaled after the last iteration.
    target: Option<Duration>,
}

impl TimeManager {
    pub fn new(limits: &Limits, settings: &Settings) -> Self {
        let mut soft = None;
        let mut hard = limits.movetime.map(|time| {
            let kept = OUTPUT_DELAY.min(time / 4);
            time.saturating_sub(kept)
        });
        if let Some(clock) = limits.clock {
            let (clock_soft, clock_hard) = allot(clock, settings);
            // Time for one move alone is a fixed time: unused time is lost.
            soft = (clock.moves_to_go != Some(1)).then_some(clock_soft);
            hard = Some(hard.map_or(clock_hard, |hard| hard.min(clock_hard)));
        }
        Self { soft, hard, stable: 0, changes: 0.0, last_score: None, target: soft }
    }

    /// Returns true if there is a time limit.
    pub fn is_timed(&self) -> bool {
        self.hard.is_some()
    }

    /// Returns true if the time is for this move alone: unused time is lost.
    pub fn is_fixed(&self) -> bool {
        self.is_timed() && self.soft.is_none()
    }

    /// Returns true if the search must end now. `elapsed` is the time on the engine's own clock.
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// Returns true if half of the time meant for the move is over.
    pub fn is_half_over(&self, elapsed: Duration) -> bool {
        self.soft.or(self.hard).is_some_and(|time| elapsed >= time / 2)
    }

    /// Returns the time until the hard limit.
    pub fn left(&self, elapsed: Duration) -> Duration {
        self.hard.map_or(Duration::MAX, |hard| hard.saturating_sub(elapsed))
    }

    /// Returns true if no new iteration should begin after `total` time, pondering included.
    pub fn is_target_passed(&self, total: Duration) -> bool {
        self.target.is_some_and(|target| total >= target)
    }

    /// Scales the soft limit after an iteration; `share` is the share of all nodes spent on the best move.
    pub fn iteration_done(&mut self, same_move: bool, score: Value, share: f64) {
        self.stable = if same_move { self.stable + 1 } else { 0 };
        self.changes = self.changes / 2.0 + if same_move { 0.0 } else { 1.0 };
        let drop = self.last_score.map_or(0, |last| last - score);
        self.last_score = Some(score);
        let effort = (3.0 - 2.6 * share).clamp(0.55, 2.0);
        let stability = (1.25 - 0.045 * f64::from(self.stable)).max(0.72);
        let falling = (0.85 + 0.02 * f64::from(drop)).clamp(0.72, 1.4);
        let unrest = 1.0 + 0.25 * (1.0 + self.changes).ln();
        let factor = effort * stability * falling * unrest;
        self.target = self.soft.map(|soft| soft.mul_f64(factor).min(self.hard.unwrap_or(Duration::MAX)));
    }
}

/// The nodes from one question to the clock to the next: hundreds, but few while nodes are slow. In memory
/// that is used for the first time a node may take thousands of times as long as usual.
#[derive(Clone, Debug)]
pub struct PollInterval {
    nodes: u64,
    last: Instant,
}

impl PollInterval {
    /// Usual nodes: half a millisecond.
    const MOST: u64 = 512;
    /// Time for an interval.
    const LONG: Duration = Duration::from_millis(1);

    /// Begins with a single node.
    pub fn new() -> Self {
        Self { nodes: 1, last: Instant::now() }
    }

    /// Returns the number of nodes for the next interval; the last one has just ended.
    pub fn next(&mut self) -> u64 {
        let now = Instant::now();
        let is_slow = now.duration_since(self.last) > Self::LONG;
        self.nodes = if is_slow { (self.nodes / 4).max(1) } else { (self.nodes * 2).min(Self::MOST) };
        self.last = now;
        self.nodes
    }
}

/// Returns the soft and the hard limit for a clock.
fn allot(clock: Clock, settings: &Settings) -> (Duration, Duration) {
    let overhead = settings.move_overhead.as_secs_f64();
    let total = clock.time.as_secs_f64();
    let increment = clock.increment.as_secs_f64();
    // With less time left than the overhead, a tenth of it must do.
    let usable = (total - overhead).max(total / 10.0);
    let (mut soft, mut hard) = match clock.moves_to_go {
        Some(1) => (usable, usable),
        Some(moves) => {
            let moves = f64::from(moves.max(1)).min(MOST_MOVES_TO_GO);
            let base = usable / moves + 0.75 * increment;
            (0.9 * base, (STRETCH * base).min(0.8 * usable))
        }
        None => {
            let soft = usable / HORIZON + 0.75 * increment;
            (soft, (STRETCH * soft).min(MAX_SHARE * usable))
        }
    };
    if settings.ponder {
        soft *= 1.25;
    }
    hard = hard.min(usable).max(0.0);
    soft = soft.min(hard);
    (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        allot(clock, &Settings::default())
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for time in [0, 1, 5, 20, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(999)] {
                    let (soft, hard) = limits(time, increment, moves);
                    let left = Duration::from_millis(time);
                    assert!(soft <= hard && hard <= left, "{time} {increment} {moves:?}: {soft:?} {hard:?}");
                    assert!(time < 300 || hard + Settings::default().move_overhead <= left);
                }
            }
        }
    }

    #[test]
    fn one_move_to_go_takes_all_but_the_overhead() {
        assert_eq!(limits(1_000, 0, Some(1)).1, Duration::from_millis(970));
    }

    #[test]
    fn an_unsettled_search_gets_more_time() {
        let limits = Limits {
            clock: Some(Clock {
                time: Duration::from_secs(60),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        let manager = TimeManager::new(&limits, &Settings::default());
        let soft = manager.soft.unwrap();
        let (mut calm, mut restless) = (manager.clone(), manager);
        for _ in 0..6 {
            calm.iteration_done(true, 10, 0.95);
            restless.iteration_done(false, 10, 0.3);
        }
        assert!(calm.is_target_passed(soft) && !restless.is_target_passed(soft));
    }
}
