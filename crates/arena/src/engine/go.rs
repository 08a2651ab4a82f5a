// SPDX-License-Identifier: MIT OR Apache-2.0
//! The arguments of `go` for a search limit, and of UCCI's `banmoves`: the moves that lose at once by the
//! repetition rules, since an engine may know other rules, or none.
//!
//! UCCI has no fixed time per move. A clock with one move to go means nearly the same, but engines keep a
//! reserve on a clock. chuhe takes UCI's `movetime` in UCCI too, so that it gets the same time in either.

use crate::time_control::{Clocks, SearchLimit, TimeControl};
use std::time::Duration;
use ucci::{Dialect, Go};
use xiangqi::position::Position;
use xiangqi::rules::{RuleSet, Verdict, judge_repetition};
use xiangqi::types::{Color, Move};

/// The number of reversible plies before a move can complete a threefold repetition: two cycles of two moves
/// by each side, less that move.
const MIN_REVERSIBLE_PLIES: usize = 7;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoDialect {
    /// UCCI in milliseconds.
    Ucci,
    /// UCCI in milliseconds with UCI's `movetime`, as chuhe understands it.
    UcciMovetime,
    /// UCCI in whole seconds, for engines without the option `usemillisec`.
    UcciSeconds,
    Uci,
}

impl GoDialect {
    pub fn dialect(self) -> Dialect {
        match self {
            Self::Ucci | Self::UcciMovetime | Self::UcciSeconds => Dialect::Ucci,
            Self::Uci => Dialect::Uci,
        }
    }
}

/// Returns the arguments of `go` that make `side` think within `limit`.
pub fn go(limit: SearchLimit, clocks: Option<&Clocks>, side: Color, go_dialect: GoDialect) -> Go {
    let is_uci = go_dialect == GoDialect::Uci;
    let time = |time: Duration| {
        let number =
            if go_dialect == GoDialect::UcciSeconds { time.as_secs().into() } else { time.as_millis() };
        Some(i64::try_from(number).unwrap_or(i64::MAX))
    };
    match limit {
        SearchLimit::Nodes(nodes) => {
            Go { nodes: Some(i64::try_from(nodes).unwrap_or(i64::MAX)), ..Go::default() }
        }
        SearchLimit::Depth(plies) => Go { depth: Some(plies.into()), ..Go::default() },
        SearchLimit::Movetime(limit) if matches!(go_dialect, GoDialect::Uci | GoDialect::UcciMovetime) => {
            Go { movetime: time(limit), ..Go::default() }
        }
        SearchLimit::Movetime(limit) => Go { time: time(limit), movestogo: Some(1), ..Go::default() },
        SearchLimit::Clock(control) => {
            let clocks = clocks.copied().or_else(|| Clocks::new([limit; 2])).expect("a clock was given");
            if is_uci { uci_clock(&clocks, side, time) } else { ucci_clock(control, &clocks, side, time) }
        }
    }
}

/// Clocks of the mover and of the opponent, if it has one. Moves to go and increment exclude each other in
/// UCCI, unless a time control has both.
fn ucci_clock(
    control: TimeControl,
    clocks: &Clocks,
    side: Color,
    time: impl Fn(Duration) -> Option<i64>,
) -> Go {
    let increment = |control: TimeControl| {
        let has_increment = control.moves.is_none() || !control.increment.is_zero();
        if has_increment { time(control.increment) } else { None }
    };
    Go {
        time: clocks.left()[side].and_then(&time),
        increment: increment(control),
        movestogo: clocks.moves_to_go(side).map(i64::from),
        opptime: clocks.left()[!side].and_then(&time),
        oppincrement: clocks.control(!side).and_then(increment),
        oppmovestogo: clocks.moves_to_go(!side).map(i64::from),
        ..Go::default()
    }
}

/// Clocks of Red (white) and Black, if they have clocks. An empty clock is sent as one millisecond:
/// some engines take zero for no clock.
fn uci_clock(clocks: &Clocks, side: Color, time: impl Fn(Duration) -> Option<i64>) -> Go {
    let left = clocks.left().map(|left| left.and_then(|left| time(left.max(Duration::from_millis(1)))));
    let increment = |side| clocks.control(side).and_then(|control| time(control.increment));
    Go {
        wtime: left[Color::Red],
        btime: left[Color::Black],
        winc: increment(Color::Red),
        binc: increment(Color::Black),
        movestogo: clocks.moves_to_go(side).map(i64::from),
        ..Go::default()
    }
}

/// Returns the moves with which the side to move loses at once by the repetition rules; none if all moves do.
pub fn banned_moves(position: &Position, rules: RuleSet) -> Vec<Move> {
    let history = position.history();
    let reversible = usize::from(position.state().reversible).min(history.len());
    if reversible < MIN_REVERSIBLE_PLIES {
        return Vec::new();
    }
    let past = &history[history.len() - reversible..];
    // A position is judged at its third occurrence.
    let recurs = |mv: Move| {
        let key = position.key_after(mv);
        past.iter().filter(|state| state.key == key).nth(1).is_some()
    };
    let moves = position.legal_moves();
    let mut after = position.clone();
    let mut loses = |mv: Move| {
        after.play_unchecked(mv);
        let verdict = judge_repetition(&after, rules);
        after.undo();
        verdict == Some(Verdict::Win)
    };
    let banned: Vec<Move> = moves.iter().copied().filter(|&mv| recurs(mv) && loses(mv)).collect();
    if banned.len() == moves.len() { Vec::new() } else { banned }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ucci::Command;
    use xiangqi::notation::START_FEN;

    fn line(limit: SearchLimit, clocks: Option<&Clocks>, go_dialect: GoDialect) -> String {
        Command::Go(Box::new(go(limit, clocks, Color::Red, go_dialect))).to_line(go_dialect.dialect())
    }

    fn clock(text: &str, go_dialect: GoDialect) -> String {
        let control = text.parse().unwrap();
        let mut clocks = Clocks::new([SearchLimit::Clock(control); 2]).unwrap();
        clocks.press(Color::Red, Duration::from_millis(2500));
        line(SearchLimit::Clock(control), Some(&clocks), go_dialect)
    }

    #[test]
    fn fixed_limits_are_written_in_both_dialects() {
        let limits = [
            SearchLimit::Movetime(Duration::from_millis(100)),
            SearchLimit::Nodes(1000),
            SearchLimit::Depth(6),
        ];
        let lines = |go_dialect| limits.map(|limit| line(limit, None, go_dialect));
        assert_eq!(lines(GoDialect::Ucci), ["go time 100 movestogo 1", "go nodes 1000", "go depth 6"]);
        assert_eq!(lines(GoDialect::UcciSeconds), ["go time 0 movestogo 1", "go nodes 1000", "go depth 6"]);
        for go_dialect in [GoDialect::Uci, GoDialect::UcciMovetime] {
            assert_eq!(lines(go_dialect), ["go movetime 100", "go nodes 1000", "go depth 6"]);
        }
    }

    #[test]
    fn clocks_are_the_movers_in_ucci_and_red_and_blacks_in_uci() {
        for (control, go_dialect, expected) in [
            ("8+0.5", GoDialect::Ucci, "go time 6000 increment 500 opptime 8000 oppincrement 500"),
            ("8+1", GoDialect::UcciMovetime, "go time 6500 increment 1000 opptime 8000 oppincrement 1000"),
            ("8+1", GoDialect::UcciSeconds, "go time 6 increment 1 opptime 8 oppincrement 1"),
            ("8+0.5", GoDialect::Uci, "go wtime 6000 btime 8000 winc 500 binc 500"),
            ("40/8", GoDialect::Ucci, "go time 5500 movestogo 39 opptime 8000 oppmovestogo 40"),
            (
                "40/8+1",
                GoDialect::Ucci,
                "go time 6500 increment 1000 movestogo 39 opptime 8000 oppincrement 1000 oppmovestogo 40",
            ),
            ("40/8", GoDialect::Uci, "go movestogo 39 wtime 5500 btime 8000 winc 0 binc 0"),
            ("1", GoDialect::Ucci, "go time 0 increment 0 opptime 1000 oppincrement 0"),
            ("1", GoDialect::Uci, "go wtime 1 btime 1000 winc 0 binc 0"),
        ] {
            assert_eq!(clock(control, go_dialect), expected);
        }
    }

    #[test]
    fn an_opponent_without_a_clock_is_left_out() {
        let clock = SearchLimit::Clock("8+1".parse().unwrap());
        let clocks = Clocks::new([clock, SearchLimit::Nodes(9)]);
        for (go_dialect, expected) in
            [(GoDialect::Ucci, "go time 8000 increment 1000"), (GoDialect::Uci, "go wtime 8000 winc 1000")]
        {
            assert_eq!(line(clock, clocks.as_ref(), go_dialect), expected);
        }
    }

    fn bans(fen: &str, moves: &str, rules: RuleSet) -> String {
        let mut position = Position::from_fen(fen).unwrap();
        moves.split_whitespace().for_each(|word| position.play(word.parse().unwrap()).unwrap());
        let bans = banned_moves(&position, rules);
        bans.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_move_that_repeats_a_perpetual_check_is_banned() {
        let fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
        let cycle = "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9";
        assert_eq!(bans(fen, cycle, RuleSet::Asian), "a8a9");
        assert_eq!(bans(fen, cycle, RuleSet::AlwaysDraw), "");
        assert_eq!(bans(fen, &cycle[..20], RuleSet::Asian), "", "not yet the third time");
    }

    #[test]
    fn the_move_that_repeats_a_perpetual_chase_is_banned() {
        let fen = "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b";
        let cycle = "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6";
        assert_eq!(bans(fen, cycle, RuleSet::Asian), "h2g2");
        assert_eq!(bans(fen, cycle, RuleSet::CheckBan), "");
    }

    #[test]
    fn harmless_repetitions_are_allowed() {
        assert_eq!(bans(START_FEN, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0", RuleSet::Asian), "");
        assert_eq!(bans(START_FEN, "", RuleSet::Asian), "");
    }
}
