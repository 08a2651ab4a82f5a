// SPDX-License-Identifier: MIT OR Apache-2.0
//! Table files.
//!
//! A balance has two files: `.wdl` says who wins, which is all that a search asks for; `.dtm` has the
//! distances. Both are read in blocks of [`BLOCK`] positions:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `chuhetb` and the version, 2 |
//! | 1 | `w` or `d` |
//! | 2 | the first distance that depends on the rule of perpetual check, 512 if none does |
//! | 1, n | length and text of the balance, `KRvKAABB` |
//! | 8 for each block | its compressed length and the CRC-32 of these bytes; Red's blocks, then Black's |
//! | 4 | CRC-32 of all bytes so far |
//! | | the blocks, each compressed with deflate (RFC 1951) |
//!
//! Numbers are little-endian. A block of a `.wdl` file has two bits a position, the first in the lowest bits:
//! 0 draw, 1 win, 2 loss. A `.dtm` file has a byte, half the distance. Where there is nothing to say, for
//! illegal positions and for distances of draws, the value before is repeated, which compresses best.
//!
//! Why so, by measurement on `KRPvKAB`, `KNAAvKBB`, `KRvKAABB`, `KRAAvKR`, `KPBBvKBB` and `KCABvKABB`,
//! 58.2 million placements that take 14.6 and 58.2 MB before compression:
//!
//! | positions of a block | compression | `.wdl` | `.dtm` |
//! |--:|---|--:|--:|
//! | 4096 | deflate 9 | 0.79 MB | 2.00 MB |
//! | 16384 | deflate 6 | 0.49 MB | 1.57 MB |
//! | 16384 | deflate 9 | 0.48 MB | 1.50 MB |
//! | 16384 | zstd 3 | 0.51 MB | 1.71 MB |
//! | 16384 | zstd 19 | 0.42 MB | 1.21 MB |
//! | 16384 | LZMA | 0.48 MB | 1.36 MB |
//! | 65536 | deflate 9 | 0.32 MB | 1.31 MB |
//! | 65536 | zstd 19 | 0.24 MB | 0.97 MB |
//!
//! - *Deflate*, in pure Rust, is within a quarter of the best at this size of block. Zstd 19 needs four times
//!   as long to compress, and a library in C.
//! - *Blocks of 16384 positions*: larger ones save a third of small files, but each first probe of a block
//!   would take four times as long, and a search waits for the first probes.
//! - *Half the distance in a byte*: a win takes an odd number of plies and a loss an even one, so with the
//!   result a byte reaches 511 plies. Longer distances are an error while building; no table that was built
//!   has one (see `stages.md`).
//! - *Two files*, so that play reads two bits a position, and the file that it reads is a third of the other.

use super::index::Index;
use super::material::Balance;
use super::value::{Code, DRAW, ILLEGAL, MAX_DISTANCE, Table, is_win};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::io::{self, Read, Seek, SeekFrom, Write};
use thiserror::Error;
use xiangqi::types::{Bilingual, Color, Language, bilingual_errors};

const MAGIC: &[u8; 8] = b"chuhetb\x02";
/// Positions of a block.
pub(crate) const BLOCK: usize = 1 << 14;
const COMPRESSION_LEVEL: u8 = 7;

/// The content of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Results.
    Wdl,
    /// Distances.
    Dtm,
}

impl Content {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtm];

    /// Returns the extension of the file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtm => "dtm",
        }
    }

    fn mark(self) -> u8 {
        self.extension().as_bytes()[0]
    }

    fn pack(self, codes: &[Code]) -> Vec<u8> {
        let mut last = 0;
        let values = codes.iter().map(|&code| {
            match (self, code) {
                (_, ILLEGAL) | (Self::Dtm, DRAW) => {}
                (Self::Wdl, DRAW) => last = 0,
                (Self::Wdl, plies) => last = if is_win(plies) { 1 } else { 2 },
                (Self::Dtm, plies) => last = half(plies),
            }
            last
        });
        match self {
            Self::Dtm => values.collect(),
            Self::Wdl => {
                let values: Vec<_> = values.collect();
                let pack = |four: &[u8]| four.iter().rev().fold(0, |byte, value| byte << 2 | value);
                values.chunks(4).map(pack).collect()
            }
        }
    }

    /// Returns the bytes of this many positions.
    fn bytes(self, positions: usize) -> usize {
        match self {
            Self::Wdl => positions.div_ceil(4),
            Self::Dtm => positions,
        }
    }
}

/// A file is not a table, or damaged.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum TbFileError {
    /// The file cannot be read.
    Io(Bilingual),
    /// The path is a directory, a pipe or a device.
    NotAFile,
    /// The file does not begin like a table of this version.
    NotATable,
    /// The checksum of the header, or of a block, is wrong.
    Damaged,
}

bilingual_errors!(TbFileError);

impl From<io::Error> for TbFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error.into())
    }
}

impl TbFileError {
    /// Returns the error in words.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Io(error) => error.text(language),
            Self::NotAFile => language.pick("not a regular file", "不是普通文件"),
            Self::NotATable => {
                language.pick("not a table of endings of this version", "不是此版本的残局库文件")
            }
            Self::Damaged => language.pick("damaged: a checksum is wrong", "文件损坏：校验和不符"),
        }
        .to_owned()
    }
}

/// Writes a file of a table.
///
/// # Errors
/// Those of `out`.
pub fn write(table: &Table, content: Content, out: &mut impl Write) -> io::Result<()> {
    let blocks: Vec<_> = Color::ALL
        .into_iter()
        .flat_map(|side| table.codes(side).chunks(BLOCK))
        .map(|codes| compress_to_vec(&content.pack(codes), COMPRESSION_LEVEL))
        .collect();
    let name = table.index().balance().to_string();
    let mut header = MAGIC.to_vec();
    header.push(content.mark());
    header.extend(table.rule_from().to_le_bytes());
    header.push(u8::try_from(name.len()).expect("at most 32 pieces"));
    header.extend(name.as_bytes());
    for block in &blocks {
        let length = u32::try_from(block.len()).expect("a block is small");
        header.extend(length.to_le_bytes());
        header.extend(crc32fast::hash(block).to_le_bytes());
    }
    out.write_all(&header)?;
    out.write_all(&crc32fast::hash(&header).to_le_bytes())?;
    blocks.iter().try_for_each(|block| out.write_all(block))
}

/// A file whose header has been read and checked. It is opened again for its blocks, when they are asked for:
/// there may be more tables than a process may have files open.
pub(crate) struct TbFile {
    content: Content,
    index: Index,
    rule_from: Code,
    /// Start and checksum of each block, and the end of the last.
    blocks: Vec<(u64, u32)>,
    end: u64,
}

impl TbFile {
    pub(crate) fn read(file: &mut impl Read, content: Content) -> Result<Self, TbFileError> {
        let mut header = vec![0; MAGIC.len() + 4];
        file.read_exact(&mut header).map_err(|_| TbFileError::NotATable)?;
        let [.., mark, low, high, length] = header[..] else { return Err(TbFileError::NotATable) };
        if !header.starts_with(MAGIC) || mark != content.mark() {
            return Err(TbFileError::NotATable);
        }
        let mut name = vec![0; usize::from(length)];
        file.read_exact(&mut name)?;
        let name = String::from_utf8(name).map_err(|_| TbFileError::Damaged)?;
        let balance: Balance = name.parse().map_err(|_| TbFileError::Damaged)?;
        // A damaged name may stand for more blocks than the file, or the memory, can hold.
        let size = Index::size_of(&balance).ok_or(TbFileError::Damaged)?;
        let entries = read(file, 8 * 2 * size.div_ceil(BLOCK) as u64)?;
        let mut checksum = [0; 4];
        file.read_exact(&mut checksum)?;
        header.extend(name.as_bytes());
        header.extend(&entries);
        if crc32fast::hash(&header) != u32::from_le_bytes(checksum) {
            return Err(TbFileError::Damaged);
        }
        let mut end = header.len() as u64 + 4;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        let blocks = entries.chunks(8).map(|entry| {
            let start = end;
            end += u64::from(number(&entry[..4]));
            (start, number(&entry[4..]))
        });
        let blocks = blocks.collect();
        let index = Index::new(balance);
        Ok(Self { content, index, rule_from: Code::from_le_bytes([low, high]), blocks, end })
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    pub(crate) fn rule_from(&self) -> Code {
        self.rule_from
    }

    /// Returns the size of the file in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.end
    }

    /// Reads a block of a side to move, unpacked from deflate.
    pub(crate) fn block(
        &self,
        file: &mut (impl Read + Seek),
        side: Color,
        block: usize,
    ) -> Result<Vec<u8>, TbFileError> {
        let blocks_of_a_side = self.blocks.len() / 2;
        let at = side as usize * blocks_of_a_side + block;
        let (start, checksum) = self.blocks[at];
        let end = self.blocks.get(at + 1).map_or(self.end, |next| next.0);
        file.seek(SeekFrom::Start(start))?;
        let bytes = read(file, end - start)?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(TbFileError::Damaged);
        }
        let positions = BLOCK.min(self.index.size() - block * BLOCK);
        let length = self.content.bytes(positions);
        let unpacked = decompress_to_vec_with_limit(&bytes, length).map_err(|_| TbFileError::Damaged)?;
        if unpacked.len() == length { Ok(unpacked) } else { Err(TbFileError::Damaged) }
    }

    /// Reads all blocks of a side to move.
    pub(crate) fn all(&self, file: &mut (impl Read + Seek), side: Color) -> Result<Vec<u8>, TbFileError> {
        let mut all = Vec::with_capacity(self.content.bytes(self.index.size()));
        for block in 0..self.blocks.len() / 2 {
            all.extend(self.block(file, side, block)?);
        }
        Ok(all)
    }
}

/// Reads `length` bytes. Memory is allocated for those that are there, not for those that a header claims.
fn read(file: &mut impl Read, length: u64) -> Result<Vec<u8>, TbFileError> {
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(TbFileError::Damaged) }
}

/// Returns half of a distance, rounded down: with the result, it says all.
fn half(plies: Code) -> u8 {
    u8::try_from(plies.min(MAX_DISTANCE) / 2).expect("half of the largest distance fits")
}

/// Returns the two bits of a number.
#[inline]
pub(crate) fn wdl_bits(bytes: &[u8], number: usize) -> u8 {
    bytes[number / 4] >> (number % 4 * 2) & 3
}

/// Returns the code of a position from its values in both files.
pub(crate) fn unpack(wdl: u8, half_distance: u8) -> Code {
    match wdl {
        1 => 2 * Code::from(half_distance) + 1,
        2 => 2 * Code::from(half_distance),
        _ => DRAW,
    }
}

/// Returns the codes of a side to move from the contents of both files. Illegal positions have any code.
pub(crate) fn unpack_all(wdl: &[u8], dtm: &[u8]) -> Vec<Code> {
    dtm.iter().enumerate().map(|(number, &half)| unpack(wdl_bits(wdl, number), half)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A file with the header of a balance, these blocks by length and checksum, and bytes behind them.
    fn file(name: &str, entries: &[[u32; 2]], rest: &[u8]) -> Vec<u8> {
        let mut bytes =
            [&MAGIC[..], b"w\0\x02", &[u8::try_from(name.len()).unwrap()], name.as_bytes()].concat();
        bytes.extend(entries.iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    #[test]
    fn a_header_that_claims_too_much_is_damaged() {
        for name in ["KRRCCvKRRCC", "KPPPPPvKPPPPP", "KRRCCNNPPPPPAABBvKRRCCNNPPPPPAABB"] {
            let read = TbFile::read(&mut Cursor::new(file(name, &[[0; 2]; 9], b"")), Content::Wdl);
            assert!(matches!(read, Err(TbFileError::Damaged)), "{name}");
        }
    }

    #[test]
    fn a_block_that_claims_more_than_the_file_holds_is_damaged() {
        let mut bytes = Cursor::new(file("KvK", &[[u32::MAX, 0], [0, 0]], b"few"));
        let table = TbFile::read(&mut bytes, Content::Wdl).unwrap();
        assert!(matches!(table.block(&mut bytes, Color::Red, 0), Err(TbFileError::Damaged)));
    }
}
