// SPDX-License-Identifier: MIT OR Apache-2.0
//! One match from the logs of its parts.

use super::logged_game::LoggedGame;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use thiserror::Error;

/// The games do not belong to one match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// Two games with the same number.
    #[error("two different games have the number {}", .0 + 1)]
    Twice(usize),
    /// Different conditions.
    #[error("game {} was played under '{here}', game {} under '{there}': these are two matches", .game + 1, .other + 1)]
    Conditions {
        /// A game's number.
        game: usize,
        /// Its limit or rules.
        here: String,
        /// Another game's number.
        other: usize,
        /// Its limit or rules.
        there: String,
    },
}

/// Returns the games ordered by number. The same game may occur several times.
///
/// # Errors
/// If two different games have the same number, or if the games differ in limit or rules.
pub fn merge(records: impl IntoIterator<Item = LoggedGame>) -> Result<Vec<LoggedGame>, MergeError> {
    let mut games = BTreeMap::new();
    for record in records {
        match games.entry(record.game) {
            Entry::Vacant(place) => _ = place.insert(record),
            Entry::Occupied(place) if *place.get() == record => {}
            Entry::Occupied(_) => return Err(MergeError::Twice(record.game)),
        }
    }
    let games: Vec<LoggedGame> = games.into_values().collect();
    for pair in games.windows(2) {
        let [one, other] = pair else { continue };
        for (here, there) in [(&other.limit, &one.limit), (&other.rules, &one.rules)] {
            if here != there {
                let (here, there) = (here.clone(), there.clone());
                return Err(MergeError::Conditions { game: other.game, here, other: one.game, there });
            }
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::samples;

    fn game(number: usize, limit: &str, result: &str) -> LoggedGame {
        LoggedGame { limit: limit.to_owned(), ..samples::game(number, result) }
    }

    #[test]
    fn parts_are_ordered_and_the_same_game_counts_once() {
        let [one, two, three] = [0, 1, 2].map(|number| game(number, "100 ms", "1-0"));
        let merged = merge([three.clone(), one.clone(), two.clone(), one.clone()]);
        assert_eq!(merged, Ok(vec![one, two, three]));
        assert_eq!(merge([]), Ok(vec![]));
    }

    #[test]
    fn games_of_two_matches_are_rejected() {
        let twice = merge([game(3, "100 ms", "1-0"), game(3, "100 ms", "0-1")]).unwrap_err();
        assert_eq!(twice.to_string(), "two different games have the number 4");
        let error = merge([game(3, "100 ms", "1-0"), game(4, "depth 3", "1-0")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "game 5 was played under 'depth 3', game 4 under '100 ms': these are two matches"
        );
    }
}
