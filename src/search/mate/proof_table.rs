// SPDX-License-Identifier: MIT OR Apache-2.0
//! Proof and disproof numbers, and the table that keeps them, of a fixed size.
//!
//! An entry belongs to a position and a [`Scope`]. All entries of a position lie in one bucket, so that a
//! probe also finds the consequences of the others: a mate in two moves is a mate in three, and where there
//! is none in three moves there is none in two. In a full bucket the entry that took the fewest nodes is
//! replaced.

/// Stands above all sums: the goal is out of reach.
pub const INFINITE: u32 = u32::MAX;

/// Sums end here, below [`INFINITE`].
const LARGEST_SUM: u32 = INFINITE / 2;

/// Number of positions that still have to be proven, or disproven, to prove or disprove the mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// As thresholds: until the end.
    pub const NO_LIMIT: Self = Self { proof: INFINITE, disproof: INFINITE };

    #[inline]
    pub const fn is_proven(self) -> bool {
        self.proof == 0
    }

    #[inline]
    pub const fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    /// Returns the number for reaching the goal of the side to move, and the number for its failing:
    /// (proof, disproof) for the attacker, (disproof, proof) for the defender.
    #[inline]
    pub const fn of_mover<const ATTACKER: bool>(self) -> (u32, u32) {
        if ATTACKER { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    /// The inverse of [`of_mover`](Self::of_mover).
    #[inline]
    pub const fn from_mover<const ATTACKER: bool>(reach: u32, fail: u32) -> Self {
        if ATTACKER { Self { proof: reach, disproof: fail } } else { Self { proof: fail, disproof: reach } }
    }
}

/// The numbers of a node from those of its children.
///
/// One child is enough to reach the goal: the least number counts. To make it fail, all of them have to: this
/// would be the sum, but the children share most of their subtrees, so that the sum counts the same positions
/// many times. Weak proof-number search (Ueda, Hashimoto, Hashimoto, Iida 2008) takes the largest, plus one
/// for each other child (on mates in 5 to 8, 30 % fewer nodes).
#[derive(Clone, Copy, Debug)]
pub struct Combined {
    /// Index of the child with the least number for reaching the goal.
    pub best: usize,
    pub least: u32,
    /// The least number among the other children.
    pub second: u32,
    pub fail: u32,
}

impl Combined {
    /// Combines pairs of numbers for reaching the goal and for its failing; `None` if there are none.
    #[inline]
    pub fn of(children: impl Iterator<Item = (u32, u32)>) -> Option<Self> {
        let mut all = None::<Self>;
        for (index, (reach, fail)) in children.enumerate() {
            let Some(all) = &mut all else {
                let fail = fail.min(LARGEST_SUM);
                all = Some(Self { best: 0, least: reach, second: INFINITE, fail });
                continue;
            };
            if reach < all.least {
                all.second = all.least;
                (all.best, all.least) = (index, reach);
            } else {
                all.second = all.second.min(reach);
            }
            let others = u32::try_from(index).unwrap_or(INFINITE);
            all.fail = (all.fail + 1).max(fail.saturating_add(others)).min(LARGEST_SUM);
        }
        all
    }
}

/// The moves that the attacker has left, and which of them are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Up to [`Scope::MOST_MOVES`].
    pub moves_left: u8,
    pub checks_only: bool,
}

impl Scope {
    pub const MOST_MOVES: u8 = 60;

    const CHECKS_ONLY: u8 = 0x80;

    const fn bits(self) -> u8 {
        self.moves_left | if self.checks_only { Self::CHECKS_ONLY } else { 0 }
    }

    const fn from_bits(bits: u8) -> Self {
        Self { moves_left: bits & !Self::CHECKS_ONLY, checks_only: bits & Self::CHECKS_ONLY != 0 }
    }

    /// Returns the scope after a move of the attacker.
    pub const fn after_a_move(self) -> Self {
        Self { moves_left: self.moves_left - 1, ..self }
    }

    /// Returns true if a mate in this scope is one in `other`.
    const fn proves(self, other: Self) -> bool {
        self.moves_left <= other.moves_left && (self.checks_only || !other.checks_only)
    }

    /// Returns true if there is no mate in `other` where there is none in this scope.
    const fn disproves(self, other: Self) -> bool {
        self.moves_left >= other.moves_left && (other.checks_only || !self.checks_only)
    }
}

/// An entry; all zeros is an empty one.
#[derive(Clone, Copy, Default, bytemuck::Zeroable)]
struct Entry {
    /// The low 48 bits of the key (the high ones choose the bucket), the scope, and the logarithm of the
    /// nodes spent.
    check: u64,
    proof: u32,
    disproof: u32,
}

impl Entry {
    const fn scope(&self) -> Scope {
        Scope::from_bits((self.check >> 8) as u8)
    }

    const fn work(&self) -> u64 {
        self.check & 0xff
    }

    const fn numbers(&self) -> Numbers {
        Numbers { proof: self.proof, disproof: self.disproof }
    }
}

const SLOTS: usize = 4;

/// The entries that share a cache line.
#[derive(Clone, Copy, Default, bytemuck::Zeroable)]
#[repr(align(64))]
struct Bucket([Entry; SLOTS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// The table.
pub struct ProofTable {
    buckets: Box<[Bucket]>,
}

impl ProofTable {
    /// Creates a table of `megabytes` MiB, or of one bucket if there is not enough memory.
    pub fn new(megabytes: usize) -> Self {
        let count = megabytes * ((1 << 20) / size_of::<Bucket>());
        let buckets = bytemuck::try_zeroed_slice_box(count.max(1));
        Self { buckets: buckets.unwrap_or_else(|()| Box::new([Bucket::default()])) }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The high half of the product is below the length.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Reads the bucket of a key without using it. Reads of many buckets one after the other overlap, so that
    /// the probes that follow do not each wait for memory (40 % more nodes per second).
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        self.buckets[self.index(key)].0[0].check
    }

    /// Returns the numbers that the table has, or implies, for the position with this key.
    #[inline]
    pub fn probe(&self, key: u64, scope: Scope) -> Option<Numbers> {
        let mut found = None;
        for entry in &self.buckets[self.index(key)].0 {
            if entry.check >> 16 != key & (u64::MAX >> 16) || entry.work() == 0 {
                continue;
            }
            let numbers = entry.numbers();
            if numbers.is_proven() && entry.scope().proves(scope)
                || numbers.is_disproven() && entry.scope().disproves(scope)
            {
                return Some(numbers);
            }
            if entry.scope() == scope {
                found = Some(numbers);
            }
        }
        found
    }

    /// Stores the numbers of a position on which `nodes` nodes were spent.
    pub fn store(&mut self, key: u64, scope: Scope, numbers: Numbers, nodes: u64) {
        let name = key << 8 | u64::from(scope.bits());
        let index = self.index(key);
        let bucket = &mut self.buckets[index].0;
        let same = bucket.iter().position(|entry| entry.check >> 8 == name & (u64::MAX >> 8));
        let cheapest = || (0..SLOTS).min_by_key(|&slot| bucket[slot].work()).expect("a bucket has slots");
        let slot = same.unwrap_or_else(cheapest);
        let work = 1 + u64::from(nodes.max(1).ilog2());
        bucket[slot] = Entry { check: name << 8 | work, proof: numbers.proof, disproof: numbers.disproof };
    }

    /// Returns the fill in per mille, estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let used = sample.iter().flat_map(|bucket| bucket.0).filter(|entry| entry.work() > 0).count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn scope(moves_left: u8, checks_only: bool) -> Scope {
        Scope { moves_left, checks_only }
    }

    #[test]
    fn one_child_reaches_the_goal_and_all_must_fail() {
        let all = Combined::of([(3, 5), (2, 7), (9, 1)].into_iter()).unwrap();
        assert_eq!((all.best, all.least, all.second, all.fail), (1, 2, 3, 9));
        assert!(Combined::of([].into_iter()).is_none());
        let large = Combined::of([(1, INFINITE), (1, 4)].into_iter()).unwrap();
        assert!(large.fail < INFINITE);
    }

    #[test]
    fn a_result_holds_wherever_it_follows() {
        let mut table = ProofTable::new(1);
        let key = 0x1234_5678_9abc_def0;
        table.store(key, scope(3, true), Numbers::PROVEN, 10);
        assert_eq!(table.probe(key, scope(3, true)), Some(Numbers::PROVEN));
        assert_eq!(table.probe(key, scope(4, false)), Some(Numbers::PROVEN));
        assert_eq!(table.probe(key, scope(2, true)), None);
        assert_eq!(table.probe(!key, scope(3, true)), None);
        table.store(key, scope(2, false), Numbers::DISPROVEN, 10);
        assert_eq!(table.probe(key, scope(1, false)), Some(Numbers::DISPROVEN));
        assert_eq!(table.probe(key, scope(2, true)), Some(Numbers::DISPROVEN));
        table.store(!key, scope(2, true), Numbers::DISPROVEN, 10);
        assert_eq!(table.probe(!key, scope(2, false)), None, "there may be a mate by a quiet move");
        table.store(!key, scope(5, false), Numbers::PROVEN, 10);
        assert_eq!(table.probe(!key, scope(5, true)), None, "that mate may need a quiet move");
    }

    #[test]
    fn a_full_bucket_keeps_what_was_expensive() {
        let mut table = ProofTable::new(0);
        for key in 1..=100 {
            let numbers = Numbers { proof: 2, disproof: 3 };
            table.store(key, scope(3, false), numbers, if key == 7 { 1000 } else { 1 });
            assert_eq!(table.probe(key, scope(3, false)), Some(numbers));
        }
        assert!(table.probe(7, scope(3, false)).is_some());
        assert_eq!(table.hashfull(), 1000);
    }
}
