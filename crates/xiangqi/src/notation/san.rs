// SPDX-License-Identifier: MIT OR Apache-2.0
//! SAN, the notation of international chess, which XBoard and PyChess use for Xiangqi as well: `Che2`,
//! `Cbe3`, `Rxb10+`, bare pawn moves `e5` and `exd5`, and the long form `Ch3-e3`.
//!
//! A word names the piece by a capital letter (none for a pawn), the destination, and before it as much of
//! the origin as is needed. XBoard counts the ranks from 0, the programs around Fairy-Stockfish from 1.

use super::iccs::Ranks;
use super::vertical::{Unresolved, take};
use crate::position::Board;
use crate::types::{Bitboard, Color, File, Move, PieceKind, Rank, Square};

/// The parts of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct San {
    pub kind: PieceKind,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
}

/// Parses a word; `None` if it is not a move in this notation. Trailing marks such as `!?`, `+` and `#` are
/// ignored.
pub fn read(word: &str, ranks: Ranks) -> Option<San> {
    let mut rest = word.trim_end_matches(['!', '?', '+', '#']);
    let letter = take(&mut rest, |c| c.is_ascii_uppercase().then_some(c));
    let kind = letter.map_or(Some(PieceKind::Pawn), PieceKind::from_letter)?;
    let (mut from, to) = rest.split_at(rest.rfind(|c: char| file(c).is_some())?);
    let to = Square::new(file(to.chars().next()?)?, ranks.read(&to[1..])?);
    from = from.trim_end_matches(['x', '-']);
    let from_file = take(&mut from, file);
    let from_rank = if from.is_empty() { None } else { Some(ranks.read(from)?) };
    // A bare pawn moves straight on, unless it says where it comes from.
    let is_bare = letter.is_none() && from_rank.is_none();
    Some(San { kind, from_file: from_file.or(is_bare.then_some(to.file())), from_rank, to })
}

fn file(letter: char) -> Option<File> {
    let index = u32::from(letter).checked_sub(u32::from('a'))?;
    File::ALL.get(index as usize).copied()
}

/// Returns the one of `side`'s moves that matches.
pub fn resolve(board: &Board, side: Color, moves: &[Move], san: San) -> Result<Move, Unresolved> {
    let is_meant = |&from: &Square| {
        san.from_file.is_none_or(|file| from.file() == file)
            && san.from_rank.is_none_or(|rank| from.rank() == rank)
    };
    let pieces: Bitboard = board.pieces(san.kind, side).into_iter().filter(is_meant).collect();
    let mut found = moves.iter().copied().filter(|mv| mv.to() == san.to && pieces.contains(mv.from()));
    match (found.next(), found.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(one), Some(other)) => Err(Unresolved::Ambiguous(one, other)),
        (None, _) if pieces.is_empty() => Err(Unresolved::NoPiece),
        (None, _) => {
            let others = pieces.into_iter().filter(|&from| from != san.to);
            Err(Unresolved::Illegal(others.map(|from| Move::new(from, san.to)).collect()))
        }
    }
}
