// SPDX-License-Identifier: MIT OR Apache-2.0
//! Limits → the words of a `go`.
//!
//! UCCI has no fixed time a move; a clock with one move to go means the same, though engines that keep something back
//! from clocks, as this one does, think a little shorter then.

use crate::arena::{Clocks, Limit, TimeControl};
use crate::protocol::{Dialect, Go};
use crate::types::Color;
use std::time::Duration;

/// How an engine is talked to about time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// UCCI in milliseconds.
    Ucci,
    /// UCCI in seconds, as engines want it that do not speak of milliseconds.
    UcciSeconds,
    /// UCI.
    Uci,
}

impl Manner {
    pub fn dialect(self) -> Dialect {
        match self {
            Self::Ucci | Self::UcciSeconds => Dialect::Ucci,
            Self::Uci => Dialect::Uci,
        }
    }
}

/// The words for `side` to think within `limit`.
pub fn go(limit: Limit, clocks: Option<&Clocks>, side: Color, manner: Manner) -> Go {
    let is_uci = manner == Manner::Uci;
    let time = |time: Duration| {
        let number = if manner == Manner::UcciSeconds { time.as_secs().into() } else { time.as_millis() };
        Some(i64::try_from(number).unwrap_or(i64::MAX))
    };
    match limit {
        Limit::Nodes(nodes) => Go { nodes: Some(i64::try_from(nodes).unwrap_or(i64::MAX)), ..Go::default() },
        Limit::Depth(plies) => Go { depth: Some(plies.into()), ..Go::default() },
        Limit::Movetime(limit) if is_uci => Go { movetime: time(limit), ..Go::default() },
        Limit::Movetime(limit) => Go { time: time(limit), movestogo: Some(1), ..Go::default() },
        Limit::Clock(control) => {
            let clocks = clocks.copied().unwrap_or_else(|| Clocks::new(control));
            if is_uci {
                uci_clock(control, &clocks, side, time)
            } else {
                ucci_clock(control, &clocks, side, time)
            }
        }
    }
}

/// Clocks as the mover and the opponent have them. Moves to go and increment exclude each other in UCCI, unless a
/// time control has both.
fn ucci_clock(
    control: TimeControl,
    clocks: &Clocks,
    side: Color,
    time: impl Fn(Duration) -> Option<i64>,
) -> Go {
    let has_increment = control.moves.is_none() || !control.increment.is_zero();
    let increment = if has_increment { time(control.increment) } else { None };
    Go {
        time: time(clocks.left()[side]),
        increment,
        movestogo: clocks.moves_to_go(side).map(i64::from),
        opptime: time(clocks.left()[!side]),
        oppincrement: increment,
        oppmovestogo: clocks.moves_to_go(!side).map(i64::from),
        ..Go::default()
    }
}

/// Clocks as Red (white) and Black have them. An empty clock shows a millisecond: zero is no time at all to some.
fn uci_clock(
    control: TimeControl,
    clocks: &Clocks,
    side: Color,
    time: impl Fn(Duration) -> Option<i64>,
) -> Go {
    let [red, black] = clocks.left().map(|left| time(left.max(Duration::from_millis(1))));
    let increment = time(control.increment);
    Go {
        wtime: red,
        btime: black,
        winc: increment,
        binc: increment,
        movestogo: clocks.moves_to_go(side).map(i64::from),
        ..Go::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Command;

    fn line(limit: Limit, clocks: Option<&Clocks>, manner: Manner) -> String {
        Command::Go(Box::new(go(limit, clocks, Color::Red, manner))).to_line(manner.dialect())
    }

    fn clock(text: &str, manner: Manner) -> String {
        let control = text.parse().unwrap();
        let mut clocks = Clocks::new(control);
        clocks.press(Color::Red, Duration::from_millis(2500));
        line(Limit::Clock(control), Some(&clocks), manner)
    }

    #[test]
    fn fixed_limits_are_worded_for_both_dialects() {
        let limits = [Limit::Movetime(Duration::from_millis(100)), Limit::Nodes(1000), Limit::Depth(6)];
        let lines = |manner| limits.map(|limit| line(limit, None, manner));
        assert_eq!(lines(Manner::Ucci), ["go time 100 movestogo 1", "go nodes 1000", "go depth 6"]);
        assert_eq!(lines(Manner::UcciSeconds), ["go time 0 movestogo 1", "go nodes 1000", "go depth 6"]);
        assert_eq!(lines(Manner::Uci), ["go movetime 100", "go nodes 1000", "go depth 6"]);
    }

    #[test]
    fn clocks_are_the_movers_in_ucci_and_red_and_blacks_in_uci() {
        for (control, manner, expected) in [
            ("8+0.5", Manner::Ucci, "go time 6000 increment 500 opptime 8000 oppincrement 500"),
            ("8+1", Manner::UcciSeconds, "go time 6 increment 1 opptime 8 oppincrement 1"),
            ("8+0.5", Manner::Uci, "go wtime 6000 btime 8000 winc 500 binc 500"),
            ("40/8", Manner::Ucci, "go time 5500 movestogo 39 opptime 8000 oppmovestogo 40"),
            (
                "40/8+1",
                Manner::Ucci,
                "go time 6500 increment 1000 movestogo 39 opptime 8000 oppincrement 1000 oppmovestogo 40",
            ),
            ("40/8", Manner::Uci, "go movestogo 39 wtime 5500 btime 8000 winc 0 binc 0"),
            ("1", Manner::Ucci, "go time 0 increment 0 opptime 1000 oppincrement 0"),
            ("1", Manner::Uci, "go wtime 1 btime 1000 winc 0 binc 0"),
        ] {
            assert_eq!(clock(control, manner), expected);
        }
    }
}
