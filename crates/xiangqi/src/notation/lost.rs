// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parts of games that are lost when they are written in a format without a place for them.

use super::encoding::Encoding;
use super::record::Record;
use std::collections::BTreeSet;

/// Parts of one or more games that a file format, or an encoding, has no place for.
///
/// ```
/// use xiangqi::notation::{Encoding, Records};
/// let record = Records::new(&b"[ECCO \"C00\"]\n\n1. h2e2 $1 *\n"[..]).next().unwrap()?;
/// let lost = record.lost_in_dhtmlxq();
/// assert_eq!(lost.problems("DhtmlXQ", Encoding::Utf8), [
///     "DhtmlXQ has no field for these tags, which are left out: ECCO",
///     "DhtmlXQ has no annotation marks; left out: 1",
/// ]);
/// # Ok::<(), xiangqi::notation::ReadRecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Number of characters that the encoding lacks and that became question marks.
    pub characters: usize,
    /// Names of the tags that the format has no place for.
    pub tags: BTreeSet<String>,
    /// Names of the tags that are longer than their place.
    pub cut: BTreeSet<String>,
    /// Number of annotation glyphs.
    pub glyphs: usize,
    /// Number of variations.
    pub variations: usize,
    /// Number of comments before a first move.
    pub comments: usize,
    /// Number of start positions with move counters.
    pub counters: usize,
}

impl Lost {
    /// Returns what a format loses that has a place for the pieces of the start position alone, not for its
    /// counters.
    pub(super) fn counters_of(record: &Record) -> Self {
        let setup = record.start.setup();
        Self { counters: usize::from((setup.rule60, setup.full_move) != (0, 1)), ..Self::default() }
    }

    /// Adds what another game has lost.
    pub fn add(&mut self, other: Self) {
        let Self { characters, tags, cut, glyphs, variations, comments, counters } = other;
        self.characters += characters;
        self.tags.extend(tags);
        self.cut.extend(cut);
        self.glyphs += glyphs;
        self.variations += variations;
        self.comments += comments;
        self.counters += counters;
    }

    /// Returns a sentence about each kind of loss.
    pub fn problems(&self, format: &str, encoding: Encoding) -> Vec<String> {
        let Self { characters, tags, cut, glyphs, variations, comments, counters } = self;
        let mut problems = Vec::new();
        if *characters > 0 {
            problems.push(format!(
                "{characters} characters do not exist in {encoding} and became question marks"
            ));
        }
        let list = |tags: &BTreeSet<String>| tags.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        if !tags.is_empty() {
            problems
                .push(format!("{format} has no field for these tags, which are left out: {}", list(tags)));
        }
        if !cut.is_empty() {
            problems.push(format!("these tags are too long for {format} and are cut: {}", list(cut)));
        }
        for (what, count) in [
            ("annotation marks", glyphs),
            ("variations", variations),
            ("comments before the first move", comments),
            ("move counters of the start position", counters),
        ] {
            if *count > 0 {
                problems.push(format!("{format} has no {what}; left out: {count}"));
            }
        }
        problems
    }
}
