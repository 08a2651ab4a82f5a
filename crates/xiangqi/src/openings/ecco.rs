// SPDX-License-Identifier: MIT OR Apache-2.0
//! Classification by ECCO, the Encyclopedia of Chinese Chess Openings, from A00 to E48.
//!
//! ECCO orders openings as a tree: the letter and the first digit of a code stand for the system, the last
//! digit for its variations. The code of a game depends partly on the exact moves (仙人指路 begins with the
//! pawn), mostly on the resulting set-up (屏风马 has both horses before the pawns, in any order of moves and
//! whatever else was played). The [table](mod@table) defines both by moves: a *way* is the position after
//! them, or the set of pieces that have moved by then.
//!
//! Therefore transpositions and mirror images are recognised. A game belongs to the opening of which it has
//! shown the most moves; among several with equally many, to the one it reached first, unless the other one
//! continues it. As in ECCO, only the first ten moves of each side count.
//!
//! The codes were published by xqbase.com in 2004.

use crate::notation::{Notation, Record};
use crate::position::Position;
use crate::types::Move;
use table::{TABLE, TrackedGame, Way};

pub use table::{Opening, OpeningName};

mod table;
#[cfg(test)]
mod tests;

/// Number of plies that belong to the opening.
const PLIES: usize = 20;

impl Opening {
    /// Returns the opening of the moves that led to this position. `None` if there are none, or they did not
    /// begin at the start position.
    pub fn of(position: &Position) -> Option<Self> {
        let first = position.history().first().map_or(position.key(), |state| state.key);
        (first == Position::startpos().key()).then(|| walk(position.moves())).flatten()
    }

    /// Returns the opening of a game; moves from an illegal one on are ignored.
    pub fn of_game(start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<Self> {
        (start.key() == Position::startpos().key()).then(|| walk(moves)).flatten()
    }

    /// Returns the opening of a record's main line.
    pub fn of_record(record: &Record) -> Option<Self> {
        Self::of_game(&record.start, record.line.moves.iter().map(|recorded| recorded.mv))
    }

    /// Returns the name in the language of this notation: in simplified or traditional Chinese, or in
    /// English.
    pub fn name(&self, notation: Notation) -> String {
        match notation {
            Notation::Iccs | Notation::Wxf | Notation::Vietnamese => self.english.to_string(),
            Notation::Chinese => self.chinese.to_string(),
            Notation::ChineseTraditional => traditional(&self.chinese.to_string()),
        }
    }

    /// Returns the tags for the opening: `ECCO`, `Opening` and, for names in two parts, `Variation`.
    pub fn tags(&self, notation: Notation) -> Vec<(String, String)> {
        let name = match notation {
            Notation::Iccs | Notation::Wxf | Notation::Vietnamese => self.english,
            Notation::Chinese | Notation::ChineseTraditional => self.chinese,
        };
        let written = |text: &str| match notation {
            Notation::ChineseTraditional => traditional(text),
            Notation::Iccs | Notation::Wxf | Notation::Chinese | Notation::Vietnamese => text.to_owned(),
        };
        let mut tags =
            vec![("ECCO".to_owned(), self.code.to_owned()), ("Opening".to_owned(), written(name.opening))];
        tags.extend(name.variation.map(|variation| ("Variation".to_owned(), written(variation))));
        tags
    }

    /// Adds the missing [tags](Self::tags) to a record; the tags of the name are added together or not at
    /// all.
    pub fn name_record(record: &mut Record, notation: Notation) {
        let opening = Self::of_record(record);
        let is_named = ["Opening", "Variation"].iter().any(|name| record.tag(name).is_some());
        for (name, value) in opening.map(|opening| opening.tags(notation)).unwrap_or_default() {
            let is_there = if name == "ECCO" { record.tag("ECCO").is_some() } else { is_named };
            if !is_there {
                record.tags.push((name, value));
            }
        }
    }
}

/// The opening of these moves from the start position.
fn walk(moves: impl IntoIterator<Item = Move>) -> Option<Opening> {
    let mut game = TrackedGame::start();
    // The last way found, and the maximum number of moves of a way so far.
    let mut found: Option<(&Way, usize)> = None;
    for mv in moves.into_iter().take(PLIES) {
        if !game.play(mv) {
            break;
        }
        for way in TABLE.ways.iter().filter(|way| way.is_shown_by(&game)) {
            let is_better = found.is_none_or(|(before, most)| {
                let goes_on =
                    way.opening != before.opening && TABLE.goes_on_from(way.opening, before.opening);
                goes_on || way.moves > most && TABLE.is_open_after(way.opening, before.opening)
            });
            if is_better {
                found = Some((way, way.moves.max(found.map_or(0, |(_, most)| most))));
            }
        }
    }
    found.map(|(way, _)| TABLE.entries[way.opening].opening)
}

/// Characters of the names that differ in traditional Chinese, in pairs.
const TRADITIONAL: &str = "飞飛对對马馬车車进進转轉边邊横橫顺順龟龜宫宮后後补補单單鸳鴛鸯鴦两兩头頭红紅双雙兑兌盘盤连連压壓过過开開\
                           缓緩钩鉤风風骑騎弃棄";

fn traditional(text: &str) -> String {
    let pairs: Vec<char> = TRADITIONAL.chars().collect();
    let written =
        |c| pairs.as_chunks().0.iter().find(|[simplified, _]| *simplified == c).map_or(c, |pair| pair[1]);
    text.chars().map(written).collect()
}
