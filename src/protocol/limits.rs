// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words of a `go` → the limits of a search.

use crate::search::{Clock, Limits};
use std::time::Duration;
use ucci::{Go, RankBase};
use xiangqi::position::Position;
use xiangqi::types::{Color, Depth, Move};

const MAX_MOVES_TO_GO: i64 = 999;

/// Returns the limits that a `go` asks for, without `banmoves`. All limits given apply together; `infinite`
/// yields to any of them. `unit` is the number of milliseconds in UCCI's unit of time; UCI's own keywords
/// count milliseconds.
pub fn limits(go: &Go, position: &Position, unit: i64, ranks: RankBase) -> Limits {
    let mut limits = Limits {
        depth: go.depth.map(|plies| at_least_one(plies.min(Depth::MAX.whole().into()))),
        nodes: go.nodes.map(at_least_one),
        mate: go.mate.map(at_least_one),
        movetime: go.movetime.map(milliseconds),
        ponder: go.ponder,
        search_moves: legal_moves(&go.searchmoves, position, ranks),
        ..Limits::default()
    };
    match clock(go, position.side_to_move(), unit) {
        Some(clock) if clock.time.is_zero() => limits.movetime = Some(Duration::ZERO),
        clock => limits.clock = clock,
    }
    limits.infinite = limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none()
        && limits.movetime.is_none()
        && limits.clock.is_none();
    limits
}

/// Returns the moves among `words` that are legal in `position`.
pub fn legal_moves(words: &[String], position: &Position, ranks: RankBase) -> Vec<Move> {
    words.iter().filter_map(|word| ranks.read(word)).filter(|&mv| position.is_legal(mv)).collect()
}

/// Returns the clock of the side to move. UCCI's keywords take precedence over UCI's, and the clock of the
/// side to move over the opponent's. A UCCI `time` alone is the time for this move.
fn clock(go: &Go, side: Color, unit: i64) -> Option<Clock> {
    let given_moves = go.movestogo.filter(|&moves| moves > 0);
    let (time, increment, moves) = if let Some(time) = go.time {
        let is_alone = go.increment.is_none() && given_moves.is_none();
        let increment = go.increment.map(|increment| increment.saturating_mul(unit));
        (time.saturating_mul(unit), increment, given_moves.or(is_alone.then_some(1)))
    } else {
        let (own, other) = match side {
            Color::Red => ((go.wtime, go.winc), (go.btime, go.binc)),
            Color::Black => ((go.btime, go.binc), (go.wtime, go.winc)),
        };
        (own.0.or(other.0)?, own.1.or(other.1), given_moves)
    };
    Some(Clock {
        time: milliseconds(time),
        increment: milliseconds(increment.unwrap_or(0)),
        moves_to_go: moves.map(|moves| at_least_one(moves.min(MAX_MOVES_TO_GO))),
    })
}

fn milliseconds(time: i64) -> Duration {
    Duration::from_millis(at_least(time, 0)).min(Limits::MAX_TIME)
}

fn at_least_one<T: TryFrom<i64> + From<u8>>(number: i64) -> T {
    at_least(number, 1)
}

/// Returns the number, at least `least`.
fn at_least<T: TryFrom<i64> + From<u8>>(number: i64, least: u8) -> T {
    T::try_from(number.max(least.into())).unwrap_or(T::from(least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ucci::Command;

    fn read(line: &str, unit: i64) -> Limits {
        let Some(Command::Go(go)) = Command::parse(line) else { panic!("{line}") };
        limits(&go, &Position::startpos(), unit, RankBase::Zero)
    }

    fn clock_of(time: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let clock = Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn every_form_of_go_that_programs_send_is_understood() {
        let infinite = Limits { infinite: true, ..Limits::default() };
        let at_once = Limits::movetime(Duration::ZERO);
        for (line, expected) in [
            ("go", infinite.clone()),
            ("go junk depth", infinite.clone()),
            ("go draw", infinite.clone()),
            ("go infinite", infinite.clone()),
            ("go ponder infinite", Limits { ponder: true, ..infinite }),
            ("go  depth 3", Limits::depth(3)),
            ("GO DEPTH  2", Limits::depth(2)),
            ("go infinite depth 3", Limits::depth(3)),
            ("go depth 999999999999999999999999", Limits::depth(100)),
            ("go depth -4", Limits::depth(1)),
            ("go depth x nodes 0", Limits::nodes(1)),
            ("go nodes -1", Limits::nodes(1)),
            ("go nodes 60466176", Limits::nodes(60_466_176)),
            ("go nodes 1e30", Limits::nodes(i64::MAX.unsigned_abs())),
            ("go movetime 200", Limits::movetime(Duration::from_millis(200))),
            ("go movetime 18446744073709551616", Limits::movetime(Limits::MAX_TIME)),
            ("go mate 3", Limits { mate: Some(3), ..Limits::default() }),
            ("go time 1000", clock_of(1000, 0, Some(1))),
            ("go time 1000 movestogo 0", clock_of(1000, 0, Some(1))),
            ("go time 1000 increment 0", clock_of(1000, 0, None)),
            ("go time 1000 increment -1000", clock_of(1000, 0, None)),
            ("go time 1000 movestogo 99999999999999999999", clock_of(1000, 0, Some(999))),
            ("go infinite time 20000", clock_of(20_000, 0, Some(1))),
            ("go time 500 depth 5", Limits { depth: Some(5), ..clock_of(500, 0, Some(1)) }),
            (
                "go time 60000 opptime 60000 movestogo 40 depth 12",
                Limits { depth: Some(12), ..clock_of(60_000, 0, Some(40)) },
            ),
            ("go draw time 500 increment 7 opptime 400 oppincrement 3", clock_of(500, 7, None)),
            ("go wtime 300 btime 200 winc 1 binc 2", clock_of(300, 1, None)),
            ("go btime 200", clock_of(200, 0, None)),
            ("go time -5 increment 0", at_once.clone()),
            ("go wtime 0 btime 5000 winc 100", at_once),
            ("go time 99999999999999999999", clock_of(7 * 24 * 3600 * 1000, 0, Some(1))),
            (
                "go searchmoves h2e2 a0a9 b0c2 depth 2",
                Limits {
                    search_moves: vec!["h2e2".parse().unwrap(), "b0c2".parse().unwrap()],
                    ..Limits::depth(2)
                },
            ),
        ] {
            assert_eq!(read(line, 1), expected, "{line}");
        }
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let Some(Command::Go(go)) = Command::parse("go wtime 300 btime 200 winc 1 binc 2") else { panic!() };
        let black = Position::startpos().after("h2e2".parse().unwrap());
        assert_eq!(limits(&go, &black, 1, RankBase::Zero), clock_of(200, 2, None));
    }

    #[test]
    fn the_unit_of_time_applies_to_ucci_keywords_only() {
        assert_eq!(read("go time 1 increment 2", 1000), clock_of(1000, 2000, None));
        assert_eq!(read("go wtime 300", 1000), clock_of(300, 0, None));
        assert_eq!(read("go time 9223372036854775807", 1000), clock_of(7 * 24 * 3600 * 1000, 0, Some(1)));
        assert_eq!(read("go movetime 200", 1000), Limits::movetime(Duration::from_millis(200)));
    }
}
