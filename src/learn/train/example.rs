// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position to train on, in 32 bytes, and the rows of weights that it switches on.

use crate::eval::network::features::{bucket, indices, mirrored, strength};
use crate::learn::data_filter::Sample;
use crate::position::Position;
use crate::types::coords::possible_squares;
use crate::types::{Color, Piece, PieceKind, Square};
use bytemuck::{Pod, Zeroable};
use once_cell::sync::Lazy;

/// Men on a board at most.
const MAX_MEN: usize = 32;
const KINDS: usize = PieceKind::ALL.len();

/// The view of the side to move, the same mirrored, the view of the other side, the same mirrored.
pub const VIEWS: usize = 4;

/// A position from the view of the side to move, with what is to be learned of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Example {
    /// The points with men, a bit each, from the view of the side to move.
    occupied: [u8; 12],
    /// Their men in that order, 4 bits each, the low half of a byte first: kind, 7 more for the other side's.
    men: [u8; 16],
    /// The score of the search.
    pub score: i16,
    /// Half points that the game brought.
    pub half_points: u8,
    reserved: u8,
}

impl Example {
    /// Packs a sample.
    #[allow(clippy::cast_possible_truncation, reason = "both numbers are clamped before")]
    #[allow(clippy::cast_sign_loss, reason = "results are not negative")]
    pub fn new(sample: &Sample) -> Self {
        let score = sample.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let half_points = (sample.result * 2.0).round().clamp(0.0, 2.0) as u8;
        Self { score, half_points, ..Self::of(&sample.position) }
    }

    /// Packs a position of which nothing is known.
    pub fn of(position: &Position) -> Self {
        let side = position.side_to_move();
        let mut board = [None; Square::COUNT];
        for square in position.occupied() {
            board[square.relative_to(side) as usize] = position.piece_on(square);
        }
        let (mut occupied, mut men, mut count) = (0_u128, [0; 16], 0);
        for (index, piece) in board.iter().enumerate() {
            let Some(piece) = piece else { continue };
            occupied |= 1 << index;
            let code = piece.kind() as u8 + if piece.color() == side { 0 } else { 7 };
            men[count / 2] |= code << (count % 2 * 4);
            count += 1;
        }
        let mut bytes = [0; 12];
        bytes.copy_from_slice(&occupied.to_le_bytes()[..12]);
        Self { occupied: bytes, men, score: 0, half_points: 1, reserved: 0 }
    }

    /// Nothing but what was said of a position.
    #[cfg(test)]
    pub fn scored(score: i16, half_points: u8) -> Self {
        Self { score, half_points, ..Zeroable::zeroed() }
    }

    /// How the game ended for the side to move, from 0 to 1.
    #[inline]
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    /// The rows that the position switches on.
    #[inline]
    pub fn features(&self) -> Features {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&self.occupied);
        let mut bits = u128::from_le_bytes(bits);
        let table = &*TABLE;
        let mut features = Features { rows: [[0; MAX_MEN]; VIEWS], count: 0, bucket: 0 };
        let mut attackers = 0_u32;
        while bits != 0 && features.count < MAX_MEN {
            let count = features.count;
            let man = usize::from(self.men[count / 2] >> (count % 2 * 4) & 15);
            let entry = &table[man][bits.trailing_zeros() as usize];
            for (rows, &row) in features.rows.iter_mut().zip(&entry.rows) {
                rows[count] = row;
            }
            attackers += u32::from(entry.strength);
            features.count += 1;
            bits &= bits - 1;
        }
        features.bucket = bucket(attackers);
        features
    }
}

/// The rows of weights that a position switches on.
pub struct Features {
    rows: [[u16; MAX_MEN]; VIEWS],
    count: usize,
    /// The set of output weights.
    pub bucket: usize,
}

impl Features {
    /// The rows of each view.
    #[inline]
    pub fn views(&self) -> [&[u16]; VIEWS] {
        [0, 1, 2, 3].map(|view| &self.rows[view][..self.count])
    }
}

/// What a man on a point brings.
#[derive(Clone, Copy)]
struct Entry {
    rows: [u16; VIEWS],
    strength: u8,
}

/// By man and point. Codes and points that no man has stay empty: no example holds them.
static TABLE: Lazy<[[Entry; Square::COUNT]; 16]> = Lazy::new(|| {
    let mut table = [[Entry { rows: [0; VIEWS], strength: 0 }; Square::COUNT]; 16];
    for (man, entries) in table[..2 * KINDS].iter_mut().enumerate() {
        let (kind, color) = (PieceKind::ALL[man % KINDS], Color::ALL[man / KINDS]);
        for square in possible_squares(kind, color) {
            // The side to move is taken for Red.
            let [own, other] = indices(Piece::new(kind, color), square);
            let rows = [own, mirrored(own), other, mirrored(other)];
            #[allow(
                clippy::cast_possible_truncation,
                reason = "there are 692 rows, and two is the most strength"
            )]
            let entry = Entry { rows: rows.map(|row| row as u16), strength: strength(kind) as u8 };
            entries[square as usize] = entry;
        }
    }
    table
});
