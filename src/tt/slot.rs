// SPDX-License-Identifier: MIT OR Apache-2.0
//! A slot of the table: an entry packed into one word, verified by a second.
//!
//! ```text
//! bits   0..16 move   16..32 value   32..48 static value   48..56 depth   56..58 bound   58 pv   59..64 age
//! ```

use super::entry::{Bound, TtDepth, TtEntry};
use crate::sync::{AtomicU64, Ordering};
use xiangqi::types::{Move, Value};

/// Number of generations, which wrap around: five bits.
pub const AGES: u8 = 32;

/// Stands for "no static value".
const NO_EVAL: i16 = i16::MIN;

/// Two atomic words: the packed entry, and the key xor the packed entry.
#[derive(Default, bytemuck::Zeroable)]
pub struct Slot<Word = AtomicU64> {
    check: Word,
    data: Word,
}

/// The packed entry of a slot; zero is an empty slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Packed(pub u64);

impl Packed {
    #[inline]
    pub fn new(entry: TtEntry, age: u8) -> Self {
        let mv = entry.mv.map_or(0, Move::bits);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        Self(
            u64::from(mv)
                | u64::from(entry.value as i16 as u16) << 16
                | u64::from(eval as u16) << 32
                | u64::from(entry.depth.0) << 48
                | (entry.bound as u64) << 56
                | u64::from(entry.pv) << 58
                | u64::from(age) << 59,
        )
    }

    #[inline]
    pub fn entry(self) -> TtEntry {
        let eval = (self.0 >> 32) as i16;
        TtEntry {
            mv: Move::from_bits(self.0 as u16),
            value: Value::from((self.0 >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Value::from(eval)),
            depth: TtDepth(self.depth()),
            bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(self.0 >> 56 & 3) as usize],
            pv: self.0 >> 58 & 1 == 1,
        }
    }

    #[inline]
    pub fn depth(self) -> u8 {
        (self.0 >> 48) as u8
    }

    #[inline]
    pub fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }
}

impl Slot {
    /// Returns the contents, and true if they belong to `key`.
    #[inline]
    pub fn load(&self, key: u64) -> (Packed, bool) {
        let data = self.data.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        (Packed(data), data != 0 && check ^ data == key)
    }

    /// Writes to the memory of the slot without a change of its contents, whatever is stored meanwhile.
    pub fn touch(&self) {
        // Zero in place of zero: a comparison that fails has found the memory in use.
        let _ = self.check.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    #[inline]
    pub fn store(&self, key: u64, packed: Packed) {
        self.check.store(key ^ packed.0, Ordering::Relaxed);
        self.data.store(packed.0, Ordering::Relaxed);
    }
}
