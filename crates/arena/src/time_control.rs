// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time controls, search limits, clocks, and odds: the share of the limit that a handicapped engine gets.

use core::fmt;
use core::str::FromStr;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use xiangqi::types::{Bilingual, Color, Language, bilingual, text};

/// The longest time in seconds, about thirty years: it fits the numbers of both protocols.
const MAX_SECONDS: f64 = 1e9;
/// The largest number in a fraction.
const MAX_TERM: u32 = 1_000_000;

/// A time control: base time for the game or for every N moves of it, and increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The number of moves that the base time is for; `None`: it is for the whole game.
    pub moves: Option<u32>,
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Bilingual> {
        let read = || {
            let (moves, times) = match text.split_once('/') {
                Some((moves, times)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), times),
                None => (None, text),
            };
            let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
            let (base, increment) = (seconds(base)?, seconds(increment)?);
            (!base.is_zero()).then_some(Self { moves, base, increment })
        };
        read().ok_or_else(|| {
            bilingual!(
                "'{text}' is not a time control like 8+0.08 or 40/60+0.6 ([MOVES/]SECONDS[+INCREMENT])",
                "“{text}”不是时限；写法如 8+0.08 或 40/60+0.6（[着数/]秒[+加秒]）"
            )
        })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The limit on an engine's search. The log holds it as the English text, such as `100 ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum SearchLimit {
    Clock(TimeControl),
    Movetime(Duration),
    Nodes(u64),
    Depth(u32),
}

impl SearchLimit {
    pub const fn is_on_time(self) -> bool {
        matches!(self, Self::Clock(_) | Self::Movetime(_))
    }

    pub fn text(self, language: Language) -> String {
        match self {
            Self::Clock(control) => text!(language, "{control} s", "{control}秒"),
            Self::Movetime(time) => text!(language, "{ms} ms", "每着{ms}毫秒", ms = time.as_millis()),
            Self::Nodes(nodes) => text!(language, "{nodes} nodes", "每着{nodes}个节点"),
            Self::Depth(plies) => text!(language, "depth {plies}", "深度{plies}"),
        }
    }
}

impl Default for SearchLimit {
    fn default() -> Self {
        Self::Movetime(Duration::from_millis(100))
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl From<SearchLimit> for String {
    fn from(limit: SearchLimit) -> Self {
        limit.to_string()
    }
}

impl TryFrom<String> for SearchLimit {
    type Error = Bilingual;

    fn try_from(text: String) -> Result<Self, Bilingual> {
        let read = || match text.split_once(' ')? {
            ("depth", plies) => plies.parse().ok().map(Self::Depth),
            (nodes, "nodes") => nodes.parse().ok().map(Self::Nodes),
            (time, "ms") => time.parse().ok().map(Duration::from_millis).map(Self::Movetime),
            (control, "s") => control.parse().ok().map(Self::Clock),
            _ => None,
        };
        read().ok_or_else(|| {
            bilingual!("'{text}' is not a limit like 100 ms", "“{text}”不是限制，写法如 100 ms")
        })
    }
}

/// The clocks of the two sides. A side whose limit is not a time control has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks([Option<Clock>; 2]);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    control: TimeControl,
    left: Duration,
    moves: u32,
}

impl Clocks {
    /// Returns the clocks at the start of a game between sides with these limits; `None` if neither has a
    /// clock.
    pub fn new(limits: [SearchLimit; 2]) -> Option<Self> {
        let clocks = limits.map(|limit| match limit {
            SearchLimit::Clock(control) => Some(Clock { control, left: control.base, moves: 0 }),
            SearchLimit::Movetime(_) | SearchLimit::Nodes(_) | SearchLimit::Depth(_) => None,
        });
        clocks.iter().any(Option::is_some).then_some(Self(clocks))
    }

    /// Returns the clocks of a game under one time control, with the time that Red and Black have left after
    /// these numbers of moves.
    pub fn resumed(control: TimeControl, left: [Duration; 2], moves: [u32; 2]) -> Self {
        let clock = |side: Color| Some(Clock { control, left: left[side], moves: moves[side] });
        Self(Color::ALL.map(clock))
    }

    pub fn control(&self, side: Color) -> Option<TimeControl> {
        self.0[side].map(|clock| clock.control)
    }

    /// Returns the time that Red and Black have left.
    pub fn left(&self) -> [Option<Duration>; 2] {
        self.0.map(|clock| clock.map(|clock| clock.left))
    }

    /// Returns the number of moves that a side has to make until base time is added; `None` if that never
    /// happens.
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        let Clock { control, moves, .. } = self.0[side]?;
        control.moves.map(|period| period - moves % period)
    }

    /// Stops the clock of a side after a move that took `used`, and adds the increment.
    pub fn press(&mut self, side: Color, used: Duration) {
        let Some(Clock { control, left, moves }) = &mut self.0[side] else { return };
        *moves += 1;
        *left = left.saturating_sub(used) + control.increment;
        if control.moves.is_some_and(|period| moves.is_multiple_of(period)) {
            *left += control.base;
        }
    }
}

/// A share of a limit: `1/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    numerator: u32,
    denominator: u32,
}

impl FromStr for Odds {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let term = |text: &str| text.trim().parse().ok().filter(|term| (1..=MAX_TERM).contains(term));
        text.split_once('/')
            .and_then(|(over, under)| Some(Self { numerator: term(over)?, denominator: term(under)? }))
            .ok_or_else(|| bilingual!("'{text}' is not a share like 1/8", "“{text}”不是份额，写法如 1/8"))
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl Odds {
    /// Returns this share of a limit on time or nodes, in whole milliseconds and nodes; fails if the share is
    /// empty, or if the limit is a depth, which has no shares.
    pub fn of(self, limit: SearchLimit) -> Result<SearchLimit, Bilingual> {
        let share = match limit {
            SearchLimit::Nodes(nodes) => self.share(nodes.into()).map(SearchLimit::Nodes),
            SearchLimit::Movetime(time) => self.time(time).map(SearchLimit::Movetime),
            SearchLimit::Clock(control) => self.time(control.base).map(|base| {
                let increment = self.time(control.increment).unwrap_or_default();
                SearchLimit::Clock(TimeControl { base, increment, ..control })
            }),
            SearchLimit::Depth(_) => None,
        };
        share.ok_or_else(|| {
            Bilingual::new(|language| {
                text!(
                    language,
                    "{self} of {limit} leaves less than a millisecond, a node, or a whole number of plies",
                    "{limit}的{self}不足一毫秒、一个节点或一层",
                    limit = limit.text(language)
                )
            })
        })
    }

    /// Returns this share of a number, unless it is zero.
    fn share(self, number: u128) -> Option<u64> {
        let share = number * u128::from(self.numerator) / u128::from(self.denominator);
        (share > 0).then(|| u64::try_from(share).unwrap_or(u64::MAX))
    }

    fn time(self, time: Duration) -> Option<Duration> {
        self.share(time.as_millis()).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_read_back_as_written() {
        for (text, written) in [
            ("8+0.08", "8+0.08"),
            ("40/60+0.6", "40/60+0.6"),
            ("60", "60+0"),
            ("0.5+0", "0.5+0"),
            ("40/0.25", "40/0.25+0"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(control));
        }
    }

    #[test]
    fn invalid_time_controls_are_rejected() {
        for text in
            ["", "+1", "0+1", "-1+1", "8+", "8+x", "0/8", "x/8", "8+-1", "inf", "nan+1", "1e10", "8+1+1"]
        {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}' is not a time control")), "{error}");
        }
    }

    #[test]
    fn the_log_holds_limits_as_english_text() {
        for (limit, english, chinese) in [
            (SearchLimit::Clock("40/8+0.08".parse().unwrap()), "40/8+0.08 s", "40/8+0.08秒"),
            (SearchLimit::default(), "100 ms", "每着100毫秒"),
            (SearchLimit::Nodes(5000), "5000 nodes", "每着5000个节点"),
            (SearchLimit::Depth(8), "depth 8", "深度8"),
        ] {
            assert_eq!(Language::ALL.map(|language| limit.text(language)), [english, chinese]);
            let json = serde_json::to_value(limit).unwrap();
            assert_eq!(json, english);
            assert_eq!(serde_json::from_value::<SearchLimit>(json).unwrap(), limit);
        }
        for text in ["", "100", "ms", "x ms", "x s", "depth 1.5", "9 nodes 9"] {
            assert!(SearchLimit::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_get_time_back() {
        let second = Duration::from_secs(1);
        let clock = |text: &str| SearchLimit::Clock(text.parse().unwrap());
        let mut clocks = Clocks::new([clock("2/10+1"), clock("5+1")]).unwrap();
        assert_eq!((clocks.moves_to_go(Color::Red), clocks.moves_to_go(Color::Black)), (Some(2), None));
        clocks.press(Color::Red, 3 * second);
        assert_eq!(
            (clocks.left(), clocks.moves_to_go(Color::Red)),
            ([8, 5].map(|s| Some(s * second)), Some(1))
        );
        clocks.press(Color::Red, 20 * second);
        assert_eq!((clocks.left()[0], clocks.moves_to_go(Color::Red)), (Some(11 * second), Some(2)));
    }

    #[test]
    fn a_side_without_a_time_control_has_no_clock() {
        let nodes = SearchLimit::Nodes(9);
        assert_eq!(Clocks::new([nodes; 2]), None);
        let mut clocks = Clocks::new([nodes, SearchLimit::Clock("5".parse().unwrap())]).unwrap();
        clocks.press(Color::Red, Duration::from_secs(9));
        assert_eq!(clocks.left(), [None, Some(Duration::from_secs(5))]);
    }

    #[test]
    fn a_share_of_a_limit_is_a_limit() {
        let clock = |text: &str| SearchLimit::Clock(text.parse().unwrap());
        let movetime = |ms| SearchLimit::Movetime(Duration::from_millis(ms));
        for (odds, limit, expected) in [
            ("1/8", clock("8+0.08"), Some(clock("1+0.01"))),
            ("1/8", clock("40/8+0.001"), Some(clock("40/1"))),
            ("1/8", movetime(100), Some(movetime(12))),
            ("3/2", SearchLimit::Nodes(1000), Some(SearchLimit::Nodes(1500))),
            ("1/8", SearchLimit::Nodes(7), None),
            ("1/8", movetime(7), None),
            ("1/2", SearchLimit::Depth(8), None),
        ] {
            assert_eq!(odds.parse::<Odds>().unwrap().of(limit).ok(), expected, "{odds} of {limit}");
        }
        let error = "1/8".parse::<Odds>().unwrap().of(SearchLimit::Nodes(7)).unwrap_err();
        assert!(error.to_string().starts_with("1/8 of 7 nodes leaves less than "), "{error}");
    }

    #[test]
    fn odds_read_back() {
        assert_eq!("1/8".parse::<Odds>().unwrap().to_string(), "1/8");
        for text in ["", "8", "1/0", "0/1", "-1/2", "1/2/3", "1/9999999"] {
            assert_eq!(
                text.parse::<Odds>(),
                Err(bilingual!("'{text}' is not a share like 1/8", "“{text}”不是份额，写法如 1/8"))
            );
        }
    }
}
