// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lookup in sorted records.

/// Returns the records with this key, among records sorted by key.
pub fn with_key<T: Copy, K: Ord>(records: &[T], key: K, key_of: impl Fn(T) -> K) -> impl Iterator<Item = T> {
    let start = records.partition_point(|&record| key_of(record) < key);
    records[start..].iter().copied().take_while(move |&record| key_of(record) == key)
}
