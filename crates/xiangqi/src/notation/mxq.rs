// SPDX-License-Identifier: MIT OR Apache-2.0
//! MXQ, the format in which the game server 弈天 saved games, one per file.
//!
//! A file is a list of texts, each after a byte with its length: the place, the date, the players with the
//! result between them (`甲-胜-乙`), their ratings, five others, a remark, one more, and then the moves: file
//! and rank of the origin, a character, file and rank of the destination, with files from 0 and ranks from
//! `A`, both from Red's left. `Ends` follows. The format was never published; this description follows the
//! reader of ElephantEye's tools.

use crate::notation::encoding::{Encoding, GuessedTexts};
use crate::notation::game_result::GameResult;
use crate::notation::move_tree;
use crate::notation::move_tree::{Node, NodeList};
use crate::notation::raw_game::{RawGames, Source, one_game};
use crate::notation::record::{Record, RecordError, comment, tags};
use crate::notation::record_problem::RecordProblem;
use crate::position::Position;
use crate::types::Square;

/// Returns true if a move or the end follows the texts.
pub fn has_texts(head: &[u8]) -> bool {
    let after = Texts { bytes: head, taken: 0 }.nth(TEXTS);
    after.is_some_and(|(_, text)| text == END || squares(text).iter().all(Option::is_some))
}

pub fn games(source: Source<'_>) -> RawGames<'_> {
    one_game(source, |bytes, fallback| read(&bytes, fallback))
}

/// Number of texts before the moves.
const TEXTS: usize = 12;
const END: &[u8] = b"Ends";
/// Texts after their lengths, with their offsets.
struct Texts<'a> {
    bytes: &'a [u8],
    taken: usize,
}

impl<'a> Iterator for Texts<'a> {
    type Item = (u64, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.taken;
        let (&length, rest) = self.bytes.get(at..)?.split_first()?;
        let text = rest.get(..length.into())?;
        self.taken += 1 + text.len();
        Some((at as u64, text))
    }
}

/// Reads the game of a file; without an encoding it is guessed.
fn read(bytes: &[u8], fallback: Option<Encoding>) -> Result<Record, RecordError> {
    let mut texts = Texts { bytes, taken: 0 };
    let head: Vec<_> = texts.by_ref().take(TEXTS).map(|(_, text)| text).collect();
    let truncated = || RecordError::at_byte(bytes.len() as u64, RecordProblem::Truncated);
    let &[site, date, event, red_elo, black_elo, _, _, _, _, _, remark, _] = &head[..] else {
        return Err(truncated());
    };
    let guessed = GuessedTexts { fallback, context: [site, event, remark].join(&b' ') };
    let [site, date, event, red_elo, black_elo, remark] =
        [site, date, event, red_elo, black_elo, remark].map(|text| guessed.decode(text));
    let between = |(at, _)| {
        let (result, black) = event[at + 1..].split_once('-')?;
        Some((&event[..at], black, GameResult::from_words(result)?))
    };
    let (red, black, result) = event.match_indices('-').find_map(between).unwrap_or_default();
    let fields = [("Red", red), ("RedElo", &red_elo), ("Black", black), ("BlackElo", &black_elo)];
    let fields = [("Event", &*event), ("Date", &date), ("Site", &site)].into_iter().chain(fields);
    let tags = tags(fields.map(|(name, text)| (name, text.to_owned())));
    let mut nodes = vec![Node { comment: comment(&remark), ..Node::default() }];
    let mut is_over = false;
    for (at, text) in texts {
        is_over = text == END;
        if is_over {
            break;
        }
        nodes.last_mut().expect("the first node is there").has_next = true;
        nodes.push(Node { at, squares: squares(text), ..Node::default() });
    }
    nodes.last_mut().expect("the first node is there").has_next |= !is_over;
    let mut nodes = NodeList::new(nodes, bytes.len() as u64);
    move_tree::read(&mut nodes, Position::startpos().setup(), tags, result)
}

/// The squares of a move.
fn squares(text: &[u8]) -> [Option<Square>; 2] {
    let square = |name: &[u8]| match name {
        &[file @ b'0'..=b'8', rank @ b'A'..=b'J'] => {
            Square::from_index(usize::from(rank - b'A') * 9 + usize::from(file - b'0'))
        }
        _ => None,
    };
    match text {
        [a, b, _, c, d, ..] => [square(&[*a, *b]), square(&[*c, *d])],
        _ => [None; 2],
    }
}
