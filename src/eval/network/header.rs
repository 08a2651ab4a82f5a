// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads and writes the header of a network file; its format is described in [`arch`](super::arch).

use super::arch::{HEADER_SIZE, MAGIC, QA, VERSION, is_valid_hidden_size, payload, valid_hidden_sizes};
use super::error::NetworkError;
use super::features::{BUCKETS, FEATURES};

/// Length of the name in bytes.
const NAME: usize = 32;
/// Offset of the checksum.
const CHECKSUM: usize = 28;

/// The header of a network file, without the fields that are the same in all files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub name: String,
    pub hidden_size: usize,
    pub qb: u16,
    pub scale: u16,
}

impl Header {
    /// Splits a complete and undamaged file into its header and its weights.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let found = bytes.len();
        let Some((header, weights)) = bytes.split_at_checked(HEADER_SIZE) else {
            return Err(NetworkError::Length { found, expected: HEADER_SIZE });
        };
        let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let double = |at: usize| u32::from(word(at)) | u32::from(word(at + 2)) << 16;
        if word(8) != VERSION {
            return Err(NetworkError::Version(word(8)));
        }
        let hidden_size = usize::from(word(10));
        let length = double(24) as usize;
        let length_expected = payload(hidden_size);
        for (what, found, expected, is_supported) in [
            ("the hidden size", hidden_size, valid_hidden_sizes(), is_valid_hidden_size(hidden_size)),
            (
                "the number of features",
                word(12).into(),
                FEATURES.to_string(),
                usize::from(word(12)) == FEATURES,
            ),
            (
                "the number of output buckets",
                word(14).into(),
                BUCKETS.to_string(),
                usize::from(word(14)) == BUCKETS,
            ),
            ("QA", word(16).into(), QA.to_string(), i16::try_from(word(16)) == Ok(QA)),
            ("the reserved field", word(22).into(), 0.to_string(), word(22) == 0),
            ("the length of the weights", length, length_expected.to_string(), length == length_expected),
        ] {
            if !is_supported {
                return Err(NetworkError::Unsupported { what, found, expected });
            }
        }
        if weights.len() != length {
            return Err(NetworkError::Length { found, expected: HEADER_SIZE + length });
        }
        if double(CHECKSUM) != checksum(header, weights) {
            return Err(NetworkError::Damaged);
        }
        let name = core::str::from_utf8(&header[HEADER_SIZE - NAME..]).map_err(|_| NetworkError::Name)?;
        let name = name.trim_end_matches('\0').to_owned();
        Ok((Self { name, hidden_size, qb: word(18), scale: word(20) }, weights))
    }

    /// Returns the bytes of the header of a file with these weights. A name that is too long is truncated.
    #[expect(clippy::cast_possible_truncation, reason = "all sizes are small and were checked")]
    pub fn write(&self, weights: &[u8]) -> Vec<u8> {
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
        bytes.resize(HEADER_SIZE, 0);
        let checksum = checksum(&bytes, weights);
        bytes[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// The CRC-32 of a file, over everything but the checksum itself.
fn checksum(header: &[u8], weights: &[u8]) -> u32 {
    crc32fast::hash(&[&header[..CHECKSUM], &header[CHECKSUM + 4..], weights].concat())
}
