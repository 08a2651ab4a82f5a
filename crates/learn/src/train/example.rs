// SPDX-License-Identifier: MIT OR Apache-2.0
//! A training example, a position in 32 bytes, and its active features.

use crate::dataset::Sample;
use bytemuck::{Pod, Zeroable};
use chuhe::eval::nnue::features::{bucket, indices, mirrored, strength};
use once_cell::sync::Lazy;
use xiangqi::position::Position;
use xiangqi::types::coords::playable_squares;
use xiangqi::types::{Color, Piece, PieceKind, Square};

const MAX_PIECES: usize = 32;
const KINDS: usize = PieceKind::ALL.len();

/// The perspective of the side to move, the same mirrored horizontally, that of the other side, the same
/// mirrored.
pub const PERSPECTIVES: usize = 4;

/// A position from the perspective of the side to move, with its score and result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Example {
    /// The occupied squares, one bit each.
    occupied: [u8; 12],
    /// Their pieces in that order, 4 bits each, the low half of a byte first: kind, 7 more for the other
    /// side.
    pieces: [u8; 16],
    /// The score of the search.
    pub score: i16,
    /// The result of the game for the side to move, in half points.
    pub half_points: u8,
    reserved: u8,
}

impl Example {
    pub fn new(sample: &Sample) -> Self {
        let score = sample.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let half_points = (sample.result * 2.0).round().clamp(0.0, 2.0) as u8;
        Self { score, half_points, ..Self::of(&sample.position) }
    }

    /// Packs a position without score and result.
    pub fn of(position: &Position) -> Self {
        let side = position.side_to_move();
        let mut board = [None; Square::COUNT];
        for square in position.occupied() {
            board[square.relative_to(side) as usize] = position.piece_on(square);
        }
        let (mut occupied, mut pieces, mut count) = (0_u128, [0; 16], 0);
        for (index, piece) in board.iter().enumerate() {
            let Some(piece) = piece else { continue };
            occupied |= 1 << index;
            let code = piece.kind() as u8 + if piece.color() == side { 0 } else { 7 };
            pieces[count / 2] |= code << (count % 2 * 4);
            count += 1;
        }
        let mut bytes = [0; 12];
        bytes.copy_from_slice(&occupied.to_le_bytes()[..12]);
        Self { occupied: bytes, pieces, score: 0, half_points: 1, reserved: 0 }
    }

    /// An empty position with a score and a result.
    #[cfg(test)]
    pub fn scored(score: i16, half_points: u8) -> Self {
        Self { score, half_points, ..Zeroable::zeroed() }
    }

    /// The result of the game for the side to move, from 0 to 1.
    #[inline]
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    #[inline]
    pub fn features(&self) -> ActiveFeatures {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&self.occupied);
        let mut bits = u128::from_le_bytes(bits);
        let table = &*TABLE;
        let mut features = ActiveFeatures { indices: [[0; MAX_PIECES]; PERSPECTIVES], count: 0, bucket: 0 };
        let mut attackers = 0_u32;
        while bits != 0 && features.count < MAX_PIECES {
            let count = features.count;
            let piece = usize::from(self.pieces[count / 2] >> (count % 2 * 4) & 15);
            let entry = &table[piece][bits.trailing_zeros() as usize];
            for (indices, &index) in features.indices.iter_mut().zip(&entry.features) {
                indices[count] = index;
            }
            attackers += u32::from(entry.strength);
            features.count += 1;
            bits &= bits - 1;
        }
        features.bucket = bucket(attackers);
        features
    }
}

pub struct ActiveFeatures {
    indices: [[u16; MAX_PIECES]; PERSPECTIVES],
    count: usize,
    pub bucket: usize,
}

impl ActiveFeatures {
    #[inline]
    pub fn perspectives(&self) -> [&[u16]; PERSPECTIVES] {
        [0, 1, 2, 3].map(|perspective| &self.indices[perspective][..self.count])
    }
}

/// The contribution of a piece on a square: its features and its strength.
#[derive(Clone, Copy)]
struct Entry {
    features: [u16; PERSPECTIVES],
    strength: u8,
}

/// By piece and square. Impossible combinations stay empty: no example holds them.
static TABLE: Lazy<[[Entry; Square::COUNT]; 16]> = Lazy::new(|| {
    let mut table = [[Entry { features: [0; PERSPECTIVES], strength: 0 }; Square::COUNT]; 16];
    for (piece, entries) in table[..2 * KINDS].iter_mut().enumerate() {
        let (kind, color) = (PieceKind::ALL[piece % KINDS], Color::ALL[piece / KINDS]);
        for square in playable_squares(kind, color) {
            // The side to move stands for Red.
            let [own, other] = indices(Piece::new(kind, color), square);
            let features = [own, mirrored(own), other, mirrored(other)];
            let entry =
                Entry { features: features.map(|index| index as u16), strength: strength(kind) as u8 };
            entries[square as usize] = entry;
        }
    }
    table
});
