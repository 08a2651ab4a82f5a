// SPDX-License-Identifier: MIT OR Apache-2.0
//! The states of a session, as the UCCI specification defines them.
//!
//! ```text
//!              greeting            go
//! Booting ─────────────▶ Idle ───────────▶ Thinking ──────┐
//!                         ▲ │                 ▲           │ search ends, or stop
//!                         │ │   go ponder     │ ponderhit │
//!                         │ └───────────▶ Pondering ──────┤ stop
//!                         └────────── bestmove ───────────┘
//! ```
//!
//! While pondering, or thinking without a limit, the search may end by itself; the engine then holds its
//! answer back (the state "hold" of some descriptions) until `ponderhit` or `stop`. A `go perft` or `bench`
//! leads to Counting, and from there to Idle when all is counted, or by `stop`; a `position` or `go` then
//! waits for the end of the count.

use crate::search::Limits;
use crate::time::Instant;
use std::time::Duration;

/// A `stop` that arrives this soon after an answer was sent before the answer was read, and needs no other.
const CROSSING: Duration = Duration::from_millis(300);

/// The purpose of a `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Draws and resignations are out of place.
    Analysis,
    /// To play a move of a game on a clock.
    Game {
        /// The opponent offers a draw.
        draw_offered: bool,
    },
}

/// How a search ends unless `stop` comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// Its own limit: a depth, a number of nodes, a time for this move, a mate.
    Limit,
    /// The clock of a game.
    Clock,
    /// Nothing.
    Stop,
}

impl SearchEnd {
    fn of(limits: &Limits) -> Self {
        // The time for one move alone is a fixed time.
        let has_clock = limits.clock.is_some_and(|clock| clock.moves_to_go != Some(1));
        if limits.infinite {
            Self::Stop
        } else if has_clock {
            Self::Clock
        } else {
            Self::Limit
        }
    }
}

/// The state of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionState {
    /// No greeting was received yet.
    Booting,
    /// No search is running.
    Idle {
        /// Time of the last answer to `go` or `stop`.
        answered: Option<Instant>,
    },
    /// A search is running and answers as soon as it ends, but without a limit after `stop` only.
    Thinking { purpose: Purpose, end: SearchEnd },
    /// A search is running, or has ended, and answers after `stop`, or as `Thinking` does after `ponderhit`.
    Pondering { purpose: Purpose, end: SearchEnd },
    /// A `go perft` or a `bench` is counting.
    Counting,
}

impl SessionState {
    /// Returns the state after a `go` with these limits.
    pub fn searching(limits: &Limits, purpose: Purpose) -> Self {
        let end = SearchEnd::of(limits);
        if limits.ponder { Self::Pondering { purpose, end } } else { Self::Thinking { purpose, end } }
    }

    /// Returns the state after an answer given now.
    pub fn answered_now() -> Self {
        Self::Idle { answered: Some(Instant::now()) }
    }

    /// Returns true from a `go` until its answer.
    pub fn is_thinking(self) -> bool {
        !matches!(self, Self::Booting | Self::Idle { .. })
    }

    /// Returns true if no answer comes before another command.
    pub fn waits_for_command(self) -> bool {
        matches!(self, Self::Pondering { .. } | Self::Thinking { end: SearchEnd::Stop, .. })
    }

    /// Returns true if the answer is awaited at the end of the input: it comes without another command, and
    /// no opponent's clock runs.
    pub fn outlives_input(self) -> bool {
        matches!(self, Self::Thinking { end: SearchEnd::Limit, .. } | Self::Counting)
    }

    /// Returns true if an answer was given so recently that a `stop` read now crossed it on the way.
    pub fn has_just_answered(self) -> bool {
        matches!(self, Self::Idle { answered: Some(time) } if time.elapsed() < CROSSING)
    }

    /// Returns the purpose of the search that is running.
    pub fn purpose(self) -> Purpose {
        match self {
            Self::Thinking { purpose, .. } | Self::Pondering { purpose, .. } => purpose,
            Self::Booting | Self::Idle { .. } | Self::Counting => Purpose::Analysis,
        }
    }

    /// A greeting, or the first command without one: leaves the boot state.
    pub fn greet(&mut self) {
        if *self == Self::Booting {
            *self = Self::Idle { answered: None };
        }
    }

    /// A `stop`: the answer will be a move without an offer.
    pub fn stop(&mut self) {
        if let Self::Thinking { purpose, .. } | Self::Pondering { purpose, .. } = self {
            *purpose = Purpose::Analysis;
        }
    }

    /// A `ponderhit`, perhaps with a draw offer. Returns true if the engine was pondering.
    pub fn ponder_hit(&mut self, draw: bool) -> bool {
        if let Self::Thinking { purpose, .. } | Self::Pondering { purpose, .. } = self
            && let Purpose::Game { draw_offered } = purpose
        {
            *draw_offered |= draw;
        }
        let Self::Pondering { purpose, end } = *self else { return false };
        *self = Self::Thinking { purpose, end };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Purpose = Purpose::Game { draw_offered: false };

    #[test]
    fn a_ponder_hit_starts_thinking_and_may_bring_a_draw_offer() {
        let pondering = Limits { ponder: true, ..Limits::depth(1) };
        let mut state = SessionState::searching(&pondering, GAME);
        assert!(state.is_thinking() && state.waits_for_command());
        assert!(state.ponder_hit(true));
        let purpose = Purpose::Game { draw_offered: true };
        assert_eq!(state, SessionState::Thinking { purpose, end: SearchEnd::Limit });
        assert!(!state.ponder_hit(false), "a second ponderhit has no effect");
        assert_eq!(state.purpose(), Purpose::Game { draw_offered: true });
        state.stop();
        assert_eq!(state.purpose(), Purpose::Analysis);
    }

    #[test]
    fn an_infinite_search_still_waits_for_stop_after_a_ponder_hit() {
        let limits = Limits { ponder: true, infinite: true, ..Limits::default() };
        let mut state = SessionState::searching(&limits, Purpose::Analysis);
        assert!(state.ponder_hit(false) && state.waits_for_command() && !state.outlives_input());
    }

    #[test]
    fn only_an_idle_session_has_just_answered() {
        assert!(SessionState::answered_now().has_just_answered());
        assert!(!SessionState::Booting.has_just_answered());
        let mut state = SessionState::Booting;
        state.greet();
        assert!(!state.is_thinking() && !state.has_just_answered());
    }
}
