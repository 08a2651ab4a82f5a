// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which games are converted: by player, date, result and opening, with or without repeated ones.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;
use xiangqi::notation::{GameResult, Notation, Record};
use xiangqi::openings::Opening;
use xiangqi::types::{Bilingual, bilingual};

#[derive(clap::Args)]
pub struct FilterArgs {
    /// Only games of this player, as Red or Black: part of the name
    #[arg(long, value_name = "NAME", conflicts_with = "moves")]
    player: Option<String>,
    /// Only games of these dates: `2003`, `2003.05`, `2003.05.17`, or a range such as `2001..2003.05`,
    /// `1999..` or `..1999`
    #[arg(long, value_name = "DATES", conflicts_with = "moves")]
    date: Option<Dates>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", conflicts_with = "moves")]
    result: Option<WantedResult>,
    /// Only games with this opening: the beginning of its ECCO code, or part of its name
    #[arg(long, value_name = "TEXT", conflicts_with = "moves")]
    opening: Option<String>,
    /// Leave out games with the same moves as an earlier one
    #[arg(long, conflicts_with = "moves")]
    pub no_duplicates: bool,
}

impl FilterArgs {
    pub fn is_match(&self, record: &Record) -> bool {
        let tag = |name| record.tag(name).unwrap_or_default();
        let has = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
        let is_player = |name: &String| has(tag("Red"), name) || has(tag("Black"), name);
        self.player.as_ref().is_none_or(is_player)
            && self.date.as_ref().is_none_or(|dates| dates.contains(tag("Date")))
            && self.result.is_none_or(|WantedResult(result)| record.result == result)
            && self.opening.as_ref().is_none_or(|opening| {
                let known = Opening::of_record(record);
                let code = known.as_ref().map_or("", |opening| opening.code);
                let begins = |code: &str| code.to_lowercase().starts_with(&opening.to_lowercase());
                let names = |opening: &Opening| {
                    [Notation::Iccs, Notation::Chinese].map(|notation| opening.name(notation))
                };
                begins(code)
                    || begins(tag("ECCO"))
                    || has(tag("Opening"), opening)
                    || known.as_ref().is_some_and(|known| names(known).iter().any(|name| has(name, opening)))
            })
    }
}

#[derive(Clone, Copy)]
struct WantedResult(GameResult);

impl FromStr for WantedResult {
    type Err = Bilingual;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        GameResult::from_words(word).map(Self).ok_or_else(|| {
            bilingual!(
                "'{word}' is not a result (1-0, 0-1, 1/2-1/2 or *)",
                "“{word}”不是结果（1-0、0-1、1/2-1/2 或 *）"
            )
        })
    }
}

/// Years, months or days, from the first to the last.
#[derive(Clone)]
struct Dates {
    first: Vec<u32>,
    last: Vec<u32>,
}

impl Dates {
    /// A date that is known less exactly than the bounds counts if it may be meant.
    fn contains(&self, date: &str) -> bool {
        let numbers = date.split(|c: char| !c.is_ascii_digit()).map_while(|number| number.parse().ok());
        let date: Vec<u32> = numbers.collect();
        let common = |bound: &[u32]| bound.len().min(date.len());
        !date.is_empty()
            && date[..common(&self.first)] >= self.first[..common(&self.first)]
            && date[..common(&self.last)] <= self.last[..common(&self.last)]
    }
}

impl FromStr for Dates {
    type Err = Bilingual;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let bound = |text: &str| {
            let numbers = text.split(['.', '-', '/']).map(|number| number.parse().ok());
            let numbers = numbers.collect::<Option<Vec<u32>>>()?;
            (text.is_empty() || numbers.len() <= 3 && numbers[0] >= 1000).then_some(numbers)
        };
        let bounds = match word.split_once("..") {
            Some(("", last)) => Some(Vec::new()).zip(bound(last)),
            Some((first, "")) => bound(first).zip(Some(Vec::new())),
            Some((first, last)) => bound(first).zip(bound(last)),
            None => bound(word).zip(bound(word)),
        };
        bounds.map(|(first, last)| Self { first, last }).ok_or_else(|| {
            bilingual!(
                "'{word}' is not a date or range of dates (like 2003, 2003.05.17 or 2001..2003)",
                "“{word}”不是日期或日期范围（如 2003、2003.05.17、2001..2003）"
            )
        })
    }
}

/// The games seen so far, by their start positions and moves.
#[derive(Default)]
pub struct Seen(HashMap<u64, usize>);

impl Seen {
    /// Returns the number of the first game with these moves; adds a new one with its number. Games without
    /// moves are never the same.
    pub fn first(&mut self, record: &Record, number: usize) -> Option<usize> {
        if record.line.moves.is_empty() {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        record.start.key().hash(&mut hasher);
        record.line.moves.iter().for_each(|recorded| recorded.mv.hash(&mut hasher));
        let first = *self.0.entry(hasher.finish()).or_insert(number);
        (first != number).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_compared_as_exactly_as_they_are_known() {
        for (dates, inside, outside) in [
            (
                "2003",
                vec!["2003.05.17", "2003.??.??", "2003", "2003-12-31"],
                vec!["2004.01.01", "", "????.??.??"],
            ),
            ("2003.05", vec!["2003.05.31", "2003.??.??"], vec!["2003.06.01", "2003.04.30"]),
            ("2001..2003.05", vec!["2001.01.01", "2003.05.31"], vec!["2000.12.31", "2003.06.01"]),
            ("..1999", vec!["1960.01.01", "1999.12.31"], vec!["2000.01.01", "unknown"]),
            ("1999..", vec!["1999.01.01", "2024.01.01"], vec!["1998.12.31"]),
        ] {
            let dates: Dates = dates.parse().ok().unwrap();
            assert!(inside.iter().all(|date| dates.contains(date)), "{inside:?}");
            assert!(!outside.iter().any(|date| dates.contains(date)), "{outside:?}");
        }
        for wrong in ["", "..", "x", "5", "2003.x", "2003.1.1.1", "2003..y"] {
            assert!(wrong.parse::<Dates>().is_err(), "{wrong}");
        }
    }
}
