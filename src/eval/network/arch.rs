// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sizes and fixed-point units of the network, and the head of its file.
//!
//! A network file is little endian throughout. Its head has 64 bytes:
//!
//! ```text
//!  0  8  CHUHENET
//!  8  2  version, 1                    18  2  what 1 is in an output weight
//! 10  2  hidden units a view           20  2  value of an output of 1
//! 12  2  rows, 692                     22  2  0
//! 14  2  buckets, 8                    24  4  length of the weights in bytes
//! 16  2  what 1 is in a unit, 255      28  4  CRC-32 of all other bytes
//! 32 32  name, UTF-8, filled up with zeros
//! ```
//!
//! The weights follow, each row, bias and output in the order of the free units, which are half of all:
//!
//! ```text
//! i16 [692][units / 2]   what a man on a point adds       i16 [8][2][units / 2]   outputs: mover's view, other's
//! i16 [units / 2]        biases                           i32 [8]                 output biases
//! ```

use super::features::{BUCKETS, FEATURES};
use std::io;
use thiserror::Error;

/// The version of the format.
pub const VERSION: u16 = 1;
/// What 1 is in a hidden unit.
pub const QA: i16 = 255;
/// The largest weight of a row, 1.98: with it no sum leaves the sixteen bits.
pub const MAX_FEATURE_WEIGHT: i16 = 505;
/// The largest bias of a hidden unit; the weights of 32 men come on top.
pub const MAX_BIAS: i16 = i16::MAX - 32 * MAX_FEATURE_WEIGHT;
/// The largest output weight: times an active unit it still fits into sixteen bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// Hidden units come in so many.
pub const HIDDEN_STEP: usize = 32;
/// The most hidden units.
pub const MAX_HIDDEN: usize = 1024;

const MAGIC: &[u8; 8] = b"CHUHENET";
pub(crate) const HEAD: usize = 64;
/// Bytes of the longest file.
pub(crate) const MAX_FILE: usize = HEAD + payload(MAX_HIDDEN);
const NAME: usize = 32;
/// Where the checksum is.
const CHECKSUM: usize = 28;

/// Bytes that follow the head of a network of so many units.
pub(crate) const fn payload(hidden_size: usize) -> usize {
    size_of::<i16>() * (FEATURES + 1 + 2 * BUCKETS) * (hidden_size / 2) + size_of::<i32>() * BUCKETS
}

/// The bytes are no network that can be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// Something else.
    #[error("it is not a network of chuhe")]
    Foreign,
    /// Made by a program of another time.
    #[error("version {0} of the format is not understood, only {VERSION}")]
    Version(u16),
    /// Another kind of network.
    #[error("it cannot be used: the {what} is {found}")]
    Unfit {
        /// What it has.
        what: &'static str,
        /// And of what amount.
        found: usize,
    },
    /// More bytes than the largest network has.
    #[error("it is not a network of chuhe: it has {found} bytes")]
    TooLong {
        /// Its bytes.
        found: usize,
    },
    /// Something was cut off or appended.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// Its bytes.
        found: usize,
        /// The bytes that there should be.
        expected: usize,
    },
    /// Its name is not to be shown.
    #[error("its name is not text")]
    Name,
    /// Not a file that could be read to its end.
    #[error("it is not a file")]
    NoFile,
    /// Something was changed.
    #[error("it is damaged: the checksum is wrong")]
    Damaged,
    /// A weight that sums could overflow with.
    #[error("it cannot be used: {what} is {found}")]
    TooLarge {
        /// The kind of weight.
        what: &'static str,
        /// The weight.
        found: i16,
    },
}

/// The head of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub(crate) name: String,
    pub(crate) hidden_size: usize,
    pub(crate) qb: u16,
    pub(crate) scale: u16,
}

impl Head {
    /// Takes the head off a whole and undamaged file; returns it with the rest, which is as long as it should be.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Self, &[u8]), NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let found = bytes.len();
        let Some((head, rest)) = bytes.split_at_checked(HEAD) else {
            return Err(NetworkError::Length { found, expected: HEAD });
        };
        let word = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let double = |at: usize| u32::from(word(at)) | u32::from(word(at + 2)) << 16;
        if word(8) != VERSION {
            return Err(NetworkError::Version(word(8)));
        }
        let hidden_size = usize::from(word(10));
        let length = double(24) as usize;
        for (what, found, is_fit) in [
            ("number of hidden units", hidden_size, is_valid_hidden_size(hidden_size)),
            ("number of rows", word(12).into(), usize::from(word(12)) == FEATURES),
            ("number of buckets", word(14).into(), usize::from(word(14)) == BUCKETS),
            ("unit of the hidden layer", word(16).into(), i16::try_from(word(16)) == Ok(QA)),
            ("reserved number", word(22).into(), word(22) == 0),
            ("length of the weights", length, length == payload(hidden_size)),
        ] {
            if !is_fit {
                return Err(NetworkError::Unfit { what, found });
            }
        }
        if rest.len() != length {
            return Err(NetworkError::Length { found, expected: HEAD + length });
        }
        if double(CHECKSUM) != checksum(head, rest) {
            return Err(NetworkError::Damaged);
        }
        let name = core::str::from_utf8(&head[HEAD - NAME..]).map_err(|_| NetworkError::Name)?;
        let name = name.trim_end_matches('\0').to_owned();
        Ok((Self { name, hidden_size, qb: word(18), scale: word(20) }, rest))
    }

    /// The head as a file has it before these weights. A name that is too long is cut.
    #[allow(clippy::cast_possible_truncation, reason = "all sizes are small and were checked")]
    pub(crate) fn write(&self, weights: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [
            VERSION,
            self.hidden_size as u16,
            FEATURES as u16,
            BUCKETS as u16,
            QA.cast_unsigned(),
            self.qb,
            self.scale,
            0,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend((payload(self.hidden_size) as u32).to_le_bytes());
        bytes.extend([0; 4]);
        let fits = |&end: &usize| self.name.is_char_boundary(end);
        let end = (0..=self.name.len().min(NAME)).rev().find(fits).unwrap_or(0);
        bytes.extend(&self.name.as_bytes()[..end]);
        bytes.resize(HEAD, 0);
        let checksum = checksum(&bytes, weights);
        bytes[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// The checksum of a file, which all but the place of the checksum goes into.
fn checksum(head: &[u8], weights: &[u8]) -> u32 {
    crc32fast::hash(&[&head[..CHECKSUM], &head[CHECKSUM + 4..], weights].concat())
}

/// Can a network have so many hidden units?
pub const fn is_valid_hidden_size(hidden_size: usize) -> bool {
    hidden_size > 0 && hidden_size <= MAX_HIDDEN && hidden_size.is_multiple_of(HIDDEN_STEP)
}
