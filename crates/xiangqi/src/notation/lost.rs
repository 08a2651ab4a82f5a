// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parts of games that are lost when they are written in a format without a place for them.

use super::encoding::Encoding;
use super::record::Record;
use crate::types::{Bilingual, bilingual};
use std::collections::BTreeSet;

/// Parts of one or more games that a file format, or an encoding, has no place for.
///
/// ```
/// use xiangqi::notation::{Encoding, Records};
/// let record = Records::new(&b"[ECCO \"C00\"]\n\n1. h2e2 $1 *\n"[..]).next().unwrap()?;
/// let lost = record.lost_in_dhtmlxq();
/// let problems = lost.problems("DhtmlXQ", Encoding::Utf8);
/// assert_eq!(problems[0].to_string(), "DhtmlXQ has no field for these tags, which are left out: ECCO");
/// assert_eq!(problems[1].to_string(), "DhtmlXQ has no annotation marks; left out: 1");
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
    pub fn problems(&self, format: &str, encoding: Encoding) -> Vec<Bilingual> {
        let Self { characters, tags, cut, glyphs, variations, comments, counters } = self;
        let mut problems = Vec::new();
        if *characters > 0 {
            problems.push(bilingual!(
                "{characters} characters do not exist in {encoding} and became question marks",
                "{characters}个字符在 {encoding} 中不存在，已改为问号"
            ));
        }
        let list = |tags: &BTreeSet<String>| tags.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        if !tags.is_empty() {
            problems.push(bilingual!(
                "{format} has no field for these tags, which are left out: {tags}",
                "{format} 没有这些标签的位置，略去：{tags}",
                tags = list(tags)
            ));
        }
        if !cut.is_empty() {
            problems.push(bilingual!(
                "these tags are too long for {format} and are cut: {tags}",
                "这些标签对 {format} 过长，已截短：{tags}",
                tags = list(cut)
            ));
        }
        for (what, chinese, count) in [
            ("annotation marks", "着法评注符号", glyphs),
            ("variations", "变着", variations),
            ("comments before the first move", "首着前的注释", comments),
            ("move counters of the start position", "初始局面的着数", counters),
        ] {
            if *count > 0 {
                problems.push(bilingual!(
                    "{format} has no {what}; left out: {count}",
                    "{format} 不能记录{chinese}，略去{count}处"
                ));
            }
        }
        problems
    }
}
